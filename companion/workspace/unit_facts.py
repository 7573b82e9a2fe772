"""What is kept of units, as questions of a form: each fact has the domain of the input it is like."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.answers import Taken, typed_answer
from companion.model import Choice, GameModule, Input, Procedure, Refused
from companion.model.scenario import UnitFact
from companion.render.text import value_words
from companion.render.units import fact_input


def fact_inputs(module: GameModule) -> tuple[Input, ...]:
    """The facts of the game's units as questions that nothing else decides."""
    return tuple(
        given for given in (_input(module, fact) for fact in module.units.facts) if given is not None
    )


def fact_form(module: GameModule, title: str) -> Procedure:
    """The facts of a unit as something a form can ask."""
    return Procedure(
        id=f"{module.game.slug}:unit",
        title=title,
        cite="",
        summary="",
        inputs=fact_inputs(module),
        steps=(),
        outcome=(),
    )


def checked(given: Input, value: Any) -> Any:
    """A fact in its type. Raises Refused with its domain."""
    return typed_answer(given, value, given.name, {}, Taken())


def legal(module: GameModule, fact: str, value: Any) -> bool:
    """Whether a fact may have this value."""
    for given in fact_inputs(module):
        if given.name == fact:
            try:
                checked(given, value)
            except Refused:
                return False
            return True
    return False


def facts_words(module: GameModule, facts: dict[str, Any]) -> str:
    """`Morale rating B, Strength points 5`; what is not known is left out."""
    labels = {each.name: each.label or each.name.replace("_", " ") for each in module.units.facts}
    told = []
    for name, label in labels.items():
        value = facts.get(name)
        if value is None or value is False:
            continue
        told.append(label if value is True else f"{label} {value_words(value)}")
    return ", ".join(told)


def _input(module: GameModule, fact: UnitFact) -> Input | None:
    """The question that a fact is like, under the fact's own name; None where the calculator is not there."""
    try:
        found = fact_input(module, fact)
    except Refused:
        return None
    return msgspec.structs.replace(
        found,
        name=fact.name,
        label=fact.label or found.label,
        when="",
        rule="",
        choices=_once(found.choices),
    )


def _once(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Every key once: one that stands for several things, as R for a musket and a cannon, with all their labels."""
    labels: dict[str, list[str]] = {}
    for each in choices:
        labels.setdefault(each.key, []).append(each.label)
    return tuple(
        Choice(key=key, label=" or ".join(dict.fromkeys(filter(None, found))))
        for key, found in labels.items()
    )
