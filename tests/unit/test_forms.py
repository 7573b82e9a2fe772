"""Grouped results, null results, optional inputs, and lists that must be empty."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine.answers import domain_words
from companion.engine.cases import verdict
from companion.engine.questions import open_questions
from companion.model import Refused, nested
from companion.render.resolution import resolution_lines
from companion.render.resolution_json import resolution_json
from companion.render.summary import headline, second_line
from tests.unit.test_engine import engine_of, modules, resolve

GROUPED = """
    inputs:
      - {name: state, label: State, kind: choice, choices: [{key: fresh}, {key: spent}]}
      - {name: known, label: Known, kind: yes-no}
    steps:
      - {do: roll, name: die, label: Die, dice: 1d6}
      - do: work-out
        values:
          after: "'gone' if state == 'spent' and die > 3 else 'spent' if die > 3 else state"
          back: die == 6
          side: "nothing if die < 3 else 'left' if die < 5 else 'right'"
      - {do: work-out, when: known, values: {more: die * 10}}
    outcome:
      - {name: target.state, value: after, label: Target, show: headline}
      - {name: target.must_retreat, value: back, label: Target retreats}
      - {name: target.more.points, value: more, label: Points}
      - {name: side, label: Side, words: {nothing: no side}}
"""


def test_names_with_dots_are_groups() -> None:
    """Groups appear in JSON and in worked examples, at any depth."""
    found = resolve(GROUPED, [6], state="fresh", known=True)
    document = resolution_json(found)
    assert document["outcome"] == {
        "target": {"state": "spent", "must_retreat": True, "more": {"points": 60}},
        "side": "right",
    }
    flip = next(flip for flip in document["flips"] if flip["input"] == "state")
    assert flip["outcome"] == {"target": {"state": "gone"}}


def test_unknown_values_are_absent() -> None:
    """A group contains only the values that are known."""
    found = resolve(GROUPED, [2], state="fresh")
    assert nested(found.outcome) == {"target": {"state": "fresh", "must_retreat": False}, "side": None}


def test_groups_are_lines_on_screen() -> None:
    """Each line has its label; `nothing` is shown by its words."""
    engine = engine_of(own=GROUPED)
    procedure = engine.library.procedure("xx:own")
    found = engine.resolve("xx:own", {"state": "spent"}, [1])
    lines = resolution_lines(found, procedure, 80)
    start = lines.index("=> Target: spent")
    assert lines[start + 1 : start + 3] == ["   Target retreats: no", "   no side"]
    assert headline(found, procedure) == "Target: spent  (rolled 1 on 1d6)"
    assert second_line(found, procedure) == "Target retreats: no · no side"


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        ({"target": {"state": "spent"}}, ""),
        ({"target": {"state": "spent", "must_retreat": False}, "side": "left"}, ""),
        ({"target": {"state": "gone"}}, "target"),
        ({"target": {"state": "spent", "hits": 1}}, "target"),
        ({"target": "spent"}, "target"),
        ({"target.state": "spent"}, "target.state 'absent' instead of 'spent'"),
        ({"side": None}, "side 'left' instead of None"),
    ],
)
def test_worked_examples_with_groups(outcome: dict[str, Any], says: str) -> None:
    """Every key of a group in the example must be in the result."""
    example = {"procedure": "xx:own", "inputs": {"state": "fresh"}, "rolls": [4], "outcome": outcome}
    message = verdict(engine_of(own=GROUPED), example)
    assert message.startswith(says)
    assert bool(message) is bool(says)


def test_a_result_that_is_nothing() -> None:
    """The result is null in JSON, which differs from a missing result."""
    engine = engine_of(own=GROUPED)
    example = {"procedure": "xx:own", "inputs": {"state": "fresh"}, "rolls": [1], "outcome": {"side": None}}
    assert verdict(engine, example) == ""
    absent = {**example, "outcome": {"target": {"more": None}}}
    assert verdict(engine, absent)


def test_a_use_takes_a_result_of_a_group() -> None:
    """The result is taken by its name with a dot."""
    user = """
    inputs: []
    steps:
      - {do: use, name: inner, procedure: own, given: {state: "'fresh'"}, take: {left: target.state}}
    outcome: [{name: left, label: Left, show: headline}]
    """
    found = engine_of(own=GROUPED, user=user).resolve("xx:user", {}, [6])
    assert found.outcome == {"left": "spent"}


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("target", "target.state"), "result target.state conflicts with result target"),
        (("target.state", "target"), "result target conflicts with result target.state"),
        (("side", "side"), "result side conflicts with result side"),
        (("target.State", "side"), "'target.State' is not a valid result name"),
        (("target..state", "side"), "'target..state' is not a valid result name"),
        (("target.", "side"), "'target.' is not a valid result name"),
    ],
)
def test_invalid_names_of_results(names: tuple[str, str], says: str) -> None:
    """A group is not itself a result, and each name is unique."""
    results = "".join(f"\n      - {{name: {name}, value: x, label: L, show: headline}}" for name in names)
    text = f"""
    inputs: []
    steps: [{{do: work-out, values: {{x: "1"}}}}]
    outcome:{results}
    """
    assert any(says in str(fault) for fault in modules(own=text).faults)


def test_names_with_a_common_beginning_are_not_a_group() -> None:
    """`target` and `targets.state` are unrelated."""
    text = """
    inputs: []
    steps: [{do: work-out, values: {x: "1"}}]
    outcome:
      - {name: target, value: x, label: L, show: headline}
      - {name: targets.state, value: x, label: L}
    """
    assert resolve(text).outcome == {"target": 1, "targets.state": 1}


def test_fractions_in_flips_are_text() -> None:
    """Fractions are text, as in the result, so that they can be converted to JSON."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 1, most: 3}]
    steps: [{do: work-out, values: {half: n / 2}}]
    outcome: [{name: cost.half, value: half, label: Half, show: headline}]
    """
    document = json.loads(json.dumps(resolution_json(resolve(text, n=2))))
    assert document["outcome"] == {"cost": {"half": 1}}
    assert [(flip["would"], flip["outcome"]) for flip in document["flips"]] == [
        (1, {"cost": {"half": "1/2"}}),
        (3, {"cost": {"half": "3/2"}}),
    ]


CARRIES = """
    inputs:
      - name: unit
        label: Unit
        kind: group
        fields:
          - {name: state, label: State, kind: choice, choices: [{key: fresh}, {key: spent}]}
          - {name: elite, label: Elite, kind: yes-no}
      - {name: number, label: Number, kind: number, least: 1, most: 5}
    steps: [{do: work-out, values: {after: "'spent'"}}]
    outcome: [{name: unit.state, value: after, label: State, show: headline}]
    next:
      - says: Again.
        procedure: own
        carry: {CARRY}
