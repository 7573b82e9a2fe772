"""The draft of a calculation on disk, and its result in the log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.model import CompanionError, Procedure, Resolution
from companion.model.event import Calculated, Logged
from companion.render.log import logged_calculation
from companion.workspace.logged_dice import LoggedRoll

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.workspace.context import AppContext


class SavedDraft(msgspec.Struct):
    """An unfinished calculation as it is saved beside the log."""

    answers: dict[str, Any] = {}
    rolls: list[Any] = []
    """A `LoggedRoll`, or dice as they were typed."""
    origins: dict[str, str] = {}
    """The origin of each answer that was filled in, by path."""
    line: int = 0
    """Line of the log that already holds the result, 0 for none."""
    carry: dict[str, Any] = {}
    """Answers handed over by the calculator before it."""

    @property
    def begun(self) -> bool:
        """Whether anything was entered."""
        return bool(self.answers or self.rolls)


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
    """Saves one calculation in the session that was open when it began, and in no other."""

    def __init__(
        self,
        context: AppContext,
        procedure: Procedure,
        carry: Mapping[str, Any],
        detached: SavedDraft | None = None,
    ) -> None:
        """`detached`: what a calculation begins with that is neither saved nor logged."""
        self.context = context
        self.session: Session = context.session
        self.procedure = procedure
        self.save_error = ""
        """Why answers and dice are not on disk; empty if they are."""
        self.log_error = ""
        """Why the result is not in the log; empty if it is, or if there is none."""
        self.detached = detached is not None
        self.initial = detached or context.draft(procedure.id, carry)
        """The answers and dice at the start."""
        self.carry = self.initial.carry or dict(carry)
        self.logged = _calculation(self.session, self.initial.line)
        """The result as it was last logged, None if it was not."""
        self.line = self.initial.line if self.logged else 0
        """Its line in the log, 0 for none."""
        self.initial.rolls = self.surviving_rolls(self.initial.rolls)
        self._latest = self.initial
        self._untouched = self.initial.begun
        """Whether nothing has changed since the draft was found."""
        self._on_disk = encode_draft(self.initial)

    @property
    def error(self) -> str:
        """Why something is not on disk; empty if everything is."""
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
        if self.line and self.line not in counting and rolls:
            return []
        surviving: list[Any] = []
        for roll in rolls:
            if isinstance(roll, LoggedRoll) and roll.event and roll.event not in counting:
                break
            surviving.append(roll)
        return surviving

    def save(self, answers: dict[str, Any], rolls: list[Any], origins: dict[str, str]) -> None:
        """Put answers and dice on disk."""
        self._latest = SavedDraft(answers, rolls, origins, self.line, self.carry)
        self._write()

    def clear(self) -> None:
        """Delete the unfinished calculation, except the answers that were carried over."""
        self._latest = SavedDraft(carry=self.carry)
        self._write()

    def _write(self) -> None:
        text = encode_draft(self._latest)
        if text == self._on_disk or not self._saves:
            return
        try:
            self.context.keep_draft(self.procedure.id, self._latest)
        except CompanionError as error:
            self.save_error = str(error)
        else:
            self._on_disk, self.save_error = text, ""

    def log_result(self, resolution: Resolution) -> None:
        """Log a finished result with dice before anyone sees it; corrections of its answers wait for `commit`."""
        untouched, self._untouched = self._untouched, False
        if not resolution.done or not resolution.rolls or not self._saves:
            return
        result = logged_calculation(resolution, self.procedure)
        if untouched and self.logged is None:
            self._find_in_log(result)
        if self.logged is None or not self.is_logged or result.rolls != self.logged.rolls:
            self._log(resolution)
        if self.line and self._latest.begun and self._latest.line != self.line:
            self._latest.line = self.line
            self._write()

    def _find_in_log(self, result: Calculated) -> None:
        """Recognize the line of a calculation that was interrupted between logging it and saving its draft."""
        for line in reversed(self.session.log):
            event = line.event
            if isinstance(event, Calculated) and event.procedure == result.procedure:
                if event.inputs == result.inputs and event.rolls == result.rolls:
                    self.line, self.logged = line.id, event
                return

    def commit(self, resolution: Resolution | None) -> Logged | None:
        """Log a finished result that is not in the log, or correct its line; return the new line if there is one."""
        if resolution is None or not resolution.done or not self._saves:
            return None
        logged = None
        if self._differs(resolution):
            logged = self._log(resolution)
            if logged is None:
                return None
        self.clear()
        return logged

    def restart(self) -> None:
        """Begin another calculation."""
        self.clear()
        self.carry, self.line, self.logged, self.log_error = {}, 0, None, ""

    def _differs(self, resolution: Resolution) -> bool:
        if self.logged is None:
            return True
        result = logged_calculation(resolution, self.procedure)
        undone = bool(result.rolls) and not self.is_logged
        return undone or result.inputs != self.logged.inputs or result.rolls != self.logged.rolls

    def _log(self, resolution: Resolution) -> Logged | None:
        try:
            logged = self.context.log_calculation(
                resolution, self.procedure, self.line if self.is_logged else 0
            )
        except CompanionError as error:
            self.log_error = str(error)
            return None
        assert isinstance(logged.event, Calculated)
        self.line, self.logged, self.log_error = logged.id, logged.event, ""
        return logged


def _calculation(session: Session, line: int) -> Calculated | None:
    """The calculation in a line of the log, None if the line holds something else."""
    event = next((logged.event for logged in session.log if logged.id == line), None)
    return event if isinstance(event, Calculated) else None
