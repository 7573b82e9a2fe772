"""`companion new-calculator`: questions in plain words become a calculator without faults."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.authoring.additions import Additions
from companion.cli.authoring.interview import Interview, Question
from companion.engine import Engine
from companion.errors import Refused
from companion.load.places import usual_places
from companion.model import Fault
from companion.model.step import Roll
from tests.process.calculator_maker import LINES, Maker

MEN = ("input-1=Men", "input-1-kind=number", "input-1-least=1", "input-1-most=9")
COVER = ("modifier-1=In cover", "modifier-1-add=-2")
"""A modifier that the player ticks."""


def follow(label: str) -> tuple[str, ...]:
    """Answers that let something follow from the answer 9 to a question for a number, so that it is used."""
    return "next-1=They run out of powder.", f"next-1-when=certain values of {label}", "next-1-numbers=9"


def test_dice_on_a_chart(maker: Maker) -> None:
    """The column comes from a question; parts of the cell are results; a mark brings its footnote."""
    close = (
        "modifier-2=Close",
        "modifier-2-add=+3",
        "modifier-2-when=certain values of Range",
        "modifier-2-numbers=2 or less",
    )
    distance = ("input-2=Range", "input-2-kind=number", "input-2-least=1")
    follow = (
        "next-1=They retreat {now}.",
        "next-1-when=certain values of Loss",
        "next-1-numbers=3+",
        "next-1-opens=Initiative",
    )
    maker.make(
        "method=chart", "chart=losses", *MEN, *distance, *COVER, *close, "dice=2d6", "beyond=yes", *follow
    )
    result = maker.resolve([9], men=4, range=5, in_cover=True)
    assert (dict(result.outcome), [line.label for line in result.ledger]) == (
        {"loss": 1, "morale": 0},
        ["In cover", "Close"],
    )
    assert maker.outcome([3], men=9, range=9, in_cover=True) == {"loss": 1, "morale": 1}
    assert [step.says for step in maker.resolve([9], men=4, range=9).next] == ["The captain is hit on a 6."]
    after = maker.resolve([12], men=9, range=2).next
    assert [(step.says, step.procedure) for step in after] == [("They retreat (now).", "ford:initiative")]


def test_the_rule_of_the_modifiers(maker: Maker) -> None:
    """Modifiers, and the questions that they add, may be in another rule than the dice."""
    maker.make("method=chart", "chart=losses", *MEN, *COVER, "beyond=yes", "modifiers-cite=2.2")
    (made,) = (each for each in maker.library.module("ford").procedures if each.id == "ford:made")
    assert {asked.name: asked.cite for asked in made.inputs} == {"men": "2.1", "in_cover": "2.2"}
    assert [line.cite for line in maker.resolve([9], men=4, in_cover=True).ledger] == ["2.2"]


def test_modifiers_of_several_rules(maker: Maker) -> None:
    """A modifier in another rule is cited there, with the question that it adds; the others stay."""
    more = ("modifier-2=Captain +1", "other-rule-1=Captain", "other-rule-1-cite=1.0")
    maker.make("method=chart", "chart=losses", *MEN, *COVER, *more, "beyond=yes", "modifiers-cite=2.2")
    (made,) = (each for each in maker.library.module("ford").procedures if each.id == "ford:made")
    assert [asked.cite for asked in made.inputs] == ["2.1", "2.2", "1.0"]
    assert [line.cite for line in maker.resolve([9], men=4).ledger] == ["2.2", "1.0"]


def test_the_numbers_of_modifiers_in_other_rules_stay(maker: Maker, typed: Callable[..., None]) -> None:
    """The list names the rules given so far, and a modifier that is chosen again gets another rule."""
    several = ("Near +1", "", "Far -1", "", "Hidden -2", "", "", "")
    rules = ("3", "1.0", "4", "1.0", "3", "2.2", "")
    typed(*LINES[:2], "sum", "", "0", *several, *rules, "Points", "", "", "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert "Is one of them in another rule (or several, as in 2 3): 1 none; 2 Near; 3 Far; 4 Hidden [" in out
    assert (
        "Is another modifier in another rule (or several, as in 2 3): 1 none; 2 Near; 3 Far (in 1.0); 4 Hidden ["
        in out
    )
    assert "as in 2 3): 1 none; 2 Near; 3 Far (in 2.2); 4 Hidden (in 1.0) [" in out
    asked = maker.library.procedure("ford:made").inputs
    assert [(each.name, each.cite) for each in asked[:3]] == [
        ("near", "2.1"),
        ("far", "2.2"),
        ("hidden", "1.0"),
    ]


@pytest.mark.parametrize("several", ["2 4", "2, 4", "2 and 4", "Near or 4", "near, hidden"])
def test_several_modifiers_in_another_rule(several: str, maker: Maker) -> None:
    """Several modifiers can get another rule with one answer; `not` is refused."""
    modifiers = ("method=sum", "start=0", "result=Points", "modifier-1=Near +1", "modifier-2=Far -1")
    others = ("modifier-3=Hidden -2", "other-rule-1-cite=1.0")
    maker.make(*modifiers, *others, f"other-rule-1={several}")
    asked = maker.library.procedure("ford:made").inputs
    assert [(each.name, each.cite) for each in asked] == [("near", "1.0"), ("far", "2.1"), ("hidden", "1.0")]
    maker.run("id=other", *modifiers, "other-rule-1=not 2").refused(2, "as in 2 3")
    maker.run("id=other", *modifiers, "other-rule-1=1 2").refused(2, "none cannot be combined")


def test_a_modifier_named_as_a_choice(maker: Maker) -> None:
    """A modifier named like a choice counts for that choice; if two questions have it, the author decides."""
    ranks = ("input-1=Class: Guard, Line", "input-2=Foe: Line, Raw", "start=0", "result=Sum")
    modifiers = ("modifier-1=Guard +2", "modifier-2=Line +1", "modifier-3=Raw +4")
    maker.run("method=sum", *ranks, *modifiers).refused(2, "--answer 'modifier-2-when=")
    maker.make("method=sum", *ranks, *modifiers, "modifier-2-when=the player ticks Line")
    assert [given.name for given in maker.library.procedure("ford:made").inputs] == ["class", "foe", "line"]
    assert maker.outcome(None, **{"class": "guard", "foe": "line"}) == {"the_sum": 2}


def bracketed(offered: str) -> str:
    """Return how an answer is offered: for Enter, or as one that may fit."""
    if not offered.startswith("perhaps"):
        return f"[Enter: {offered}]"
    return f"P{offered[1:]}? Then type {' or '.join(re.findall(r'(?<= )[0-9]+(?= )', offered))}"


@pytest.mark.parametrize(
    ("modifier", "offered"),
    [
        ("Leader attached", "Leader: attached"),
        ("leader within command radius", "Leader: within command radius"),
        ("Guard attackers", "Attackers' class: Guard"),
        ("Attackers Guard", "Attackers' class: Guard"),
        ("Defender Raw", "Defender's class: Raw"),
        ("Raw", "perhaps 5 Attackers' class: Raw; 7 Defender's class: Raw"),
        ("Shaken", "Are they shaken?"),
        ("Leader killed", "the player ticks it"),
        ("Attackers Guard charge", "the player ticks it"),
        ("Men", "the player ticks it"),
        ("Target in soft cover", "Cover of the target: soft"),
        ("Target in fieldworks", "Cover of the target: hard or fieldworks"),
        ("Target not in soft cover", "the player ticks it"),
        ("No cover", "the player ticks it"),
        (
            "In soft or hard cover",
            "Cover of the target: soft or Cover of the target: hard or fieldworks",
        ),
        ("Lone leader shaken by losses", "the player ticks it"),
    ],
)
def test_a_modifier_that_names_a_choice(
    modifier: str, offered: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """Enter takes the only choice that fits, also if the modifier repeats words of its question."""
    ranks = ("Attackers' class: Guard, Raw", "Defender's class: Guard, Raw")
    cover = "Cover of the target: none, soft, hard or fieldworks"
    asked = ("Leader: none, attached, within command radius", *ranks, cover, "Are they shaken?", "Men: 1-9")
    typed(*LINES[:2], "sum", *asked, "", "", "", "0", f"{modifier} +1", KeyboardInterrupt)
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert f"{bracketed(offered)} Nothing was written." in out


@pytest.mark.parametrize(
    ("modifier", "side", "offered"),
    [
        ("Guard", "Attacker", "Attacker's class: Guard"),
        ("Guard", "Defender", "Defender's class: Guard"),
        ("Guard uphill", "Defender", "the player ticks it"),
        ("Guards", "Defender", "Defender's class: Guard"),
        ("Levy", "Attacker", "the player ticks it"),
        ("Levy of the defender", "Attacker", "Defender's class: Levy"),
        ("Open ground", "Attacker", "Ground: open"),
    ],
)
def test_a_modifier_names_a_choice_of_its_side(
    modifier: str, side: str, offered: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """Of the same questions about both sides, Enter takes the choice of the side that it changes."""
    asked = ("Attacker's class: Guard, Raw", "Defender's class: Guard, Raw, Levy", "Ground: open, wood")
    typed(*LINES[:2], "opposed", "", "", *asked, "", "", "", "1d6", f"{modifier} +2", side, KeyboardInterrupt)
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert f"{bracketed(offered)} Nothing was written." in out


@pytest.mark.parametrize(
    ("modifier", "offered"),
    [
        (
            "Rating of the leader",
            "Perhaps 1 Leader: none; 2 Leader: in radius; 3 Leader: attached? Then type 1 or 2 or 3",
        ),
        ("Leader attached", "[Enter: Leader: attached]"),
        ("Depth", "[Enter: always]"),
        ("For each rank", "[Enter: always]"),
    ],
)
def test_when_an_answer_is_added(
    modifier: str, offered: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """An added answer always counts by default, but not if a question may decide when it does."""
    asked = (
        "Leader: none, in radius, attached",
        "Rating of the leader: 1-3",
        "Depth: 0-9",
        "Rank lost?",
    )
    known = ("Weather: fair, rain, snow, fog", "Time: dawn, noon, dusk")
    amount = {"For each rank": ("-1", "2", ""), "Leader attached": ("Rating of the leader",)}.get(
        modifier, ("",)
    )
    typed(
        *(*LINES[:2], "sum", *asked, *known, "", "", "", "0", "Rain -1", ""),
        *(modifier, *amount, KeyboardInterrupt),
    )
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert f"{offered} Nothing was written." in out


def test_a_long_list_of_conditions_is_shown_once(maker: Maker, typed: Callable[..., None]) -> None:
    """Later lists, and those whose condition Enter takes, name only the rest; ? shows all, and the numbers stay."""
    kind = "of the reserve that has not yet been in action in this or in the last turn"
    classes = "Class: " + ", ".join(
        f"{name} {kind}" for name in ("Guard", "Line", "Raw", "Levy", "Horse", "Guns", "Staff")
    )
    asked = (classes, "Wet?", "Men: 1-9", "", "Men", "2", "Wet?", "2", "0")
    typed(*LINES[:2], "sum", *asked, "Far -1", "", "Near +1", "?", "10", KeyboardInterrupt)
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    every = f"1 Class: Guard {kind}; 2 Class: Line {kind};"
    assert f"When is Men asked (or several, as in 2 or 3): {every}" in out
    assert "When is Wet? asked: 1 to 7 (? lists them) What does the sum start with" in out
    assert "1 to 9 (? lists them); 10 the player ticks it; 11 always [Enter: the player ticks it]" in out
    assert f"All of them: {every}" in out


def test_nothing_more_is_a_hyphen_everywhere(maker: Maker, typed: Callable[..., None]) -> None:
    """`-` ends a list also where Enter would."""
    typed(*LINES[:2], "sum", "-", "1", "-", "Points", "-", "", "")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    made = maker.library.procedure("ford:made")
    assert (made.inputs, made.next) == ((), ())


def test_answers_that_are_forbidden_together(maker: Maker) -> None:
    """Answers that are forbidden together are refused with a sentence; each answer alone is allowed."""
    gun = ("input-2=Gun: long, short", "forbidden-1-when=certain values of Men and Gun: short")
    maker.make(
        *("method=chart", "chart=losses", *MEN, *gun, "forbidden-1-numbers=6+"),
        "forbidden-1-says=six men have {a} long gun",
    )
    assert maker.outcome([9], men=6, gun="long") == {"loss": 3, "morale": 0}
    assert maker.outcome([9], men=5, gun="short") == {"loss": 2, "morale": 0}
    with pytest.raises(Refused, match=r"six men have \(a\) long gun"):
        maker.resolve([9], men=6, gun="short")


def test_totals_beyond_the_chart(maker: Maker) -> None:
    """The author says whether the nearest row is read; without an answer the command refuses."""
    base = ("method=chart", "chart=losses", *MEN, *COVER, "dice=2d6")
    maker.run(*base).refused(2, "--answer beyond=yes")
    maker.make(*base, "beyond=no")
    with pytest.raises(Exception, match="has no dice 1"):
        maker.resolve([3], men=4, in_cover=True)


def test_no_question_about_open_ends(maker: Maker) -> None:
    """A chart with `2 or less` and `5+` has no ends; its columns become a question of their own."""
    maker.make(
        "method=chart",
        "chart=results",
        *COVER,
        "dice=1d6",
        "result=Result",
        "next-1=Advance.",
        "next-1-when=Result is DR",
    )
    result = maker.resolve([5], column="2:1")
    assert (dict(result.outcome), [step.says for step in result.next]) == ({"result": "DR"}, ["Advance."])
    assert maker.outcome([1], column="1:2", in_cover=True) == {"result": "AR"}


def test_a_chart_with_one_column(maker: Maker) -> None:
    """A chart with one column needs no question for the column."""
    maker.make("method=chart", "chart=one", "dice=d6", "result=Effect")
    assert maker.library.procedure("ford:made").inputs == ()
    assert maker.outcome([4]) == {"effect": "rout"}


def test_percentile_dice_in_the_cells(maker: Maker) -> None:
    """If the cells of a chart contain the bands of the dice, the row is the result."""
    lost = ("modifier-1=Captain", "modifier-1-add=-15")
    maker.make("method=chart", "chart=nerve", *lost, "dice=00-99", "beyond=yes", "result=State")
    assert maker.outcome([85], column="Green") == {"state": "runs"}
    assert maker.outcome([85], column="Green", captain=True) == {"state": "shaken"}
    assert maker.outcome([5], column="Trained", captain=True) == {"state": "steady"}


def test_shifted_columns(maker: Maker) -> None:
    """Modifiers move the column, which the answer shows."""
    maker.make(
        "method=shift", "chart=results", "modifier-1=Flank", "modifier-1-add=1", "dice=1d6", "result=Result"
    )
    assert maker.outcome([3], column="1:1") == {"result": "NE"}
    result = maker.resolve([3], column="1:1", flank=True)
    assert (dict(result.outcome), result.column) == ({"result": "DR"}, "2:1")


SHIFTS = ("modifier-1=Close order +2", "modifier-2=Volley +2", "modifier-3=Hidden -3")


def test_a_chart_without_dice_with_shifted_columns(maker: Maker) -> None:
    """Modifiers move the column; their sum is limited, and the answer shows the sum before and after the limit."""
    maker.make("method=look-up", "chart=volley", "input-1=Men: 1-30", *SHIFTS, "limit=3", "result=Loss")
    result = maker.resolve(None, men=2, range="near", close_order=True, volley=True)
    assert (dict(result.outcome), result.column) == ({"loss": 8}, "10+")
    assert [(total.title, total.total) for total in result.totals] == [("Columns", 4), ("Net shift", 3)]
    assert [(line.label, line.value) for line in result.ledger if line.state == "applied"][2:] == [
        ("At most 3 columns either way", -1)
    ]
    assert maker.outcome(None, men=2, range="far", hidden=True) == {"loss": 0}


@pytest.mark.parametrize(
    ("edge", "left", "right"),
    [
        ("the column at the edge applies", 1, 5),
        ("no effect past the first column", 0, 5),
        ("no effect past the last column", 1, 0),
        ("no effect past either", 0, 0),
    ],
)
def test_past_the_edge_of_a_chart(edge: str, left: int, right: int, maker: Maker) -> None:
    """A shift that ends at the edge counts in any case; only one that leads past it may have no effect."""
    maker.make("method=look-up", "chart=volley", "input-1=Men: 1-30", *SHIFTS, f"edge={edge}", "result=Loss")
    far = {"range": "far"}
    assert maker.outcome(None, men=5, range="near", hidden=True) == {"loss": left and 2}
    assert maker.outcome(None, men=9, close_order=True, volley=True, **far) == {"loss": right}
    assert maker.outcome(None, men=10, hidden=True, range="near") == {"loss": 2}
    assert maker.outcome(None, men=4, close_order=True, **far) == {"loss": 5}
    assert bool(maker.resolve(None, men=5, hidden=True, **far).settled) == (left == 0)


POINTS = ("method=look-up", "chart=volley", "input-1=Men: 1-30", "result=Points", "points=3", "loss=Men lost")


@pytest.mark.parametrize(
    ("men", "near", "rolls", "lost"),
    [
        (2, True, [2], 1),
        (2, True, [3], 0),
        (5, True, [1], 2),
        (5, True, [2], 1),
        (8, True, None, 2),
        (2, False, None, 0),
    ],
)
def test_dice_for_the_points_left_over(
    men: int, near: bool, rolls: list[int] | None, lost: int, maker: Maker
) -> None:
    """Each full 3 points are a man, a die decides about the rest, and nothing is rolled without a rest or effect."""
    edge = (
        "modifier-1=Hidden -1",
        "edge=no effect past the first column",
        "next-1=Run.",
        "next-1-when=certain values of Men lost",
    )
    more = ("rest=1", "next-1-numbers=2+", "rest-cite=1.0")
    maker.make(*POINTS, *edge, *more)
    points = {"points": {2: 2, 5: 4, 8: 6}[men] if near else 0}
    result = maker.resolve(rolls, men=men, range="near" if near else "far")
    assert (result.done, dict(result.outcome)) == (True, {"men_lost": lost, **points})
    assert [step.says for step in result.next] == ["Run."] * (lost > 1)
    none = maker.resolve(None, men=2, range="near", hidden=True)
    assert dict(none.outcome) == {"men_lost": 0, "points": 0} and none.settled
    shown = maker.say("calc", "ford:made", "men=2", "range=near", "hidden=yes").out
    assert "=> Men lost: 0\n" in shown
    (roll,) = (step for step in maker.library.procedure("ford:made").every_step() if isinstance(step, Roll))
    assert (roll.dice, roll.cite, roll.label) == ("1d3", "1.0", "Points left over")


@pytest.mark.parametrize(
    ("answers", "are_points"),
    [
        (("chart=volley", "input-1=Men: 1-9", "column=Men", "row=1"), True),
        (("chart=ground", "input-1=Men: 1-9", "column=1", "row=1"), False),
    ],
)
def test_the_name_of_points(
    answers: tuple[str, ...], are_points: bool, maker: Maker, typed: Callable[..., None]
) -> None:
    """They are asked for first, if the chart may give some; then come their name and that of a loss."""
    typed(*(["", "<", "10", ""] if are_points else []), KeyboardInterrupt)
    answer = maker.run("method=look-up", *answers, "input-2=", "modifier-1=")
    out = " ".join(answer.out.split())
    points = (
        "How many points on Volley are one loss? (for example 10) [Enter: none, its numbers are the result]"
    )
    assert (points in out) is are_points
    assert "What is the result called? (for example Loss) [Enter: Result]" in out
    names = "What are the points called? [Enter: Points] What is such a loss called?"
    assert (names in out) is are_points


def test_points_beside_blank_cells(maker: Maker) -> None:
    """A blank cell has no points."""
    (maker.folder / "tables/ford/charts/volley.yaml").write_text(
        (maker.folder / "tables/ford/charts/volley.yaml").read_text().replace("| 0  ", "| -  ")
    )
    maker.make(*POINTS, "rest=1")
    assert maker.outcome(None, men=2, range="far")["men_lost"] == 0
    assert maker.outcome([1], men=5, range="far")["men_lost"] == 1


@pytest.mark.parametrize(("rest", "lost"), [("it is dropped", 1), ("it counts as one more", 2)])
def test_points_left_over_without_dice(rest: str, lost: int, maker: Maker) -> None:
    """Without dice, points left over are dropped or count in full."""
    maker.make(*POINTS, f"rest={rest}")
    assert maker.outcome(None, men=4, range="near") == {"men_lost": lost, "points": 4}
    assert maker.outcome(None, men=7, range="near") == {"men_lost": 2, "points": 6}


@pytest.mark.parametrize(
    ("modifier", "columns"),
    [
        (("modifier-1=Howitzer 1 left",), -1),
        (("modifier-1=Howitzer 2R",), 2),
        (("modifier-1=Howitzer 1 column to the right",), 1),
        (("modifier-1=Howitzer", "modifier-1-add=2 left"), -2),
        (("modifier-1=Howitzer", "modifier-1-add=1 right"), 1),
    ],
)
def test_columns_to_the_left_or_right(modifier: tuple[str, ...], columns: int, maker: Maker) -> None:
    """Shifts to the left or right are typed as results print them."""
    maker.make("method=look-up", "chart=volley", *modifier, "result=Loss")
    (line,) = maker.resolve(None, men=5, range="near", howitzer=True).ledger
    assert (line.label, line.value) == ("Howitzer", columns)


def test_no_dice_past_the_edge(maker: Maker) -> None:
    """Without an effect nothing is rolled; a chart of words has it as a result that something may follow from."""
    follow = ("next-1=They jeer.", "next-1-when=Result is no effect")
    edge = "edge=no effect past the first column"
    maker.make(
        "method=shift", "chart=results", "modifier-1=Far -1", "dice=1d6", edge, "result=Result", *follow
    )
    result = maker.resolve(None, column="1:2", far=True)
    assert (result.done, dict(result.outcome), result.column) == (True, {"result": "no effect"}, None)
    assert [step.says for step in result.next] == ["They jeer."]
    assert maker.outcome([3], column="1:1", far=True) == {"result": "NE"}


def test_parts_past_the_edge(maker: Maker) -> None:
    """Each part of a cell is as in a cell without it; footnotes of cells do not apply."""
    edge = "edge=no effect past the first column"
    maker.make("method=shift", "chart=losses", "modifier-1=Far -1", *MEN, edge)
    result = maker.resolve(None, men=1, far=True)
    assert (dict(result.outcome), result.next) == ({"loss": 0, "morale": 0}, ())


def test_the_difference_of_two_rolls_on_a_chart(maker: Maker) -> None:
    """Every column is a result, words before numbers; modifiers count for their side."""
    side = ("modifier-1=Attacker uphill -1", "modifier-1-side=both")
    follow = ("next-1=Pursue.", "next-1-when=Outcome is broken")
    every = "columns=every column, each of which is a result"
    maker.make("method=difference", "chart=melee", every, "dice=1d6", *side, *follow)
    result = maker.resolve([4, 2])
    assert dict(result.outcome) == {
        "outcome": "broken",
        "attacker_loses": 0,
        "defender_loses": 2,
        "difference": 2,
    }
    assert ([step.says for step in result.next], result.total) == (["Pursue."], 2)
    assert maker.outcome([2, 2], attacker_uphill=True)["outcome"] == "locked"
    assert maker.outcome([1, 6], defender_uphill=True)["difference"] == -4


def test_a_difference_in_one_column(maker: Maker) -> None:
    """A question chooses the column; a difference beyond the chart reads the nearest row, if the author says so."""
    one = "columns=only one, selected by a question"
    base = ("method=difference", "chart=results", one, "dice=1d6", "result=Result")
    maker.make(*base)
    assert maker.outcome([6, 1], column="1:1") == {"result": "DR", "difference": 5}
    second = ("id=second", "method=difference", "chart=one", "dice=1d6", "result=Effect")
    signed = (*second, "reads=Attacker minus Defender")
    maker.run(*signed).refused(2, "--answer beyond=yes")
    maker.make(*signed, "beyond=yes")
    found = Engine(maker.library).resolve("ford:second", {}, [1, 6]).outcome
    assert found == {"effect": "none", "difference": -5}


@pytest.mark.parametrize(
    ("succeeds", "die", "success"),
    [("high", 4, True), ("high", 3, False), ("low", 4, True), ("low", 5, False)],
)
def test_a_fixed_target(succeeds: str, die: int, success: bool, maker: Maker) -> None:
    """High needs the number or more, low the number or less."""
    maker.make(
        "method=target", "dice=1d6", f"succeeds={succeeds}", "needed=4", "success=hits", "failure=misses"
    )
    assert maker.outcome([die]) == {"success": success}


@pytest.mark.parametrize(
    ("changes", "die", "success"),
    [("the dice", 6, True), ("the dice", 8, False), ("the number needed", 4, False)],
)
def test_modifiers_of_a_target(changes: str, die: int, success: bool, maker: Maker) -> None:
    """They change the dice, or the number needed, which may be an answer."""
    rating = ("input-1=Rating", "input-1-kind=number", "input-1-least=1", "input-1-most=9")
    target = ("dice=1d10", "succeeds=low", "needed=rating", "success=rallies", "failure=runs")
    maker.make(
        "method=target",
        *rating,
        *target,
        *COVER,
        f"changes={changes}",
        "next-1=Remove it.",
        "next-1-when=runs",
    )
    result = maker.resolve([die], rating=5, in_cover=True)
    assert dict(result.outcome) == {"success": success}
    assert [step.says for step in result.next] == ([] if success else ["Remove it."])
    assert (result.needed == 3) is (changes == "the number needed")


def test_a_pool(maker: Maker) -> None:
    """Dice are counted one by one; modifiers change their number, never below none."""
    maker.make(
        "method=pool",
        *MEN,
        "count=Men",
        "die=d6",
        "hit=5+",
        *COVER,
        "result=Hits",
        "next-1=Test.",
        "next-1-when=at least 1 Hits",
    )
    assert maker.outcome([[5, 1, 6]], men=3) == {"hits": 2}
    assert maker.outcome([[5]], men=3, in_cover=True) == {"hits": 1}
    assert maker.outcome([], men=1, in_cover=True) == {"hits": 0}


@pytest.mark.parametrize(
    ("tie", "winner"), [("Raiders", "raiders"), ("Militia", "militia"), ("nobody", "nobody")]
)
def test_both_sides_roll(tie: str, winner: str, maker: Maker) -> None:
    """The modifier belongs to one side; the author says who wins a tie."""
    sides = ("side-1=Raiders", "side-2=Militia", "dice=1d6", f"tie={tie}")
    maker.make(
        "method=opposed",
        *sides,
        *COVER,
        "modifier-1-side=Raiders",
        "next-1=Chase.",
        "next-1-when=Raiders wins",
    )
    assert maker.outcome([5, 3], in_cover=True) == {"winner": winner, "margin": 0}
    assert maker.outcome([5, 3]) == {"winner": "raiders", "margin": 2}
    assert maker.outcome([2, 3]) == {"winner": "militia", "margin": 1}


@pytest.mark.parametrize(
    ("sides", "names"),
    [
        (("Attacker", "Defender"), ("attacker", "defender")),
        (("The Red Coats", "Militia"), ("the_red_coats", "militia")),
        (("Red coats", "Red-coats"), ("side_1", "side_2")),
        (("\u00d6sterreich", "Militia"), ("side_1", "side_2")),
        (("Militia", "Nobody"), ("side_1", "side_2")),
        (("Dice 2", "Guns"), ("side_1", "side_2")),
        (("Guns", "2nd line"), ("side_1", "side_2")),
        (("Side 2", "Not"), ("side_1", "side_2")),
    ],
)
def test_the_rolls_are_named_after_the_sides(
    sides: tuple[str, str], names: tuple[str, str], maker: Maker
) -> None:
    """`--roll attacker=4` gives the die of the attacker; sides that are no valid names have numbers."""
    asked = ("side-1=" + sides[0], "side-2=" + sides[1], "input-1=Attacker: 1-9", "dice=1d6")
    maker.make("method=opposed", *asked, "tie=2", *follow("Attacker"))
    rolls = [word for name, die in zip(names, (2, 5), strict=True) for word in ("--roll", f"{name}={die}")]
    answer = maker.say("calc", "ford:made", "attacker=3", *rolls)
    assert answer.status == 0 and f"Winner: {sides[1]}" in answer.out, answer
    result = Engine(maker.library).resolve("ford:made", {"attacker": 3}, [2, 5])
    assert result.outcome["winner"] == names[1]


def test_the_0_of_a_ten_sided_die(maker: Maker) -> None:
    """A typed 0 is refused, because some rules read it as 0; the message says what to type if it stands for ten."""
    maker.make("method=opposed", "dice=1d10", "tie=nobody")
    answer = maker.say("calc", "ford:made", "--roll", "attacker=0", "--roll", "defender=4")
    answer.refused(2, "0 is out of range", "1d10 gives 1 to 10; if your die shows 10 as 0, type 10")


def test_the_other_side_has_the_same_modifiers(maker: Maker) -> None:
    """A modifier that names its side gets a second question, worded for the other side."""
    sides = ("side-1=Raiders", "side-2=Militia", "dice=1d6", "tie=nobody")
    uphill = ("modifier-1=Raiders uphill -1", "modifier-1-side=both")
    each = ("modifier-2=For each rank of the militia +1", "modifier-2-side=both")
    many = ("modifier-2-each=1", "modifier-2-each-most=4", "modifier-2-when=always")
    maker.make("method=opposed", *sides, *uphill, *each, *many)
    asked = [given.label for given in maker.library.procedure("ford:made").inputs]
    assert asked == ["Raiders uphill", "Militia uphill", "Ranks of the militia", "Ranks of the raiders"]
    none = {"ranks_of_the_militia": 0, "ranks_of_the_raiders": 0}
    assert maker.outcome([4, 4], militia_uphill=True, **none) == {"winner": "raiders", "margin": 1}
    more = {"ranks_of_the_militia": 1, "ranks_of_the_raiders": 3}
    assert maker.outcome([4, 4], raiders_uphill=True, **more) == {"winner": "raiders", "margin": 1}


def test_the_other_side_has_the_same_modifiers_of_a_choice(maker: Maker) -> None:
    """A modifier that depends on a choice of its side takes that of the other side, which is asked if it is missing."""
    sides = ("method=opposed", "dice=1d6", "tie=nobody")
    classes = ("input-1=Attacker's class: Guard, Line, Raw", "input-2=Defender's class: Guard, Line, Raw")
    ground = ("input-3=Attacker's ground: Hill, Flat", "input-4=Ground: Wood, Open")
    guard = ("modifier-1=Guard +2", "modifier-1-when=Attacker's class: Guard")
    raw = ("modifier-2=Attacker Raw -1", "modifier-2-when=Attacker's class: Raw")
    hill = ("modifier-3=Hill +1", "modifier-3-when=Attacker's ground: Hill")
    wood = ("modifier-4=Attacker in wood -1", "modifier-4-when=Ground: Wood")
    both = [f"modifier-{number}-side=both" for number in (1, 2, 3)]
    maker.make(*sides, *classes, *ground, *guard, *raw, *hill, *wood, *both)
    procedure = maker.library.procedure("ford:made")
    labels = ["Attacker's class", "Defender's class", "Attacker's ground", "Ground", "Defender's ground"]
    assert [given.label for given in procedure.inputs] == labels
    classes_of = {"attacker_s_class": "guard", "defender_s_class": "raw", "ground": "wood"}
    grounds = {"attacker_s_ground": "flat", "defender_s_ground": "hill"}
    result = maker.resolve([3, 3], **classes_of, **grounds)
    assert dict(result.outcome) == {"winner": "attacker", "margin": 1}


def test_the_other_side_if_a_question_names_a_side(maker: Maker) -> None:
    """The sides are exchanged in its label; a question without a side is shared, and a new one is copied."""
    asked = ("input-1=Defender's works: none, redan", "input-2=Ground: wood, open")
    storm = (
        "modifier-1=Storming party +1",
        "modifier-1-when=Defender's works: redan",
    )
    wood = ("modifier-2=Defender in wood +2", "modifier-2-when=Ground: wood")
    each = ("modifier-3=Each full 25% more +1", "modifier-3-each=1")
    more = (*each, "modifier-3-when=Defender's works: none")
    both = [f"modifier-{number}-side=both" for number in (1, 2, 3)]
    maker.make("method=opposed", "dice=1d6", "tie=nobody", *asked, *storm, *wood, *more, *both)
    works, ground, other_works, ours, theirs = maker.library.procedure("ford:made").inputs
    assert (works.label, ground.label, other_works.label) == (
        "Defender's works",
        "Ground",
        "Attacker's works",
    )
    assert ours.label.endswith("(Attacker)") and theirs.label.endswith("(Defender)")
    answers = {
        works.name: "redan",
        other_works.name: "none",
        ground.name: "wood",
        ours.name: 0,
        theirs.name: 50,
    }
    assert maker.outcome([3, 3], **answers) == {"winner": "defender", "margin": 1}


def test_a_chart_without_dice(maker: Maker) -> None:
    """Both row and column are questions with the words of the chart."""
    maker.make("method=look-up", "chart=ground", "result=Cost")
    assert maker.outcome(None, hex="reeds", column="Horse") == {"cost": 3}
    (hexes,) = (given for given in maker.library.procedure("ford:made").inputs if given.name == "hex")
    assert [choice.label for choice in hexes.choices] == ["", "Tall reeds"]


def test_a_sum(maker: Maker) -> None:
    """A cost with surcharges; one of them belongs to one of several choices."""
    ground = ("input-1=Ground", "input-1-kind=choice", "input-1-choices=Open, Wood")
    wood = (
        "modifier-1=Wood",
        "modifier-1-add=2",
        "modifier-1-when=Ground: Wood",
        "modifier-2=Road",
        "modifier-2-add=-1",
    )
    maker.make("method=sum", *ground, "start=1", *wood, "result=Movement points")
    assert maker.outcome(None, ground="wood", road=True) == {"movement_points": 2}
    assert maker.outcome(None, ground="open") == {"movement_points": 1}


def test_examples_to_fill_in(maker: Maker) -> None:
    """They fail until the author has filled them in, except the limit that the author gave."""
    maker.make("method=target", *MEN, "dice=2d6", "succeeds=high", "needed=Men", "success=yes", "failure=no")
    path = maker.folder / "tests/cases/ford-made.jsonl"
    answer = maker.say("check", str(maker.folder), "--cases", str(path))
    assert (answer.status, answer.out.splitlines()[-1]) == (1, "1 of 3 hold")
    first = json.loads(path.read_text().splitlines()[0])
    assert first["inputs"] == {"men": "?"}
    assert (
        first["note"]
        == "fill in each ? from the rulebook; men is 1 to 9; success is true for yes or false for no"
    )
    filled = {**first, "inputs": {"men": 4}, "rolls": [4], "outcome": {"success": True}}
    path.write_text(json.dumps(filled) + "\n" + path.read_text().splitlines()[2] + "\n")
    assert maker.say("check", str(maker.folder), "--cases", str(path)).out == "2 of 2 hold\n"


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (("method=magic",), "is not one of: 1 chart"),
        (("method=chart", "chart=nowhere"), "is not one of"),
        (("method=chart", "chart=ground", "dice=1d6"), "are not numbers"),
        (("method=target", "dice=6"), "is not valid dice notation"),
        (("method=target", "dice=1d6", "succeeds=high", "needed=many"), "is not a whole number"),
        (("method=target", "input-1=Men", "input-1-kind=number", "input-1-least=3", "input-1-most=2"), "from 3 to"),
        (("method=target", "input-1=Men", "input-1-kind=choice", "input-1-choices=one"), "at least two"),
        (("method=sum", "start=1", "modifier-1=Cover", "modifier-1-add=some"), "whole number"),
        (("method=pool", "count=3", "die=2d6"), "one kind of die"),
        (("method=pool", "count=3", "die=1d6", "hit=x"), "is not a number or a band"),
        (("method=opposed", "side-1=A", "side-2=a"), "different names"),
        ((), "--answer method=chart"),
        (("id=fire", "method=sum"), "ford:fire already exists"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)  # fmt: skip
def test_answers_that_are_not_allowed(answers: tuple[str, ...], says: str, maker: Maker) -> None:
    """Answers that are not allowed are refused with one line that gives the reason, and no file changes."""
    before = sorted(maker.folder.rglob("*"))
    maker.run(*answers).refused(2, says)
    assert sorted(maker.folder.rglob("*")) == before


def test_in_a_terminal(maker: Maker, typed: Callable[..., None]) -> None:
    """Examples, explanations, a wrong answer, and the file before it is written."""
    typed(*LINES, "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    for told in (
        "(for example 2d6)",
        "[Enter: no more questions]",
        "What the result depends on, as a label",
        "'x' is not a whole",
    ):
        assert told in out
    assert "Made (rule 2.1)" in answer.out
    assert maker.outcome([4]) == {"success": True}


def test_back_in_a_terminal(maker: Maker, typed: Callable[..., None]) -> None:
    """`<` asks the previous question again and offers the earlier answer; nothing before it is asked again."""
    changed = ["<", "<", "", "low", "<", "high", "3"]
    typed(*LINES[:7], *changed, *LINES[9:], "<", "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = answer.out
    assert out.count("Which rolls succeed") == 4
    assert out.count("Which dice are rolled") == 2
    assert out.count("What is the calculator for?") == 1
    assert out.count("Each question shows an example of an answer.") == 1
    assert "[Enter: low]" in out
    assert "[Enter: 1d6]" in out
    assert [maker.outcome([die])["success"] for die in (2, 3)] == [False, True]


def test_back_at_the_first_question(maker: Maker, typed: Callable[..., None]) -> None:
    """There is none before it; an answer that is given as an option is not asked again."""
    typed("<", "Made", "<", "", *LINES[2:], "")
    answer = maker.say("new-calculator", "--game", "ford", "--answer", "cite=2.1")
    assert answer.status == 0, answer
    assert answer.out.count("This is the first question.") == 1
    assert answer.out.count("What is the calculator for?") == 3
    assert "[Enter: Made]" in answer.out
    assert maker.outcome([4]) == {"success": True}


def test_back_over_a_list_that_may_end(maker: Maker, typed: Callable[..., None]) -> None:
    """An earlier answer that Enter would take can be left out with `-`, and a choice is offered by its name."""
    more = ["Men", "1", "1", "9", "<", "<", "<", "<", "-"]
    typed(*LINES[:2], "sum", *more, "2", "", "Points", "", "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert "[Enter: Men; type - for no more questions]" in out
    assert "3 choice [Enter: number]" in out
    assert maker.library.procedure("ford:made").inputs == ()


def test_every_question_explains_itself(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question has a help text for `?`, in every kind of calculator."""
    asked: dict[str, str] = {}
    ask = Interview.ask

    def noted(interview: Interview, question: Question) -> str:
        asked[f"{question.name}: {question.says}"] = question.explains
        return ask(interview, question)

    monkeypatch.setattr(Interview, "ask", noted)
    after, total = ("next-1=Test.", "next-1-when=always", "next-1-opens=none"), ("start=1", "result=S")
    one, two = ("modifier-1=Up", "modifier-1-add=1"), ("side-1=A", "side-2=B", "modifier-1-side=A")
    target = ("dice=1d6", "succeeds=high", "needed=4", "success=hits", "failure=misses")
    for number, answers in enumerate((
        ("method=chart", "chart=losses", *MEN, *COVER, "dice=2d6", "beyond=yes", *after),
        ("method=shift", "chart=results", *one, "dice=1d6", "result=R"),
        ("method=target", *one, *target),
        ("method=pool", "count=3", "die=d6", "hit=5+", "result=Hits"),
        ("method=opposed", "dice=1d6", *two, *one, "tie=nobody"),
        ("method=difference", "chart=melee", "columns=1", "dice=1d6", *two, *one),
        ("method=look-up", "chart=volley", "modifier-1=Up -2", "limit=1", "edge=2", "result=Cost"),
        ("method=sum", "input-1=G", "input-1-kind=choice", "input-1-choices=A, B", "unused-g=yes", *total),
    )):  # fmt: skip
        maker.make(f"id=made-{number}", *answers)
    assert len(asked) > 40
    assert [question for question, explains in asked.items() if len(explains) < 20] == []


