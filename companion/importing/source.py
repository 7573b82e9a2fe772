"""The lines of a document in reading order, with their appearance and position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Line:
    """A printed line, or a whole paragraph of a document without printed lines."""

    text: str
    page: int = 0
    """Page from 1; 0 in a document without pages."""
    left: float = 0.0
    right: float = 0.0
    base: float = 0.0
    """Height of the baseline above the foot of the page, in points."""
    size: float = 0.0
    """Font size in points; 0 if unknown."""
    bold: bool = False
    """Whether its first word is bold."""
    all_bold: bool = False
    level: int = 0
    """Level of a heading that the document marks as such; 0 for any other line."""
    cells: tuple[str, ...] = ()
    """Texts of the line that are separated by wide gaps, if there are several."""
    whole: bool = False
    """Whether it is a whole paragraph, or a row of a table if it has cells."""
    after_gap: bool = False
    """Whether there is an empty line, or an equal gap, above it."""
    before_gap: bool = False
    """Whether there is an empty line, or an equal gap, below it."""
    underlined: bool = False
    """Whether signs of the same length below it mark it as a heading."""
    is_caption: bool = False
    """Whether it is the caption of the table below it, which has printed lines."""
    note: int = 0
    """Number of the margin note of its page that it belongs to, from 1; 0 for the text itself."""


@dataclass(slots=True)
class OutlineEntry:
    """An entry of the outline (the bookmarks) of a PDF."""

    title: str
    level: int
    """From 1."""
    page: int


@dataclass(slots=True)
class Source:
    """The content of a document, as a reader of its format returns it."""

    lines: list[Line] = field(default_factory=list)
    pages: int = 0
    """Number of pages; 0 in a document without pages."""
    outline: list[OutlineEntry] = field(default_factory=list)
    heights: dict[int, float] = field(default_factory=dict)
    """Height of each page in points."""
    doubts: list[tuple[int, str]] = field(default_factory=list)
    """Doubtful places that the reader noticed: page and message."""
    _alone: tuple[str, ...] = ()
    """The cells of the last line if it is a row of a table with one text that is not in the first cell."""

    def add_paragraph(
        self, text: str, page: int = 0, *, level: int = 0, bold: bool = False, all_bold: bool = False
    ) -> None:
        """Add a whole paragraph, or a heading that the document marks as such."""
        line = Line(text, page, level=level, bold=bold, all_bold=all_bold, whole=True)
        line.after_gap = line.before_gap = True
        self.lines.append(line)
        self._alone = ()

    def add_row(self, cells: Iterable[str], page: int = 0) -> None:
        """Add a row of a table, unless all its cells are empty.

        A row keeps its empty cells, so that each text stays in its column. A row with one text is a line of text:
        the title of a group, or a frame around a paragraph. But if that text is not in the first cell, and the
        row above or below has as many cells and several texts, it is a row.
        """
        row = tuple(cells)
        text = " ".join(filter(None, row))
        if not text:
            return
        above = self.lines[-1] if self.lines else None
        head, self._alone = self._alone, ()
        is_row = sum(map(bool, row)) > 1
        if is_row and above is not None and len(head) == len(row):
            above.cells = head
        elif not is_row and not row[0]:
            is_row = above is not None and len(above.cells) == len(row)
            self._alone = () if is_row else row
        self.lines.append(Line(text, page, cells=row if is_row else (), whole=True))
