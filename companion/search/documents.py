"""What is indexed: one document for each entry, chart, procedure and term."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from companion.model import Chart, Entry, GameModule, Library, Point, Procedure, Term, term_id
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
    family: str = ""
    """Heading under which its number is printed, where others print it too."""
    parent: str = ""
    """Id of the enclosing entry."""
    marks: tuple[str, ...] = ()
    """What filters ask: `kind/rule`, `battle/kolin`, `optional/yes`."""


_STRENGTH = (
    "erratum",
    "rule",
    "chart",
    "designer",
    "ruling",
    "clarification",
    "reading",
    "notes",
    "companion",
)


class Unit(NamedTuple):
    """What is indexed as one: an entry, a chart, a calculator, or a term."""

    key: str
    module: GameModule
    records: tuple[Entry | Chart | Procedure | Term, ...]
    optional: tuple[str, ...]
    """Numbers of the game's optional rules."""
    shared: bytes
    """Hash of what documents of the game are made of besides its records."""
    above: tuple[str, ...] = ()
    """Titles of the entries above an entry, the nearest first."""

    def digest(self) -> str:
        """Hash of all that its documents are made of; where a record is written and what it links to play no part."""
        records = [
            msgspec.structs.replace(each, file="", line=0, links=(), link_lines=())
            if isinstance(each, Entry)
            else each
            for each in self.records
        ]
        packed = msgspec.msgpack.encode((records, self.above), order="deterministic")
        return _hash(self.shared + packed).hexdigest()

    def documents(self) -> Iterator[Document]:
        """Its documents."""
        for record in self.records:
            match record:
                case Entry():
                    document = _entry(record, self.above, self.module)
                case Chart():
                    document = _chart(record)
                case Procedure():
                    document = _procedure(record)
                case Term():
                    document = _term(record, self.module)
            if not set(document.numbers).isdisjoint(self.optional):
                document = document._replace(marks=(*document.marks, "optional/yes"))
            yield document


def _hash(packed: bytes) -> hashlib.blake2b:
    return hashlib.blake2b(packed, digest_size=16)


def _optional_numbers(module: GameModule) -> tuple[str, ...]:
    """Of entries that say so, in their own title or that of what they stand in."""
    titles = {entry.id: entry for entry in module.entries}
    found: list[str] = []
    for entry in module.entries:
        above = titles.get(entry.parent)
        said = f"{entry.title} {above.title if above else ''} {entry.chapter}"
        if "optional" in said.lower():
            found += entry.numbers
    return tuple(found)


def units(library: Library) -> Iterator[Unit]:
    """Everything that is indexed, in the smallest parts that are indexed alone."""
    for module in library.modules:
        slug = module.game.slug
        optional = _optional_numbers(module)
        shared = _hash(msgspec.msgpack.encode((module.game, optional), order="deterministic")).digest()
        by_id = {entry.id: entry for entry in module.entries}
        for entry in module.entries:
            above = tuple(_above(entry, by_id))
            yield Unit(f"{slug}/entry/{entry.id}", module, (entry,), optional, shared, above)
        for kind, records in (("chart", module.charts), ("procedure", module.procedures)):
            for record in records:
                yield Unit(f"{slug}/{kind}/{record.id}", module, (record,), optional, shared)
        for term in module.terms:
            yield Unit(f"{slug}/term/{term_id(slug, term)}", module, (term,), optional, shared)


def documents(library: Library) -> Iterator[Document]:
    """Every document of every game."""
    for unit in units(library):
        yield from unit.documents()


def readable(markdown: str) -> str:
    """Markdown as one line of plain text."""
    return " ".join(_MARKUP.sub(" ", _LINK.sub(_said, markdown)).split())


def _said(link: re.Match[str]) -> str:
    return link[1].replace("-", " ")


def _above(entry: Entry, by_id: Mapping[str, Entry]) -> Iterator[str]:
    """Titles of the entries above it, the nearest first, four at most."""
    parent = by_id.get(entry.parent)
    for _ in range(4):
        if parent is None:
            return
        yield parent.title
        parent = by_id.get(parent.parent)


def _entry(entry: Entry, above: tuple[str, ...], module: GameModule) -> Document:
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
        lines=tuple(f"{point.mark} {readable(point.text)}".strip() for point in _searched(entry)),
        asked=entry.asked,
        authority=strongest,
        source=names.get(entry.document, entry.chapter),
        family=entry.family,
        parent=entry.parent,
        marks=tuple(_marks(entry, " ".join(above), module)),
    )


def _searched(entry: Entry) -> tuple[Point, ...]:
    """Return the points that search reads: without notes of the companion, unless there are no others."""
    rules = tuple(point for point in entry.points if point.authority != "companion")
    return rules or entry.points


def _marks(entry: Entry, above: str, module: GameModule) -> Iterator[str]:
    """What filters ask of an entry."""
    authorities = {point.authority for point in entry.points}
    yield "kind/rule"
    for name in ("erratum", "ruling"):
        if name in authorities:
            yield f"kind/{name}"
    if "optional" in f"{entry.title} {above} {entry.chapter}".lower():
        yield "optional/yes"
    printed = {point.mark for point in entry.points}
    for kind, names in module.game.limits.items():
        yield from (f"{kind}/{key}" for key, name in names.items() if name in printed)


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
        marks=("kind/chart",),
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
        marks=("kind/calculator",),
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
        marks=("kind/term",),
    )
