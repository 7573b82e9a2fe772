"""The units offered for the parts of a calculator: which, in which order, for which questions, and in which words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.model import Choice, Cup, Input, Phase, Procedure, Sequence, UnitPart
from companion.model.event import Chit, CupFilled, UnitDropped, UnitKept
from companion.model.scenario import UnitBar, UnitFact, Units
from companion.model.step import Roll
from companion.play.turn import move_to
from companion.workspace.autofill import (
    Offer,
    accept,
    has_open_part,
    offer_words,
    offers,
    offers_of_other_parts,
)
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import Place
from tests.workspace.own_game import context_of, updated

STRENGTH = Input("strength", "Strength", "number", least=1, most=9)
SHAKEN = Input("shaken", "Shaken", "yes-no")
MARKS = Input("marks", "Marks", "set", choices=(Choice("low", "Low on powder"),))
TARGET = Input("target", "Target", "group", fields=(Input("strength", "Enemy strength", "number", most=9),))
GUNS = Input("guns", "Gun", "rows", fields=(STRENGTH,))
FIRE = Procedure(
    *("xx:fire", "Fire", "1", "", (STRENGTH, SHAKEN, MARKS, TARGET, GUNS), (Roll("dice", "1d6", "Die"),), ()),
    game="xx",
)
FIRER = UnitPart(
    *("fire", "firer", "Firing unit", {"strength": "sps", "shaken": "shaken", "marks=low": "low"}),
    fits="arm != 'staff'",
    bars=(UnitBar("shaken and sps == 1", "The last shaken step may not fire", "4.1"),),
)
PARTS = (
    FIRER,
    UnitPart("fire", "target", "Target", {"target.strength": "sps"}),
    UnitPart("fire", "guns", "Gun", {"strength": "sps"}, rows="guns"),
)
SEQUENCE = Sequence(
    ("Red", "Blue"),
    (Phase("fire", "Fire", "each side"), Phase("moves", "Moves", "both")),
    cup=Cup("Chits", "moves"),
)
UNITS = (UnitKept("Greys", {"sps": 3}, "Red"), UnitKept("Blues", {"sps": 4}, "Blue"))


@pytest.fixture
def own(tmp_path: Path) -> AppContext:
    """Return a context with a fire, in Red's part of a turn, and a unit of each side."""
    context = context_of(tmp_path, FIRE, units=Units(parts=PARTS), sequence=SEQUENCE)
    context.session.add(*UNITS)
    return context


def pairs(found: list[Offer]) -> list[tuple[str, str]]:
    """Return part and unit of each offer."""
    return [(offer.part, offer.source) for offer in found]


def firers(calculation: Calculation) -> list[str]:
    """Return the units offered for the firing unit."""
    return [offer.source for offer in offers(calculation) if offer.part == "firer"]


def test_each_part_is_offered_each_unit_with_the_answers_it_gives(own: AppContext) -> None:
    """In the order of the parts; the side that acts fires first, the other side is the target first."""
    assert offers(updated(own, "xx:fire")) == [
        Offer("Greys", "Firing unit", {"strength": 3}, "firer", is_unit=True),
        Offer("Blues", "Firing unit", {"strength": 4}, "firer", is_unit=True),
        Offer("Blues", "Target", {"target.strength": 4}, "target", is_unit=True),
        Offer("Greys", "Target", {"target.strength": 3}, "target", is_unit=True),
    ]


def test_each_row_of_a_list_is_offered_each_unit(own: AppContext) -> None:
    """Each row of a list is offered each unit, with the row's number in the title of the part."""
    fire = updated(own, "xx:fire", guns=[{}, {}])
    rows = [(offer.part, offer.where, offer.answers) for offer in offers(fire) if offer.source == "Greys"][2:]
    assert rows == [
        ("guns.1", "Gun 1", {"guns.1.strength": 3}),
        ("guns.2", "Gun 2", {"guns.2.strength": 3}),
    ]


