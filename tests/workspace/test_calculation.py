"""A calculation without an app: answers, dice, its draft on disk, its line in the log."""

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
    """Return a closing roll with these answers."""
    calculation = Calculation(context, CLOSING, {})
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation


def continued(context: AppContext, procedure: str, carry: dict[str, Any] | None = None) -> Calculation:
    """Return a new calculation that continues the unfinished one."""
    calculation = Calculation(context, procedure, carry or {})
    assert calculation.continue_earlier()
    return calculation


def logged(context: AppContext) -> list[Calculated]:
    """Return the calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


def test_a_typed_roll_is_logged_at_once(context: AppContext) -> None:
    """The result is final, and the log has the answers."""
    calculation = closing(context, rating="C", leader_morale=2)
    assert not calculation.done and logged(context) == []
    calculation.enter_roll("4")
    assert calculation.done
    (event,) = logged(context)
    assert event.inputs["rating"] == "C"
    assert calculation.status() == f"Line {calculation.draft.line} of the log."


def test_an_unfinished_calculation_is_offered_and_continued(context: AppContext) -> None:
    """Answers are saved at once; a new `Calculation` starts empty and offers them in one line."""
    closing(context, rating="C")
    again = Calculation(context, CLOSING, {})
    again.update()
    assert again.sheet.values == {}
    assert again.earlier_text().startswith("Unfinished: 1 answer from ")
    assert again.earlier_text().endswith(". Press ^O to continue.")
    assert again.continue_earlier()
    again.update()
    assert again.sheet.values == {"rating": "C"}
    assert again.earlier_text() == ""
    assert not again.continue_earlier()


def test_carried_answers_have_a_separate_draft(context: AppContext) -> None:
    """A draft started by hand is not replaced by that of a follow-up."""
    closing(context, rating="C")
    carried_over = Calculation(context, CLOSING, {"leader_morale": 1})
    carried_over.sheet.answer(("rating",), "B")
    carried_over.update()
    assert continued(context, CLOSING).sheet.values == {"rating": "C"}
    carried = continued(context, CLOSING, {"leader_morale": 1})
    assert carried.sheet.values == {"leader_morale": 1, "rating": "B"}


def test_an_invalid_answer_is_refused_and_removed(context: AppContext) -> None:
    """The refusal names the allowed range; other answers stay."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.sheet.answer(("leader_morale",), 9)
    refused = calculation.update()
    assert refused is not None and refused.where == "leader_morale"
    assert "0 to 4" in calculation.worded(refused)
    assert calculation.sheet.values == {"rating": "C"}


def test_dice_outside_their_range_change_nothing(context: AppContext) -> None:
    """Calculation and log are unchanged."""
    calculation = closing(context, rating="C", leader_morale=2)
    with pytest.raises(Refused, match="1 to 6"):
        calculation.enter_roll("7")
    assert calculation.rolls == [] and logged(context) == []


def test_typed_dice_can_be_removed_and_rolled_dice_cannot(context: AppContext) -> None:
    """Typed dice can be removed, and are returned; rolled dice cannot be removed."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.enter_roll("4")
    taken = calculation.take_back_roll()
    assert taken is not None and taken.value == 4
    assert not calculation.done
    calculation.roll()
    assert calculation.take_back_roll() is None
    assert calculation.done


def test_a_correction_is_logged_by_commit(context: AppContext) -> None:
    """The second line corrects the first and has the same dice."""
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


def test_undone_dice_are_removed(context: AppContext) -> None:
    """Undoing a roll of the companion removes it from the open calculation."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.roll()
    assert calculation.rolls
    context.session.undo()
    assert calculation.drop_undone_rolls()
    assert calculation.rolls == []
    assert not calculation.drop_undone_rolls()


def test_a_restart_commits_first(context: AppContext) -> None:
    """A restart logs a finished calculation without dice; the next one starts empty and gets another line."""
    calculation = Calculation(context, "lob:movement-allowance", {})
    for number in (1, 2):
        for given in calculation.procedure.inputs:
            if given.kind == "choice":
                calculation.sheet.answer((given.name,), given.choices[0].key)
            calculation.update()
        assert calculation.done and len(logged(context)) == number - 1
        calculation.restart()
        assert [line.amends for line in logged(context)] == [0] * number
        assert not calculation.begun


def test_a_restart_discards_unfinished_answers(context: AppContext) -> None:
    """A restart discards unfinished answers, which are not offered again."""
    calculation = closing(context, rating="C")
    calculation.restart()
    assert calculation.sheet.values == {}
    assert Calculation(context, CLOSING, {}).draft.offered is None


def test_a_unit_fills_in_open_questions_of_its_own_kind_only(context: AppContext) -> None:
    """The offer names its source; given answers stay."""
    keep_unit(context.session, "5th Texas", {"rating": "B"})
    calculation = closing(context, leader_morale=2)
    (offer,) = autofill.offers(calculation)
    assert (offer.source, offer.answers) == ("5th Texas", {"rating": "B"})
    autofill.accept(calculation, offer)
    calculation.update()
    assert calculation.sheet.origins == {"rating": "5th Texas"}
    assert autofill.offers(calculation) == []


