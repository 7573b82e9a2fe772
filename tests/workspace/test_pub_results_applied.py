"""Results of combat, bombardment and retreat in Pub Battles change the pieces that took part."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.names import names_of_step
from companion.workspace.next_round import next_round
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.opened import opened

GUARD, LINE, GUNS = "Old Guard", "Blue Line", "Grand Battery"
BOTH = {"attacking": GUARD, "defending": LINE}


@pytest.fixture
def pub(context: AppContext) -> AppContext:
    """Return a context with three Fresh pieces."""
    context.switch("pub")
    for name, kind in ((GUARD, "infantry"), (LINE, "infantry"), (GUNS, "artillery")):
        keep_unit(context.session, name, {"type": kind, "state": "fresh", "quality": "regular"})
    return context


def rolled(calculation: Calculation, *dice: list[int]) -> Calculation:
    """Return the finished calculation."""
    for faces in dice:
        calculation.enter_roll(faces)
    assert calculation.done, calculation.resolution
    return calculation


def followed(before: Calculation, place: int) -> Calculation:
    """Return a follow-up of a finished calculation, by its place among them, opened as the screen does."""
    before.commit()
    step = before.next_steps()[place]
    after = before.place.after(before, names_of_step(step, before.names), step.earlier)
    calculation = Calculation(before.context, step.procedure, dict(step.carry), after)
    calculation.update()
    return calculation


def follow(before: Calculation, procedure: str) -> Calculation:
    """Return the first follow-up with this calculator."""
    return followed(before, [step.procedure for step in before.next_steps()].index(procedure))


def states(context: AppContext) -> dict[str, Any]:
    """Return the states of the pieces that are kept."""
    return {name: unit.facts["state"] for name, unit in context.session.game_state.units.items()}


def test_a_round_flips_both_pieces_and_undo_flips_them_back(pub: AppContext) -> None:
    """The change is shown first; the next round and the next combat start from it."""
    round_one = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [4, 1, 1], [4, 1, 1])
    assert round_one.changes_text() == f"{GUARD}: Fresh -> Spent; {LINE}: Fresh -> Spent"
    apply(round_one, due_changes(round_one))
    assert states(pub) == {GUARD: "spent", LINE: "spent", GUNS: "fresh"}
    round_two = follow(round_one, "pub:combat-round")
    assert round_two.sheet.units == BOTH
    assert round_two.sheet.values["defender"]["state"] == "spent"
    later = opened(pub, "pub:combat-round", {}, mode="melee")
    offers = [each for each in autofill.offers(later) if (each.source, each.part) == (LINE, "defending")]
    assert offers[0].answers["defender.state"] == "spent"
    pub.session.undo()
    assert states(pub) == {GUARD: "fresh", LINE: "fresh", GUNS: "fresh"}


@pytest.mark.parametrize(
    ("calculator", "answers", "dice", "is_next"),
    [
        ("combat-round", {}, [[4, 1, 1], [4, 1, 1]], True),
        ("combat-round", {"round": 999}, [[4, 1, 1], [4, 1, 1]], True),
        ("combat-round", {"round": 1000}, [[4, 1, 1], [4, 1, 1]], False),
        ("combat-round", {}, [[4, 1, 1]], False),
        ("combat-round", {}, [[4, 5, 6], [4, 1, 1]], False),
        ("combat", {}, [[4, 5, 6], [4, 1, 1]], False),
    ],
    ids=["stays", "last-but-one", "last", "unfinished", "asks-more", "other"],
)
def test_the_next_round_needs_only_dice(
    pub: AppContext, calculator: str, answers: dict[str, Any], dice: list[list[int]], is_next: bool
) -> None:
    """No step is the next round if it asks a question, is one round too many, or has another calculator."""
    calculation = opened(pub, f"pub:{calculator}", BOTH, mode="melee", **answers)
    for faces in dice:
        calculation.enter_roll(faces)
    step = next_round(calculation)
    assert (step is not None) is is_next
    if step is not None:
        assert step.procedure == "pub:combat-round"
        assert step.carry["round"] == answers.get("round", 1) + 1


def test_the_last_round_removes_a_destroyed_piece(pub: AppContext) -> None:
    """The other piece is changed in the same step, and one undo brings both back."""
    last = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [4, 5, 6], [4, 1, 1])
    assert last.changes_text() == f"{GUARD}: Fresh -> Spent; {LINE}: removed"
    apply(last, due_changes(last))
    assert states(pub) == {GUARD: "spent", GUNS: "fresh"}
    assert last.changes_text() == ""
    pub.session.undo()
    assert states(pub) == {GUARD: "fresh", LINE: "fresh", GUNS: "fresh"}


def test_a_whole_combat_changes_both_sides(pub: AppContext) -> None:
    """A piece that is destroyed leaves, whichever side it is of."""
    combat = opened(pub, "pub:combat", BOTH, mode="melee")
    rolled(combat, [4, 1, 1], [4, 5, 6])
    assert combat.changes_text() == f"{GUARD}: removed; {LINE}: Fresh -> Spent"


def test_a_piece_that_has_retreated_already_stays_spent(pub: AppContext) -> None:
    """A piece that has already retreated in a combat stays spent, because no state records the retreat."""
    keep_unit(pub.session, LINE, {"state": "spent"})
    answers = {"mode": "melee", "round": 2}
    last = opened(pub, "pub:combat-round", BOTH, **answers)
    last.sheet.answer(("defender", "state"), "retreated")
    last.update()
    rolled(last, [1, 1, 1], [1, 1, 1])
    assert last.changes_text() == ""


@pytest.mark.parametrize("faces", [[4, 1, 1], [4, 4, 1], [6, 6, 6]])
def test_a_bombardment_flips_its_target(pub: AppContext, faces: list[int]) -> None:
    """However many hits there are; the retreat that follows is of the same piece and flips nothing again."""
    shot = rolled(opened(pub, "pub:bombardment", {"artillery": GUNS, "target": LINE}), faces)
    assert shot.changes_text() == f"{LINE}: Fresh -> Spent"
    apply(shot, due_changes(shot))
    if faces[1] > 1:
        retreat = follow(shot, "pub:retreat-check")
        assert (retreat.sheet.units, retreat.changes_text()) == ({"piece": LINE}, "")


def test_a_piece_that_cannot_retreat_is_removed(pub: AppContext) -> None:
    """The piece is the one that the combat made retreat."""
    combat = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [4, 4, 1], [1, 1, 1])
    apply(combat, due_changes(combat))
    retreat = follow(combat, "pub:retreat-check")
    retreat.sheet.answer(("blocked",), True)
    retreat.update()
    assert retreat.changes_text() == f"{LINE}: removed"


def test_pieces_named_by_hand_take_part(pub: AppContext) -> None:
    """They answer for their parts, in any case of letters, before the dice and after them."""
    early = opened(pub, "pub:combat-round", {}, mode="melee")
    early.name({"attacking": GUARD.upper(), "defending": "somebody else"})
    assert (early.sheet.units, early.sheet.values["attacker"]["type"]) == ({"attacking": GUARD}, "infantry")
    assert early.names == {"attacking": GUARD, "defending": "somebody else"}
    late = opened(pub, "pub:combat-round", {}, mode="melee")
    for part in ("attacker", "defender"):
        late.sheet.answer((part, "type"), "infantry")
    late.update()
    rolled(late, [4, 1, 1], [4, 1, 1])
    late.name(BOTH)
    assert late.changes_text() == f"{GUARD}: Fresh -> Spent; {LINE}: Fresh -> Spent"


def test_a_corrected_result_brings_a_piece_back(pub: AppContext) -> None:
    """A piece that the corrected result no longer destroys has its facts again, as that result leaves them."""
    last = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [4, 5, 6], [1, 1, 1])
    apply(last, due_changes(last))
    last.commit()
    amendment = Amendment(pub, last.logged_line)
    amendment.sheet.answer(("defender", "cover"), True)
    amendment.update()
    assert amendment.units_text() == f"{LINE}: restored"
    amendment.keep(with_units=True)
    assert states(pub) == {GUARD: "fresh", GUNS: "fresh", LINE: "spent"}
    assert pub.session.game_state.units[LINE].facts["type"] == "infantry"
