"""Start a session partway through a game: a scenario, chits in the cup, an order in transit, a unit."""

from __future__ import annotations

import random
from contextlib import suppress

from companion.load.library import load_library
from companion.load.places import Places
from companion.model import CompanionError
from companion.model.event import Chit
from companion.model.recorded import OrderSlip
from companion.play import chits, dispatch, turn, units_and_notes
from companion.play.opening import open_session
from companion.play.session import Session

OF_THREE = 2
"""Of three sessions, how many are already under way when the app opens; the others start empty."""


def begin(places: Places, game: str, chance: random.Random) -> None:
    """Add the first events to the current session, as far as the game supports them."""
    if chance.randrange(3) >= OF_THREE:
        return
    session = open_session(places.data, load_library(places), "", chance=chance)
    try:
        session.open_game(game)
        for act in (_scenario, _cup, _order, _unit):
            with suppress(CompanionError):
                act(session, chance)
    finally:
        session.close()


def _scenario(session: Session, chance: random.Random) -> None:
    scenarios = session.module.scenarios.scenarios
    if scenarios:
        turn.choose_scenario(session, chance.choice(scenarios).id)


def _cup(session: Session, chance: random.Random) -> None:
    sides = turn.sequence_of(session).sides
    usual = chits.default_chits(session)
    chits.fill(
        session,
        usual or [Chit(name, chance.choice(sides), chance.randint(1, 6)) for name in ("Ney", "Uxbridge")],
    )


def _order(session: Session, chance: random.Random) -> None:
    rules = dispatch.rules_of(session)
    here = turn.here(session).turn
    side = chance.choice(turn.sequence_of(session).sides)
    kind = chance.choice(rules.kinds).key
    dispatch.send(
        session, OrderSlip(side, "Army", "I Corps", kind, "to the farm", here, here + chance.randint(0, 2))
    )


def _unit(session: Session, chance: random.Random) -> None:
    units_and_notes.keep_unit(session, "Guard", {}, chance.choice(turn.sequence_of(session).sides))
