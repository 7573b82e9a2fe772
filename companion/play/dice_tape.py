"""The companion's dice, which show the same faces again after an undo."""

from __future__ import annotations

from companion.model.event import DiceRolled
from companion.model.recorded import Tape
from companion.play.session import Session


class DiceTape:
    """The dice of one roll. Save them before anyone sees them."""

    def __init__(self, session: Session, label: str, procedure: str = "", roll: str = "") -> None:
        """`label` names the roll for players; `procedure` and `roll` are its calculator and its identity there.

        Both are empty for dice outside calculators.
        """
        self._session = session
        self._label = label
        self._procedure = procedure
        self._roll = roll
        self._rolled: dict[int, list[int]] = {}

    def randint(self, a: int, b: int) -> int:
        """Return the face of the next die, from `a` to `b`."""
        sides = b - a + 1
        faces = self._rolled.setdefault(sides, [])
        faces.append(self._session.face(self._tape(sides), self._first(sides) + len(faces)))
        return faces[-1] + a - 1

    def events(self) -> list[DiceRolled]:
        """Return the dice as events for the log."""
        return [
            DiceRolled(sides, tuple(faces), self._label, self._first(sides), self._procedure, self._roll)
            for sides, faces in self._rolled.items()
        ]

    def save(self) -> None:
        """Write the dice to the log. Raises NotSaved; then the dice must not be shown."""
        self._session.add(*self.events())

    def _tape(self, sides: int) -> Tape:
        return self._procedure, self._roll, sides

    def _first(self, sides: int) -> int:
        return self._session.state.dice_rolled.get(self._tape(sides), 0)
