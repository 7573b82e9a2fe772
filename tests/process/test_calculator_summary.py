"""The summary in plain words that new-calculator shows before it writes, and the whole file after `?`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from companion.cli.authoring.calculator.summary import summary_lines
from tests.process.calculator_maker import LINES, Maker

Typed = Callable[..., None]
QUESTIONS: list[dict[str, Any]] = [
    {
        "name": "class",
        "label": "Class",
        "kind": "choice",
        "choices": [{"key": "guard", "label": "Guard"}, {"key": "line"}, {"key": "raw"}],
    },
    {"name": "leader", "label": "Leader", "kind": "choice", "choices": [{"key": "none"}, {"key": "here"}]},
    {
        "name": "rating",
        "label": "Rating",
        "kind": "number",
        "least": "0",
        "most": "2",
        "when": "leader == 'here'",
    },
    {"name": "men", "label": "Men", "kind": "number", "least": "1"},
    {"name": "cover", "label": "In cover", "kind": "yes-no"},
    {"name": "rain", "label": "Rain", "kind": "yes-no"},
]


def record(**parts: Any) -> dict[str, Any]:
    """A calculator with these questions."""
    usual = {"id": "x", "title": "Fire", "cite": "4.2", "summary": "One roll.", "inputs": QUESTIONS}
    return {**usual, "steps": [], "outcome": [], "next": [], **parts}


def tally(*modifiers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A sum of modifiers."""
    return {"do": "tally", "name": "modifier", "title": "Modifiers", "modifiers": [*modifiers], **more}


def modifier(label: str, add: Any, when: str = "", cite: str = "4.3") -> dict[str, Any]:
    """A modifier."""
    return {"label": label, "add": add, "when": when, "cite": cite}


def lines_of(maker: Maker, made: dict[str, Any], most: int = 99) -> list[str]:
    """The summary at 200 columns, so that each subject is one line."""
    return summary_lines(made, maker.library.module("ford"), 200, most)


def test_questions_with_their_answers(maker: Maker) -> None:
    """A tick that is a modifier is not listed twice."""
    lines = lines_of(maker, record(steps=[tally(modifier("In cover", -1, "cover"))]))
    assert lines[:3] == [
        "Fire (rule 4.2): One roll.",
        "Asked: Class (Guard, line, raw); Leader (none, here); Rating (0 to 2, only if Leader: here); Men (1 or more)",
        "Ticked if true: Rain",
    ]
    assert "Asked: nothing" in lines_of(maker, record(inputs=[]))


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (modifier("In cover", -1, "cover"), "In cover -1"),
        (modifier("In cover", -1, "cover", "9.9"), "In cover -1"),
        (modifier("Wet", 2, "rain"), "Wet +2 (Rain)"),
        (modifier("Wet", "-2", "rain"), "Wet -2 (Rain)"),
        (modifier("Old Guard", 2, "class == 'guard'"), "Old Guard +2 (Class: Guard)"),
        (modifier("Poor", -1, "class == 'line' or class == 'raw'"), "Poor -1 (Class: line or raw)"),
        (
            modifier("Poor", -1, "class == 'line' and rain or class == 'raw' and not rain"),
            "Poor -1 ((Class: line and Rain) or (Class: raw and not Rain))",
        ),
        (modifier("Many", 1, "men >= 5"), "Many +1 (Men is at least 5)"),
        (modifier("Few", 1, "3 <= men < 5 and not rain"), "Few +1 (Men is at least 3 and Men is below 5 and not Rain)"),
        (modifier("Some", 1, "rain and 3 <= men <= 5"), "Some +1 (Rain and Men is 3 to 5)"),
        (modifier("Mixed", 1, "(rain or cover) and men == 3"), "Mixed +1 ((Rain or In cover) and Men is 3)"),
        (modifier("Leader", "rating", "leader == 'here' and rating != 0"), "Leader + Rating (Leader: here)"),
        (modifier("Each man", "-men", "men != 0"), "Each man -1 for each of Men"),
        (modifier("Always", 1), "Always +1 (always)"),
    ],
)  # fmt: skip
def test_modifiers_with_amount_and_condition(made: dict[str, Any], says: str, maker: Maker) -> None:
    """Conditions are worded with the labels of the questions, and left out if the modifier has that label."""
    cite = made["cite"]
    assert f"Modifiers ({cite}): {says}" in lines_of(maker, record(steps=[tally(made)]))


def test_the_rule_of_most_modifiers_is_named_once(maker: Maker) -> None:
    """The rule of most modifiers is named once, and the other modifiers name their own."""
    made = tally(*(modifier(label, 1, "rain") for label in "AB"), modifier("Rain", 1, "rain", "4.10"))
    lines = lines_of(maker, record(steps=[made]))
    assert "Modifiers (4.3): A +1 (Rain); B +1 (Rain); Rain +1 (4.10)" in lines
    assert lines[-1] == "Rules: 4.2, 4.3, 4.10"


