"""`companion log amend`: we forgot the +1. A logged calculation with answers changed and its dice as they fell."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_json, print_lines, width

if TYPE_CHECKING:
    from companion.engine import Engine
    from companion.model import Procedure, Resolution, Rolled
    from companion.model.event import Calculated
    from companion.play.session import Session


def amend(options: argparse.Namespace) -> int:
    """Shows what differs; with --keep it goes into the log. Raises Refused and NotFound."""
    with (open_for_write if options.keep else open_read_only)(options) as session:
        return _amend(session, options)


def _amend(session: Session, options: argparse.Namespace) -> int:
    from companion.cli.answers import changed_answers
    from companion.engine import Engine
    from companion.model import Refused
    from companion.play.keeping import calculated
    from companion.render.amended import amended_json, amended_lines
    from companion.render.log import calculation, dice_of

    done = _calculation(session, options)
    if not options.answers:
        raise Refused(f"say what changes: companion log amend {options.line} key=value ...")
    procedure = session.library.procedure(done.procedure)
    engine = Engine(session.library)
    answers = changed_answers(done.inputs, options.answers)
    now, left = again(engine, procedure, answers, dice_of(done), options.roll)
    before = _before(engine, procedure, done)
    logged = 0
    if options.keep:
        logged = calculated(session, calculation(now, procedure, options.line)).id
    if options.json:
        print_json(
            {**amended_json(done, before, now, procedure), "unused_dice": len(left), "logged": logged or None}
        )
    else:
        print_lines(amended_lines(done, before, now, procedure, width()))
        print_lines(
            [f"Dice no longer needed: {', '.join(str(each.value) for each in left)}."] if left else []
        )
        print_lines(
            [
                f"Line {logged} corrects line {options.line}."
                if logged
                else "Nothing is saved; --keep writes it to the log."
            ]
        )
    return 0


def _calculation(session: Session, options: argparse.Namespace) -> Calculated:
    from companion.model import Refused
    from companion.model.event import Calculated

    event = session.event(options.line).event
    if not isinstance(event, Calculated):
        raise Refused(f"line {options.line} is not a calculation")
    if options.keep and options.line not in session.counting():
        raise Refused(f"line {options.line} is undone; there is nothing to correct")
    return event


def _before(engine: Engine, procedure: Procedure, done: Calculated) -> Resolution | None:
    """The logged calculation done again; None where the books no longer allow it."""
    from companion.model import Refused
    from companion.render.log import dice_of

    try:
        return again(engine, procedure, done.inputs, dice_of(done), [])[0]
    except Refused:
        return None


def again(
    engine: Engine, procedure: Procedure, answers: dict[str, Any], fallen: list[Rolled], more: list[str]
) -> tuple[Resolution, list[Rolled]]:
    """The calculation with these answers and the dice that fell, and those of them that it does not take.

    `more`: dice for rolls that were not made then. Raises Refused where it cannot be finished.
    """
    from companion.cli.resolving import missing_words
    from companion.engine import parse_rolls
    from companion.model import Refused

    extra = parse_rolls(more) or []
    if isinstance(extra, dict):
        raise Refused("the dice it takes besides are given without names: --roll N")
    left, fresh, rolls = list(fallen), list(extra), []
    resolution = engine.resolve(procedure.id, answers, [])
    while resolution.needs:
        request = resolution.needs[0]
        known = next((each for each in left if (each.name, each.dice) == (request.name, request.dice)), None)
        if known is None and not fresh:
            break
        if known is not None:
            left.remove(known)
        rolls.append(known if known is not None else fresh.pop(0))
        resolution = engine.resolve(procedure.id, answers, list(rolls))
    if resolution.missing:
        raise Refused(missing_words(resolution, procedure))
    if resolution.needs:
        request = resolution.needs[0]
        raise Refused(
            f"now {request.label} is rolled too, {request.dice}, {request.least} to {request.most}: --roll N"
        )
    if fresh:
        raise Refused(f"{len(fresh)} dice more than it takes: {', '.join(map(str, fresh))}")
    return resolution, left
