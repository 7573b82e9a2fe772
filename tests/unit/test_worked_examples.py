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
    ("found", "wanted", "holds"),
    [(1, 1, True), (True, 1, False), ("1", 1, False), (None, None, True), ({"a": 1, "b": 2}, {"a": 1}, True)],
)
def test_values_are_equal_in_kind_too(found: Any, wanted: Any, holds: bool) -> None:
    """Yes is not 1 and text is no number."""
    assert same(found, wanted) is holds
