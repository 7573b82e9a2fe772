"""Drafts after an interruption, and offers of chits."""

from __future__ import annotations

import msgspec
import pytest

from companion.model.event import Calculated, Chit
from companion.play.chits import fill
from companion.play.store.session_file import SessionFile
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.draft import SavedDraft, decode_draft, encode_draft

CLOSING = "lob:closing-roll"
ANSWERS = {"rating": "C", "leader_morale": 2}


def closing(context: AppContext, roll: str) -> Calculation:
    """Return a finished closing roll without committing it."""
    calculation = Calculation(context, CLOSING, {})
    for name, value in ANSWERS.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    calculation.enter_roll(roll)
    return calculation


def logged(context: AppContext) -> list[Calculated]:
    """Return the calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


def interrupt(context: AppContext) -> SavedDraft:
    """Save the draft as it was before it referred to its line of the log."""
    draft = msgspec.structs.replace(context.draft(CLOSING, {}), line=0)
    context.keep_draft(CLOSING, draft)
    return draft


def test_a_result_that_was_logged_before_an_interruption_is_not_logged_twice(context: AppContext) -> None:
    """Its line is found even below lines of other calculators."""
    line = closing(context, "4").draft.line
    draft = interrupt(context)
    other = Calculation(context, "lob:slope", {})
    other.sheet.answer(("diff",), 2)
    other.sheet.answer(("range",), 3)
    other.update()
    other.commit()
    before = len(logged(context))
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    again.update()
    assert again.draft.line == line and again.draft.is_logged
    assert len(logged(context)) == before
    assert context.draft(CLOSING, {}) == msgspec.structs.replace(draft, line=line)


def test_another_result_in_the_log_does_not_belong_to_the_draft(context: AppContext) -> None:
    """The dice differ, so the draft gets a new line."""
    first = closing(context, "4").draft
    first.clear()
    context.keep_draft(CLOSING, SavedDraft(dict(ANSWERS), [[5]]))
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    again.update()
    assert again.draft.line > first.line
    assert len(logged(context)) == 2


@pytest.mark.parametrize("text", ["", "[]", "3", "{", '{"answers": 3}', "[" * 100_000])
def test_a_damaged_draft_is_empty(text: str) -> None:
    """An unreadable draft counts as not begun."""
    assert decode_draft(text) == SavedDraft() and not decode_draft(text).begun


def test_a_draft_with_answers_or_dice_has_begun() -> None:
    """Carried answers alone do not count."""
    assert SavedDraft({"rating": "C"}).begun and SavedDraft(rolls=[[4]]).begun
    assert not SavedDraft(carry={"rating": "C"}).begun
    draft = SavedDraft({"rating": "C"}, [[4]], {"rating": "typed"}, 3, {"x": 1})
    assert decode_draft(encode_draft(draft)) == draft


def test_chits_offer_their_rating_to_the_calculator_of_the_cup(context: AppContext) -> None:
    """Only chits with a rating are offered, and only in that calculator."""
    context.session.open_game("pub")
    fill(
        context.session,
        (Chit("Ney", "First side", 4), Chit("Picton", "Second side"), Chit("Uxbridge", "Second side", 2)),
    )
    calculation = Calculation(context, "pub:alter-turn-order", {})
    calculation.update()
    offered = [(offer.source, offer.answers) for offer in autofill.offers(calculation)]
    assert offered == [("the chit of Ney", {"rating": 4}), ("the chit of Uxbridge", {"rating": 2})]
    autofill.accept(calculation, autofill.offers(calculation)[1])
    assert calculation.sheet.values == {"rating": 2}
    assert [offer.source for offer in autofill.offers(calculation)] == []
    other = next(
        each.id for each in context.library.module("pub").procedures if each.id != "pub:alter-turn-order"
    )
    assert autofill.offers(Calculation(context, other, {})) == []
    context.session.open_game("lob")
    assert autofill.offers(calculation) == []


def test_the_words_of_a_draft_count_what_the_player_entered() -> None:
    """Answers of the session do not count, in lists of units neither; dice do."""
    answers = {"range": 2, "firers": [{"sps": 3, "wrecked": True}, {"sps": 4}], "crossed": ["creek", "wall"]}
    filled = SavedDraft(answers, standing=["firers.1.sps", "firers.2.sps"])
    assert filled.words == "3 answers"
    assert msgspec.structs.replace(filled, rolls=[4], at="14:05").words == "3 answers and 1 roll from 14:05"
    assert SavedDraft({"range": 2}, [4, 5], standing=["range"]).words == "2 rolls"


def test_a_draft_that_cannot_be_saved_is_reported(context: AppContext) -> None:
    """The note stays until saving works again; an offered calculation is not lost meanwhile."""
    earlier = Calculation(context, CLOSING, {})
    earlier.sheet.answer(("rating",), "C")
    earlier.update()
    calculation = Calculation(context, CLOSING, {})
    calculation.update()
    assert isinstance(context.session.store, SessionFile)
    context.session.store._file.execute("PRAGMA query_only=1")
    calculation.sheet.answer(("leader_morale",), 2)
    calculation.update()
    assert calculation.status().startswith("NOT SAVED: the change could not be saved")
    assert calculation.notes_text().startswith("NOT SAVED")
    context.session.store._file.execute("PRAGMA query_only=0")
    calculation.update()
    assert calculation.status() == ""
    context.session.store._file.execute("PRAGMA query_only=1")
    calculation.sheet.answer(("leader_morale",), None)
    calculation.update()
    assert calculation.status().startswith("NOT SAVED")
    context.session.store._file.execute("PRAGMA query_only=0")
    calculation.update()
    assert calculation.status() == ""
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier()
    assert again.sheet.values == {"rating": "C"}


def test_an_earlier_calculation_is_not_offered_in_another_session(context: AppContext) -> None:
    """An earlier calculation is offered in its own session only, even if its answers are taken back later."""
    earlier = Calculation(context, CLOSING, {})
    earlier.sheet.answer(("rating",), "C")
    earlier.update()
    calculation = Calculation(context, CLOSING, {})
    assert calculation.draft.offered is not None
    context.change_session("Another")
    calculation.draft.clear()
    assert context.draft(CLOSING, {}).answers == {}


def test_a_calculation_begins_again_in_another_session(context: AppContext) -> None:
    """Its answers stay in the session in which they were given."""
    calculation = closing(context, "4")
    context.change_session("Another")
    calculation.reopen()
    calculation.update()
    assert (calculation.sheet.values, calculation.rolls) == ({}, [])
    calculation.sheet.answer(("rating",), "B")
    calculation.update()
    assert logged(context) == []
    assert context.draft(CLOSING, {}).answers == {"rating": "B"}
