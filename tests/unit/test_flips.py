"""Flips: single changes of an answer that would have changed the result with the same dice."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.flips import MOST_TRIED
from companion.model import Refused
from companion.render.resolution import flip_lines
from companion.render.resolution_json import resolution_json
from tests.unit.test_engine import engine_of, resolve

EXTRA = """
    inputs:
      - {name: first, label: First check, kind: yes-no}
      - {name: harmless, label: Harmless check, kind: yes-no}
    steps:
      - {do: roll, name: a, dice: 1d6, label: First check, when: first}
      - {do: roll, name: b, dice: 1d6, label: Harmless check, when: harmless}
      - {do: roll, name: c, dice: 1d6, label: Last check}
      - {do: work-out, values: {end: "(a if first else 0) + (10 if harmless else 0) + c"}}
    outcome: [{name: end, label: End, show: headline}]
"""


def test_a_die_stays_with_its_roll() -> None:
    """The last check has the 5; a change that adds an earlier check never uses that die."""
    found = resolve(EXTRA, [5])
    assert [(flip.input, flip.roll.id) for flip in found.open_flips] == [("first", "a")]
    found = resolve(EXTRA, [1, 5], first=True)
    assert [(flip.input, flip.outcome) for flip in found.flips] == [
        ("first", {"end": 5}),
        ("harmless", {"end": 16}),
    ]


def test_a_change_needs_no_roll_if_all_throws_agree() -> None:
    """Whatever the harmless check rolls, the result is the same."""
    found = resolve(EXTRA, [5])
    assert [(flip.input, flip.outcome) for flip in found.flips] == [("harmless", {"end": 15})]


def test_a_change_that_needs_a_roll_names_the_roll() -> None:
    """The roll is named in both front ends: as lines and as JSON."""
    engine = engine_of(own=EXTRA)
    found = engine.resolve("xx:own", {}, [5])
    lines = flip_lines(found, engine.library.procedure("xx:own"), 90)
    assert "~ First check: yes -> would need another roll (First check, 1d6)" in lines
    assert resolution_json(found)["open_flips"] == [
        {
            "input": "first",
            "was": False,
            "would": True,
            "roll": {"id": "a", "name": "a", "label": "First check", "dice": "1d6"},
        }
    ]


NUMBERS = """
    inputs:
      - {name: n, label: N, kind: number, least: 0}
      - {name: m, label: M, kind: number, least: 0, most: 9, rule: nothing, rule_says: no limit}
    steps: [{do: work-out, values: {big: n >= 20, small: m != nothing and m < 3}}]
    outcome: [{name: big, label: Big, show: headline}, {name: small, label: Small, show: headline}]
"""


def test_numbers_are_tried_up_to_the_next_result() -> None:
    """Numbers are tried in both directions, and also if no number was given."""
    found = resolve(NUMBERS, n=12, m=5)
    assert [(flip.input, flip.would) for flip in found.flips] == [("n", 20), ("m", 2)]
    assert found.untried == ()
    found = resolve(NUMBERS, n=25)
    assert [(flip.input, flip.would) for flip in found.flips] == [("n", 19), ("m", 0)]


def test_untried_numbers_are_listed() -> None:
    """The search ends after a number of resolutions, and lists the numbers that it did not try."""
    engine = engine_of(own=NUMBERS)
    found = engine.resolve("xx:own", {"n": 30, "m": 9})
    (left,) = found.untried
    tried = int(left.removeprefix("N above "))
    assert 30 < tried <= 30 + MOST_TRIED
    lines = flip_lines(found, engine.library.procedure("xx:own"), 90)
    assert lines[-1] == f"~ Not checked for another result: N above {tried}."
    assert resolution_json(found)["untried"] == [left]


INNER = """
    inputs: [{name: add, label: Add, kind: number}]
    steps:
      - {do: roll, name: die, dice: 1d6, label: Die}
      - {do: work-out, values: {sum: die + add}}
    outcome: [{name: sum, label: Sum, show: headline}]
"""
TWICE = """
    inputs: [{name: n, label: Rounds, kind: number, least: 1, most: 3}]
    steps:
      - {do: use, name: once, procedure: inner, given: {add: n}, take: {one: sum}}
      - do: rounds
        name: count
        during: count < n
        begin: {total: one}
        steps:
          - {do: use, name: again, procedure: inner, given: {add: "0"}, take: {more: sum}}
        then: {total: total + more}
    outcome: [{name: total, label: Total, show: headline}]