@pytest.mark.parametrize("answers", range(0, len(LINES) + 1, 3))
def test_ctrl_c_leaves_nothing(answers: int, maker: Maker, typed: Callable[..., None]) -> None:
    """Neither the calculator nor its examples are left half written."""
    before = sorted(maker.folder.rglob("*"))
    typed(*LINES[:answers], KeyboardInterrupt)
    assert maker.say("new-calculator", "--game", "ford").status == 130
    assert sorted(maker.folder.rglob("*")) == before


def test_labels_that_are_no_names(maker: Maker) -> None:
    """Labels with other letters, words of formulas and repeated ones get names of their own."""
    labels = ("Für alle", "Yes", "Count", "Dice", "If", "2 men", "Dice!", "–")
    inputs = [
        answer
        for number, label in enumerate(labels, 1)
        for answer in (f"input-{number}={label}", f"input-{number}-kind=yes-no")
    ]
    maker.make(
        "method=sum",
        *inputs,
        "start=1",
        "result=Sum: all, {of} it",
        "next-1=Go.",
        f"next-1-when={' or '.join(labels)}",
    )
    names = [given.name for given in maker.library.procedure("ford:made").inputs]
    assert len(set(names)) == 8
    assert list(maker.outcome(None).values()) == [1]


def test_the_second_file_cannot_be_written(maker: Maker) -> None:
    """If the second file cannot be written, the first is not written either."""
    (maker.folder / "tests/cases/ford-made.jsonl").mkdir()
    answers = ("id=made", "method=sum", "start=1", "result=Sum")
    maker.run(*answers).refused(2, "ford-made.jsonl already exists")
    assert not (maker.folder / "tables/ford/procedures/made.yaml").exists()
    (maker.folder / "tests/cases/ford-made.jsonl").rmdir()
    for path in (maker.folder / "tests/cases").iterdir():
        path.unlink()
    (maker.folder / "tests/cases").rmdir()
    (maker.folder / "tests/cases").write_text("")
    maker.run(*answers).refused(2, "cannot be written")
    assert list((maker.folder / "tables/ford/procedures").glob("*made*")) == []


