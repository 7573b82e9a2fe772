"""Entries of a rulebook: one heading with its points."""

from __future__ import annotations

import re

import msgspec

from companion.model.authority import Authority


def plain_key(words: str) -> str:
    """`Cavalry Withdrawal`, `cavalry-withdrawal` and `CAVALRY withdrawal` alike, to tell whether they name the same."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


class Point(msgspec.Struct, frozen=True):
    """One idea of an entry."""

    text: str
    """Markdown of the point, links as [[lob:3.5]]; a table keeps its lines."""
    authority: Authority
    kind: str = "point"
    """point, text (a paragraph) or table."""
    depth: int = 0
    """0 for a point of the entry, 1 for a point under a point."""
    mark: str = ""
    """What the point is limited to (a battle, an option); empty for none."""


class Entry(msgspec.Struct, frozen=True):
    """A numbered or named rule."""

    id: str
    """`lob:3.5c`, or a slug of the title where the source prints no number."""
    game: str
    number: str
    """The printed number; empty where there is none."""
    title: str
    """The printed heading."""
    level: int
    """Depth of the heading, 1 for a section."""
    chapter: str
    """Title of the chapter it stands in."""
    points: tuple[Point, ...]
    file: str
    line: int
    document: str = ""
    """Id of the document in game.yaml it comes from."""
    numbers: tuple[str, ...] = ()
    """Every printed number that leads here, `number` first."""
    parent: str = ""
    """Id of the enclosing entry; empty for a section."""
    asked: tuple[str, ...] = ()
    """How players ask for it."""
    links: tuple[str, ...] = ()
    """Ids it links to, in order."""
    link_lines: tuple[int, ...] = ()
    """The line of each link."""
    overlay: bool = False
    """True where the player's own folder supplied it."""

    def is_cited(self, cite: str) -> bool:
        """Whether a citation means this entry: by one of its numbers, else by the heading."""
        if cite in self.numbers:
            return True
        return not self.numbers and plain_key(cite) == plain_key(self.id.partition(":")[2])

    @property
    def authorities(self) -> frozenset[str]:
        """The authorities its points carry."""
        return frozenset(point.authority for point in self.points)
