"""Units of the session as lines and as JSON."""

from __future__ import annotations

from typing import Any

from companion.engine.answers import domain_words
from companion.model import GameModule, Input, Refused, UnitFact
from companion.model.answer_path import input_at
from companion.model.wording import value_words
from companion.play.state import GameState, Unit
from companion.render.documents import document
from companion.render.text import listed, section


def fact_input(module: GameModule, fact: UnitFact) -> Input:
    """Return the calculator input whose domain a fact uses. Raises Refused if there is none."""
    name, _, path = fact.like.partition(".")
    procedure = module.find_procedure(f"{module.game.slug}:{name}")
    question = input_at(procedure.inputs, path) if procedure else None
    if question is None:
        raise Refused(f"{fact.name} cannot be recorded: no calculator asks for {fact.like}")
    return question


def units_json(module: GameModule, table: GameState) -> dict[str, Any]:
    """Return the units, and the facts that a unit can have."""
    facts = [
        document(fact, label=fact.label or fact.name, domain=domain_words(fact_input(module, fact), {}))
        for fact in module.units.facts
    ]
    return {"units": [document(unit) for unit in table.units.values()], "facts": facts}


def units_lines(module: GameModule, table: GameState, width: int) -> list[str]:
    """Return the units by side; if there are none, the facts that a unit can have."""
    units = sorted(table.units.values(), key=lambda unit: (unit.side, unit.name))
    if units:
        return listed((unit_words(module, unit) for unit in units), width, "", "  ")
    if not module.units.facts:
        return [f"{module.game.name} has no unit facts."]
    facts = (
        f"{fact.name}: {fact.label or fact.name}, {domain_words(fact_input(module, fact), {})}"
        for fact in module.units.facts
    )
    return section("No units yet. Facts a unit can have:", facts, width)


def unit_words(module: GameModule, unit: Unit) -> str:
    """Return a unit, as in `20th Maine (Union): Morale rating B, Strength points 5`."""
    labels = {fact.name: fact.label or fact.name for fact in module.units.facts}
    facts = [f"{labels.get(name, name)} {value_words(value)}" for name, value in unit.facts.items()]
    side = f" ({unit.side})" if unit.side else ""
    return f"{unit.name}{side}: {', '.join(facts) or 'no facts'}"
