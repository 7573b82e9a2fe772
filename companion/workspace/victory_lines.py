"""Victory conditions of a scenario as lines of text, typed one at a time, or pasted as a list or a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.model import Refused
from companion.workspace.pasted_lines import Lines, cells_of, line_of, own_side, pasted_items

CONDITIONS = Lines(
    "condition",
    "conditions",
    {
        "name": ("name", "level", "title", "victory"),
        "side": ("side", "who"),
        "condition": ("condition", "when", "says"),
    },
)


class VictoryLine(NamedTuple):
    """A victory condition, or one level of victory, as the player types it."""

    title: str
    """The name: `Decisive victory`."""
    side: str = ""
    """The game's name of the only side that can win this way; empty for either."""
    says: str = ""
    """The condition; empty if the name states it."""

    def text(self) -> str:
        """Return the condition as a line that `read_condition` reads."""
        return line_of(self)


def read_condition(line: str) -> VictoryLine:
    """Return the condition in a line that `VictoryLine.text` wrote."""
    return VictoryLine(*cells_of(line))


def checked_condition(condition: VictoryLine, sides: Sequence[tuple[str, str]]) -> VictoryLine:
    """Return a condition with single spaces and the game's name of its side. Raises Refused.

    `sides`: pairs of a side's name in the game and in the scenario.
    """
    title, side, says = (" ".join(text.split()) for text in condition)
    if not title:
        raise Refused("the name is missing (for example, Decisive victory)")
    return VictoryLine(title, own_side(side, sides) if side else "", says)


def pasted_conditions(text: str, sides: Sequence[tuple[str, str]]) -> list[VictoryLine]:
    """Return the conditions of a list, one on each line: name, side and condition. Raises Refused, naming bad lines."""
    return pasted_items(text, CONDITIONS, lambda cells: checked_condition(VictoryLine(*cells), sides))
