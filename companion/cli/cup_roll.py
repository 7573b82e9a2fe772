"""`companion cup try ... --roll`: decides an attempt with the calculator of the chit use."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from companion.cli.defaults import rulings_in_force
from companion.cli.resolving import resolve_with
from companion.engine import Dice, Engine, take_answers
from companion.errors import Refused
from companion.load.places import usual_places
from companion.model import ChitUse, Procedure, Resolution, Rolled, RollRequest
from companion.model.answer_path import input_at
from companion.model.event import Event
from companion.play.dice_tape import DiceTape
from companion.play.rulings import table_ruling
from companion.play.session import Session
from companion.render.log import logged_calculation
from companion.render.summary import labels
from companion.workspace.answer_sheet import AnswerSheet, Known
from companion.workspace.known import command_names


def roll_for_use(
    session: Session, options: argparse.Namespace, use: ChitUse, hq: str
) -> tuple[bool, list[Event]]:
    """Return whether the attempt of `hq` succeeds, with its dice and its calculation for the log.

    Raises Refused if the calculator asks for facts of `hq` that are unknown.
    """
    procedure = session.library.procedure(f"{session.state.game}:{use.procedure}")
    answers = _known_answers(session, hq, procedure)
    missing = take_answers(procedure.inputs, answers).missing
    if missing:
        lacking = " and ".join(labels(procedure, tuple(missing)))
        verb = "is" if len(missing) == 1 else "are"
        raise Refused(
            f"{lacking} of {hq} {verb} unknown; roll with companion calc {procedure.id}, then use --success yes or no"
        )
    dice = _UseDice(session, use, procedure)
    resolution = resolve_with(Engine(session.library), procedure, answers, [options.roll], dice)
    success = _success(resolution, procedure)
    if success is None:
        raise Refused(f"{procedure.title} gives no yes or no; use --success yes or no")
    rulings = [
        table_ruling(active)
        for active in rulings_in_force(options, usual_places().data)
        if active.record == procedure.id
    ]
    return success, [*dice.events, logged_calculation(resolution, procedure, rulings=rulings)]


def _known_answers(session: Session, hq: str, procedure: Procedure) -> dict[str, Any]:
    """Return the answers that the chit of `hq` provides."""
    cup = session.module.cup
    fills = cup.fills if cup is not None else {}
    names = command_names(session, hq)
    sheet = AnswerSheet(procedure)
    sheet.fill_known(
        {
            path: Known(names[name], hq)
            for path, name in fills.items()
            if names.get(name) is not None and input_at(procedure.inputs, path) is not None
        }
    )
    return sheet.values


class _UseDice(Dice):
    """The companion's dice for a chit use; their `events` are logged together with the attempt."""

    def __init__(self, session: Session, use: ChitUse, procedure: Procedure) -> None:
        super().__init__()
        self.events: list[Event] = []
        self._tape = partial(DiceTape, session, use.title, procedure.id)

    def roll(self, request: RollRequest) -> Rolled:
        """Return the requested roll, and record its events."""
        tape = self._tape(request.id)
        rolled = Dice(tape).roll(request)
        self.events += tape.events()
        return rolled


def _success(resolution: Resolution, procedure: Procedure) -> bool | None:
    """Return the yes/no headline result; None if there is none."""
    if not resolution.done:
        return None
    for outcome in procedure.outcome:
        value = resolution.outcome.get(outcome.name)
        if outcome.show == "headline" and isinstance(value, bool):
            return value
    return None
