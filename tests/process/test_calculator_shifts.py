"""Shifts of the column besides modifiers of the dice, in calculators that `companion new-calculator` writes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Engine
from companion.model.step import Settle, Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

CHART = """\
id: salvo
title: Salvo
cite: "2.6"
page: Card
columns_title: Men firing
grid: |
  Dice      | A 1-4 | B 5-8 | C 9+
  3 or less | 0     | 0     | 1
  4-5       | 0     | 1     | 2
  6-7       | 1     | 2     | 3
  8 or more | 2     | 3     | 4
"""
RULES = """\
# 2.6 Salvo

- At close range shift one column to the right; at long range one to the left. Column C shifted right stays C and adds
  1 to the dice; column A shifted left stays A and takes 2 off.

# 2.7 Limits

- All modifiers together are never more than +2 or less than -2.

# 3.1 Guns

- Guns use the chart of 2.6.
"""
RANGE = "input-1=Range: Close, Effective, Long"
SHIFTS = "shifts=Close range 1 right; Long range 1 left"
SALVO = ("method=chart", "chart=salvo", RANGE, "dice=1d6", "result=Loss")
BEGIN = ("Salvo", "2.6", "chart", "salvo", "Range: Close, Effective, Long", "", "1d6")


@pytest.fixture(autouse=True)
def salvo(maker: Maker) -> None:
    """A chart whose columns are letters with bands, and a rule that shifts them."""
    (maker.folder / "tables/ford/charts/salvo.yaml").write_text(CHART)
    (maker.folder / "rulebook/ford/07-salvo.md").write_text(HEAD + RULES)


def tallies(maker: Maker) -> dict[str, Tally]:
    """Return the sums of the calculator, by name."""
    steps = maker.library.procedure("ford:made").steps
    return {step.name: step for step in steps if isinstance(step, Tally)}


@pytest.mark.parametrize(
    ("men", "distance", "die", "loss", "column"),
    [
        (4, "effective", 6, 1, "A 1-4"),
        (4, "close", 6, 2, "B 5-8"),
        (5, "long", 6, 1, "A 1-4"),
        (4, "long", 6, 0, "A 1-4"),  # 6 - 2
        (8, "close", 5, 2, "C 9+"),
        (9, "close", 5, 3, "C 9+"),  # 5 + 1
    ],
)
def test_the_dice_change_past_the_edge(
    maker: Maker, men: int, distance: str, die: int, loss: int, column: str
) -> None:
    """A shift that ends at the edge changes nothing else; the men are asked as a number."""
    maker.make(
        *SALVO,
        SHIFTS,
        "edge=that column applies, and the dice get a modifier",
        "edge-first=-2",
        "edge-last=+1",
        "shift-cite=2.7",
    )
    result = maker.resolve([die], men_firing=men, range=distance)
    assert (dict(result.outcome), result.column) == ({"loss": loss}, column)
    assert {each.cite for step in tallies(maker).values() for each in step.modifiers} == {"2.7"}


def test_what_a_rule_states_is_proposed(maker: Maker, typed: Typed) -> None:
    """Enter takes the shifts with the answers that they name, what the dice get past the edges, and limits."""
    out = shown(maker, typed, *BEGIN, "Drums +1", "", "", "", "", "", "", "Loss", *[""] * 5)
    says = "What shifts the column, as printed (2.6)"
    assert f"{says} [Enter: Close range 1 right (Range: Close); Long range 1 left (Range: Long)]" in out
    past = "the dice get -2 past the first column and +1 past the last column"
    assert f"6 that column applies, and {past} [Enter: 6, as in 2.6]" in out
    assert "Which rule has the" not in out
    assert "Columns (2.6): Close range 1 right (Range: Close); Long range 1 left (Range: Long)" in out
    assert "Shifted past the first column -2; Shifted past the last column +1" in out
    procedure = maker.library.procedure("ford:salvo-calculator")
    sums = {step.name: step for step in procedure.steps if isinstance(step, Tally)}
    assert [each.when for each in sums["columns"].modifiers] == [
        "range == 'close'",
        "range == 'long'",
        "other_shifts != 0",
    ]
    assert [each.label for name in ("all_modifier", "modifier") for each in sums[name].modifiers] == [
        "Drums",
        "Shifted past the first column",
        "Shifted past the last column",
        "Other modifiers",
        "At most +2",
        "At least -2",
    ]


def test_another_condition_for_what_a_rule_states(maker: Maker, typed: Typed) -> None:
    """Typed shifts are asked about one by one, also if they are those of the rule."""
    out = shown(maker, typed, *BEGIN, "", "Close range 1 right; Long range 1 left", "1 or 2", "")
    says = "Shift 2 of 2, Long range 1 left. When does it count: "
    assert says in out
    assert "[Enter: Range: Long]" in out.partition(says)[2]


def test_guns_do_not_shift_as_muskets(maker: Maker, typed: Typed) -> None:
    """From a rule of another chapter, only the edges of its chart are proposed."""
    given = ("Guns", "3.1", "chart", "salvo", "", "1d6", "")
    out = shown(maker, typed, *given, "Weak crew 1 left", "", "")
    assert "What shifts the column, as printed (for example" in out
    assert "4 that column applies, and the dice get -2 past the first column [Enter: 4, as in 2.6]" in out
    assert "Which rule has the shifts? (for example 1.0) [Enter: 3.1 Guns]" in out


def test_an_edge_modifier_counts_in_the_limits(maker: Maker, typed: Typed) -> None:
    """The limits also cover the modifier for the chart's edge; the totals show the sum before and after."""
    guard = ("Guard +2", "", "", "2.7")
    out = shown(maker, typed, *BEGIN, *guard, "", "", "", "Loss", *[""] * 5)
    assert "Modifiers, all together (2.7): At most +2; At least -2" in out
    assert "- all modifier" not in out
    answers: dict[str, Any] = {"men_firing": 9, "range": "close", "guard": True}
    result = Engine(maker.library).resolve("ford:salvo-calculator", answers, [3])
    assert [(total.title, total.total) for total in result.totals] == [
        ("Columns", 1),
        ("Modifiers", 3),
        ("Modifiers, all together", 2),
    ]
    assert dict(result.outcome) == {"loss": 2}


