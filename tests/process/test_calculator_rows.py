"""Rows of a table that exclude each other, or whose amount depends on an answer, in `companion new-calculator`."""

from __future__ import annotations

import pytest

from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown
from tests.process.test_calculator_tables import HEAD

MORALE = """\
# 2.4 Nerve Modifiers

| Circumstance | Modifier |
| --- | --- |
| Guard | +2 |
| Veteran | +1 |
| Raw | -2 |
| Each man lost | -1 |
| In a redan | +2 |
| In a rampart | +3 |
| Leader | varies |
| Weather | varies |
"""
LEADER = "Leader: none, near, attached"
SUM = ("method=sum", "start=0", "result=Points", "table=1", "row-4-each=1", "row-4-when=always")
CLASS = ("exclusive-1=1 2 3", "exclusive-1-question=Class")


@pytest.fixture(autouse=True)
def rules(maker: Maker) -> None:
    """A rule with a table of modifiers."""
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(HEAD + MORALE)


def modifiers(maker: Maker) -> list[tuple[str, str, str]]:
    """Label, amount and condition of each modifier."""
    steps = maker.library.procedure("ford:made").steps
    tallies = [step for step in steps if isinstance(step, Tally)]
    return [(each.label, each.add, each.when) for step in tallies for each in step.modifiers]


def test_rows_that_exclude_each_other(maker: Maker) -> None:
    """Rows that exclude each other are answers to one question, which may also be answered with no row."""
    work = (
        "exclusive-2=In a redan or In a rampart",
        "exclusive-2-question=Work",
        "exclusive-2-none=open ground",
    )
    maker.make(*SUM, *CLASS, *work)
    asked = maker.library.procedure("ford:made").inputs
    assert [each.label for each in asked] == ["Class", "Work", "Men lost"]
    assert [choice.label for choice in asked[0].choices] == ["Guard", "Veteran", "Raw", "none of these"]
    assert [choice.label for choice in asked[1].choices] == ["In a redan", "In a rampart", "open ground"]
    assert maker.outcome(None, **{"class": "veteran", "men_lost": 0}) == {"points": 1}
    assert maker.outcome(None, work="in_a_rampart", men_lost=1) == {"points": 2}


def test_a_scale_in_a_paragraph(maker: Maker, typed: Typed) -> None:
    """Words with a colon in one paragraph are a list with a name; the one between them is the usual answer."""
    text = "- Every man has a grade. Guard: the old men. Steady: nearly all. Raw: the rest.\n"
    (maker.folder / "rulebook/ford/06-men.md").write_text(f"{HEAD}# 6 Men and what they are\n\n{text}")
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(
        f"{HEAD}{MORALE.replace('| Veteran | +1 |' + chr(10), '')}"
    )
    typed("Made", "2.4", "sum", "", "0", ">", "no")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "which answers are Guard" not in out
    assert "Asked: Grade (Guard, Raw, Steady)" in out


def test_rows_of_two_sides_that_exclude_each_other(maker: Maker) -> None:
    """Each side has its own question for rows that exclude each other, and only for its own rows."""
    start = ("method=opposed", "dice=1d6", "tie=nobody", "table=1", "rows-of-2=5 6")
    work = ("exclusive-2=5 6", "exclusive-2-question=Work")
    maker.make(*start, *CLASS, *work, "row-4-each=2", "row-4-when=leave this row out")
    asked = maker.library.procedure("ford:made").inputs
    assert [each.label for each in asked] == ["Class (Attacker)", "Class (Defender)", "Work (Defender)"]
    answers = {"class_attacker": "raw", "class_defender": "guard", "work_defender": "in_a_redan"}
    assert maker.outcome([6, 1], **answers) == {"winner": "defender", "margin": 1}


