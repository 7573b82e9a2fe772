"""The texts of a page between wide gaps, with their places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.importing.source import Line


class Gap(NamedTuple):
    """The gap between two words of a text."""

    before: str
    """The text before the gap."""
    left: float
    right: float


@dataclass(slots=True)
class Segment:
    """A text that is separated from other texts of its line by a wide gap."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool
    all_bold: bool
    gaps: tuple[Gap, ...] = ()
    table: tuple[Line, ...] = ()
    """The rows of a table with printed lines, in place of a text."""


def divided_at(segment: Segment, gap: Gap) -> tuple[Segment, Segment]:
    """Return the texts before and after a gap."""
    first = replace(segment, text=gap.before, right=gap.left)
    first.gaps = tuple(other for other in segment.gaps if other.left < gap.left)
    later = (other for other in segment.gaps if other.left > gap.left)
    rest = tuple(other._replace(before=other.before[len(gap.before) :].strip()) for other in later)
    return first, replace(segment, text=segment.text[len(gap.before) :].strip(), left=gap.right, gaps=rest)
