"""Arrivals of a scenario as lines of text, typed one at a time, or pasted as a list or a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.model import Refused
from companion.workspace.pasted_lines import Lines, cells_of, line_of, own_side, pasted_items

ARRIVALS = Lines(
    "arrival",
    "arrivals",
    {
        "turn": ("turn", "time", "when"),
        "side": ("side",),
        "units": ("units", "unit", "what", "who", "says"),
        "place": ("where", "place", "hex"),
    },
)


class ArrivalLine(NamedTuple):
    """Units that arrive, as the player types them."""

    turn: str
    """Number of the turn, or its time with or without a day."""
    side: str
    """The game's name of the side."""
    units: str
    where: str = ""

    def text(self) -> str:
        """Return the arrival as a line that `read_line` reads."""
        return line_of(self)


def read_line(line: str) -> ArrivalLine:
    """Return the arrival in a line that `ArrivalLine.text` wrote."""
    return ArrivalLine(*cells_of(line))


def checked_arrival(arrival: ArrivalLine, sides: Sequence[tuple[str, str]]) -> ArrivalLine:
    """Return an arrival with single spaces and the game's name of its side. Raises Refused, naming what is missing.

    `sides`: pairs of a side's name in the game and in the scenario.
    """
    turn, side, units, where = (" ".join(text.split()) for text in arrival)
    if not turn:
        raise Refused("the turn is missing: write its number, or its time as in 09:00")
    if not side:
        raise Refused(f"the side is missing: {', '.join(named for _, named in sides)}")
    if not units:
        raise Refused("the units that arrive are missing")
    return ArrivalLine(turn, own_side(side, sides), units, where)


def pasted_arrivals(
    text: str, sides: Sequence[tuple[str, str]], check: Callable[[ArrivalLine], object]
) -> list[ArrivalLine]:
    """Return the arrivals of a list, one on each line: turn, side, units and place. Raises Refused, naming bad lines.

    `check` raises Refused for an arrival that is impossible in the scenario.
    """

    def read(cells: list[str]) -> ArrivalLine:
        arrival = checked_arrival(ArrivalLine(*cells), sides)
        check(arrival)
        return arrival

    return pasted_items(text, ARRIVALS, read)