def test_before_the_first_update_units_answer_nothing(own: AppContext) -> None:
    """Before the first update, units give no answers, but may take part."""
    fire = Calculation(own, "xx:fire", {})
    assert [offer.answers for offer in offers(fire)] == [{}] * 4


def test_only_open_questions_are_offered_an_answer(own: AppContext) -> None:
    """A unit that answers nothing more may still take a declared part."""
    fire = updated(own, "xx:fire", strength=3)
    (greys,) = (offer for offer in offers(fire) if pairs([offer]) == [("firer", "Greys")])
    assert (greys.answers, greys.against) == ({}, "")


def test_without_declared_parts_a_unit_is_offered_only_if_it_answers_something(tmp_path: Path) -> None:
    """The parts then follow from the facts, and a unit without facts gives no answer."""
    facts = (UnitFact("sps", "fire.strength", fills=("strength",)),)
    context = context_of(tmp_path, FIRE, units=Units(facts=facts))
    context.session.add(*UNITS, UnitKept("Unknown", {}))
    fire = updated(context, "xx:fire")
    assert offers(fire) == [
        Offer("Greys", "", {"strength": 3}, "", is_unit=True),
        Offer("Blues", "", {"strength": 4}, "", is_unit=True),
    ]
    fire.sheet.answer(("strength",), 3)
    fire.update()
    assert offers(fire) == []


def test_a_unit_whose_answers_are_refused_is_not_offered(own: AppContext) -> None:
    """A unit whose answers are refused, such as a strength outside the domain, is not offered."""
    own.session.add(UnitKept("Grand army", {"sps": 99}, "Red"))
    assert "Grand army" not in firers(updated(own, "xx:fire"))


def test_a_unit_takes_part_once_and_a_part_takes_one_unit(own: AppContext) -> None:
    """Unless the player is at a question of that part: then it may be exchanged for another unit."""
    own.session.add(UnitKept("Greens", {"sps": 5}))
    fire = updated(own, "xx:fire")
    accept(fire, offers(fire)[0])
    fire.update()
    assert fire.sheet.units == {"firer": "Greys"}
    assert pairs(offers(fire)) == [("target", "Blues"), ("target", "Greens")]
    assert pairs(offers(fire, ("strength",)))[:2] == [("firer", "Blues"), ("firer", "Greens")]


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        (("strength",), "firer"),
        (("shaken",), "firer"),
        (("marks",), "firer"),
        (("target", "strength"), "target"),
        (("target",), "firer"),
        (("guns",), "firer"),
        (("guns", "2", "strength"), "guns.2"),
        ((), "firer"),
    ],
)
def test_the_part_of_the_marked_question_comes_first(
    own: AppContext, marked: tuple[str, ...], first: str
) -> None:
    """A question that no unit answers marks no part."""
    fire = updated(own, "xx:fire", guns=[{}, {}])
    assert offers(fire, marked)[0].part == first


def test_in_a_list_only_the_marked_row_is_offered_units(own: AppContext) -> None:
    """The other parts are offered theirs as well."""
    fire = updated(own, "xx:fire", guns=[{}, {}])
    parts = [part for part, _ in pairs(offers(fire, ("guns", "2")))]
    assert parts == ["guns.2", "guns.2", "firer", "firer", "target", "target"]
    everywhere = {part for part, _ in pairs(offers(fire, ("target", "1")))}
    assert everywhere == {"firer", "target", "guns.1", "guns.2"}


# ---- units that do not fit


