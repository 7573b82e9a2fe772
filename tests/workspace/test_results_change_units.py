"""Every result that names a new value of a kept fact changes that fact of its unit, in every game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.engine import Engine, parse_rolls
from companion.formula.evaluation import names_read
from companion.model import GameModule, Library, OutcomeName, Procedure
from companion.play.state import Unit
from companion.play.unit_parts import changed_facts, is_removed, named_values, parts_of
from companion.workspace.unit_facts import fact_form, legal
from tests.worked_examples import examples_of

GAMES = ("aor", "bar", "bp", "lob", "pub")
COSTS = {"loss", "losses", "casualties", "recovered", "destroyed", "eliminated", "surrenders", "killed"}
"""Words in the name or in a value of a result that costs a unit strength, its leader, or itself."""
NOT_KEPT = {
    "aor:combat-strength strength": "the strength in this combat alone",
    "aor:morale-modifier morale": "the morale in this check alone",
    "aor:random-event event": "names whose event it is",
    "aor:general-retreat-allowed least_losses": "a limit",
    "bar:firing-strength sps": "the points that may fire",
    "bar:close-combat-modifier sps": "the points that count in this combat",
    "bar:movement-cost cost": "a cost in movement points",
    "bar:stack-loss infantry": "the share of a loss that is applied already",
    "bar:stack-loss artillery": "the share of a loss that is applied already",
    "bp:shoot casualties": "total has all casualties",
    "bp:morale-saves casualties": "total has all casualties",
    "lob:charge end": "the losses say it",
    "lob:charge result": "defender_state says it",
    "lob:fire leader_loss_check": "a check that follows",
    "lob:fire sps": "the points that fire",
    "lob:fire column": "a column of the table",
    "lob:shot fire_losses": "losses has all of them",
    "lob:shot result": "target_state says it",
    "lob:opening-volley leader_loss_check": "a check that follows",
    "lob:morale-check result": "state says it",
    "lob:additive-morale ignore_retreat_and_loss": "what does not happen",
    "lob:charge-loss leader_loss_check": "a check that follows",
    "lob:attack-recovery recovered": "the recovery of a division from its attack, which is not kept",
    "lob:movement-cost cost": "a cost in movement points",
    "pub:combat-round attacker.state": "attacker_end says it",
    "pub:combat-round defender.state": "defender_end says it",
    "pub:bombardment target_end": "target.state says it",
}
"""Results that name no new value of a kept fact although a word of them does, each with the reason."""


def resolved_examples(procedure: str) -> list[dict[str, Any]]:
    """Return the worked examples of a calculator that have a result."""
    return [example for _, example in examples_of(procedure) if not example.get("refused")]


def words_of(outcome: OutcomeName, procedure: str) -> set[str]:
    """Return the words in the name of a result, in its named values, and in its values in the worked examples."""
    values = {str(example.get("outcome", {}).get(outcome.name)) for example in resolved_examples(procedure)}
    texts = {outcome.name, *outcome.words, *values}
    return {word for text in texts for word in re.split(r"[._ ]", text)} | texts


def words_of_facts(module: GameModule) -> set[str]:
    """Return the names of the kept facts, the keys of their choices, and the words that cost a unit something."""
    inputs = fact_form(module, "").inputs
    return {given.name for given in inputs} | {each.key for given in inputs for each in given.choices} | COSTS


def read_by_changes(module: GameModule, procedure: Procedure) -> set[str]:
    """Return the dotted names that the changes of a calculator read."""
    changes = (
        each for each in module.units.changes if f"{module.game.slug}:{each.procedure}" == procedure.id
    )
    formulas = (text for change in changes for text in (change.to, change.when) if text)
    return {".".join(path) for text in formulas for path in names_read(text)}


def test_each_result_that_names_a_kept_fact_changes_it(library: Library) -> None:
    """A new calculator, and a new value of a result, needs its change in units.yaml, or a reason here."""
    without = set()
    for module in map(library.module, GAMES):
        known = words_of_facts(module)
        for procedure in module.procedures:
            read = read_by_changes(module, procedure)
            without |= {
                f"{procedure.id} {outcome.name}"
                for outcome in procedure.outcome
                if words_of(outcome, procedure.id) & known and outcome.name not in read
            }
    assert without == set(NOT_KEPT)


def typical_units(module: GameModule) -> list[Unit]:
    """Return a unit with counts alone, one with every fact, and one for each choice of a fact that a change reads."""
    inputs = fact_form(module, "").inputs
    counts = {given.name: max(4, given.least or 0) for given in inputs if given.kind == "number"}
    states = {
        given.name: given.choices[0].key if given.choices else True
        for given in inputs
        if given.kind in ("choice", "yes-no", "borrowed")
    }
    read = {path[1] for each in module.units.changes for path in names_read(each.when) if path[0] == "before"}
    choices = ((given.name, choice.key) for given in inputs if given.name in read for choice in given.choices)
    return [
        Unit("counted", "", counts),
        Unit("known", "", {**states, **counts}),
        *(Unit(f"{name} {key}", "", {**counts, name: key}) for name, key in choices),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_each_change_happens_in_an_example_and_is_legal(game: str, library: Library, engine: Engine) -> None:
    """A change that reads an answer instead of the result never happens; one with an illegal value is never offered."""
    module = library.module(game)
    happened, illegal = set(), set()
    for procedure in module.procedures:
        short = procedure.id.partition(":")[2]
        mine = [part for part in parts_of(module, procedure).values() if part.procedure == short]
        if all(change.procedure != short for change in module.units.changes):
            continue
        for example in resolved_examples(procedure.id):
            rolls = (
                parse_rolls(example["rolls"])
                if isinstance(example.get("rolls"), str)
                else example.get("rolls")
            )
            resolution = engine.resolve(procedure.id, example["inputs"], rolls, flips=False)
            values = named_values(resolution.inputs, resolution.outcome)
            for part in mine if resolution.done else ():
                if is_removed(module, part, values):
                    happened.add((short, part.id, ""))
                for unit in typical_units(module):
                    facts = changed_facts(module, part, unit, values)
                    happened |= {(short, part.id, fact) for fact in facts}
                    illegal |= {
                        (short, fact, value)
                        for fact, value in facts.items()
                        if value is not None and not legal(module, fact, value)
                    }
    assert illegal == set()
    assert {(each.procedure, each.part, each.fact) for each in module.units.changes} == happened
