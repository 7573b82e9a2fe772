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

    def add_paragraph(
        self, text: str, page: int = 0, *, level: int = 0, bold: bool = False, all_bold: bool = False
    ) -> None:
        """Add a whole paragraph, or a heading that the document marks as such."""
        line = Line(text, page, level=level, bold=bold, all_bold=all_bold, whole=True)
        line.after_gap = line.before_gap = True
        self.lines.append(line)

    def add_row(self, cells: Iterable[str], page: int = 0) -> None:
        """Add a row of a table, unless all its cells are empty."""
        filled = tuple(filter(None, cells))
        if filled:
            columns = filled if len(filled) > 1 else ()
            self.lines.append(Line(" ".join(filled), page, cells=columns, whole=True))
