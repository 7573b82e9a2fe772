"""Every worked example holds for its calculator."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from companion.engine import Engine
from companion.engine.cases import same, verdict
from companion.model import Refused, WorkedOut
from tests.unit.test_engine import engine_of, modules
from tests.worked_examples import by_calculator, examples_of

__all__ = ["modules"]

DIVIDES = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 9}]
    steps: [{do: work-out, values: {v: 4 / n}}]
    outcome: [{name: v, label: V, show: headline}]
"""


@pytest.mark.parametrize("procedure", by_calculator())
def test_worked_examples(procedure: str, engine: Engine) -> None:
    """Results and refusals match each example of this calculator."""
    failed = {
        f"{place}: {example.get('note', '')}": message
        for place, example in examples_of(procedure)
        if (message := verdict(engine, example))
    }
    assert failed == {}


@pytest.mark.parametrize("procedure", by_calculator())
def test_every_modifier_is_under_one_total(procedure: str, engine: Engine) -> None:
    """In a calculator that uses others, or the same one twice, each total lists only its own modifiers."""
    for _, example in islice(examples_of(procedure), 20):
        with suppress(Refused):
            found = engine.resolve(procedure, example.get("inputs") or {}, example.get("rolls"), flips=False)
            names = [total.name for total in found.totals]
            assert len(names) == len(set(names)), names
            assert {line.tally for line in found.ledger} <= set(names)


@pytest.mark.parametrize(
    ("part", "title", "heading"),
    [
        ("", "", "die roll"),
        ("", "Modifiers", "Modifiers"),
        ("Closing roll", "Modifiers", "Closing roll: Modifiers"),
        ("Share of a move", "Share of a move, Round 2", "Share of a move, Round 2"),
    ],
)
def test_the_heading_of_a_total(part: str, title: str, heading: str) -> None:
    """The heading of a total begins with the name of the used calculator, but never repeats it."""
    assert WorkedOut("die_roll", title, 1, part=part).heading == heading


def test_there_are_examples() -> None:
    """Every game has some; otherwise the test above would prove nothing."""
    assert {procedure.partition(":")[0] for procedure in by_calculator()} == {
        "aor",
        "bar",
        "bp",
        "lob",
        "pub",
    }
    assert sum(map(len, by_calculator().values())) > 3000


def test_an_example_with_another_outcome_fails(engine: Engine) -> None:
    """The verdict can be negative, and gives the actual result."""
    example = {
        "procedure": "lob:command-roll",
        "inputs": {"command_value": 2},
        "rolls": [7],
        "outcome": {"modified_roll": 10, "yes": True},
    }
    assert "modified_roll 9 instead of 10" in verdict(engine, example)
    assert "yes False instead of True" in verdict(engine, example)


def test_an_example_that_is_not_filled_in(engine: Engine) -> None:
    """Each ? that new-calculator leaves is named; in an example about questions it is an open answer."""
    example = {"procedure": "lob:command-roll", "inputs": {"command_value": "?"}, "rolls": ["?"]}
    filled = {**example, "outcome": {"yes": "?", "modified_roll": 9}}
    assert verdict(engine, filled) == "still has a ? to fill in: command_value, yes, rolls"
    assert verdict(engine, {**filled, "rolls": {"side": ["?"]}}).endswith("yes, rolls")
    assert verdict(engine, {**example, "rolls": None, "missing": ["command_value"]}) == ""


FOLLOWS = """
    inputs:
      - {name: n, label: N, kind: number, least: 0, most: 9}
      - {name: arm, label: Arm, kind: choice, choices: [{key: foot}, {key: guns}], when: n > 4}
    steps: [{do: work-out, values: {v: n}}]
    outcome: [{name: v, label: V, show: headline}]
    next: [{says: again, procedure: own, carry: {arm: arm}}]
"""


@pytest.mark.parametrize(
    ("inputs", "carried", "holds"),
    [
        ({"n": 5, "arm": "guns"}, {"arm": "guns"}, True),
        ({"n": 5, "arm": "guns"}, {}, False),
        ({"n": 5, "arm": "guns"}, {"arm": "foot"}, False),
        ({"n": 3}, {}, True),
        ({"n": 3}, {"arm": "foot"}, False),
    ],
)
def test_a_follow_up_without_a_value_to_carry(
    inputs: dict[str, Any], carried: dict[str, Any], holds: bool
) -> None:
    """An example names all that is carried; a choice that was not asked is not carried."""
    example = {
        "procedure": "xx:own",
        "inputs": inputs,
        "outcome": {"v": inputs["n"]},
        "next": [{"xx:own": carried}],
    }
    assert (verdict(engine_of(own=FOLLOWS), example) == "") is holds


