"""References of a record: calculators, charts, rules that it cites or that cite it, and its neighbours."""

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
    """Number of the rule, or the rule of a chart or calculator; empty if there is none."""


def referred(context: AppContext, record: str) -> list[Reference]:
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
    """The calculators, charts, links, parts and neighbours of an entry, and the entries that cite it."""
    module = context.library.module(entry.game)
    by_id = {each.id: each for each in module.entries}
    linked = [each for each in (by_id.get(link) for link in entry.links) if each is not None]
    charts = [each for each in module.charts if each.cite in entry.cites]
    parts = [each for each in module.entries if each.parent == entry.id]
    groups: tuple[tuple[str, Sequence[Record]], ...] = (
        ("Calculators", used_by(entry, module)),
        ("Charts", charts),
        ("See also", [*linked, *same_number(entry, module)]),
        ("Parts", parts),
        ("Cited by", links_to(entry.id, module)),
    )
    listed = [_reference(group, each) for group, records in groups for each in records]
    return _once(listed + _around(entry, context))


def _reference(group: str, record: Record) -> Reference:
    if isinstance(record, Entry):
        return Reference(record.id, group, record.listed_title, ", ".join(record.numbers))
    return Reference(record.id, group, record.title, record.cite if record.cite != record.title else "")


def _of_chart(chart: Chart, context: AppContext) -> list[Reference]:
    """The rules of a chart, the calculators that read it, and its neighbours."""
    listed = _cited(chart.cite, chart.game, context)
    for procedure in context.library.module(chart.game).procedures:
        read = {each.chart for each in procedure.every_step() if isinstance(each, LookUp | Shift)}
        if chart.id.partition(":")[2] in read:
            listed.append(_reference("Calculators", procedure))
    return _once(listed + _around(chart, context))


def _around(record: Entry | Chart, context: AppContext) -> list[Reference]:
    found = neighbours_of(record, context.library.module(record.game))
    places = [each.id for each in (found.above, found.before, found.after) if each is not None]
    records = [context.library.find(place)[0] for place in places]
    return [_reference("Nearby", each) for each in records]


def _once(listed: list[Reference]) -> list[Reference]:
    once: dict[str, Reference] = {}
    for each in listed:
        once.setdefault(each.id, each)
    return list(once.values())


def _cited(cite: str, game: str, context: AppContext) -> list[Reference]:
    found = context.library.find(f"{game}:{cite}") if cite else []
    return [_reference("Rules", each) for each in found if isinstance(each, Entry)]
