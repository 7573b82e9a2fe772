"""Charts whose columns are all results, in calculators that `companion new-calculator` writes."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

COURAGE = """\
id: courage
title: Courage
cite: "2.1"
page: Card
grid: |
  Score     | Result | Move
  7 or more | steady | -
  4-6       | shaken | halt
  3 or less | routs  | full move
"""
ALL = "Which columns are read (Result, Move): 1 every column, each of which is a result;"


@pytest.fixture(autouse=True)
def courage(maker: Maker) -> None:
    """A chart with a result and a move for each score."""
    (maker.folder / "tables/ford/charts/courage.yaml").write_text(COURAGE)


def test_columns_of_different_words_are_results(maker: Maker, typed: Typed) -> None:
    """Enter takes every column; a chart whose columns share results, such as odds, asks for its column."""
    out = shown(maker, typed, *TITLE, "chart", "courage")
    assert f"{ALL} 2 only one, selected by a question [Enter: every column, each of which is a result]" in out


def test_columns_of_both_sides_are_results(maker: Maker, typed: Typed) -> None:
    """Enter takes every column, also if both sides share some results."""
    path = maker.folder / "tables/ford/charts/courage.yaml"
    path.write_text(COURAGE.replace("Result | Move", "Winner | Loser").replace("full move", "steady"))
    out = shown(maker, typed, *TITLE, "difference", "courage", "", "")
    assert "(Winner, Loser): 1 every column" in out
    assert "[Enter: every column, each of which is a result]" in out


def test_a_chart_of_odds_asks_for_its_column(maker: Maker, typed: Typed) -> None:
    """A chart of odds asks for its column, because its columns share their results."""
    out = shown(maker, typed, *TITLE, "chart", "results", "", "")
    assert "Which columns are read" not in out
    assert "The column of the chart is asked for later" in out


@pytest.mark.parametrize(
    ("die", "guard", "result", "move"),
    [
        (1, False, "routs", "full move"),
        (3, True, "shaken", "halt"),
        (6, False, "steady", "-"),
        (5, True, "steady", "-"),
    ],
)
def test_every_column_of_the_row_is_a_result(
    maker: Maker, die: int, guard: bool, result: str, move: str
) -> None:
    """Each column of the row is a result; modifiers change the row, except after certain natural rolls."""
    natural = ("natural-1=6", "natural-1-result=Result is steady (7 or more)")
    maker.make("method=chart", "chart=courage", "dice=1d6", "modifier-1=Guard +2", *natural)
    assert maker.outcome([die], guard=guard) == {"result": result, "move": move}


LETTERS = """\
id: letters
title: Letters
cite: "2.1"
page: Card
columns_title: Men
words: {"1-4": A 1-4, "5-8": B 5-8, "9+": C 9+}
grid: |
  Dice | 1-4 | 5-8 | 9+
  1-3  | no  | few | some
  4-6  | few | all | most
"""


@pytest.mark.parametrize(
    ("questions", "answer"),
    [((), {"men": 7}), (("input-1=Column: A, B, C", "column=Column"), {"column": "b"})],
    ids=["a number", "letters"],
)
def test_columns_with_a_letter_and_a_band(
    questions: tuple[str, ...], answer: dict[str, object], maker: Maker
) -> None:
    """The player gives a number, or the letter if the author asks for it; shifts lead to the columns beside."""
    (maker.folder / "tables/ford/charts/letters.yaml").write_text(LETTERS)
    maker.make("method=shift", "chart=letters", *questions, "modifier-1=Near +1", "dice=1d6", "result=Loss")
    assert maker.outcome([5], **answer) == {"loss": "all"}
    result = maker.resolve([5], near=True, **answer)
    assert (dict(result.outcome), result.column) == ({"loss": "most"}, "9+")


@pytest.mark.parametrize(
    ("question", "usual"),
    [("Distance: 0-9", "a new question: Men"), ("Men who fire: 1-20", "Men who fire")],
)
def test_a_number_about_something_else_is_no_column(
    question: str, usual: str, maker: Maker, typed: Typed
) -> None:
    """Enter takes a number for the column only if it is about what the columns stand for."""
    (maker.folder / "tables/ford/charts/letters.yaml").write_text(LETTERS)
    out = shown(maker, typed, *TITLE, "shift", "letters", question, "")
    assert f"[Enter: {usual}]" in out.partition("Which question gives the column")[2]


LOSER = """\
id: loser
title: Who gives way
cite: "2.1"
page: Card
grid: |
  Difference | Foot lose    | Horse lose
  0          | Again        | Again
  1-2        | Loser steps  | Loser rides off
  3+         | Loser runs   | Loser runs
"""


def test_the_column_of_the_loser(maker: Maker, typed: Typed) -> None:
    """Who loses is not known before the dice, so each side says what it is; Enter takes that."""
    (maker.folder / "tables/ford/charts/loser.yaml").write_text(LOSER)
    typed("Made", "2.1", "difference", "loser", "", "", "", "", "", "1d6", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "by what the losing side is" in answer.out
    asked = {"if_attacker_loses": "Foot lose", "if_defender_loses": "Horse lose"}
    for dice, result in (((2, 3), "Loser steps"), ((3, 2), "Loser rides off"), ((4, 4), "Again")):
        assert maker.outcome(list(dice), **asked)["result"] == result


def test_columns_that_differ_at_a_draw(maker: Maker, typed: Typed) -> None:
    """The loser decides no column then."""
    differs = LOSER.replace("Again        | Again", "Again        | Both ride off")
    (maker.folder / "tables/ford/charts/loser.yaml").write_text(differs)
    out = shown(maker, typed, "Made", "2.1", "difference", "loser", "", "", "")
    assert "Which columns are read" in out and "losing side" not in out
