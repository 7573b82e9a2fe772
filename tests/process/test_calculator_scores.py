"""Modifiers of the score or the number needed of dice that are counted one by one, in `companion new-calculator`."""

from __future__ import annotations

import pytest

from companion.engine import Engine
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

RULES = """\
# 9.1 The throw

- Throw a die for each base. Add what is in 9.2 and 9.3.

# 9.2 {title}

- Uphill +1
- Fog +2

# 9.3 More

- {more} put one on the number.

# 9.4 Bounds

- The number may not be raised by more than two, nor lowered by more than two, by all of them together.

# 9.5 Luck

- A natural 1 never hits. A natural 6 always hits, whatever the number.
"""
POOL = (
    "method=pool",
    "cite=9.1",
    "count=4",
    "die=1d6",
    "hit=4+",
    "modifier-1=Uphill +1",
    "modifier-2=Fog +2",
)


def rules(maker: Maker, title: str = "Changes to the number needed", more: str = "Woods") -> None:
    """Write a chapter about volleys."""
    (maker.folder / "rulebook/ford/09-volleys.md").write_text(HEAD + RULES.format(title=title, more=more))


@pytest.mark.parametrize(
    ("changes", "more", "given", "hits"),
    [
        ("", (), {}, 3),
        ("the score of each die", (), {"uphill": True}, 4),
        ("the score of each die", (), {"uphill": True, "fog": True}, 4),
        ("the number that each die needs", (), {"uphill": True}, 2),
        ("the number that each die needs", (), {"fog": True}, 1),
        ("the number that each die needs", (), {"uphill": True, "fog": True}, 0),
        ("the number that each die needs", ("always-count=6",), {"uphill": True, "fog": True}, 1),
        ("the number that each die needs", ("always-count=5-6",), {"uphill": True, "fog": True}, 2),
        ("the score of each die", ("never-count=3-4",), {"uphill": True}, 2),
        ("the score of each die", ("always-count=6", "never-count=3"), {"fog": True}, 3),
    ],
)
def test_the_dice_that_count(
    changes: str, more: tuple[str, ...], given: dict[str, object], hits: int, maker: Maker
) -> None:
    """Modifiers of the score or the number needed change each die; some numbers count whatever they are."""
    rules(maker)
    maker.make(*POOL, *([f"changes={changes}"] if changes else []), *more)
    assert maker.outcome([[3, 4, 5, 6]], **given) == {"hits": hits}


def test_numbers_that_no_modifier_can_change(maker: Maker) -> None:
    """Modifiers need a number or more, not certain numbers."""
    rules(maker)
    hit = [each if each != "hit=4+" else "hit=3-5" for each in POOL]
    maker.run(*hit, "changes=the score of each die").refused(
        2, "modifiers can only change a number such as 5+"
    )


@pytest.mark.parametrize(
    ("title", "changes"),
    [
        ("Changes to the number needed", "the number that each die needs"),
        ("What is added to each die", "the score of each die"),
        ("Harder: 5+ with +1 is 6+", "the number that each die needs"),
        ("Easier: 5+ with +1 is 4+", "the score of each die"),
        ("A plus makes the score harder", "the number that each die needs"),
        ("Scores", ""),
        ("Dice gained and lost", "the number of dice"),
    ],
)
def test_what_the_rules_say_is_proposed(title: str, changes: str, maker: Maker, typed: Typed) -> None:
    """The heading of the modifiers says what they change; a score may be that of the die or the one that it needs."""
    rules(maker, title, "Foes in trees")
    out = shown(maker, typed, "Barrage", "9.1", "pool", "", "4", "1d6", "4+", *[""] * 5)
    offered = f" [Enter: {changes}]" if changes else " Nothing was written."
    assert f"3 the number that each die needs{offered}" in out


def test_limits_and_natural_numbers_are_proposed(maker: Maker, typed: Typed) -> None:
    """A rule with one modifier is offered with the others that are named with it; so are limits and natural 1 and 6."""
    rules(maker)
    out = shown(maker, typed, "Barrage", "9.1", "pool", "", "4", "1d6", "4+", ">")
    assert "Uphill +1; Fog +2; Woods +1 (9.3)" in out
    assert "Modifiers, all together (9.4): At most +2; At least -2" in out
    assert "hits if (the die is at least the number needed or 6) and the die is not 1" in out


