"""Answers that a calculator refuses after it was edited."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Input, Procedure
from companion.workspace.answer_sheet import AnswerSheet, Known
from companion.workspace.changed_answers import changed_answers

TERRAIN = Input("terrain", "Terrain", "set", choices=(Choice("slope"), Choice("woods"), Choice("stream")))
RANGE = Input("range", "Range", "number", least=1, most=9)


@pytest.mark.parametrize(
    ("members", "left"),
    [
        (["slope", "marsh", "woods"], ["slope", "woods"]),
        (["marsh"], None),
        (["marsh", "swamp"], None),
    ],
)
@pytest.mark.parametrize("others", [{}, {"range": 99}])
def test_only_refused_members_of_a_set_are_dropped(
    members: list[str], left: list[str] | None, others: dict[str, Any]
) -> None:
    """The members that are still legal stay, and other answers too, even if they are refused themselves."""
    procedure = Procedure("xx:march", "March", "1.1", "", (TERRAIN, RANGE), (), ())
    sheet = AnswerSheet(procedure, {"terrain": members, **others})
    sheet.drop_refused("terrain")
    assert sheet.values == ({"terrain": left, **others} if left else others)


def test_a_number_in_a_group_names_the_group() -> None:
    """The question of a yes-no field says itself what it is about."""
    men = Input("men", "Men", "number", least=0, most=9, rule="0")
    raw = Input("raw", "Troops are raw", "yes-no")
    target = Input("target", "Target", "group", fields=(men, raw))
    procedure = Procedure("xx:fire", "Fire", "1.1", "", (target,), (), ())
    sheet = AnswerSheet(procedure, {"target": {"men": 3, "raw": True}})
    asked = ("target", "target.men", "target.raw")
    assert changed_answers(sheet, asked) == ["Target: Men: 3", "Troops are raw"]


def test_a_choice_is_taken_back_with_the_roll_before_it() -> None:
    """It stays while that roll stays, whatever was rolled after it."""
    procedure = Procedure("xx:march", "March", "1.1", "", (RANGE,), (), ())
    sheet = AnswerSheet(procedure, {"range": 2})
    sheet.decide({"range": 5}, 1)
    sheet.take_back_choices(1)
    assert sheet.values == {"range": 5}
    sheet.take_back_choices(0)
    assert sheet.values == {"range": 2}


def test_a_choice_that_was_taken_back_is_open_again() -> None:
    """What the session knows may answer it, unlike an answer that the player removed."""
    procedure = Procedure("xx:march", "March", "1.1", "", (RANGE,), (), ())
    sheet = AnswerSheet(procedure)
    sheet.decide({"range": 5}, 1)
    sheet.take_back_choices(0)
    sheet.fill_known({"range": Known(3, "the clock")})
    assert sheet.values == {"range": 3}
    sheet.answer(("range",), None)
    sheet.fill_known({"range": Known(3, "the clock")})
    assert sheet.values == {}


def test_a_member_of_a_set_in_a_group_is_ticked_where_its_group_allows_it() -> None:
    """The condition of the member reads another answer of the group; it is not ticked before that answer."""
    kind = Input("kind", "Kind", "choice", choices=(Choice("foot"), Choice("horse")))
    marks = Input("marks", "Marks", "set", choices=(Choice("blown", when="kind == 'horse'"), Choice("tired")))
    target = Input("target", "Target", "group", fields=(kind, marks))
    procedure = Procedure("xx:charge", "Charge", "1.1", "", (target,), (), ())
    filled = {}
    for answer in ("horse", "foot", None):
        sheet = AnswerSheet(procedure, {"target": {"kind": answer} if answer else {}})
        sheet.fill_known({"target.marks=blown": Known(True, "Greys")})
        filled[answer] = sheet.at(("target", "marks"))
    assert filled == {"horse": ["blown"], "foot": None, None: None}
