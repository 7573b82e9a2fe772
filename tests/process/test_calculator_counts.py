"""How many dice a calculator of `companion new-calculator` rolls, by its questions."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

UNITS = (
    "method=pool",
    "die=1d6",
    "hit=5+",
    "input-1=Formation: line, column, guns",
    "input-2=Bases: 1-9",
    "input-3=Gun bases: 1-3",
    "only-1=Bases",
    "only-1-when=Formation: line",
    "only-2=Gun bases",
    "only-2-when=Formation: guns",
    "next-1=All of them fire.",
    "next-1-when=certain values of Bases or certain values of Gun bases",
    "next-1-numbers=9",
    "next-1-numbers-2=3",
)
LINE, COLUMN = {"formation": "line", "bases": 5}, {"formation": "column"}
GUNS = {"formation": "guns", "gun_bases": 3}


@pytest.mark.parametrize(
    ("count", "given", "dice"),
    [
        (("count=Formation", "count-line=Bases", "count-column=2", "count-guns=2 x Gun bases"), LINE, 5),
        (("count=Formation", "count-line=Bases", "count-column=2", "count-guns=2 x Gun bases"), COLUMN, 2),
        (("count=Formation", "count-line=1", "count-column=2", "count-guns=2 dice for each gun base"), GUNS, 6),
        (("count=Formation", "count-line=1 for each 2 Bases", "count-column=2", "count-guns=4"), LINE, 2),
        (("count=Formation", "count-line=Bases x 2 + 1", "count-column=2", "count-guns=4"), LINE, 11),
        (("count=Formation", "count-line=1 per 2 Bases or part thereof", "count-column=2", "count-guns=4"), LINE, 3),
        (("count=Bases", "count-unasked=4"), LINE, 5),
        (("count=Bases", "count-unasked=4"), COLUMN, 4),
        (("count=bases + 2 for each gun base", "count-unasked=1"), LINE, 5),
        (("count=bases + 2 for each gun base", "count-unasked=1"), COLUMN, 1),
        (("count=bases + 2 for each gun base", "count-unasked=1"), GUNS, 6),
        (("count=2 x Gun bases + 1",), LINE, 1),
        (("count=2 x Gun bases + 1",), GUNS, 7),
    ],
)  # fmt: skip
def test_how_many_dice(count: tuple[str, ...], given: dict[str, object], dice: int, maker: Maker) -> None:
    """Questions are multiplied and added, and those asked only in some cases count only in these."""
    maker.make(*UNITS, *count)
    assert maker.outcome([[6] * dice], **given) == {"hits": dice}


@pytest.mark.parametrize(
    ("count", "says"),
    [
        (("count=2 x Figures",), "'Figures' is not a whole number, nor the label of a question for a number: Bases"),
        (("count=Bases", "count-unasked=-1"), "'-1' is not a whole number from 0 to 9999"),
        (("count=2 for each base",), "'base' may be: Bases; Gun bases"),
        (("count=Formation", "count-line=Bases", "count-column=Bases"), "Bases is not asked for column"),
    ],
)  # fmt: skip
def test_dice_that_no_question_gives_are_refused(count: tuple[str, ...], says: str, maker: Maker) -> None:
    """Dice that no question gives are refused, and the refusal names the questions that may be used."""
    maker.run(*UNITS, *count).refused(2, says)


def test_a_choice_of_an_answer_that_is_asked_only_in_some_cases(maker: Maker) -> None:
    """A question asked only in some cases sets the number of dice there; `unasked` sets it elsewhere."""
    only = ("input-1=Arm: foot, guns", "input-2=Gun: light, heavy", "only-1=Gun", "only-1-when=Arm: guns")
    counts = ("count=Gun", "count-light=2", "count-heavy=4", "count-unasked=1")
    maker.make("method=pool", "die=1d6", "hit=5+", *only, *counts)
    for given, dice in (
        ({"arm": "guns", "gun": "heavy"}, 4),
        ({"arm": "guns", "gun": "light"}, 2),
        ({"arm": "foot"}, 1),
    ):
        assert maker.outcome([[6] * dice], **given) == {"hits": dice}


def test_the_prompts_say_how_to_multiply(maker: Maker, typed: Typed) -> None:
    """The prompts say how to multiply before the first answer; the summary words the number of dice."""
    head = [*TITLE, "pool", "Formation: line, guns", "Bases: 1-9", "", "Bases", "Formation: line", ""]
    out = shown(maker, typed, *head, "Formation", "?", "Bases", "2 x Bases")
    assert "one of the questions Formation; Bases (also multiplied, as in 2 x Bases)" in out
    assert "Questions for a number may be multiplied and added: 2 x Gun bases" in out
    assert "Bases is not asked for guns" in out
    typed("remove", *head, "Bases + 1", "1d6", "5+", *[""] * 7, "yes", "yes")
    text = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "one d6 for each of (Bases if Formation: line, otherwise 0) + 1 " in text


def test_the_dice_in_a_calculation(maker: Maker) -> None:
    """`companion calc` rolls as many dice as the formation gives."""
    counts = ("count=Formation", "count-line=Bases", "count-column=2", "count-guns=2 x Gun bases")
    maker.make(*UNITS, *counts)
    for answers, dice in (
        (("formation=guns", "gun_bases=2"), "6 5 4 3"),
        (("formation=line", "bases=3"), "6 5 1"),
        (("formation=column",), "6 5"),
    ):
        answer = maker.say("calc", "ford:made", *answers, "--roll", dice)
        assert (answer.status, "Hits: 2" in answer.out) == (0, True), answer


def test_the_dice_of_many_answers(maker: Maker) -> None:
    """Answers with the same number of dice share a condition, so that a long list is no fault."""
    units = [f"Unit of the {ordinal}th regiment of foot" for ordinal in range(30, 48)]
    counts = [
        f"count-unit_of_the_{ordinal}th_regiment_of_foot={2 + ordinal % 3}" for ordinal in range(30, 48)
    ]
    maker.make("method=pool", "die=1d6", "hit=5+", f"input-1=Unit: {', '.join(units)}", "count=Unit", *counts)
    for ordinal in (30, 31, 47):
        given = {"unit": f"unit_of_the_{ordinal}th_regiment_of_foot"}
        assert maker.outcome([[6] * (2 + ordinal % 3)], **given) == {"hits": 2 + ordinal % 3}
