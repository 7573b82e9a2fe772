"""Units in calculators: the parts they take, the answers they give, and the changes that results make to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from companion.formula import FormulaError, Unanswered, compiled
from companion.model import GameModule, PhaseStep, Procedure, UnitChange, UnitPart
from companion.model.answer_path import with_answer
from companion.model.scenario import UnitBar
from companion.play.state import Unit


def parts_of(module: GameModule, procedure: Procedure) -> dict[str, UnitPart]:
    """Return the parts that units take in a calculator, by id.

    A calculator without parts in units.yaml has one for its own inputs if facts fill any of them or its result changes
    units, and one for each group and list that facts fill.
    """
    short = procedure.id.partition(":")[2]
    declared = [part for part in module.units.parts if part.procedure == short]
    return {part.id: part for part in declared or _parts_by_fills(module, procedure, short)}


def _parts_by_fills(module: GameModule, procedure: Procedure, short: str) -> Iterator[UnitPart]:
    fills = {path: fact.name for fact in module.units.facts for path in fact.fills}
    own = {field.name: fills[field.name] for field in procedure.inputs if field.name in fills}
    if own or any(change.procedure == short for change in module.units.changes):
        yield UnitPart(procedure=short, id="", title="", answers=own)
    for group in procedure.inputs:
        paths = {field.name: f"{group.name}.{field.name}" for field in group.fields}
        filled = {name: path for name, path in paths.items() if path in fills}
        if not filled:
            continue
        if group.kind == "rows":
            answers = {name: fills[path] for name, path in filled.items()}
            yield UnitPart(
                procedure=short, id=group.name, title=group.label, answers=answers, rows=group.name
            )
        else:
            answers = {path: fills[path] for path in filled.values()}
            yield UnitPart(procedure=short, id=group.name, title=group.label, answers=answers)


def role_of(procedure: Procedure, part: str) -> str:
    """Return the role that the unit of a part plays: the one with the part's id, or the only one; empty for none."""
    roles = [role.name for role in procedure.named_roles]
    return part if part in roles else "" if part and procedure.roles else roles[0]


def units_named(
    module: GameModule, procedure: Procedure, units: Mapping[str, Unit], names: Mapping[str, str]
) -> dict[str, str]:
    """Return the units named in `names` (by role), by the part of their role; parts that are lists take none."""
    spellings = {unit.name.casefold(): unit.name for unit in units.values()}
    named: dict[str, str] = {}
    for role, name in names.items():
        parts = [part for part in parts_of(module, procedure).values() if role_of(procedure, part.id) == role]
        unit = spellings.get(" ".join(name.split()).casefold())
        if len(parts) == 1 and not parts[0].rows and unit is not None:
            named[parts[0].id] = unit
    return named


def part_answers(
    part: UnitPart, unit: Unit, row: str = "", before: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the answers that a unit gives in a part, by dotted path; `row` is its number if the part is a list.

    `before`: its facts before the exchange, `before.FACT` in formulas; by default the current ones. An unknown fact
    answers nothing. A fact ticks members of a set, but never unticks one.
    """
    above = f"{part.rows}.{row}." if part.rows else ""
    facts = _known(unit.facts)
    facts = {"before": _known(before) if before is not None else facts, **facts}
    answers = answers_by_facts(part.answers, facts)
    return {f"{above}{path}": value for path, value in answers.items() if value or "=" not in path}


def answers_by_facts(formulas: Mapping[str, str], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of formulas over facts, by name; omits formulas that read an unknown fact."""
    known, answers = _known(facts), {}
    for name, formula in formulas.items():
        try:
            value = compiled(formula)(known)
        except (Unanswered, FormulaError):
            continue
        if value is not None:
            answers[name] = value
    return answers


def _known(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}


def units_of_step(step: PhaseStep, units: Iterable[Unit], side: str) -> list[Unit]:
    """Return the units that a step of a phase is for, in the phase of a `side` without units of other sides.

    Omits units for which a fact that decides is unknown.
    """
    candidates = (unit for unit in units if step.units and (not side or unit.side in ("", side)))
    return [unit for unit in candidates if _holds(step.units, _known(unit.facts))]


def _holds(formula: str, names: Mapping[str, Any]) -> bool:
    """Whether a condition is true; one that reads an unknown name is not."""
    try:
        return bool(compiled(formula)(names))
    except (Unanswered, FormulaError):
        return False


def fits(part: UnitPart, unit: Unit) -> bool:
    """Whether a unit may take a part, as far as its facts are known."""
    try:
        return bool(compiled(part.fits)(_known(unit.facts)))
    except (Unanswered, FormulaError):
        return True


def barred(part: UnitPart, unit: Unit) -> UnitBar | None:
    """Return the first reason for which a unit's known facts bar it from a part; None if it is not barred."""
    facts = _known(unit.facts)
    return next((bar for bar in part.bars if _holds(bar.when, facts)), None)


def changed_facts(
    module: GameModule, part: UnitPart, unit: Unit, values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the facts of a unit that a result changes, with their new values; None for a fact no longer known.

    `values`: from `named_values`. Formulas also read `was` (the old value of the fact) and `before.FACT` (that of any
    fact). If several changes affect a fact, the last one counts.
    """
    changes: dict[str, Any] = {}
    before = {**values, "before": _known(unit.facts)}
    for change in _changes_of(module, part):
        was = unit.facts.get(change.fact)
        names = {**before, "was": was} if was is not None else before
        if change.fact and _holds(change.when, names):
            with suppress(Unanswered, FormulaError):
                changes[change.fact] = compiled(change.to)(names)
    return {fact: value for fact, value in changes.items() if value != unit.facts.get(fact)}


def is_removed(module: GameModule, part: UnitPart, values: Mapping[str, Any]) -> bool:
    """Whether a result removes the unit in a part; `values` are from `named_values`."""
    changes = _changes_of(module, part)
    return any(change.removes == "yes" and _holds(change.when, values) for change in changes)


def named_values(inputs: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers and results by the names that `changes` read; `outcome` is by dotted name.

    A result `target.state` replaces the answer of that name.
    """
    values: dict[str, Any] = dict(inputs)
    for dotted, value in outcome.items():
        values = with_answer(values, dotted, value)
    return values


def _changes_of(module: GameModule, part: UnitPart) -> Iterator[UnitChange]:
    whose = (part.procedure, part.id)
    return (change for change in module.units.changes if (change.procedure, change.part) == whose)
