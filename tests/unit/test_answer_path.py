"""Find answers and inputs by their path."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Input, Refused
from companion.model.answer_path import answer_at, input_at, put_answer, with_answer

ROWS = {"range": 3, "target": {"dg": "yes"}, "firers": [{"sps": 2}, {"sps": 5}]}
NUMBERED = {"firers": {"10": {"sps": 5}, "2": {"sps": 2}}}

SPS = Input("sps", "Strength points", "number")
FIRERS = Input("firers", "Firers", "rows", fields=(SPS,))


@pytest.mark.parametrize(
    ("answers", "path", "answer"),
    [
        (ROWS, "range", 3),
        (ROWS, "target.dg", "yes"),
        (ROWS, ("firers", "2", "sps"), 5),
        (NUMBERED, "firers.10.sps", 5),
        (ROWS, "target.routed", None),
        (ROWS, "firers.3.sps", None),
        (ROWS, "firers.0.sps", None),
        (ROWS, "range.sps", None),
    ],
)
def test_the_answer_at_a_path(answers: Any, path: Any, answer: Any) -> None:
    """The path is dotted text or a list of its parts; an unanswered question is None."""
    assert answer_at(answers, path) == answer


def test_a_default_tells_an_empty_answer_from_a_missing_one() -> None:
    """The value itself may be None."""
    assert answer_at({"retreat": None}, "retreat", "absent") is None
    assert answer_at({"retreat": None}, "loss", "absent") == "absent"


def test_an_answer_is_put_and_removed_in_place() -> None:
    """Adding an answer creates its groups; removing one does not."""
    answers: dict[str, Any] = {"firers": [{"sps": 2}]}
    put_answer(answers, "target.dg", "yes")
    put_answer(answers, "firers.1.sps", None)
    put_answer(answers, "terrain.hill", None)
    assert answers == {"firers": [{}], "target": {"dg": "yes"}}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("range.sps", "range.sps: range already has an answer"),
        ("firers.2", "firers.2: firers already has an answer"),
        ("firers.3.sps", "firers.3.sps: no row 3"),
        ("firers.x.sps", "firers.x.sps: no row x"),
    ],
)
def test_an_invalid_path_is_refused(path: str, message: str) -> None:
    """The message names the part of the path at fault."""
    answers = {"range": 3, "firers": [{"sps": 2}, {"sps": 5}]}
    with pytest.raises(Refused) as refused:
        put_answer(answers, path, 1)
    assert (str(refused.value), refused.value.where) == (message, path)


@pytest.mark.parametrize(
    ("answers", "path", "after"),
    [
        ({"range": 3}, "range", {"range": 9}),
        ({}, "target.dg", {"target": {"dg": 9}}),
        ({"firers": [{"sps": 2}, {"sps": 5}]}, "firers.2.sps", {"firers": [{"sps": 2}, {"sps": 9}]}),
        (NUMBERED, "firers.2.sps", {"firers": {"10": {"sps": 9}, "2": {"sps": 2}}}),
    ],
)
def test_a_copy_with_another_answer(answers: Any, path: str, after: Any) -> None:
    """Numbered rows are in numerical order; the original is not changed."""
    before = repr(answers)
    assert with_answer(answers, path, 9) == after
    assert repr(answers) == before


@pytest.mark.parametrize("path", ["firers.sps", "firers.2.sps"])
def test_the_input_at_a_path(path: str) -> None:
    """The path may contain the number of the row or leave it out."""
    assert input_at((FIRERS,), path) is SPS
    assert input_at((FIRERS,), f"{path}.sps") is None
    assert input_at((FIRERS,), "unknown") is None