def test_a_refused_example_fails_unless_it_expects_that(engine: Engine) -> None:
    """Refusals and results are never confused."""
    given = {"procedure": "lob:command-roll", "inputs": {"command_value": 9}, "rolls": [7]}
    assert verdict(engine, {**given, "outcome": {"yes": True}}).startswith("refused: command_value")
    assert verdict(engine, {**given, "refused": True}) == ""
    fine = {**given, "inputs": {"command_value": 2}, "refused": True}
    assert verdict(engine, fine).startswith("not refused")
    assert verdict(engine, {**given, "refused": "command_value: 9"}) == ""
    assert verdict(engine, {**given, "refused": "another reason"}).startswith("refused: command_value")
    assert verdict(engine, {**fine, "refused": "command_value: 9"}).startswith("not refused")
    waiting = {**given, "inputs": {}, "refused": "command_value: 9"}
    assert verdict(engine, waiting) == "not finished, missing command_value"


COMMAND = {"procedure": "lob:command-roll", "inputs": {"command_value": 2}, "rolls": [7]}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"procedure": "lob:comand-roll", "refused": True}, "unknown calculator lob:comand-roll"),
        ({"refused": ""}, "refused: write true"),
        ({"refused": 1}, "refused: write true"),
        ({"refused": False}, "refused: write true"),
        ({}, "the example expects nothing"),
        ({"outcome": {}}, "the example expects nothing"),
        ({"outcome": None}, "the example expects nothing"),
        ({"outcome": {}, "ledger": {}}, "the example expects nothing"),
        ({"answered": {}}, "the example expects nothing"),
        ({"answered": 2}, "answered: write names with their values"),
        ({"outcome": 0}, "outcome: write names with their values"),
        ({"outcome": [9]}, "outcome: write names with their values"),
        ({"outcom": {"modified_roll": 9}}, "unknown key outcom (did you mean outcome?)"),
        ({"outcome": {"modified_roll": 9}, "odds": {}}, "unknown key odds (known: procedure"),
        ({"outcome": {"modified_roll": 9}, "rolls": 7}, "rolls: write a list, as in [10]"),
        ({"outcome": {"modified_roll": 9}, "rolls": "7"}, "rolls: write a list, as in [10]"),
        ({"outcome": {"modified_roll": 9}, "rolls": {"roll": 7}}, "rolls: write a list, as in [10]"),
        ({"outcome": {"modified_roll": 9}, "rolls": [None]}, "refused: None is not a whole number"),
        ({"outcome": {"modified_roll": 9}, "inputs": [2]}, "inputs: write names with their values"),
        ({"outcome": {"modified_roll": 9}, "procedure": None}, "procedure: write the id of a calculator"),
        ({"outcome": {"modified_roll": 9}, "procedure": ["lob"]}, "procedure: write the id of a calculator"),
        ({"outcome": {"modified_roll": 9}, "ledger": 4}, "ledger: write names with their values"),
        ({"outcome": {"modified_roll": 9}, "next": 4}, "next: write a list"),
    ],
)
def test_an_example_that_proves_nothing_fails(more: dict[str, Any], says: str, engine: Engine) -> None:
    """The verdict names the mistake in the example, whatever the result of the calculator."""
    assert verdict(engine, {**COMMAND, **more}).startswith(says)


def test_an_error_in_a_calculator_is_not_a_refusal() -> None:
    """`refused` refers to answers and dice."""
    engine = engine_of(own=DIVIDES)
    example = {"procedure": "xx:own", "inputs": {"n": 0}, "rolls": None}
    error = "own cannot be calculated with these answers: division by zero"
    assert verdict(engine, {**example, "refused": True}) == f"no answer or die was refused: {error}"
    assert verdict(engine, {**example, "outcome": {"v": 1}}) == f"refused: {error}"
    assert verdict(engine, {**example, "inputs": {"n": 10}, "refused": True}) == ""
    assert verdict(engine, {**example, "inputs": {}, "refused": True}) == ""


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"ledger": {"Leader's command value": 2}}, ""),
        ({"ledger": {"Leader's command value": 1}}, "line Leader's command value: [2] instead of 1"),
        ({"ledger": {"Leader's command value": "not applied"}}, "instead of 'not applied'"),
        ({"ledger": {"Deployment from a move order, or formation in Reserve": "not applied"}}, ""),
        ({"ledger": {"Deployment from a move order, or formation in Reserve": "not applied 2"}}, ""),
        (
            {"ledger": {"Deployment from a move order, or formation in Reserve": "not applied 1"}},
            "line Deployment",
        ),
        ({"ledger": {"Dice roll modifiers": 2}}, ""),
        ({"ledger": {"No such line": 2}}, "line No such line: absent"),
    ],
)
def test_lines_of_the_ledger(more: dict[str, Any], says: str, engine: Engine) -> None:
    """An example may state the value of single lines and totals."""
    given = {"procedure": "lob:command-roll", "inputs": {"command_value": 2}, "rolls": [7]}
    message = verdict(engine, {**given, "outcome": {"modified_roll": 9}, **more})
    assert says in message if says else message == ""


