"""What is indexed: one document for each entry, chart, procedure and term."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.model import Chart, Entry, GameModule, Library, Procedure, Term, term_id
from companion.model.procedure import Tally

_LINK = re.compile(r"\[\[(?:[a-z]+:)?([^\[\]]+)\]\]")
_NUMBER = re.compile(r"\d+(?:\.\d+)*[a-z]?(?![\w.])")
_MARKUP = re.compile(r"[*_`|]+")


class Document(NamedTuple):
    """A findable thing."""

    id: str
    game: str
    kind: str
    """entry, chart, procedure or term."""
    section: str
    """Printed number; empty where there is none."""
    numbers: tuple[str, ...]
    title: str
    above: str
    """Titles of what encloses it."""
    lines: tuple[str, ...]
    """Its text, a line a point, row or modifier."""
    asked: tuple[str, ...]
    authority: str
    """The strongest authority in it."""
    source: str
    """Document or chart page it comes from."""


_STRENGTH = ("erratum", "rule", "chart", "designer", "ruling", "clarification", "reading", "notes")


def documents(library: Library) -> Iterator[Document]:
    """Every document of every game."""
    for module in library.modules:
        titles = {entry.id: entry for entry in module.entries}
        for entry in module.entries:
            yield _entry(entry, titles, module)
        for chart in module.charts:
            yield _chart(chart)
        for procedure in module.procedures:
            yield _procedure(procedure)
        for term in module.terms:
            yield _term(term, module)


def readable(markdown: str) -> str:
    """Markdown as one line of plain text."""
    return " ".join(_MARKUP.sub(" ", _LINK.sub(_said, markdown)).split())


def _said(link: re.Match[str]) -> str:
    return link[1].replace("-", " ")


def _entry(entry: Entry, by_id: dict[str, Entry], module: GameModule) -> Document:
    above: list[str] = []
    parent = by_id.get(entry.parent)
    while parent is not None and len(above) < 4:
        above.append(parent.title)
        parent = by_id.get(parent.parent)
    names = {document.id: document.title for document in module.game.documents}
    strongest = min((point.authority for point in entry.points), key=_STRENGTH.index, default="rule")
    return Document(
        id=entry.id,
        game=entry.game,
        kind="entry",
        section=entry.number,
        numbers=entry.numbers,
        title=entry.title,
        above=" ".join(dict.fromkeys([*above, entry.chapter])),
        lines=tuple(f"{point.mark} {readable(point.text)}".strip() for point in entry.points),
        asked=entry.asked,
        authority=strongest,
        source=names.get(entry.document, entry.chapter),
    )


def _number(cite: str) -> str:
    """The printed number that a citation begins with; empty where it names a heading."""
    match = _NUMBER.match(cite)
    return match[0] if match else ""


def _chart(chart: Chart) -> Document:
    rows = [f"{row}: {' | '.join(cells)}" for row, cells in zip(chart.rows, chart.cells, strict=True)]
    head = f"{chart.rows_title} / {chart.columns_title}: {' | '.join(chart.columns)}"
    notes = [f"{note.mark} {note.text}".strip() for note in chart.footnotes]
    shades = [f"{shade.colour}: {shade.means}" for shade in chart.shades]
    number = _number(chart.cite)
    return Document(
        chart.id,
        chart.game,
        "chart",
        number,
        (number,) if number else (),
        chart.title,
        "chart table",
        (*notes, *shades, head, *rows),
        chart.asked,
        "chart",
        chart.page,
    )


def _procedure(procedure: Procedure) -> Document:
    lines = [procedure.summary, *procedure.notes]
    lines += [each.label for each in procedure.inputs]
    for step in procedure.every_step():
        if isinstance(step, Tally):
            lines += [f"{modifier.label} {modifier.add}" for modifier in step.modifiers]
    number = _number(procedure.cite)
    return Document(
        procedure.id,
        procedure.game,
        "procedure",
        number,
        (number,) if number else (),
        procedure.title,
        "calculator",
        tuple(lines),
        procedure.asked,
        "chart",
        "calculator",
    )


def _term(term: Term, module: GameModule) -> Document:
    number = _number(term.cite)
    return Document(
        term_id(module.game.slug, term),
        module.game.slug,
        "term",
        number,
        (number,) if number else (),
        term.term,
        "glossary",
        (" ".join(term.means.split()),),
        (*term.short, *term.also),
        "reading",
        "glossary",
    )
