"""The draft of a calculation on disk, and the logging of its result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.model import CompanionError, Procedure, Resolution
from companion.model.answer_path import single_answers
from companion.model.event import Calculated, Logged
from companion.model.wording import counted
from companion.render.log import logged_calculation
from companion.workspace.logged_dice import LoggedRoll
from companion.workspace.names import Participants
from companion.workspace.place import LIST, Place

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.workspace.answer_sheet import AnswerSheet
    from companion.workspace.context import AppContext


class SavedDraft(msgspec.Struct):
    """An unfinished calculation as it is saved beside the log."""

    answers: dict[str, Any] = {}
    rolls: list[Any] = []
    """The dice: each a `LoggedRoll`, or as typed."""
    origins: dict[str, str] = {}
    """The origin of each answer that was filled in, by path."""
    line: int = 0
    """Line of the log that already has the result; 0 for none."""
    carry: dict[str, Any] = {}
    """Answers handed over by the previous calculator."""
    standing: list[str] = []
    """Paths of the answers that the session knew."""
    units: dict[str, str] = {}
    """The unit that takes each part, by part."""
    names: dict[str, str] = {}
    """Names that the player typed, by role."""
    place: Place = Place()
    """The place from which the calculator was opened."""
    at: str = ""
    """Time of day of the last change, as 14:05."""

    @property
    def begun(self) -> bool:
        """Whether anything was entered: answers, dice or units."""
        return bool(self.answers or self.rolls or self.units)

    @property
    def words(self) -> str:
        """The draft in words: `3 answers and 1 roll from 14:05`."""
        own = sum(path not in self.standing for path, _ in single_answers(self.answers))
        parts = [counted(own, "answers")] if own or not self.rolls else []
        if self.rolls:
            parts.append(counted(len(self.rolls), "rolls"))
        return " and ".join(parts) + (f" from {self.at}" if self.at else "")


def decode_draft(text: str) -> SavedDraft:
    """Return the draft that `encode_draft` wrote; an empty one for any other text."""
    try:
        saved = msgspec.convert(json.loads(text or "{}"), SavedDraft)
        saved.rolls = [
            msgspec.convert(roll, LoggedRoll) if isinstance(roll, dict) else roll for roll in saved.rolls
        ]
    except (ValueError, RecursionError):
        return SavedDraft()
    return saved


def encode_draft(draft: SavedDraft) -> str:
    """Return a draft as JSON."""
    return msgspec.json.encode(draft).decode()


class CalculationDraft:
    """The draft of one calculation, saved only in the session that was open when the calculation began."""

    def __init__(
        self,
        context: AppContext,
        procedure: Procedure,
        carry: Mapping[str, Any],
        place: Place = LIST,
        detached: SavedDraft | None = None,
    ) -> None:
        """`detached`: the beginning of a calculation that is neither saved nor logged; None for any other."""
        self.context = context
        self.session: Session = context.session
        self.procedure = procedure
        self.save_error = ""
        """Why answers and dice could not be saved; empty if they were."""
        self.log_error = ""
        """Why the result could not be logged; empty if it was, or if there is none."""
        self.detached = detached is not None
        earlier = SavedDraft() if detached else context.draft(procedure.id, carry, place)
        self.offered = earlier if earlier.begun else None
        """An earlier, unfinished calculation of this place; None if there is none."""
        self._begin(detached or SavedDraft(carry=dict(carry), place=place), untouched=False)

    def _begin(self, initial: SavedDraft, untouched: bool) -> None:
        self.initial = initial
        """The answers and dice at the start."""
        self.carry, self.place = initial.carry, initial.place
        self.logged = _calculation(self.session, initial.line)
        """The result as it was last logged; None if it was not."""
        self.line = initial.line if self.logged else 0
        """The line of the log with the result; 0 for none."""
        initial.rolls = self.surviving_rolls(initial.rolls)
        self._latest = initial
        self._untouched = untouched
        """Whether nothing has changed since the draft was continued."""
        self._on_disk = encode_draft(initial)

    def continue_offered(self) -> bool:
        """Continue the earlier calculation and drop the current answers; return whether there is one."""
        if self.offered is None:
            return False
        earlier, self.offered = self.offered, None
        self.clear()
        self._begin(earlier, untouched=True)
        return True

    def offered_text(self) -> str:
        """Return the offer to continue the earlier calculation; empty if there is none."""
        earlier = self.offered
        if earlier is None:
            return ""
        where = f" ({earlier.place.words})" if earlier.place.words else ""
        head = f"Line {earlier.line} of the log" if earlier.line in self.session.counting() else "Unfinished"
        return f"{head}{where}: {earlier.words}. Press ^O to continue."

    @property
    def error(self) -> str:
        """Why something could not be saved; empty if everything was."""
        return self.log_error or self.save_error

    @property
    def is_stale(self) -> bool:
        """Whether another session has been opened since."""
        return self.context.session is not self.session

    @property
    def _saves(self) -> bool:
        return not self.detached and not self.is_stale

    @property
    def is_logged(self) -> bool:
        """Whether the result is in the log and has not been undone."""
        return bool(self.line) and self.line in self.session.counting()

    def surviving_rolls(self, rolls: Sequence[Any]) -> list[Any]:
        """Return the dice before the first that was undone in the log; all dice of a detached calculation."""
        if self.detached:
            return list(rolls)
        counting = self.session.counting()
        if self.line and self.line not in counting:
            return []
        surviving: list[Any] = []
        for roll in rolls:
            if isinstance(roll, LoggedRoll) and roll.event and roll.event not in counting:
                break
            surviving.append(roll)
        return surviving

    def save(self, sheet: AnswerSheet, rolls: list[Any]) -> None:
        """Save answers, units, names and dice to disk."""
        self._latest = SavedDraft(
            sheet.values,
            rolls,
            sheet.origins,
            self.line,
            self.carry,
            sorted(sheet.standing),
            sheet.units,
            sheet.names,
            self.place,
        )
        if self._latest.begun:
            self._write()
        else:
            self.clear()

    def clear(self) -> None:
        """Delete the draft, except the answers that were handed over; an earlier calculation stays on offer."""
        self._latest = SavedDraft(carry=self.carry, place=self.place)
        if self._write() and self.offered is not None:
            self._keep(self.offered)

    def _write(self) -> bool:
        """Save the draft if it differs from the one on disk; return whether it was written."""
        text = encode_draft(self._latest)
        if text == self._on_disk or not self._saves or not self._keep(self._latest):
            return False
        self._on_disk = text
        return True

    def _keep(self, draft: SavedDraft) -> bool:
        try:
            self.context.keep_draft(self.procedure.id, draft)
        except CompanionError as error:
            self.save_error = str(error)
        else:
            self.save_error = ""
        return not self.save_error

    def log_result(self, resolution: Resolution, participants: Participants) -> None:
        """Log a finished result with dice, before anyone sees it; later changes of its answers wait for `commit`."""
        untouched, self._untouched = self._untouched, False
        if not resolution.done or not resolution.rolls or not self._saves:
            return
        result = logged_calculation(resolution, self.procedure)
        if untouched and self.logged is None:
            self._find_in_log(result)
        if self.logged is None or not self.is_logged or result.rolls != self.logged.rolls:
            self._log(resolution, participants)
        if self._latest.line != self.line:
            self._latest.line = self.line
            self._write()

    def _find_in_log(self, result: Calculated) -> None:
        """Find the line of a calculation that was interrupted between logging it and saving its draft."""
        for line in reversed(self.session.log):
            event = line.event
            if isinstance(event, Calculated) and event.procedure == result.procedure:
                if event.inputs == result.inputs and event.rolls == result.rolls:
                    self.line, self.logged = line.id, event
                return

    def commit(self, resolution: Resolution | None, participants: Participants) -> Logged | None:
        """Log a finished result that is not in the log, or correct its line; return the new line, or None."""
        if resolution is None or not resolution.done or not self._saves:
            return None
        logged = None
        if self._differs(resolution, participants):
            logged = self._log(resolution, participants)
            if logged is None:
                return None
        self.offered = None
        self.clear()
        return logged

    def restart(self) -> None:
        """Begin another calculation at the same place, without what the previous calculator handed over."""
        self.offered = None
        empty: dict[str, Any] = {key: {} for key in ("units", "names", "before", "answers", "given")}
        self.place = msgspec.structs.replace(self.place, line=0, **empty)
        self.clear()
        self.carry, self.line, self.logged, self.log_error = {}, 0, None, ""

    def _differs(self, resolution: Resolution, participants: Participants) -> bool:
        if self.logged is None:
            return True
        result = logged_calculation(resolution, self.procedure)
        undone = bool(result.rolls) and not self.is_logged
        same = (result.inputs, result.rolls, participants.names, participants.units)
        logged = self.logged
        return undone or same != (logged.inputs, logged.rolls, logged.names, logged.units)

    def _log(self, resolution: Resolution, participants: Participants) -> Logged | None:
        amends = self.line if self.is_logged else 0
        try:
            logged = self.context.log_calculation(resolution, self.procedure, amends, participants)
        except CompanionError as error:
            self.log_error = str(error)
            return None
        assert isinstance(logged.event, Calculated)
        self.line, self.logged, self.log_error = logged.id, logged.event, ""
        return logged


def _calculation(session: Session, line: int) -> Calculated | None:
    """Return the calculation in a line of the log; None if the line is of another kind."""
    event = next((logged.event for logged in session.log if logged.id == line), None)
    return event if isinstance(event, Calculated) else None
