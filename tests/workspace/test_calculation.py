"""A calculation without an app: answers, dice, the draft on disk, the line in the log."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Refused
from companion.model.event import Calculated
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.what_if import keep_option_a, option_a, options_differ

CLOSING = "lob:closing-roll"


def closing(context: AppContext, **answers: Any) -> Calculation:
    """A closing roll with these answers."""
    calculation = Calculation(context, CLOSING, {})
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation


def continued(context: AppContext, procedure: str, carry: dict[str, Any] | None = None) -> Calculation:
    """The unfinished calculation that is offered."""
    calculation = Calculation(context, procedure, carry or {})
    assert calculation.continue_earlier()
    return calculation


def logged(context: AppContext) -> list[Calculated]:
    """The calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


def test_a_roll_is_in_the_log_as_soon_as_it_is_typed(context: AppContext) -> None:
    """The result is final, and its line says what was answered."""
    calculation = closing(context, rating="C", leader_morale=2)
    assert not calculation.done and logged(context) == []
    calculation.enter_roll("4")
    assert calculation.done
    (event,) = logged(context)
    assert event.inputs["rating"] == "C"
    assert calculation.status() == f"Line {calculation.draft.line} of the log."


def test_an_unfinished_calculation_is_offered_and_continued(context: AppContext) -> None:
    """What was entered is on disk at once; another `Calculation` begins empty and offers it in one line."""
    closing(context, rating="C")
    again = Calculation(context, CLOSING, {})
    again.update()
    assert again.sheet.values == {}
    assert again.earlier_text().startswith("Unfinished: 1 answer from ")
    assert again.earlier_text().endswith(". Press ctrl+o to continue.")
    assert again.continue_earlier()
    again.update()
    assert again.sheet.values == {"rating": "C"}
    assert again.earlier_text() == ""
    assert not again.continue_earlier()


def test_handed_over_answers_have_a_draft_of_their_own(context: AppContext) -> None:
    """What was begun by hand is not lost to a calculation that another one led to."""
    closing(context, rating="C")
    handed = Calculation(context, CLOSING, {"leader_morale": 1})
    handed.sheet.answer(("rating",), "B")
    handed.update()
    assert continued(context, CLOSING).sheet.values == {"rating": "C"}
    carried = continued(context, CLOSING, {"leader_morale": 1})
    assert carried.sheet.values == {"leader_morale": 1, "rating": "B"}


def test_an_answer_outside_its_domain_is_refused_and_forgotten(context: AppContext) -> None:
    """The refusal names the legal domain; everything else stays."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.sheet.answer(("leader_morale",), 9)
    refused = calculation.update()
    assert refused is not None and refused.where == "leader_morale"
    assert "0 to 4" in calculation.worded(refused)
    assert calculation.sheet.values == {"rating": "C"}


def test_dice_outside_their_range_change_nothing(context: AppContext) -> None:
    """Neither the calculation nor the log."""
    calculation = closing(context, rating="C", leader_morale=2)
    with pytest.raises(Refused, match="1 to 6"):
        calculation.enter_roll("7")
    assert calculation.rolls == [] and logged(context) == []


def test_typed_dice_are_taken_back_and_rolled_dice_are_not(context: AppContext) -> None:
    """Taking typed dice back gives them as they were read."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.enter_roll("4")
    taken = calculation.take_back_roll()
    assert taken is not None and taken.value == 4
    assert not calculation.done
    calculation.roll()
    assert calculation.take_back_roll() is None
    assert calculation.done


def test_a_correction_is_logged_when_the_player_turns_away(context: AppContext) -> None:
    """The second line corrects the first, with the same dice."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.enter_roll("4")
    first = calculation.draft.line
    calculation.sheet.answer(("shaken",), True)
    calculation.update()
    assert len(logged(context)) == 1
    line = calculation.commit()
    assert line is not None
    assert logged(context)[-1].amends == first
    assert logged(context)[-1].inputs["shaken"] is True
    assert not Calculation(context, CLOSING, {}).begun


def test_undone_dice_are_taken_back(context: AppContext) -> None:
    """Undoing the companion's roll takes it out of the open calculation."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.roll()
    assert calculation.rolls
    context.session.undo()
    assert calculation.drop_undone_rolls()
    assert calculation.rolls == []
    assert not calculation.drop_undone_rolls()


def test_a_restart_commits_first(context: AppContext) -> None:
    """A finished calculation without dice gets into the log, and the next one begins empty."""
    calculation = Calculation(context, "lob:movement-allowance", {})
    for given in calculation.procedure.inputs:
        if given.kind == "choice":
            calculation.sheet.answer((given.name,), given.choices[0].key)
        calculation.update()
    assert calculation.done and logged(context) == []
    calculation.restart()
    assert len(logged(context)) == 1
    assert not calculation.begun


def test_a_unit_fills_in_open_questions_of_its_own_kind_only(context: AppContext) -> None:
    """The offer names its source; what is answered already stays."""
    keep_unit(context.session, "5th Texas", {"rating": "B"})
    calculation = closing(context, leader_morale=2)
    (offer,) = autofill.offers(calculation)
    assert (offer.source, offer.answers) == ("5th Texas", {"rating": "B"})
    autofill.accept(calculation, offer)
    calculation.update()
    assert calculation.sheet.origins == {"rating": "5th Texas"}
    assert autofill.offers(calculation) == []


