"""Reads lists typed or pasted as lines with several columns, such as arrivals and victory conditions."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.model import Refused
from companion.play.typed_chits import one_of

T = TypeVar("T")

MOST_LINES = 1_000
"""Most items in one list."""
MOST_FAULTS = 5
"""Most faulty lines listed in a message."""
_SEPARATORS = "\t;,"
_QUOTED = ('"', ";", "\n")


class Lines(NamedTuple):
    """The format of the lines of a list."""

    one: str
    """Noun for one item."""
    many: str
    """Noun for several items."""
    columns: Mapping[str, tuple[str, ...]]
    """The columns in their order, each with the headings that it may have in a table."""

    @property
    def example(self) -> str:
        """An example of a line, with the names of the columns: `turn; side; units; place`."""
        return "; ".join(self.columns)


def line_of(cells: Sequence[str]) -> str:
    """Return cells as a line that `cells_of` reads."""
    return "; ".join(_cell(text) for text in cells)


def cells_of(line: str, separator: str = ";") -> list[str]:
    """Return the cells of a line. Raises Refused if it is not CSV, or a cell has more than 131,072 characters."""
    try:
        cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error as error:
        raise Refused(f"the line is not CSV: {error}") from None
    return [cell.strip() for cell in cells]


def pasted_items(text: str, lines: Lines, read: Callable[[list[str]], T]) -> list[T]:
    """Return the items of a list, one on each line. Raises Refused, naming bad lines.

    Columns are separated by tabs, semicolons or commas; the first line may name them, in any order. `read` gets the
    cells in the order of `lines.columns` and returns the item, or raises Refused.
    """
    typed = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not typed:
        raise Refused(f"the list is empty; write one {lines.one} on each line: {lines.example}")
    if len(typed) > MOST_LINES + 1:
        raise Refused(
            f"the list has {len(typed):,} lines; at most {MOST_LINES:,} {lines.many} are read at once"
        )
    separator = next((known for known in _SEPARATORS if known in typed[0][1]), ";")
    heads = _columns(typed[0][1], separator, lines)
    columns = heads or list(lines.columns)
    items: list[T] = []
    faults: list[str] = []
    for number, line in typed[bool(heads) :]:
        try:
            row = _row(line, separator, columns)
            items.append(read([row.get(name, "") for name in lines.columns]))
        except Refused as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise Refused(fault_words(faults))
    return items


def fault_words(faults: Sequence[str]) -> str:
    """Return a message with the first few faults and the number of the others."""
    more = f"; and {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
    return "; ".join(faults[:MOST_FAULTS]) + more


def own_side(side: str, sides: Sequence[tuple[str, str]]) -> str:
    """Return the game's name of a typed side. Raises Refused, naming the sides.

    `sides`: pairs of a side's name in the game and in the scenario.
    """
    by_name = {name: own for own, name in sides}
    own_names = {own for own, _ in sides}
    return side if side in own_names - by_name.keys() else by_name[one_of(side, list(by_name), "side")]


def _columns(line: str, separator: str, lines: Lines) -> list[str]:
    """Return the columns that a first line names; empty if it is an item."""
    columns: list[str] = []
    for cell in line.split(separator):
        head = cell.strip().strip('"').casefold()
        columns += [name for name, heads in lines.columns.items() if head in heads] or [""]
    return columns if all(columns) and len(set(columns)) == len(columns) else []


def _row(line: str, separator: str, columns: Sequence[str]) -> dict[str, str]:
    cells = cells_of(line, separator)
    if any(cells[len(columns) :]):
        separators = {"\t": "tabs", ";": "semicolons", ",": "commas"}[separator]
        raise Refused(
            f"it has {len(cells)} columns separated by {separators} instead of {len(columns)}; "
            f"put quotes around text that contains {separators}"
        )
    return dict(zip(columns, cells, strict=False))


def _cell(text: str) -> str:
    """Return a text as a cell of a line with semicolons, in quotes if needed."""
    if any(character in text for character in _QUOTED):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text
