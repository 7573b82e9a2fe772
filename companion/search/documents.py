"""The documents that are indexed: one for each entry, chart, calculator and term."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from companion.model import Chart, Entry, GameModule, Library, Point, Procedure, Term, term_id
from companion.model.rulebook import unescaped
from companion.model.step import Tally

_LINK = re.compile(r"(?<!\\)\[\[(?:[a-z]+:)?([^\[\]]+)\]\]")
_NUMBER = re.compile(r"\d+(?:\.\d+)*[a-z]?(?![\w.])")
_MARKUP = re.compile(r"(?<!\\)[*_`]+")


class Document(NamedTuple):
    """An entry, chart, calculator or term as search reads it."""

    id: str
    game: str
    kind: str
    """entry, chart, procedure or term."""
    section: str
    """Printed number; empty if it has none."""
    numbers: tuple[str, ...]
    title: str
    above: str
    """Titles of the entries above it."""
    lines: tuple[str, ...]
    """Its text: a line for each point, row or modifier."""
    asked: tuple[str, ...]
    """Questions and phrases by which players ask for it."""
    authority: str
    """The strongest authority of its points."""
    source: str
    """Document or chart page it comes from."""
    family: str = ""
    """Heading under which its number is printed, if other headings have the same number."""
    parent: str = ""
    """Id of the entry above it."""
    marks: tuple[str, ...] = ()
    """Marks for filters, such as `kind/rule`, `battle/kolin` or `optional/yes`."""
    answers: tuple[int, ...] = ()
    """For each of the last questions in `asked`, the line that answers it; earlier questions have none."""


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
"""The authorities, strongest first."""


class IndexUnit(NamedTuple):
    """The smallest unit of the index: an entry, a chart, a calculator or a term."""

    key: str
    module: GameModule
    record: Entry | Chart | Procedure | Term
    optional: tuple[str, ...]
    """Numbers of the game's optional rules."""
    shared: bytes
    """Hash of the game data that all documents of the game depend on."""
    above: tuple[str, ...] = ()
    """Titles of the entries above an entry, the nearest first."""

    def digest(self) -> str:
        """Return a hash of everything its document depends on, which excludes the record's file, line and links."""
        record = self.record
        if isinstance(record, Entry):
            record = msgspec.structs.replace(record, file="", line=0, links=(), link_lines=())
        packed = msgspec.msgpack.encode((record, self.above), order="deterministic")
        return _hash(self.shared + packed).hexdigest()

    def document(self) -> Document:
        """Return the document of its record."""
        match self.record:
            case Entry() as entry:
                document = _entry(entry, self.above, self.module)
            case Chart() as chart:
                document = _chart(chart)
            case Procedure() as procedure:
                document = _procedure(procedure)
            case Term() as term:
                document = _term(term, self.module)
        if set(document.numbers).isdisjoint(self.optional):
            return document
        return document._replace(marks=(*document.marks, "optional/yes"))


def _hash(packed: bytes) -> hashlib.blake2b:
    return hashlib.blake2b(packed, digest_size=16)


def _optional_numbers(module: GameModule) -> tuple[str, ...]:
    """Return the numbers of the optional rules."""
    return tuple(number for entry in module.entries if entry.optional for number in entry.numbers)


def units(library: Library) -> Iterator[IndexUnit]:
    """Yield the index units of every game."""
    for module in library.modules:
        slug = module.game.slug
        optional = _optional_numbers(module)
        shared = _hash(msgspec.msgpack.encode((module.game, optional), order="deterministic")).digest()
        by_id = {entry.id: entry for entry in module.entries}
        for entry in module.entries:
            above = tuple(_above(entry, by_id))
            yield IndexUnit(f"{slug}/entry/{entry.id}", module, entry, optional, shared, above)
        for kind, records in (("chart", module.charts), ("procedure", module.procedures)):
            for record in records:
                yield IndexUnit(f"{slug}/{kind}/{record.id}", module, record, optional, shared)
        for term in module.terms:
            yield IndexUnit(f"{slug}/term/{term_id(slug, term)}", module, term, optional, shared)


def documents(library: Library) -> Iterator[Document]:
    """Yield every document of every game."""
    return (unit.document() for unit in units(library))


def readable(markdown: str) -> str:
    """Return Markdown as one line of plain text."""
    without_links = _LINK.sub(lambda link: link[1].replace("-", " "), markdown)
    without_marks = _MARKUP.sub("", without_links).replace("|", " ")
    return " ".join(unescaped(without_marks).split())


def _above(entry: Entry, by_id: Mapping[str, Entry]) -> Iterator[str]:
    """Yield the titles of the entries above an entry, the nearest first."""
    while (parent := by_id.get(entry.parent)) is not None:
        yield parent.title
        entry = parent