def test_option_a_needs_every_answer(context: AppContext) -> None:
    """Once kept, another answer differs from it, and the same does not."""
    calculation = closing(context, rating="C")
    with pytest.raises(Refused, match="every answer"):
        keep_option_a(calculation)
    calculation.sheet.answer(("leader_morale",), 2)
    calculation.update()
    keep_option_a(calculation)
    assert not options_differ(calculation)
    calculation.sheet.answer(("shaken",), True)
    calculation.update()
    assert options_differ(calculation)


def test_an_amendment_keeps_the_dice_and_logs_nothing_unasked(context: AppContext) -> None:
    """`keep` corrects the line; without a change it refuses."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.enter_roll("4")
    amendment = Amendment(context, calculation.draft.line)
    amendment.update()
    with pytest.raises(Refused, match="Nothing differs"):
        amendment.keep()
    amendment.sheet.answer(("shaken",), True)
    amendment.update()
    amendment.commit()
    assert len(logged(context)) == 1
    kept = amendment.keep()
    assert isinstance(kept.event, Calculated)
    assert kept.event.amends == calculation.draft.line
    assert [roll.value for roll in amendment.resolution.rolls] == [4]  # type: ignore[union-attr]


def charge(context: AppContext, **answers: Any) -> Calculation:
    """A charge up to its dice."""
    calculation = Calculation(context, "lob:charge", {})
    given = {"rating": "B", "attacker_sps": 6, "attacker_leader": True, "leader_morale": 2, "volley": True}
    given |= {"defender_rating": "C", "defender_sps": 6, "state": "Normal", "target_arm": "infantry"}
    for name, value in {**given, **answers}.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation


def test_dice_stay_with_their_rolls_while_answers_change(context: AppContext) -> None:
    """Without its leader the charge leaves out the leader's die; with him again, it counts again."""
    calculation = charge(context)
    for dice in ("5", "6", "3", "12"):
        calculation.enter_roll(dice)
    assert calculation.resolution is not None and calculation.resolution.outcome["end"] == "defender routs"
    calculation.sheet.answer(("attacker_leader",), False)
    calculation.update()
    assert [roll.id for roll in calculation.resolution.rolls] == ["closing.die", "opening.die", "morale.dice"]
    assert "Leader loss: 3, no longer needed" in calculation.resolution.unused
    calculation.sheet.answer(("attacker_leader",), True)
    calculation.update()
    assert [roll.value for roll in calculation.resolution.rolls] == [5, 6, 3, 12]


def test_only_the_missing_roll_is_asked_for(context: AppContext) -> None:
    """A leader who joins later is checked; the morale roll stays, also over a restart."""
    calculation = charge(context, attacker_leader=False)
    for dice in ("5", "6", "12"):
        calculation.enter_roll(dice)
    calculation.sheet.answer(("attacker_leader",), True)
    calculation.update()
    again = continued(context, "lob:charge")
    again.update()
    assert again.resolution is not None
    assert [due.id for due in again.resolution.needs] == ["attacking-leader.dice"]
    again.enter_roll("3")
    assert [roll.value for roll in again.resolution.rolls] == [5, 6, 3, 12]
    taken = again.take_back_roll()
    assert taken is not None and taken.value == 3


def test_dice_of_an_amendment_are_taken_back_from_the_last_on(context: AppContext) -> None:
    """Those typed for the amendment first, then logged ones; each keeps the roll it was thrown for."""
    calculation = charge(context, attacker_leader=False)
    for dice in ("5", "6", "12"):
        calculation.enter_roll(dice)
    amendment = Amendment(context, calculation.draft.line)
    amendment.sheet.answer(("attacker_leader",), True)
    amendment.sheet.answer(("leader_morale",), 2)
    amendment.update()
    amendment.enter_roll("3")
    assert amendment.done
    taken = amendment.take_back_roll()
    assert taken is not None and taken.value == 3
    taken = amendment.take_back_roll()
    assert taken is not None and taken.value == 6
    amendment.enter_roll("6")
    amendment.enter_roll("4")
    assert amendment.resolution is not None
    assert [roll.value for roll in amendment.resolution.rolls] == [5, 6, 4, 12]


def test_option_a_ends_with_the_roll(context: AppContext) -> None:
    """It is a comparison before a decision; the next calculation does not inherit it."""
    calculation = closing(context, rating="C", leader_morale=2)
    keep_option_a(calculation)
    calculation.enter_roll("4")
    assert context.option_a is None


def test_option_a_is_compared_with_the_same_results_only(context: AppContext) -> None:
    """Another calculator of the game does not show it, unless it leads to the same results."""
    kept = closing(context, rating="C", leader_morale=2)
    keep_option_a(kept)
    assert option_a(kept) is not None
    delivery = Calculation(context, "lob:order-delivery", {})
    delivery.sheet.answer(("sender",), "corps")
    delivery.sheet.answer(("hexes",), 5)
    delivery.update()
    assert option_a(delivery) is None
    assert context.option_a is not None, "the closing roll may still be compared"
