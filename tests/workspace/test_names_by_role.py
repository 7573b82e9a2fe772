"""Names by role: typed, from the place, from units, handed over; and the roll that was needed for a yes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine import Engine
from companion.model import Game, GameModule, Input, Library, NextStep, Procedure
from companion.model.procedure import OutcomeName
from companion.model.roles import Role
from companion.model.step import Roll, WorkOut
from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.names import (
    Names,
    Participants,
    names_of_step,
    needed_words,
    new_names,
    participants,
    place_names,
    unit_names,
)
from companion.workspace.place import Place
from tests.workspace.opened import opened

LEADER, ORDER, ENEMY = (
    Role("leader", "Leader", "about"),
    Role("order", "Order", "order"),
    Role("enemy", "Enemy"),
)
CHECK = Procedure("duel:check", "Check", "1", "", (), (), (), roles=(LEADER, ORDER, ENEMY), game="duel")


@pytest.mark.parametrize(
    ("typed", "known", "new"),
    [
        ({}, {"stack": "Hood"}, {}),
        ({"stack": "  5th   Texas "}, {}, {"stack": "5th Texas"}),
        ({"stack": "", "enemy": " "}, {}, {}),
        ({"stack": "HOOD", "enemy": "Hood"}, {"stack": "Hood"}, {"enemy": "Hood"}),
        ({"stack": "Law"}, {"stack": "Hood"}, {"stack": "Law"}),
    ],
)
def test_typed_names_that_say_something_new(typed: Names, known: Names, new: Names) -> None:
    """Neither empty names nor those that the role already has, in any case; spaces are single."""
    assert new_names(typed, known) == new


@pytest.mark.parametrize(
    ("place", "names"),
    [
        (Place(), {}),
        (Place(about="Lee"), {"leader": "Lee"}),
        (Place(about="Lee", source="Fire"), {}),
        (Place(order=3, recipient="Hood"), {"order": "Order 3 to Hood"}),
        (Place(order=3), {}),
        (Place(recipient="Hood"), {}),
        (Place(order=3, recipient="Hood", source="Fire"), {"order": "Order 3 to Hood"}),
        (Place(names={"enemy": "Law", "stranger": "Fox"}), {"enemy": "Law"}),
        (Place(about="Lee", names={"leader": "Hood"}), {"leader": "Hood"}),
    ],
)
def test_a_place_names_the_roles(place: Place, names: Names) -> None:
    """The order needs number and recipient; names that were handed over count more, but only those of the roles."""
    assert place_names(CHECK, place) == names


def test_a_calculator_without_roles_is_about_somebody() -> None:
    """Its only role is `who`."""
    assert place_names(replace(CHECK, roles=()), Place(about="Lee")) == {"who": "Lee"}


def test_a_follow_up_receives_names_by_its_own_roles() -> None:
    """Roles that nobody is named for stay empty."""
    step = NextStep("Volley", "1", "duel:volley", {}, names={"firer": "enemy", "target": "stack", "x": "y"})
    assert names_of_step(step, {"stack": "Hood", "enemy": "", "other": "Law"}) == {"target": "Hood"}
    assert names_of_step(step, {}) == {}


def test_units_are_named_by_the_role_of_their_part(context: AppContext) -> None:
    """Several units of a list are joined, each once; a unit in a part without a role has no name."""
    for name in ("Hood", "Law", "Iverson"):
        keep_unit(context.session, name, {"sps": 6})
    fire = opened(context, "lob:fire", {"firers.1": "Hood", "target": "Iverson", "firers.2": "Law"})
    fire.sheet.units["firers.3"] = "Hood"
    assert unit_names(fire) == {"firers": "Hood and Law", "target": "Iverson"}
    fire.sheet.units = {"stranger": "Hood"}
    assert unit_names(fire) == {}


def test_participants_are_names_units_and_the_line_before(context: AppContext) -> None:
    """As the log records them."""
    keep_unit(context.session, "Hood", {"rating": "B"})
    calculation = Calculation(context, "lob:closing-roll", {}, Place(line=7, source="Fire"))
    assert participants(calculation) == Participants({}, {}, 7)
    calculation.name({"stack": "Hood", "enemy": "Law"})
    assert participants(calculation) == Participants({"stack": "Hood", "enemy": "Law"}, {"stack": "Hood"}, 7)


def engine_of(success: str, *outcome: OutcomeName, rolls: tuple[str, ...] = ("die",)) -> Engine:
    """Return an engine with a calculator that rolls dice and works out `success`."""
    steps = (*(Roll(name, "1d6", name.title()) for name in rolls), WorkOut({"success": success}))
    results = outcome or (OutcomeName("success", "Success", words={"yes": "holds"}, show="headline"),)
    plus = Input("plus", "Plus", "number", least=0, most=3)
    procedure = replace(CHECK, inputs=(plus,), steps=steps, outcome=results)
    return Engine(Library((GameModule(Game("duel", "Duel", "1", "none", ()), procedures=(procedure,)),)))


@pytest.mark.parametrize(
    ("success", "plus", "needed"),
    [
        ("die + plus >= 4", 0, "4"),
        ("die + plus >= 4", 1, "3"),
        ("die >= 6", 0, "6"),
        ("die <= 4", 0, "4 or less"),
        ("die + plus <= 4", 3, "1 or less"),
        ("3 <= die <= 4", 0, ""),
        ("die >= 1", 0, ""),
        ("die > 6", 0, ""),
        ("2 if die > 3 else 1", 0, ""),
    ],
)
def test_the_roll_that_was_needed(success: str, plus: int, needed: str) -> None:
    """At one end of the totals; empty if every roll, no roll or a roll between decides, or if the result is no yes."""
    engine = engine_of(success)
    done = engine.resolve("duel:check", {"plus": plus}, [3])
    assert done.done
    assert needed_words(engine, done) == needed


def test_two_results_or_two_rolls_need_no_single_roll() -> None:
    """Neither does a calculator without a headline, or whose dice are not rolled yet."""
    head = OutcomeName("success", "Success", words={"yes": "holds"}, show="headline")
    second = replace(head, name="again", value="success")
    for engine, dice in (
        (engine_of("die >= 4", head, second), [3]),
        (engine_of("die >= 4", replace(head, show="yes")), [3]),
        (engine_of("die + more >= 4", rolls=("die", "more")), [3, 3]),
        (engine_of("die >= 4"), []),
    ):
        assert needed_words(engine, engine.resolve("duel:check", {"plus": 0}, dice)) == ""


def test_answers_that_are_no_longer_allowed_need_no_roll() -> None:
    """The rules may have changed since."""
    engine = engine_of("die >= 4")
    done = engine.resolve("duel:check", {"plus": 0}, [3])
    assert needed_words(engine, replace(done, inputs={"plus": 9})) == ""
