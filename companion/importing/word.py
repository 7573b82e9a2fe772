"""Reads Word documents (.docx): paragraphs with heading styles, automatic numbers, tables and page breaks.

The parts are unpacked and parsed piece by piece, so that neither a zip bomb nor nested entities can use up the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.characters import replaced
from companion.importing.source import Source
from companion.load.archives import Archive

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_MOST_LEVELS = 9
Attributes = dict[str, str]
Start = Callable[[str, Attributes], None]


@dataclass(slots=True)
class _Style:
    """The parts of a style that matter for headings."""

    level: int = 0
    numbering: str = ""
    depth: int = 0
    bold: bool = False
    based_on: str = ""


@dataclass(slots=True)
class _Paragraph:
    """A paragraph that is being read."""

    style: str = ""
    level: int = 0
    numbering: str = ""
    depth: int = -1
    texts: list[str] = field(default_factory=list)
    letters: int = 0
    bold_letters: int = 0


def read_word(path: Path) -> Source:
    """Return the paragraphs of a Word document. Raises Refused if it is damaged or too large."""
    try:
        with path.open("rb") as file:
            limits = {"parts": bounds.MOST_PARTS, "unpacked": bounds.MOST_UNPACKED}
            return _read(Archive(file, path.name, "a Word document (.docx)", **limits), path.name)
    except OSError as error:
        raise Refused(f"{path.name} cannot be read: {error.strerror}") from None
    except expat.ExpatError as error:
        raise Refused(f"the XML in {path.name} is damaged: {error}") from None


def _read(archive: Archive, name: str) -> Source:
    names = set(archive.parts)
    if "word/document.xml" not in names:
        raise Refused(f"{name} is not a Word document (.docx): it has no word/document.xml")
    styles, numbering = _Styles(), _Numbering()
    if "word/styles.xml" in names:
        _parse(archive, "word/styles.xml", styles.start, styles.end)
    if "word/numbering.xml" in names:
        _parse(archive, "word/numbering.xml", numbering.start, numbering.end)
    body = _Body(styles.styles, numbering)
    _parse(archive, "word/document.xml", body.start, body.end, body.text)
    if not body.source.lines:
        raise Refused(f"{name} has no text")
    body.source.pages = body.page if body.page > 1 else 0
    if not body.source.pages:
        for line in body.source.lines:
            line.page = 0
    return body.source


def _parse(
    archive: Archive,
    part: str,
    start: Start,
    end: Callable[[str], None],
    text: Callable[[str], None] | None = None,
) -> None:
    """Parse one part. Raises Refused for a part that defines entities, and ExpatError for damaged XML."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: start(name.removeprefix(_WORD), attributes)
    parser.EndElementHandler = lambda name: end(name.removeprefix(_WORD))
    if text is not None:
        parser.CharacterDataHandler = text
    parser.EntityDeclHandler = _refuse_entity
    for piece in archive.pieces(part):
        parser.Parse(piece, False)
    parser.Parse(b"", True)


def _refuse_entity(*declared: object) -> None:
    raise Refused(
        "the document declares XML entities, which Word documents do not use; save it again in Word"
    )


def _value(attributes: Attributes, name: str = "val") -> str:
    return attributes.get(f"{_WORD}{name}", "")


