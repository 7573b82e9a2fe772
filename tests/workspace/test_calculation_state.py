"""A calculation as screens read it: before answers, while answers are missing, and when they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import NotFound, Refused
from companion.model.event import Calculated, Chit
from companion.play import chits, turn
from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.draft import SavedDraft
from companion.workspace.known import assign_unit
from companion.workspace.place import LIST, Place, chit_place
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": 2}
TEXAS, MAINE = "5th Texas", "4th Maine"


def closing(context: AppContext, **answers: Any) -> Calculation:
    """Return a closing roll that lacks only its die."""
    return opened(context, CLOSING, {}, **{**READY, **answers})


def lines(context: AppContext) -> list[Calculated]:
    """Return the calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


def test_a_calculator_that_was_only_opened(context: AppContext) -> None:
    """A calculator that was only opened has no answers and no result, and offers nothing."""
    calculation = Calculation(context, CLOSING, {})
    assert (calculation.sheet.values, calculation.rolls, calculation.sheet.units) == ({}, [], {})
    assert (calculation.resolution, calculation.taken) == (None, None)
    assert (calculation.refusal, calculation.refused_path) == ("", "")
    assert (calculation.done, calculation.begun, calculation.logged_line) == (False, False, 0)
    assert (calculation.decisions(), calculation.next_steps(), calculation.sections()) == ((), (), [])
    assert calculation.changed_line(80) == calculation.status() == calculation.notes_text() == ""
    assert calculation.changes_text() == calculation.return_text() == calculation.earlier_text() == ""
    assert (calculation.title, calculation.names, calculation.place) == ("Closing roll", {}, LIST)
    assert (calculation.last_typed, calculation.take_back_roll(), calculation.commit()) == (None, None, None)
    assert calculation.instead_of_ledger() is None


def test_an_unknown_calculator(context: AppContext) -> None:
    """An unknown calculator is refused."""
    with pytest.raises(NotFound, match="lob:closing"):
        Calculation(context, "lob:closing", {})


def test_a_calculator_is_opened_from_the_list_unless_a_place_is_given(context: AppContext) -> None:
    """In the list, the Command that acts now counts."""
    context.switch("bp")
    chits.fill(context.session, [Chit("Picton", "First player", 8)])
    chits.draw(context.session, "Picton")
    assert Calculation(context, "bp:command-roll", {}).place == Place(about="Picton", chit="Picton")
    assert Calculation(context, "bp:command-roll", {}, chit_place("Kempt")).place == chit_place("Kempt")


def test_answers_that_are_handed_over(context: AppContext) -> None:
    """None is no answer; their origin is the calculator before, if there is one."""
    carry = {"rating": "C", "leader_morale": None}
    calculation = Calculation(context, CLOSING, carry)
    assert (calculation.sheet.values, calculation.sheet.origins) == ({"rating": "C"}, {})
    after = Calculation(context, CLOSING, {"rating": "C"}, Place(source="Charge"))
    assert (after.sheet.values, after.sheet.origins) == ({"rating": "C"}, {"rating": "Charge"})
    assert not after.begun


def test_answers_that_are_handed_over_are_not_changed_there(context: AppContext) -> None:
    """Changing answers that were handed over does not change the original, which a new sheet gets again."""
    calculation = Calculation(context, "lob:fire", {"firers": [{"sps": 4}]})
    calculation.sheet.answer(("firers", "1", "sps"), 5)
    assert calculation.draft.carry == {"firers": [{"sps": 4}]}
    assert calculation.fresh_sheet().values == {"firers": [{"sps": 4}]}


@pytest.mark.parametrize(
    ("procedure", "carry", "values"),
    [
        ("lob:fire", {}, {"firers": [{}]}),
        ("lob:fire", {"firers": [{"sps": 1}, {"sps": 2}]}, {"firers": [{"sps": 1}, {"sps": 2}]}),
        ("aor:stacking", {}, {}),
        ("bar:line-of-command", {}, {"subordinates": [{}]}),
    ],
)
def test_a_list_begins_with_the_fewest_units_that_it_must_have(
    context: AppContext, procedure: str, carry: dict[str, Any], values: dict[str, Any]
) -> None:
    """Unless units are handed over; a list that may be empty is not begun."""
    calculation = Calculation(context, procedure, carry)
    name = next(question.name for question in calculation.procedure.inputs if question.kind == "rows")
    assert list(calculation.sheet.values.values()) == list(values.values())
    assert calculation.initial_answers() == dict.fromkeys([name] * len(values), *values.values())


def test_done_means_that_nothing_is_missing(context: AppContext) -> None:
    """A calculation is done once neither answers nor dice are missing."""
    calculation = opened(context, CLOSING, {}, rating="C")
    assert calculation.done is False
    calculation.sheet.answer(("leader_morale",), 2)
    calculation.update()
    assert calculation.done is False
    calculation.enter_roll("4")
    assert calculation.done is True


def test_typed_names_come_before_units_and_those_before_the_place(context: AppContext) -> None:
    """The title has them in the order of the roles."""
    keep_unit(context.session, TEXAS, {})
    place = Place(names={"stack": "Hood", "enemy": "Wadsworth"})
    calculation = Calculation(context, CLOSING, {}, place)
    assert calculation.title == "Closing roll: Hood, Wadsworth"
    assign_unit(calculation, "stack", TEXAS)
    assert calculation.names == {"stack": TEXAS, "enemy": "Wadsworth"}
    calculation.sheet.names = {"stack": "Robertson"}
    assert calculation.names == {"stack": "Robertson", "enemy": "Wadsworth"}


