"""Which calculators a phase lists first: those of its steps, of the cup and of orders."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.load.places import Places
from companion.model import (
    ChitUse,
    Cup,
    Game,
    GameModule,
    Library,
    Orders,
    Phase,
    PhaseStep,
    Procedure,
    Sequence,
)
from companion.model.event import Calculated
from companion.play.opening import open_session
from companion.play.turn import jump
from companion.workspace.calculator_list import KEYS, ListedCalculator, listed_calculators
from companion.workspace.context import AppContext

NAMES = ("fire", "melee", "draw", "accept", "delay", "rally")
PROCEDURES = tuple(
    Procedure(f"duel:{name}", name.title(), name, "", (), (), (), game="duel") for name in NAMES
)
SEQUENCE = Sequence(
    sides=("Red", "Blue"),
    phases=(
        Phase("command", "Command", "both"),
        Phase(
            "combat",
            "Combat",
            "both",
            steps=(
                PhaseStep("Melee", procedure="melee"),
                PhaseStep("Pause"),
                PhaseStep("Fire", procedure="fire"),
                PhaseStep("Melee again", procedure="melee"),
                PhaseStep("Flight", procedure="flight"),
            ),
        ),
    ),
    cup=Cup(
        "Chits",
        "command",
        uses=(
            ChitUse("draw", "Draw", "stands aside", "1", procedure="draw"),
            ChitUse("wait", "Wait", "stands aside", "1"),
        ),
    ),
    orders=Orders("1", (), "command", accept="accept", delay="delay"),
)


def listed(
    places: Places, sequence: Sequence | None, phase: int = 1, used: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    """Return names and reasons of the calculators in a phase, after some were used."""
    module = GameModule(Game("duel", "Duel", "1", "none", ()), procedures=PROCEDURES, sequence=sequence)
    session = open_session(places.data, Library((module,)), in_memory=True)
    session.open_game("duel")
    if sequence is not None:
        jump(session, 1, phase)
    for name in used:
        session.add(Calculated(f"duel:{name}", {}, (), ""))
    calculators = listed_calculators(AppContext(places, session.library, session))
    session.close()
    return [(each.procedure.id.removeprefix("duel:"), each.why) for each in calculators]


def rest(*early: str) -> list[tuple[str, str]]:
    """Return the calculators that are not listed early, in the game's order."""
    return [(name, "") for name in NAMES if name not in early]


def test_a_game_without_phases_lists_its_calculators_in_its_order(places: Places) -> None:
    """A game without phases lists recent calculators first, and the others in the game's order."""
    assert listed(places, None) == rest()
    assert listed(places, None, used=("melee", "rally")) == [
        ("rally", "recent"),
        ("melee", "recent"),
        *rest("rally", "melee"),
    ]


def test_the_steps_of_a_phase_list_their_calculators_in_order(places: Places) -> None:
    """Each once; steps without a calculator, or with one that the game does not have, list none."""
    early = [("melee", "this phase"), ("fire", "this phase")]
    assert listed(places, SEQUENCE, 2) == [*early, *rest("melee", "fire")]
    assert listed(places, SEQUENCE, 2, ("fire", "draw", "gone")) == [
        *early,
        ("draw", "recent"),
        *rest("melee", "fire", "draw"),
    ]


@pytest.mark.parametrize(
    ("sequence", "phase", "early"),
    [
        (SEQUENCE, 1, ["draw", "accept", "delay"]),
        (replace(SEQUENCE, cup=None), 1, ["accept", "delay"]),
        (replace(SEQUENCE, orders=None), 1, ["draw"]),
        (replace(SEQUENCE, cup=None, orders=None), 1, []),
        (replace(SEQUENCE, orders=Orders("1", (), "command", delay="delay")), 1, ["draw", "delay"]),
        (replace(SEQUENCE, orders=Orders("1", (), "combat", accept="rally")), 2, ["melee", "fire", "rally"]),
    ],
)
def test_chits_and_orders_list_theirs_in_their_phase(
    places: Places, sequence: Sequence, phase: int, early: list[str]
) -> None:
    """Calculators of chits and orders are listed in their phase, after those of its steps."""
    assert listed(places, sequence, phase) == [*((name, "this phase") for name in early), *rest(*early)]


def test_keys_run_out(places: Places) -> None:
    """The digits from 1 to 9 come first, then the letters; further calculators have no key."""
    many = tuple(replace(PROCEDURES[0], id=f"duel:fire-{number}") for number in range(1, len(KEYS) + 3))
    module = GameModule(Game("duel", "Duel", "1", "none", ()), procedures=many)
    session = open_session(places.data, Library((module,)), in_memory=True)
    session.open_game("duel")
    calculators = listed_calculators(AppContext(places, session.library, session))
    session.close()
    assert [each.key for each in calculators] == [*"123456789abcdefghijklmnopqrstuvwxyz", "", ""]
    assert calculators[9] == ListedCalculator(many[9], "a", "")