def _natural(text: str) -> int:
    """Return a whole number of at most six digits; 0 for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _is_on(attributes: Attributes) -> bool:
    return _value(attributes) not in ("0", "false", "off")


class _Styles:
    """Reads styles.xml."""

    def __init__(self) -> None:
        self.styles: dict[str, _Style] = {}
        self._style = _Style()

    def start(self, tag: str, attributes: Attributes) -> None:
        """Begin an element."""
        style = self._style
        if tag == "style":
            self._style = self.styles[_value(attributes, "styleId")] = _Style()
        elif tag == "name":
            words = _value(attributes).lower().split()
            if words[:1] == ["heading"] and len(words) == 2:
                style.level = min(_natural(words[1]), _MOST_LEVELS)
            elif words == ["title"]:
                style.level = 1
        elif tag == "outlineLvl":
            style.level = style.level or (_natural(_value(attributes)) + 1) % 10
        elif tag == "basedOn":
            style.based_on = _value(attributes)
        elif tag == "numId":
            style.numbering = _value(attributes)
        elif tag == "ilvl":
            style.depth = _natural(_value(attributes))
        elif tag == "b":
            style.bold = _is_on(attributes)

    def end(self, tag: str) -> None:
        """End an element; after the last style, let each style inherit from those it is based on."""
        if tag != "styles":
            return
        for style in self.styles.values():
            above, steps = self.styles.get(style.based_on), 0
            while above is not None and steps < 10:
                style.level = style.level or above.level
                style.numbering = style.numbering or above.numbering
                style.bold = style.bold or above.bold
                above, steps = self.styles.get(above.based_on), steps + 1


class _Numbering:
    """Reads numbering.xml, and counts the items of lists."""

    def __init__(self) -> None:
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        """Abstract numbering: level to its format, its text such as `%1.%2`, and its first number."""
        self._abstract: dict[str, str] = {}
        self._counts: dict[str, list[int]] = {}
        self._current = self._number = ""
        self._depth = 0

    def start(self, tag: str, attributes: Attributes) -> None:
        """Begin an element."""
        if tag == "abstractNum":
            self._current = _value(attributes, "abstractNumId")
            self._levels[self._current] = {}
        elif tag == "lvl" and self._current:
            self._depth = min(_natural(_value(attributes, "ilvl")), _MOST_LEVELS - 1)
            self._levels[self._current][self._depth] = ("decimal", "", 1)
        elif tag in ("numFmt", "lvlText", "start") and self._depth in self._levels.get(self._current, {}):
            kind, text, first = self._levels[self._current][self._depth]
            if tag == "numFmt":
                kind = _value(attributes)
            elif tag == "lvlText":
                text = _value(attributes)[:40]
            else:
                first = _natural(_value(attributes))
            self._levels[self._current][self._depth] = (kind, text, first)
        elif tag == "num":
            self._number = _value(attributes, "numId")
        elif tag == "abstractNumId" and self._number:
            self._abstract[self._number] = _value(attributes)

    def end(self, tag: str) -> None:
        """End an element."""
        if tag == "abstractNum":
            self._current = ""

    def next(self, numbering: str, depth: int) -> str:
        """Return the printed number of the next paragraph of a list; empty for a bullet."""
        abstract = self._abstract.get(numbering, "")
        levels = self._levels.get(abstract, {})
        if depth not in levels:
            return ""
        counts = self._counts.setdefault(abstract, [-1] * _MOST_LEVELS)
        first = levels[depth][2]
        counts[depth] = first if counts[depth] < 0 else counts[depth] + 1
        counts[depth + 1 :] = [-1] * (_MOST_LEVELS - depth - 1)
        if levels[depth][0] in ("bullet", "none"):
            return ""
        text = levels[depth][1]
        for place in range(depth + 1):
            kind, _, start = levels.get(place, ("decimal", "", 1))
            count = counts[place] if counts[place] >= 0 else start
            text = text.replace(f"%{place + 1}", _formatted(count, kind))
        return text


def _formatted(count: int, kind: str) -> str:
    """Return a count in a number format of Word, such as `lowerRoman`."""
    if kind in ("lowerLetter", "upperLetter") and 1 <= count <= 26:
        letter = "abcdefghijklmnopqrstuvwxyz"[count - 1]
        return letter if kind == "lowerLetter" else letter.upper()
    if kind in ("lowerRoman", "upperRoman"):
        from companion.importing.numbers import roman

        return roman(count).lower() if kind == "lowerRoman" else roman(count)
    return str(count)


class _Body:
    """Reads document.xml."""

    def __init__(self, styles: dict[str, _Style], numbering: _Numbering) -> None:
        self.source = Source()
        self.page = 1
        self._styles = styles
        self._numbering = numbering
        self._count = bounds.characters()
        self._paragraph: _Paragraph | None = None
        self._bold = self._in_text = False
        self._row: list[str] | None = None
        self._cell: list[str] = []
        self._tables = 0

    def start(self, tag: str, attributes: Attributes) -> None:
        """Begin an element."""
        paragraph = self._paragraph
        if tag == "p":
            self._paragraph = _Paragraph()
        elif tag == "tbl":
            self._tables += 1
        elif tag == "tr" and self._tables == 1:
            self._row = []
        elif tag == "tc" and self._tables == 1:
            self._cell = []
        elif (tag == "br" and _value(attributes, "type") == "page") or tag == "lastRenderedPageBreak":
            self.page += 1
        elif paragraph is not None:
            self._of_paragraph(paragraph, tag, attributes)

    def _of_paragraph(self, paragraph: _Paragraph, tag: str, attributes: Attributes) -> None:
        if tag == "pStyle":
            paragraph.style = _value(attributes)
        elif tag == "outlineLvl":
            paragraph.level = (_natural(_value(attributes)) + 1) % 10
        elif tag == "numId":
            paragraph.numbering = _value(attributes)
        elif tag == "ilvl":
            paragraph.depth = min(_natural(_value(attributes)), _MOST_LEVELS - 1)
        elif tag == "r":
            self._bold = False
        elif tag == "b":
            self._bold = _is_on(attributes)
        elif tag == "t":
            self._in_text = True
        elif tag in ("tab", "br", "cr"):
            paragraph.texts.append(" ")
        elif tag == "noBreakHyphen":
            paragraph.texts.append("-")

    def text(self, text: str) -> None:
        """Collect text."""
        if self._paragraph is None or not self._in_text:
            return
        self._count.add(len(text))
        letters = len(text.strip())
        self._paragraph.texts.append(text)
        self._paragraph.letters += letters
        self._paragraph.bold_letters += letters if self._bold else 0

    def end(self, tag: str) -> None:
        """End an element."""
        if tag == "t":
            self._in_text = False
        elif tag == "p" and self._paragraph is not None:
            self._end_paragraph(self._paragraph)
            self._paragraph = None
        elif tag == "tc" and self._row is not None and self._tables == 1:
            self._row.append(" ".join(self._cell))
        elif tag == "tr" and self._row is not None and self._tables == 1:
            self.source.add_row(self._row, self.page)
            self._row = None
        elif tag == "tbl":
            self._tables -= 1

    def _end_paragraph(self, paragraph: _Paragraph) -> None:
        text = " ".join(replaced("".join(paragraph.texts)).split())
        style = self._styles.get(paragraph.style, _Style())
        numbering = paragraph.numbering or style.numbering
        depth = paragraph.depth if paragraph.depth >= 0 else style.depth
        if text and numbering and (number := self._numbering.next(numbering, depth)):
            text = f"{number} {text}"
        if self._row is not None:
            self._cell += [text] if text else []
        elif text:
            bold = style.bold or 0 < paragraph.letters == paragraph.bold_letters
            level = paragraph.level or style.level
            self.source.add_paragraph(text, self.page, level=level, bold=bold, all_bold=bold)