def test_one_number_is_no_limit_of_all_modifiers(maker: Maker, typed: Typed) -> None:
    """A single number is refused as a limit of all modifiers: it could mean at most 2, or 2 either way."""
    out = shown(maker, typed, *BEGIN, "Guard +2", "", "", "2.7", "2", "2 or less", "none")
    says = "'2' is not a lowest and a highest number, as in -4 to 4; for one limit, type 2 or less, or 2+"
    assert f"{says} What shifts the column" in out


def test_no_effect_past_an_edge(maker: Maker) -> None:
    """A shift past the edge has no effect: the dice are not rolled, and their modifiers stay unchanged."""
    maker.make(*SALVO, "modifier-1=Guard +2", SHIFTS, "edge=no effect past the first column")
    assert maker.resolve(None, men_firing=3, range="long").settled == (
        "the shift leads past the first column (2.6)"
    )
    assert maker.outcome([2], men_firing=5, range="long", guard=True) == {"loss": 0}
    assert maker.outcome([6], men_firing=9, range="close", guard=True) == {"loss": 4}
    steps = maker.library.procedure("ford:made").steps
    assert len([step for step in steps if isinstance(step, Settle)]) == 1


def test_a_limit_of_shifts(maker: Maker) -> None:
    """Past the edge is what the limited shift leads past."""
    more = ("shifts=Flank 2 right; Close range 1 right", "limit=1")
    edge = ("edge=that column applies, and the dice get a modifier", "edge-last=1")
    maker.make(*SALVO, *more, *edge)
    at_first = maker.resolve([2], men_firing=5, range="close", flank=True)
    assert [total.total for total in at_first.totals] == [3, 1, 0]
    assert maker.outcome([3], men_firing=9, range="close", flank=True) == {"loss": 2}