"""


@pytest.mark.parametrize(
    ("carry", "inputs"),
    [
        ("unit.state: after", {"unit": {"state": "spent"}}),
        ("unit.state: after, unit: unit", {"unit": {"state": "spent", "elite": True}}),
        ("unit: unit, number: number + 1", {"unit": {"state": "fresh", "elite": True}, "number": 2}),
        ("number: number, unit.elite: 'number > 1'", {"unit": {"elite": False}, "number": 1}),
    ],
)
def test_follow_ups_take_fields_of_a_group(carry: str, inputs: dict[str, Any]) -> None:
    """Fields are given by their name with a dot, and override the group as a whole."""
    found = resolve(CARRIES.replace("CARRY", carry), unit={"state": "fresh", "elite": True}, number=1)
    assert [step.carry for step in found.next] == [inputs]


def test_a_follow_up_without_this_field() -> None:
    """A field that the follow-up does not ask is a fault."""
    reported = [str(fault) for fault in modules(own=CARRIES.replace("CARRY", "unit.arm: after")).faults]
    assert any("own has no input unit.arm" in fault for fault in reported), reported


# ---- nothing as an answer

OPTIONAL = """
    inputs:
      - name: formation
        label: Formation
        kind: choice
        rule: nothing
        choices: [{key: line}, {key: square}]
      - {name: range, label: Range, kind: number, least: 0, most: 9, rule: nothing}
      - {name: night, label: Night, kind: yes-no}
      - {name: lamp, label: Lamp, kind: number, least: 0, rule: nothing, when: night}
    steps:
      - do: work-out
        values:
          points: "(0 if formation == nothing else 2 if formation == 'line' else 3) + number(lamp)"
          shown: formation
      - {do: work-out, when: range != nothing, values: {near: range <= 3}}
    outcome:
      - {name: points, label: Points, show: headline}
      - {name: formation, value: shown, label: Formation}
      - {name: near, label: Near}
