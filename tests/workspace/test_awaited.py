"""The roll that a calculation waits for is announced to other windows, with the side that rolls."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Input, Procedure, UnitPart
from companion.model.event import Chit, CupFilled, OrderSent, UnitKept
from companion.model.recorded import OrderSlip
from companion.model.roles import Role
from companion.model.scenario import Units
from companion.model.step import Roll
from companion.workspace.awaited import AwaitedRoll, announce, announced, awaited_roll
from companion.workspace.context import AppContext
from tests.workspace.own_game import context_of, updated

BRAVE = Input("brave", "Brave", "yes-no")
RANGE = Input("range", "Range", "number", least=1, most=9)
CHECK = Procedure(
    *("xx:check", "Check", "1", "", (RANGE, BRAVE), (Roll("dice", "2d6", "Morale"),), ()),
    heading="Check of {who}",
    game="xx",
)
PLAIN = Procedure("xx:plain", "Plain", "2", "", (RANGE,), (), (), game="xx")
DUEL = Procedure(
    "xx:duel",
    "Duel",
    "3",
    "",
    (),
    (
        Roll("first", "1d6", "First die", part="attacker"),
        Roll("second", "1d6", "Second die", part="defender"),
    ),
    (),
    roles=(Role("attacker", "Attacker"), Role("defender", "Defender")),
    game="xx",
)
DUEL_PARTS = Units(parts=(UnitPart("duel", "attacker", "Attacker"), UnitPart("duel", "defender", "Defender")))


@pytest.fixture
def own(tmp_path: Path) -> AppContext:
    """Return a context with three calculators."""
    return context_of(tmp_path, CHECK, PLAIN, DUEL, units=DUEL_PARTS)


@pytest.mark.parametrize(
    ("side", "short", "words"),
    [
        ("Union", "Union rolls 2d6", "Union rolls 2d6: Morale (Check of Hood)"),
        ("", "to roll: 2d6", "to roll: 2d6: Morale (Check of Hood)"),
    ],
)
def test_an_awaited_roll_in_words(side: str, short: str, words: str) -> None:
    """An awaited roll is worded with the side first, if that is known."""
    roll = AwaitedRoll("2d6", "Morale", "Check of Hood", side)
    assert (roll.short, roll.words) == (short, words)


def test_a_roll_is_awaited_once_every_answer_is_there(own: AppContext) -> None:
    """A roll is awaited once every answer is there, but not after a refused answer or after the dice."""
    check = updated(own, "xx:check")
    assert awaited_roll(check) is None
    check.sheet.answer(("range",), 3)
    check.update()
    assert awaited_roll(check) == AwaitedRoll("2d6", "Morale", "Check", "")
    check.resolution = None
    assert awaited_roll(check) is None
    check.update()
    check.enter_roll("7")
    assert awaited_roll(check) is None


def test_a_calculator_without_dice_awaits_no_roll(own: AppContext) -> None:
    """A calculator without dice awaits no roll, because its result is there at once."""
    assert awaited_roll(updated(own, "xx:plain", range=2)) is None


def test_the_next_of_several_rolls_is_awaited(own: AppContext) -> None:
    """After the first of several rolls, the next one is awaited, with its label and dice."""
    duel = updated(own, "xx:duel")
    assert awaited_roll(duel) == AwaitedRoll("1d6", "First die", "Duel", "")
    duel.enter_roll("3")
    assert awaited_roll(duel) == AwaitedRoll("1d6", "Second die", "Duel", "")


SLIP = OrderSlip("Union", "Grant", "Burnside", "attack", "Cross the bridge.", 1, 2)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("5th Texas", "South"),
        ("5TH TEXAS", "South"),
        ("burnside", "Union"),
        ("Order 1 to Burnside", "Union"),
        ("Hood", "Rebels"),
        ("Stray", ""),
        ("Nobody", ""),
    ],
)
def test_the_side_of_the_named_unit_order_or_command_rolls(own: AppContext, name: str, side: str) -> None:
    """Case does not matter; without a side, nobody is said to roll."""
    own.session.add(
        CupFilled((Chit("Hood", "Rebels"), Chit("Burnside", "Elsewhere")), 1),
        OrderSent(SLIP),
        UnitKept("5th Texas", {}, "South"),
        UnitKept("Stray", {}, ""),
    )
    check = updated(own, "xx:check", range=3)
    check.name({"who": name})
    roll = awaited_roll(check)
    assert roll is not None
    assert (roll.title, roll.side) == (f"Check of {name}", side)


@pytest.mark.parametrize("name", ["Hood", "Burnside"])
def test_a_unit_decides_the_side_of_a_name_that_others_share(own: AppContext, name: str) -> None:
    """A chit or a recipient may have the name of a unit."""
    own.session.add(CupFilled((Chit("Hood", "Rebels"),), 1), OrderSent(SLIP), UnitKept(name, {}, "North"))
    check = updated(own, "xx:check", range=3)
    check.name({"who": name})
    roll = awaited_roll(check)
    assert roll is not None and roll.side == "North"


def test_a_unit_without_a_side_has_that_of_its_name(own: AppContext) -> None:
    """A unit without a side has the side of an order or Command with its name."""
    own.session.add(OrderSent(SLIP), UnitKept("Burnside", {}))
    check = updated(own, "xx:check", range=3)
    check.name({"who": "Burnside"})
    roll = awaited_roll(check)
    assert roll is not None and roll.side == "Union"


def test_the_unit_in_the_part_that_rolls_decides_the_side(own: AppContext) -> None:
    """The attacker rolls first, then the defender."""
    own.session.add(UnitKept("Greys", {}, "North"), UnitKept("Blues", {}, "South"))
    duel = updated(own, "xx:duel")
    duel.sheet.units = {"defender": "Blues", "attacker": "Greys"}
    duel.update()
    first = awaited_roll(duel)
    duel.enter_roll("3")
    second = awaited_roll(duel)
    assert first is not None and second is not None
    assert (first.side, second.side) == ("North", "South")


# ---- announcements


def test_an_announced_roll_is_read_back(own: AppContext) -> None:
    """An announced roll is read back as written, until None ends the announcement."""
    assert announced(own.session) is None
    roll = AwaitedRoll("2d6", "Morale", "Check of Hood", "Union")
    announce(own.session, roll)
    assert announced(own.session) == roll
    announce(own.session, None)
    assert announced(own.session) is None
    assert own.session.store.value("awaited") == ""


@pytest.mark.parametrize(
    "text", ["{", "null", "[]", '{"dice": "2d6"}', '{"dice": 2, "label": "", "title": ""}']
)
def test_an_announcement_that_cannot_be_read_is_none(own: AppContext, text: str) -> None:
    """An announcement that cannot be read, perhaps of another version, counts as no announcement."""
    own.session.store.set_value("awaited", text)
    assert announced(own.session) is None


def test_only_a_changed_announcement_is_written(own: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a changed announcement is written, since every window reads it several times a second."""
    written: list[str] = []
    set_value = own.session.store.set_value

    def record(key: str, value: str) -> None:
        written.append(value)
        set_value(key, value)

    monkeypatch.setattr(own.session.store, "set_value", record)
    roll = AwaitedRoll("1d6", "Die", "Check")
    for each in (None, roll, roll, None, None):
        announce(own.session, each)
    assert len(written) == 2
    assert written[1] == ""
