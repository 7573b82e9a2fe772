"""The facts that are recorded of units, as questions of a form with the domains of the inputs they correspond to."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.answers import typed_answer
from companion.model import Choice, GameModule, Input, Procedure, Refused
from companion.model.answer_path import input_at
from companion.model.scenario import UnitFact
from companion.model.wording import value_words
from companion.render.units import fact_input


def fact_form(module: GameModule, title: str) -> Procedure:
    """Return a calculator that asks for the facts of a unit and works nothing out."""
    inputs = (_input(module, fact) for fact in module.units.facts)
    return Procedure(
        id=f"{module.game.slug}:unit",
        title=title,
        cite="",
        summary="",
        inputs=tuple(given for given in inputs if given is not None),
        steps=(),
        outcome=(),
    )


def checked(given: Input, value: Any) -> Any:
    """Return the value of a fact in its type. Raises Refused naming its domain."""
    return typed_answer(given, value)


def legal(module: GameModule, fact: str, value: Any) -> bool:
    """Return whether a fact may have this value."""
    given = input_at(fact_form(module, "").inputs, fact)
    try:
        return given is not None and checked(given, value) is not None
    except Refused:
        return False


def fact_value_words(module: GameModule, fact: str, value: Any) -> str:
    """Return the value of a fact as its question names it, as in `Shaken (SH)`; empty for an unknown one."""
    if value is None:
        return ""
    given = input_at(fact_form(module, "").inputs, fact)
    named = {choice.key: choice.label for choice in given.choices} if given is not None else {}
    return named.get(str(value)) or value_words(value)


def fact_label(fact: UnitFact) -> str:
    """Return the name of a fact on the screen."""
    return fact.label or fact.name.replace("_", " ")


def facts_words(module: GameModule, facts: dict[str, Any]) -> str:
    """Return facts in words, without unknown ones: `Morale rating B, Strength points 5`."""
    labels = {each.name: fact_label(each) for each in module.units.facts}
    told = []
    for name, label in labels.items():
        value = facts.get(name)
        if value is None or value is False:
            continue
        told.append(label if value is True else f"{label} {value_words(value)}")
    return ", ".join(told)


def _input(module: GameModule, fact: UnitFact) -> Input | None:
    """The input that a fact corresponds to, under the name of the fact; None if there is no such calculator."""
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
    """Each key once, with all its labels: R may mean both a musket and a cannon."""
    labels: dict[str, list[str]] = {}
    for each in choices:
        labels.setdefault(each.key, []).append(each.label)
    return tuple(
        Choice(key=key, label=" or ".join(dict.fromkeys(filter(None, found))))
        for key, found in labels.items()
    )
