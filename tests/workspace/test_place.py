"""The place from which a calculator was opened: its id, its words, and what it hands on to the next calculator."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.load.places import Places
from companion.model import Cup, Game, GameModule, Library, Phase, Sequence
from companion.model.event import Chit
from companion.model.recorded import OrderSlip, Prompt
from companion.play import chits, dispatch, turn
from companion.play.opening import open_session
from companion.play.units_and_notes import keep_unit
from companion.workspace.answer_sheet import AnswerSheet
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import (
    LIST,
    Place,
    chit_place,
    fill_given,
    list_place,
    order_place,
    phase_place,
    prompt_place,
)
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.opened import opened

SEQUENCE = Sequence(
    sides=("Red", "Blue"),
    phases=(Phase("act", "Act", "each side"), Phase("rest", "Rest", "both")),
    cup=Cup("Chits", "act", how="chosen"),
)
RED, BLUE, NOBODY = Chit("Hood", "Red"), Chit("Law", "Blue"), Chit("Fate", "")


@pytest.mark.parametrize(
    ("place", "key"),
    [
        (LIST, ""),
        (Place("order 3"), "order 3"),
        (Place("phase 2 1 Hood"), "phase"),
        (Place("phase 3 0"), "phase"),
        (Place("phases"), "phases"),
    ],
)
def test_all_phases_share_a_draft(place: Place, key: str) -> None:
    """Phases share a draft, and every other place has its own."""
    assert place.key == key


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (LIST, ""),
        (Place(about="Hood"), "Hood"),
        (Place(title="order 3"), "order 3"),
        (Place(about="Hood", title="order 3"), "Hood, order 3"),
        (Place(about="Hood", title="Hood's chit"), "Hood's chit"),
    ],
)
def test_a_place_in_words(place: Place, words: str) -> None:
    """For whom and where; a title with the name does not need it again."""
    assert place.words == words


def test_the_place_of_a_chit_waits_for_the_result() -> None:
    """A chit's place is about the HQ and its chit, and waits for the result."""
    assert chit_place("Hood") == Place("chit Hood", "Hood's chit", "Hood", "Hood", waits=True)


def test_the_place_of_an_order_waits_for_the_result(context: AppContext) -> None:
    """An order's place is about the given formation, else the recipient, which an unwritten order lacks."""
    dispatch.send(context.session, OrderSlip("First player", "Lee", "Hood", "attack", "go", 1, 1))
    assert order_place(context, 1) == Place(
        "order 1 Hood", "order 1", "Hood", order=1, recipient="Hood", waits=True
    )
    assert order_place(context, 1, "Law") == Place(
        "order 1 Law", "order 1", "Law", order=1, recipient="Hood", waits=True
    )
    assert order_place(context, 2) == Place("order 2", "order 2", order=2, waits=True)
    assert order_place(context, 2, "Law") == Place(
        "order 2 Law", "order 2", "Law", order=2, recipient="Law", waits=True
    )


def test_the_place_of_a_prompt_is_its_order_or_the_prompt(context: AppContext) -> None:
    """Both wait for the result; the turn of a prompt is no part of its id."""
    prompt = Prompt("check@4", "Check", 4, about="Hood")
    assert prompt_place(context, prompt) == Place("prompt check", "", "Hood", waits=True)
    of_order = replace(prompt, order=3, about="Law")
    assert prompt_place(context, of_order) == order_place(context, 3, "Law")


def session_of(places: Places, sequence: Sequence | None) -> AppContext:
    """Return a context with a game that has this sequence of play."""
    library = Library((GameModule(Game("duel", "Duel", "1", "none", ()), sequence=sequence),))
    session = open_session(places.data, library, in_memory=True)
    session.open_game("duel")
    return AppContext(places, library, session)


