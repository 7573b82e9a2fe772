"""The companion's dice, which undoing never rolls again."""

from __future__ import annotations

from companion.model.event import DiceRolled
from companion.play.session import Session


class DiceTape:
    """Dice for one roll. They must be saved before anyone sees them."""

    def __init__(self, session: Session, label: str, procedure: str = "") -> None:
        """`label` names the roll; `procedure` is the id of the calculator it is for, empty for none."""
        self._session = session
        self._label = label
        self._procedure = procedure
        self._rolled: dict[int, list[int]] = {}

    def randint(self, a: int, b: int) -> int:
        """Return the next die, from `a` to `b`."""
        sides = b - a + 1
        faces = self._rolled.setdefault(sides, [])
        faces.append(self._session.face(sides, self._first(sides) + len(faces)))
        return faces[-1] + a - 1

    def events(self) -> list[DiceRolled]:
        """Return the dice as events for the log."""
        return [
            DiceRolled(sides, tuple(faces), self._label, self._first(sides), self._procedure)
            for sides, faces in self._rolled.items()
        ]

    def save(self) -> None:
        """Write the dice to the log. Raises NotSaved; nobody may see the dice then."""
        self._session.add(*self.events())

    def _first(self, sides: int) -> int:
        return self._session.state.dice_rolled.get(sides, 0)
