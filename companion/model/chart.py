"""Charts as printed: row and column keys, cells, shading, footnotes."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Literal

import msgspec

from companion.errors import Refused
from companion.model.record import Record, YesNo

Cell = int | Fraction | str
"""A cell as a value: whole numbers as int, 1/2 as Fraction, everything else as text."""

BLANK = "-"
"""A cell that is blank on the printed chart."""

_BAND = re.compile(r"([+-]?\d+)(?:(?:-| to )([+-]?\d+))?")
_OPEN = re.compile(r"([+-]?\d+)(\+| or more)")
_DOWN = re.compile(r"([+-]?\d+)( or less| or fewer)")
_WHOLE = re.compile(r"[+-]?\d+")
_SHARE = re.compile(r"[+-]?\d{1,6}/[1-9]\d{0,5}")


class Shade(msgspec.Struct, frozen=True):
    """A set of shaded cells and its meaning."""

    name: str
    means: str
    colour: str
    cells: tuple[tuple[str, str], ...]
    """(row key, column key) of each shaded cell, once each. Not a set, whose order would differ from run to run."""


class Footnote(Record, frozen=True):
    """A note on marked cells, or without a mark on the whole chart."""

    text: str
    """The note, in your own words."""
    mark: str = ""
    """The mark on cells or keys, as * or †; empty for a note on the whole chart."""


class Part(Record, frozen=True):
    """A fact among several in a cell, recognized by its leading letter.

    In `Sh b2 L1` the word without a letter is the state, `b` leads the retreat, `L` the loss.
    """

    name: str
    """Name of the part, for `take`."""
    letter: str = ""
    """The letter before the number, as b in b2; empty for the word itself."""
    without: str = ""
    """Value if the cell does not contain the part; nor does the blank cell -, unless `words` gives its value."""
    words: dict[str, str] = {}
    """Printed word to value, for the part without a letter; a word that is missing here is its own value."""
    number: YesNo = "no"
    """yes: the part is the number in the cell, or `without` if the cell is not a number. The part without a letter then
    reads the other cells."""


class BaseChart(Record, frozen=True):
    """Keys that a chart has in common with its file."""

    id: str
    title: str
    cite: str
    page: str
    """Source and page of the printed chart, so that players can find it."""
    columns_title: str = ""
    """Title of the columns, as in Range or Morale."""
    ends: Literal["refuse", "clamp"] = "refuse"
    """Treatment of a value beyond the first or last row: refuse it, or clamp it to that row."""
    footnotes: tuple[Footnote, ...] = ()
    """Notes under the chart, as printed, with the marks of the cells they refer to."""
    parts: tuple[Part, ...] = ()
    """Facts that a cell contains, each with its name."""
    words: dict[str, str] = {}
    """Text for row keys, column keys and cells that are names: `line_ac` to Line in Attack Column."""
    asked: tuple[str, ...] = ()


class Chart(BaseChart, frozen=True, dict=True, kw_only=True):
    """A printed grid."""

    game: str
    rows_title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """Text of each cell as printed, row by row."""
    shades: tuple[Shade, ...] = ()
    overlay: bool = False

    def read(self, text: str) -> str:
        """Return a row key, a column key or a cell as displayed to players."""
        return self.words.get(text) or text.replace("_", " ")

    def row_key(self, value: Cell) -> str:
        """Return the key of the row for `value`. Raises Refused with the list of rows."""
        return self._key(self.rows, value, self.rows_title or "row")

    def column_key(self, value: Cell) -> str:
        """Return the key of the column for `value`. Raises Refused with the list of columns."""
        return self._key(self.columns, value, self.columns_title or "column")

    def printed(self, row: str, column: str) -> str:
        """Return the cell as printed, footnote marks included."""
        return self.cells[self.rows.index(row)][self.columns.index(column)]

    def cell(self, row: str, column: str) -> Cell:
        """Return the cell as a value, without footnote marks."""
        return value_of(self._unmarked(self.printed(row, column)))

    @cached_property
    def values(self) -> frozenset[Cell]:
        """The distinct values of all cells."""
        return frozenset(value_of(self._unmarked(text)) for text in set(chain.from_iterable(self.cells)))

    def marks(self, row: str, column: str) -> tuple[str, ...]:
        """Return the footnote mark of the cell, if any, as a tuple of at most one mark."""
        mark = self._mark(self.printed(row, column))
        return (mark,) if mark else ()

    def shade(self, row: str, column: str) -> str:
        """Return the name of the cell's shading, empty if it has none."""
        for shade in self.shades:
            if (row, column) in shade.cells:
                return shade.name
        return ""

    def part(self, name: str, cell: Cell) -> Cell:
        """Return the part `name` of a cell; `least` is the lowest number of a band, 4 of `4+`."""
        if name == "least":
            bounds = band(str(cell))
            return bounds[0] if bounds else cell
        part = next(part for part in self.parts if part.name == name)
        if part.number == "yes":
            return cell if isinstance(cell, int) else value_of(part.without)
        words = str(cell).split()
        if part.letter:
            numbers = [word[len(part.letter) :] for word in words if lettered(word, part.letter)]
            return value_of(numbers[0]) if numbers else value_of(part.without)
        if isinstance(cell, int) and any(other.number == "yes" for other in self.parts):
            return value_of(part.without)
        letters = [other.letter for other in self.parts if other.letter]
        plain = [word for word in words if not any(lettered(word, letter) for letter in letters)]
        blank = not plain or (plain == [BLANK] and bool(part.without) and BLANK not in part.words)
        word = part.without if blank else plain[0]
        return value_of(part.words.get(word, word))

    def row_holding(self, column: str, value: int) -> str:
        """Return the row whose cell in `column` is a band that contains `value`. Raises Refused if there is none."""
        index = self.columns.index(column)
        for row, cells in zip(self.rows, self.cells, strict=True):
            if holds(self._unmarked(cells[index]), value):
                return row
        bands = ", ".join(cells[index] for cells in self.cells)
        raise Refused(f"no band in {self.title}, column {column}, contains {value}: {bands}")

    def ends_of(self, row: bool) -> tuple[int, int] | None:
        """Return the lowest and highest number of the row keys, or without `row` of the column keys; None for names."""
        return ends_of_bands(self.rows if row else self.columns)

    def _unmarked(self, text: str) -> str:
        mark = self._mark(text)
        return text.removesuffix(mark).strip() if text != mark else text

    def _mark(self, text: str) -> str:
        if not text.endswith(self._marks):
            return ""
        return max((note.mark for note in self.footnotes if text.endswith(note.mark)), key=len, default="")

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        return tuple(note.mark for note in self.footnotes)

    def _key(self, keys: tuple[str, ...], value: Cell, title: str) -> str:
        if str(value) in keys:
            return str(value)
        if isinstance(value, int):
            for key in keys:
                if holds(key, value):
                    return key
            if self.ends == "clamp":
                bounds = self.ends_of(keys is self.rows)
                if bounds:
                    nearest = min(max(value, bounds[0]), bounds[1])
                    return next(key for key in keys if holds(key, nearest))
        raise Refused(f"{self.title} has no {title.lower()} {value}; it has {', '.join(keys)}")


