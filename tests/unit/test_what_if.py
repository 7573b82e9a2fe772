"""Before the roll: the effect of each uncounted modifier, the result for each roll, and option A compared with B."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion.engine import Engine
from companion.engine.what_if import TotalRange, modifier_effects, total_ranges
from companion.model import Library
from companion.render.comparison import Option, comparison_lines, comparison_table
from companion.render.summary import bars
from companion.render.what_if import effect_words, effects_by_line
from tests.unit.test_engine import engine_of

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": "2"}
FIRE = {"arm": "small_arms", "range": 1, "firers": [{"sps": 4, "weapon": "R"}]}
WIDTHS = pytest.mark.parametrize("width", [36, 40, 80, 160])


@pytest.fixture
def engine(library: Library) -> Engine:
    """An engine for the shipped games."""
    return Engine(library)


def option(engine: Engine, name: str, answers: dict[str, Any]) -> Option:
    """A calculator before its roll."""
    return Option(engine.library.procedure(name), engine.resolve(name, answers))


# changes


def test_each_uncounted_modifier_shows_its_effect(engine: Engine) -> None:
    """The odds equal those of a calculation with the changed answer; counted modifiers are not listed."""
    now = engine.resolve(CLOSING, READY)
    found = modifier_effects(engine, READY, now)
    by_label = {key.split("/")[1]: each for key, each in found.items()}
    assert set(by_label) == {line.label for line in now.ledger if line.state == "not applied"}
    shaken = by_label["Moving stack is Shaken"]
    assert shaken.path == "shaken"
    assert shaken.resolution.odds == engine.resolve(CLOSING, {**READY, "shaken": True}).odds
    assert shaken.resolution.odds["closes"] == Fraction(1, 2)
    procedure = engine.library.procedure(CLOSING)
    assert effect_words(now, shaken.resolution, procedure) == "→ closes 50%"


def test_effects_belong_to_lines_of_the_ledger(engine: Engine) -> None:
    """Lines that count have no effect."""
    now = engine.resolve(CLOSING, READY)
    effects = effects_by_line(now, modifier_effects(engine, READY, now), engine.library.procedure(CLOSING))
    lines = {line.key: line for line in now.ledger}
    assert {lines[key].label: words for key, words in effects.items()}[
        "Moving stack is Shaken"
    ] == "→ closes 50%"
    assert all(lines[key].state != "applied" for key in effects)


def test_members_and_choices_have_effects_too(engine: Engine) -> None:
    """Protective terrain is a set, the formation of an order a choice; numbers have no such change."""
    now = engine.resolve("lob:fire", FIRE)
    paths = {each.path for each in modifier_effects(engine, FIRE, now).values()}
    assert {"target.protective", "target.rear"} <= paths
    order = {"staff_rating": 8, "formation": "other", "modifier": 0}
    found = modifier_effects(engine, order, engine.resolve("bp:command-roll", order))
    assert {key.split("/")[1]: each.would for key, each in found.items()} == {
        "Enemy unit within 12 inches of the unit ordered": True,
        "Attack column": "attack_column",
        "March column or limbered artillery, off road": "march_column_or_limbered_off_road",
        "March column or limbered artillery, on a road or track": "march_column_or_limbered_on_road",
    }


def test_no_effects_with_missing_answers_or_after_the_roll(engine: Engine) -> None:
    """Without answers there are no odds; after the roll there are flips instead."""
    half = {"rating": "C"}
    assert modifier_effects(engine, half, engine.resolve(CLOSING, half)) == {}
    assert modifier_effects(engine, READY, engine.resolve(CLOSING, READY, [4])) == {}
    assert modifier_effects(engine, READY, engine.resolve(CLOSING, READY), lambda: True) == {}


def test_without_dice_the_result_is_shown(engine: Engine) -> None:
    """The new result is shown as in `→ ... 5`, or as `→ no change`."""
    near: dict[str, Any] = {"sender": "army", "awareness": "normal", "hexes": 5}
    procedure = engine.library.procedure("lob:order-delivery")
    now, far = (engine.resolve(procedure.id, {**near, "hexes": hexes}) for hexes in (5, 60))
    label = next(each.label for each in procedure.outcome if each.name == "turns")
    words = effect_words(now, far, procedure)
    assert words == f"→ {label} {far.outcome['turns']}"
    assert effect_words(now, now, procedure) == "→ no change"


# rolls and results


def test_the_needed_roll_is_where_the_result_changes(engine: Engine) -> None:
    """C with +1 closes on 3; every total is in exactly one range, in order."""
    now = engine.resolve(CLOSING, READY)
    runs = total_ranges(engine, READY, now)
    assert runs == [TotalRange(1, 2, "does not close"), TotalRange(3, 6, "closes")]
    for roll in range(1, 7):
        closes = engine.resolve(CLOSING, READY, [roll]).outcome["success"]
        assert closes is (roll >= runs[1].least)


def test_several_results_are_shown_as_ranges(engine: Engine) -> None:
    """If the result changes more than once, there is no threshold; the chances add up to the odds."""
    now = engine.resolve("lob:fire", FIRE)
    runs = total_ranges(engine, FIRE, now)
    assert (runs[0].least, runs[-1].most) == (2, 12)
    assert len(runs) > 2
    assert {each.words for each in runs} == set(now.odds)


@pytest.mark.parametrize(
    ("name", "answers"),
    [(CLOSING, {"rating": "C"}), (CLOSING, {**READY, "open_order_capable": True})],
)
def test_no_ranges_without_a_roll(engine: Engine, name: str, answers: dict[str, Any]) -> None:
    """There are no ranges with missing answers, or without dice."""
    assert total_ranges(engine, answers, engine.resolve(name, answers)) == []


def test_no_ranges_if_a_roll_is_refused() -> None:
    """A rule may refuse a roll, or ask for another one."""
    text = """
    inputs: []
    steps:
      - {do: roll, name: a, dice: 1d6, label: Die}
      - RULE
      - {do: work-out, values: {high: a > 3}}
    outcome: [{name: high, label: High, show: headline}]
