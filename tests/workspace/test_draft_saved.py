"""Saved parts of a calculation: its draft, the offer to continue it, and dice that survive an undo."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from msgspec.structs import replace

from companion.model.event import Calculated
from companion.play.units_and_notes import add_note, keep_unit
from companion.workspace.answer_sheet import AnswerSheet
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.draft import CalculationDraft, SavedDraft, decode_draft, encode_draft
from companion.workspace.known import assign_unit
from companion.workspace.logged_dice import LoggedRoll
from companion.workspace.names import Participants
from companion.workspace.place import LIST, Place, order_place
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": 2}
SIX = LoggedRoll("die", "1d6", 6, event=3)


@pytest.fixture(autouse=True)
def at_five_past_two(context: AppContext) -> None:
    """Let the clock of the session stand still."""
    context.session.now = lambda: datetime(2026, 1, 2, 14, 5)


def closed(context: AppContext, roll: str = "4") -> Calculation:
    """Return a closing roll that has just been logged."""
    calculation = opened(context, CLOSING, {}, **READY)
    calculation.enter_roll(roll)
    return calculation


def lines(context: AppContext) -> list[Calculated]:
    """Return the calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


@pytest.mark.parametrize(
    ("draft", "begun"),
    [
        (SavedDraft(), False),
        (SavedDraft(units={"stack": "5th Texas"}), True),
        (SavedDraft(rolls=[4]), True),
        (SavedDraft(names={"stack": "5th Texas"}, carry={"rating": "C"}), False),
    ],
)
def test_answers_dice_and_units_begin_a_draft(draft: SavedDraft, begun: bool) -> None:
    """Answers, dice and units begin a draft; names and answers that were handed over do not."""
    assert draft.begun is begun


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        (SavedDraft(units={"stack": "5th Texas"}), "0 answers"),
        (SavedDraft({"rating": "C"}), "1 answer"),
        (SavedDraft({"rating": "C"}, at="14:05"), "1 answer from 14:05"),
        (SavedDraft(rolls=[4]), "1 roll"),
        (SavedDraft({"rating": "C"}, [4], standing=["rating"]), "1 roll"),
        (SavedDraft({"rating": "C"}, standing=["rating"]), "0 answers"),
        (SavedDraft(dict(READY), [4, 5], at="09:30"), "2 answers and 2 rolls from 09:30"),
    ],
)
def test_a_draft_in_words(draft: SavedDraft, words: str) -> None:
    """Without dice the answers are counted even if there are none of the player."""
    assert draft.words == words


def test_dice_of_a_draft_are_typed_ones_or_those_with_their_line() -> None:
    """Both are the same after reading; a damaged roll spoils the draft."""
    draft = SavedDraft(dict(READY), ["4", SIX])
    again = decode_draft(encode_draft(draft))
    assert again == draft and again.rolls[1].event == 3
    assert decode_draft('{"rolls": [{"name": 3}]}') == SavedDraft()


def test_the_offer_to_continue(context: AppContext) -> None:
    """The offer to continue gives number of answers, place and time; without answers there is no offer."""
    assert Calculation(context, CLOSING, {}).draft.offered_text() == ""
    opened(context, CLOSING, {}, rating="C")
    again = Calculation(context, CLOSING, {})
    assert again.draft.offered_text() == "Unfinished: 1 answer from 14:05. Press ^O to continue."
    place = order_place(context, 3)
    elsewhere = Calculation(context, CLOSING, {}, place)
    assert elsewhere.draft.offered is None
    elsewhere.sheet.answer(("rating",), "B")
    elsewhere.update()
    offer = Calculation(context, CLOSING, {}, place).draft.offered_text()
    assert offer == "Unfinished (order 3): 1 answer from 14:05. Press ^O to continue."


def test_the_offer_of_a_logged_result(context: AppContext) -> None:
    """The offer to continue a logged result names its line of the log, unless that was undone."""
    line = closed(context).logged_line
    entered = "2 answers and 1 roll from 14:05. Press ^O to continue."
    assert Calculation(context, CLOSING, {}).draft.offered_text() == f"Line {line} of the log: {entered}"
    context.session.undo()
    assert Calculation(context, CLOSING, {}).draft.offered_text() == f"Unfinished: {entered}"


def test_a_continued_draft_is_no_longer_offered(context: AppContext) -> None:
    """A continued draft is no longer offered, and the answers given meanwhile are dropped."""
    opened(context, CLOSING, {}, rating="C")
    now = opened(context, CLOSING, {}, rating="A", leader_morale=1)
    assert now.draft.continue_offered() is True
    assert now.draft.initial.answers == {"rating": "C"}
    assert (now.draft.offered, now.draft.offered_text()) == (None, "")
    assert now.draft.continue_offered() is False


