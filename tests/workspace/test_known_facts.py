"""Sources of known answers: settings, clock, chit, order and units, and which of them wins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.model import GameModule
from companion.model.event import Chit
from companion.model.recorded import OrderSlip
from companion.play import chits, dispatch, turn
from companion.play.clock import Position
from companion.play.side_names import name_sides
from companion.play.state import GameState
from companion.play.units_and_notes import keep_unit
from companion.workspace.answer_sheet import Known
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import (
    CLOCK,
    assign_named_units,
    assign_unit,
    command_names,
    fill_known,
    is_tracked,
    known_answers,
    order_names,
)
from companion.workspace.place import Place, order_place
from tests.workspace.opened import opened

FLUKE = "lob:fluke-stoppage"
CLOSING = "lob:closing-roll"
TEXAS, MAINE = "5th Texas", "4th Maine"


def edit(context: AppContext, module: GameModule) -> None:
    """Use an edited game."""
    library = context.library
    modules = tuple(module if each.game.slug == module.game.slug else each for each in library.modules)
    context.library = context.session.library = replace(library, modules=modules)


def known(context: AppContext, procedure: str, place: Place | None = None) -> dict[str, Known]:
    """Return the known answers of a new calculation."""
    return known_answers(Calculation(context, procedure, {}, place))


def test_settings_of_the_session(context: AppContext) -> None:
    """Settings of the session answer, with the session as their origin."""
    assert known(context, FLUKE) == {}
    turn.choose_setting(context.session, "rss_game", "yes")
    assert known(context, FLUKE) == {"rss_game": Known(True, "the session")}


def test_a_game_that_is_not_in_play_has_only_its_settings(context: AppContext) -> None:
    """A game that is not being played has only its settings; its clock and units do not answer."""
    turn.choose_setting(context.session, "rss_game", "no")
    turn.jump(context.session, 9, None)
    keep_unit(context.session, TEXAS, {"command_value": 2})
    calculation = opened(context, FLUKE, {"": TEXAS})
    setting = {"rss_game": Known(False, "the session")}
    assert known_answers(calculation) == {
        **setting,
        "turn": Known(9, CLOCK),
        "command_value": Known(2, TEXAS),
    }
    context.switch("pub")
    assert known_answers(calculation) == setting


def test_a_game_without_a_sequence_of_play_has_no_clock(context: AppContext) -> None:
    """A game without a sequence of play has no clock, but its units answer."""
    edit(context, replace(context.library.module("lob"), sequence=None))
    keep_unit(context.session, TEXAS, {"rating": "B"})
    calculation = opened(context, CLOSING, {"stack": TEXAS})
    assert known_answers(calculation) == {"rating": Known("B", TEXAS)}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (GameState(), False),
        (GameState(position=Position(1, 1)), True),
        (GameState(position=Position(2, 0)), True),
        (GameState(scenario="first"), True),
    ],
)
def test_the_turn_is_tracked_once_the_players_use_it(state: GameState, expected: bool) -> None:
    """The turn is tracked once the players have moved on or begun a scenario."""
    assert is_tracked(state) is expected


def test_the_turn_is_tracked_once_the_clock_is_set(context: AppContext) -> None:
    """The clock then answers what it knows, and only what the calculator asks."""
    turn.set_clock(context.session, "23:00", lights=[("21:00", "night"), ("05:00", "day")])
    assert is_tracked(context.session.game_state)
    assert known(context, FLUKE) == {"turn": Known(1, CLOCK), "night": Known(True, CLOCK)}
    assert known(context, CLOSING) == {}


def test_a_clock_without_a_time_does_not_know_the_light(context: AppContext) -> None:
    """A clock without a time knows the turn, but not the light."""
    turn.jump(context.session, 9, None)
    assert known(context, FLUKE) == {"turn": Known(9, CLOCK)}


def test_an_order_overrides_the_chit(context: AppContext) -> None:
    """Both answer the same question: the rating of the Command with the chit, and that of the recipient."""
    context.switch("pub")
    chits.fill(context.session, [Chit("Ney", "First side", 4)])
    lob, pub = (context.library.module(slug).sequence for slug in ("lob", "pub"))
    assert lob is not None and lob.orders is not None and pub is not None
    orders = replace(lob.orders, fills={"rating": "number"}, delay="", accept="", checks=())
    edit(context, replace(context.library.module("pub"), sequence=replace(pub, orders=orders)))
    dispatch.send(context.session, OrderSlip("First side", "", "Ney", "attack", "", 1, 1))
    place = Place(chit="Ney")
    alter = "pub:alter-turn-order"
    assert known(context, alter, place) == {"rating": Known(4, "Ney's chit")}
    assert known(context, alter, replace(place, order=1)) == {"rating": Known(1, "order 1")}
    assert known(context, alter, replace(place, order=2)) == {"rating": Known(4, "Ney's chit")}


def test_a_unit_overrides_the_chit(context: AppContext) -> None:
    """A unit's own rating overrides that of the chit."""
    context.switch("bp")
    chits.fill(context.session, [Chit("Picton", "First player", 8)])
    place = Place(chit="Picton")
    assert known(context, "bp:command-roll", place) == {"staff_rating": Known(8, "Picton")}
    assert known(context, "bp:command-roll") == {}