def test_columns_and_their_limit(maker: Maker) -> None:
    """Shifts are left or right, and a limit has no amount."""
    limit = modifier(
        "At most 2 columns either way", "max(min(modifier, 2), -2) - modifier", "abs(modifier) > 2"
    )
    shifts = tally(modifier("Wet", -2, "rain"), modifier("In cover", 1, "cover"), unit="columns")
    net = {**tally(limit), "title": "Net shift", "start": "modifier"}
    lines = lines_of(maker, record(steps=[shifts, net, {"do": "look-up", "chart": "volley"}]))
    assert "Modifiers (4.3): Wet 2 left (Rain); In cover 1 right" in lines
    assert "Net shift (4.3): At most 2 columns either way" in lines
    assert "Chart: Volley" in lines


def test_dice_results_exceptions_and_what_follows(maker: Maker) -> None:
    """Dice, results, exceptions and follow-ups have their rules; success says what it depends on."""
    steps = [
        {"do": "require", "that": "not rain", "says": "no fire in rain", "cite": "4.6"},
        {"do": "roll", "name": "dice", "dice": "2d6", "label": "Dice"},
        {"do": "roll", "name": "more", "dice": "d6", "label": "Hits", "count": "men", "when": "men > 2"},
        {"do": "settle", "because": "it always hits on a 12", "values": {"hit": "hits"}, "cite": "4.7"},
        {
            "do": "settle",
            "because": "it is too far",
            "values": {"hit": 0, "by": "abs(dice - 8)"},
            "cite": "4.8",
        },
        {"do": "settle", "because": "a natural 2", "values": {"hit": "no"}, "cite": "4.8"},
        {"do": "work-out", "values": {"hit": "dice >= 8"}},
    ]
    hit = {"name": "hit", "label": "Result", "words": {"yes": "hits", "no": "misses"}}
    after = [
        {"says": "Test.", "when": "hit", "procedure": "morale", "cite": "7.1"},
        {"says": "Wait.", "when": "not hit and rain", "cite": "4.9"},
        {"says": "Mark it.", "when": "always", "cite": "4.9"},
    ]
    outcome = [hit, {"name": "loss", "label": "Loss"}]
    lines = lines_of(maker, record(steps=steps, outcome=outcome, next=after))
    assert lines[3:] == [
        "Dice: 2d6; Hits: one d6 for each of Men, if Men is above 2",
        "Result: hits if the natural roll is at least 8, otherwise misses; Loss",
        "Refused (4.6) if Rain: no fire in rain",
        "Exception (4.7): it always hits on a 12",
        "Exception (4.8): it is too far: Result 0",
        "Exception (4.8): a natural 2: Result misses",
        "Afterwards (7.1): If hits: Test. Opens morale.",
        "Afterwards (4.9): If misses and Rain: Wait.",
        "Afterwards (4.9): Always: Mark it.",
        "Rules: 4.2, 4.6, 4.7, 4.8, 4.9, 7.1",
    ]


def test_a_natural_roll_comes_before_an_exception(maker: Maker) -> None:
    """The summary says so where both are about the same result."""
    settled = [
        {"do": "settle", "because": because, "values": {"result": "'Rout'"}, "cite": "4.7"}
        for because in (
            "Result is always Rout on a natural 2",
            "Flee instead of Rout (Guard)",
            "Halt instead of Flee (Raw)",
            "Stand instead of Rout (the natural roll is 2)",
            "Result is always Rout on a natural 3",
            "Stand instead of Rout (the natural roll is 2)",
        )
    ]
    lines = lines_of(maker, record(steps=settled))
    first = "Result is always Rout on a natural 2"
    assert f"Exception (4.7): Flee instead of Rout (Guard) (but {first} comes first)" in lines
    assert not any("Halt" in line and "first" in line for line in lines)
    assert sum("Stand instead" in line for line in lines) == 1


def test_a_large_calculator_fits_on_the_screen(maker: Maker) -> None:
    """The other side's equal modifiers are named together, and conditions that a label tells are left out."""
    sides = [
        {
            **tally(
                modifier("Guard", 2, f"{who}_class == 'guard'"),
                modifier("Raw", -1, f"{who}_class == 'raw'"),
                *([modifier("Square", -4, "square")] if who == "red" else []),
            ),
            "name": who,
            "title": f"Modifiers of {who.capitalize()}",
        }
        for who in ("red", "blue")
    ]
    choices = [{"key": "guard", "label": "Guard"}, {"key": "raw", "label": "Raw"}]
    asked = [
        {"name": f"{who}_class", "label": f"{who.capitalize()}'s class", "kind": "choice", "choices": choices}
        for who in ("red", "blue")
    ]
    made = record(inputs=asked, steps=sides)
    whole = lines_of(maker, made)
    assert "Asked: Red's class and Blue's class (Guard, Raw)" in whole
    assert "Modifiers of Red (4.3): Guard +2; Raw -1; Square -4 (square)" in whole
    short = summary_lines(made, maker.library.module("ford"), 75, 6)
    assert "Modifiers of Red (4.3): Guard +2; Raw -1; Square -4" in " ".join(short).replace("  ", " ")
    assert "Modifiers of Blue (4.3): the same without Square, by the answers of Blue" in short


