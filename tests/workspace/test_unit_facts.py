"""Facts of units: the choices that a unit has, with the meaning of codes, and the states of the list."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Game, GameModule, Input, Library, Procedure, Refused, UnitFact
from companion.model.answer_keys import explained_name
from companion.model.answer_path import input_at
from companion.model.scenario import Units
from companion.play.state import Unit
from companion.workspace.unit_facts import (
    checked,
    fact_form,
    fact_label,
    fact_value_words,
    facts_words,
    legal,
    state_words,
)
from companion.workspace.unit_list import units_table


def weapons(library: Library, **facts: Any) -> dict[str, str]:
    """The weapons that a unit with these facts may have, with their meaning."""
    given = input_at(fact_form(library.module("lob"), "", facts).inputs, "weapon")
    assert given is not None
    return {choice.key: choice.label for choice in given.choices}


@pytest.mark.parametrize(
    ("arm", "rifled", "own", "others"),
    [
        ("infantry", "Rifled Musket", "T", "N"),
        ("cavalry", "Rifled Musket", "P", "W"),
        ("artillery", "Rifled Cannon", "N", "M"),
    ],
)
def test_the_arm_decides_on_the_weapons(
    library: Library, arm: str, rifled: str, own: str, others: str
) -> None:
    """A code that two arms share has the meaning of the unit's arm."""
    offered = weapons(library, arm=arm)
    assert offered["R"] == rifled
    assert own in offered
    assert others not in offered


def test_without_an_arm_every_weapon_is_offered(library: Library) -> None:
    """A shared code has both meanings then."""
    offered = weapons(library)
    assert offered["R"] == "Rifled Musket or Rifled Cannon"
    assert {"M", "N"} <= set(offered)


def test_a_weapon_of_another_arm_stays(library: Library) -> None:
    """A weapon that was kept before the arm is still legal, and named."""
    assert weapons(library, arm="infantry", weapon="N")["N"] == "Napoleon"
    assert fact_value_words(library.module("lob"), "weapon", "R", {"arm": "artillery"}) == "Rifled Cannon"


@pytest.mark.parametrize(
    ("game", "facts", "state", "others"),
    [
        (
            "lob",
            {"state": "DG", "wrecked": True, "rating": "B"},
            "Wrecked, Disorganized (DG)",
            "Morale rating B",
        ),
        ("bar", {"morale": "routed", "disordered": False}, "Routed", ""),
        ("aor", {"disrupted": True, "demoralized": True}, "Disrupted, Demoralized", ""),
        ("bp", {"disordered": True, "stamina": 3}, "Disordered", "Stamina 3"),
        ("pub", {"state": "spent", "rate": None}, "Spent", ""),
    ],
)
def test_states_are_apart_from_the_other_facts(
    library: Library, game: str, facts: dict[str, Any], state: str, others: str
) -> None:
    """Every game says which facts are states."""
    module = library.module(game)
    assert state_words(module, facts) == state
    assert facts_words(module, facts) == others


@pytest.mark.parametrize(
    ("key", "label", "name"),
    [
        ("SR", "Sharps Rifle", "SR Sharps Rifle"),
        ("R", "Rifled Musket", "R Rifled Musket"),
        ("Sh", "Shaken (SH)", "Shaken (SH)"),
        ("A", "", "A"),
        ("infantry", "", "infantry"),
        ("on_foot", "On foot", "On foot"),
        ("cavalry", "cavalry (including dismounted)", "cavalry (including dismounted)"),
    ],
)
def test_codes_are_explained(key: str, label: str, name: str) -> None:
    """A code has its meaning behind it, unless the label has the code."""
    assert explained_name(Choice(key=key, label=label)) == name


def test_a_fact_that_is_so_is_named_and_one_that_is_not_is_left_out(library: Library) -> None:
    """Yes needs no word behind the label."""
    module = library.module("lob")
    words = facts_words(module, {"rating": "B", "open_order_capable": True})
    assert words == "Morale rating B, Open order capable"
    assert facts_words(module, {"open_order_capable": False}) == ""


def test_a_table_of_units_has_the_facts_that_a_unit_has(library: Library) -> None:
    """A fact that no unit has is no column."""
    units = [Unit("Hood", "First player", {"rating": "B", "wrecked": True}), Unit("Law", "", {"sps": 5})]
    assert units_table(library.module("lob"), units).splitlines() == [
        "name,side,rating,sps,wrecked",
        "Hood,First player,B,,yes",
        "Law,,,5,",
    ]


STEPS = Input("sps", "Steps now", "number", least=0, most=9, when="rating == 'A'", rule="3")
RATING = Input(
    "rating",
    "Rating?",
    "choice",
    choices=(
        Choice("A", "Able", when="arm == 'foot'"),
        Choice("A", "Able", when="arm == 'horse'"),
        Choice("A", "Alert", when="arm == 'guns'"),
        Choice("B", "Bold", when="arm == 'guns'"),
        Choice("C"),
    ),
)
ARM = Input("arm", "Arm", "choice", choices=(Choice("foot"), Choice("horse"), Choice("guns")))
WRECKED = Input("wrecked", "Wrecked?", "yes-no")
DUEL = GameModule(
    Game("duel", "Duel", "1", "none", ()),
    procedures=(Procedure("duel:check", "Check", "1", "", (ARM, RATING, STEPS, WRECKED), (), ()),),
    units=Units(
        (
            UnitFact("arm", "check.arm"),
            UnitFact("rating", "check.rating", label="Morale", given={"arm": "arm"}),
            UnitFact("steps_left", "check.sps"),
            UnitFact("gone", "check.gone"),
            UnitFact("is_wrecked", "check.wrecked", is_state="yes"),
        )
    ),
)


