"""Offers: answers from units, chits, settings and the clock, and changes that a result makes to a unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine import take_answers
from companion.model import Input, Refused
from companion.model.event import Chit
from companion.model.wording import value_words
from companion.play.clock import clock_names
from companion.play.state import Unit
from companion.play.units_and_notes import changed_facts, keep_unit, unit_answers
from companion.render.summary import labels
from companion.workspace.unit_facts import legal

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation
    from companion.workspace.context import AppContext


class Offer(NamedTuple):
    """Answers from one place."""

    source: str
    """Origin of the answers as the form shows it: `5th Texas`."""
    where: str
    """The unit of a list or the group that they are for; empty for the calculator's own questions."""
    answers: dict[str, Any]
    """By dotted path."""


class UnitChange(NamedTuple):
    """A change that a result makes to the facts of a unit."""

    unit: Unit
    facts: dict[str, Any]
    """The new values, by fact."""


def offers(calculation: Calculation, marked: tuple[str, ...] = ()) -> list[Offer]:
    """Return the offers for the questions that are open now.

    `marked` is the path of the question the player is at: inside a list, only its unit gets offers.
    Nothing is offered for a game that is not in play.
    """
    context, procedure = calculation.context, calculation.procedure
    if context.session.state.game != procedure.game:
        return []
    by_source: list[tuple[str, dict[str, Any]]] = []
    table = context.session.game_state
    for unit in table.units.values():
        facts = unit_answers(context.session, unit, procedure.id)
        by_source.append((unit.name, {path: value for path, value in facts.items() if value is not None}))
    for chit in _rated_chits(context, procedure.id):
        by_source.append((f"the chit of {chit.name}", {"rating": chit.rating}))
    for setting in context.module.scenarios.settings:
        if setting.name in table.settings:
            fills = setting.fills or (setting.name,)
            by_source.append((setting.label, dict.fromkeys(fills, table.settings[setting.name])))
    sequence = context.module.sequence
    if sequence is not None:
        now = clock_names(sequence, table.clock, context.position)
        clock = {path: now[name] for path, name in sequence.clock.fills.items() if name in now}
        by_source.append(("the clock", clock))
    made = (offer for source, answers in by_source for offer in _offers(calculation, source, answers, marked))
    return [offer for offer in made if _is_legal(calculation, offer)]


def _rated_chits(context: AppContext, procedure: str) -> list[Chit]:
    """Chits with a rating, if the calculator is one that the cup uses."""
    sequence = context.module.sequence
    uses = sequence.cup.uses if sequence is not None and sequence.cup is not None else ()
    if procedure not in {f"{context.game}:{use.procedure}" for use in uses}:
        return []
    return [chit for chit in context.session.game_state.cup.chits if chit.rating is not None]


def _offers(
    calculation: Calculation, source: str, answers: dict[str, Any], marked: tuple[str, ...]
) -> Iterator[Offer]:
    """Yield an offer for the calculator's own questions, and another for each group and each unit of a list."""
    inputs = {given.name: given for given in calculation.procedure.inputs}
    by_holder: dict[tuple[str, ...], dict[str, Any]] = {}
    for path, value in answers.items():
        name, _, field = path.partition(".")
        given = inputs.get(name)
        if given is None:
            continue
        if given.kind != "rows":
            by_holder.setdefault((name,) if field else (), {})[path] = value
            continue
        for number in _units_meant(calculation, given, marked):
            by_holder.setdefault((name, number), {})[f"{name}.{number}.{field}"] = value
    for holder, filled in by_holder.items():
        still_open = {path: value for path, value in filled.items() if _is_open(calculation, path)}
        if still_open:
            where = " ".join((inputs[holder[0]].label, *holder[1:])) if holder else ""
            yield Offer(source, where, still_open)


def _units_meant(calculation: Calculation, given: Input, marked: tuple[str, ...]) -> list[str]:
    """The numbers of the units of a list that an offer may be for."""
    if len(marked) > 1 and marked[0] == given.name:
        return [marked[1]]
    return [str(number) for number in range(1, calculation.sheet.units((given.name,)) + 1)]


def _is_open(calculation: Calculation, dotted: str) -> bool:
    path = tuple(dotted.split("."))
    asked = calculation.taken is not None and dotted in calculation.taken.asked
    sets = {given.name for given in calculation.procedure.inputs if given.kind == "set"}
    return asked and path[0] not in sets and calculation.sheet.at(path) is None


def _is_legal(calculation: Calculation, offer: Offer) -> bool:
    trial = calculation.sheet.copy()
    for path, value in offer.answers.items():
        trial.put(path, value)
    try:
        take_answers(calculation.procedure.inputs, trial.values)
    except Refused:
        return False
    return True


def offer_words(calculation: Calculation, offer: Offer) -> str:
    """`5th Texas for Firing unit 1: Strength points 5`."""
    paths = tuple(offer.answers)
    named = zip(labels(calculation.procedure, paths), offer.answers.values(), strict=True)
    where = f" for {offer.where}" if offer.where else ""
    return f"{offer.source}{where}: {', '.join(f'{label} {value_words(value)}' for label, value in named)}"


def accept(calculation: Calculation, offer: Offer) -> None:
    """Fill the offered answers in; the caller updates the calculation."""
    for path, value in offer.answers.items():
        calculation.sheet.fill(path, value, offer.source)


def unit_changes(calculation: Calculation) -> list[UnitChange]:
    """Return the units that a final result changes, without those that it has changed already."""
    context, resolution = calculation.context, calculation.resolution
    if resolution is None or not resolution.done or context.game != calculation.procedure.game:
        return []
    counting = context.session.counting() if calculation.applied else frozenset()
    values = {**resolution.inputs, **resolution.outcome}
    pending = []
    for unit in context.session.game_state.units.values():
        if calculation.applied.get(unit.name) in counting:
            continue
        facts = changed_facts(context.session, unit, calculation.procedure.id, values)
        facts = {name: value for name, value in facts.items() if legal(context.module, name, value)}
        if facts:
            pending.append(UnitChange(unit, facts))
    return pending


def apply(calculation: Calculation, change: UnitChange) -> None:
    """Change the unit. Raises NotSaved."""
    session = calculation.context.session
    keep_unit(session, change.unit.name, change.facts)
    calculation.applied[change.unit.name] = session.log[-1].id


def change_words(calculation: Calculation, change: UnitChange) -> str:
    """`5th Texas: Strength points 5 to 4 (Losses of the target)`."""
    units = calculation.context.module.units
    names = {fact.name: fact.label or fact.name for fact in units.facts}
    reasons = {
        each.fact: each.says
        for each in units.changes
        if f"{calculation.procedure.game}:{each.procedure}" == calculation.procedure.id
    }
    parts = []
    for fact, value in change.facts.items():
        why = f" ({reasons[fact]})" if reasons.get(fact) else ""
        was = change.unit.facts.get(fact)
        before = f"{value_words(was)} to " if was is not None else ""
        parts.append(f"{names[fact]} {before}{value_words(value)}{why}")
    return f"{change.unit.name}: {', '.join(parts)}"