def test_an_answer_as_a_modifier(maker: Maker) -> None:
    """A modifier may add the answer to a question, or take it away; it then counts always."""
    lost = ("input-1=Men lost", "input-1-kind=number", "input-1-least=0", "input-1-most=4")
    amounts = (
        "modifier-1=Losses",
        "modifier-1-add=-men lost",
        "modifier-2=Losses again",
        "modifier-2-add=Men lost",
    )
    maker.make("method=sum", *lost, "start=9", *amounts[:2], "result=Points")
    assert maker.outcome(None, men_lost=3) == {"points": 6}
    (maker.folder / "tables/ford/procedures/made.yaml").unlink()
    (maker.folder / "tests/cases/ford-made.jsonl").unlink()
    maker.run("method=chart", "chart=losses", *lost, *amounts, "dice=2d6", "column=Men lost").refused(
        2, "--answer beyond=yes"
    )
    maker.make("method=chart", "chart=losses", *lost, *amounts, "dice=2d6", "column=Men lost", "beyond=yes")
    text = (maker.folder / "tables/ford/procedures/made.yaml").read_text()
    assert "max(min(dice + modifier, 12), 2)" in text
    assert (
        maker.run("id=x", "method=sum", *lost, "start=1", "modifier-1=A", "modifier-1-add=-men").status == 2
    )


