"""Reads a PDF with PDFium, and turns its characters into lines with page, position, font size and weight."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.characters import damaged_share, replaced, without_small_capitals
from companion.importing.columns import page_lines
from companion.importing.grids import Grid, grids, with_tables
from companion.importing.segments import Gap, Segment
from companion.importing.source import OutlineEntry, Source
from companion.importing.strokes import strokes

Progress = Callable[[int, int], None]
"""Function called with the number of pages read and the total number of pages."""

_SPACE_GAP = 0.17
"""Gap between two letters that counts as a space, as a share of their height."""
_CELL_GAP = 1.1
"""Gap that separates columns and cells, as a share of the height of the letters."""
_DAMAGED = 0.05
"""Share of unreadable characters from which a page is doubtful."""
_STRAIGHT = 0.1
"""Largest angle of a line that is read, in radians."""
_CELL = 80
"""Most characters of a line that may contain several cells of a table."""
_HEADINGS = 300
"""Most characters of a line that may contain the column headings of a table."""
_BOLD = (b"bold", b"black", b"heavy", b"-bd", b"cmbx", b"sfbx")
"""Parts of names of bold fonts."""
_PASSWORD = 4
"""PDFium's error code for an encrypted file."""
NO_TEXT = (
    "{file} has no text, only pictures of its pages. "
    "Make a copy with text first: ocrmypdf {file} with-text.pdf (https://ocrmypdf.readthedocs.io)"
)


def read_pdf(path: Path, progress: Progress) -> Source:
    """Return the lines of a PDF. Raises Refused if it is damaged, encrypted, too large, or has no text."""
    try:
        import pypdfium2
    except ImportError:
        raise Refused(
            "reading PDF needs one more package: pip install 'tabletop-companion[import]'"
        ) from None
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD:
            raise Refused(f"{path.name} is protected by a password; save a copy without one") from None
        raise Refused(f"{path.name} is not a readable PDF: {error}") from None
    try:
        return _Reader(document, path.name, pypdfium2.raw).read(progress)
    finally:
        document.close()


@dataclass(slots=True)
class _Run:
    """A segment that is being read."""

    letters: list[str] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    """Height of each letter; 0 for a space, and for a letter above or below the line."""
    places: list[int] = field(default_factory=list)
    """Place of each letter on the page, and of the letter after each space."""
    left: float = 0.0
    right: float = 0.0
    base: float = 0.0
    height: float = 0.0
    """Height of the tallest letter, including the space above it."""
    sizes: float = 0.0
    """Sum of the font sizes of the letters."""
    bold: int = 0
    """Number of bold letters."""
    first_bold: bool = False
    gaps: list[tuple[int, float, float]] = field(default_factory=list)
    """For each space, the index of the next letter, and the left and right end of the gap."""

    def add(self, letter: str, height: float, place: int) -> None:
        """Add a letter or a space."""
        self.letters.append(letter)
        self.heights.append(height)
        self.places.append(place)

    def segment(self) -> Segment | None:
        """Return the finished segment; None if it has no text."""
        text = replaced("".join(self.letters)).strip()
        if not text:
            return None
        printed = max(1, sum(letter != " " for letter in self.letters))
        size = self.sizes / printed
        all_bold = self.bold > 0.9 * printed
        gaps: tuple[Gap, ...] = ()
        if len(text) <= (_HEADINGS if all_bold else _CELL):
            texts = (replaced("".join(self.letters[:place])).strip() for place, _, _ in self.gaps)
            gaps = tuple(
                Gap(text_before, *gap[1:]) for text_before, gap in zip(texts, self.gaps, strict=True)
            )
        return Segment(text, self.left, self.right, self.base, size, self.first_bold, all_bold, gaps)


class _Style(NamedTuple):
    """The appearance of a word."""

    size: float = 0.0
    bold: bool = False
    straight: bool = True
    """Whether it is printed from left to right."""


