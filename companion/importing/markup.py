"""Reads web pages and Markdown: headings, paragraphs and table rows."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.characters import replaced
from companion.importing.plain import text_of
from companion.importing.source import Source

_SKIPPED_TAGS = "script style template head nav noscript svg math iframe object select"
_SKIPPED = frozenset(_SKIPPED_TAGS.split(" "))
"""Elements whose content is not text of the document."""
_BLOCK_TAGS = (
    "address article aside blockquote body br center dd details div dl dt figcaption figure footer form header hr "
    "html li main ol p pre section summary table tbody td tfoot th thead tr ul h1 h2 h3 h4 h5 h6"
)
_BLOCKS = frozenset(_BLOCK_TAGS.split(" "))
"""Elements that begin a paragraph."""
_CELLS = ("td", "th")
_MOST_DEPTH = 1_000
"""Most levels of nested skipped elements that are counted."""


def read_html(path: Path) -> Source:
    """Return the paragraphs of a web page. Raises Refused."""
    return _source(text_of(path), path.name)


def read_markdown(path: Path) -> Source:
    """Return the paragraphs of a Markdown file. Raises Refused."""
    from markdown_it import MarkdownIt  # takes 30 ms, and only Markdown needs it

    parser = MarkdownIt("commonmark", {"maxNesting": 30, "html": True}).enable("table")
    text = text_of(path)
    if text.startswith("---\n") and "\n---\n" in text[4:]:
        text = text[4:].partition("\n---\n")[2]
    return _source(parser.render(text), path.name)


def _source(html: str, name: str) -> Source:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end_block()
    if not reader.source.lines:
        raise Refused(f"{name} has no text")
    return reader.source


class _Reader(HTMLParser):
    """Collects the text of a page block by block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.source = Source()
        self._count = bounds.characters()
        self._text: list[str] = []
        self._level = 0
        self._bold = self._bold_letters = self._letters = 0
        self._starts_bold = False
        self._skipped: list[str] = []
        self._row: list[str] | None = None
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if self._skipped or tag in _SKIPPED:
            if tag in _SKIPPED and len(self._skipped) < _MOST_DEPTH:
                self._skipped.append(tag)
            return
        if tag in _CELLS:
            self._end_cell()
            self._in_cell = True
        elif self._row is not None and tag != "tr" and tag in _BLOCKS:
            self._text.append(" ")
        elif tag in _BLOCKS:
            self.end_block()
        if tag == "tr":
            self._row = []
        elif tag in ("b", "strong"):
            self._bold += 1
        elif len(tag) == 2 and tag[0] == "h" and tag[1] in "123456" and self._row is None:
            self._level = int(tag[1])

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if self._skipped:
            if tag == self._skipped[-1]:
                self._skipped.pop()
            return
        if tag in ("tr", "table"):
            self._end_row()
        elif self._row is None and tag in _BLOCKS:
            self.end_block()
        elif tag in ("b", "strong"):
            self._bold = max(0, self._bold - 1)

    def handle_data(self, data: str) -> None:
        """Collect text."""
        if self._skipped:
            return
        self._count.add(len(data))
        self._text.append(data)
        letters = len(data.strip())
        if letters and not self._letters:
            self._starts_bold = self._bold > 0
        self._letters += letters
        self._bold_letters += letters if self._bold else 0

    def _take_text(self) -> str:
        """Return the collected text in one line, and clear it."""
        text = " ".join(replaced("".join(self._text)).replace("¶", " ").split())
        self._text.clear()
        return text

    def end_block(self) -> None:
        """End a paragraph or heading."""
        all_bold = 0 < self._letters == self._bold_letters
        if text := self._take_text():
            self.source.add_paragraph(text, level=self._level, bold=self._starts_bold, all_bold=all_bold)
        self._level = self._letters = self._bold_letters = 0

    def _end_cell(self) -> None:
        if self._row is not None:
            text = self._take_text()
            if text or self._in_cell:
                self._row.append(text)
            self._in_cell = False

    def _end_row(self) -> None:
        if self._row is None:
            self.end_block()
            return
        self._end_cell()
        self.source.add_row(self._row)
        self._row = None
        self._level = self._letters = self._bold_letters = 0
