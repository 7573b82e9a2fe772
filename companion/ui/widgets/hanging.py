"""Lines of a question with its answers: broken between pieces, further lines indented."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from textual.content import Content

INDENT = 4
"""Columns by which further lines are indented."""
_KEY = re.compile(r"[ \[]*(\w{1,2} +(?=\S))?")
"""Bracket and key in front of the text of a choice."""
_WORD = re.compile(r"\s*\S+\s*|\s+")


def hanging(pieces: Iterable[Content], width: int, hang: int = INDENT, indent: int = INDENT) -> Content:
    """Return the pieces in lines of at most `width` cells; in a single line if the width is not known yet (0).

    The first piece, the question, hangs in the column `hang`, the others begin further lines in the column `indent`.
    A piece longer than a line starts on a new line, and hangs under its text, behind its key.
    """
    listed = list(pieces)
    if width <= 2 * indent:
        return Content.assemble(*listed)
    lines: list[Content] = [Content("")]
    broken = False
    for place, piece in enumerate(listed):
        fits = _length(piece) <= width - indent
        if broken or (place and not fits):
            lines.append(Content(" " * indent))
        broken = bool(place) and not fits
        column = indent + _lead(piece) if broken else indent if place or fits else hang
        for part in [piece] if fits else _words(piece):
            if lines[-1].plain.strip() and lines[-1].cell_length + _length(part) > width:
                lines.append(Content(" " * column))
            lines[-1] = lines[-1] + part
    return Content("\n").join(lines)


def _lead(piece: Content) -> int:
    """Return the width of bracket and key in front of the text of a choice."""
    match = _KEY.match(piece.plain)
    return match.end() if match else 0


def _length(piece: Content) -> int:
    return piece.rstrip().cell_length


def _words(piece: Content) -> Iterator[Content]:
    for match in _WORD.finditer(piece.plain):
        yield piece[match.start() : match.end()]
