"""Conditions that an author types, with and, or and not."""

from __future__ import annotations

import pytest

from companion.cli.authoring.calculator.conditions import TICKS, read_terms, typed_terms
from companion.errors import Refused

FIRING = ["Range: close", "Range: long", "Firer: Foot guns", "Firer: Horse guns"]
SALVO = "Salvo: foot that charge, at their halt, never both"


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("close and foot guns or horse guns", ("1 and 3 or 1 and 4", "4 or 1 and 3")),
        ("2 and not 3 or 4", ("2 and not 3 or 2 and 4", "4 or 2 and not 3")),
    ],
)
def test_and_before_two_answers_to_one_question(typed: str, numbers: tuple[str, str]) -> None:
    """Both answers or only the first may be meant: the refusal says how to type each."""
    with pytest.raises(Refused, match="This may mean two things") as refused:
        read_terms(typed, FIRING)
    for each in numbers:
        assert f"type {each}." in str(refused.value)
        read_terms(each, FIRING)


@pytest.mark.parametrize(
    "typed", ["close or long", "close and foot guns or long and horse guns", "4 or 1 and 3"]
)
def test_other_conditions_with_or_are_clear(typed: str) -> None:
    """Each alternative is complete."""
    read_terms(typed, FIRING)


def test_a_tick_that_became_an_answer() -> None:
    """A kept condition names the answer then; commas in it join nothing."""
    kept = f"{TICKS}Moved and not {TICKS}{SALVO}"
    assert typed_terms(read_terms(kept, [f"{TICKS}Moved", f"{TICKS}{SALVO}"])) == kept
    labels = [f"{TICKS}Moved", f"Volley: {SALVO}", "Volley: First"]
    assert typed_terms(read_terms(kept, labels)) == f"{TICKS}Moved and not Volley: {SALVO}"
    with pytest.raises(Refused, match="the player no longer ticks"):
        read_terms(kept, [f"{TICKS}Moved", "Volley: at their halt"])


def test_a_long_list_is_not_repeated() -> None:
    """A refusal lists only a few conditions; `?` lists them all."""
    with pytest.raises(Refused, match="none of the 40 conditions"):
        read_terms("wet", [f"Class of the unit: Number {number}" for number in range(40)])
