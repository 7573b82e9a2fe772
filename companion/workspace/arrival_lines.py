"""Arrivals of a scenario as lines of text: typed one at a time, or pasted as a list or a table."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.model import Refused
from companion.play.typed_chits import one_of

MOST_LINES = 1_000
"""Arrivals in one list."""
FAULTS_TOLD = 5
"""Lines at fault that a message names."""
_BETWEEN = "\t;,"
_NAMES = {
    "turn": ("turn", "time", "when"),
    "side": ("side",),
    "units": ("units", "unit", "what", "who", "says"),
    "where": ("where", "place", "hex"),
}
"""Headings of the columns of a table."""
_QUOTED = ('"', ";", "\n")


class ArrivalLine(NamedTuple):
    """Units that arrive, as the player types them."""

    turn: str
    """Number of the turn, or its time with or without a day."""
    side: str
    """Name of the side, as the game has it."""
    units: str
    where: str = ""

    def text(self) -> str:
        """Return the arrival as a line that `read_line` reads."""
        return "; ".join(_cell(each) for each in self)


def read_line(line: str) -> ArrivalLine:
    """Return the arrival of a line that `ArrivalLine.text` wrote."""
    return ArrivalLine(*_cells(line, ";"))


def checked_arrival(arrival: ArrivalLine, sides: Sequence[tuple[str, str]]) -> ArrivalLine:
    """Return an arrival with single blanks and the game's name of its side. Raises Refused naming what is missing.

    `sides` are the sides, each with its name in the game and in the scenario.
    """
    turn, side, units, where = (" ".join(each.split()) for each in arrival)
    if not turn:
        raise Refused("the turn is missing: write its number, or its time as in 09:00")
    if not side:
        raise Refused(f"the side is missing: {', '.join(named for _, named in sides)}")
    if not units:
        raise Refused("the units that arrive are missing")
    named = {named: own for own, named in sides}
    owns = {own for own, _ in sides}
    own = side if side in owns - named.keys() else named[one_of(side, list(named), "side")]
    return ArrivalLine(turn, own, units, where)


def pasted_arrivals(
    text: str, sides: Sequence[tuple[str, str]], check: Callable[[ArrivalLine], object]
) -> list[ArrivalLine]:
    """Return the arrivals of a list, one on each line: turn, side, units and place. Raises Refused naming bad lines.

    Tabs, semicolons or commas are between the columns; a first line may name them, in any order. `check` raises Refused
    for an arrival that the scenario cannot have.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise Refused("the list is empty; write one arrival on each line: turn; side; units; place")
    if len(lines) > MOST_LINES + 1:
        raise Refused(f"the list has {len(lines):,} lines; at most {MOST_LINES:,} arrivals are read at once")
    sign = next((each for each in _BETWEEN if each in lines[0][1]), ";")
    heads = _columns(lines[0][1], sign)
    columns = heads or list(_NAMES)
    arrivals: list[ArrivalLine] = []
    faults: list[str] = []
    for number, line in lines[bool(heads) :]:
        try:
            arrivals.append(checked_arrival(_row(line, sign, columns), sides))
            check(arrivals[-1])
        except Refused as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise Refused(told_faults(faults))
    return arrivals


def told_faults(faults: Sequence[str]) -> str:
    """Return the faults of lines as a message, the first few in words."""
    more = f"; and {len(faults) - FAULTS_TOLD} more" if len(faults) > FAULTS_TOLD else ""
    return "; ".join(faults[:FAULTS_TOLD]) + more


def _columns(line: str, sign: str) -> list[str]:
    """Return the columns that a first line names; empty if it is an arrival."""
    found: list[str] = []
    for cell in line.split(sign):
        names = [name for name, heads in _NAMES.items() if cell.strip().strip('"').casefold() in heads]
        if not names or names[0] in found:
            return []
        found += names
    return found


def _row(line: str, sign: str, columns: Sequence[str]) -> ArrivalLine:
    cells = _cells(line, sign)
    while len(cells) > len(columns) and not cells[-1]:
        cells.pop()
    if len(cells) > len(columns):
        between = {"\t": "tabs", ";": "semicolons", ",": "commas"}[sign]
        raise Refused(
            f"it has {len(cells)} columns with {between} between, instead of {len(columns)}; "
            "put quotes around a text with such a sign"
        )
    read = dict(zip(columns, cells, strict=False))
    return ArrivalLine(*(read.get(name, "") for name in _NAMES))


def _cells(line: str, sign: str) -> list[str]:
    """Return the cells of a line. Raises Refused if it is not CSV, as with a cell of more than 131,072 characters."""
    try:
        cells = next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error as error:
        raise Refused(f"the line is not CSV: {error}") from None
    return [cell.strip() for cell in cells]


def _cell(text: str) -> str:
    """Return a text as a cell with semicolons between."""
    if any(sign in text for sign in _QUOTED):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text