def test_a_number_needed_by_choice(maker: Maker) -> None:
    """Each choice of a question may need another number."""
    quality = ("input-1=Quality", "input-1-kind=choice", "input-1-choices=Green, Trained, Old Guard")
    needed = ("needed=quality", "needed-green=5", "needed-trained=4", "needed-old_guard=3")
    maker.make(
        "method=target", *quality, "dice=1d6", "succeeds=high", *needed, "success=holds", "failure=runs"
    )
    assert [maker.outcome([4], quality=each)["success"] for each in ("green", "trained", "old_guard")] == [
        False,
        True,
        True,
    ]
    assert maker.resolve([4], quality="green").needed == 5


def test_numbers_beside_blank_cells(maker: Maker) -> None:
    """Something may follow from a number although some cells are blank; only the end that is exceeded is bounded."""
    chart = maker.folder / "tables/ford/charts/blanks.yaml"
    grid = "grid: |\n  Dice | Loss\n  2-5  | -\n  6+   | 1\n"
    chart.write_text(f'id: blanks\ntitle: Blanks\ncite: "2.1"\npage: Card\n{grid}')
    follow = ("next-1=Test.", "next-1-when=certain values of Loss", "next-1-numbers=1+")
    maker.make("method=chart", "chart=blanks", *COVER, "dice=2d6", "beyond=yes", "result=Loss", *follow)
    assert [len(maker.resolve([dice], in_cover=True).next) for dice in (3, 8)] == [0, 1]
    assert (
        'total: "max(dice + modifier, 2)"' in (maker.folder / "tables/ford/procedures/made.yaml").read_text()
    )


