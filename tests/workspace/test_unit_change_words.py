"""Changes of units in words: the fact, its old and its new value."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Game, GameModule, Input, Procedure, UnitFact, UnitPart
from companion.model.scenario import Units
from companion.play.state import Unit
from companion.play.unit_results import UnitChange
from companion.workspace.unit_changes import change_words, changes_words

PART = UnitPart(procedure="check", id="target", title="Target")
QUESTIONS = (
    Input("rating", "Rating?", "choice", choices=(Choice("A"), Choice("B", "Best"), Choice("C", "C"))),
    Input("steps", "Steps", "number", least=0, most=9),
    Input("wrecked", "Wrecked?", "yes-no"),
)
DUEL = GameModule(
    Game("duel", "Duel", "1", "none", ()),
    procedures=(Procedure("duel:check", "Check", "1", "", QUESTIONS, (), ()),),
    units=Units(
        (
            UnitFact("rating", "check.rating", label="Morale rating"),
            UnitFact("steps_lost", "check.steps"),
            UnitFact("wrecked", "check.wrecked", label="Wrecked"),
        )
    ),
)


@pytest.mark.parametrize(
    ("was", "becomes", "words"),
    [
        ({"steps_lost": 2}, {"steps_lost": 3}, "Maine: steps lost 2 -> 3"),
        ({}, {"steps_lost": 0}, "Maine: steps lost unknown -> 0"),
        ({"steps_lost": 2}, {"steps_lost": None}, "Maine: steps lost 2 -> unknown"),
        ({"rating": "A"}, {"rating": "B"}, "Maine: Morale rating A -> Best"),
        ({"rating": "B"}, {"rating": "A"}, "Maine: Best -> A"),
        ({"rating": "B"}, {"rating": None}, "Maine: Morale rating Best -> unknown"),
        ({"rating": None}, {"rating": "B"}, "Maine: Morale rating unknown -> Best"),
        ({"wrecked": False}, {"wrecked": True}, "Maine: Wrecked no -> yes"),
        (
            {"steps_lost": 1, "rating": "B"},
            {"rating": "C", "steps_lost": 2},
            "Maine: Best -> C, steps lost 1 -> 2",
        ),
    ],
)
def test_a_change_names_the_old_and_the_new_value(
    was: dict[str, Any], becomes: dict[str, Any], words: str
) -> None:
    """The fact is named too, unless both values are words of their own."""
    assert change_words(DUEL, UnitChange(Unit("Maine", "", was), becomes, PART)) == words


def test_changes_are_joined() -> None:
    """A unit is changed, removed or restored."""
    maine, texas = Unit("Maine", "", {"steps_lost": 2}), Unit("Texas", "", {})
    changes = [
        UnitChange(maine, {"steps_lost": 3}, PART),
        UnitChange(texas, {}, PART, "removes"),
        UnitChange(maine, {"steps_lost": 3}, PART, "restores"),
    ]
    assert changes_words(DUEL, changes) == "Maine: steps lost 2 -> 3; Texas: removed; Maine: restored"
    assert changes_words(DUEL, []) == ""