def test_a_larger_calculator_is_shown_whole(maker: Maker) -> None:
    """A summary that is too long for the screen still shows all questions, and each follow-up's condition."""
    after = [{"says": f"Mark {number}.", "when": "cover", "cite": "4.9"} for number in range(9)]
    least = summary_lines(record(next=after), maker.library.module("ford"), 60, 4)
    assert least[1] == "Asked: Class; Leader; Rating; Men"
    assert least[-2:] == ["Afterwards (4.9): If In cover: Mark 8.", "Rules: 4.2, 4.9"]


def test_all_answers_before_it_is_written(maker: Maker, typed: Typed) -> None:
    """The summary is shown at once; `?` lists the answers with numbers."""
    typed(*LINES[:9], "Wet -1", *[""] * 6, *LINES[10:], "?", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    summary, rest = answer.out.split("Write this calculator to")
    assert "Modifiers (2.1): Wet -1\n" in summary
    assert "Result: hits if the total is at least 4, otherwise misses" in summary
    assert (
        "1 What is the calculator for? Give it a title: Made\n2 Which rule does it belong to: 2.1\n" in rest
    )
    assert "Modifier 1 of the dice or the number needed, as printed: Wet -1\n" in rest


TOTAL = ("start=1", "result=Sum")
UP = ("modifier-1=Up", "modifier-1-add=1")
SIDES = ("dice=1d6", "side-1=A", "side-2=B", "modifier-1=Up", "modifier-1-add=1", "modifier-1-side=A")


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (("method=chart", "chart=one", "dice=1d6", "result=Effect"), ("Dice: 1d6", "Chart: One")),
        (
            ("method=shift", "chart=results", *UP, "dice=1d6", "result=R"),
            ("Columns (2.1): Up 1 right", "Chart: Results"),
        ),
        (
            ("method=target", *UP, "dice=1d6", "succeeds=high", "needed=4", "success=hits", "failure=misses"),
            ("Modifiers (2.1): Up +1", "Result: hits if the total is at least 4, otherwise misses"),
        ),
        (
            ("method=pool", "count=3", "die=d6", "hit=5+", "result=Hits"),
            ("Dice: one d6 for each of 3", "Result: Hits"),
        ),
        (("method=opposed", *SIDES, "tie=nobody"), ("Dice: A: 1d6; B: 1d6",)),
        (("method=difference", "chart=melee", "columns=1", *SIDES), ("Chart: Melee",)),
        (("method=look-up", "chart=ground", "result=Cost"), ("Chart: Ground", "Result: Cost")),
        (("method=sum", *UP, *TOTAL), ("Sum (2.1): start with 1; Up +1", "Result: Sum")),
    ],
    ids=lambda answers: answers[0],
)  # fmt: skip
def test_every_kind_of_calculator(answers: tuple[str, ...], says: tuple[str, ...], maker: Maker) -> None:
    """The summary has the dice, the sum and the chart of each."""
    maker.make("id=made", *answers)
    made = yaml.safe_load((maker.folder / "tables/ford/procedures/made.yaml").read_text())
    lines = lines_of(maker, {"next": [], **made})
    for line in says:
        assert line in lines


@pytest.mark.parametrize(
    ("add", "when", "says", "short"),
    [
        ("min(men // 25, 3)", "men >= 25", "+1 for each full 25 of Men, at most +3", "+1 for each full 25, at most +3"),
        ("max(-2 * ((men + 4) // 5), -6)", "men >= 1", "-2 for each 5 of Men or part of 5, at most -6",
         "-2 for each 5 or part of 5, at most -6"),
        ("-(men // 5)", "rain and men >= 5", "-1 for each full 5 of Men (Rain)", "-1 for each full 5 (Rain)"),
        ("min(men, 3)", "men != 0", "+1 for each of Men, at most +3", "+1 for each, at most +3"),
    ],
)  # fmt: skip
def test_an_amount_for_each_of_a_number(add: str, when: str, says: str, short: str, maker: Maker) -> None:
    """Its step and limit are shown, without the condition that it is not 0."""
    made = record(steps=[tally(modifier("Each man", add, when))])
    assert f"Modifiers (4.3): Each man {says}" in lines_of(maker, made)
    assert f"Modifiers (4.3): Each man {short}" in lines_of(maker, made, 5)


def test_an_amount_in_words(maker: Maker) -> None:
    """The question stands for the words, or is left out if space is short."""
    made = record(steps=[tally(modifier("Leader attached + his rating", "rating", "rating != 0"))])
    assert "Modifiers (4.3): Leader attached + Rating" in lines_of(maker, made)
    assert "Modifiers (4.3): Leader attached + his rating" in lines_of(maker, made, 5)