def test_an_order_of_a_game_without_orders_answers_nothing(context: AppContext) -> None:
    """A calculator that was opened for the order stays in use when the edited game has none."""
    context.switch("aor")
    dispatch.send(context.session, OrderSlip("Union", "Hancock", "I Corps", "attack", "", 1, 1))
    module = context.library.module("aor")
    compliance = "aor:order-compliance"
    assert "sender" in known(context, compliance, order_place(context, 1))
    assert module.sequence is not None
    edit(context, replace(module, sequence=replace(module.sequence, orders=None)))
    assert known(context, compliance, order_place(context, 1)) == {}


@pytest.fixture
def cup(context: AppContext) -> AppContext:
    """Return a context with Pub Battles and two chits of the same name but for their letters."""
    context.switch("pub")
    chits.fill(context.session, [Chit("Ney", "First side", 4), Chit("Hill", "Second side")])
    return context


@pytest.mark.parametrize(
    ("name", "side", "found"),
    [
        ("Ney", "", {"name": "Ney", "side": "First side", "rating": 4}),
        ("NEY", "First side", {"name": "Ney", "side": "First side", "rating": 4}),
        ("Hill", "Second side", {"name": "Hill", "side": "Second side", "rating": None}),
        ("Ney", "Second side", {}),
        ("Grouchy", "", {}),
        ("", "", {}),
    ],
)
def test_the_facts_of_a_chit(cup: AppContext, name: str, side: str, found: dict[str, Any]) -> None:
    """Letters may be large or small; a side must be that of the chit."""
    assert command_names(cup.session, name, side) == found


def test_the_facts_of_a_command_of_the_scenario(context: AppContext) -> None:
    """A Command is found by its leader or its name, with or without its side; a chit so named comes first."""
    context.switch("aor")
    commands = context.module.scenarios.commands
    own = next(each for each in commands if each.leader and each.name.startswith(f"{each.side} "))
    facts = {"name": own.name, "side": own.side, "rating": own.rating}
    bare = own.name.removeprefix(f"{own.side} ")
    assert command_names(context.session, own.name) == facts
    assert command_names(context.session, own.leader.upper(), own.side) == facts
    assert command_names(context.session, bare, own.side) == facts
    assert command_names(context.session, bare.lower(), own.side.lower()) == {}
    chits.fill(context.session, [Chit(own.name, own.side, 9)])
    assert command_names(context.session, own.name)["rating"] == 9


def test_sides_have_the_names_of_the_game_in_facts(cup: AppContext) -> None:
    """Formulas and calculators know them by those."""
    name_sides(cup.session, ["Red", "Blue"])
    assert command_names(cup.session, "Ney", "Red") == {"name": "Ney", "side": "First side", "rating": 4}


def test_the_facts_of_an_order(context: AppContext) -> None:
    """With the ratings of its commands on its own side."""
    context.switch("aor")
    slip = OrderSlip("Union", "Hancock", "I Corps", "attack", "to the ridge", 2, 3)
    order = dispatch.send(context.session, slip)
    assert order_names(context.session, order) == {
        "number": 1,
        "kind": "attack",
        "side": "Union",
        "sender": "Hancock",
        "recipient": "I Corps",
        "sent": 2,
        "arrives": 3,
        "since": order.since,
        "sender_rating": 4,
        "recipient_rating": 4,
    }
    unknown = replace(order, slip=replace(slip, sender="Nobody", recipient="Somebody"))
    facts = order_names(context.session, unknown)
    assert (facts["sender_rating"], facts["recipient_rating"]) == (None, None)


def test_a_unit_that_is_gone_or_a_part_that_is_gone_answers_nothing(context: AppContext) -> None:
    """A unit that was removed, or a part that no longer exists, gives no answers; the others do."""
    keep_unit(context.session, TEXAS, {"rating": "B"})
    calculation = Calculation(context, CLOSING, {})
    calculation.sheet.units = {"stack": MAINE, "wing": TEXAS}
    assert known_answers(calculation) == {}
    calculation.sheet.units |= {"stack": TEXAS}
    assert known_answers(calculation) == {"rating": Known("B", TEXAS)}


