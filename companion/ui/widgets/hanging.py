"""Sets pieces of text in lines without breaking a piece that fits on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from textual.content import Content

INDENT = 4
_WORD = re.compile(r"\s*\S+\s*|\s+")


def hanging(pieces: Iterable[Content], width: int) -> Content:
    """Return the pieces in lines of at most `width` cells; in a single line if the width is not known yet (0).

    A piece longer than a line starts on a new line.
    """
    listed = list(pieces)
    if width <= 2 * INDENT:
        return Content.assemble(*listed)
    lines: list[Content] = [Content("")]
    broken = False
    for place, piece in enumerate(listed):
        fits = _length(piece) <= width - INDENT
        if broken or (place and not fits):
            lines.append(Content(""))
        broken = bool(place) and not fits
        for part in [piece] if fits else _words(piece):
            room = width if len(lines) == 1 else width - INDENT
            if lines[-1] and lines[-1].cell_length + _length(part) > room:
                lines.append(Content(""))
            lines[-1] = lines[-1] + part
    return Content("\n" + " " * INDENT).join(lines)


def _length(piece: Content) -> int:
    return piece.rstrip().cell_length


def _words(piece: Content) -> Iterator[Content]:
    for match in _WORD.finditer(piece.plain):
        yield piece[match.start() : match.end()]
