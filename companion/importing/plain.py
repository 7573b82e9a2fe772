"""Reads plain text line by line; form feeds separate pages."""

from __future__ import annotations

import re
from pathlib import Path

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.characters import replaced
from companion.importing.source import Line, Source

_CELLS = re.compile(r" {3,}|\t+")
_UNDERLINE = re.compile(r"^\s*([=\-~^*#\"'+._])\1{2,}\s*$")
_PRINTER = re.compile(r".\x08|\x1b\[[\d;]*m")
"""Characters that a printer or terminal prints over, and codes for bold and underlined text."""
_UNEVEN = 2
"""Greatest difference in length between a heading and the signs below it."""
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
"""Byte order marks at the beginning of a file, with the encoding."""
_BINARY = 0.02
"""Share of control characters above which a file is not text."""


def text_of(path: Path) -> str:
    """Return the text of a file in UTF-8, UTF-16 with a byte order mark, or else Windows-1252. Raises Refused."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Refused(f"{path.name} cannot be read: {error.strerror}") from None
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), "utf-8")
    try:
        text = raw.decode(encoding)
    except UnicodeError:
        text = raw.decode("cp1252", errors="replace")
    control = sum(char < " " and char not in "\t\n\r\f\b\x1b" for char in text[:100_000])
    if control > _BINARY * min(len(text), 100_000):
        raise Refused(
            f"{path.name} is not a text file; supported are PDF, Word (.docx), web pages, Markdown and text"
        )
    bounds.characters().add(len(text))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_plain(path: Path) -> Source:
    """Return the lines of a text file. Raises Refused."""
    pages = text_of(path).split("\f")
    source = Source(pages=len(pages) if len(pages) > 1 else 0)
    for number, page in enumerate(pages, 1):
        lines = page.splitlines()
        for place, raw in enumerate(lines):
            text = replaced(_PRINTER.sub("", raw)).expandtabs().rstrip()
            if not text.strip() or _UNDERLINE.match(text):
                continue
            before, after = (
                lines[place - 1] if place else "",
                lines[place + 1] if place + 1 < len(lines) else "",
            )
            cells = tuple(part for part in _CELLS.split(text.strip()) if part)
            lengths = len(after.strip()), len(text.strip())
            underlined = bool(_UNDERLINE.match(after)) and lengths[0] >= lengths[1] // 2
            source.lines.append(
                Line(
                    " ".join(text.split()),
                    number if source.pages else 0,
                    left=float(len(text) - len(text.lstrip())),
                    right=float(len(text)),
                    base=float(len(lines) - place),
                    cells=cells if len(cells) > 1 else (),
                    all_bold=underlined,
                    bold=underlined,
                    after_gap=not before.strip(),
                    before_gap=not after.strip() or underlined,
                    underlined=underlined and abs(lengths[0] - lengths[1]) <= _UNEVEN,
                )
            )
    if source.pages:
        source.heights = {number: float(len(page.splitlines())) for number, page in enumerate(pages, 1)}
    if not source.lines:
        raise Refused(f"{path.name} has no text")
    return source
