"""Answers that the session offers again, units that take parts from the start, and units that the rules bar."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Choice, Cup, Input, Phase, Procedure, Sequence, UnitPart
from companion.model.event import Chit, CupFilled, UnitKept
from companion.model.scenario import UnitBar, Units
from companion.workspace.autofill import Offer, accept, barred_words, offers, units_at_start
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import Place
from tests.workspace.own_game import context_of, updated

SIDE = Input("side", "Side", "choice", choices=(Choice("Red"), Choice("Blue")))
RATING = Input("rating", "Rating", "number", least=1, most=5)
STRENGTH = Input("strength", "Strength", "number", least=1, most=9)
SHAKEN = Input("shaken", "Shaken", "yes-no")
GUNS = Input("guns", "Gun", "rows", fields=(STRENGTH,))
FIRE = Procedure("xx:fire", "Fire", "1", "", (SIDE, RATING, STRENGTH, SHAKEN, GUNS), (), (), game="xx")
BARS = (
    UnitBar("shaken", "A shaken unit may not fire", "4.1"),
    UnitBar("sps == 1", "The last step may not fire"),
)
FIRER = UnitPart("fire", "firer", "Firing unit", {"strength": "sps", "shaken": "shaken"}, bars=BARS)
GUN = UnitPart("fire", "guns", "Gun", {"strength": "sps"}, rows="guns", bars=BARS)
TARGET = UnitPart("fire", "target", "Target", follows=("march.unit", "march.guide"))
SEQUENCE = Sequence(
    ("Red", "Blue"),
    (Phase("moves", "Moves", "both"),),
    cup=Cup("Chits", "moves", fills={"side": "side", "rating": "rating"}),
)


def game(folder: Path, *parts: UnitPart) -> AppContext:
    """Return a context with a fire with these parts, and two units."""
    context = context_of(folder, FIRE, units=Units(parts=parts), sequence=SEQUENCE)
    context.session.add(
        UnitKept("Greys", {"sps": 3, "shaken": True}, "Red"), UnitKept("Blues", {"sps": 1}, "Blue")
    )
    return context


# ---- answers that are offered again


def test_an_answer_that_the_player_removed_is_offered_again(tmp_path: Path) -> None:
    """Removed answers of a unit are offered together, and once accepted, filled in as if never removed."""
    fire = updated(game(tmp_path, FIRER), "xx:fire")
    accept(fire, offers(fire)[0])
    fire.update()
    assert offers(fire) == []
    fire.sheet.answer(("strength",), None)
    fire.sheet.answer(("shaken",), None)
    fire.update()
    assert offers(fire) == [Offer("Greys", "", {"strength": 3, "shaken": True})]
    accept(fire, offers(fire)[0])
    assert (fire.sheet.values, fire.sheet.declined) == ({"strength": 3, "shaken": True}, set())
    assert fire.sheet.origins == {"strength": "Greys", "shaken": "Greys"}


def test_each_source_has_an_offer_of_its_own(tmp_path: Path) -> None:
    """The chit of the place comes before the unit, which overrides it."""
    context = game(tmp_path, FIRER)
    context.session.add(CupFilled((Chit("I Corps", "Red", 4),), 1))
    fire = Calculation(context, "xx:fire", {}, Place(chit="I Corps"))
    fire.sheet.units = {"firer": "Greys"}
    fire.update()
    for name in ("strength", "side"):
        fire.sheet.answer((name,), None)
    fire.update()
    assert offers(fire) == [
        Offer("I Corps's chit", "", {"side": "Red"}),
        Offer("Greys", "", {"strength": 3}),
    ]


def test_the_chits_of_other_commands_are_offered(tmp_path: Path) -> None:
    """Without unknown ratings and sides; a chit whose rating is refused is not offered."""
    context = game(tmp_path)
    chits = (Chit("I Corps", "Red", 4), Chit("Guard", "Blue"), Chit("Heroes", "Blue", 9), Chit("Nobody"))
    context.session.add(CupFilled(chits, 1))
    fire = updated(context, "xx:fire")
    assert offers(fire) == [
        Offer("the chit of I Corps", "", {"side": "Red", "rating": 4}),
        Offer("the chit of Guard", "", {"side": "Blue"}),
    ]
    fire.sheet.answer(("side",), "Blue")
    fire.update()
    assert offers(fire) == [Offer("the chit of I Corps", "", {"rating": 4})]
    accept(fire, offers(fire)[0])
    assert fire.sheet.values == {"side": "Blue", "rating": 4}
    assert fire.sheet.origins == {"rating": "the chit of I Corps"}


def test_the_chit_of_the_place_is_no_other_chit(tmp_path: Path) -> None:
    """The chit of the place is not offered as another chit, and its removed answer is offered only once."""
    context = game(tmp_path)
    context.session.add(CupFilled((Chit("I Corps", "Red", 4), Chit("Guard", "Blue", 3)), 1))
    fire = Calculation(context, "xx:fire", {}, Place(chit="I Corps"))
    fire.update()
    fire.sheet.answer(("rating",), None)
    fire.update()
    assert offers(fire) == [
        Offer("I Corps's chit", "", {"rating": 4}),
        Offer("the chit of Guard", "", {"rating": 3}),
    ]


@pytest.mark.parametrize("sequence", [None, Sequence(("Red",), (Phase("moves", "Moves", "both"),))])
def test_a_game_without_chits_offers_none(tmp_path: Path, sequence: Sequence | None) -> None:
    """A game without chits offers no chits, with or without a sequence of play."""
    context = context_of(tmp_path, FIRE, sequence=sequence)
    assert offers(updated(context, "xx:fire")) == []


def test_the_chit_of_a_command_without_a_side_leaves_the_side_open(tmp_path: Path) -> None:
    """The chit of a Command without a side leaves the side open, since an empty name is no answer."""
    context = game(tmp_path)
    context.session.add(CupFilled((Chit("Nobody", rating=2),), 1))
    fire = Calculation(context, "xx:fire", {}, Place(chit="Nobody"))
    fire.update()
    assert fire.sheet.values == {"rating": 2}


def test_an_accepted_unit_takes_its_part(tmp_path: Path) -> None:
    """Its answers are no longer removed by the player; they come with the next update."""
    fire = updated(game(tmp_path, FIRER), "xx:fire")
    fire.sheet.declined = {"strength", "rating"}
    accept(fire, offers(fire)[0])
    assert fire.sheet.units == {"firer": "Greys"}
    assert (fire.sheet.values, fire.sheet.declined) == ({}, {"rating"})
    fire.update()
    assert fire.sheet.values == {"strength": 3, "shaken": True}


# ---- bars


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ({}, []),
        ({"firer": "Greys"}, ["Greys: A shaken unit may not fire (4.1)."]),
        ({"firer": "Blues"}, ["Blues: The last step may not fire."]),
        ({"target": "Greys"}, []),
        ({"firer": "Nobody"}, []),
        ({"gone": "Greys"}, []),
        (
            {"guns.2": "Blues", "firer": "Greys"},
            ["Blues: The last step may not fire.", "Greys: A shaken unit may not fire (4.1)."],
        ),
    ],
)
def test_the_bars_of_units_that_take_part(tmp_path: Path, units: dict[str, str], words: list[str]) -> None:
    """A sentence for each, with the number of the rule if there is one."""
    fire = updated(game(tmp_path, FIRER, GUN, TARGET), "xx:fire")
    fire.sheet.units = units
    assert barred_words(fire) == words


# ---- units from the start


def start(folder: Path, place: Place, *parts: UnitPart) -> dict[str, str]:
    """Return the units that take part in a fire from the start."""
    return units_at_start(Calculation(game(folder, *parts), "xx:fire", {}, place))


def test_a_part_goes_to_the_unit_of_the_part_that_it_follows(tmp_path: Path) -> None:
    """The latest one of the previous calculators; a unit that is gone takes no part."""
    units = {"march.unit": "Greys", "march.guide": "Blues", "march.scout": "Greys"}
    assert start(tmp_path, Place(units=units), FIRER, TARGET) == {"target": "Blues"}
    assert start(tmp_path, Place(units={"march.unit": "Greys"}), FIRER, TARGET) == {"target": "Greys"}
    assert start(tmp_path, Place(units={"march.unit": "Nobody"}), FIRER, TARGET) == {}


def test_a_part_goes_to_the_unit_whose_name_was_handed_over(tmp_path: Path) -> None:
    """Case does not matter; a unit that already has a part does not get another."""
    names = {"firer": "GREYS", "target": "greys"}
    assert start(tmp_path, Place(names=names), FIRER, TARGET) == {"firer": "Greys"}
    assert start(tmp_path, Place(names={"firer": "Nobody"}), FIRER, TARGET) == {}
    followed = Place(names={"target": "Greys"}, units={"march.unit": "Blues"})
    assert start(tmp_path, followed, FIRER, TARGET) == {"target": "Blues"}


@pytest.mark.parametrize(
    ("place", "parts", "units"),
    [
        (Place(about="greys"), (FIRER,), {"firer": "Greys"}),
        (Place(about="Greys"), (FIRER, GUN), {"firer": "Greys"}),
        (Place(about="Greys"), (FIRER, TARGET), {}),
        (Place(about="Greys"), (GUN,), {}),
        (Place(about="Nobody"), (FIRER,), {}),
        (Place(), (FIRER,), {}),
        (Place(about="Greys", names={"firer": "Blues"}), (FIRER,), {"firer": "Blues"}),
        (Place(about="Greys"), (), {}),
    ],
)
def test_the_unit_of_the_place_takes_the_only_part(
    tmp_path: Path, place: Place, parts: tuple[UnitPart, ...], units: dict[str, str]
) -> None:
    """Lists do not count, as their rows are added one by one; a name that was handed over counts more."""
    assert start(tmp_path, place, *parts) == units
