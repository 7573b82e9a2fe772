"""Check that lines drawn for a width lose nothing and are indented under their text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content

ENDLESS = 10_000
"""A width at which no line is wrapped."""

_LEAD = re.compile(r" *(?:(?:[·▸●○✕✓?>~•-]|\[.\]|=>|(?<!    )→) +)*")
"""Indentation and signs before the text of a line."""
_FILL = re.compile(r"[\s─▁▂▃▄▅▆;│-]")
"""Characters that fill a line or join the cells of a row; they differ between widths."""


def plain(lines: Iterable[Content]) -> list[str]:
    """Return the lines without styles."""
    return [line.plain for line in lines]


def faults(endless: Sequence[str], drawn: Sequence[str], width: int, gutter: int = 0) -> list[str]:
    """Return the faults of lines drawn for a width: too long, cut off, lost or outdented text.

    `endless` are the same lines without wrapping. The first `gutter` columns may hold a word beside the text.
    """
    found = [f"too long: {line}" for line in drawn if len(line.rstrip()) > width]
    found += [f"cut off: {line}" for line in drawn if line.rstrip().endswith("…")]
    lost = _letters(endless) - _letters(drawn)
    if lost:
        return [*found, f"lost: {''.join(lost.elements())} of {' / '.join(drawn)}"]
    return found + [
        f"outdented: {line}" for group in _groups(endless, drawn) for line in _outdented(group, gutter)
    ]


def _letters(lines: Iterable[str]) -> Counter[str]:
    return Counter(_FILL.sub("", "".join(lines)))


def _groups(endless: Sequence[str], drawn: Sequence[str]) -> Iterator[list[str]]:
    """Yield the drawn lines that belong to each endless line."""
    waiting = [line for line in reversed(drawn) if _letters([line])]
    for line in endless:
        group: list[str] = []
        while waiting and _letters([line]) - _letters(group):
            group.append(waiting.pop())
        yield group


def _outdented(group: Sequence[str], gutter: int) -> Iterator[str]:
    """Yield the lines of a group that begin left of the text they continue."""
    begins = 0
    beside = bool(group) and not re.search(r"[^A-Z ]", group[0][:gutter])
    for number, line in enumerate(each[gutter * beside :] for each in group):
        lead = _LEAD.match(line)
        assert lead is not None
        if number == 0 or lead.end() > len(line) - len(line.lstrip()):
            begins = lead.end()
        elif len(line) - len(line.lstrip()) < begins and line.strip():
            yield line
