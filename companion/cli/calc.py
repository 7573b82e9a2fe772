"""`companion calc`: calculators, listed, described, run, or asked line by line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.model import GameModule, Procedure, Resolution


def add(commands: Any) -> None:
    """Lays out the command."""
    parser = commands.add_parser("calc", help="run a calculator")
    parser.add_argument("procedure", nargs="?", help="as in lob:closing-roll")
    parser.add_argument(
        "answers", nargs="*", metavar="key=value", help="answers; target.rear=yes, firers.1.sps=4"
    )
    parser.add_argument("--game", default="", help="list the calculators of this game only")
    parser.add_argument("--list", action="store_true", help="list the calculators")
    parser.add_argument("--describe", action="store_true", help="say what a calculator asks")
    parser.add_argument("--input", metavar="JSON", help="answers as JSON; - reads standard input")
    parser.add_argument(
        "--roll",
        action="append",
        default=[],
        metavar="N[,N...]",
        help="dice from the table (7 or 3+4), or app",
    )
    parser.add_argument("--odds", action="store_true", help="stop before the dice and show the odds")
    parser.add_argument("--proof", action="store_true", help="draw the charts around each cell that was read")
    parser.add_argument("--json", action="store_true", help="JSON out")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    from companion.cli.running import lacking, resolve
    from companion.engine import Engine
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import Refused
    from companion.render import entry as render

    library = load_library(usual_places())
    if options.list or not options.procedure:
        return _list(library, options)
    procedure = library.procedure(options.procedure)
    if options.describe:
        put_json(render.procedure_json(procedure)) if options.json else put(
            render.procedure_lines(procedure, width())
        )
        return 0
    engine = Engine(library)
    answers = _answers(options)
    if not options.json and options.input is None and sys.stdin.isatty() and sys.stdout.isatty():
        from companion.cli.asking import ask

        return ask(engine, procedure, answers, options.roll, options.odds)
    resolution = resolve(engine, procedure, answers, options.roll)
    if not resolution.done and not options.odds:
        raise Refused(lacking(resolution, procedure))
    _show(resolution, procedure, options.json)
    if options.proof and not options.json:
        _prove(library.module(procedure.game), resolution)
    return 0


def _show(resolution: Resolution, procedure: Procedure, as_json: bool) -> None:
    from companion.render.resolution import resolution_json, resolution_lines

    if as_json:
        put_json(resolution_json(resolution))
    else:
        put(resolution_lines(resolution, procedure, width()))


def _prove(module: GameModule, resolution: Resolution) -> None:
    from companion.render.chart import proof_lines

    for each in resolution.looked:
        put(["", *proof_lines(module.chart(each.chart), each.row, each.column, width())])


def _list(library: Any, options: argparse.Namespace) -> int:
    modules = [library.module(options.game)] if options.game else library.modules
    procedures = [each for module in modules for each in module.procedures]
    if options.json:
        put_json(
            [
                {"id": each.id, "title": each.title, "cite": each.cite, "summary": each.summary}
                for each in procedures
            ]
        )
    else:
        from companion.render.text import wrapped

        for each in procedures:
            put(wrapped(f"{each.id}  {each.title} ({each.cite}). {each.summary}", width(), "", "    "))
    return 0 if procedures else 1


def _answers(options: argparse.Namespace) -> dict[str, Any]:
    """The answers of --input and of key=value words, the words counting last."""
    from companion.model import Refused

    answers: dict[str, Any] = {}
    if options.input is not None:
        text = sys.stdin.read() if options.input == "-" else options.input
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Refused(f"--input is not JSON: {error}") from None
        if not isinstance(given, dict):
            raise Refused("--input must be a JSON object of answers")
        answers = given
    for word in options.answers:
        key, sign, value = word.partition("=")
        if not sign or not key:
            raise Refused(f"{word!r} is no answer; write key=value")
        _put(answers, key.split("."), value, key)
    return answers


def _put(answers: dict[str, Any], path: list[str], value: str, key: str) -> None:
    from companion.model import Refused

    holder = answers
    for step in path[:-1]:
        holder = holder.setdefault(step, {})
        if not isinstance(holder, dict):
            raise Refused(f"{key}: {step} has an answer already")
    holder[path[-1]] = value
