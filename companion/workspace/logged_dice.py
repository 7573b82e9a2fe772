"""The companion's dice for a calculation that goes into the log."""

from __future__ import annotations

import msgspec

from companion.engine import Dice
from companion.model import Procedure, Rolled, RollRequest
from companion.play.dice_tape import DiceTape
from companion.play.session import Session


class LoggedRoll(Rolled, frozen=True):
    """Dice of a calculation, and where the log has them."""

    event: int = 0
    """Line of the log with the companion's roll; 0 for typed dice."""


class LoggedDice(Dice):
    """Dice that log each roll before anyone sees it."""

    def __init__(self, session: Session, procedure: Procedure) -> None:
        self._session = session
        self._procedure = procedure

    def roll(self, request: RollRequest) -> LoggedRoll:
        """Roll what is requested. Raises NotSaved; then the dice must not be shown."""
        self.random = tape = DiceTape(self._session, request.label, self._procedure.id, request.id)
        rolled = super().roll(request)
        tape.save()
        return LoggedRoll(**msgspec.structs.asdict(rolled), event=self._session.log[-1].id)
