"""The answers of a calculator: the player's own, those that the session knows, and those that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Input, Procedure, Refused
from companion.model.answer_path import OPEN
from companion.workspace.answer_sheet import AnswerSheet, Known
from companion.workspace.changed_answers import changed_answers

TERRAIN = Input("terrain", "Terrain", "set", choices=(Choice("slope"), Choice("woods"), Choice("stream")))
RANGE = Input("range", "Range", "number", least=1, most=9)


@pytest.mark.parametrize(
    ("members", "left"),
    [
        (["slope", "marsh", "woods"], ["slope", "woods"]),
        (["marsh", "slope"], ["slope"]),
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
    """A choice is taken back with the roll before it, not with a later roll."""
    procedure = Procedure("xx:march", "March", "1.1", "", (RANGE,), (), ())
    sheet = AnswerSheet(procedure, {"range": 2})
    sheet.decide({"range": 5}, 1)
    sheet.take_back_choices(1)
    assert sheet.values == {"range": 5}
    sheet.take_back_choices(0)
    assert sheet.values == {"range": 2}


def test_a_choice_that_was_taken_back_is_open_again() -> None:
    """The session may answer a choice that was taken back, but not a question that the player cleared."""
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


SHAKEN = Input("shaken", "Shaken", "yes-no")
WEATHER = Input("weather", "Weather", "choice", when="shaken", choices=(Choice("rain"), Choice("sun")))
GUNS = Input("guns", "Guns", "rows", fields=(Input("men", "Men", "number", least=1, most=9), SHAKEN))


def sheet_of(*inputs: Input, **values: Any) -> AnswerSheet:
    """Return a sheet with these questions and answers."""
    return AnswerSheet(Procedure("xx:march", "March", "1.1", "", inputs, (), ()), values)


def test_a_sheet_begins_without_answers() -> None:
    """A new sheet has no answers: nothing is filled in, removed or known."""
    sheet = AnswerSheet(Procedure("xx:march", "March", "1.1", "", (RANGE,), (), ()))
    assert (sheet.values, sheet.origins, sheet.standing, sheet.declined) == ({}, {}, set(), set())
    assert (sheet.units, sheet.names, sheet.latest, sheet.known) == ({}, {}, [], None)


# ---- the player's own answers


def test_an_answer_of_the_player_replaces_what_was_filled_in() -> None:
    """A player's answer replaces a filled-in one and its origin, and the session no longer changes it."""
    sheet = sheet_of(RANGE)
    sheet.fill_known({"range": Known(3, "the clock")})
    sheet.answer(("range",), 5)
    assert (sheet.values, sheet.origins, sheet.standing, sheet.declined) == ({"range": 5}, {}, set(), set())
    sheet.fill_known({"range": Known(4, "the clock")})
    assert sheet.values == {"range": 5}


def test_an_answer_that_the_player_removed_stays_removed() -> None:
    """The question counts as one that the player answered last."""
    sheet = sheet_of(RANGE)
    sheet.answer(("range",), 5)
    sheet.answer(("range",), None)
    assert (sheet.values, sheet.declined, sheet.latest) == ({}, {"range"}, ["range"])


def test_a_ticked_member_of_a_set_is_the_players_answer() -> None:
    """The other members keep their origins; a removed member is not ticked again."""
    sheet = sheet_of(TERRAIN)
    sheet.fill_known({"terrain=slope": Known(True, "Greys"), "terrain=woods": Known(True, "Greys")})
    sheet.answer(("terrain",), ["slope", "stream"])
    assert sheet.values == {"terrain": ["slope", "stream"]}
    assert (sheet.origins, sheet.standing) == ({"terrain=slope": "Greys"}, {"terrain=slope"})
    assert sheet.declined == {"terrain=woods"}
    sheet.fill_known({"terrain=slope": Known(True, "Greys"), "terrain=woods": Known(True, "Greys")})
    assert sheet.values == {"terrain": ["slope", "stream"]}


def test_a_removed_set_has_no_members() -> None:
    """The set itself and each of its members are removed by the player."""
    sheet = sheet_of(TERRAIN, terrain=["slope", "woods"])
    sheet.answer(("terrain",), None)
    assert (sheet.values, sheet.declined) == ({}, {"terrain", "terrain=slope", "terrain=woods"})
    assert sheet.latest == ["terrain=slope", "terrain=woods"]


