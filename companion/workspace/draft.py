"""One sitting at a calculator: its answers and dice on disk at once, its result in the log before it shows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.model import CompanionError, Procedure, Resolution, Rolled
from companion.model.event import Calculated, Logged
from companion.render.log import calculation, dice_of

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.workspace.context import Desk


class KeptRoll(Rolled, frozen=True):
    """Dice of the companion, with the line of the log they fell in."""

    event: int = 0


class Draft(msgspec.Struct):
    """A calculation begun, as it is kept beside the log."""

    answers: dict[str, Any] = {}
    rolls: list[Any] = []
    """Dice as they were typed, or as the companion's fell."""
    origins: dict[str, str] = {}
    """Paths of answers that were taken over, and from where."""
    line: int = 0
    """Line of the log that holds it already, 0 for none."""
    carry: dict[str, Any] = {}
    """What it began with."""

    @property
    def begun(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.answers or self.rolls)


def draft_of(text: str) -> Draft:
    """A draft from its text; an empty one of no text, or of one that is none."""
    try:
        found = msgspec.convert(json.loads(text or "{}"), Draft)
        found.rolls = [
            msgspec.convert(each, KeptRoll) if isinstance(each, dict) else each for each in found.rolls
        ]
    except (ValueError, RecursionError):
        return Draft()
    return found


def draft_text(draft: Draft) -> str:
    """The text of a draft."""
    return msgspec.json.encode(draft).decode()


