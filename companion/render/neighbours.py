"""What stands around a record in the book: before and after it, above it, and its chapter."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.model import Chart, Entry, GameModule
from companion.render.entry import entry_title
from companion.render.text import wrapped


class Place(NamedTuple):
    """A record that stands there."""

    id: str
    title: str
    """Number and heading of a rule, title of a chart."""


class Neighbours(NamedTuple):
    """The neighbours of a record; None where there is none."""

    before: Place | None
    after: Place | None
    above: Place | None
    """The enclosing rule; of a chart the rule it belongs to, where just one has its number."""
    chapter: str
    """Title of the chapter, or what the charts of a game are called together."""
    number: int
    """Place in the chapter, from 1."""
    of: int
    """Records in the chapter."""


def neighbours_of(record: Entry | Chart, module: GameModule) -> Neighbours:
    """Its neighbours: a rule's in the book, a chart's among the charts of its game."""
    every: tuple[Entry | Chart, ...] = module.entries if isinstance(record, Entry) else module.charts
    place = [other.id for other in every].index(record.id)
    together = [other.id for other in every if _chapter(other) == _chapter(record)]
    return Neighbours(
        _place(every[place - 1]) if place else None,
        _place(every[place + 1]) if place + 1 < len(every) else None,
        _above(record, module),
        _chapter(record)[1],
        together.index(record.id) + 1,
        len(together),
    )


def chapter_of(entry: Entry, module: GameModule) -> list[Entry]:
    """The rules of the entry's chapter, in order."""
    return [other for other in module.entries if _chapter(other) == _chapter(entry)]


def neighbour_lines(neighbours: Neighbours, width: int) -> list[str]:
    """`Before: lob:3.4  3.4 Charges`, a line each, and the place in the chapter."""
    named = (("Before", neighbours.before), ("After", neighbours.after), ("Above", neighbours.above))
    lines: list[str] = []
    for word, neighbour in named:
        if neighbour is not None:
            lines += wrapped(f"{word}: {neighbour.id}  {neighbour.title}", width, "", "  ")
    return [*lines, *wrapped(place_words(neighbours), width, "", "  ")]


def place_words(neighbours: Neighbours) -> str:
    """`3 of 17 in Combat`."""
    return f"{neighbours.number} of {neighbours.of} in {neighbours.chapter}"


def neighbours_json(neighbours: Neighbours) -> dict[str, Any]:
    """The neighbours as JSON; null where there is none."""
    ids = {
        word: neighbour.id if neighbour is not None else None
        for word, neighbour in (
            ("before", neighbours.before),
            ("after", neighbours.after),
            ("above", neighbours.above),
        )
    }
    return {**ids, "chapter": neighbours.chapter, "number": neighbours.number, "of": neighbours.of}


def _chapter(record: Entry | Chart) -> tuple[str, str]:
    """What the records of one chapter share, its title last."""
    return (record.file, record.chapter) if isinstance(record, Entry) else ("", "the charts")


def _place(record: Entry | Chart) -> Place:
    return Place(record.id, entry_title(record) if isinstance(record, Entry) else record.title)


def _above(record: Entry | Chart, module: GameModule) -> Place | None:
    if isinstance(record, Entry):
        above = [entry for entry in module.entries if entry.id == record.parent]
    else:
        above = [entry for entry in module.entries if record.cite and record.cite in entry.cites]
    return _place(above[0]) if len(above) == 1 else None