@pytest.mark.parametrize(
    ("chit", "moment", "acts"),
    [
        (RED, 0, True),
        (RED, 1, False),
        (RED, 2, False),
        (BLUE, 0, False),
        (BLUE, 1, True),
        (NOBODY, 0, True),
        (NOBODY, 1, True),
        (NOBODY, 2, False),
    ],
)
def test_a_chosen_command_acts_in_its_phase(places: Places, chit: Chit, moment: int, acts: bool) -> None:
    """In the phase of the cup, of its side; a Command without a side acts in the phases of both."""
    context = session_of(places, SEQUENCE)
    chits.fill(context.session, [chit])
    chits.draw(context.session, chit.name)
    turn.jump(context.session, 1, moment + 1)
    name = chit.name if acts else ""
    assert list_place(context) == Place(about=name, chit=name)
    assert phase_place(context) == Place(f"phase 1 {moment} {name}".rstrip(), "", name, name)
    assert phase_place(context, "Maine") == Place(f"phase 1 {moment} Maine", "", "Maine", name)
    context.session.close()


def test_a_command_acts_in_a_phase_of_both_sides(places: Places) -> None:
    """In a phase of both sides, a Command acts whatever its side is."""
    assert SEQUENCE.cup is not None
    context = session_of(places, replace(SEQUENCE, cup=replace(SEQUENCE.cup, phase="rest")))
    chits.fill(context.session, [RED])
    chits.draw(context.session, "Hood")
    turn.jump(context.session, 1, 3)
    assert list_place(context).chit == "Hood"
    turn.jump(context.session, 2, 3)
    assert list_place(context).chit == "", "it acted in turn 1"
    context.session.close()


@pytest.mark.parametrize("sequence", [None, replace(SEQUENCE, cup=None)])
def test_nobody_acts_in_a_game_without_a_cup(places: Places, sequence: Sequence | None) -> None:
    """Nobody acts in a game without a cup or without a sequence of play."""
    context = session_of(places, sequence)
    assert list_place(context) == LIST
    assert phase_place(context) == Place("phase 1 0")
    context.session.close()


def test_a_drawn_chit_is_no_choice(places: Places) -> None:
    """Calculators are opened for a drawn chit from the chit itself."""
    assert SEQUENCE.cup is not None
    context = session_of(places, replace(SEQUENCE, cup=replace(SEQUENCE.cup, how="drawn")))
    chits.fill(context.session, [RED])
    chits.draw(context.session, "Hood")
    assert list_place(context) == LIST
    context.session.close()


def test_an_activation_lasts_through_its_phases(places: Places) -> None:
    """The phase in which the Command is chosen is not one of them, nor is one of another turn."""
    phases = tuple(Phase(name, name, "each command") for name in ("choose", "fire", "move"))
    context = session_of(places, replace(SEQUENCE, phases=(*phases, Phase("end", "End", "both"))))
    chits.fill(context.session, [RED])
    chits.draw(context.session, "Hood")
    acting = []
    for moment in range(4):
        turn.jump(context.session, 1, moment + 1)
        acting.append(list_place(context).chit)
    assert acting == ["", "Hood", "Hood", ""]
    turn.jump(context.session, 2, 2)
    assert list_place(context).chit == ""
    context.session.close()


def test_the_next_place_has_the_units_of_the_calculators_before(context: AppContext) -> None:
    """The latest are the last; the names are those that are handed over, and the order, chit and person stay."""
    for name in ("Hood", "Law", "Iverson"):
        keep_unit(context.session, name, {"sps": 6, "rating": "B"})
    start = Place("order 3", "order 3", "Lee", "Lee", 3, waits=True, names={"old": "name"}, recipient="Lee")
    loss = opened(context, "lob:charge-loss", {"attacker": "Hood", "defender": "Law"}, attacker_small=False)
    first = start.after(loss, {"stack": "Hood"})
    assert first == Place(
        "order 3",
        "order 3",
        "Lee",
        "Lee",
        3,
        loss.procedure.title,
        units={"charge-loss.attacker": "Hood", "charge-loss.defender": "Law"},
        names={"stack": "Hood"},
        before={name: {"sps": 6, "rating": "B"} for name in ("Hood", "Law")},
        recipient="Lee",
    )
    closing = opened(context, "lob:closing-roll", {"stack": "Iverson"}, leader_morale=0)
    second = first.after(closing)
    assert (second.names, second.source) == ({}, closing.procedure.title)
    assert list(second.units) == ["charge-loss.attacker", "charge-loss.defender", "closing-roll.stack"]
    again = opened(context, "lob:charge-loss", {"attacker": "Iverson"}, attacker_small=False)
    assert list(second.after(again).units.items()) == [
        ("charge-loss.defender", "Law"),
        ("closing-roll.stack", "Iverson"),
        ("charge-loss.attacker", "Iverson"),
    ]


