"""Known facts (clock, chit, order, unit, previous calculation) are filled in and marked, and not asked again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.model.event import Chit
from companion.model.recorded import OrderSlip, Prompt
from companion.play import chits, dispatch, turn
from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import command_names
from companion.workspace.place import (
    Place,
    chit_place,
    list_place,
    order_place,
    phase_place,
    prompt_place,
)

FLUKE = "lob:fluke-stoppage"


def opened(context: AppContext, procedure: str, place: Place | None = None, **carry: Any) -> Calculation:
    """Return a new calculation, as when its calculator is opened."""
    calculation = Calculation(context, procedure, carry, place)
    calculation.update()
    return calculation


def accepted_attack(context: AppContext, formations: tuple[str, ...] = ("Hood",)) -> None:
    """Add an attack order to Longstreet, in force from turn 1."""
    side = context.module.sequence.sides[0] if context.module.sequence else ""
    slip = OrderSlip(side, "Lee", "Longstreet", "attack", "take the hill", 1, 1, formations=formations)
    dispatch.send(context.session, slip)
    dispatch.change_state(context.session, 1, "accepted")


def test_an_unused_clock_answers_nothing(context: AppContext) -> None:
    """Players who do not track turns in the app get no turn 1, which would end the check."""
    assert opened(context, FLUKE).sheet.values == {}


def test_the_clock_answers_until_the_player_changes_the_turn(context: AppContext) -> None:
    """The turn is filled in and follows the clock, until the player changes or removes it."""
    turn.jump(context.session, 9, None)
    calculation = opened(context, FLUKE)
    assert calculation.sheet.values == {"turn": 9}
    assert calculation.sheet.origins == {"turn": "the clock"}
    assert not calculation.begun
    turn.jump(context.session, 10, None)
    calculation.update()
    assert calculation.sheet.values == {"turn": 10}
    calculation.sheet.answer(("turn",), 12)
    calculation.update()
    assert (calculation.sheet.values["turn"], calculation.sheet.origins) == (12, {})
    calculation.sheet.answer(("turn",), None)
    calculation.update()
    assert "turn" not in calculation.sheet.values


def test_the_clock_changes_nothing_after_dice(context: AppContext) -> None:
    """The turn in which the dice were rolled counts."""
    turn.jump(context.session, 9, None)
    calculation = opened(context, FLUKE)
    calculation.sheet.answer(("command_value",), 2)
    calculation.update()
    calculation.enter_roll("2")
    turn.jump(context.session, 12, None)
    calculation.update()
    assert calculation.sheet.values["turn"] == 9


def test_a_fluke_stoppage_is_about_its_division(context: AppContext) -> None:
    """The prompt for Hood's division names Hood, and fills in the turn and Hood's command value."""
    accepted_attack(context)
    keep_unit(context.session, "Hood", {"command_value": 3})
    turn.jump(context.session, 9, 1)
    (prompt,) = (due for due in context.session.game_state.due() if due.procedure == "fluke-stoppage")
    calculation = opened(context, FLUKE, prompt_place(context, prompt))
    assert calculation.sheet.values == {"turn": 9, "command_value": 3}
    assert calculation.sheet.origins == {"turn": "the clock", "command_value": "Hood"}
    assert calculation.place.words == "Hood, order 1"


@pytest.fixture
def cup(context: AppContext) -> AppContext:
    """Return a context with Pub Battles and two chits in the cup."""
    context.switch("pub")
    chits.fill(context.session, [Chit("Longstreet", "First side", 4), Chit("Hill", "First side", 2)])
    return context


def test_a_chit_answers_for_its_own_hq_only(cup: AppContext) -> None:
    """Longstreet's rating is filled in for Longstreet, Hill's for Hill."""
    for hq, rating in (("Longstreet", 4), ("Hill", 2)):
        calculation = opened(cup, "pub:alter-turn-order", chit_place(hq))
        assert calculation.sheet.values == {"rating": rating}
        assert calculation.sheet.origins == {"rating": f"{hq}'s chit"}
    assert opened(cup, "pub:alter-turn-order").sheet.values == {}


def test_a_chit_answers_nothing_once_the_edited_game_has_no_cup(cup: AppContext) -> None:
    """A calculator that was opened for the chit stays in use."""
    module, library = cup.module, cup.library
    assert module.sequence is not None
    edited = replace(module, sequence=replace(module.sequence, cup=None))
    modules = tuple(edited if each is module else each for each in library.modules)
    cup.library = cup.session.library = replace(library, modules=modules)
    assert opened(cup, "pub:alter-turn-order", chit_place("Longstreet")).sheet.values == {}


def test_a_rating_outside_the_domain_is_left_out(cup: AppContext) -> None:
    """A rating outside the domain is left out, so that its question stays open."""
    chits.fill(cup.session, [Chit("Longstreet", "First side", 9)])
    assert opened(cup, "pub:alter-turn-order", chit_place("Longstreet")).sheet.values == {}


def test_the_brigade_that_acts_answers_its_command_roll(context: AppContext) -> None:
    """When players choose who acts, calculators are filled in for that Command, from the list as well."""
    context.switch("bp")
    chits.fill(context.session, [Chit("Picton", "First player", 8), Chit("Kempt", "Second player", 7)])
    assert opened(context, "bp:command-roll").sheet.values == {}
    chits.draw(context.session, "Picton")
    calculation = opened(context, "bp:command-roll")
    assert calculation.sheet.values == {"staff_rating": 8}
    assert calculation.sheet.origins == {"staff_rating": "Picton"}
    turn.jump(context.session, 1, 4)
    assert opened(context, "bp:command-roll").sheet.values == {}, "it is the other side's phase"


def test_an_order_answers_with_the_ratings_of_its_commands(context: AppContext) -> None:
    """Sender and recipient may be given by the name of the Command, of its leader, or without its side."""
    context.switch("aor")
    slip = OrderSlip("Union", "Hancock", "I Corps", "attack", "to the ridge", 1, 1)
    order = dispatch.send(context.session, slip)
    calculation = opened(context, "aor:order-compliance", order_place(context, order.number))
    assert {"sender": 4, "recipient": 4}.items() <= calculation.sheet.values.items()
    assert calculation.sheet.origins["sender"] == "order 1"


def test_carried_answers_name_their_calculator(context: AppContext) -> None:
    """A follow-up marks carried answers, and keeps its place."""
    place = order_place(context, 1)
    before = opened(context, "lob:attack-recovery", place)
    after = opened(context, "lob:command-roll", before.place.after(before), command_value=2)
    assert after.sheet.values == {"command_value": 2}
    assert after.sheet.origins == {"command_value": "Attack recovery"}
    assert not after.begun
    assert after.place.order == 1


# place


def test_a_draft_belongs_to_its_place(context: AppContext) -> None:
    """The unfinished delivery of one order is not continued by another, or from the list."""
    first, second = (opened(context, "lob:order-delivery", order_place(context, each)) for each in (1, 2))
    first.sheet.answer(("sender",), "corps")
    first.update()
    second.sheet.answer(("sender",), "army")
    second.update()
    for number, sender in ((1, "corps"), (2, "army")):
        again = opened(context, "lob:order-delivery", order_place(context, number))
        assert again.sheet.values == {}
        assert again.earlier_text().startswith(f"Unfinished (order {number}): 1 answer from ")
        assert again.continue_earlier()
        assert again.sheet.values == {"sender": sender}
    for place in (None, order_place(context, 3)):
        assert opened(context, "lob:order-delivery", place).earlier_text() == ""


def test_an_offered_draft_survives_until_dice_or_a_result(context: AppContext) -> None:
    """The draft survives opening a calculator and removing an answer; a finished calculation replaces it."""
    begun = opened(context, "lob:closing-roll")
    begun.sheet.answer(("rating",), "C")
    begun.update()
    fresh = opened(context, "lob:closing-roll")
    fresh.sheet.answer(("rating",), "A")
    fresh.update()
    fresh.sheet.answer(("rating",), None)
    fresh.update()
    other = opened(context, "lob:closing-roll")
    assert "1 answer" in other.earlier_text()
    for name, value in (("rating", "B"), ("leader_morale", 1)):
        other.sheet.answer((name,), value)
    other.update()
    other.enter_roll("4")
    assert other.earlier_text() == ""
    assert not other.continue_earlier()
    other.commit()
    assert opened(context, "lob:closing-roll").earlier_text() == ""


def test_known_answers_are_not_counted_as_unfinished(context: AppContext) -> None:
    """The offer counts only the player's answers; known answers follow the current clock."""
    turn.jump(context.session, 9, None)
    begun = opened(context, FLUKE)
    begun.sheet.answer(("command_value",), 2)
    begun.update()
    turn.jump(context.session, 10, None)
    again = opened(context, FLUKE)
    assert "1 answer from" in again.earlier_text()
    assert again.continue_earlier()
    again.update()
    assert again.sheet.values == {"turn": 10, "command_value": 2}