def test_units_of_a_list_answer_for_their_row(context: AppContext) -> None:
    """Each unit of a list answers for its own row."""
    for name, sps in ((TEXAS, 5), (MAINE, 6)):
        keep_unit(context.session, name, {"sps": sps})
    calculation = Calculation(context, "lob:fire", {"firers": [{}, {}]})
    calculation.sheet.units = {"firers.1": TEXAS, "firers.2": MAINE}
    assert known_answers(calculation) == {
        "firers.1.sps": Known(5, TEXAS),
        "firers.2.sps": Known(6, MAINE),
    }


def test_facts_from_before_the_exchange(context: AppContext) -> None:
    """The place hands them over, by the name of the unit."""
    keep_unit(context.session, TEXAS, {"sps": 3})
    small = "attacker_small"
    for before, expected in (({}, True), ({TEXAS: {"sps": 4}}, False), ({MAINE: {"sps": 4}}, True)):
        calculation = Calculation(context, "lob:charge-loss", {}, Place(before=before))
        calculation.sheet.units = {"attacker": TEXAS}
        assert known_answers(calculation)[small] == Known(expected, TEXAS)


def test_a_logged_result_keeps_what_was_known(context: AppContext) -> None:
    """Nothing is known of a logged result that was not filled in before."""
    turn.choose_setting(context.session, "rss_game", "yes")
    calculation = Calculation(context, FLUKE, {})
    fill_known(calculation)
    assert calculation.sheet.known == {"rss_game": Known(True, "the session")}
    keep_unit(context.session, TEXAS, {"rating": "B", "leader_morale": 2})
    logged = opened(context, CLOSING, {"stack": TEXAS})
    logged.enter_roll("4")
    assert logged.logged_line
    keep_unit(context.session, TEXAS, {"rating": "C"})
    fill_known(logged)
    assert logged.sheet.values["rating"] == "B"
    logged.sheet.known = None
    logged.sheet.put(("rating",), None)
    fill_known(logged)
    assert "rating" not in logged.sheet.values


def test_a_unit_that_joins_a_logged_result_answers_with_its_current_facts(context: AppContext) -> None:
    """Other units keep the answers from when the result was logged."""
    keep_unit(context.session, TEXAS, {"sps": 3})
    keep_unit(context.session, MAINE, {"sps": 6, "weapon": "R"})
    fire = opened(context, "lob:fire", {"firers.1": MAINE}, arm="small_arms", range=1)
    fire.enter_roll("7")
    assert fire.logged_line
    keep_unit(context.session, MAINE, {"sps": 1})
    fire.sheet.add_unit(("firers",))
    assign_unit(fire, "firers.2", TEXAS)
    assert fire.sheet.known == {
        "firers.1.sps": Known(6, MAINE),
        "firers.1.weapon": Known("R", MAINE),
        "firers.2.sps": Known(3, TEXAS),
    }


def test_a_unit_that_joins_a_result_logged_by_an_earlier_version(context: AppContext) -> None:
    """A unit can be added to a result of an earlier version, which did not save known answers."""
    keep_unit(context.session, TEXAS, {"rating": "B"})
    logged = opened(context, CLOSING, {}, rating="C", leader_morale=1)
    logged.enter_roll("5")
    logged.sheet.known = None
    assign_unit(logged, "stack", TEXAS)
    assert logged.sheet.known == {"rating": Known("B", TEXAS)}


def test_a_unit_that_joins_before_the_result_is_filled_in_later(context: AppContext) -> None:
    """A unit that joins before the result is filled in by the next update."""
    keep_unit(context.session, TEXAS, {"rating": "B"})
    calculation = Calculation(context, CLOSING, {})
    assign_unit(calculation, "stack", TEXAS)
    assert (calculation.sheet.units, calculation.sheet.known) == ({"stack": TEXAS}, None)


def test_named_units_take_the_parts_of_their_roles(context: AppContext) -> None:
    """Unless they have a part: then the name is only a name. Unknown names take none."""
    for name in (TEXAS, MAINE):
        keep_unit(context.session, name, {"rating": "B"})
    calculation = opened(context, "lob:charge-loss", {"attacker": TEXAS})
    assign_named_units(calculation, {"defender": "5TH texas"})
    assert calculation.sheet.units == {"attacker": TEXAS}
    assign_named_units(calculation, {"defender": "Nobody"})
    assert calculation.sheet.units == {"attacker": TEXAS}
    assign_named_units(calculation, {"defender": "4th maine"})
    assert calculation.sheet.units == {"attacker": TEXAS, "defender": MAINE}