def test_rows_of_both_sides_and_of_one_that_exclude_each_other(maker: Maker) -> None:
    """A row of one side is an answer for that side only."""
    start = (
        "method=opposed",
        "dice=1d6",
        "tie=nobody",
        "table=1",
        "rows-of-2=5",
        "row-4-when=leave this row out",
    )
    maker.make(*start, "row-4-each=2", "exclusive-1=5 6", "exclusive-1-question=Work")
    asked = {
        each.label: [choice.label for choice in each.choices]
        for each in maker.library.procedure("ford:made").inputs
    }
    assert asked["Work (Attacker)"] == ["In a rampart", "none of these"]
    assert asked["Work (Defender)"] == ["In a redan", "In a rampart", "none of these"]
    redan = {"work_defender": "in_a_redan"}
    assert maker.outcome([3, 3], **redan) == {"winner": "defender", "margin": 2}
    assert maker.outcome([3, 3], **redan, work_attacker="in_a_rampart") == {"winner": "attacker", "margin": 1}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("1", "at least two rows are needed"),
        ("1 4", "Each man lost is not ticked"),
        (
            "2 1 5",
            "Guard counts only for Attacker and In a redan counts only for Defender, so both may be true. Leave",
        ),
        ("1 9", "'9' is not one of: 1 Guard"),
        ("not 1", "name the rows that it concerns"),
    ],
)
def test_rows_that_cannot_exclude_each_other(rows: str, says: str, maker: Maker) -> None:
    """A single row, unknown rows, rows without ticks and rows of opposite sides cannot exclude each other."""
    answer = maker.run(
        "method=opposed", "dice=1d6", "table=1", "rows-of-1=1", "rows-of-2=5", f"exclusive-1={rows}"
    )
    answer.refused(2, says)


@pytest.mark.parametrize(
    ("name", "says"), [("leader", "there is a question leader already"), ("", "missing")]
)
def test_the_name_of_their_question(name: str, says: str, maker: Maker) -> None:
    """Rows that exclude each other need a name for their question, and no other question may have it."""
    maker.run(
        *SUM, f"input-1={LEADER}", CLASS[0], *([f"exclusive-1-question={name}"] if name else [])
    ).refused(2, says)


def test_the_name_of_no_row(maker: Maker) -> None:
    """The choice for no row may not have the name of a row."""
    maker.run(*SUM, *CLASS, "exclusive-1-none=raw").refused(2, "raw is one of the rows")


def test_rows_are_listed_once(maker: Maker, typed: Typed) -> None:
    """Later questions use their numbers, and name those that come next; groups are asked until Enter."""
    out = shown(maker, typed, *TITLE, "sum", "", "0", "", "1 2 3", "Class", "", "", "4", "?")
    assert out.count("2 Veteran +1; 3 Raw -2") == 2  # in the first question, and for ?
    assert "Which other rows exclude each other (as in 1 2 3) [Enter: none] The rows count as follows:" in out
    says = "the player ticks 5, 6. Row 4 comes next. Which need another answer (as in 2 3) [Enter: none]"
    assert f"{says} you are asked about Each man lost next, anyway" in out


def test_rows_that_are_answers_already(maker: Maker, typed: Typed) -> None:
    """Nothing is asked about a single tick."""
    asked = ("Class: Guard, Veteran, Raw", "Work: In a redan, none", "", "")
    out = shown(maker, typed, *TITLE, "sum", *asked, "0", "")
    assert "exclude each other" not in out
    assert "2 Veteran +1: Class: Veteran" in out


def test_ticks_of_different_sides(maker: Maker, typed: Typed) -> None:
    """Nothing is asked about a single tick of each side."""
    asked = ("Class: Guard, Veteran, Raw", "", "1d6", "", "5", "6")
    out = shown(maker, typed, *TITLE, "opposed", "", "", *asked)
    assert "exclude each other" not in out
    assert "the player ticks 5, 6. Row 4 comes next." in out


def test_a_row_whose_amount_depends_on_an_answer(maker: Maker) -> None:
    """A row whose amount depends on an answer becomes a modifier for each answer that is not 0."""
    maker.make(*SUM, f"input-1={LEADER}", "unread-1-by-answer=0 1, +3")
    assert modifiers(maker)[-2:] == [
        ("Leader: near", "1", "leader == 'near'"),
        ("Leader: attached", "3", "leader == 'attached'"),
    ]
    assert maker.outcome(None, leader="attached", men_lost=1) == {"points": 2}


def test_a_row_without_a_number_is_asked_by_answer(maker: Maker, typed: Typed) -> None:
    """The amount of a row without a number is asked for by answer; other rows are named, to be typed."""
    out = shown(maker, typed, *TITLE, "sum", LEADER, "", "0", "", "", "", "1", "", "", "", "", "1 2", "0 1 2")
    says = "Leader: varies. What does each answer of Leader add: none, near, attached (for example 0 1 2)"
    assert f"{says} 3 numbers are needed, one for each answer: none, near, attached" in out
    assert "Weather: varies. If it is a modifier, type it now." in out