"""


def test_the_identity_of_a_roll_has_steps_and_round() -> None:
    """Two uses of a calculator have different identities, and so do its rounds."""
    found = engine_of(own=TWICE, inner=INNER).resolve("xx:own", {"n": 2}, [1, 2, 3])
    assert [roll.id for roll in found.rolls] == ["once.die", "again.die[1]", "again.die[2]"]
    assert [(flip.would, flip.outcome) for flip in found.flips] == [(1, {"total": 4})]
    assert [(flip.would, flip.roll.id) for flip in found.open_flips] == [(3, "again.die[3]")]


def test_dice_of_known_rolls_may_be_given_in_any_order() -> None:
    """Dice of known rolls may be in any order: each is used for its own roll, and others are left over."""
    engine = engine_of(own=TWICE, inner=INNER)
    rolls = engine.resolve("xx:own", {"n": 2}, [1, 2, 3]).rolls
    again = engine.resolve("xx:own", {"n": 2}, rolls[::-1])
    assert again.rolls == rolls and again.outcome == {"total": 8}
    fewer = engine.resolve("xx:own", {"n": 1}, rolls)
    assert [roll.id for roll in fewer.spare] == ["again.die[2]"]
    assert fewer.unused == ("Die: 3, no longer needed",)


def test_of_several_dice_of_a_roll_the_first_counts() -> None:
    """Of several dice for a roll, the first counts; the others are named as dice that no roll needs."""
    engine = engine_of(own=TWICE, inner=INNER)
    once, again = engine.resolve("xx:own", {"n": 1}, [1, 2]).rolls
    others = [msgspec.structs.replace(once, value=value) for value in (4, 5)]
    found = engine.resolve("xx:own", {"n": 1}, [once, *others, again])
    assert [roll.value for roll in found.rolls] == [1, 2]
    assert found.spare == tuple(others)
    assert found.unused == ("Die: 4, no longer needed", "Die: 5, no longer needed")


@pytest.mark.parametrize(("limit", "found"), [(1, [1]), (150, [150]), (200, [200]), (201, [])])
def test_two_hundred_numbers_are_tried(limit: int, found: list[int]) -> None:
    """The nearest number that changes the result is found, or the numbers that were not tried are named."""
    text = f"""
    inputs: [{{name: n, label: N, kind: number, least: 0}}]
    steps: [{{do: work-out, values: {{big: n >= {limit}}}}}]
    outcome: [{{name: big, label: Big, show: headline}}]
"""
    resolution = resolve(text, n=0)
    assert [flip.would for flip in resolution.flips] == found
    assert resolution.untried == (() if found else ("N above 200",))


def test_two_hundred_choices_are_tried() -> None:
    """At most two hundred choices are tried, and questions that were not tried are named."""
    choices = ", ".join(f"{{key: c{number}}}" for number in range(202))
    text = f"""
    inputs:
      - {{name: way, label: Way, kind: choice, choices: [{choices}]}}
      - {{name: late, label: Late, kind: yes-no}}
    steps: [{{do: work-out, values: {{far: way == 'c200' or way == 'c201' or late}}}}]
    outcome: [{{name: far, label: Far, show: headline}}]
"""
    resolution = resolve(text, way="c0")
    assert [flip.would for flip in resolution.flips] == ["c200"]
    assert resolution.untried == ("Way", "Late")


@pytest.mark.parametrize(("sides", "untried"), [(199, ()), (200, ("Late",))])
def test_all_throws_of_a_die_are_tried_within_the_two_hundred(sides: int, untried: tuple[str, ...]) -> None:
    """The change itself is one resolution, each throw of its die another."""
    text = f"""
    inputs: [{{name: late, label: Late, kind: yes-no}}]
    steps: [{{do: roll, name: die, label: Die, dice: 1d{sides}, when: late}}, {{do: work-out, values: {{end: late}}}}]
    outcome: [{{name: end, label: End, show: headline}}]
"""
    found = resolve(text)
    assert found.untried == untried
    assert [flip.outcome for flip in found.flips] == ([] if untried else [{"end": True}])


@pytest.mark.parametrize(("dice", "result"), [(20, "total"), (40, "faces")])
def test_a_change_that_needs_many_dice_is_not_tried(dice: int, result: str) -> None:
    """Twenty dice have more sums than are tried; the throws of forty are too many to list."""
    text = f"""
    inputs: [{{name: volley, label: Volley, kind: yes-no}}]
    steps:
      - {{do: roll, name: faces, label: Volley, dice: d6, count: "{dice}", when: volley, counts: {{ones: face == 1}}}}
      - {{do: work-out, values: {{total: sum(faces) - ones if volley else 0}}}}
    outcome: [{{name: {result}, label: Result, show: headline}}]