def test_nobody_is_no_command(context: AppContext) -> None:
    """Commands without a leader do not answer for an order without a sender."""
    context.switch("pub")
    chits.fill(context.session, [Chit("Hood", "First side", 4)])
    assert command_names(context.session, "hood")["rating"] == 4
    assert command_names(context.session, " ") == {}


def test_a_prompt_that_is_not_about_an_order_takes_its_result(context: AppContext) -> None:
    """Its draft is the same in every turn in which it is due."""
    first = prompt_place(context, Prompt("reminder-weather@3", "Weather", 3, about="Hood"))
    again = prompt_place(context, Prompt("reminder-weather@4", "Weather", 4, about="Hood"))
    assert first == again == Place("prompt reminder-weather", "", "Hood", waits=True)


def test_the_command_whose_phases_these_are_answers(context: AppContext) -> None:
    """If each Command has several phases, lists open calculators for it until its last phase ends."""
    context.switch("bar")
    assert list_place(context).chit == ""
    chits.fill(context.session, [Chit("Wayne", "Side A"), Chit("Howe", "Side B")])
    chits.draw(context.session, "Wayne")
    assert (list_place(context).about, list_place(context).chit) == ("Wayne", "Wayne")
    assert phase_place(context).id == f"phase 1 {context.position.moment} Wayne"
