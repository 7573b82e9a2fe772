"""Session settings as answers: only legal ones, and only for open questions that are asked."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.model import Choice, Input, Procedure, Scenarios, Setting
from companion.play.session_defaults import session_defaults, unplayed_limits
from companion.workspace.answer_sheet import SESSION, AnswerSheet, Known
from tests.small_game import LIBRARY


def procedure(*inputs: Input) -> Procedure:
    """A calculator that only asks questions."""
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
def test_a_default_answers_a_question_that_is_asked_and_open(
    answers: dict[str, Any], declined: set[str], then: dict[str, Any]
) -> None:
    """Questions that are not asked or already answered, or whose answer the player removed, are left alone."""
    sheet = AnswerSheet(procedure(HILLY, BATTLE), answers)
    sheet.declined = declined
    sheet.fill_known({"battle": Known("kolin", SESSION)})
    assert sheet.values == then
    assert sheet.origins == ({"battle": SESSION} if then.get("battle") == "kolin" else {})


def test_a_default_is_removed_when_it_no_longer_holds() -> None:
    """The setting was reset, or its question is no longer asked."""
    sheet = AnswerSheet(procedure(HILLY, BATTLE), {"hilly": "yes"})
    sheet.fill_known({"battle": Known("kolin", SESSION)})
    sheet.put("hilly", "no")
    sheet.fill_known({"battle": Known("kolin", SESSION)})
    assert (sheet.values, sheet.origins) == ({"hilly": "no"}, {})
    sheet.put("hilly", "yes")
    sheet.fill_known({"battle": Known("kolin", SESSION)})
    sheet.fill_known({})
    assert (sheet.values, sheet.origins) == ({"hilly": "yes"}, {})


def test_an_illegal_default_is_ignored() -> None:
    """A battle that the calculator does not have."""
    sheet = AnswerSheet(procedure(HILLY, BATTLE), {"hilly": "yes"})
    sheet.fill_known({"battle": Known("lobositz", SESSION)})
    assert sheet.values == {"hilly": "yes"}


def test_a_setting_answers_the_questions_that_it_names() -> None:
    """Not those of each row of a list: every row has its own unit."""
    rows = Input(name="firers", label="Firers", kind="rows", fields=(HILLY,))
    group = Input(name="target", label="Target", kind="group", fields=(HILLY,))
    hills = Setting("hills", "Hills", ("yes", "no"), fills=("hilly", "target.hilly", "firers.hilly", "other"))
    module = replace(LIBRARY.modules[0], scenarios=Scenarios(settings=(hills,)))
    asking = procedure(HILLY, rows, group)
    assert session_defaults(module, {"hills": "yes"}, asking) == {"hilly": True, "target.hilly": True}
    assert session_defaults(module, {"hills": "no"}, asking) == {"hilly": False, "target.hilly": False}
    assert session_defaults(module, {}, asking) == {}


@pytest.mark.parametrize(
    ("labels", "left"),
    [(("Kolin", "Leuthen"), {"Leuthen": "Battle: Kolin"}), ((), {"leuthen": "Battle: kolin"})],
)
def test_points_for_other_choices_do_not_apply(labels: tuple[str, ...], left: dict[str, str]) -> None:
    """They name the choice that the session plays; without a choice all apply."""
    battle = Setting("battle", "Battle", ("kolin", "leuthen"), labels)
    module = replace(LIBRARY.modules[0], scenarios=Scenarios(settings=(battle,)))
    assert unplayed_limits(module, {"battle": "kolin"}) == left
    assert unplayed_limits(module, {}) == {}