def kept_file() -> Path:
    """The answers of a calculator of `ford` that was broken off."""
    return usual_places().data / "unfinished/calculator-ford.json"


def test_going_on(maker: Maker, typed: Callable[..., None]) -> None:
    """The answers of a calculator that was broken off are offered; the last of them is asked again."""
    typed(*LINES[:7], KeyboardInterrupt)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 130
    assert "Your answers are kept; run the same command to continue." in " ".join(answer.out.split())
    typed("?", "", "<", "", "low", *LINES[8:], "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert (
        "Found an unfinished calculator, Made, with 6 answers. Continue it: yes, no or remove [Enter: yes]"
        in out
    )
    assert "starts another calculator" in out
    assert out.count("Which rolls succeed") == 2
    assert "[Enter: high]" in out
    assert "What is the calculator for?" not in out
    assert maker.outcome([4]) == {"success": True}
    assert not kept_file().exists()


def test_going_on_after_going_back(maker: Maker, typed: Callable[..., None]) -> None:
    """Answers from before `<` are offered for Enter; answers of `--answer` are kept, and new ones count."""
    typed("Made", "target", "", "1d6", "<", "<", EOFError)
    assert maker.say("new-calculator", "--game", "ford", "--answer", "cite=2.1").status == 2
    typed("yes", "", "", *LINES[6:14], "")
    answer = maker.say("new-calculator", "--game", "ford", "--answer", "summary=By option.")
    assert answer.status == 0, answer
    assert "[Enter: 1d6]" in answer.out
    record = (maker.folder / "tables/ford/procedures/made.yaml").read_text()
    assert 'cite: "2.1"' in record
    assert "summary: By option." in record


def test_a_kept_answer_that_no_longer_fits(maker: Maker, typed: Callable[..., None]) -> None:
    """A saved answer that no longer fits is asked again, and Enter takes the earlier answers after it."""
    typed(*LINES[:7], KeyboardInterrupt)
    assert maker.say("new-calculator", "--game", "ford").status == 130
    text = kept_file().read_text()
    kept_file().write_text(text.replace('"dice":"1d6"', '"dice":"six"'))
    typed("", "1d6", *LINES[6:], "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert answer.out.count("Which dice are rolled") == 1


def test_answers_that_are_declined(maker: Maker, typed: Callable[..., None]) -> None:
    """They stay, the new calculator is kept beside them, and both are offered; `remove` deletes."""
    typed(*LINES[:4], KeyboardInterrupt)
    assert maker.say("new-calculator", "--game", "ford").status == 130
    kept = kept_file().read_bytes()
    typed("no", KeyboardInterrupt)
    answer = maker.say("new-calculator", "--game", "ford")
    assert "What is the calculator for?" in answer.out
    assert "Your answers are kept;" not in " ".join(answer.out.split())
    typed("no", "Other", KeyboardInterrupt)
    assert maker.say("new-calculator", "--game", "ford").status == 130
    other = kept_file().with_name("calculator-ford.2.json")
    assert (kept_file().read_bytes(), b"Other" in other.read_bytes()) == (kept, True)
    typed("maybe", "remove", "", "", *LINES[1:], "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert out.index("calculator, Made, with") < out.index("calculator, Other, with 1 answer.")
    assert "'maybe' is not yes, no or remove" in out
    assert [each.exists() for each in (kept_file(), other)] == [False, False]
    assert maker.library.procedure("ford:other").title == "Other"


def test_no_at_the_end_keeps_the_answers(maker: Maker, typed: Callable[..., None]) -> None:
    """The question whether to write is asked again on the next start."""
    typed(*LINES, "no")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 2
    typed("", "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert answer.out.count("Write this calculator to") == 1


@pytest.mark.parametrize("text", [b"", b"\xff", b"[1]", b'{"given": {"title": 3}}', b"[" * 9999])
def test_damaged_answers(text: bytes, maker: Maker, typed: Callable[..., None]) -> None:
    """Damaged saved answers are ignored."""
    kept_file().parent.mkdir(parents=True)
    kept_file().write_bytes(text)
    typed(*LINES, "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "unfinished" not in answer.out


def test_answers_that_cannot_be_kept(maker: Maker, typed: Callable[..., None]) -> None:
    """If answers cannot be saved, no message appears, and the calculator is written nevertheless."""
    kept_file().parent.parent.mkdir(parents=True, exist_ok=True)
    kept_file().parent.write_text("")
    typed(*LINES[:4], KeyboardInterrupt)
    answer = maker.say("new-calculator", "--game", "ford")
    assert (answer.status, "Your answers are kept;" in " ".join(answer.out.split())) == (130, False)
    typed(*LINES, "")
    assert maker.say("new-calculator", "--game", "ford").status == 0


def test_nothing_is_kept_without_a_terminal(maker: Maker, typed: Callable[..., None]) -> None:
    """Without a terminal, no answers are saved, and saved answers are neither offered nor removed."""
    maker.run("method=target").refused(2, "--answer")
    assert not kept_file().exists()
    kept_file().parent.mkdir(parents=True)
    kept_file().write_text('{"given": {"title": "Old"}, "earlier": {}, "last": "title"}')
    maker.make("method=sum", "start=1", "result=Sum")
    assert kept_file().exists()


@pytest.mark.parametrize(
    ("method", "chart", "says"),
    [
        ("chart", "losses", "The column of the chart (Men) is asked for later"),
        ("shift", "results", "The column of the chart is asked for later"),
        ("look-up", "ground", "The column of the chart and the row of the chart (Hex) are asked for later"),
        ("chart", "one", ""),
    ],
)
def test_row_and_column_are_announced(
    method: str, chart: str, says: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """Before the first question to the player, as such a question would be a second one."""
    typed(*LINES[:2], method, chart, KeyboardInterrupt)
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "Question 1 for the player" in out
    if says:
        assert out.index(says) < out.index("Question 1 for the player")
    else:
        assert "asked for later" not in out


def test_names_without_a_number(maker: Maker) -> None:
    """A name that only another method uses is free; the pool's own count is named by its label."""
    maker.make("method=sum", "start=1", "result=Hits")
    assert maker.outcome(None) == {"hits": 1}
    maker.make(
        "id=again", "method=pool", *MEN, *follow("Men"), "count=3", "die=d6", "hit=5+", "result=Men hit"
    )
    assert dict(Engine(maker.library).resolve("ford:again", {"men": 1}, [[5, 1, 6]]).outcome) == {
        "men_hit": 2
    }


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (
            ("method=opposed", "side-1=Raiders", "side-2=Militia", "dice=1d6", "tie=nobody"),
            "winner is raiders for Raiders or militia for Militia or nobody",
        ),
        (("method=chart", "chart=one", "dice=1d6", "result=Effect"), "effect is none or rout"),
        (("method=look-up", "chart=ground", "result=Cost"), "hex is open or reeds"),
    ],
)
def test_results_as_examples_have_them(answers: tuple[str, ...], says: str, maker: Maker) -> None:
    """The note of the first example ends with them; numbers need none."""
    maker.make(*answers)
    first = (maker.folder / "tests/cases/ford-made.jsonl").read_text().splitlines()[0]
    assert json.loads(first)["note"].endswith(says)


RANGE = ("input-1=Range: Close, Long", "input-2=Men: 1-9")
"""Two questions with their answers."""
BOTH_USED = (
    "forbidden-1-when=certain values of Men and Range: Close",
    "forbidden-1-numbers=1",
    "forbidden-1-says=one man fires only far",
)
"""A refusal that uses both."""


def test_questions_that_name_their_answers(maker: Maker) -> None:
    """A number, a number without a limit, a choice and a yes-no question need no further answer."""
    maker.make(
        "method=sum",
        *("input-1=Men: 1 to 9", "input-2=Guns: 2+", "input-3=Ground: open, Tall reeds", "input-4=Shaken?"),
        *("input-5=Target: distance", "input-5-kind=yes-no", "start=1", "result=Points", "next-1=Go."),
        "next-1-when=certain values of Men or certain values of Guns or Ground: open or Shaken? or Target: distance",
        *("next-1-numbers=1", "next-1-numbers-2=2"),
    )
    asked = maker.library.procedure("ford:made").inputs
    assert [(each.label, each.kind, each.least, each.most) for each in asked] == [
        ("Men", "number", 1, 9),
        ("Guns", "number", 2, None),
        ("Ground", "choice", None, None),
        ("Shaken?", "yes-no", None, None),
        ("Target: distance", "yes-no", None, None),
    ]
    assert [each.key for each in asked[2].choices] == ["open", "tall_reeds"]
    maker.run("id=x", "method=sum", "input-1=Ground: open, Open").refused(2, "at least two different choices")


def test_modifiers_that_name_their_amount(maker: Maker) -> None:
    """The number at the end is what the modifier adds, and no part of its label."""
    maker.make(
        "method=sum", "start=5", "modifier-1=In cover \u2212 2", "modifier-2=Drums +1", "result=Points"
    )
    assert maker.outcome(None, in_cover=True) == {"points": 3}
    assert maker.outcome(None, drums=True) == {"points": 6}


def test_examples_that_are_there_already(maker: Maker) -> None:
    """Examples of a deleted calculator stay; a new calculator with that title gets a different id."""
    maker.make("method=sum", "start=1", "result=Sum")
    (maker.folder / "tables/ford/procedures/made.yaml").unlink()
    assert maker.run("method=sum", "start=2", "result=Sum").status == 0
    assert dict(Engine(maker.library).resolve("ford:made-calculator", {}, None).outcome) == {"the_sum": 2}


def test_a_modifier_named_as_a_question_adds_its_answer(maker: Maker) -> None:
    """Without a further answer, and always."""
    maker.make("method=sum", "input-1=Men: 1-9", "start=1", "modifier-1=men", "result=Points")
    assert maker.outcome(None, men=4) == {"points": 5}


def test_questions_that_are_asked_in_some_cases(maker: Maker) -> None:
    """A question asked in some cases counts only there, and may be the condition of another question."""
    maker.make(
        "method=sum",
        *(
            "input-1=Arm: Foot, Horse",
            "input-2=Men: 1-9",
            "input-3=Gait: Walk, Trot",
            "start=9",
            "result=Points",
        ),
        *("only-1=Men", "only-1-when=Arm: Foot"),
        *("only-2=Gait", "only-2-when=not certain values of Men", "only-2-numbers=2+"),
        *("modifier-1=Men", "modifier-1-add=-Men", "modifier-2=Trot +3", "modifier-2-when=Gait: Trot"),
    )
    assert maker.outcome(None, arm="foot", men=4) == {"points": 5}
    assert maker.outcome(None, arm="horse", gait="trot") == {"points": 12}
    assert maker.outcome(None, arm="foot", men=1, gait="trot") == {"points": 11}
    assert maker.resolve(None, arm="foot", men=4).done
    assert maker.resolve(None, arm="horse").missing == ("gait",)


def test_the_number_when_its_question_is_not_asked(maker: Maker) -> None:
    """A question that is asked only in some cases gives the number in these; the number of the others is required."""
    maker.run("method=target", *RANGE, "only-1=Range").refused(2, "not one of: 1 none, 2 Men")
    only = (*RANGE, "only-1=Men", "only-1-when=Range: Close", "modifier-1=Wet -1", "modifier-1-when=ticks")
    rest = ("dice=1d6", "succeeds=high", "changes=the dice")
    maker.run("method=target", *only, "needed=men", *rest).refused(2, "needed-unasked=4")
    maker.make("method=target", *only, "needed=men", "needed-unasked=5", *rest)
    close, long = {"range": "close", "men": 3}, {"range": "long"}
    assert [maker.outcome([4], **given)["success"] for given in (close, long)] == [True, False]
    assert [maker.outcome([5], **given)["success"] for given in (close, long)] == [True, True]


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("always", {"hits-close", "hits-long", "misses-close", "misses-long"}),
        ("hits or Range: Long", {"hits-close", "hits-long", "misses-long"}),
        ("2, 4", {"hits-close", "hits-long", "misses-long"}),
        ("hits AND range: long", {"hits-long"}),
        ("5 and 1 or 4 and 2", {"misses-close", "hits-long"}),
        ("not hits", {"misses-close", "misses-long"}),
        ("not 4 and not 2", {"misses-close"}),
        ("certain values of Men or certain values of Men", {"hits-close", "hits-long"}),
    ],
)
def test_conditions_that_are_joined(when: str, holds: set[str], maker: Maker) -> None:
    """A follow-up may need one of several conditions, or several together."""
    target = ("dice=1d6", "succeeds=high", "needed=4", "success=hits", "failure=misses")
    numbers = ("next-1-numbers=2", "next-1-numbers-2=9") if "Men" in when else ()
    maker.make("method=target", *RANGE, *BOTH_USED, *target, "next-1=Go on.", f"next-1-when={when}", *numbers)
    found = {
        f"{word}-{distance}"
        for word, die, men in (("hits", 5, 9), ("misses", 2, 5))
        for distance in ("close", "long")
        if maker.resolve([die], range=distance, men=men).next
    }
    assert found == holds


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ("always or hits", "always cannot be combined"),
        ("not always", "always cannot be combined"),
        ("hits or", "is not one of: 1 hits, 2 misses, 3 certain values of the dice"),
        ("hits and 9", "'9' is not one of"),
        ("hits misses", "'hits misses' is not one of"),
    ],
)
def test_conditions_that_are_refused(when: str, says: str, maker: Maker) -> None:
    """The refusal lists the conditions."""
    target = ("dice=1d6", "succeeds=high", "needed=4", "success=hits", "failure=misses")
    maker.run("method=target", *target, "next-1=Go.", f"next-1-when={when}").refused(2, says)


