"""The drafts of a session: which one a calculator continues, by what was handed over and where it was opened."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from companion.workspace.context import AppContext
from companion.workspace.draft import SavedDraft, decode_draft
from companion.workspace.place import LIST, Place

CLOSING = "lob:closing-roll"
CARRY = {"rating": "C"}
ORDER = Place("order 3", "order 3", "Hood", order=3)
PHASE = Place("phase 1 0")
LATER_PHASE = Place("phase 2 4 Hood")


@pytest.fixture(autouse=True)
def at_five_past_nine(context: AppContext) -> None:
    """Let the clock of the session stand still."""
    context.session.now = lambda: datetime(2026, 1, 2, 9, 5, 30)


@pytest.mark.parametrize(
    ("draft", "key"),
    [
        (SavedDraft({"rating": "A"}), f"draft {CLOSING}"),
        (SavedDraft({"rating": "A"}, carry=CARRY), f"draft {CLOSING} carried"),
        (SavedDraft({"rating": "A"}, place=ORDER), f"draft {CLOSING} order 3"),
        (SavedDraft({"rating": "A"}, carry=CARRY, place=ORDER), f"draft {CLOSING} carried order 3"),
        (SavedDraft({"rating": "A"}, place=LATER_PHASE), f"draft {CLOSING} phase"),
    ],
)
def test_a_draft_is_saved_under_its_calculator_and_place(
    context: AppContext, draft: SavedDraft, key: str
) -> None:
    """With the time of day; an empty draft deletes it."""
    context.keep_draft(CLOSING, draft)
    saved = decode_draft(context.session.store.value(key))
    assert (saved.answers, saved.carry, saved.place, saved.at) == (
        draft.answers,
        draft.carry,
        draft.place,
        "09:05",
    )
    context.keep_draft(CLOSING, SavedDraft(carry=draft.carry, place=draft.place))
    assert context.session.store.value(key) == ""


def test_a_saved_draft_is_not_changed_itself(context: AppContext) -> None:
    """Only what is on disk has the time."""
    draft = SavedDraft({"rating": "A"})
    context.keep_draft(CLOSING, draft)
    assert draft.at == ""


ANSWERS = {"leader_morale": 2}


@pytest.mark.parametrize(
    ("saved", "carry", "place", "continued"),
    [
        (SavedDraft(ANSWERS), {}, LIST, True),
        (SavedDraft(ANSWERS), CARRY, LIST, False),
        (SavedDraft(ANSWERS), {}, ORDER, False),
        (SavedDraft(ANSWERS, carry=CARRY), CARRY, LIST, True),
        (SavedDraft(ANSWERS, carry=CARRY), {"rating": "D"}, LIST, False),
        (SavedDraft(ANSWERS, carry=CARRY), {}, LIST, True),
        (SavedDraft(ANSWERS, carry=CARRY), {}, ORDER, False),
        (SavedDraft(ANSWERS, carry=CARRY, place=ORDER), CARRY, ORDER, True),
        (SavedDraft(ANSWERS, carry=CARRY, place=ORDER), {}, ORDER, False),
        (SavedDraft(ANSWERS, carry=CARRY, place=ORDER), CARRY, LIST, False),
        (SavedDraft(ANSWERS, place=ORDER), {}, ORDER, True),
        (SavedDraft(ANSWERS, place=ORDER), {}, LIST, False),
        (SavedDraft(ANSWERS, place=PHASE), {}, PHASE, True),
        (SavedDraft(ANSWERS, place=PHASE), {}, LATER_PHASE, False),
        (SavedDraft(ANSWERS, place=PHASE), {}, LIST, True),
        (SavedDraft(ANSWERS, carry=CARRY, place=PHASE), CARRY, LATER_PHASE, False),
    ],
)
def test_which_draft_is_continued(
    context: AppContext, saved: SavedDraft, carry: dict[str, Any], place: Place, continued: bool
) -> None:
    """A draft is continued at its place with the answers handed over to it; the list also takes phases'."""
    context.keep_draft(CLOSING, saved)
    found = context.draft(CLOSING, carry, place)
    assert found.answers == (ANSWERS if continued else {})
    assert found.place == (saved.place if continued else LIST)


def test_a_draft_of_another_calculator_is_not_continued(context: AppContext) -> None:
    """A draft is continued only in its own calculator."""
    context.keep_draft("lob:charge", SavedDraft(ANSWERS))
    assert context.draft(CLOSING, {}) == SavedDraft()


def test_the_list_continues_its_own_draft_first(context: AppContext) -> None:
    """The list continues its own draft first, then one with answers handed over, then a phase's draft."""
    drafts = [
        SavedDraft(ANSWERS),
        SavedDraft({"rating": "C", "leader_morale": 1}, carry=CARRY),
        SavedDraft({"rating": "E"}, place=PHASE),
    ]
    for draft in drafts:
        context.keep_draft(CLOSING, draft)
    for draft in drafts:
        assert context.draft(CLOSING, {}).answers == draft.answers
        context.keep_draft(CLOSING, SavedDraft(carry=draft.carry, place=draft.place))
    assert context.draft(CLOSING, {}) == SavedDraft()
