"""`companion calc ... --against ...`: two options before the dice, side by side."""

from __future__ import annotations

import argparse
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.load.places import Places
    from companion.model import Library, Procedure, Resolution


def compare(places: Places, library: Library, options: argparse.Namespace) -> int:
    """Shows the two options. Raises Refused and NotFound."""
    from companion.cli.calc import changed_answers, given_answers
    from companion.cli.standing import session_settings, stood
    from companion.engine import Engine
    from companion.model import Refused
    from companion.render.comparison import Option, comparison_lines
    from companion.render.resolution import resolution_json

    _refuse(options)
    engine, first = Engine(library), library.procedure(options.procedure)
    module = library.module(first.game)
    settings = session_settings(options, places, library, module)
    answers = given_answers(options)
    stood(module, settings, first, answers)
    head, *rest = options.against
    if "=" in head:
        second, others = first, changed_answers(deepcopy(answers), options.against)
    else:
        second, others = library.procedure(head), changed_answers({}, rest)
    if second.game == first.game:
        stood(module, settings, second, others)
    a, b = _resolved(engine, first, answers, "A"), _resolved(engine, second, others, "B")
    if second is first and a.inputs == b.inputs:
        raise Refused(
            f"--against {' '.join(options.against)}: that is what is answered already; change something"
        )
    if options.json:
        put_json({"a": resolution_json(a), "b": resolution_json(b)})
    else:
        put(comparison_lines(Option(first, a), Option(second, b), width()))
    return 0


def _refuse(options: argparse.Namespace) -> None:
    """What makes no sense beside --against. Raises Refused."""
    from companion.model import Refused

    if not options.procedure:
        raise Refused(
            "--against stands after the calculator and its answers: calc PROCEDURE key=value --against key=value"
        )
    for name, given in (
        ("--roll", options.roll),
        ("--log", options.log),
        ("--list", options.list),
        ("--describe", options.describe),
        ("--proof", options.proof),
    ):
        if given:
            raise Refused(f"--against compares two options before the dice; leave out {name}")


def _resolved(engine: Any, procedure: Procedure, answers: dict[str, Any], name: str) -> Resolution:
    """One option with every answer there. Raises Refused."""
    from companion.cli.running import lacking
    from companion.model import Refused

    try:
        resolution: Resolution = engine.resolve(procedure.id, answers, [])
    except Refused as error:
        raise Refused(f"option {name}: {error}", error.where) from None
    if resolution.missing:
        raise Refused(f"option {name}: {lacking(resolution, procedure)}")
    return resolution
