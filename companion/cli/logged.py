"""The companion's dice for a calculation that goes into the log."""

from __future__ import annotations

from companion.engine import Dice
from companion.model import Procedure, Rolled, RollRequest
from companion.play.dice_tape import DiceTape
from companion.play.session import Session


class LoggedDice(Dice):
    """Each roll is on disk before anyone sees it."""

    def __init__(self, session: Session, procedure: Procedure) -> None:
        super().__init__()
        self._session = session
        self._procedure = procedure

    def roll(self, request: RollRequest) -> Rolled:
        """Rolls what is requested. Raises NotSaved; nobody may see the dice then."""
        tape = DiceTape(self._session, request.label, self._procedure.id)
        rolled = Dice(tape).roll(request)
        tape.save()
        return rolled
