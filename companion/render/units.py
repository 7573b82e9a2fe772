"""Units at the table as lines and as JSON."""

from __future__ import annotations

from typing import Any

from companion.engine.answers import domain_words
from companion.model import GameModule, Input, Refused, UnitFact
from companion.play.state import GameState, Unit
from companion.render.text import value_words, wrapped


def fact_input(module: GameModule, fact: UnitFact) -> Input:
    """The calculator's input whose domain a fact has. Raises Refused where there is none."""
    name, _, path = fact.like.partition(".")
    procedure = next((each for each in module.procedures if each.id == f"{module.game.slug}:{name}"), None)
    inputs = procedure.inputs if procedure else ()
    found: Input | None = None
    for step in path.split("."):
        found = next((each for each in inputs if each.name == step), None)
        inputs = found.fields if found else ()
    if found is None:
        raise Refused(f"{fact.name} cannot be kept: no calculator asks {fact.like}")
    return found


def units_json(module: GameModule, table: GameState) -> dict[str, Any]:
    """The units, and what may be kept of one."""
    return {
        "units": [unit_json(each) for each in table.units.values()],
        "facts": [
            {
                "name": fact.name,
                "label": fact.label or fact.name,
                "domain": domain_words(fact_input(module, fact), {}),
                "fills": list(fact.fills),
            }
            for fact in module.units.facts
        ],
    }


def unit_json(unit: Unit) -> dict[str, Any]:
    """One unit."""
    return {"name": unit.name, "side": unit.side or None, "facts": dict(unit.facts)}


def units_lines(module: GameModule, table: GameState, width: int) -> list[str]:
    """The units, side by side; without any, what may be kept of one."""
    lines: list[str] = []
    for each in sorted(table.units.values(), key=lambda unit: (unit.side, unit.name)):
        lines += wrapped(unit_words(module, each), width, "", "  ")
    if lines:
        return lines
    lines = ["No unit is kept. What may be kept of one:"]
    for fact in module.units.facts:
        domain = domain_words(fact_input(module, fact), {})
        lines += wrapped(f"{fact.name}: {fact.label or fact.name}, {domain}", width, "  ", "    ")
    return lines if module.units.facts else [f"{module.game.name} keeps nothing of units."]


def unit_words(module: GameModule, unit: Unit) -> str:
    """`20th Maine (Union): Morale rating B, Strength points 5`."""
    labels = {fact.name: fact.label or fact.name for fact in module.units.facts}
    facts = [f"{labels.get(name, name)} {value_words(value)}" for name, value in unit.facts.items()]
    side = f" ({unit.side})" if unit.side else ""
    return f"{unit.name}{side}: {', '.join(facts) or 'nothing kept'}"
