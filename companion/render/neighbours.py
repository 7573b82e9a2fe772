"""Neighbours of a record in the book: the previous and the next one, the enclosing rule, and the chapter."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.model import Chart, Entry, GameModule
from companion.render.documents import document
from companion.render.entry import record_title
from companion.render.text import listed


class Place(NamedTuple):
    """A neighbour."""

    id: str
    title: str
    """Number and title of a rule, or title of a chart."""


class Neighbours(NamedTuple):
    """The neighbours of a record; None at the beginning and the end of the book, and for a rule without parent."""

    before: Place | None
    after: Place | None
    above: Place | None
    """The enclosing rule; for a chart the rule with its number, if there is only one."""
    chapter: str
    """Title of the chapter, or `the charts`."""
    number: int
    """Position in the chapter, counted from 1."""
    of: int
    """Number of records in the chapter."""


def neighbours_of(record: Entry | Chart, module: GameModule) -> Neighbours:
    """Return the neighbours of a rule in the book, or of a chart among the charts of its game."""
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
    """Return the rules of the entry's chapter, in order."""
    return [other for other in module.entries if _chapter(other) == _chapter(entry)]


def neighbour_lines(neighbours: Neighbours, width: int) -> list[str]:
    """Return lines like `Previous: lob:3.4  3.4 Charges`, and the position in the chapter."""
    named = (("Previous", neighbours.before), ("Next", neighbours.after), ("Up", neighbours.above))
    texts = [f"{word}: {place.id}  {place.title}" for word, place in named if place]
    position = f"{neighbours.number} of {neighbours.of} in {neighbours.chapter}"
    return listed([*texts, position], width, "", "  ")


def neighbours_json(neighbours: Neighbours) -> dict[str, Any]:
    """Return the neighbours as JSON, by id; null for a missing one."""
    ids = {name: place.id for name in ("before", "after", "above") if (place := getattr(neighbours, name))}
    return document(neighbours, **ids)


def _chapter(record: Entry | Chart) -> tuple[str, str]:
    """Key of a record's chapter; its last part is the title."""
    return (record.file, record.chapter) if isinstance(record, Entry) else ("", "the charts")


def _place(record: Entry | Chart) -> Place:
    return Place(record.id, record_title(record))


def _above(record: Entry | Chart, module: GameModule) -> Place | None:
    if isinstance(record, Entry):
        above = [entry for entry in module.entries if entry.id == record.parent]
    else:
        above = [entry for entry in module.entries if record.cite and record.cite in entry.cites]
    return _place(above[0]) if len(above) == 1 else None
