"""References of a record: calculators, charts, rules that it cites or that cite it, and its neighbours."""

from __future__ import annotations

from typing import NamedTuple

from companion.model import Chart, Entry, Term
from companion.model.procedure import LookUp, Shift
from companion.render.citations import links_to, same_number, used_by
from companion.render.entry import entry_title
from companion.render.neighbours import neighbours_of
from companion.workspace.context import AppContext


class Reference(NamedTuple):
    """A link to another record."""

    id: str
    words: str


def referred(context: AppContext, record: str) -> list[Reference]:
    """Return the references of an entry, a chart or a term, each record once."""
    found = context.library.find(record)
    match found[0] if found else context.library.term(record):
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
    listed = [Reference(each.id, f"Calculator: {each.title}") for each in used_by(entry, module)]
    listed += [
        Reference(each.id, f"Chart: {each.title}") for each in module.charts if each.cite in entry.cites
    ]
    linked = [by_id.get(link) for link in entry.links]
    listed += [Reference(each.id, f"See {entry_title(each)}") for each in linked if each is not None]
    listed += [Reference(each.id, f"Also {entry_title(each)}") for each in same_number(entry, module)]
    listed += [
        Reference(each.id, f"Part {entry_title(each)}") for each in module.entries if each.parent == entry.id
    ]
    listed += [Reference(each.id, f"Cited by {entry_title(each)}") for each in links_to(entry.id, module)]
    return _once(listed + _around(entry, context))


def _of_chart(chart: Chart, context: AppContext) -> list[Reference]:
    """The rules of a chart, the calculators that read it, and its neighbours."""
    listed = _cited(chart.cite, chart.game, context)
    for procedure in context.library.module(chart.game).procedures:
        read = {each.chart for each in procedure.every_step() if isinstance(each, LookUp | Shift)}
        if chart.id.partition(":")[2] in read:
            listed.append(Reference(procedure.id, f"Calculator: {procedure.title}"))
    return _once(listed + _around(chart, context))


def _around(record: Entry | Chart, context: AppContext) -> list[Reference]:
    found = neighbours_of(record, context.library.module(record.game))
    named = (("Above", found.above), ("Before", found.before), ("After", found.after))
    return [Reference(each.id, f"{word} {each.title}") for word, each in named if each is not None]


def _once(listed: list[Reference]) -> list[Reference]:
    once: dict[str, Reference] = {}
    for each in listed:
        once.setdefault(each.id, each)
    return list(once.values())


def _cited(cite: str, game: str, context: AppContext) -> list[Reference]:
    found = context.library.find(f"{game}:{cite}") if cite else []
    return [Reference(each.id, f"Rule {entry_title(each)}") for each in found if isinstance(each, Entry)]
