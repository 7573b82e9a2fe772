"""Which procedures are whole. Of one that is not, an earlier one counts; what needs one that is not is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from companion.load.inputs import Charts, Others, filled, lenders
from companion.load.overlay import SourcedRecord
from companion.load.procedure_checks import check_procedure
from companion.load.records import Faults
from companion.model import Procedure
from companion.model.procedure import Use

Candidates = dict[str, list[SourcedRecord[Procedure]]]


class _Checked(NamedTuple):
    """A procedure with its choices written out, and what is wrong with it."""

    procedure: Procedure
    own: Faults
    """Its own faults, those of its shape among them."""
    between: Faults
    """Faults that lie between it and another procedure."""

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.own.found or self.between.found)


def usable_procedures(
    candidates: Candidates, charts: Charts, unread: Collection[str] = ()
) -> dict[str, Procedure]:
    """The procedures that can be played. Every fault is noted at the file where it stands.

    The last record of each id is tried. In each round those at the root of the trouble give way to the record
    before them, until nothing is wrong with what is left: what only suffers from another is tried again. `unread` are
    ids of procedures and charts that are written, but cannot be used.
    """
    held = {name: list(placed) for name, placed in candidates.items()}
    while True:
        checked = _check(held, charts, {*candidates, *unread} - set(held))
        broken = {name for name, each in checked.items() if not each.whole}
        if not broken:
            return {name: each.procedure for name, each in checked.items()}
        written = {name: placed[-1].record for name, placed in held.items()}
        for name in _roots(broken, written, checked):
            placed = held[name].pop()
            placed.faults.found = checked[name].own.found + checked[name].between.found
            if not held[name]:
                del held[name]


def _check(held: Candidates, charts: Charts, left_out: set[str]) -> dict[str, _Checked]:
    written = {name: placed[-1].record for name, placed in held.items()}
    others = Others(written, left_out)
    checked = {}
    for name, placed in held.items():
        file = placed[-1].faults
        own, between = Faults(file.file, file.tree), Faults(file.file, file.tree)
        own.found += file.found
        checked[name] = _Checked(filled(written[name], charts, others, own, between), own, between)
    complete = Others({name: each.procedure for name, each in checked.items()}, left_out)
    for each in checked.values():
        check_procedure(each.procedure, charts, complete, each.own, each.between)
    return checked


def _roots(broken: set[str], written: Mapping[str, Procedure], checked: Mapping[str, _Checked]) -> set[str]:
    """Those of `broken` that suffer from no other one, but for each other in a circle.

    Of a circle those with faults of their own, where there are any.
    """
    needs = {name: _needs(name, written) & broken for name in broken}
    roots = {name for name in broken if all(name in needs[other] for other in needs[name])}
    return {name for name in roots if checked[name].own.found} or roots


def _needs(name: str, written: Mapping[str, Procedure]) -> set[str]:
    """Ids of all that a procedure names, and they name, itself left out unless it is named in turn."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for each in _named_in(written[waiting.pop()]) & set(written):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _named_in(procedure: Procedure) -> set[str]:
    names = {step.procedure for step in procedure.every_step() if isinstance(step, Use)}
    names |= {name for each in procedure.inputs for name in lenders(each)}
    names |= {follow.procedure for follow in procedure.next if follow.procedure}
    return {f"{procedure.game}:{name}" for name in names}