"""


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ({}, {"points": 0, "formation": None}),
        ({"formation": None, "range": None}, {"points": 0, "formation": None}),
        ({"formation": ""}, {"points": 0, "formation": None}),
        ({"formation": "line"}, {"points": 2, "formation": "line"}),
        ({"formation": "square", "range": 3}, {"points": 3, "formation": "square", "near": True}),
        ({"range": 0}, {"points": 0, "formation": None, "near": True}),
        ({"range": "4"}, {"points": 0, "formation": None, "near": False}),
        ({"night": True, "lamp": 4}, {"points": 4, "formation": None}),
    ],
)
def test_an_optional_answer(answers: dict[str, Any], outcome: dict[str, Any]) -> None:
    """The value is null, neither the smallest answer nor a refusal."""
    found = resolve(OPTIONAL, **answers)
    assert found.done
    assert found.outcome == outcome


@pytest.mark.parametrize(
    "answers", [{"formation": "nothing"}, {"range": "nothing"}, {"range": 10}, {"range": -1}]
)
def test_nothing_cannot_be_typed(answers: dict[str, Any]) -> None:
    """Only leaving it out gives null; an answer must be within the domain."""
    with pytest.raises(Refused):
        resolve(OPTIONAL, **answers)


def test_a_choice_may_be_called_nothing() -> None:
    """Such a choice is a choice like any other."""
    text = OPTIONAL.replace("[{key: line}, {key: square}]", "[{key: line}, {key: square}, {key: nothing}]")
    assert resolve(text).outcome["formation"] == "nothing"


@pytest.mark.parametrize("kind", ["yes-no", "set", "rows", "group"])
def test_other_kinds_are_never_nothing(kind: str) -> None:
    """Such questions have their own empty answer."""
    text = f"""
    inputs:
      - name: x
        label: X
        kind: {kind}
        rule: nothing
        choices: [{{key: a}}]
        fields: [{{name: y, label: Y, kind: yes-no}}]
    steps: [{{do: work-out, values: {{z: "1"}}}}]
    outcome: [{{name: z, label: Z, show: headline}}]
    """
    assert any("'nothing' is not a valid answer to x" in str(fault) for fault in modules(own=text).faults)


# ---- a list that must be empty

EMPTY = """
    inputs:
      - name: target
        label: Target
        kind: group
        fields:
          - {name: state, label: State, kind: choice, choices: [{key: fresh}, {key: spent}]}
          - {name: dice, label: Dice, kind: rows, most: 0}
      - {name: extra, label: Extra, kind: rows, most: 0}
    steps: [{do: work-out, values: {n: count(extra)}}]
    outcome: [{name: n, label: N, show: headline}]
"""


@pytest.mark.parametrize(
    "answers", [{}, {"extra": []}, {"target": {"state": "fresh", "dice": []}, "extra": []}, {"extra": {}}]
)
def test_an_empty_list(answers: dict[str, Any]) -> None:
    """The list may be given or left out."""
    assert resolve(EMPTY, **{"target": {"state": "fresh"}, **answers}).outcome == {"n": 0}


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"extra": [{}]}, "extra: 1 row; the list must be empty"),
        ({"target": {"state": "fresh", "dice": [{}, {}]}}, "target.dice: 2 rows; the list must be empty"),
        ({"target": {"state": "fresh", "dice": [3]}}, "target.dice: 1 row; the list must be empty"),
        ({"extra": "3"}, "extra: '3' is not an empty list"),
        ({"extra": 0}, "extra: 0 is not an empty list"),
    ],
)
def test_a_list_that_must_be_empty(answers: dict[str, Any], says: str) -> None:
    """Anything else is refused with the domain."""
    with pytest.raises(Refused) as caught:
        resolve(EMPTY, **{"target": {"state": "fresh"}, **answers})
    assert str(caught.value) == says


def test_an_empty_list_is_not_asked() -> None:
    """There is nothing to answer."""
    procedure = engine_of(own=EMPTY).library.procedure("xx:own")
    assert [question.path for question in open_questions(procedure, {})] == [("target", "state")]
    assert domain_words(procedure.inputs[1], {}) == "an empty list"


def test_rows_need_fields() -> None:
    """Only rows that must be empty need no fields."""
    reported = [
        str(fault)
        for fault in modules(
            own=EMPTY.replace("kind: rows, most: 0}\n    steps", "kind: rows}\n    steps")
        ).faults
    ]
    assert any("extra has no fields" in fault for fault in reported), reported
