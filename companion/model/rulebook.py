"""Entries of a rulebook, each a heading with its points."""

import re

import msgspec

from companion.model.record import Authority


class Point(msgspec.Struct, frozen=True):
    """A point of an entry."""

    text: str
    """Markdown of the point, links as [[lob:3.5]]; a table keeps its lines."""
    authority: Authority
    kind: str = "point"
    """point, text (a paragraph) or table."""
    depth: int = 0
    """0 for a point of the entry, 1 for a point under a point."""
    mark: str = ""
    """Limit of the point, as the game names it (`Brandywine`); empty if it always applies."""
    asked: tuple[str, ...] = ()
    """Questions that this point answers, for the search."""


class Entry(msgspec.Struct, frozen=True):
    """A numbered or named rule."""

    id: str
    """`lob:3.5c`, `bar:attack-column-8.4c` in a family, or a slug of the title if the source prints no number."""
    game: str
    number: str
    """The printed number; empty if there is none."""
    title: str
    """The printed heading."""
    level: int
    """Depth of the heading, 1 for a section."""
    chapter: str
    """Title of its chapter."""
    points: tuple[Point, ...]
    file: str
    line: int
    document: str = ""
    """Id of its document in game.yaml."""
    authority: Authority = "rule"
    """Authority of the chapter, and of points without a mark."""
    numbers: tuple[str, ...] = ()
    """Every printed number of the entry, `number` first; a name (`TEC`) if there is no number."""
    parent: str = ""
    """Id of the enclosing entry; empty for a section."""
    asked: tuple[str, ...] = ()
    """Questions and words that players use for it, for the search; those that a point answers come last."""
    links: tuple[str, ...] = ()
    """Ids of the records to which it links, in order."""
    link_lines: tuple[int, ...] = ()
    """The line of each link."""
    overlay: bool = False
    """Whether it comes from the player's own folder."""
    family: str = ""
    """Heading (`Attack Column`) of numbers that the source prints under several headings; empty for none."""
    topics: tuple[str, ...] = ()
    """Subject of a rule of a family (`facing`), as several rules may have the same number and family."""
    also: tuple[str, ...] = ()
    """Further ids of the entry."""
    gap: bool = False
    """Whether the entry describes a gap in the sources instead of a rule."""
    optional: bool = False
    """Whether the rule is optional, by its own heading, one above it, or the title of its chapter."""

    @property
    def listed_title(self) -> str:
        """The title in pages and lists; with `(not in the sources)` for a gap."""
        return f"{self.title} (not in the sources)" if self.gap else self.title

    @property
    def cites(self) -> tuple[str, ...]:
        """Every citation: the numbers or the title, in a family also `Square 8.4` and `Square 8.4, formation`."""
        if not self.family:
            return self.numbers or (self.title,)
        whole = [f"{self.family} {number}" for number in self.numbers]
        return (
            *self.numbers,
            *whole,
            *(f"{citation}, {topic}" for citation in whole for topic in self.topics),
        )

    @property
    def authorities(self) -> frozenset[Authority]:
        """Authorities of its points."""
        return frozenset(point.authority for point in self.points)


_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A backslash before a punctuation mark, which is then shown as printed."""


def unescaped(text: str) -> str:
    r"""Return Markdown without backslashes before punctuation marks: `*` for `\*`."""
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def slug(title: str) -> str:
    """Return a title in lower case with hyphens: `cavalry-withdrawal` for `Cavalry Withdrawal`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def rule_id(family: str, number: str, topic: str = "") -> str:
    """Return the id of a numbered rule in a family, such as `attack-column-8.4c-formation`; the topic is optional."""
    return "-".join([slug(family), rule_reference(number), *([slug(topic)] if topic else [])])


def rule_reference(number: str) -> str:
    """Return a printed number as part of an id: `15.2e-4` for `15.2e 4`, `tec` for `TEC`."""
    return re.sub(r"[^a-z0-9.]+", "-", number.lower()).strip("-.")
