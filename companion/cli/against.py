"""`companion calc ... --against ...`: compares the odds of two options side by side."""

from __future__ import annotations

import argparse
from copy import deepcopy
from typing import Any

from companion.cli.answers import apply_settings, changed_answers, given_answers
from companion.cli.defaults import session_settings
from companion.cli.output import print_result, width
from companion.cli.resolving import missing_words
from companion.engine import Engine
from companion.errors import Refused
from companion.load.places import Places
from companion.model import Library, Procedure, Resolution
from companion.render.comparison import Option, comparison_lines
from companion.render.resolution_json import resolution_json


def compare_options(places: Places, library: Library, options: argparse.Namespace) -> int:
    """Print the two options side by side. Raises Refused and NotFound."""
    _check(options)
    engine, first = Engine(library), library.procedure(options.procedure)
    module = library.module(first.game)
    settings = session_settings(options, places, library, module)
    answers = given_answers(options, first.inputs)
    apply_settings(module, settings, first, answers)
    head, *rest = options.against
    if "=" in head:
        second, others = first, changed_answers(deepcopy(answers), options.against, first.inputs)
    else:
        second = library.procedure(head)
        others = changed_answers({}, rest, second.inputs)
    if second.game == first.game:
        apply_settings(module, settings, second, others)
    a, b = _resolve(engine, first, answers, "A"), _resolve(engine, second, others, "B")
    if second is first and a.inputs == b.inputs:
        raise Refused(
            f"--against {' '.join(options.against)}: both options have the same answers; change at least one"
        )
    documents = {"a": resolution_json(a), "b": resolution_json(b)}
    print_result(options, documents, comparison_lines(Option(first, a), Option(second, b), width()))
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise Refused for options that conflict with --against."""
    if not options.procedure:
        raise Refused(
            "--against goes after the calculator and its answers: calc CALCULATOR key=value --against key=value"
        )
    for name in ("roll", "log", "list", "describe", "proof"):
        if getattr(options, name):
            raise Refused(f"--against conflicts with --{name}: it compares two options before the dice")


def _resolve(engine: Engine, procedure: Procedure, answers: dict[str, Any], option: str) -> Resolution:
    """Resolve an option up to the dice. Raises Refused if an answer is missing."""
    try:
        resolution = engine.resolve(procedure.id, answers, [])
    except Refused as error:
        raise Refused(f"option {option}: {error}", error.where) from None
    if resolution.missing:
        raise Refused(f"option {option}: {missing_words(resolution, procedure)}")
    return resolution