"""
    resolution = resolve(text)
    assert resolution.untried == ("Volley",)
    assert (resolution.flips, resolution.open_flips) == ((), ())


def test_a_change_whose_dice_may_be_refused_needs_a_roll() -> None:
    """Whether the rule refuses the result depends on the roll."""
    text = """
    inputs: [{name: first, label: First check, kind: yes-no}]
    steps:
      - {do: roll, name: a, dice: 1d6, label: First check, when: first}
      - {do: require, that: not first or a > 1, says: A 1 is not allowed.}
      - {do: work-out, values: {end: "1 if first else 2"}}
    outcome: [{name: end, label: End, show: headline}]
"""
    resolution = resolve(text)
    assert [(flip.input, flip.roll.id) for flip in resolution.open_flips] == [("first", "a")]
    assert resolution.flips == ()


def test_dice_of_a_pool_stay_when_it_grows() -> None:
    """If one hit is enough, more dice in a pool change nothing after a hit, and are rolled without a hit."""
    text = """
    inputs: [{name: n, label: Dice, kind: number, least: 1, most: 2}]
    steps: [{do: roll, name: faces, label: Shots, dice: d6, count: n, counts: {hits: face == 6}},
      {do: work-out, values: {hit: hits > 0}}]
    outcome: [{name: hit, label: Hit, show: headline}]
"""
    hit = resolve(text, [6], n=1)
    assert (hit.outcome, hit.flips, hit.open_flips) == ({"hit": True}, (), ())
    missed = resolve(text, [5], n=1)
    assert missed.flips == ()
    assert [(flip.would, flip.roll.id) for flip in missed.open_flips] == [(2, "faces")]


def test_questions_of_a_group_in_a_list_name_the_unit() -> None:
    """The label of the group itself is left out."""
    text = """
    inputs:
      - name: guns
        label: Guns
        kind: rows
        fields:
          - name: shot
            label: Shot
            kind: group
            fields: [{name: long, label: At long range, kind: yes-no}]
    steps:
      - do: repeat
        rows: guns
        steps: [{do: work-out, values: {far: "1 if shot.long else 0"}}]
      - {do: work-out, values: {total: sum(guns.far)}}
    outcome: [{name: total, label: Total, show: headline}]
"""
    found = resolve(text, guns=[{"shot": {"long": True}}, {"shot": {}}])
    assert [flip.label for flip in found.flips] == ["Guns 1: At long range", "Guns 2: At long range"]


def test_a_change_that_another_calculator_cannot_work_out_is_left_out() -> None:
    """The calculator that is used then has a question that nothing answers."""
    inner = """
    inputs:
      - {name: far, label: Far, kind: yes-no}
      - {name: range, label: Range, kind: number, least: 1, when: far}
    steps: [{do: work-out, values: {cost: range if far else 1}}]
    outcome: [{name: cost, label: Cost, show: headline}]
"""
    outer = """
    inputs: [{name: far, label: Far, kind: yes-no}]
    steps: [{do: use, name: once, procedure: inner, given: {far: far}, take: {cost: cost}}]
    outcome: [{name: cost, label: Cost, show: headline}]
"""
    engine = engine_of(own=outer, inner=inner)
    found = engine.resolve("xx:own", {})
    assert (found.outcome, found.flips, found.untried) == ({"cost": 1}, (), ())
    with pytest.raises(Refused, match=r"needs once\.range, but no step gives it"):
        engine.resolve("xx:own", {"far": True})


@pytest.mark.parametrize(
    ("kind", "given"), [("kind: number, least: 1, most: 1", 1), ("kind: choice, choices: [{key: a}]", "a")]
)
def test_an_answer_that_may_be_nothing_is_also_tried_without_a_value(kind: str, given: object) -> None:
    """An answer that may be empty is also tried without a value, here the only change that is allowed."""
    text = f"""
    inputs: [{{name: n, label: N, {kind}, rule: nothing, rule_says: none}}]
    steps: [{{do: work-out, values: {{end: "1 if n == nothing else 2"}}}}]
    outcome: [{{name: end, label: End, show: headline}}]
    """
    found = resolve(text, n=given)
    assert [(flip.input, flip.was, flip.would, flip.outcome) for flip in found.flips] == [
        ("n", given, None, {"end": 1})
    ]
    assert resolve(text, n=None).outcome == {"end": 1}
