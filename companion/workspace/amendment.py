"""A logged calculation whose answers are changed and whose dice are kept."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine import take_answers
from companion.model import CompanionError, NextStep, Refused, Resolution
from companion.model.answer_path import put_answer
from companion.model.event import Calculated, Logged
from companion.play.recording import dice_of
from companion.render.calculator import summary_lines
from companion.render.differences import difference_lines
from companion.render.resolution import spare_line
from companion.render.summary import headline
from companion.render.text import listed, shown, wrapped
from companion.workspace.calculation import Calculation
from companion.workspace.draft import CalculationDraft, SavedDraft
from companion.workspace.what_if import WhatIf

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class Amendment(Calculation):
    """The correction of a logged calculation. Nothing is saved or logged before `keep`."""

    def __init__(self, context: AppContext, line: int) -> None:
        """Raises NotFound for a line or a calculator that does not exist, Refused for a line without a calculation."""
        self.line = line
        event = context.session.event(line).event
        if not isinstance(event, Calculated):
            raise Refused(f"line {line} is not a calculation")
        self.recorded = event
        super().__init__(context, event.procedure, {})
        self.before: Resolution | None = None
        """The resolution of the logged answers and dice; None if the rules no longer allow them."""
        self.not_repeatable = ""
        """Why the rules no longer allow them; empty if they do."""
        try:
            self.before = self.resolve()
        except CompanionError as error:
            self.not_repeatable = str(error)

    def open_draft(self, carry: Mapping[str, Any]) -> CalculationDraft:
        """Return a draft that begins with what was logged and saves nothing."""
        found = SavedDraft(self.initial_answers(), list(dice_of(self.recorded)))
        return CalculationDraft(self.context, self.procedure, {}, detached=found)

    def initial_answers(self) -> dict[str, Any]:
        """Return the logged answers, without the values that rules gave to questions that were not asked."""
        answers: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.recorded.inputs))
        with suppress(Refused):
            for path in take_answers(self.procedure.inputs, answers).unused:
                put_answer(answers, path, None)
        return answers

    def session_defaults(self) -> dict[str, str]:
        """Return nothing: the logged answers were complete."""
        return {}

    def next_steps(self) -> tuple[NextStep, ...]:
        """Return nothing: follow-ups are listed among the differences."""
        return ()

    @property
    def differs(self) -> bool:
        """Whether answers or dice differ from what was logged."""
        now = self.resolution
        if now is None or self.before is None:
            return now is not None
        return now.inputs != self.before.inputs or now.rolls != self.before.rolls

    def restart(self) -> None:
        """Discard every change."""
        self.start_over(self.initial_answers(), list(dice_of(self.recorded)))

    def welcome(self) -> str:
        """Return nothing: the player asked for this calculation."""
        return ""

    def status(self) -> str:
        """Return the logged result and how to continue."""
        how = "k keeps it, esc discards" if self.differs else "Change what was forgotten"
        return f"Was: {shown(self.recorded.summary.partition(': ')[2])}. {how}."

    def summary_text(self, width: int) -> list[str]:
        """Return the present result and the logged one."""
        was = wrapped(self.status(), width)
        if self.resolution is None or not self.done:
            return [*summary_lines(self.resolution, self.procedure, self.refusal, width), *was]
        return [*wrapped(headline(self.resolution, self.procedure), width, "=> ", "     "), *was]

    def answer_text(self, width: int, what_if: WhatIf) -> list[str]:
        """Return the differences from the logged calculation."""
        head = wrapped(f"Line {self.line}: {self.recorded.summary}", width, "", "  ")
        if self.before is None or self.resolution is None:
            return [*head, "", *wrapped(self.not_repeatable or "These answers are not allowed.", width)]
        spare = listed([spare_line(self.resolution)], width)
        differences = difference_lines(self.before, self.resolution, self.procedure, width)
        return [*head, *spare, "", *differences]

    def keep(self) -> Logged:
        """Log the correction. Raises Refused if it is unfinished or unchanged or its line is undone, and NotSaved."""
        if self.resolution is None or not self.done:
            raise Refused("There is no result yet: answer the open questions first.")
        if not self.differs:
            raise Refused("Nothing differs from what is logged.")
        if self.line not in self.context.session.counting():
            raise Refused(f"line {self.line} is undone; there is nothing to correct")
        return self.context.log_calculation(self.resolution, self.procedure, self.line)
