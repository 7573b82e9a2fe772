"""Facts of units: the choices that a unit has, with the meaning of codes, and the states of the list."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Library
from companion.model.answer_keys import explained_name
from companion.model.answer_path import input_at
from companion.play.state import Unit
from companion.workspace.unit_facts import fact_form, fact_value_words, facts_words, state_words
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