class _Reader:
    """Reads one open document."""

    def __init__(self, document: Any, name: str, raw: Any) -> None:
        self.document = document
        self.name = name
        self.raw = raw
        self.source = Source(pages=len(document))
        self.grids: list[Grid] = []
        """The tables with printed lines on the page that is read."""
        self.count = bounds.characters()
        self.objects = bounds.Counter("objects", bounds.MOST_OBJECTS)
        self._box, self._matrix = raw.FS_RECTF(), raw.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._font = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()

    def read(self, progress: Progress) -> Source:
        """Return all pages. Raises Refused."""
        pages = self.source.pages
        if pages > bounds.MOST_PAGES:
            raise bounds.too_many("pages", pages, bounds.MOST_PAGES)
        progress(0, pages)
        unreadable = 0
        for number in range(1, pages + 1):
            unreadable += not self._read_page(number)
            progress(number, pages)
        if pages and unreadable == pages:
            raise Refused(f"no page of {self.name} can be read")
        if not self.source.lines:
            raise Refused(NO_TEXT.format(file=self.name))
        self.source.outline = list(self._outline())
        return self.source

    def _read_page(self, number: int) -> bool:
        """Read a page; return False if it cannot be read."""
        raw, source = self.raw, self.source
        page = raw.FPDF_LoadPage(self.document.raw, number - 1)
        if not page:
            source.doubts.append((number, "this page cannot be read"))
            return False
        text = raw.FPDFText_LoadPage(page)
        try:
            self.objects.add(max(raw.FPDFPage_CountObjects(page), 0))
            height = source.heights[number] = float(raw.FPDF_GetPageHeightF(page))
            self.grids = grids(strokes(raw, page))
            runs = [] if not text else with_tables(list(self._segments(text, number)), self.grids, number)
            lines = page_lines(runs, number, float(raw.FPDF_GetPageWidthF(page)), height)
        finally:
            if text:
                raw.FPDFText_ClosePage(text)
            raw.FPDF_ClosePage(page)
        source.lines += lines
        self._note_doubts(number, "".join(line.text for line in lines))
        return True

    def _note_doubts(self, number: int, text: str) -> None:
        if not text.strip():
            self.source.doubts.append((number, "no text on this page"))
        elif (share := damaged_share(text)) >= _DAMAGED:
            message = f"damaged text: {share:.0%} of the characters cannot be decoded"
            self.source.doubts.append((number, message))

    def _segments(self, text: Any, number: int) -> Iterator[Segment]:
        """Yield the segments of a page, in the order of the file."""
        count = self.raw.FPDFText_CountChars(text)
        if count > bounds.MOST_ON_A_PAGE:
            message = f"only the first {bounds.MOST_ON_A_PAGE:,} of {count:,} characters were read"
            self.source.doubts.append((number, message))
            count = bounds.MOST_ON_A_PAGE
        self.count.add(max(count, 0))
        run, style, starts_word = _Run(), _Style(), True
        for place in range(max(count, 0)):
            code = self.raw.FPDFText_GetUnicode(text, place)
            if code in (0, 10, 13):
                if segment := self._segment(run, text):
                    yield segment
                run, starts_word = _Run(), True
                continue
            if code in (32, 9, 160):
                starts_word = True
                if run.letters and run.letters[-1] != " ":
                    run.add(" ", 0.0, place)
                continue
            if starts_word:
                style, starts_word = self._style(text, place), False
            if not style.straight:
                continue
            extended = self._add(run, text, place, code, style)
            if extended is not run:
                if segment := self._segment(run, text):
                    yield segment
                run = extended
        if segment := self._segment(run, text):
            yield segment

    def _add(self, run: _Run, text: Any, place: int, code: int, style: _Style) -> _Run:
        """Add a character to a run, or to a new run if a wide gap separates it; return that run."""
        box = self._box
        self.raw.FPDFText_GetLooseCharBox(text, place, box)
        self.raw.FPDFText_GetCharOrigin(text, place, self._x, self._y)
        left, right, base = float(box.left), float(box.right), self._y.value
        size = abs(float(box.top) - float(box.bottom))
        if run.letters:
            height = max(run.height, size, 1.0)
            gap = left - run.right
            if gap > _CELL_GAP * height or gap < -1.5 * height or abs(base - run.base) > 0.6 * height:
                run = _Run()
            elif gap > _SPACE_GAP * height:
                if any(grid.divides(run.right, left, base) for grid in self.grids):
                    run = _Run()
                elif run.letters[-1] != " ":
                    run.add(" ", 0.0, place)
        if not run.letters:
            run.left, run.base, run.first_bold = left, base, style.bold
        if run.letters and run.letters[-1] == " ":
            run.gaps.append((len(run.letters), run.right, left))
        run.height = max(run.height, size)
        run.right = max(run.right, right)
        run.add(chr(code), size if abs(base - run.base) < 0.1 * size else 0.0, place)
        run.sizes += style.size
        run.bold += style.bold
        return run

    def _segment(self, run: _Run, text: Any) -> Segment | None:
        """Return a finished segment, with the letters of its small capitals in their case; None if it has no text."""
        if without_small_capitals(run.letters, run.heights) != run.letters:
            fonts = [(self._font_name(text, place), self._style(text, place).size) for place in run.places]
            for name in dict.fromkeys(name for name, _ in fonts):
                sizes = [
                    size if font == name and height else 0.0
                    for (font, size), height in zip(fonts, run.heights, strict=True)
                ]
                run.letters = without_small_capitals(run.letters, sizes)
        return run.segment()

    def _style(self, text: Any, place: int) -> _Style:
        """Return the style of a character, which the rest of its word shares."""
        raw, size = self.raw, float(self.raw.FPDFText_GetFontSize(text, place))
        if raw.FPDFText_GetMatrix(text, place, self._matrix):
            size *= math.hypot(self._matrix.c, self._matrix.d)
        angle = raw.FPDFText_GetCharAngle(text, place)
        straight = angle < _STRAIGHT or angle > 2 * math.pi - _STRAIGHT
        return _Style(round(size, 1), self._is_bold(text, place), straight)

    def _is_bold(self, text: Any, place: int) -> bool:
        """Return whether the font of a character is bold by its name or its weight."""
        if name := self._font_name(text, place):
            return any(word in name for word in _BOLD)
        return bool(self.raw.FPDFText_GetFontWeight(text, place) >= 600)

    def _font_name(self, text: Any, place: int) -> bytes:
        """Return the name of the font of a character in small letters; empty if it has none."""
        length = self.raw.FPDFText_GetFontInfo(text, place, self._font, len(self._font), self._flags)
        return self._font.raw[: max(0, min(length, len(self._font)) - 1)].lower() if length else b""

    def _outline(self) -> Iterator[OutlineEntry]:
        """Yield the entries of the outline, up to a limit, since an outline may be cyclic."""
        for count, item in enumerate(self.document.get_toc(max_depth=10)):
            if count >= bounds.MOST_OUTLINED:
                self.source.doubts.append((0, f"only the first {count:,} entries of the outline were read"))
                return
            dest = item.get_dest()
            page = dest.get_index() if dest else None
            title = " ".join(replaced(item.get_title()).split())
            yield OutlineEntry(title, item.level + 1, 0 if page is None else page + 1)
