"""Citations of a rule: by other rules, by calculators, and in the turn."""

from __future__ import annotations

from collections.abc import Collection

from companion.model import Entry, GameModule, Procedure
from companion.model.step import Tally


def links_to(entry_id: str, module: GameModule) -> list[Entry]:
    """Return the entries that link to this one."""
    return [other for other in module.entries if entry_id in other.links and other.id != entry_id]


def same_number(entry: Entry, module: GameModule) -> list[Entry]:
    """Return the other entries with the same printed number; empty for a chart's name."""
    if not entry.number[:1].isdigit():
        return []
    return [other for other in module.entries if entry.number in other.numbers and other.id != entry.id]


def used_by(entry: Entry, module: GameModule) -> list[Procedure]:
    """Return the calculators that cite the entry, in their head, an input or a modifier."""
    return procedures_citing(entry.cites, module)


def procedures_citing(own: Collection[str], module: GameModule) -> list[Procedure]:
    """Return the calculators with one of these citations in their head, an input or a modifier."""
    procedures = []
    for procedure in module.procedures:
        cites = {procedure.cite, *(question.cite for question in procedure.inputs)}
        for step in procedure.every_step():
            if isinstance(step, Tally):
                cites |= {modifier.cite for modifier in step.modifiers}
        if cites & set(own):
            procedures.append(procedure)
    return procedures


def phases_of(entry: Entry, module: GameModule) -> list[str]:
    """Return the titles of the phases that cite the entry, also in a step, a reminder, the cup or an order check."""
    return phases_citing(entry.cites, module)


def phases_citing(own: Collection[str], module: GameModule) -> list[str]:
    """Return the titles of the phases with one of these citations."""
    sequence = module.sequence
    if sequence is None:
        return []
    cited = [
        (phase.id, cite)
        for phase in sequence.phases
        for cite in (phase.cite, *(step.cite for step in phase.steps))
    ]
    cited += [(reminder.phase, reminder.cite) for reminder in sequence.reminders]
    if sequence.cup is not None:
        uses = [use.cite for use in sequence.cup.uses]
        cited += [(sequence.cup.phase, cite) for cite in (sequence.cup.cite, *uses)]
    if sequence.orders is not None:
        cited.append((sequence.orders.phase, sequence.orders.cite))
        cited += [(check.phase, check.cite) for check in sequence.orders.checks]
    titles = {phase.id: phase.title for phase in sequence.phases}
    return list(dict.fromkeys(titles.get(phase, "start of the turn") for phase, cite in cited if cite in own))
