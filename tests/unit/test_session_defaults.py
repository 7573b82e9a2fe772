"""Answers that stand for a session: only where they are asked, are legal and nobody answered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import SESSION, apply_session_defaults
from companion.model import Choice, Input, Procedure


def procedure(*inputs: Input) -> Procedure:
    """A calculator that only asks."""
    return Procedure(
        id="xx:ask", title="Ask", cite="1", summary="", inputs=inputs, steps=(), outcome=(), game="xx"
    )


HILLY = Input(name="hilly", label="Hilly", kind="yes-no")
BATTLE = Input(
    name="battle",
    label="Battle",
    kind="choice",
    when="hilly",
    choices=(Choice("kolin"), Choice("leuthen")),
)


@pytest.mark.parametrize(
    ("answers", "declined", "then"),
    [
        ({"hilly": "yes"}, set(), {"hilly": "yes", "battle": "kolin"}),
        ({}, set(), {}),
        ({"hilly": "yes", "battle": "leuthen"}, set(), {"hilly": "yes", "battle": "leuthen"}),
        ({"hilly": "yes"}, {"battle"}, {"hilly": "yes"}),
    ],
)
def test_it_stands_where_it_is_asked_and_open(
    answers: dict[str, Any], declined: set[str], then: dict[str, Any]
) -> None:
    """Not where it is not asked, answered, or was taken away."""
    origins: dict[str, str] = {}
    apply_session_defaults(procedure(HILLY, BATTLE), answers, origins, {"battle": "kolin"}, declined)
    assert answers == then
    assert origins == ({"battle": SESSION} if then.get("battle") == "kolin" else {})


def test_it_goes_when_it_stands_no_more() -> None:
    """A setting taken back, or a question that is asked no more, takes its answer with it."""
    answers: dict[str, Any] = {"hilly": "yes"}
    origins: dict[str, str] = {}
    asked = procedure(HILLY, BATTLE)
    apply_session_defaults(asked, answers, origins, {"battle": "kolin"})
    answers["hilly"] = "no"
    apply_session_defaults(asked, answers, origins, {"battle": "kolin"})
    assert (answers, origins) == ({"hilly": "no"}, {})
    answers["hilly"] = "yes"
    apply_session_defaults(asked, answers, origins, {"battle": "kolin"})
    apply_session_defaults(asked, answers, origins, {})
    assert (answers, origins) == ({"hilly": "yes"}, {})


def test_an_answer_that_is_not_legal_does_not_stand() -> None:
    """A battle that the calculator does not know."""
    answers: dict[str, Any] = {"hilly": "yes"}
    apply_session_defaults(procedure(HILLY, BATTLE), answers, {}, {"battle": "lobositz"})
    assert answers == {"hilly": "yes"}