@pytest.mark.parametrize(
    ("typed", "is_by_answer"),
    [("Leader", True), ("leader: varies", True), ("Leader + his rating", True), ("Leader: near", False)],
)
def test_a_typed_modifier_that_names_a_question(typed: str, is_by_answer: bool, maker: Maker) -> None:
    """A typed modifier that names a question needs no amount; one that names a single choice does."""
    asked = ("method=sum", "start=0", "result=Points", f"input-1={LEADER}", f"modifier-1={typed}")
    answer = maker.run(*asked, "modifier-1-by-answer=0 0 2")
    if is_by_answer:
        assert answer.status == 0, answer
        assert [add for _, add, _ in modifiers(maker)] == ["2"]
    else:
        answer.refused(2, "modifier-1-add")


def test_an_amount_by_answer_of_both_sides(maker: Maker) -> None:
    """An amount that depends on an answer of each side has a question for each side."""
    asked = ("method=opposed", "dice=1d6", "tie=nobody", "input-1=Attacker's leader: none, here")
    maker.make(*asked, "modifier-1=Leader", "modifier-1-by-answer=0 2")
    assert modifiers(maker) == [
        ("Leader: here", "2", "attacker_s_leader == 'here'"),
        ("Leader: here", "2", "defender_s_leader == 'here'"),
    ]


RATINGS = ("Rating of the attacker's leader: 0-2", "Rating of the defender's leader: 0-2")
OPPOSED = (
    "method=opposed",
    "dice=1d6",
    "tie=nobody",
    "modifier-1=Leader + his rating",
    "modifier-1-when=always",
)


def test_the_amount_of_each_side(maker: Maker, typed: Typed) -> None:
    """Enter takes the question of the side whose words the modifier has."""
    out = shown(
        maker, typed, *TITLE, "opposed", "", "", *RATINGS, "", "", "1d6", "0", "Leader + his rating", "", ""
    )
    says = "What does Leader + his rating add for Attacker: a number; Rating of the attacker's leader; or new (a new"
    assert f"{says} question for each side) (for example -1) [Enter: Rating of the attacker's leader]" in out
    assert (
        "And what does it add for Defender (for example -1) [Enter: Rating of the defender's leader]" in out
    )


def test_the_result_of_the_amount_of_each_side(maker: Maker) -> None:
    """Each side adds its own number, if it is not 0."""
    maker.make(*OPPOSED, f"input-1={RATINGS[0]}", f"input-2={RATINGS[1]}")
    names = ["rating_of_the_attacker_s_leader", "rating_of_the_defender_s_leader"]
    assert modifiers(maker) == [("Leader + his rating", name, f"{name} != 0") for name in names]


def test_another_amount_of_the_other_side(maker: Maker) -> None:
    """The other side's amount may be a number or another question, and its condition fits."""
    maker.make(*OPPOSED, f"input-1={RATINGS[0]}", "modifier-1-add-2=2")
    name = "rating_of_the_attacker_s_leader"
    assert modifiers(maker) == [
        ("Leader + his rating", name, f"{name} != 0"),
        ("Leader + his rating", "2", "yes"),
    ]


def test_a_question_that_names_no_side(maker: Maker, typed: Typed) -> None:
    """Enter does not take a question that names no side for both sides."""
    asked = ("Rating: 0-2", "", "1d6", "0", "Leader + his rating", "", "Rating")
    out = shown(maker, typed, *TITLE, "opposed", "", "", *asked)
    assert "And what does it add for Defender: a number, or Rating (for example -1) Nothing" in out


def test_a_new_question_of_each_side(maker: Maker) -> None:
    """A new question for each side is named with the words of the modifier."""
    maker.make(*OPPOSED, "modifier-1-add=new", "modifier-1-add-most=2")
    asked = maker.library.procedure("ford:made").inputs
    assert [each.label for each in asked] == [
        "Leader, his rating (Attacker)",
        "Leader, his rating (Defender)",
    ]
    answers = {asked[0].name: 0, asked[1].name: 2}
    assert maker.outcome([3, 3], **answers) == {"winner": "defender", "margin": 2}


def test_a_condition_is_written_once(maker: Maker) -> None:
    """The condition of the question of an amount may be that of the modifier."""
    asked = (f"input-1={LEADER}", "input-2=Rating: 1-3", "only-1=Rating", "only-1-when=Leader: attached")
    typed = ("modifier-1=Commander", "modifier-1-add=Rating", "modifier-1-when=Leader: attached")
    maker.make("method=sum", "start=0", "result=Points", *asked, *typed)
    assert modifiers(maker) == [("Commander", "rating", "leader == 'attached' and rating != 0")]