class Sitting:
    """What of a calculation is on disk. It holds for one session: another one needs another sitting."""

    def __init__(self, desk: Desk, procedure: Procedure, carry: Mapping[str, Any]) -> None:
        self.desk = desk
        self.session: Session = desk.session
        self.procedure = procedure
        self.unkept = ""
        """Why answers and dice are not on disk; empty where they are."""
        self.unlogged = ""
        """Why a result is not in the log; empty where none is missing."""
        self.begun = desk.draft(procedure.id, carry)
        self.carry = self.begun.carry or dict(carry)
        self.logged = _calculation(self.session, self.begun.line)
        self.line = self.begun.line if self.logged else 0
        self.begun.rolls = self.fallen(self.begun.rolls)
        self._draft = self.begun
        self._as_it_was = self.begun.begun
        """Whether the draft is what is on screen, untouched since."""
        self._kept = draft_text(self.begun)

    @property
    def fault(self) -> str:
        """Why something is not on disk; empty where all is."""
        return self.unlogged or self.unkept

    @property
    def over(self) -> bool:
        """Whether another session is in play by now."""
        return self.desk.session is not self.session

    @property
    def counts(self) -> bool:
        """Whether it stands in the log and was not undone."""
        return bool(self.line) and self.line in self.session.counting()

    def fallen(self, rolls: Sequence[Any]) -> list[Any]:
        """The dice as far as they still lie there: undoing a roll of the companion takes it and what came after."""
        counting = self.session.counting()
        if self.line and self.line not in counting and rolls:
            return []
        kept: list[Any] = []
        for each in rolls:
            if isinstance(each, KeptRoll) and each.event and each.event not in counting:
                break
            kept.append(each)
        return kept

    def keep(self, answers: dict[str, Any], rolls: list[Any], origins: dict[str, str], begun: bool) -> None:
        """Puts answers and dice on disk; where nothing is begun, nothing."""
        self._draft = (
            Draft(answers, rolls, origins, self.line, self.carry) if begun else Draft(carry=self.carry)
        )
        self._write(self._draft)

    def _write(self, draft: Draft) -> None:
        text = draft_text(draft)
        if text == self._kept or self.over:
            return
        try:
            self.desk.keep_draft(self.procedure.id, draft)
        except CompanionError as error:
            self.unkept = str(error)
        else:
            self._kept, self.unkept = text, ""

    def came(self, resolution: Resolution) -> None:
        """Puts a result with dice in the log, before anyone sees it; a correction of its answers waits for `left`."""
        as_it_was, self._as_it_was = self._as_it_was, False
        if not resolution.done or not resolution.rolls or self.over:
            return
        now = calculation(resolution, self.procedure)
        if as_it_was and self.logged is None:
            self._known(now)
        if self.logged is None or not self.counts or dice_of(now) != dice_of(self.logged):
            self._log(resolution)
        if self.line and self._draft.begun and self._draft.line != self.line:
            self._draft.line = self.line
            self._write(self._draft)

    def _known(self, now: Calculated) -> None:
        """A calculation that was broken off right after it was logged is the line that it became."""
        lines = [each for each in self.session.log if isinstance(each.event, Calculated)]
        for each in reversed(lines):
            event = each.event
            assert isinstance(event, Calculated)
            if event.procedure == now.procedure:
                if event.inputs == now.inputs and dice_of(event) == dice_of(now):
                    self.line, self.logged = each.id, event
                return

    def left(self, resolution: Resolution | None, answered: bool) -> Logged | None:
        """Puts what is finished and not in the log there, or puts its line right; gives the line where one is new."""
        if resolution is None or not resolution.done or not answered or self.over:
            return None
        logged = None
        if self._differs(resolution):
            logged = self._log(resolution)
            if logged is None:
                return None
        self.forget()
        return logged

    def forget(self) -> None:
        """Nothing is begun any more."""
        self.keep({}, [], {}, False)

    def anew(self) -> None:
        """Another calculation begins."""
        self.forget()
        self.line, self.logged, self.carry, self.unlogged = 0, None, {}, ""

    def welcome(self) -> str:
        """What is said where a calculation is back."""
        if not self.begun.begun:
            return ""
        where = f" It is line {self.line} of the log." if self.counts else ""
        return f"Your {'' if where else 'unfinished '}calculation is back; F8 starts anew.{where}"

    def told(self) -> str:
        """Where it stands in the log, or why it does not."""
        if self.unlogged:
            return f"NOT IN THE LOG: {self.unlogged}"
        if self.unkept:
            return f"NOT KEPT: {self.unkept}"
        return f"Line {self.line} of the log." if self.counts else ""

    def _differs(self, resolution: Resolution) -> bool:
        if self.logged is None:
            return True
        now = calculation(resolution, self.procedure)
        undone = bool(now.rolls) and not self.counts
        return undone or now.inputs != self.logged.inputs or dice_of(now) != dice_of(self.logged)

    def _log(self, resolution: Resolution) -> Logged | None:
        try:
            logged = self.desk.log_calculation(resolution, self.procedure, self.line if self.counts else 0)
        except CompanionError as error:
            self.unlogged = str(error)
            return None
        assert isinstance(logged.event, Calculated)
        self.line, self.logged, self.unlogged = logged.id, logged.event, ""
        return logged


def _calculation(session: Session, line: int) -> Calculated | None:
    """What a line of the log holds, None where it is no calculation."""
    event = next((each.event for each in session.log if each.id == line), None)
    return event if isinstance(event, Calculated) else None


class Apart(Sitting):
    """A calculation looked at again: nothing of it is kept."""

    def __init__(
        self, desk: Desk, procedure: Procedure, answers: dict[str, Any], rolls: list[Rolled]
    ) -> None:
        self.desk = desk
        self.session = desk.session
        self.procedure = procedure
        self.unkept = self.unlogged = ""
        self.begun = Draft(answers, list(rolls))
        self.carry: dict[str, Any] = {}
        self.line, self.logged = 0, None

    def fallen(self, rolls: Sequence[Any]) -> list[Any]:
        """All of them: they were kept with the line."""
        return list(rolls)

    def keep(self, answers: dict[str, Any], rolls: list[Any], origins: dict[str, str], begun: bool) -> None:
        """Keeps nothing."""

    def came(self, resolution: Resolution) -> None:
        """Logs nothing."""

    def welcome(self) -> str:
        """Nothing: it is what the player asked for."""
        return ""
