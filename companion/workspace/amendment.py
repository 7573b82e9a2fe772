"""The correction of a logged calculation: its answers change, its dice stay unless typed dice are taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine import take_answers
from companion.model import CompanionError, NextStep, Refused, Resolution
from companion.model.answer_path import put_answer
from companion.model.event import Calculated, Logged
from companion.play.recording import dice_of
from companion.render.calculator import Section
from companion.render.differences import difference_lines
from companion.render.names import log_words
from companion.render.resolution import spare_line
from companion.render.text import listed, shown, wrapped
from companion.workspace.answer_sheet import Known
from companion.workspace.calculation import Calculation
from companion.workspace.draft import CalculationDraft, SavedDraft
from companion.workspace.later_lines import LATER, later_words
from companion.workspace.names import Participants, needed_words
from companion.workspace.place import LIST, Place
from companion.workspace.unit_changes import due_changes, unit_events

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class Amendment(Calculation):
    """The correction of a logged calculation. Nothing is saved or logged before `keep`."""

    def __init__(self, context: AppContext, line: int) -> None:
        """Begin with what was logged. Raises NotFound for an unknown calculator, and Refused for an unknown line or one
        without a calculation."""
        self.line = line
        event = context.session.event(line).event
        if not isinstance(event, Calculated):
            raise Refused(f"line {line} is not a calculation")
        self.recorded = event
        super().__init__(context, event.procedure, {}, LIST)
        self.before: Resolution | None = None
        """The resolution of the logged answers and dice; None if the rules no longer allow the answers."""
        self.not_repeatable = ""
        """Why the rules no longer allow the logged answers; empty if they do."""
        try:
            self.before = self.resolve()
        except CompanionError as error:
            self.not_repeatable = str(error)

    def open_draft(self, carry: Mapping[str, Any], place: Place) -> CalculationDraft:
        """Return a draft that begins with what was logged and saves nothing."""
        logged = SavedDraft(
            self.initial_answers(), list(dice_of(self.recorded)), names=dict(self.recorded.names)
        )
        return CalculationDraft(self.context, self.procedure, {}, place, detached=logged)

    def initial_answers(self) -> dict[str, Any]:
        """Return the logged answers, without the values that rules set for questions that were not asked."""
        answers: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.recorded.inputs))
        with suppress(Refused):
            for path in take_answers(self.procedure.inputs, answers).unused:
                put_answer(answers, path, None)
        return answers

    def known(self) -> dict[str, Known]:
        """Return nothing: the logged answers were complete."""
        return {}

    def assign_named_units(self, names: Mapping[str, str]) -> None:
        """Do nothing: a corrected name does not change who takes part."""

    def next_steps(self) -> tuple[NextStep, ...]:
        """Return nothing: follow-ups are listed among the differences."""
        return ()

    @property
    def logged_line(self) -> int:
        """The line of the log that is corrected."""
        return self.line

    def changes_text(self) -> str:
        """Return nothing: the player is asked about changes of the units when the correction is kept."""
        return ""

    def units_text(self) -> str:
        """Return how the correction changes the units that the logged result changed; empty if it does not."""
        return super().changes_text()

    def return_text(self) -> str:
        """Return nothing: a correction is kept or discarded."""
        return ""

    @property
    def differs(self) -> bool:
        """Whether answers, dice or names differ from what was logged."""
        now = self.resolution
        if now is None or self.before is None:
            return now is not None
        renamed = self.names != self.recorded.names
        return renamed or now.inputs != self.before.inputs or now.rolls != self.before.rolls

    def restart(self) -> None:
        """Discard every change."""
        self.start_over(self.initial_answers(), list(dice_of(self.recorded)))
        self.sheet.names = dict(self.recorded.names)

    def status(self) -> str:
        """Return the logged result and how to continue."""
        how = (
            "Press k to keep the correction, or Esc to discard it" if self.differs else "Correct the answers"
        )
        was = self.recorded.summary.removeprefix(f"{self.procedure.title}: ")
        return f"Was: {shown(was)}. {how}."

    def notes_text(self) -> str:
        """Return the logged result and how to continue."""
        return self.status()

    def sections(self) -> list[Section]:
        """Return nothing: only the differences are shown."""
        return []

    def instead_of_ledger(self) -> tuple[str, Callable[[int], list[str]]] | None:
        """Return the differences from the logged calculation."""
        return "Differences", self._differences

    def _differences(self, width: int) -> list[str]:
        head = wrapped(f"Line {self.line}: {self.recorded.summary}", width, "", "  ")
        if self.before is None or self.resolution is None:
            return [*head, "", *wrapped(self.not_repeatable or "These answers are not allowed.", width)]
        spare = listed([spare_line(self.resolution)], width)
        differences = difference_lines(self.before, self.resolution, self.procedure, width)
        texts = (("Units", self.units_text()), (LATER, later_words(self) if self.differs else ""))
        effects = listed([f"{title}: {text}" for title, text in texts if text], width)
        return [*head, *spare, "", *differences, *effects]

    @property
    def words(self) -> str:
        """The text of the line of the log with which the correction is logged."""
        assert self.resolution is not None
        needed = needed_words(self.context.engine, self.resolution) if self.names else ""
        return log_words(self.procedure, self.resolution, self.names, needed)

    def check(self) -> None:
        """Raise Refused if the correction is unfinished, changes nothing, or corrects a line that is undone."""
        if self.resolution is None or not self.done:
            raise Refused("There is no result yet: answer the open questions first.")
        if not self.differs:
            raise Refused("Nothing has changed.")
        if self.line not in self.context.session.counting():
            raise Refused(f"line {self.line} is undone; there is nothing to correct")

    def keep(self, with_units: bool = False) -> Logged:
        """Log the correction, together with its changes of the units if `with_units`. Raises Refused and NotSaved."""
        self.check()
        assert self.resolution is not None
        changes = unit_events(due_changes(self) if with_units else (), self.line)
        participants = Participants(self.names, self.recorded.units, self.recorded.after)
        return self.context.log_calculation(self.resolution, self.procedure, self.line, participants, changes)
