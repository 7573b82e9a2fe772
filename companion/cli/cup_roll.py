"""`companion cup try ... --roll`: whether a use of chits succeeds by its calculator."""

from __future__ import annotations

import argparse
from functools import partial

from companion.cli.defaults import rulings_in_force
from companion.cli.resolving import resolve_with
from companion.engine import Dice, Engine
from companion.errors import Refused
from companion.load.places import usual_places
from companion.model import ChitUse, Procedure, Resolution, Rolled, RollRequest
from companion.model.event import Event
from companion.play.dice_tape import DiceTape
from companion.play.rulings import table_ruling
from companion.play.session import Session
from companion.render.log import logged_calculation


def roll_for_use(
    session: Session, options: argparse.Namespace, use: ChitUse, hq: str
) -> tuple[bool, list[Event]]:
    """Whether the attempt of `hq` succeeds, with its dice and its calculation for the log.

    Raises Refused where the calculator needs more than the rating of `hq`.
    """
    procedure = session.library.procedure(f"{session.state.game}:{use.procedure}")
    rating = next((chit.rating for chit in session.game_state.cup.chits if chit.name == hq), None)
    asks_rating = any(asked.name == "rating" and asked.kind == "number" for asked in procedure.inputs)
    if rating is None or not asks_rating:
        why = (
            f"the rating of {hq} is not known"
            if asks_rating
            else f"{procedure.title} asks more than a rating"
        )
        raise Refused(f"{why}; roll with companion calc {procedure.id}, then --success yes or no")
    dice = _UseDice(session, use, procedure)
    resolution = resolve_with(Engine(session.library), procedure, {"rating": rating}, [options.roll], dice)
    success = _success(resolution, procedure)
    if success is None:
        raise Refused(f"{procedure.title} does not settle it with the rating alone; --success yes or no")
    rulings = [
        table_ruling(active)
        for active in rulings_in_force(options, usual_places().data)
        if active.record == procedure.id
    ]
    return success, [*dice.events, logged_calculation(resolution, procedure, rulings=rulings)]


class _UseDice(Dice):
    """The companion's dice for a use of chits; `events` go into the log together with what they decide."""

    def __init__(self, session: Session, use: ChitUse, procedure: Procedure) -> None:
        super().__init__()
        self.events: list[Event] = []
        self._tape = partial(DiceTape, session, use.title, procedure.id)

    def roll(self, request: RollRequest) -> Rolled:
        """Roll what is requested."""
        tape = self._tape(request.id)
        rolled = Dice(tape).roll(request)
        self.events += tape.events()
        return rolled


def _success(resolution: Resolution, procedure: Procedure) -> bool | None:
    """The headline result that is yes or no; None without one."""
    if not resolution.done:
        return None
    for outcome in procedure.outcome:
        value = resolution.outcome.get(outcome.name)
        if outcome.show == "headline" and isinstance(value, bool):
            return value
    return None