def test_option_a_needs_every_answer(context: AppContext) -> None:
    """Once A is kept, only a changed answer makes a difference."""
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
    """`keep` corrects the line, and refuses if nothing has changed."""
    calculation = closing(context, rating="C", leader_morale=2)
    calculation.enter_roll("4")
    amendment = Amendment(context, calculation.draft.line)
    amendment.update()
    with pytest.raises(Refused, match="Nothing has changed"):
        amendment.keep()
    was = "Was: The stack closes (rolled 4 on 1d6)"
    assert amendment.notes_text() == f"{was}. Correct the answers."
    amendment.sheet.answer(("shaken",), True)
    amendment.update()
    assert amendment.notes_text() == f"{was}. Press k to keep the correction, or Esc to discard it."
    amendment.commit()
    assert len(logged(context)) == 1
    kept = amendment.keep()
    assert isinstance(kept.event, Calculated)
    assert kept.event.amends == calculation.draft.line
    assert [roll.value for roll in amendment.resolution.rolls] == [4]  # type: ignore[union-attr]


def charge(context: AppContext, **answers: Any) -> Calculation:
    """Return a charge that is ready for its dice."""
    calculation = Calculation(context, "lob:charge", {})
    given = {"rating": "B", "attacker_sps": 6, "attacker_leader": True, "leader_morale": 2, "volley": True}
    given |= {"defender_rating": "C", "defender_sps": 6, "state": "Normal", "target_arm": "infantry"}
    for name, value in {**given, **answers}.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation


def test_dice_stay_with_their_rolls_while_answers_change(context: AppContext) -> None:
    """Without a leader, the charge ignores the leader's die; with the leader, the die counts again."""
    calculation = charge(context)
    for dice in ("5", "6", "3", "12"):
        calculation.enter_roll(dice)
    assert calculation.resolution is not None and calculation.resolution.outcome["end"] == "defender routs"
    calculation.sheet.answer(("attacker_leader",), False)
    calculation.update()
    assert [roll.id for roll in calculation.resolution.rolls] == ["closing.die", "opening.die", "morale.dice"]
    assert "Attacking leader loss: 3, no longer needed" in calculation.resolution.unused
    calculation.sheet.answer(("attacker_leader",), True)
    calculation.update()
    assert [roll.value for roll in calculation.resolution.rolls] == [5, 6, 3, 12]


def test_only_the_missing_roll_is_asked_for(context: AppContext) -> None:
    """A leader added later is checked; the morale roll stays, after a restart too."""
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


def test_dice_of_an_amendment_are_removed_from_the_last(context: AppContext) -> None:
    """First the dice typed for the amendment, then logged ones; each die stays with its roll."""
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
    """The next calculation does not keep option A."""
    calculation = closing(context, rating="C", leader_morale=2)
    keep_option_a(calculation)
    calculation.enter_roll("4")
    assert context.option_a is None


def test_option_a_is_compared_with_the_same_results_only(context: AppContext) -> None:
    """Another calculator does not show option A, unless it has the same results."""
    kept = closing(context, rating="C", leader_morale=2)
    keep_option_a(kept)
    assert option_a(kept) is not None
    delivery = Calculation(context, "lob:order-delivery", {})
    delivery.sheet.answer(("sender",), "corps")
    delivery.sheet.answer(("hexes",), 5)
    delivery.update()
    assert option_a(delivery) is None
    assert context.option_a is not None, "the closing roll may still be compared"


def test_a_refusal_of_all_answers_together(context: AppContext) -> None:
    """A refusal of all answers together is shown as the rule words it."""
    assert closing(context).worded(Refused("Shaken units pass.")) == "Shaken units pass."


@pytest.mark.parametrize(
    ("path", "typed", "words"),
    [
        (
            "rating",
            "rating: A",
            "Morale rating of the moving stack: 'rating: A' is not one of A, B, C, D, E, F",
        ),
        ("leader_morale", 9, "Leader's morale value: 9 is out of range; allowed: 0 to 4"),
    ],
)
def test_a_refusal_of_one_answer(context: AppContext, path: str, typed: object, words: str) -> None:
    """A refusal of one answer begins with the question's label, and quotes the answer as typed."""
    calculation = closing(context)
    calculation.sheet.answer((path,), typed)
    refused = calculation.update()
    assert refused is not None and calculation.worded(refused) == words


def test_without_an_option_a_nothing_is_compared(context: AppContext) -> None:
    """The comparison is left out."""
    assert not options_differ(closing(context, rating="C", leader_morale=2))


def test_a_unit_with_a_fact_outside_the_domain_is_not_offered(context: AppContext) -> None:
    """A unit with a fact outside the domain is not offered, because the calculator would refuse it."""
    keep_unit(context.session, "5th Texas", {"rating": "X"})
    keep_unit(context.session, "1st Minnesota", {"rating": "B"})
    offers = autofill.offers(closing(context, leader_morale=2))
    assert [offer.source for offer in offers] == ["1st Minnesota"]
