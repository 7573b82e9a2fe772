"""Every worked example holds, of the procedures there are."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Engine
from companion.engine.cases import same, verdict
from tests.conftest import ROOT, json_lines

EXAMPLES = [
    example
    for path in sorted((ROOT / "tests" / "cases").glob("*.jsonl"))
    if path.stem.endswith(("-calculations", "-own"))
    for example in json_lines(path.name)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each['procedure']}-{each.get('note', '')}")
def test_worked_example(example: dict[str, Any], engine: Engine) -> None:
    """What comes is what the example says."""
    assert verdict(engine, example) == ""


def test_an_example_with_another_outcome_does_not_hold(engine: Engine) -> None:
    """The verdict can say no, and says what came instead."""
    example = {
        "procedure": "lob:command-roll",
        "inputs": {"command_value": 2},
        "rolls": [7],
        "outcome": {"modified_roll": 10, "yes": True},
    }
    assert "modified_roll 9 instead of 10" in verdict(engine, example)
    assert "yes False instead of True" in verdict(engine, example)


def test_an_example_that_is_refused_does_not_hold_unless_it_says_so(engine: Engine) -> None:
    """Refusal is told apart from success both ways."""
    given = {"procedure": "lob:command-roll", "inputs": {"command_value": 9}, "rolls": [7]}
    assert verdict(engine, {**given, "outcome": {"yes": True}}).startswith("refused: command_value")
    assert verdict(engine, {**given, "refused": True}) == ""
    fine = {**given, "inputs": {"command_value": 2}, "refused": True}
    assert verdict(engine, fine).startswith("not refused")


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
    """An example may say what single lines and totals count."""
    given = {"procedure": "lob:command-roll", "inputs": {"command_value": 2}, "rolls": [7]}
    told = verdict(engine, {**given, "outcome": {"modified_roll": 9}, **more})
    assert says in told if says else told == ""


@pytest.mark.parametrize(
    ("follows", "holds"),
    [
        (["lob:leader-loss", "lob:morale-check"], True),
        (["Check each leader", "Morale check"], True),
        (["lob:morale-check", "lob:leader-loss"], False),
        (["lob:leader-loss"], False),
        ([], False),
        (["", ""], False),
    ],
)
def test_what_follows(follows: list[str], holds: bool, engine: Engine) -> None:
    """An example may say all that comes next, in order."""
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
    """Yes is not 1 and text is no number."""
    assert same(found, wanted) is holds
