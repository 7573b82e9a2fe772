"""The texts of a page between wide gaps, with their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


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
