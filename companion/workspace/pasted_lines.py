"""Lists that are typed or pasted as lines with several columns, such as arrivals and victory conditions."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.model import Refused
from companion.play.typed_chits import one_of

T = TypeVar("T")

MOST_LINES = 1_000
"""Items in one list."""
FAULTS_TOLD = 5
"""Lines at fault that a message names."""
_BETWEEN = "\t;,"
_QUOTED = ('"', ";", "\n")


class Lines(NamedTuple):
    """How the lines of a list are written."""

    one: str
    """Noun for an item."""
    many: str
    columns: Mapping[str, tuple[str, ...]]
    """Each column with the headings that name it in a table, in the order in which they are written."""

    @property
    def example(self) -> str:
        """The columns as they are written: `turn; side; units; place`."""
        return "; ".join(self.columns)


def line_of(cells: Sequence[str]) -> str:
    """Return cells as a line that `cells_of` reads."""
    return "; ".join(_cell(each) for each in cells)


def cells_of(line: str, sign: str = ";") -> list[str]:
    """Return the cells of a line. Raises Refused if it is not CSV, as with a cell of more than 131,072 characters."""
    try:
        cells = next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error as error:
        raise Refused(f"the line is not CSV: {error}") from None
    return [cell.strip() for cell in cells]


def pasted_items(text: str, lines: Lines, read: Callable[[list[str]], T]) -> list[T]:
    """Return the items of a list, one on each line. Raises Refused naming bad lines.

    Tabs, semicolons or commas are between the columns; a first line may name them, in any order. `read` returns the
    item with these cells, in the order of the columns, or raises Refused.
    """
    typed = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not typed:
        raise Refused(f"the list is empty; write one {lines.one} on each line: {lines.example}")
    if len(typed) > MOST_LINES + 1:
        raise Refused(
            f"the list has {len(typed):,} lines; at most {MOST_LINES:,} {lines.many} are read at once"
        )
    sign = next((each for each in _BETWEEN if each in typed[0][1]), ";")
    heads = _columns(typed[0][1], sign, lines)
    columns = heads or list(lines.columns)
    items: list[T] = []
    faults: list[str] = []
    for number, line in typed[bool(heads) :]:
        try:
            row = _row(line, sign, columns)
            items.append(read([row.get(name, "") for name in lines.columns]))
        except Refused as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise Refused(told_faults(faults))
    return items


def told_faults(faults: Sequence[str]) -> str:
    """Return the faults of lines as a message, the first few in words."""
    more = f"; and {len(faults) - FAULTS_TOLD} more" if len(faults) > FAULTS_TOLD else ""
    return "; ".join(faults[:FAULTS_TOLD]) + more


def own_side(side: str, sides: Sequence[tuple[str, str]]) -> str:
    """Return the game's name of a side that is typed. Raises Refused naming the sides.

    `sides` are the sides, each with its name in the game and in the scenario.
    """
    named = {named: own for own, named in sides}
    owns = {own for own, _ in sides}
    return side if side in owns - named.keys() else named[one_of(side, list(named), "side")]


def _columns(line: str, sign: str, lines: Lines) -> list[str]:
    """Return the columns that a first line names; empty if it is an item."""
    found: list[str] = []
    for cell in line.split(sign):
        names = [name for name, heads in lines.columns.items() if cell.strip().strip('"').casefold() in heads]
        if not names or names[0] in found:
            return []
        found += names
    return found


def _row(line: str, sign: str, columns: Sequence[str]) -> dict[str, str]:
    cells = cells_of(line, sign)
    while len(cells) > len(columns) and not cells[-1]:
        cells.pop()
    if len(cells) > len(columns):
        between = {"\t": "tabs", ";": "semicolons", ",": "commas"}[sign]
        raise Refused(
            f"it has {len(cells)} columns separated by {between} instead of {len(columns)}; "
            f"put quotes around text that contains {between}"
        )
    return dict(zip(columns, cells, strict=False))


def _cell(text: str) -> str:
    """Return a text as a cell with semicolons between."""
    if any(sign in text for sign in _QUOTED):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text
