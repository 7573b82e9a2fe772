"""The changes that a result makes to units, which the player sees before they are logged as one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.errors import shortened
from companion.model import GameModule, NotFound, UnitPart
from companion.model.event import Calculated, UnitDropped, UnitKept
from companion.model.library import nearest
from companion.model.wording import value_words
from companion.play.state import Unit
from companion.play.unit_parts import changed_facts, is_removed, named_values, parts_of
from companion.play.unit_results import RESULT, UnitChange, changed_unit, unapplied
from companion.workspace.unit_facts import fact_value_words, legal

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.workspace.calculation import Calculation


class Version(NamedTuple):
    """A calculation in the log."""

    id: int
    event: Calculated


class Applied(NamedTuple):
    """An earlier version of a result, as applied to a unit."""

    before: Unit
    """The unit before any version was applied."""
    values: dict[str, Any]
    """Answers and results of that version."""


def applied_to(calculation: Calculation, before: int = 0) -> dict[tuple[str, str], Applied]:
    """Return the changes already made by the logged result or a corrected version, by part and name of the unit.

    `before`: line of the log up to which changes count; 0 for all.
    """
    session = calculation.context.session
    counting = session.counting()
    versions = {line.id: line.event for line in _versions(session, calculation.logged_line)}
    applied: dict[tuple[str, str], Applied] = {}
    values: dict[str, Any] = {}
    for line in session.log if versions else ():
        event = line.event
        if line.id == before:
            break
        if line.id in versions:
            values = named_values(versions[line.id].inputs, versions[line.id].outcome)
        elif isinstance(event, UnitKept | UnitDropped) and event.result in versions and line.id in counting:
            key = (event.part, event.name)
            units = session.state_before(line.id).of_game(line.game).units
            unit = applied[key].before if key in applied else units[event.name]
            applied[key] = Applied(unit, values)
    return applied


def _versions(session: Session, line: int) -> Iterator[Version]:
    """Yield the calculation in a line, and those that it corrects, as far as they count."""
    counting = session.counting()
    while line:
        event = session.event(line).event
        if not isinstance(event, Calculated):
            return
        if line in counting:
            yield Version(line, event)
        line = event.amends


def facts_before(calculation: Calculation) -> dict[str, dict[str, Any]]:
    """Return, by name, the facts of the units that took part, from before the result was applied to them."""
    units = calculation.context.session.state.of_game(calculation.procedure.game).units
    before = {name: applied.before for (_, name), applied in applied_to(calculation).items()}
    names = dict.fromkeys([*calculation.sheet.units.values(), *before])
    participants = {name: before.get(name) or units.get(name) for name in names}
    return {name: dict(unit.facts) for name, unit in participants.items() if unit is not None}


def due_changes(calculation: Calculation) -> list[UnitChange]:
    """Return how a final result changes the units that took part, and those that an older version of it changed."""
    parts = parts_of(calculation.module, calculation.procedure)
    taking_part = [(key.partition(".")[0], name) for key, name in calculation.sheet.units.items()]
    applied = applied_to(calculation)
    pairs = ((parts[part], name) for part, name in dict.fromkeys([*taking_part, *applied]) if part in parts)
    return list(_changes(calculation, pairs, applied))


def possible_changes(calculation: Calculation) -> list[UnitChange]:
    """Return how a final result would change other units, if they took the parts that no unit took."""
    units = calculation.context.session.game_state.units
    applied = applied_to(calculation)
    taken = {key.partition(".")[0] for key in calculation.sheet.units} | {part for part, _ in applied}
    open_parts = [
        part for part in parts_of(calculation.module, calculation.procedure).values() if part.id not in taken
    ]
    others = [name for name in units if name not in calculation.sheet.units.values()]
    return list(_changes(calculation, ((part, name) for part in open_parts for name in others), applied))


def _changes(
    calculation: Calculation,
    units: Iterable[tuple[UnitPart, str]],
    applied: Mapping[tuple[str, str], Applied],
) -> Iterator[UnitChange]:
    context, resolution, module = calculation.context, calculation.resolution, calculation.module
    if resolution is None or not resolution.done or context.game != calculation.procedure.game:
        return
    values = named_values(resolution.inputs, resolution.outcome)
    for part, name in units:
        earlier = applied.get((part.id, name))
        unit = context.session.game_state.units.get(name)
        if earlier is None:
            change = changed_unit(module, part, unit, values)
        else:
            change = _corrected(module, part, unit, earlier, values)
        yield from legal_changes(module, [change] if change is not None else [])


def legal_changes(module: GameModule, changes: Iterable[UnitChange]) -> Iterator[UnitChange]:
    """Yield changes without invalid values of facts."""
    for change in changes:
        facts = {
            fact: value for fact, value in change.facts.items() if value is None or legal(module, fact, value)
        }
        if facts or change.how != "changes":
            yield change._replace(facts=facts)


def _corrected(
    module: GameModule, part: UnitPart, unit: Unit | None, earlier: Applied, values: Mapping[str, Any]
) -> UnitChange | None:
    """Return how a unit changes if a corrected result replaces the one that was applied; None if it does not."""
    was_removed, removed = is_removed(module, part, earlier.values), is_removed(module, part, values)
    if removed:
        return UnitChange(unit, {}, part, "removes") if unit is not None else None
    if was_removed:
        facts = {**earlier.before.facts, **changed_facts(module, part, earlier.before, values)}
        return UnitChange(earlier.before, facts, part, "restores") if unit is None else None
    if unit is None:
        return None
    facts = exchanged(unit.facts, *facts_after(module, part, earlier, values))
    return UnitChange(unit, facts, part) if facts else None


def facts_after(
    module: GameModule, part: UnitPart, earlier: Applied, values: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the facts of a unit after the result that was applied, and after a corrected result with `values`."""
    facts = earlier.before.facts
    old, new = (changed_facts(module, part, earlier.before, named) for named in (earlier.values, values))
    return {**facts, **old}, {**facts, **new}


