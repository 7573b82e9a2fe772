"""Entries of a rulebook: one heading with its points."""

import msgspec

from companion.model.authority import Authority


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
    """What the point is limited to, as the game names it (`Brandywine`); empty for none."""


class Entry(msgspec.Struct, frozen=True):
    """A numbered or named rule."""

    id: str
    """`lob:3.5c`, `bar:attack-column-8.4c` in a family, or a slug of the title where the source prints no number."""
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
    authority: Authority = "rule"
    """The chapter's own: what its points carry that say no other."""
    numbers: tuple[str, ...] = ()
    """Every printed number that leads here, `number` first; a name (`TEC`) where there is none."""
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
    family: str = ""
    """Heading under which the source prints numbers that stand elsewhere too (`Attack Column`); empty for none."""
    topics: tuple[str, ...] = ()
    """What the rule of a family is about (`facing`): number and family alone may stand for several rules."""
    also: tuple[str, ...] = ()
    """Further ids that lead here."""
    gap: bool = False
    """Whether the entry says what the sources lack, and holds no rule of theirs."""

    @property
    def listed_title(self) -> str:
        """The title as pages and lists show it: that of a gap says so."""
        return f"{self.title} (not in the sources)" if self.gap else self.title

    @property
    def cites(self) -> tuple[str, ...]:
        """Every way to cite it: 8.4c, or its title; in a family `Square 8.4`, `Square 8.4, formation` too."""
        if not self.family:
            return self.numbers or (self.title,)
        whole = [f"{self.family} {number}" for number in self.numbers]
        return (*self.numbers, *whole, *(f"{each}, {topic}" for each in whole for topic in self.topics))

    @property
    def authorities(self) -> frozenset[Authority]:
        """The authorities its points carry."""
        return frozenset(point.authority for point in self.points)