@pytest.mark.parametrize(
    ("facts", "against"),
    [
        ({"sps": 3}, ""),
        ({"sps": 3, "arm": "staff"}, "not suitable as Firing unit"),
        ({"sps": 1, "shaken": True}, "The last shaken step may not fire"),
        ({"sps": 1, "shaken": True, "arm": "staff"}, "not suitable as Firing unit"),
    ],
)
def test_why_a_unit_does_not_fit(own: AppContext, facts: dict[str, Any], against: str) -> None:
    """A unit that does not fit is offered last, with the reason, even if its side acts."""
    own.session.add(UnitDropped("Greys"), UnitKept("Reds", facts, "Red"))
    fire = updated(own, "xx:fire")
    (reds,) = (offer for offer in offers(fire) if pairs([offer]) == [("firer", "Reds")])
    assert reds.against == against
    assert firers(fire) == (["Blues", "Reds"] if against else ["Reds", "Blues"])
    assert pairs(offers(fire))[-1] == (("firer", "Reds") if against else ("target", "Reds"))


def test_a_part_without_a_title_is_called_this(tmp_path: Path) -> None:
    """A part without a title is called `this`, because the whole calculator is the part."""
    whole = UnitPart("fire", "", "", {"strength": "sps"}, fits="sps > 3")
    context = context_of(tmp_path, FIRE, units=Units(parts=(whole,)))
    context.session.add(*UNITS)
    found = [(offer.source, offer.where, offer.against) for offer in offers(updated(context, "xx:fire"))]
    assert found == [("Blues", "", ""), ("Greys", "", "not suitable as this")]


@pytest.mark.parametrize(
    ("answers", "against"),
    [
        ({"strength": 3}, ""),
        ({"strength": "3"}, ""),
        ({"strength": 5}, "contradicts Strength 5"),
        ({"strength": "?"}, ""),
        ({"shaken": False}, "contradicts Shaken no"),
        ({"strength": 5, "shaken": False}, "contradicts Strength 5, Shaken no"),
        ({"marks": []}, ""),
    ],
)
def test_a_unit_that_contradicts_an_answer_of_the_player(
    own: AppContext, answers: dict[str, Any], against: str
) -> None:
    """An equal answer, one that is open, and one that the unit would only add to are no contradiction."""
    own.session.add(UnitDropped("Greys"), UnitKept("Reds", {"sps": 3, "shaken": True, "low": True}, "Red"))
    fire = updated(own, "xx:fire", **answers)
    (reds,) = (offer for offer in offers(fire) if pairs([offer]) == [("firer", "Reds")])
    assert reds.against == against


def test_a_filled_in_answer_contradicts_no_unit(own: AppContext) -> None:
    """An answer that was filled in contradicts no unit, because a unit may replace it."""
    fire = updated(own, "xx:fire")
    fire.sheet.fill("strength", 5, "the clock")
    fire.update()
    assert [offer.against for offer in offers(fire)] == [""] * 4


# ---- sides


def test_in_the_turn_of_the_other_side_its_units_come_first(own: AppContext) -> None:
    """The first part is for a unit of the side that acts, the others for its enemies."""
    move_to(own.session, own.position._replace(moment=1))
    found = pairs(offers(updated(own, "xx:fire")))
    assert found == [("firer", "Blues"), ("firer", "Greys"), ("target", "Greys"), ("target", "Blues")]


def test_while_both_sides_act_the_order_is_that_of_the_list(own: AppContext) -> None:
    """No side is likelier, and neither is a unit without a side."""
    own.session.add(UnitDropped("Blues"), UnitKept("Greens", {"sps": 5}), UNITS[1])
    move_to(own.session, own.position._replace(moment=2))
    found = offers(updated(own, "xx:fire"))
    assert [offer.source for offer in found] == ["Greys", "Greens", "Blues"] * 2


def test_a_unit_without_a_side_is_offered_after_those_of_the_likelier_side(own: AppContext) -> None:
    """A unit without a side is offered after the likelier side's units, because it may be of either side."""
    own.session.add(
        UnitDropped("Greys"), UnitKept("Greens", {"sps": 5}), UnitKept("Greys", {"sps": 3}, "Red")
    )
    assert firers(updated(own, "xx:fire")) == ["Greys", "Blues", "Greens"]