@pytest.mark.parametrize(
    ("when", "instead"),
    [
        ("1 and (2 or 3)", "type this instead: 1 and 2 or 1 and 3"),
        ("(Ground: Mud, Ground: Rock (bare)) and 3", "not 1 and (2 or 3) but 1 and 2 or 1 and 3"),
        ("1 or ( 2 and not 3 )", "type this instead: 1 or 2 and not 3"),
        ("1 or 2 and (3, 4) and 5 or 6", "type this instead: 1 or 2 and 3 and 5 or 2 and 4 and 5 or 6"),
        ("(1 or 2) and (3 or 4)", "not 1 and (2 or 3) but 1 and 2 or 1 and 3"),
        ("1 and not (2 or 3)", "write every alternative out: not 1 and (2 or 3) but 1 and 2 or 1 and 3"),
        ("1 and 2)", "write every alternative out: not 1 and (2 or 3) but 1 and 2 or 1 and 3"),
        ("Ground: Rock (bald)", "'Ground: Rock (bald)' is not one of: 1 Ground: Mud, 2 Ground: Rock (bare)"),
    ],
)
def test_brackets_in_a_condition(when: str, instead: str, maker: Maker) -> None:
    """The refusal writes the condition without them if it can; a label may contain brackets."""
    slow = ("modifier-1=Slow +2", f"modifier-1-when={when}")
    ground = ("input-1=Ground: Mud, Rock (bare)", "input-2=Wet?", "input-3=Dark?")
    maker.run("method=sum", *ground, "start=1", *slow, "result=Points").refused(2, instead)


def test_labels_that_contain_or(maker: Maker) -> None:
    """The longest label counts, so that a condition is not cut in the middle of one."""
    ground = "input-1=Ground: Mud, Mud or sand, Rock"
    when = "modifier-1-when=Ground: Mud or sand or Ground: Rock"
    maker.make("method=sum", ground, "start=1", "modifier-1=Slow +2", when, "result=Points")
    assert [maker.outcome(None, ground=each)["points"] for each in ("mud", "mud_or_sand", "rock")] == [
        1,
        3,
        3,
    ]