def test_the_latest_answers_are_in_order() -> None:
    """An answer that is given again moves to the end; of a set only the members that change count."""
    sheet = sheet_of(RANGE, TERRAIN, SHAKEN)
    sheet.answer(("range",), 1)
    sheet.answer(("terrain",), ["woods", "slope", "stream"])
    sheet.answer(("shaken",), True)
    assert sheet.latest == ["range", "terrain=woods", "terrain=slope", "terrain=stream", "shaken"]
    sheet.answer(("range",), 2)
    sheet.answer(("terrain",), ["woods", "stream"])
    assert sheet.latest == ["terrain=woods", "terrain=stream", "shaken", "range", "terrain=slope"]
    sheet.answer(("terrain",), ["woods", "stream"])
    assert sheet.latest[-1] == "terrain"


# ---- choices between rolls


def test_choices_are_taken_back_one_by_one() -> None:
    """Choices are taken back one by one, the last one first; each restores the answer before it."""
    sheet = sheet_of(RANGE, SHAKEN)
    sheet.decide({"range": 5}, 1)
    sheet.decide({"range": 6, "shaken": True}, 2)
    assert sheet.values == {"range": 6, "shaken": True}
    sheet.take_back_choices(2)
    assert sheet.values == {"range": 6, "shaken": True}
    sheet.take_back_choices(1)
    assert sheet.values == {"range": 5}
    sheet.take_back_choices(0)
    sheet.take_back_choices(0)
    assert sheet.values == {}


def test_a_choice_about_a_group_is_taken_back() -> None:
    """A choice about an answer in a group is taken back, and the other answers of the group stay."""
    target = Input("target", "Target", "group", fields=(RANGE, SHAKEN))
    sheet = sheet_of(target, target={"range": 2})
    sheet.decide({"target.shaken": True}, 1)
    assert sheet.values == {"target": {"range": 2, "shaken": True}}
    sheet.take_back_choices(0)
    assert sheet.values == {"target": {"range": 2}}


def test_a_member_that_a_choice_ticked_is_open_again() -> None:
    """Taking back the choice does not mean that the player removed the tick; what the player removed stays removed."""
    sheet = sheet_of(TERRAIN, RANGE, terrain=["woods"])
    sheet.answer(("range",), None)
    sheet.decide({"terrain": ["woods", "slope"]}, 1)
    sheet.take_back_choices(0)
    assert (sheet.values, sheet.declined) == ({"terrain": ["woods"]}, {"range"})


# ---- invalid answers


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (RANGE, 99),
        (TERRAIN, []),
        (TERRAIN, "marsh"),
        (TERRAIN, ["slope", 5]),
        (TERRAIN, ["slope", "woods"]),
        (GUNS, [{"men": 1}, {"men": 2}]),
    ],
)
def test_any_other_refused_answer_is_dropped_whole(question: Input, value: Any) -> None:
    """Other refused answers are dropped as a whole: lists of units, and sets whose members are all legal."""
    sheet = sheet_of(question, **{question.name: value})
    sheet.drop_refused(question.name)
    assert sheet.values == {}


# ---- units of a list


def test_units_are_added_at_the_end_of_a_list() -> None:
    """Units are added at the end of a list, each without answers; a new list has no units."""
    sheet = sheet_of(GUNS)
    assert sheet.units_in(("guns",)) == 0
    sheet.add_unit(("guns",))
    sheet.put("guns.1.men", 4)
    sheet.add_unit(("guns",))
    assert sheet.units_in(("guns",)) == 2
    assert sheet.values == {"guns": [{"men": 4}, {}]}


def test_the_last_unit_of_a_list_is_removed_with_everything_about_it() -> None:
    """A unit that takes its place later begins afresh; the units before it keep everything."""
    sheet = sheet_of(GUNS)
    for row in ("1", "2"):
        sheet.add_unit(("guns",))
        sheet.fill(f"guns.{row}.men", 3, "Greys")
    sheet.standing = {"guns.1.men", "guns.2.men"}
    sheet.declined = {"guns.1.shaken", "guns.2.shaken"}
    sheet.units = {"guns.1": "Greys", "guns.2": "Blues"}
    sheet.drop_unit(("guns",))
    assert sheet.units_in(("guns",)) == 1
    assert sheet.origins == {"guns.1.men": "Greys"}
    assert (sheet.standing, sheet.declined) == ({"guns.1.men"}, {"guns.1.shaken"})
    assert sheet.units == {"guns.1": "Greys"}
    sheet.drop_unit(("guns",))
    assert (sheet.values, sheet.origins, sheet.units) == ({"guns": []}, {}, {})


