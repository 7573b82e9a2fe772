"""Where in the turn a rule is used."""

from __future__ import annotations

from companion.model import Entry, GameModule, Phase


def phases_of(entry: Entry, module: GameModule) -> list[str]:
    """Phases of the turn that cite the entry: in their head, a step, a reminder, or what is done in them."""
    sequence = module.sequence
    if sequence is None:
        return []
    cited = [(phase.id, cite) for phase in sequence.phases for cite in _phase_cites(phase)]
    cited += [(reminder.phase, reminder.cite) for reminder in sequence.reminders]
    if sequence.cup is not None:
        uses = [use.cite for use in sequence.cup.uses]
        cited += [(sequence.cup.phase, cite) for cite in (sequence.cup.cite, *uses)]
    if sequence.orders is not None:
        cited.append((sequence.orders.phase, sequence.orders.cite))
        cited += [(check.phase, check.cite) for check in sequence.orders.checks]
    titles = {phase.id: phase.title for phase in sequence.phases}
    own = set(entry.cites)
    return list(dict.fromkeys(titles.get(phase, "start of the turn") for phase, cite in cited if cite in own))


def _phase_cites(phase: Phase) -> list[str]:
    return [phase.cite, *(step.cite for step in phase.steps)]