def test_a_draft_of_a_phase_that_is_continued_from_the_list_stays_in_its_phase(context: AppContext) -> None:
    """The answers given in the list meanwhile are not offered there again."""
    phase = Place("phase 1 0")
    begun = Calculation(context, CLOSING, {}, phase)
    begun.sheet.answer(("rating",), "C")
    begun.update()
    listed = opened(context, CLOSING, {}, rating="A")
    assert listed.continue_earlier()
    listed.update()
    assert listed.place == phase
    again = Calculation(context, CLOSING, {})
    assert again.draft.offered is not None and again.draft.offered.answers == {"rating": "C"}


def test_answers_given_meanwhile_are_saved_until_the_earlier_draft_is_restored(context: AppContext) -> None:
    """Taking the answers back puts the earlier draft on disk again."""
    opened(context, CLOSING, {}, rating="C")
    now = opened(context, CLOSING, {}, rating="A")
    assert context.draft(CLOSING, {}).answers == {"rating": "A"}
    now.sheet.answer(("rating",), None)
    now.update()
    assert context.draft(CLOSING, {}).answers == {"rating": "C"}
    assert now.draft.offered is not None


def test_a_draft_has_all_that_the_player_entered(context: AppContext) -> None:
    """Answers with their origins, units, names and the place."""
    keep_unit(context.session, "5th Texas", {"rating": "B"})
    place = order_place(context, 2)
    calculation = Calculation(context, CLOSING, {}, place)
    assign_unit(calculation, "stack", "5th Texas")
    calculation.name({"enemy": "4th Maine"})
    assert context.draft(CLOSING, {}, place) == SavedDraft(
        answers={"rating": "B"},
        origins={"rating": "5th Texas"},
        standing=["rating"],
        units={"stack": "5th Texas"},
        names={"enemy": "4th Maine"},
        place=place,
        at="14:05",
    )


def test_an_unchanged_draft_is_not_written_again(context: AppContext) -> None:
    """The time stays that of the last change."""
    calculation = opened(context, CLOSING, {}, rating="C")
    context.session.now = lambda: datetime(2026, 1, 2, 15, 30)
    calculation.update()
    assert context.draft(CLOSING, {}).at == "14:05"
    calculation.sheet.answer(("leader_morale",), 1)
    calculation.update()
    assert context.draft(CLOSING, {}).at == "15:30"


def test_handed_over_answers_alone_are_no_draft(context: AppContext) -> None:
    """Nothing is on disk until the player adds to them; then both are."""
    carry = {"rating": "C"}
    calculation = Calculation(context, CLOSING, carry)
    calculation.update()
    assert context.draft(CLOSING, carry) == SavedDraft()
    calculation.sheet.answer(("leader_morale",), 2)
    calculation.update()
    draft = context.draft(CLOSING, carry)
    assert (draft.answers, draft.carry) == (READY, carry)
    calculation.sheet.answer(("leader_morale",), None)
    calculation.update()
    assert context.draft(CLOSING, carry) == SavedDraft()


def test_a_draft_without_answers_dice_and_units_is_deleted(context: AppContext) -> None:
    """The player has removed the unit that was handed over, and then everything else."""
    keep_unit(context.session, "5th Texas", {})
    place = Place(names={"stack": "5th Texas"})
    calculation = Calculation(context, CLOSING, {}, place)
    calculation.sheet.units = {}
    calculation.sheet.answer(("rating",), "C")
    calculation.update()
    assert context.draft(CLOSING, {}, place).answers == {"rating": "C"}
    calculation.sheet.answer(("rating",), None)
    calculation.update()
    assert calculation.begun and context.draft(CLOSING, {}, place) == SavedDraft()


def test_a_draft_names_its_line_of_the_log(context: AppContext) -> None:
    """A draft names its line of the log, so that no other window or later start logs it again."""
    calculation = closed(context)
    assert context.draft(CLOSING, {}).line == calculation.logged_line != 0
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    again.update()
    assert (again.logged_line, len(lines(context))) == (calculation.logged_line, 1)


def test_a_draft_keeps_its_line_below_later_results(context: AppContext) -> None:
    """Another result of the same calculator was logged meanwhile."""
    first = closed(context, "4")
    later = Calculation(context, CLOSING, READY, order_place(context, 1))
    later.enter_roll("5")
    assert later.logged_line > first.logged_line
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    assert (again.logged_line, again.draft.logged) == (first.logged_line, lines(context)[0])