def test_names_that_the_player_types(context: AppContext) -> None:
    """Recorded units take part with their answers; known names and empty ones are not kept."""
    keep_unit(context.session, TEXAS, {"rating": "B"})
    calculation = Calculation(context, CLOSING, {}, Place(names={"enemy": MAINE}))
    calculation.name({"stack": "5th texas", "enemy": "4TH MAINE"})
    assert (calculation.sheet.units, calculation.sheet.names) == ({"stack": TEXAS}, {})
    assert calculation.sheet.values == {"rating": "B"}
    for _ in range(2):
        calculation.name({"stack": TEXAS, "enemy": "  Iron   Brigade "})
        assert calculation.sheet.names == {"enemy": "Iron Brigade"}
    assert context.draft(CLOSING, {}).names == {"enemy": "Iron Brigade"}
    calculation.name({"stack": "", "enemy": ""})
    assert calculation.names == {"stack": TEXAS, "enemy": MAINE}


def test_what_begins_a_calculation(context: AppContext) -> None:
    """Answers of the player, dice and units; neither what the session knows nor what was handed over."""
    turn.jump(context.session, 9, None)
    known = Calculation(context, "lob:fluke-stoppage", {"command_value": 2})
    known.update()
    assert known.sheet.values == {"command_value": 2, "turn": 9} and not known.begun
    assert opened(context, CLOSING, {}, rating="C").begun
    carried = Calculation(context, CLOSING, READY)
    carried.update()
    assert not carried.begun
    carried.enter_roll("4")
    assert carried.begun and context.draft(CLOSING, READY).rolls != []
    keep_unit(context.session, TEXAS, {"rating": "B"})
    assert opened(context, CLOSING, {"stack": TEXAS}).begun


def test_units_that_were_handed_over_begin_nothing(context: AppContext) -> None:
    """They take part from the start; without them the player has changed something."""
    keep_unit(context.session, TEXAS, {"rating": "B"})
    calculation = Calculation(context, CLOSING, {}, Place(names={"stack": TEXAS}))
    calculation.update()
    assert calculation.sheet.units == {"stack": TEXAS} and not calculation.begun
    calculation.sheet.units = {}
    calculation.update()
    assert calculation.begun


def test_answers_that_are_taken_back_leave_no_draft(context: AppContext) -> None:
    """Answers that are taken back leave no draft to continue."""
    calculation = opened(context, CLOSING, {}, rating="C")
    assert context.draft(CLOSING, {}).answers == {"rating": "C"}
    calculation.sheet.answer(("rating",), None)
    calculation.update()
    assert context.draft(CLOSING, {}) == SavedDraft()


def test_an_invalid_answer_is_dropped_and_the_rest_resolved_again(context: AppContext) -> None:
    """The refusal is returned; afterwards nothing is refused."""
    calculation = closing(context)
    calculation.sheet.answer(("leader_morale",), 5)
    refused = calculation.update()
    assert refused is not None and refused.where == "leader_morale"
    assert calculation.worded(refused) == "Leader's morale value: 5 is out of range; allowed: 0 to 4"
    assert calculation.sheet.values == {"rating": "C"}
    assert (calculation.refusal, calculation.refused_path) == ("", "")
    assert calculation.resolution is not None and calculation.resolution.missing == ("leader_morale",)
    assert calculation.taken is not None and calculation.taken.missing == ["leader_morale"]
    assert context.draft(CLOSING, {}).answers == {"rating": "C"}
    assert calculation.update() is None


def test_answers_that_a_rule_refuses_stay(context: AppContext) -> None:
    """The form shows the rule and the question; the answers themselves are valid."""
    calculation = opened(context, "lob:command-roll", {}, command_value=2, stacked_with_hq=False)
    assert calculation.update() is None
    assert calculation.resolution is None and not calculation.done
    assert calculation.refusal == (
        "a leader who has an HQ may not make a command roll away from his HQ; he must be stacked with his HQ"
    )
    assert calculation.refused_path == "stacked_with_hq"
    assert (calculation.decisions(), calculation.next_steps(), calculation.sections()) == ((), (), [])
    assert calculation.taken is not None and calculation.taken.values["stacked_with_hq"] is False
    calculation.sheet.answer(("stacked_with_hq",), True)
    calculation.update()
    assert (calculation.refusal, calculation.refused_path) == ("", "")


def test_the_label_replaces_the_name_of_the_input_once(context: AppContext) -> None:
    """In front of the reason; a reason that names it again keeps it."""
    calculation = Calculation(context, CLOSING, {})
    twice = Refused("rating: 'rating: A' is not one of A", "rating")
    assert calculation.worded(twice) == "Morale rating of the moving stack: 'rating: A' is not one of A"
    assert calculation.worded(Refused("rating: no", "")) == "rating: no"


def test_a_resolution_that_is_passed_is_used(context: AppContext) -> None:
    """A resolution that is passed is used, and the answers are not resolved again."""
    calculation = closing(context)
    resolution = context.engine.resolve(CLOSING, READY)
    calculation.update(resolution)
    assert calculation.resolution is resolution
    calculation.update()
    assert calculation.resolution is not resolution and calculation.resolution == resolution
