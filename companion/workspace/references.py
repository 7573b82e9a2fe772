"""References of a record: its calculators and charts, the rules that it cites or that cite it, its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.model import Chart, Entry, Procedure, Term
from companion.model.step import LookUp, Shift
from companion.render.citations import links_to, same_number, used_by
from companion.render.neighbours import neighbours_of
from companion.workspace.context import AppContext

Record = Entry | Chart | Procedure


class Reference(NamedTuple):
    """A link to another record."""

    id: str
    group: str
    """Calculators, Charts, Rules, See also, Parts, Cited by or Nearby."""
    title: str
    number: str = ""
    """Number of the rule, or citation of the chart or calculator; empty if there is none."""


def references_of(context: AppContext, record: str) -> list[Reference]:
    """Return the references of an entry, a chart or a term, each record once."""
    match context.library.first(record) or context.library.term(record):
        case Entry() as entry:
            return _references(entry, context)
        case Chart() as chart:
            return _of_chart(chart, context)
        case Term() as term:
            return _cited(term.cite, record.partition(":")[0], context)
    return []


def _references(entry: Entry, context: AppContext) -> list[Reference]:
    """Return the calculators, charts, links, parts and neighbours of an entry, and the entries that cite it."""
    module = context.library.module(entry.game)
    by_id = {other.id: other for other in module.entries}
    linked = [by_id[link] for link in entry.links if link in by_id]
    charts = [chart for chart in module.charts if chart.cite in entry.cites]
    parts = [part for part in module.entries if part.parent == entry.id]
    groups: tuple[tuple[str, Sequence[Record]], ...] = (
        ("Calculators", used_by(entry, module)),
        ("Charts", charts),
        ("See also", [*linked, *same_number(entry, module)]),
        ("Parts", parts),
        ("Cited by", links_to(entry.id, module)),
    )
    references = [_reference(group, record) for group, records in groups for record in records]
    return _without_duplicates(references + _nearby(entry, context))


def _reference(group: str, record: Record) -> Reference:
    if isinstance(record, Entry):
        return Reference(record.id, group, record.listed_title, ", ".join(record.numbers))
    return Reference(record.id, group, record.title, record.cite if record.cite != record.title else "")


def _of_chart(chart: Chart, context: AppContext) -> list[Reference]:
    """Return the rules of a chart, the calculators that read it, and its neighbours."""
    references = _cited(chart.cite, chart.game, context)
    for procedure in context.library.module(chart.game).procedures:
        charts = {step.chart for step in procedure.every_step() if isinstance(step, LookUp | Shift)}
        if chart.id.partition(":")[2] in charts:
            references.append(_reference("Calculators", procedure))
    return _without_duplicates(references + _nearby(chart, context))


def _nearby(record: Entry | Chart, context: AppContext) -> list[Reference]:
    around = neighbours_of(record, context.library.module(record.game))
    ids = [neighbour.id for neighbour in (around.above, around.before, around.after) if neighbour is not None]
    return [_reference("Nearby", context.library.find(record_id)[0]) for record_id in ids]


def _without_duplicates(references: list[Reference]) -> list[Reference]:
    first: dict[str, Reference] = {}
    for reference in references:
        first.setdefault(reference.id, reference)
    return list(first.values())


def _cited(cite: str, game: str, context: AppContext) -> list[Reference]:
    records = context.library.find(f"{game}:{cite}") if cite else []
    return [_reference("Rules", record) for record in records if isinstance(record, Entry)]
