"""Parts of Markdown texts: escaped text and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from companion.render.text import shown

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")


def plain(text: str) -> str:
    """Return text on one line with its Markdown characters escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(shown(" ".join(text.split())).split()))


def table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield a table under its heading, nothing without rows; a column whose name ends in > is right-aligned."""
    cells = [[plain("" if cell is None else str(cell)) for cell in row] for row in rows]
    if cells:
        heads = [column.removesuffix(" >") for column in columns]
        rule = ["---:" if column.endswith(">") else "---" for column in columns]
        yield from (f"### {title}", "", *(f"| {' | '.join(row)} |" for row in (heads, rule, *cells)), "")