def test_a_draft_that_names_a_line_of_another_kind_has_none(context: AppContext) -> None:
    """A draft that names a line of another kind, as in a damaged file, counts as having no line."""
    note = add_note(context.session, "The fog lifts.").id
    context.keep_draft(CLOSING, SavedDraft({"rating": "C"}, line=note))
    calculation = Calculation(context, CLOSING, {})
    assert calculation.continue_earlier()
    assert (calculation.draft.line, calculation.draft.logged, calculation.logged_line) == (0, None, 0)


def draft_of(context: AppContext, **changed: Any) -> CalculationDraft:
    """Return the draft of a closing roll that begins with these values."""
    context.keep_draft(CLOSING, replace(SavedDraft(dict(READY)), **changed))
    draft = CalculationDraft(context, context.library.procedure(CLOSING), {})
    assert draft.continue_offered()
    return draft


def test_dice_from_the_first_undone_roll_on_do_not_survive(context: AppContext) -> None:
    """Typed dice before it do, typed dice behind it do not."""
    calculation = opened(context, CLOSING, {}, **READY)
    calculation.roll()
    counting = calculation.rolls[0].event
    typed, unlogged = "5", LoggedRoll("die", "1d6", 4)
    rolls: list[Any] = [typed, replace(SIX, event=counting), unlogged, replace(SIX, event=99), "3"]
    draft = draft_of(context, rolls=rolls)
    assert draft.initial.rolls == rolls[:3]
    assert draft.surviving_rolls(rolls) == rolls[:3]
    assert draft.surviving_rolls([]) == []


def test_no_dice_of_an_undone_result_survive(context: AppContext) -> None:
    """No dice of an undone result survive, neither typed dice nor those of the companion."""
    draft = closed(context).draft
    assert draft.surviving_rolls(["4"]) == ["4"]
    context.session.undo()
    assert draft.surviving_rolls(["4"]) == []


def test_a_detached_draft_saves_and_logs_nothing(context: AppContext) -> None:
    """A detached draft begins with the given answers and dice, offers no other draft, and saves nothing."""
    opened(context, CLOSING, {}, rating="B")
    calculation = opened(context, CLOSING, {}, **READY)
    procedure, resolution = calculation.procedure, context.engine.resolve(CLOSING, READY, [4])
    beginning = SavedDraft(dict(READY), [replace(SIX, event=99)])
    draft = CalculationDraft(context, procedure, {}, LIST, detached=beginning)
    assert (draft.offered, draft.initial) == (None, beginning)
    assert draft.initial.rolls == [replace(SIX, event=99)]
    draft.save(AnswerSheet(procedure, {"rating": "F"}), [])
    draft.log_result(resolution, Participants())
    assert draft.commit(resolution, Participants()) is None
    draft.clear()
    assert lines(context) == []
    assert context.draft(CLOSING, {}).answers == READY


def test_another_session_gets_nothing(context: AppContext) -> None:
    """The answers stay in the session in which the calculation began."""
    calculation = opened(context, CLOSING, {}, **READY)
    assert not calculation.draft.is_stale
    context.change_session("Another")
    assert calculation.draft.is_stale
    calculation.enter_roll("4")
    assert calculation.done and calculation.commit() is None
    assert (lines(context), context.draft(CLOSING, {})) == ([], SavedDraft())
    context.change_session("Game 1")
    assert context.draft(CLOSING, {}).answers == READY


def test_a_restart_forgets_what_was_handed_over(context: AppContext) -> None:
    """A restart keeps the place, but not the answers handed over, the earlier draft or the last fault."""
    place = Place(
        "order 3",
        "order 3",
        "Hood",
        order=3,
        source="Charge",
        line=7,
        units={"charge.attacker": "5th Texas"},
        names={"stack": "5th Texas"},
        answers={"charge.rating": ("C", "Charge")},
        given={"rating": ("C", "Charge")},
        before={"5th Texas": {"sps": 3}},
    )
    earlier = Calculation(context, CLOSING, READY, place)
    earlier.sheet.answer(("shaken",), True)
    earlier.update()
    calculation = Calculation(context, CLOSING, READY, place)
    draft = calculation.draft
    assert draft.offered is not None
    calculation.enter_roll("4")
    draft.log_error = "full"
    draft.restart()
    assert draft.place == Place("order 3", "order 3", "Hood", order=3, source="Charge")
    assert (draft.carry, draft.line, draft.logged, draft.log_error) == ({}, 0, None, "")
    assert not draft.offered_text()
    assert context.draft(CLOSING, READY, place) == SavedDraft()