@pytest.mark.parametrize(
    ("text", "says"),
    [("Close range", "needs a number of columns"), ("Close range 0 right", "needs a number of columns")],
)
def test_a_shift_needs_columns(maker: Maker, text: str, says: str) -> None:
    """A number without a direction could be a modifier of the dice."""
    maker.run(*SALVO, f"shifts={text}").refused(2, says)


def test_a_shift_among_the_modifiers(maker: Maker, typed: Typed) -> None:
    """A shift is refused as a modifier, since shifts are asked for next, unless the chart has one column."""
    out = shown(maker, typed, *BEGIN, "Close range 1 right", "")
    assert "shifts the column; such shifts are asked for after the modifiers" in out
    assert "What shifts the column" not in shown(
        maker, typed, "remove", "Made", "2.1", "chart", "one", "", "1d6", "0"
    )


def test_no_shift(maker: Maker, typed: Typed) -> None:
    """The answer `none` leaves the column unchanged, even if a rule states shifts."""
    shown(maker, typed, *BEGIN, "", "none", "Loss", "", "", "yes", *[""] * 3)
    assert "do: shift" not in (maker.folder / "tables/ford/procedures/salvo-calculator.yaml").read_text()


@pytest.mark.parametrize(
    ("rule", "proposed"),
    [
        (
            "Close range: one column right. Long range: two columns left.",
            "Close range 1 right; Long range 2 left",
        ),
        ("Shift one column to the left if the target is in a wood.", "The target is in a wood 1 left"),
        (
            "Shift one column left at long range, and two right at close range.",
            "Long range 1 left; Close range 2 right",
        ),
        ("At close range shift one column right, but two in a flank.", ""),
        ("Never shift more than 2 columns to the left.", ""),
        ("The column of three stands 2 inches to the left of the wood.", ""),
    ],
)
def test_sentences_about_shifts(maker: Maker, typed: Typed, rule: str, proposed: str) -> None:
    """Only a sentence that is wholly understood is proposed."""
    (maker.folder / "rulebook/ford/07-salvo.md").write_text(f"{HEAD}# 2.6 Salvo\n\n- {rule}\n")
    out = shown(maker, typed, "Salvo", "2.6", "chart", "salvo", "", "1d6", "")
    shifts = out.partition("What shifts the column")[2]
    if not proposed:
        assert "[Enter: nothing]" in shifts
        assert ("Not read from 2.6: " in out) is ("shift" in rule)
        assert "If it shifts the column, type it now" in out or "shift" not in rule
    for shift in filter(None, proposed.split("; ")):
        assert f"{shift} (the player ticks it)" in shifts


def test_a_question_in_the_words_of_the_chart(maker: Maker, typed: Typed) -> None:
    """A question for the number with the title of the columns is used without asking; another one is offered."""
    head = ("Salvo", "2.6", "chart", "salvo")
    out = shown(maker, typed, *head, "Men firing: 1-30", "", "1d6")
    assert "Which question gives the column" not in out
    out = shown(maker, typed, "remove", *head, "Bases: 1-30", "", "")
    assert "Which question gives the column: 1 a new question: Men firing; 2 Bases [Enter: a new" in out
    out = shown(maker, typed, "remove", *head, "Bases: 0-30", "")
    assert "Which question gives the column" not in out


def test_columns_whose_letters_are_words(maker: Maker) -> None:
    """A question whose answers are the letters of the columns gives the column, too."""
    lettered = "words: {1-4: A 1-4, 5-8: B 5-8, 9+: C 9+}\n"
    text = CHART.replace("A 1-4", "1-4  ").replace("B 5-8", "5-8  ").replace("C 9+", "9+  ") + lettered
    (maker.folder / "tables/ford/charts/salvo.yaml").write_text(text)
    letters = ("input-1=Gun: A, B, C", "column=Gun", "shifts=Weak crew 1 left")
    maker.make("method=chart", "chart=salvo", "dice=1d6", "result=Loss", *letters)
    assert maker.outcome([6], gun="c") == {"loss": 3}
    assert maker.outcome([6], gun="c", weak_crew=True) == {"loss": 2}
