"""Where a record leads: calculators, charts, rules it names and that name it, what stands around it."""

from __future__ import annotations

from typing import NamedTuple

from companion.model import Chart, Entry, Term
from companion.model.procedure import LookUp, Shift
from companion.render import entry as render
from companion.render.around import around
from companion.workspace.context import Desk


class Reference(NamedTuple):
    """Something to go to from here."""

    id: str
    words: str


def referred(desk: Desk, record: str) -> list[Reference]:
    """What a record leads to, each once."""
    found = desk.library.find(record)
    match found[0] if found else desk.library.term(record):
        case Entry() as entry:
            return _references(entry, desk)
        case Chart() as chart:
            return _of_chart(chart, desk)
        case Term() as term:
            return _cited(term.cite, record.partition(":")[0], desk)
    return []


def _references(entry: Entry, desk: Desk) -> list[Reference]:
    """Calculators that use it, what it links to, what belongs to it, what links to it, what stands around it."""
    module = desk.library.module(entry.game)
    by_id = {each.id: each for each in module.entries}
    listed = [Reference(each.id, f"Calculator: {each.title}") for each in render.used_by(entry, module)]
    listed += [
        Reference(each.id, f"Chart: {each.title}") for each in module.charts if each.cite in entry.cites
    ]
    linked = [by_id.get(link) for link in entry.links]
    listed += [Reference(each.id, f"See {render.entry_title(each)}") for each in linked if each is not None]
    listed += [
        Reference(each.id, f"Also {render.entry_title(each)}") for each in render.same_number(entry, module)
    ]
    listed += [
        Reference(each.id, f"Part {render.entry_title(each)}")
        for each in module.entries
        if each.parent == entry.id
    ]
    listed += [
        Reference(each.id, f"Cited by {render.entry_title(each)}")
        for each in render.links_to(entry.id, module)
    ]
    return _once(listed + _around(entry, desk))


def _of_chart(chart: Chart, desk: Desk) -> list[Reference]:
    """The rules it belongs to, the calculators that read it, the charts beside it."""
    listed = _cited(chart.cite, chart.game, desk)
    for procedure in desk.library.module(chart.game).procedures:
        read = {each.chart for each in procedure.every_step() if isinstance(each, LookUp | Shift)}
        if chart.id.partition(":")[2] in read:
            listed.append(Reference(procedure.id, f"Calculator: {procedure.title}"))
    return _once(listed + _around(chart, desk))


def _around(record: Entry | Chart, desk: Desk) -> list[Reference]:
    found = around(record, desk.library.module(record.game))
    named = (("Above", found.above), ("Before", found.before), ("After", found.after))
    return [Reference(each.id, f"{word} {each.title}") for word, each in named if each is not None]


def _once(listed: list[Reference]) -> list[Reference]:
    once: dict[str, Reference] = {}
    for each in listed:
        once.setdefault(each.id, each)
    return list(once.values())


def _cited(cite: str, game: str, desk: Desk) -> list[Reference]:
    found = desk.library.find(f"{game}:{cite}") if cite else []
    return [
        Reference(each.id, f"Rule {render.entry_title(each)}") for each in found if isinstance(each, Entry)
    ]