@pytest.mark.parametrize(
    ("follows", "holds"),
    [
        (["lob:leader-loss", "lob:morale-check", "If the losses destroy"], True),
        (["Make a leader loss check", "The target makes a morale check", "If the losses destroy"], True),
        (["lob:morale-check", "lob:leader-loss", "If the losses destroy"], False),
        (["lob:leader-loss"], False),
        ([], False),
        (["", ""], False),
        (["", "", ""], False),
    ],
)
def test_follow_ups(follows: list[str], holds: bool, engine: Engine) -> None:
    """An example may list all follow-ups in order."""
    given = {"arm": "small_arms", "range": 1, "firers": [{"sps": 4, "weapon": "R"}]}
    example = {
        "procedure": "lob:fire",
        "inputs": given,
        "rolls": [8],
        "outcome": {"losses": 1},
        "next": follows,
    }
    assert (verdict(engine, example) == "") is holds


@pytest.mark.parametrize(
    ("found", "wanted", "holds"),
    [(1, 1, True), (True, 1, False), ("1", 1, False), (None, None, True), ({"a": 1, "b": 2}, {"a": 1}, True)],
)
def test_values_are_equal_in_kind_too(found: Any, wanted: Any, holds: bool) -> None:
    """True is not 1, and text is not a number."""
    assert same(found, wanted) is holds


def test_a_calculator_that_is_left_out_is_not_a_refusal() -> None:
    """For the player it does not exist; an example for it proves nothing."""
    engine = Engine(modules(own=DIVIDES.replace("4 / n", "4 / m")))
    example = {"procedure": "xx:own", "inputs": {"n": 10}, "rolls": None, "refused": True}
    assert verdict(engine, example).startswith("xx:own has faults and is left out")


@pytest.mark.parametrize(
    ("expected", "says"),
    [
        ({"missing": ["command_value"]}, ""),
        ({"missing": []}, "missing command_value"),
        ({"asked": ["night"], "not_asked": ["rss_game"]}, ""),
        ({"asked": ["rss_game"]}, "rss_game is not asked"),
        ({"not_asked": ["night"]}, "night is asked"),
        (
            {"missing": ["command_value"], "outcome": {"stoppage": False}},
            "not finished, missing command_value",
        ),
        ({"asked": "night"}, "asked: write a list"),
    ],
)
def test_an_example_may_name_its_questions(expected: dict[str, Any], says: str, engine: Engine) -> None:
    """Which questions are asked with these answers, which are not, and which answers are missing."""
    example = {"procedure": "lob:fluke-stoppage", "inputs": {"turn": 9}, **expected}
    assert verdict(engine, example) == says


SHOT = {
    "procedure": "lob:fire",
    "inputs": {"arm": "small_arms", "range": 1, "firers": [{"sps": 4, "weapon": "R"}]},
    "rolls": [8],
}


@pytest.mark.parametrize(
    ("expected", "says"),
    [
        ({"column": "4-5", "total": 0, "needed": None}, ""),
        ({"column": "6-8"}, "column '4-5' instead of '6-8'"),
        ({"column": None}, "column '4-5' instead of None"),
        ({"total": 1}, "total 0 instead of 1"),
        ({"needed": 7}, "needed None instead of 7"),
        ({"answered": {"sharpshooter": False, "target": {"rear": False}}}, ""),
        ({"answered": {"arm": "artillery"}}, "arm 'small_arms' instead of 'artillery'"),
        ({"answered": {"sharpshooter": 0}}, "sharpshooter False instead of 0"),
        ({"charts": {"lob:combat-table": ["8", "4-5"], "lob:artillery-range-shifts": None}}, ""),
        (
            {"charts": {"lob:combat-table": ["7", "4-5"]}},
            "chart lob:combat-table: [['8', '4-5']] instead of ['7', '4-5']",
        ),
        ({"charts": {"lob:combat-table": None}}, "chart lob:combat-table: [['8', '4-5']] instead of None"),
        ({"charts": {"lob:slope-table": ["8", "1"]}}, "chart lob:slope-table: [] instead of ['8', '1']"),
        ({"charts": ["8", "4-5"]}, "charts: write names with their values, as in {...}"),
        ({"ledger": {"No such line": None}}, ""),
        ({"ledger": {"Column shifts": None}}, "line Column shifts: [0] instead of None"),
    ],
)
def test_an_example_may_name_what_is_shown_with_the_answer(
    expected: dict[str, Any], says: str, engine: Engine
) -> None:
    """The values at the top, the charts that were read, and the answers that rules give."""
    assert verdict(engine, {**SHOT, **expected}) == says


@pytest.mark.parametrize(
    ("carried", "holds"),
    [
        ({"column": "other", "sharpshooter": False}, True),
        ({"column": "other"}, False),
        ({"column": "other", "sharpshooter": False, "side_has_loss": True}, False),
        ({"column": "other", "sharpshooter": True}, False),
    ],
)
def test_what_a_follow_up_carries(carried: dict[str, Any], holds: bool, engine: Engine) -> None:
    """A follow-up may be named with all answers that it carries."""
    follows = [{"lob:leader-loss": carried}, "lob:morale-check", "If the losses destroy"]
    assert (verdict(engine, {**SHOT, "next": follows}) == "") is holds
