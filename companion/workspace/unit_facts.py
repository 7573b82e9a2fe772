"""The facts that are recorded of units, as questions of a form with the domains of the inputs they correspond to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.engine.answers import legal_choices, typed_answer
from companion.model import Choice, GameModule, Input, Procedure, Refused
from companion.model.answer_path import input_at
from companion.model.scenario import UnitFact
from companion.model.wording import value_words
from companion.play.unit_parts import answers_by_facts
from companion.render.units import fact_input


def fact_form(module: GameModule, title: str, facts: Mapping[str, Any] = MappingProxyType({})) -> Procedure:
    """Return a calculator that asks for the facts of a unit and works nothing out.

    The facts that are known decide which choices there are; a choice that was taken stays.
    """
    inputs = (_input(module, fact, facts) for fact in module.units.facts)
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


def fact_value_words(
    module: GameModule, fact: str, value: Any, facts: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """Return the value of a fact as its question names it, as in `Shaken (SH)`; empty for an unknown one.

    The other `facts` of the unit tell the meaning of a code that has several.
    """
    if value is None:
        return ""
    given = input_at(fact_form(module, "", {**facts, fact: value}).inputs, fact)
    named = {choice.key: choice.label for choice in given.choices} if given is not None else {}
    return named.get(str(value)) or value_words(value)


def fact_label(fact: UnitFact) -> str:
    """Return the name of a fact on the screen."""
    return fact.label or fact.name.replace("_", " ")


def facts_words(module: GameModule, facts: Mapping[str, Any]) -> str:
    """Return facts in words, without states and unknown ones: `Morale rating B, Strength points 5`."""
    told = []
    for fact in module.units.facts:
        value, label = facts.get(fact.name), fact_label(fact)
        if fact.is_state == "yes" or value is None or value is False:
            continue
        told.append(
            label if value is True else f"{label} {fact_value_words(module, fact.name, value, facts)}"
        )
    return ", ".join(told)


def state_words(module: GameModule, facts: Mapping[str, Any]) -> str:
    """Return the states of a unit in words, such as `Routed (R), Wrecked`; empty if none is known."""
    told = []
    for fact in module.units.facts:
        value = facts.get(fact.name)
        if fact.is_state == "yes" and value is not None and value is not False:
            told.append(fact_label(fact) if value is True else fact_value_words(module, fact.name, value))
    return ", ".join(told)


def _input(module: GameModule, fact: UnitFact, facts: Mapping[str, Any]) -> Input | None:
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
        choices=_once(_offered(found, fact, facts)),
    )


def _offered(found: Input, fact: UnitFact, facts: Mapping[str, Any]) -> Sequence[Choice]:
    """The choices that the known facts of a unit allow, and the one that was taken."""
    legal = legal_choices(found, answers_by_facts(fact.given, facts))
    taken = [choice for choice in found.choices if choice.key == facts.get(fact.name)]
    return legal if any(choice in legal for choice in taken) else [*legal, *taken]


def _once(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Each key once, with all its labels: R may mean both a musket and a cannon."""
    labels: dict[str, list[str]] = {}
    for each in choices:
        labels.setdefault(each.key, []).append(each.label)
    return tuple(
        Choice(key=key, label=" or ".join(dict.fromkeys(filter(None, found))))
        for key, found in labels.items()
    )