NERVE = """\
id: nerve-chart
title: Nerve Chart
cite: "9.5"
page: Card
columns_title: Class
grid: |
  Hits      | Guard | Raw
  0         | Runs  | Runs
  1         | Halts | Runs
  2 or more | Holds | Halts
"""


@pytest.mark.parametrize(
    ("answer", "dice", "result"), [("guard", [6, 6, 6, 6], "Holds"), ("raw", [1, 1, 1, 6], "Runs")]
)
def test_the_number_of_dice_that_count_is_read_on_a_chart(
    answer: str, dice: list[int], result: str, maker: Maker
) -> None:
    """The chart gives the result, in the column of a question; the number is shown below."""
    rules(maker)
    (maker.folder / "tables/ford/charts/nerve-chart.yaml").write_text(NERVE)
    maker.make(
        "method=pool",
        "cite=9.1",
        "count=4",
        "die=1d6",
        "hit=4+",
        "result=Hits",
        "read=yes",
        "chart=nerve-chart",
    )
    outcome = maker.outcome([dice], **{"class": answer})
    assert (outcome["result"], outcome["hits"]) == (result, sum(die >= 4 for die in dice))
    made = maker.library.procedure("ford:made")
    assert [each.label for each in made.outcome] == ["Result", "Hits"]


def test_a_rule_that_reads_the_successes_on_a_chart(maker: Maker, typed: Typed) -> None:
    """Enter reads them if the rule says so; an exception may change the result."""
    (maker.folder / "tables/ford/charts/nerve-chart.yaml").write_text(NERVE)
    rules(maker)
    path = maker.folder / "rulebook/ford/09-volleys.md"
    path.write_text(
        f"{path.read_text()}\n- The number of hits is looked up under the class in the Nerve Chart.\n"
    )
    out = shown(maker, typed, "Barrage", "9.1", "pool", "", "4", "1d6", "4+", ">", "exception", "halts")
    assert "Chart: Nerve Chart" in out
    assert "Result: Result; Hits" in out
    assert "What does it become: 1 Result is Runs; 2 Result is Holds" in out


def test_limits_of_the_number_of_dice(maker: Maker, typed: Typed) -> None:
    """The limits count before the modifiers change the dice."""
    rules(maker, "Dice gained and lost", "Trees and more dice")
    typed("Barrage", "9.1", "pool", "", "4", "1d6", "4+", ">", "yes")
    maker.say("new-calculator", "--game", "ford")
    result = Engine(maker.library).resolve("ford:barrage", {"uphill": True, "fog": True}, [[6] * 6])
    assert dict(result.outcome) == {"hits": 6}


@pytest.mark.parametrize(("more", "least"), [("Trees", "0"), ("A unit throws at least one die. Trees", "1")])
def test_the_fewest_dice(more: str, least: str, maker: Maker, typed: Typed) -> None:
    """Enter takes one die if a rule of the chapter says so."""
    rules(maker, "Dice gained and lost", more)
    out = shown(maker, typed, "Barrage", "9.1", "pool", "", "4", "1d6", "4+", *[""] * 6)
    asked = out.rpartition("How many dice are rolled at least")[2]
    assert f"[Enter: {least}]" in asked


def test_the_number_of_dice_is_no_column(maker: Maker, typed: Typed) -> None:
    """A chart without a name for its columns is not read in the column of the number of dice."""
    chart = "id: aim\ntitle: Aim\ncite: '9.1'\npage: Card\ngrid: |\n  Gun | 1-3 | 4+\n  Big | 4 | 5\n  Tiny | 5 | 6\n"
    (maker.folder / "tables/ford/charts/aim.yaml").write_text(chart)
    rules(maker)
    out = shown(maker, typed, "Barrage", "9.1", "pool", "Bases: 1-9", "", "", "Bases", "1d6", "chart", "aim")
    assert (
        "Which question gives the column: 1 a new question: Column; 2 Bases [Enter: a new question: Column]"
        in out
    )