"""
    for rule, runs in (
        ("{do: require, that: a > 0, says: No.}", [(1, 3), (4, 6)]),
        ("{do: require, that: a > 1, says: A 1 is not allowed.}", []),
        ("{do: roll, name: b, dice: 1d6, label: Second die, when: a == 6}", []),
    ):
        engine = engine_of(own=text.replace("RULE", rule))
        ranges = total_ranges(engine, {}, engine.resolve("xx:own", {}))
        assert [(each.least, each.most) for each in ranges] == runs


@pytest.mark.parametrize(("results", "ranges"), [(6, 6), (7, 0)])
def test_up_to_six_ranges_are_listed(results: int, ranges: int) -> None:
    """The chart shows more of them better."""
    text = f"""
    inputs: []
    steps:
      - {{do: roll, name: a, dice: 1d10, label: Die}}
      - {{do: work-out, values: {{losses: "min(a, {results})"}}}}
    outcome: [{{name: losses, label: Losses, show: headline}}]
"""
    engine = engine_of(own=text)
    assert len(total_ranges(engine, {}, engine.resolve("xx:own", {}))) == ranges


def test_a_result_of_every_roll_is_not_a_threshold(engine: Engine) -> None:
    """E, shaken and out of breastworks, never closes: the odds say so, and no number is needed."""
    answers = {**READY, "shaken": True, "starts_adjacent_to_charge_target": True}
    now = engine.resolve(CLOSING, answers)
    assert now.odds == {"does not close": 1}
    assert len(total_ranges(engine, answers, now)) < 2


# bars


@WIDTHS
def test_fractions_are_beside_all_bars_or_none(width: int) -> None:
    """No line is too long, and longer bars are likelier; one fraction with large numbers leaves out all of them."""
    odds = {"attacker breaks, defender holds": Fraction(1, 90), "stays": Fraction(89, 90)}
    assert all(str(chance) in "\n".join(bars(odds, width)) for chance in odds.values())
    lines = bars({**odds, "breaks": Fraction(117_123, 1_679_616)}, width)
    assert max(map(len, lines)) <= width
    assert "/" not in "\n".join(lines)
    filled = [line.count("█") for line in lines if "░" in line or "█" in line]
    assert 0 < filled[0] < filled[1]


# A compared with B


@WIDTHS
def test_a_and_b_at_every_width(engine: Engine, width: int) -> None:
    """Odds, totals and differences, side by side or stacked; nothing is cut off."""
    a, b = option(engine, CLOSING, READY), option(engine, CLOSING, {**READY, "shaken": True})
    lines = comparison_lines(a, b, width)
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    for expected in ("A: Closing roll (3.5)", "B: Closing roll (3.5)", "67% 2/3", "50% 1/2", "+1"):
        assert expected in text
    assert any("2/3" in line and "1/2" in line for line in lines) is (width >= 60)
    table = comparison_table(a, b, width)
    assert max(map(len, table)) <= width
    assert any(line.split() == ["closes", "A", "67%", "B", "50%"] for line in table)
    assert "Die roll modifiers A +1 B 0" in " ".join(" ".join(table).split())


@WIDTHS
def test_two_different_calculators(engine: Engine, width: int) -> None:
    """Charge now, or fire first: each with its own results and answers, without invented differences."""
    a, b = option(engine, CLOSING, READY), option(engine, "lob:fire", FIRE)
    lines = comparison_lines(a, b, width)
    text = " ".join(" ".join(lines).split())
    assert "Fire (5.6)" in text
    assert "Modifiers" not in text
    for chance in (*a.resolution.odds.values(), *b.resolution.odds.values()):
        assert str(chance) in text
    assert max(map(len, [*lines, *comparison_table(a, b, width)])) <= width


def test_an_impossible_result_has_0_percent(engine: Engine) -> None:
    """0% instead of a dash, because the result is known to be impossible."""
    never = {**READY, "shaken": True, "starts_adjacent_to_charge_target": True}
    table = comparison_table(option(engine, CLOSING, READY), option(engine, CLOSING, never), 60)
    assert any(line.split() == ["closes", "A", "67%", "B", "0%"] for line in table)