def band(text: str) -> tuple[int, int | None] | None:
    """Return the ends of a band, None for other text.

    `6-9` and `6 to 9` are (6, 9), `-5 to -3` and `-5--3` are (-5, -3), `7` and `+7` are (7, 7), `16+` and
    `16 or more` are (16, None).
    """
    if match := _OPEN.fullmatch(text):
        return int(match[1]), None
    if match := _DOWN.fullmatch(text):
        return -(10**9), int(match[1])
    if match := _BAND.fullmatch(text):
        return int(match[1]), int(match[2] or match[1])
    return None


def ends_of_bands(keys: Iterable[str]) -> tuple[int, int] | None:
    """Return the lowest and highest number of bands, other text aside; None without any band."""
    known = [bounds for bounds in map(band, keys) if bounds]
    if not known:
        return None
    return min(low for low, _ in known), max(low if high is None else high for low, high in known)


def band_text(low: int, high: int | None) -> str:
    """Return a band as charts write it: `6-9`, with a negative number `-5 to -3`, `16+`."""
    if high is None:
        return f"{low}+"
    if low == high:
        return str(low)
    return f"{low} to {high}" if low < 0 else f"{low}-{high}"


def holds(text: str, value: int) -> bool:
    """Return whether the band `text` contains `value`."""
    bounds = band(text)
    return bounds is not None and bounds[0] <= value and (bounds[1] is None or value <= bounds[1])


def lettered(word: str, letter: str) -> bool:
    """Return whether `word` is the letter and a whole number, as in M2."""
    return word.startswith(letter) and bool(_WHOLE.fullmatch(word[len(letter) :]))


def value_of(text: str) -> Cell:
    """Return a cell's text as a value: `3` and `+2` as int, `1/2` as Fraction, other text unchanged."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return Fraction(text) if _SHARE.fullmatch(text) else text