def test_facts_from_before_the_exchange_stay(context: AppContext) -> None:
    """A later calculator does not replace those of an earlier one; the line is that of the later one."""
    for name in ("Hood", "Law"):
        keep_unit(context.session, name, {"sps": 6})
    loss = opened(context, "lob:charge-loss", {"attacker": "Hood", "defender": "Law"}, attacker_small=False)
    apply(loss, due_changes(loss))
    first = LIST.after(loss)
    assert (first.line, first.before["Law"]) == (loss.logged_line, {"sps": 6})
    keep_unit(context.session, "Iverson", {"sps": 2})
    again = opened(context, "lob:charge-loss", {"attacker": "Iverson", "defender": "Law"})
    assert again.place.after(again).before["Law"] == {"sps": 5}
    assert first.after(again).before == {"Hood": {"sps": 6}, "Law": {"sps": 6}, "Iverson": {"sps": 2}}


@pytest.fixture
def target(context: AppContext) -> Calculation:
    """Return the size of a target in woods; a Morale Check takes the terrain from it."""
    context.switch("bar")
    return opened(context, "bar:fire-target", {}, sps=6, terrain="woods")


def test_the_next_place_has_the_answers_that_later_calculators_take(target: Calculation) -> None:
    """Each with its origin, by the question that takes it; answers that are not known are not handed on."""
    terrain = ("woods", target.procedure.title)
    first = LIST.after(target)
    assert (first.answers, first.given) == ({"fire-target.terrain": terrain}, {})
    loss = opened(target.context, "bar:fire-loss", {}, loss=1, target="AC")
    earlier = {"terrain": "fire-target.terrain", "ranks": "fire-target.gone"}
    second = first.after(loss, earlier=earlier)
    assert (second.answers, second.given) == ({"fire-target.terrain": terrain}, {"terrain": terrain})
    assert LIST.after(loss, earlier=earlier).given == {}


def test_a_calculator_without_a_result_hands_on_no_answers(target: Calculation) -> None:
    """A calculator whose answers are refused, so that it has no result, hands on no answers."""
    target.resolution = None
    assert LIST.after(target).answers == {}


def test_the_latest_answer_is_handed_on(target: Calculation) -> None:
    """A second target replaces the first."""
    place = LIST.after(target)
    other = opened(target.context, "bar:fire-target", {}, sps=6, terrain="clear")
    assert place.after(other).answers == {"fire-target.terrain": ("clear", other.procedure.title)}


@pytest.mark.parametrize(
    ("answers", "terrain", "origins"),
    [({}, "woods", {"terrain": "Target"}), ({"terrain": "clear"}, "clear", {})],
)
def test_answers_of_earlier_calculators_are_filled_in(
    context: AppContext, answers: dict[str, Any], terrain: str, origins: dict[str, str]
) -> None:
    """Answers of earlier calculators are filled in, except for answers that were handed over."""
    sheet = AnswerSheet(context.library.procedure("bar:morale-modifier"), answers)
    fill_given(Place(given={"terrain": ("woods", "Target")}), sheet)
    assert (sheet.values, sheet.origins) == ({"terrain": terrain}, origins)


def test_an_answer_of_a_group_is_filled_in(context: AppContext) -> None:
    """Its path has the name of the group."""
    sheet = AnswerSheet(context.library.procedure("lob:fire"), {"target": {"dg": True}})
    given = {"target.dg": (False, "Check"), "target.rear": (True, "Check")}
    fill_given(Place(given=given), sheet)
    assert sheet.values == {"target": {"dg": True, "rear": True}}