@pytest.mark.parametrize("filled", [True, False])
def test_the_chit_of_a_command_says_which_side_acts(own: AppContext, filled: bool) -> None:
    """Also in the turn of the other side; a chit that is not in the cup says nothing."""
    if filled:
        own.session.add(CupFilled((Chit("I Corps", "Blue"),), 1))
    fire = Calculation(own, "xx:fire", {}, Place(chit="I Corps"))
    fire.update()
    assert firers(fire) == (["Blues", "Greys"] if filled else ["Greys", "Blues"])


def test_a_side_among_the_answers_acts(tmp_path: Path) -> None:
    """The player has answered which side it is."""
    side = Input("side", "Side", "choice", choices=(Choice("Red"), Choice("Blue")))
    asking = Procedure("xx:fire", "Fire", "1", "", (side, STRENGTH, TARGET), (), (), game="xx")
    context = context_of(tmp_path, asking, units=Units(parts=PARTS[:2]), sequence=SEQUENCE)
    context.session.add(*UNITS)
    fire = updated(context, "xx:fire", side="Blue")
    assert pairs(offers(fire)) == [
        ("firer", "Blues"),
        ("firer", "Greys"),
        ("target", "Greys"),
        ("target", "Blues"),
    ]


# ---- open parts


def test_units_for_the_other_parts_are_offered_until_no_part_or_no_unit_is_left(own: AppContext) -> None:
    """After the dice, no unit joins any more."""
    own.session.add(UnitKept("Greens", {"sps": 5}))
    fire = updated(own, "xx:fire", strength=1, target={"strength": 2})
    assert has_open_part(fire)
    fire.sheet.units = {"firer": "Greys"}
    assert pairs(offers_of_other_parts(fire)) == [("target", "Blues"), ("target", "Greens")]
    fire.sheet.units = {"firer": "Greys", "target": "Blues"}
    assert not has_open_part(fire)
    assert offers_of_other_parts(fire) == []
    fire.sheet.units = {"firer": "Greys"}
    fire.update()
    fire.enter_roll("3")
    assert not has_open_part(fire)
    assert offers_of_other_parts(fire) == []


def test_without_a_unit_no_part_is_open(own: AppContext) -> None:
    """Each unit of the session has its part."""
    fire = updated(own, "xx:fire")
    own.session.add(UnitDropped("Blues"))
    assert has_open_part(fire)
    fire.sheet.units = {"firer": "Greys"}
    assert not has_open_part(fire)


def test_a_game_that_is_not_in_play_has_no_offers(context: AppContext) -> None:
    """A game that is not being played offers no units."""
    context.session.add(UnitKept("5th Texas", {"rating": "B"}))
    charge = updated(context, "lob:charge")
    assert offers(charge) and has_open_part(charge)
    context.switch("bp")
    context.session.add(UnitKept("5th Texas", {}))
    assert offers(charge) == []
    assert not has_open_part(charge)
    assert offers_of_other_parts(charge) == []


# ---- words


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        (
            Offer("Greys", "Firing unit", {"strength": 3, "shaken": True}),
            "Greys as Firing unit: Strength 3, Shaken yes",
        ),
        (Offer("Greys", "Firing unit", {}), "Greys as Firing unit"),
        (Offer("the clock", "", {"strength": 3}), "the clock: Strength 3"),
        (Offer("the clock", "", {}), "the clock"),
        (Offer("Greys", "Firing unit", {"strength": "?"}), "Greys as Firing unit"),
        (Offer("Greys", "Gun 2", {"guns.2.strength": 3}), "Greys as Gun 2: Strength 3"),
        (Offer("Greys", "Target", {"strength": 3}, against="late"), "Greys as Target (late): Strength 3"),
        (Offer("Greys", "Target", {}, against="late"), "Greys as Target (late)"),
    ],
)
def test_an_offer_in_words(own: AppContext, offer: Offer, words: str) -> None:
    """The part is not named twice, and a question that stays open is left out."""
    assert offer_words(updated(own, "xx:fire"), offer) == words
