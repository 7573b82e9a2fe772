"""When a result is logged, when its line is corrected, and what is reported if that fails."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.play.store.session_file import SessionFile
from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.draft import SavedDraft
from tests.workspace.opened import opened
from tests.workspace.test_draft_saved import CLOSING, READY, SIX, closed, lines


def refuse_to_write(context: AppContext, refuse: bool) -> None:
    """Let the disk be full, or no longer."""
    assert isinstance(context.session.store, SessionFile)
    context.session.store._file.execute(f"PRAGMA query_only={int(refuse)}")


def test_a_result_without_dice_is_logged_by_commit_only(context: AppContext) -> None:
    """A result without dice is logged only by a commit, because the player may still change an answer."""
    slope = opened(context, "lob:slope", {}, diff=2)
    assert slope.commit() is None and lines(context) == []
    slope.sheet.answer(("range",), 3)
    slope.update()
    assert slope.done and lines(context) == []
    line = slope.commit()
    assert line is not None and [line.event] == lines(context)
    assert (slope.logged_line, context.draft("lob:slope", {})) == (line.id, SavedDraft())
    assert slope.commit() is None and len(lines(context)) == 1


def test_commit_ends_the_draft_of_a_logged_result(context: AppContext) -> None:
    """The result is in the log already, so there is no new line."""
    opened(context, CLOSING, {}, rating="F")
    calculation = closed(context)
    assert calculation.draft.offered is not None
    assert calculation.commit() is None
    assert calculation.draft.offered is None
    assert (len(lines(context)), context.draft(CLOSING, {})) == (1, SavedDraft())


@pytest.mark.parametrize("changed", ["answer", "name", "unit"])
def test_commit_corrects_the_line_of_a_changed_result(context: AppContext, changed: str) -> None:
    """A commit corrects the line of a changed result, once; another commit changes nothing."""
    keep_unit(context.session, "5th Texas", {})
    calculation = closed(context)
    first = calculation.logged_line
    match changed:
        case "answer":
            calculation.sheet.answer(("shaken",), True)
        case "name":
            calculation.sheet.names = {"enemy": "4th Maine"}
        case "unit":
            calculation.sheet.units = {"stack": "5th Texas"}
    calculation.update()
    assert len(lines(context)) == 1
    line = calculation.commit()
    assert line is not None and lines(context)[1] == line.event
    assert [event.amends for event in lines(context)] == [0, first]
    assert calculation.logged_line == line.id
    assert calculation.commit() is None


def test_other_dice_correct_the_line_at_once(context: AppContext) -> None:
    """Typed dice that are taken back and typed again."""
    calculation = closed(context)
    first = calculation.logged_line
    calculation.take_back_roll()
    assert len(lines(context)) == 1
    calculation.enter_roll("5")
    assert [event.amends for event in lines(context)] == [0, first]
    assert calculation.logged_line not in (0, first)
    assert context.draft(CLOSING, {}).line == calculation.logged_line


def test_the_same_dice_leave_the_line_alone(context: AppContext) -> None:
    """Only an answer has changed, which waits for the commit."""
    calculation = closed(context)
    calculation.take_back_roll()
    calculation.enter_roll("4")
    assert len(lines(context)) == 1


def test_an_undone_result_is_logged_again_without_correcting(context: AppContext) -> None:
    """The undone line does not count, so there is nothing to correct."""
    calculation = closed(context)
    context.session.undo()
    assert calculation.logged_line == 0
    calculation.update()
    assert [event.amends for event in lines(context)] == [0, 0]
    context.session.undo()
    line = calculation.commit()
    assert line is not None and [event.amends for event in lines(context)] == [0, 0, 0]


def test_an_undone_result_without_dice_is_not_logged_again(context: AppContext) -> None:
    """The player has undone it; only another answer logs it again, without correcting anything."""
    slope = opened(context, "lob:slope", {}, diff=2, range=3)
    slope.commit()
    context.session.undo()
    assert slope.commit() is None and len(lines(context)) == 1
    slope.sheet.answer(("range",), 4)
    slope.update()
    assert slope.commit() is not None
    assert [event.amends for event in lines(context)] == [0, 0]


def test_only_the_last_result_of_a_calculator_can_belong_to_a_draft_without_a_line(
    context: AppContext,
) -> None:
    """An equal result before it is another one."""
    closed(context, "4").commit()
    closed(context, "5").commit()
    context.keep_draft(CLOSING, SavedDraft(dict(READY), ["4"]))
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    again.update()
    assert [event.rolls[0].value for event in lines(context)] == [4, 5, 4]


@pytest.mark.parametrize(("rating", "logged"), [("C", 1), ("D", 2)])
def test_the_last_result_must_have_the_same_answers(context: AppContext, rating: str, logged: int) -> None:
    """A draft belongs to the last result only if the answers are the same."""
    line = closed(context).logged_line
    context.keep_draft(CLOSING, SavedDraft({**READY, "rating": rating}, [replace(SIX, value=4, event=0)]))
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    again.update()
    assert len(lines(context)) == logged
    assert (again.logged_line == line) is (logged == 1)


def test_a_line_is_looked_for_once(context: AppContext) -> None:
    """Even if its answers change to those of the last result, a continued draft is logged separately."""
    closed(context).commit()
    context.keep_draft(CLOSING, SavedDraft({"rating": "C", "leader_morale": 1}, ["4"]))
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    again.sheet.answer(("leader_morale",), None)
    again.update()
    assert len(lines(context)) == 1
    again.sheet.answer(("leader_morale",), 2)
    again.update()
    assert len(lines(context)) == 2


def test_the_same_dice_in_a_new_calculation_are_another_result(context: AppContext) -> None:
    """Only a continued draft can be the last result."""
    closed(context).commit()
    closed(context)
    assert len(lines(context)) == 2
    handed_over = Calculation(context, CLOSING, READY)
    handed_over.enter_roll("4")
    assert len(lines(context)) == 3


def test_a_result_that_cannot_be_logged(context: AppContext) -> None:
    """A result that cannot be logged is reported before other faults, and logged later from its draft."""
    calculation = opened(context, CLOSING, {}, **READY)
    refuse_to_write(context, True)
    calculation.enter_roll("4")
    draft = calculation.draft
    assert draft.log_error.startswith("the change could not be saved")
    assert draft.save_error != "" and draft.error == draft.log_error
    assert calculation.status() == f"NOT IN THE LOG: {draft.log_error}"
    assert calculation.commit() is None
    refuse_to_write(context, False)
    draft.log_error = "full"
    draft.save_error = ""
    assert draft.error == "full"
    assert calculation.commit() is not None
    assert (draft.error, draft.log_error, len(lines(context))) == ("", "", 1)


def test_a_commit_that_fails_keeps_the_draft(context: AppContext) -> None:
    """The earlier calculation stays on offer, too."""
    opened(context, "lob:slope", {}, diff=1)
    slope = opened(context, "lob:slope", {}, diff=2, range=3)
    refuse_to_write(context, True)
    assert slope.commit() is None
    refuse_to_write(context, False)
    assert slope.draft.offered is not None
    assert context.draft("lob:slope", {}).answers == {"diff": 2, "range": 3}