def test_a_form_asks_for_every_fact() -> None:
    """Named after the fact, always and without a default; a fact whose question is gone is not asked."""
    form = fact_form(DUEL, "Maine")
    assert (form.id, form.title, form.cite, form.summary) == ("duel:unit", "Maine", "", "")
    assert (form.steps, form.outcome) == ((), ())
    assert [(each.name, each.label) for each in form.inputs] == [
        ("arm", "Arm"),
        ("rating", "Morale"),
        ("steps_left", "Steps now"),
        ("is_wrecked", "Wrecked?"),
    ]
    steps = form.inputs[2]
    assert (steps.kind, steps.least, steps.most, steps.when, steps.rule) == ("number", 0, 9, "", "")


@pytest.mark.parametrize(
    ("facts", "choices"),
    [
        ({}, {"A": "Able or Alert", "B": "Bold", "C": ""}),
        ({"arm": None}, {"A": "Able or Alert", "B": "Bold", "C": ""}),
        ({"arm": "foot"}, {"A": "Able", "C": ""}),
        ({"arm": "guns"}, {"A": "Alert", "B": "Bold", "C": ""}),
        ({"arm": "foot", "rating": "A"}, {"A": "Able", "C": ""}),
        ({"arm": "horse", "rating": "B"}, {"A": "Able", "C": "", "B": "Bold"}),
        ({"arm": "horse", "rating": "Z"}, {"A": "Able", "C": ""}),
    ],
)
def test_the_known_facts_decide_on_the_choices(facts: dict[str, Any], choices: dict[str, str]) -> None:
    """A choice that was made stays, as the last; a code with several meanings has all of them, each once."""
    (rating,) = (each for each in fact_form(DUEL, "", facts).inputs if each.name == "rating")
    assert {choice.key: choice.label for choice in rating.choices} == choices
    assert [choice.key for choice in rating.choices] == list(choices)


@pytest.mark.parametrize(
    ("fact", "value", "allowed"),
    [
        ("rating", "B", True),
        ("rating", "Z", False),
        ("steps_left", 0, True),
        ("steps_left", 10, False),
        ("is_wrecked", False, True),
        ("is_wrecked", "perhaps", False),
        ("gone", 1, False),
        ("sps", 1, False),
        ("", 1, False),
    ],
)
def test_a_value_of_a_fact_is_legal_or_not(fact: str, value: Any, allowed: bool) -> None:
    """A fact that the game does not have, or whose question is gone, has no legal value."""
    assert legal(DUEL, fact, value) is allowed


def test_a_typed_value_is_checked() -> None:
    """The value has its type; the message names the fact and the valid values."""
    _, rating, steps, _ = fact_form(DUEL, "").inputs
    assert (checked(steps, " 7 "), checked(rating, "bold")) == (7, "B")
    with pytest.raises(Refused, match=r"^steps_left: 10 is out of range; allowed: 0 to 9$"):
        checked(steps, "10")
    with pytest.raises(Refused, match=r"^rating: 'Z' is not one of A, B, C$"):
        checked(rating, "Z")


@pytest.mark.parametrize(
    ("fact", "value", "facts", "words"),
    [
        ("rating", None, {}, ""),
        ("rating", "A", {}, "Able or Alert"),
        ("rating", "A", {"arm": "guns"}, "Alert"),
        ("rating", "B", {"arm": "foot", "rating": "C"}, "Bold"),
        ("rating", "C", {}, "C"),
        ("arm", "on_foot", {}, "on foot"),
        ("steps_left", 0, {}, "0"),
        ("is_wrecked", True, {}, "yes"),
        ("is_wrecked", False, {}, "no"),
        ("gone", ["a", "b"], {}, "a, b"),
    ],
)
def test_the_value_of_a_fact_in_words(fact: str, value: Any, facts: dict[str, Any], words: str) -> None:
    """The words of its question, if it has any; the other facts decide on the meaning of a code."""
    assert fact_value_words(DUEL, fact, value, facts) == words


def test_a_fact_without_a_label_has_its_name() -> None:
    """With spaces."""
    assert [fact_label(fact) for fact in DUEL.units.facts] == [
        "arm",
        "Morale",
        "steps left",
        "gone",
        "is wrecked",
    ]


@pytest.mark.parametrize(
    ("facts", "others", "states"),
    [
        ({}, "", ""),
        ({"arm": None, "is_wrecked": None}, "", ""),
        ({"gone": False, "is_wrecked": False}, "", ""),
        ({"is_wrecked": True, "gone": True}, "gone", "is wrecked"),
        ({"steps_left": 0, "rating": "A", "arm": "guns"}, "arm guns, Morale Alert, steps left 0", ""),
        ({"is_wrecked": "badly_hit"}, "", "badly hit"),
        ({"unknown": 1}, "", ""),
    ],
)
def test_facts_and_states_in_words(facts: dict[str, Any], others: str, states: str) -> None:
    """In the order of the game's files; unknown facts and those that are not so are left out."""
    assert facts_words(DUEL, facts) == others
    assert state_words(DUEL, facts) == states