def _entry(entry: Entry, above: tuple[str, ...], module: GameModule) -> Document:
    names = {document.id: document.title for document in module.game.documents}
    lines, answers = _answered(entry)
    strongest = min((point.authority for point in entry.points), key=_STRENGTH.index, default="rule")
    return Document(
        id=entry.id,
        game=entry.game,
        kind="entry",
        section=entry.number,
        numbers=entry.numbers,
        title=entry.listed_title,
        above=" ".join(dict.fromkeys([*above, entry.chapter])),
        lines=lines,
        asked=entry.asked,
        authority=strongest,
        source=names.get(entry.document, entry.chapter),
        family=entry.family,
        parent=entry.parent,
        marks=tuple(_marks(entry, module)),
        answers=answers,
    )


def _answered(entry: Entry) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the lines of an entry, and the line that answers each question of its points.

    The line is -1 if the point is not searched.
    """
    searched = _searched(entry)
    lines: list[str] = []
    answers: list[int] = []
    for point in entry.points:
        answers += [len(lines) if point in searched else -1] * len(point.asked)
        lines += filter(None, _lines(point)) if point in searched else ()
    return tuple(lines), tuple(answers)


def _lines(point: Point) -> Iterator[str]:
    """Yield the text of a point, or each row of a table with the column heading before each cell."""
    if point.kind != "table":
        yield f"{point.mark} {readable(point.text)}".strip()
        return
    head, _, *rows = (_cells(row) for row in point.text.strip().splitlines())
    for first, *cells in rows:
        if len(cells) == 1:
            yield f"{first}: {cells[0]}"
        else:
            named = (f"{name} {cell}" for name, cell in zip(head[1:], cells, strict=False))
            yield f"{head[0]} {first}: {' | '.join(named)}"


def _cells(row: str) -> list[str]:
    return [readable(cell) for cell in row.strip().strip("|").split("|")]


def _searched(entry: Entry) -> tuple[Point, ...]:
    """Return the points without the companion's own notes; all points if there are only notes."""
    rules = tuple(point for point in entry.points if point.authority != "companion")
    return rules or entry.points


def _marks(entry: Entry, module: GameModule) -> Iterator[str]:
    """Yield the marks of an entry for filters."""
    authorities = {point.authority for point in entry.points}
    yield "kind/rule"
    for name in ("erratum", "ruling"):
        if name in authorities:
            yield f"kind/{name}"
    if entry.optional:
        yield "optional/yes"
    printed = {point.mark for point in entry.points}
    for kind, names in module.game.limits.items():
        yield from (f"{kind}/{key}" for key, name in names.items() if name in printed)


def _numbers(cite: str) -> tuple[str, tuple[str, ...]]:
    """Return the printed number at the beginning of a citation, alone and as a tuple; both empty for a heading."""
    match = _NUMBER.match(cite)
    return (match[0], (match[0],)) if match else ("", ())


def _chart(chart: Chart) -> Document:
    number, numbers = _numbers(chart.cite)
    lines = [f"{note.mark} {note.text}".strip() for note in chart.footnotes]
    lines += [f"{shade.colour}: {shade.means}" for shade in chart.shades]
    lines.append(f"{chart.rows_title} / {chart.columns_title}: {' | '.join(chart.columns)}")
    lines += [f"{row}: {' | '.join(cells)}" for row, cells in zip(chart.rows, chart.cells, strict=True)]
    head = (chart.id, chart.game, "chart", number, numbers, chart.title, "chart table")
    return Document(*head, tuple(lines), chart.asked, "chart", chart.page, marks=("kind/chart",))


def _procedure(procedure: Procedure) -> Document:
    number, numbers = _numbers(procedure.cite)
    lines = [procedure.summary, *procedure.notes, *(given.label for given in procedure.inputs)]
    for step in procedure.every_step():
        if isinstance(step, Tally):
            lines += [f"{modifier.label} {modifier.add}" for modifier in step.modifiers]
    head = (procedure.id, procedure.game, "procedure", number, numbers, procedure.title, "calculator")
    return Document(*head, tuple(lines), procedure.asked, "chart", "calculator", marks=("kind/calculator",))


def _term(term: Term, module: GameModule) -> Document:
    number, numbers = _numbers(term.cite)
    slug = module.game.slug
    head = (term_id(slug, term), slug, "term", number, numbers, term.term, "glossary")
    lines, asked = (" ".join(term.means.split()),), (*term.short, *term.also)
    return Document(*head, lines, asked, "reading", "glossary", marks=("kind/term",))
