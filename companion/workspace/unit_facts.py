"""The facts of units, as questions of a form that have the domains of the corresponding inputs."""

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
    """Return a calculator that asks for the facts of a unit and has no result.

    The known `facts` decide which choices are offered; a choice that was made stays.
    """
    inputs = (_input(module, fact, facts) for fact in module.units.facts)
    return Procedure(
        id=f"{module.game.slug}:unit",
        title=title,
        cite="",
        summary="",
        inputs=tuple(question for question in inputs if question is not None),
        steps=(),
        outcome=(),
    )


def checked(question: Input, value: Any) -> Any:
    """Return the value of a fact in its type. Raises Refused, naming the valid values."""
    return typed_answer(question, value)


def legal(module: GameModule, fact: str, value: Any) -> bool:
    """Whether a fact may have this value."""
    question = input_at(fact_form(module, "").inputs, fact)
    try:
        return question is not None and checked(question, value) is not None
    except Refused:
        return False


def fact_value_words(
    module: GameModule, fact: str, value: Any, facts: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """Return the value of a fact in the words of its question, such as `Shaken (SH)`; empty for None.

    The other `facts` of the unit decide the meaning of a code that has several.
    """
    if value is None:
        return ""
    question = input_at(fact_form(module, "", {**facts, fact: value}).inputs, fact)
    labels = {choice.key: choice.label for choice in question.choices} if question is not None else {}
    return labels.get(str(value)) or value_words(value)


def fact_label(fact: UnitFact) -> str:
    """Return the name of a fact on the screen."""
    return fact.label or fact.name.replace("_", " ")


def facts_words(module: GameModule, facts: Mapping[str, Any]) -> str:
    """Return the known facts in words, except states: `Morale rating B, Strength points 5`."""
    words = []
    for fact in module.units.facts:
        value, label = facts.get(fact.name), fact_label(fact)
        if fact.is_state == "yes" or value is None or value is False:
            continue
        words.append(
            label if value is True else f"{label} {fact_value_words(module, fact.name, value, facts)}"
        )
    return ", ".join(words)


def state_words(module: GameModule, facts: Mapping[str, Any]) -> str:
    """Return the states of a unit in words, such as `Routed (R), Wrecked`; empty if none is known."""
    words = []
    for fact in module.units.facts:
        value = facts.get(fact.name)
        if fact.is_state == "yes" and value is not None and value is not False:
            words.append(fact_label(fact) if value is True else fact_value_words(module, fact.name, value))
    return ", ".join(words)


def _input(module: GameModule, fact: UnitFact, facts: Mapping[str, Any]) -> Input | None:
    """Return the input that corresponds to a fact, named after the fact; None if there is no such calculator."""
    try:
        question = fact_input(module, fact)
    except Refused:
        return None
    return msgspec.structs.replace(
        question,
        name=fact.name,
        label=fact.label or question.label,
        when="",
        rule="",
        choices=_merged(_offered(question, fact, facts)),
    )


def _offered(question: Input, fact: UnitFact, facts: Mapping[str, Any]) -> Sequence[Choice]:
    """Return the choices that the known facts of a unit allow, and the one that was made."""
    legal = legal_choices(question, answers_by_facts(fact.given, facts))
    chosen = [choice for choice in question.choices if choice.key == facts.get(fact.name)]
    return legal if any(choice in legal for choice in chosen) else [*legal, *chosen]


def _merged(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return one choice for each key, with all its labels: R may mean both a musket and a cannon."""
    labels: dict[str, list[str]] = {}
    for choice in choices:
        labels.setdefault(choice.key, []).append(choice.label)
    return tuple(
        Choice(key=key, label=" or ".join(dict.fromkeys(filter(None, texts))))
        for key, texts in labels.items()
    )