def exchanged(facts: Mapping[str, Any], was: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes to current `facts` when a corrected result replaces the one that was applied.

    `was` and `wanted`: the facts after the applied and after the corrected result. A number changes by the difference.
    Any other fact changes only if it still has the value from the applied result.
    """
    changes: dict[str, Any] = {}
    for fact in dict.fromkeys([*was, *wanted]):
        old, now, new = was.get(fact), facts.get(fact), wanted.get(fact)
        if old == new:
            continue
        if now == old:
            changes[fact] = new
        elif all(type(value) is int for value in (old, now, new)):
            changes[fact] = now + new - old  # type: ignore[operator]
    return changes


def unit_events(changes: Iterable[UnitChange], line: int) -> list[UnitKept | UnitDropped]:
    """Return changes as events, made by the result in a line of the log."""
    return [
        UnitDropped(unit.name, line, part.id)
        if how == "removes"
        else UnitKept(unit.name, facts, unit.side if how == "restores" else "", line, part.id)
        for unit, facts, part, how in changes
    ]


def apply(calculation: Calculation, changes: Iterable[UnitChange]) -> None:
    """Log the result if needed, then change the units in one step; from now on they take part. Raises NotSaved."""
    changes = list(changes)
    for change in changes:
        if not change.part.rows:
            calculation.sheet.units[change.part.id] = change.unit.name
    calculation.commit()
    calculation.context.session.add(*unit_events(changes, calculation.logged_line))


def result_changes(session: Session, prompt: str) -> list[UnitChange]:
    """Return the changes that the result of a prompt makes; empty if it makes none, or if there is no such prompt."""
    results = [result for result in unapplied(session) if f"{RESULT}{result.line}" == prompt]
    return [change for result in results for change in legal_changes(session.module, result.changes)]


def apply_result(session: Session, prompt: str) -> str:
    """Apply the result of a prompt to its units in one step; return the changes in words. Raises NotFound."""
    changes = result_changes(session, prompt)
    if not changes:
        known = [f"{RESULT}{result.line}" for result in unapplied(session)]
        raise NotFound(f"{shortened(prompt)} is not a result that is due{nearest(prompt, known)}")
    session.add(*unit_events(changes, int(prompt.removeprefix(RESULT))))
    return changes_words(session.module, changes)


def changes_words(module: GameModule, changes: Iterable[UnitChange]) -> str:
    """Return changes in words, joined by semicolons."""
    return "; ".join(change_words(module, change) for change in changes)


def change_words(module: GameModule, change: UnitChange) -> str:
    """Return a change in words: `5th Texas: Strength points 6 -> 5, Shaken (SH) -> Disorganized (DG)`."""
    if change.how != "changes":
        return f"{change.unit.name}: {'removed' if change.how == 'removes' else 'restored'}"
    names = {fact.name: fact.label or fact.name.replace("_", " ") for fact in module.units.facts}
    facts = ", ".join(
        _fact_words(module, fact, names[fact], change.unit.facts.get(fact), value)
        for fact, value in change.facts.items()
    )
    return f"{change.unit.name}: {facts}"


def _fact_words(module: GameModule, fact: str, label: str, was: Any, value: Any) -> str:
    before, after = (fact_value_words(module, fact, known) for known in (was, value))
    named = f"{label} " if before in ("", value_words(was)) or not after else ""
    return f"{named}{before or 'unknown'} -> {after or 'unknown'}"