def test_refusals_in_a_terminal(maker: Maker, typed: Callable[..., None]) -> None:
    """Each wrong answer is asked again: those of `--answer`, and those that do not fit earlier ones."""
    start = ["Made", "2.1"]
    typed(*start, "1", "ground", "one", "", "1d6", "", "", "", "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "the rows of Ground are not numbers" in " ".join(answer.out.split())
    typed("Sides", "2.1", "opposed", "Horse", "horse", "Foot", "", "1d6", "", "nobody", "", "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "the sides need different names" in answer.out
    typed("Pool", "2.1", "pool", "", "3", "1d6", "5+", "", "", "", "", "", "", "")
    answer = maker.say("new-calculator", "--game", "ford", "--answer", "die=2d6")
    assert answer.status == 0, answer
    assert "--answer die: a pool uses one kind of die" in answer.out


def test_the_only_condition(maker: Maker, typed: Callable[..., None]) -> None:
    """Enter takes the only condition."""
    questions = ["Shaken?", "Men: 1-9", "", "Men", "", "1", "Men", "", "", "", "", "Points", "", "", "", ""]
    typed(*LINES[:2], "sum", *questions)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    asked = maker.library.procedure("ford:made").inputs
    assert [(each.name, each.when) for each in asked[:2]] == [("shaken", ""), ("men", "shaken")]


def test_the_sides_come_before_the_questions(maker: Maker, typed: Callable[..., None]) -> None:
    """The sides are asked for before the questions, so that the author can use their names."""
    typed(*LINES[:2], "opposed", "", "", KeyboardInterrupt)
    out = maker.say("new-calculator", "--game", "ford").out
    assert out.index("Side 2 [Enter: Defender]") < out.index("Question 1 for the player")


def test_a_fault_in_the_terminal_asks_again(
    maker: Maker, typed: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last question comes again, and the answers are not lost."""
    tried, results = Additions.tried, iter([True, False])

    def with_fault(additions: Additions, files: dict[str, str]) -> Any:
        module, faults = tried(additions, files)
        return module, ((Fault("made.yaml", 1, "steps", "is wrong"),) if next(results) else faults)

    monkeypatch.setattr(Additions, "tried", with_fault)
    typed(*LINES, "", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "steps: is wrong" in " ".join(answer.out.split())
    assert "[Enter: Made by hand.; type - for 1d6 against a number: hits or misses.]" in " ".join(
        answer.out.split()
    )


@pytest.mark.parametrize(
    ("rows", "dice"), [("1-3 4-6", "1d6"), ("2-6 7-12", "2d6"), ("0-49 50-99", "00-99"), ("1-5 6-15", "")]
)
def test_dice_that_the_chart_tells(rows: str, dice: str, maker: Maker, typed: Callable[..., None]) -> None:
    """Enter takes the dice with exactly the numbers of its rows, and the chart of the same title."""
    grid = "".join(f"  {row} | {number}\n" for number, row in enumerate(rows.split()))
    chart = f'id: tell\ntitle: Tell\ncite: "2.1"\npage: Card\ngrid: |\n  Dice | Loss\n{grid}'
    (maker.folder / "tables/ford/charts/tell.yaml").write_text(chart)
    typed("Tell", "2.1", "chart", "", "", KeyboardInterrupt)
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "[Enter: tell]" in out
    example = "" if dice == "2d6" else " (for example 2d6)"
    assert out.endswith(
        f"Which dice are rolled{example}{f' [Enter: {dice}]' if dice else ''} "
        "Nothing was written. Your answers are kept; run the same command to continue."
    )


NERVE = ("method=target", "input-1=Bases lost: 0-4", "dice=2d6", "succeeds=high", "needed=7")


@pytest.mark.parametrize(
    ("modifier", "each"),
    [
        (("modifier-1=For each base lost -1", "modifier-1-each=Bases lost"), -1),
        (("modifier-1=-1 for each Bases lost",), -1),
        (("modifier-1=Per base lost", "modifier-1-add=-2", "modifier-1-each=1"), -2),
        (("modifier-1=+2 each Bases lost",), 2),
        (("modifier-1=-Bases lost",), -1),
        (("modifier-1=For each base lost", "modifier-1-add=-Bases lost"), -1),
    ],
)
def test_a_modifier_for_each_of_a_number(modifier: tuple[str, ...], each: int, maker: Maker) -> None:
    """The answer is multiplied; nothing else is asked of the player."""
    maker.make(*NERVE, *modifier)
    assert maker.say("check").status == 0
    text = (maker.folder / "tables/ford/procedures/made.yaml").read_text()
    assert "kind: yes-no" not in text
    for lost in (0, 1, 4):
        shown = maker.say("calc", "ford:made", f"bases_lost={lost}", "--roll", "8", "--json")
        assert shown.status == 0, shown
        values = json.loads(shown.out)
        assert (values["outcome"]["success"] is True) == (8 + each * lost >= 7)


@pytest.mark.parametrize("modifier", [("For each base lost +1", "modifier-1-each=Bases"), ("Bases",)])
def test_an_amount_of_0_does_not_count(modifier: tuple[str, ...], maker: Maker) -> None:
    """A modifier whose amount is an answer counts only if that is not 0."""
    maker.make("method=sum", "input-1=Bases: 0-4", f"modifier-1={modifier[0]}", *modifier[1:], "start=0")
    assert [maker.resolve(None, bases=number).ledger[0].state for number in (0, 2)] == [
        "not applied",
        "applied",
    ]


def test_a_modifier_for_each_needs_its_number(maker: Maker) -> None:
    """Without a question of the same words, which number it counts must be answered."""
    answer = maker.run(*NERVE, "modifier-1=For each leader lost -1")
    assert answer.status == 2
    assert "modifier-1-each" in answer.err


def test_a_modifier_for_each_asks_a_new_question(maker: Maker) -> None:
    """The number may be a new question to the player."""
    maker.make(
        *NERVE,
        *follow("Bases lost"),
        "modifier-1=For each gun -2",
        "modifier-1-each=2",
        "modifier-1-each-most=3",
    )
    for gun, success in ((0, True), (1, False)):
        assert maker.outcome([8], bases_lost=0, guns=gun)["success"] is success
    maker.say("calc", "ford:made", "bases_lost=0", "guns=4", "--roll", "8").refused(2, "3")


def test_totals_with_a_multiplied_modifier(maker: Maker) -> None:
    """The lowest total counts the multiplied answer, so rows beyond the chart are asked about."""
    answers = ("method=chart", "chart=losses", "input-1=Men: 1-4", "dice=2d6", "column=Men")
    each = ("modifier-1=-2 for each Men",)
    maker.run(*answers, *each).refused(2, "--answer beyond=yes")
    maker.make(*answers, *each, "beyond=yes")
    assert "max(dice + modifier, 2)" in (maker.folder / "tables/ford/procedures/made.yaml").read_text()


def test_a_modifier_for_each_that_counts_once(maker: Maker) -> None:
    """When it counts must then be answered, too."""
    once = (
        *NERVE,
        *follow("Bases lost"),
        "modifier-1=Each flank open -2",
        "modifier-1-each=none, it counts once",
    )
    assert "modifier-1-when" in maker.run(*once).err
    maker.make(*once, "modifier-1-when=the player ticks Each flank open")
    assert maker.outcome([8], bases_lost=0, each_flank_open=True)["success"] is False


@pytest.mark.parametrize(("roll", "follows"), [(2, True), (3, False)])
def test_what_follows_from_the_dice_before_modifiers(roll: int, follows: bool, maker: Maker) -> None:
    """A natural roll is offered where something follows."""
    when = "next-1-when=certain values of the dice before modifiers"
    maker.make(*NERVE, "modifier-1=-Bases lost", "next-1=It runs out of powder.", when, "next-1-numbers=2")
    assert "when: dice == 2" in (maker.folder / "tables/ford/procedures/made.yaml").read_text()
    for lost in ("0", "1"):
        shown = maker.say("calc", "ford:made", f"bases_lost={lost}", "--roll", str(roll))
        assert ("It runs out of powder." in shown.out) is follows


@pytest.mark.parametrize(("first", "follows"), [(6, True), (5, False)])
def test_what_follows_from_the_dice_of_a_side(first: int, follows: bool, maker: Maker) -> None:
    """Each side has its own dice."""
    when = "next-1-when=certain values of the dice of Attacker before modifiers"
    maker.make("method=opposed", "dice=1d6", "tie=nobody", "next-1=It pursues.", when, "next-1-numbers=6")
    resolution = maker.resolve([first, 6])
    assert ("It pursues." in [step.says for step in resolution.next]) is follows


NATURAL = ("natural-success=12", "natural-failure=2")


@pytest.mark.parametrize(
    ("roll", "guard", "success", "settled"),
    [
        (12, False, True, "a natural 12 always succeeds (2.1)"),
        (2, True, False, "a natural 2 always fails (2.1)"),
        (11, False, False, ""),
        (3, True, True, ""),
    ],
)
def test_natural_rolls_that_succeed_or_fail(
    roll: int, guard: bool, success: bool, settled: str, maker: Maker
) -> None:
    """They decide before the modifiers are added, and the answer says so; its total is still shown."""
    modifiers = ("modifier-1=Raw -4", "modifier-1-when=always", "modifier-2=Guard +11")
    maker.make("method=target", *modifiers, "dice=2d6", "succeeds=high", "needed=9", *NATURAL)
    result = maker.resolve([roll], guard=guard)
    assert (result.outcome["success"], result.settled) == (success, settled)
    assert result.totals[0].total == (7 if guard else -4)


def test_natural_rolls_against_a_number_that_changes(maker: Maker) -> None:
    """They are asked for also where only the number needed depends on an answer; bands are possible."""
    rating = ("input-1=Rating: 1-10", "dice=1d10", "succeeds=low", "needed=Rating")
    maker.make("method=target", *rating, "natural-success=1", "natural-failure=9 or 10")
    assert maker.resolve([9], rating=10).settled == "a natural 9 or 10 always fails (2.1)"
    assert [maker.outcome([die], rating=10)["success"] for die in (1, 8, 9, 10)] == [True, True, False, False]
    assert maker.outcome([1], rating=1) == {"success": True}


def test_no_natural_rolls_without_modifiers(maker: Maker) -> None:
    """Nothing can change such a roll, so the question does not come."""
    fixed = ("method=target", "dice=1d6", "succeeds=high", "needed=4")
    maker.run(*fixed, "natural-success=6").refused(2, "unknown question")
    maker.run("method=chart", "chart=one", "dice=1d6", "natural-1=6").refused(2, "unknown question")


@pytest.mark.parametrize(
    ("success", "failure", "says"),
    [
        ("13", "", "2d6 cannot roll 13; possible: 2 to 12"),
        ("11+", "12", "12 includes a roll of 11+, which already has a result"),
        ("often", "", "is not a number or a band"),
    ],
)
def test_natural_rolls_that_are_refused(success: str, failure: str, says: str, maker: Maker) -> None:
    """The dice can roll them, and each has one result."""
    natural = (f"natural-success={success}", f"natural-failure={failure}")
    maker.run("method=target", "dice=2d6", "succeeds=high", "needed=7", *COVER, *natural).refused(2, says)


def test_natural_rolls_on_a_chart(maker: Maker) -> None:
    """They have a result of the chart, no effect, or the row of the dice as they are thrown."""
    chart = ("method=chart", "chart=results", "dice=1d6", "modifier-1=Close +2", "result=Result")
    natural = ("natural-1=6", "natural-1-result=Result is DR", "natural-2=1", "natural-2-result=no effect")
    follow = ("next-1=Halt.", "next-1-when=Result is no effect")
    plain = ("natural-3=2", "natural-3-result=the chart, without modifiers")
    maker.make(*chart, *natural, *plain, *follow)
    assert maker.outcome([6], column="1:2") == {"result": "DR"}
    found = maker.resolve([1], column="2:1", close=True)
    assert (dict(found.outcome), [step.says for step in found.next]) == ({"result": "no effect"}, ["Halt."])
    assert found.settled == "No effect on a natural 1 (2.1)"
    assert [maker.resolve([die], column="1:2", close=True).total for die in (2, 3)] == [2, 5]
    assert maker.outcome([2], column="1:2", close=True) == {"result": "AR"}
    assert maker.outcome([3], column="1:2", close=True) == {"result": "NE"}


def test_natural_rolls_on_a_chart_with_facts_and_footnotes(maker: Maker) -> None:
    """Each fact of the cell has its result; a footnote of another cell does not follow; totals stay on the chart."""
    chart = ("method=chart", "chart=losses", *MEN, *COVER, "dice=2d6", "beyond=yes")
    natural = (
        "natural-1=12",
        "natural-1-result=Loss is 1 and Morale is 1",
        "natural-2=2",
        "natural-2-result=1",
    )
    maker.make(*chart, *natural)
    assert maker.outcome([12], men=1) == {"loss": 1, "morale": 1}
    assert maker.resolve([12], men=4).next == ()
    assert [step.says for step in maker.resolve([11], men=4).next] == ["The captain is hit on a 6."]
    text = (maker.folder / "tables/ford/procedures/made.yaml").read_text()
    assert "max(dice, 2) if dice == 2 else max(dice + modifier, 2)" in text


@pytest.mark.parametrize(("first", "result"), [(6, {"result": "DR"}), (1, {"result": "no effect"})])
def test_natural_rolls_on_a_shifted_chart(first: int, result: dict[str, str], maker: Maker) -> None:
    """The dice are read as they are thrown, so only a result can be chosen; a shift past the edge comes first."""
    shift = ("method=shift", "chart=results", "modifier-1=Flank -1", "dice=1d6", "result=Result")
    natural = ("natural-1=6", "natural-1-result=Result is DR", "natural-2=1", "natural-2-result=no effect")
    maker.make(*shift, *natural, "edge=no effect past the first column")
    assert maker.outcome([first], column="1:1") == result
    assert maker.outcome(None, column="1:2", flank=True) == {"result": "no effect"}
    maker.run(*shift, "id=x", "natural-1=6", "natural-1-result=the chart, without modifiers").refused(
        2, "is not one of"
    )


def test_natural_percentile_dice(maker: Maker) -> None:
    """If the cells of a chart contain the bands of the dice, a natural roll gives one of the rows."""
    lost = ("modifier-1=Captain -15", "dice=00-99", "beyond=yes", "result=State")
    maker.make("method=chart", "chart=nerve", *lost, "natural-1=95+", "natural-1-result=State is runs")
    assert maker.outcome([96], column="Trained", captain=True) == {"state": "runs"}
    assert maker.resolve([99], column="Green").settled == "State is always runs on a natural 95 or more (2.1)"
    assert maker.outcome([94], column="Trained", captain=True) == {"state": "shaken"}


@pytest.mark.parametrize(
    ("modifier", "amounts"),
    [
        ("modifier-1=For each full 25 % of losses -1", {0: 0, 24: 0, 25: -1, 49: -1, 50: -2, 100: -4}),
        ("modifier-1=+2 per 25% of the losses", {24: 0, 25: 2, 99: 6}),
        ("modifier-1=Every 10 percent losses +1", {9: 0, 10: 1, 39: 3}),
        ("modifier-1=For each 30 % of losses or part thereof -1", {0: 0, 1: -1, 30: -1, 31: -2}),
        ("modifier-1=Each full 25% of losses (at most +3) +1", {24: 0, 25: 1, 75: 3, 100: 3}),
        ("modifier-1=Each full 10% of losses, up to -5 -2", {9: 0, 10: -2, 20: -4, 30: -5, 100: -5}),
    ],
)
def test_a_modifier_for_each_full_percentage(modifier: str, amounts: dict[int, int], maker: Maker) -> None:
    """A modifier can count once for each full step of a percentage, or for each step or part of a step."""
    maker.make("method=sum", "input-1=Losses in %: 0-100", modifier, "start=0", "result=Points")
    assert maker.say("check").status == 0
    for losses, points in amounts.items():
        result = maker.resolve(None, losses_in=losses)
        assert (result.outcome["points"], result.ledger[0].state == "applied") == (points, points != 0)


@pytest.mark.parametrize(
    ("modifier", "asked"),
    [
        ("For each full 5 figures -1", "Figures"),
        ("-1 per 5 figures", "Figures"),
        ("For each full 25 % of losses -1", "Losses in percent"),
        ("Each 25% -1", "Share in percent"),
        ('For each full 12" to the general -1', "Inches to the general"),
        ("For each 2nd gun -1", "2nd gun"),
        ("For each 12-pounder -1", "12-pounders"),
        ("For each 1 man -1", "Men"),
    ],
)
def test_what_a_modifier_for_each_asks(modifier: str, asked: str, maker: Maker) -> None:
    """The new question is named after what is counted, without the number."""
    new = (f"modifier-1-each=a new question for the player: {asked}", "modifier-1-each-most=100")
    maker.make(*NERVE, *follow("Bases lost"), f"modifier-1={modifier}", *new)
    assert maker.library.procedure("ford:made").inputs[1].label == asked


def test_a_percentage_is_no_other_number(maker: Maker, typed: Callable[..., None]) -> None:
    """A plain number of the same name is not offered; a new percentage ends at 100."""
    typed(
        *LINES[:2],
        "sum",
        "Losses: 0-9",
        "",
        "0",
        "For each full 25 % of losses -1",
        "1",
        "",
        "",
        KeyboardInterrupt,
    )
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert (
        "Which number multiplies For each full 25 % of losses (once for each full 25): 1 a new question for "
        "the player: Losses in percent; 2 none, it counts once "
        "[Enter: a new question for the player: Losses in percent] "
        "Smallest number" in out
    )
    assert "Largest number for Losses in percent (for example 9) [Enter: 100]" in out


@pytest.mark.parametrize(
    ("modifier", "most"),
    [
        ("Each full 25% more figures +1", "any"),
        ("For each 25 % +1", "any"),
        ("For each 25 % of figures more +1", "any"),
        ("For each 25 % of the losses -1", "100"),
    ],
)
def test_a_percentage_may_exceed_100(
    modifier: str, most: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """Unless it is a share of a whole: a side can have 150 % more figures, but not lose 150 %."""
    maker.make("method=sum", "start=0", "result=Points", f"modifier-1={modifier}", "modifier-1-each=1")
    (asked,) = maker.library.procedure("ford:made").inputs
    assert asked.most == (100 if most == "100" else None)
    assert maker.outcome(None, **{asked.name: 50})["points"] in (2, -2)
    typed("Other", "2.1", "sum", "", "0", modifier, "1", "", KeyboardInterrupt)
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert f"[Enter: {most}] Nothing was written." in out


def test_full_steps_of_both_sides(maker: Maker) -> None:
    """A modifier for each full step is copied for the other side, with its question."""
    each = ("modifier-1=For each full 5 figures of the attacker +2", "modifier-1-side=both")
    new = ("modifier-1-each=1", "modifier-1-each-most=50", "modifier-1-when=always")
    maker.make("method=difference", "chart=one", "dice=1d6", "beyond=yes", "result=Effect", *each, *new)
    asked = maker.library.procedure("ford:made").inputs
    assert [given.label for given in asked] == ["Figures of the attacker", "Figures of the defender"]
    answers = {asked[0].name: 14, asked[1].name: 5}
    assert maker.outcome([3, 3], **answers)["difference"] == 2


def test_totals_with_full_steps(maker: Maker) -> None:
    """The highest total counts the full steps of the largest answer."""
    answers = (
        "method=chart",
        "chart=losses",
        "input-1=Men: 1-9",
        "dice=2d4",
        "column=Men",
        "modifier-1-each=Men",
    )
    maker.make(*answers, "modifier-1=For each full 5 men +4", "id=within")
    beyond = maker.run(*answers, "modifier-1=For each full 5 men +5", "id=beyond")
    beyond.refused(2, "--answer beyond=yes")


def test_a_calculator_that_is_made_again(maker: Maker, typed: Callable[..., None]) -> None:
    """Enter keeps each former answer, and what changes is replaced; its id and its file stay."""
    typed(*LINES, "")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    files = sorted(maker.folder.rglob("*"))
    typed("made", "?", "", "", "", "", "", "low", *[""] * 6, "Other words.", "")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert "ford:made already exists in" in out
    assert "Replace it (yes), or write another calculator (no)? [Enter: yes]" in out
    assert "yes asks all questions again, and Enter keeps each of your answers." in out
    assert "Which rolls succeed, high or low: 1 high; 2 low [Enter: high]" in out
    assert "[Enter: Made by hand.; type - for 1d6 against a number: hits or misses.]" in out
    assert "Replace " in out and "replaced " in out
    assert sorted(maker.folder.rglob("*")) == files
    assert [maker.outcome([die])["success"] for die in (4, 5)] == [True, False]
    made = maker.library.procedure("ford:made")
    assert (made.title, made.summary) == ("made", "Other words.")
    typed("Made", "", KeyboardInterrupt)
    assert "[Enter: 2.1 Firing" in maker.say("new-calculator", "--game", "ford").out


def test_a_list_that_becomes_shorter(maker: Maker, typed: Callable[..., None]) -> None:
    """`-` ends a list before its former end, and the next change does not bring the rest back."""
    modifiers = ("modifier-1=Drums +1", "modifier-2=Rain -1")
    maker.make("method=sum", "start=5", *modifiers, "result=Points")
    for last in ("-", ""):
        typed("Made", "", "", "", "", "", "", "", last, *[""] * 7)
        answer = maker.say("new-calculator", "--game", "ford")
        assert answer.status == 0, answer
        labels = [each.label for each in maker.library.procedure("ford:made").inputs]
        assert labels == ["Drums", "Other modifiers"]


def test_made_again_without_a_terminal(maker: Maker) -> None:
    """The author decides with an answer; former answers count unless others are given."""
    maker.make("method=sum", "start=1", "result=Sum")
    maker.run("method=sum", "start=2", "result=Sum").refused(
        2, "ford:made already exists in", "--answer replace=yes, or --answer replace=no to write another"
    )
    maker.make("replace=yes", "start=2")
    maker.make("id=made", "replace=yes", "modifier-1=Drums +1")
    assert maker.outcome(None, drums=True) == {"the_sum": 3}
    maker.make("replace=yes", "modifier-1=")
    assert maker.outcome(None) == {"the_sum": 2}
    maker.make("replace=no", "method=sum", "start=3", "result=Sum")
    assert Engine(maker.library).resolve("ford:made-calculator", {}, None).outcome == {"the_sum": 3}


@pytest.mark.parametrize("is_filled_in", [True, False])
def test_examples_of_a_calculator_that_is_made_again(is_filled_in: bool, maker: Maker) -> None:
    """Examples that the author filled in stay; others are written again for the new questions."""
    maker.make("method=sum", "start=1", "result=Sum")
    examples = maker.folder / "tests/cases/ford-made.jsonl"
    filled = '{"procedure": "ford:made", "inputs": {}, "rolls": null, "outcome": {"the_sum": 1}}\n'
    if is_filled_in:
        examples.write_text(filled)
    answer = maker.run("replace=yes", "input-1=Men: 1-9", *follow("Men"))
    assert (examples.read_text() == filled) is is_filled_in
    assert ("Your examples in ford-made.jsonl stay." in answer.out) is is_filled_in


def test_an_edited_calculator_is_not_replaced(maker: Maker, typed: Callable[..., None]) -> None:
    """The refusal names its file, the lines of its parts, and what explains its keys; another one can be written."""
    maker.make("method=sum", "input-1=Men: 1-9", "start=1", "result=Sum", *follow("Men"))
    path = maker.folder / "tables/ford/procedures/made.yaml"
    path.write_text(path.read_text() + "# mine\n")
    text = path.read_bytes()
    lines = path.read_text().splitlines()
    inputs, steps = lines.index("inputs:") + 1, lines.index("steps:") + 1
    parts = f"questions from line {inputs}, dice and modifiers from line {steps}"
    for answers in ((), ("another=no",), ("id=made", "another=no")):
        maker.run(*answers).refused(
            2, "made.yaml. It was edited", parts, "companion schema procedure explains every key"
        )
    maker.make("another=yes", "method=sum", "start=3", "result=Sum")
    assert path.read_bytes() == text
    assert maker.library.procedure("ford:made-calculator").title == "Made"
    typed("Made", "")
    answer = maker.say("new-calculator", "--game", "ford", "--answer", "id=made")
    assert (answer.status, kept_file().exists()) == (2, False)
    assert (
        "Or write another calculator beside it, starting from your former answers? [Enter: no]"
        in " ".join(answer.out.split())
    )


def test_a_calculator_in_another_file(maker: Maker) -> None:
    """A calculator that was moved to another file is found by its id and replaced."""
    maker.make("method=sum", "start=1", "result=Sum")
    path = maker.folder / "tables/ford/procedures/made.yaml"
    path.rename(path.with_name("points.yaml"))
    maker.make("replace=yes", "start=2")
    assert not path.exists()
    assert maker.outcome(None) == {"the_sum": 2}


def test_a_calculator_of_another_folder(maker: Maker, typed: Callable[..., None], tmp_path: Path) -> None:
    """A calculator in another folder stays as it is, and the new calculator gets a different id."""
    maker.make("method=sum", "start=1", "result=Sum")
    typed(*LINES, "")
    answer = maker.say("new-calculator", "--game", "ford", "--folder", str(tmp_path / "there"))
    assert answer.status == 0, answer
    assert "ford:made has the title Made, too. It stays as it is." in " ".join(answer.out.split())
    assert (tmp_path / "there/tables/ford/procedures/made-calculator.yaml").exists()


@pytest.mark.parametrize("damaged", [b"", b"{}", b'{"answers": {"start": "x"}, "examples": ""}'])
def test_kept_answers_that_are_damaged(damaged: bytes, maker: Maker) -> None:
    """Without them the calculator counts as edited; an answer that does not fit is not offered."""
    maker.make("method=sum", "start=1", "result=Sum")
    (kept,) = (usual_places().data / "written").iterdir()
    kept.write_bytes(damaged)
    answers = ("replace=yes", "method=sum", "result=Sum")
    maker.run(*answers).refused(2, "--answer start=2" if b"start" in damaged else "It was edited")


def test_going_on_with_a_change(maker: Maker, typed: Callable[..., None]) -> None:
    """A change that was broken off continues, and former answers are offered for the rest."""
    maker.make("method=sum", "start=1", "modifier-1=Drums +1", "result=Points")
    typed("Made", "", "", "", "", "7", KeyboardInterrupt)
    assert maker.say("new-calculator", "--game", "ford").status == 130
    typed("", "", *[""] * 9)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "[Enter: Drums +1; type - for no more modifiers]" in " ".join(answer.out.split())
    assert maker.outcome(None, drums=True) == {"points": 8}


COVERED = ("method=sum", "input-1=Cover: none, soft, hard", "start=0", "result=Points")


def test_a_question_that_nothing_uses(maker: Maker, typed: Callable[..., None]) -> None:
    """The summary names the question that was left out, and a modifier can then be made to depend on it."""
    ticked = ("modifier-1=Wall -1", "modifier-1-when=the player ticks Wall")
    maker.run(*COVERED, *ticked).refused(
        2, "Nothing uses the answer to Cover", "add --answer unused-cover=yes to leave it out"
    )
    maker.make(*COVERED, *ticked, "unused-cover=yes")
    assert [given.name for given in maker.library.procedure("ford:made").inputs] == ["wall"]
    modifier = ["Wall -1", "4", "", "", "Points", "", "", ""]
    change = ["ticks", "Cover: hard", "yes"]
    typed("Other", *LINES[1:2], "sum", "Cover: none, soft, hard", "", "0", *modifier, *change)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert (
        out.count("Nothing uses this answer yet: Cover. Change the dice or what a modifier depends on") == 1
    )
    assert [each.name for each in maker.library.procedure("ford:other").inputs] == [
        "cover",
        "other_modifiers",
    ]


def test_check_names_a_question_that_nothing_uses(maker: Maker) -> None:
    """`companion check` names an unused question, with line and correction; the calculator still works."""
    maker.make(*COVERED, "modifier-1=Hard cover -1", "modifier-1-when=Cover: hard")
    path = maker.folder / "tables/ford/procedures/made.yaml"
    path.write_text(path.read_text().replace("cover == 'hard'", "yes"))
    line = path.read_text().splitlines().index("inputs:") + 2
    answer = maker.say("check")
    assert answer.status == 1
    assert f"made.yaml:{line}: inputs[0]: nothing uses the answer to 'Cover'" in " ".join(answer.out.split())
    assert "leave the question out" in answer.out
    assert maker.outcome(None, cover="none") == {"points": -1}


@pytest.mark.parametrize(
    "use",
    [
        "next:\n  - {says: 'It is behind {cover}.'}",
        "next:\n  - {says: Go on., procedure: initiative, carry: {rating: 2 if cover == 'hard' else 1}}",
        "sentences:\n  - {says: It is so., when: cover == 'hard'}",
    ],
)
def test_uses_of_a_question_that_count(use: str, maker: Maker) -> None:
    """A sentence that shows it, a follow-up that carries it, a sentence of the log."""
    maker.make(*COVERED, "modifier-1=Hard cover -1", "modifier-1-when=Cover: hard")
    path = maker.folder / "tables/ford/procedures/made.yaml"
    text = path.read_text().replace("cover == 'hard'", "yes")
    path.write_text(text)
    assert "nothing uses" in maker.say("check").out
    path.write_text(f"{text}{use}\n")
    assert maker.say("check").out == "0 faults in 1 game.\n"
