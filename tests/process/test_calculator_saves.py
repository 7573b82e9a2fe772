"""Exceptions to the numbers on a die that hit or save, in `companion new-calculator`."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from companion.cli.authoring.calculator.summary import summary_lines
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

FIRE = (
    *("method=pool", "die=1d6", "count=4", "hit=5+", "save=Cover"),
    *("input-1=Cover: none, soft, hard", "input-2=Weapon: musket, gun, howitzer", "input-3=Range: 1-9"),
    *("modifier-1=Enfiladed +1", "modifier-1-when=ticks", "least-dice=1"),
)
LINE_WORSE = (
    "save-none=none",
    "save-soft=6 but none if howitzer or Enfiladed",
    "save-hard=5+, but none if Enfiladed but 6 if Weapon: howitzer",
)
HITS = [6, 6, 5, 5]


@pytest.mark.parametrize(
    ("given", "saves", "losses"),
    [
        ({"cover": "soft", "weapon": "gun"}, [6, 5, 1, 1], 3),
        ({"cover": "soft", "weapon": "howitzer"}, None, 4),
        ({"cover": "soft", "weapon": "gun", "enfiladed": True}, None, 5),
        ({"cover": "hard", "weapon": "gun"}, [6, 5, 1, 1], 2),
        ({"cover": "hard", "weapon": "howitzer"}, [6, 5, 1, 1], 3),
        ({"cover": "hard", "weapon": "howitzer", "enfiladed": True}, None, 5),
        ({"cover": "none", "weapon": "gun"}, None, 4),
    ],
)
def test_cover_that_is_one_line_worse(
    given: dict[str, Any], saves: list[int] | None, losses: int, maker: Maker
) -> None:
    """An exception replaces the numbers that save; the first that is true decides."""
    used = ("next-1=Far.", "next-1-when=certain values of Range", "next-1-numbers=5+")
    maker.make(*FIRE, *LINE_WORSE, *used)
    hits = [*HITS, 6] if given.get("enfiladed") else HITS
    rolls = [hits, saves] if saves else [hits]
    assert maker.outcome(rolls, range=3, **given)["losses"] == losses


def test_an_exception_to_one_number(maker: Maker) -> None:
    """Numbers that do not depend on a choice have exceptions too; certain values are asked for."""
    asked = ("input-1=Range: 1-9", "hit=5+ but 6 if certain values of Range", "hit-1-numbers=6+")
    maker.make("method=pool", "die=1d6", "count=4", *asked)
    found = {distance: maker.outcome([HITS], range=distance)["hits"] for distance in (5, 6)}
    assert found == {5: 4, 6: 2}


@pytest.mark.parametrize(
    ("soft", "says"),
    [
        ("6 but none", "'none' needs a condition, as in 6 but none if Enfiladed"),
        ("6 but none if rain", "'rain' is not one of: 1 Cover: none"),
        ("6 but 7+ if gun", "1d6 cannot show 7+"),
        ("rarely", "'rarely' is not a number or a band"),
    ],
)
def test_exceptions_that_are_refused(soft: str, says: str, maker: Maker) -> None:
    """An exception is refused without a condition that is an answer, or with numbers that no die can show."""
    maker.run(*FIRE, "save-none=none", f"save-soft={soft}", "save-hard=5+").refused(2, says)


@pytest.mark.parametrize("none", ["none", "-", "no", "No save", "never"])
def test_an_answer_without_a_save(none: str, maker: Maker) -> None:
    """An answer without a save can be typed in several ways, such as `none`, `-` or `never`."""
    used = ("next-1=Far.", "next-1-when=Weapon: gun or certain values of Range", "next-1-numbers=5+")
    maker.make(*FIRE, f"save-none={none}", "save-soft=6", "save-hard=5+", *used)
    assert maker.outcome([HITS], cover="none", weapon="gun", range=3)["losses"] == 4


def test_the_prompt_says_how_to_answer(maker: Maker, typed: Typed) -> None:
    """The first one tells how to type no number and an exception; all name the question."""
    head = (
        "pool",
        "Cover: none, soft",
        "Weapon: musket, howitzer",
        "",
        "",
        "4",
        "1d6",
        "5+",
        "",
        "",
        "Cover",
        "none",
    )
    out = shown(maker, typed, *TITLE, *head)
    says = "Type none if no number does; exceptions as in 6 but none if Weapon: howitzer (for example 5+)"
    assert f"Which numbers on a die save one of the hits with Cover: none? {says}" in out
    assert "Which numbers on a die save one of the hits with Cover: soft? (for example 5+)" in out


def test_the_summary_has_the_numbers_that_count(maker: Maker) -> None:
    """The summary shows the number for a save of each answer, with its exceptions."""
    used = ("next-1=Far.", "next-1-when=certain values of Range", "next-1-numbers=5+")
    maker.make(*FIRE, *LINE_WORSE, *used)
    made = yaml.safe_load((maker.folder / "tables/ford/procedures/made.yaml").read_text())
    text = " ".join(summary_lines(made, maker.library.module("ford"), 200, 99))
    says = "Counted: hits if the die is at least 5; saved if the die is at least save number; save number: none if"
    assert says in " ".join(text.split())
    says = "save soft: none if (Weapon: howitzer or Enfiladed), otherwise 6; save hard: none if Enfiladed, otherwise 6"
    assert says in " ".join(text.split())