# ---- what the session knows


def test_what_the_session_knows_is_filled_in_with_its_origin() -> None:
    """An answer left open has none, but it changes with the session too."""
    sheet = sheet_of(RANGE, SHAKEN)
    sheet.fill_known({"range": Known(3, "the clock"), "shaken": Known(OPEN, "Greys")})
    assert sheet.values == {"range": 3, "shaken": OPEN}
    assert (sheet.origins, sheet.standing) == ({"range": "the clock"}, {"range", "shaken"})


def test_an_answer_changes_with_what_the_session_knows() -> None:
    """An answer changes with the facts of the session, and is removed with its origin once they are gone."""
    sheet = sheet_of(RANGE)
    sheet.fill_known({"range": Known(3, "the clock")})
    sheet.fill_known({"range": Known(4, "the sun")})
    assert (sheet.values, sheet.origins) == ({"range": 4}, {"range": "the sun"})
    sheet.fill_known({})
    assert (sheet.values, sheet.origins, sheet.standing) == ({}, {}, set())


def test_only_questions_that_are_asked_are_filled_in() -> None:
    """A filled-in answer may lead to the next question; if it goes, so do the answers that depended on it."""
    sheet = sheet_of(SHAKEN, WEATHER)
    known = {"weather": Known("rain", "the sky"), "shaken": Known(True, "Greys")}
    sheet.fill_known({"weather": known["weather"]})
    assert sheet.values == {}
    sheet.fill_known(known)
    assert sheet.values == {"shaken": True, "weather": "rain"}
    sheet.answer(("shaken",), False)
    sheet.fill_known(known)
    assert (sheet.values, sheet.origins, sheet.standing) == ({"shaken": False}, {}, set())


def test_an_invalid_answer_of_the_session_is_left_out() -> None:
    """An invalid answer of the session is left out, and the others are filled in."""
    sheet = sheet_of(RANGE, SHAKEN)
    sheet.fill_known({"range": Known(99, "the clock"), "shaken": Known(True, "Greys")})
    assert (sheet.values, sheet.origins, sheet.standing) == (
        {"shaken": True},
        {"shaken": "Greys"},
        {"shaken"},
    )


def test_while_an_answer_is_refused_nothing_is_filled_in() -> None:
    """Members of sets that the session ticked are removed until then, other answers stay."""
    sheet = sheet_of(TERRAIN, SHAKEN, RANGE)
    known = {"terrain=slope": Known(True, "Greys"), "shaken": Known(True, "Greys")}
    sheet.fill_known(known)
    sheet.put("range", 99)
    sheet.fill_known(known)
    assert sheet.values == {"shaken": True, "range": 99}
    assert sheet.standing == {"shaken"}
    sheet.put("range", 9)
    sheet.fill_known(known)
    assert sheet.values == {"shaken": True, "range": 9, "terrain": ["slope"]}


# ---- edited calculators and copies


def test_an_edited_calculator_keeps_the_answers_to_its_questions() -> None:
    """Answers to questions that are gone are dropped."""
    sheet = sheet_of(RANGE, SHAKEN, range=2, shaken=True)
    edited = Procedure("xx:march", "March", "1.1", "", (SHAKEN, TERRAIN), (), ())
    sheet.use_procedure(edited)
    assert sheet.procedure is edited
    assert sheet.values == {"shaken": True}


def test_a_copy_is_independent() -> None:
    """A copy has its own answers, even inside lists, and no origins."""
    sheet = sheet_of(GUNS, RANGE)
    sheet.add_unit(("guns",))
    sheet.fill("range", 3, "the clock")
    copy = sheet.copy()
    assert (copy.procedure, copy.values, copy.origins) == (sheet.procedure, sheet.values, {})
    copy.put("guns.1.men", 4)
    copy.put("range", 5)
    assert sheet.values == {"guns": [{}], "range": 3}


def test_an_answer_for_a_unit_that_is_not_there_is_refused() -> None:
    """A unit is added first; removing such an answer changes nothing."""
    sheet = sheet_of(GUNS)
    sheet.add_unit(("guns",))
    with pytest.raises(Refused, match=r"^guns\.2\.men: no row 2$"):
        sheet.put("guns.2.men", 4)
    sheet.put("guns.2.men", None)
    assert (sheet.values, sheet.at(("guns", "2", "men"))) == ({"guns": [{}]}, None)
