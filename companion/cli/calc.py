"""`companion calc`: calculators, listed, described, run, or asked line by line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, game_option, json_option, session_option
from companion.cli.screen import put, put_json, width
from companion.cli.streams import given_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.engine import Dice, Engine
    from companion.model import Elsewhere, GameModule, Procedure, Resolution
    from companion.play.active_rulings import ActiveRuling
    from companion.play.session import Session


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "calc",
        "run a calculator, or list and describe calculators",
        "calc --list",
        "calc lob:closing-roll rating=C leader_morale=2 --roll 4",
        "calc lob:closing-roll rating=C leader_morale=2 --odds --json",
    )
    found.add_argument(
        "procedure", nargs="?", metavar="calculator", help="id of a calculator, as in lob:closing-roll"
    )
    found.add_argument(
        "answers", nargs="*", metavar="key=value", help="answers, as in target.rear=yes or firers.1.sps=4"
    )
    game_option(found, "list only the calculators of this game")
    session_option(found, "session whose rulings count, and whose log --log writes to")
    found.add_argument(
        "--log", action="store_true", help="write the finished calculation to the log of the session"
    )
    found.add_argument("--list", action="store_true", help="list the calculators")
    found.add_argument("--describe", action="store_true", help="list the questions of a calculator")
    found.add_argument("--input", metavar="JSON", help="answers as a JSON object; - reads standard input")
    _before_and_after_the_dice(found)
    json_option(found)


def _before_and_after_the_dice(found: argparse.ArgumentParser) -> None:
    """Add the options for dice, odds and charts."""
    found.add_argument(
        "--roll",
        action="append",
        default=[],
        metavar="N[,N...]",
        help="dice rolled at the table (7 or 3+4), or app",
    )
    found.add_argument("--odds", action="store_true", help="show the odds and stop before the dice")
    found.add_argument(
        "--proof", action="store_true", help="also draw the charts around each cell that was used"
    )
    found.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="key=value",
        help="compare the odds with these answers changed, or with another calculator: CALCULATOR key=value ...",
    )


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    from companion.cli.ruled import rulings_in_force
    from companion.cli.standing import session_settings, stood, stood_lines
    from companion.cli.table import open_for_write
    from companion.engine import Engine
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import Refused

    places = usual_places()
    library = load_library(places)
    if options.against:
        from companion.cli.against import compare

        return compare(places, library, options)
    if options.list or not options.procedure:
        return _list(library, options)
    procedure = library.procedure(options.procedure)
    rulings = [each for each in rulings_in_force(options, places.data) if each.record == procedure.id]
    if options.describe:
        elsewhere = library.module(procedure.game).elsewhere_of(procedure.id)
        return _describe(procedure, rulings, elsewhere, options.json)
    if options.log and options.odds:
        raise Refused("--log takes a finished calculation; leave out --odds")
    engine, module, answers = Engine(library), library.module(procedure.game), given_answers(options)
    standing = stood(module, session_settings(options, places, library, module), procedure, answers)
    if not options.json:
        put(stood_lines(procedure, standing, width()))
    if options.log:
        options.game = ""
        with open_for_write(options, procedure.game) as session:
            resolution, logged = _finish(engine, procedure, options, answers, rulings, session)
            _show(resolution, procedure, module, rulings, options.json, logged, session.name, standing)
    else:
        resolution, _ = _finish(engine, procedure, options, answers, rulings)
        _show(resolution, procedure, module, rulings, options.json, standing=standing)
    if options.proof and not options.json:
        _prove(module, resolution)
    return 0


def _finish(
    engine: Engine,
    procedure: Procedure,
    options: argparse.Namespace,
    answers: dict[str, Any],
    rulings: list[ActiveRuling],
    session: Session | None = None,
) -> tuple[Resolution, int]:
    """The calculation; in a session it is in the log before anyone sees it, and so are the companion's dice.

    Gives the number of its line too, 0 without a session.
    """
    from companion.cli.running import lacking, resolve
    from companion.model import Refused

    dice: Dice | None = None
    if session is not None:
        from companion.workspace.logged_dice import LoggedDice

        dice = LoggedDice(session, procedure)
    if not options.json and options.input is None and sys.stdin.isatty() and sys.stdout.isatty():
        from companion.cli.asking import ask
        from companion.cli.ruled import ruling_lines

        for ruling in rulings:
            put(ruling_lines(ruling, width()))
        resolution = ask(engine, procedure, answers, options.roll, options.odds, dice)
    else:
        resolution = resolve(engine, procedure, answers, options.roll, dice)
        if not resolution.done and not options.odds:
            raise Refused(lacking(resolution, procedure))
    if session is None:
        return resolution, 0
    from companion.play.rulings import table_ruling
    from companion.play.units_and_notes import log_calculation
    from companion.render.log import logged_calculation

    done = logged_calculation(resolution, procedure, rulings=map(table_ruling, rulings))
    return resolution, log_calculation(session, done).id


def _show(
    resolution: Resolution,
    procedure: Procedure,
    module: GameModule,
    rulings: list[ActiveRuling],
    as_json: bool,
    logged: int = 0,
    session: str = "",
    standing: Mapping[str, str] | None = None,
) -> None:
    """Print the answer, and the conflicts between the sources that the calculator rests on."""
    from companion.cli.ruled import ruling_json, ruling_lines
    from companion.render.entry import conflict_json, conflict_lines
    from companion.render.resolution import resolution_json, resolution_lines
    from companion.render.text import wrapped

    conflicts = module.conflicts_of(procedure.id)
    if as_json:
        answer = resolution_json(resolution)
        answer |= {"conflicts": [conflict_json(each) for each in conflicts]} if conflicts else {}
        answer |= {"rulings": [ruling_json(each) for each in rulings]} if rulings else {}
        answer |= {"from_session": dict(standing)} if standing else {}
        put_json(answer | ({"logged": logged, "session": session} if logged else {}))
        return
    labels = {line.label for line in resolution.ledger}
    beside: dict[str, list[str]] = {}
    for each in rulings:
        if each.modifier in labels:
            beside.setdefault(each.modifier, []).append(f"{each.text} ({each.id})")
        else:
            put(ruling_lines(each, width()))
    put(resolution_lines(resolution, procedure, width(), beside))
    for conflict in conflicts:
        put(["", *conflict_lines(conflict, module.game, width())])
    put(wrapped(f"Line {logged} of session {session}.", width()) if logged else [])


def _describe(
    procedure: Procedure, rulings: list[ActiveRuling], elsewhere: Sequence[Elsewhere], as_json: bool
) -> int:
    from companion.cli.ruled import ruling_json, ruling_lines
    from companion.render import entry as render

    if as_json:
        described = render.procedure_json(procedure, elsewhere)
        put_json({**described, "rulings": [ruling_json(each) for each in rulings]})
        return 0
    for each in rulings:
        put(ruling_lines(each, width()))
    put(render.procedure_lines(procedure, width(), elsewhere))
    return 0


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


def given_answers(options: argparse.Namespace) -> dict[str, Any]:
    """The answers of --input and of key=value words, the words counting last."""
    from companion.model import Refused

    answers: dict[str, Any] = {}
    if options.input is not None:
        try:
            given = json.loads(given_bytes("-") if options.input == "-" else options.input)
        except UnicodeDecodeError:
            raise Refused("--input is not UTF-8 text") from None
        except (ValueError, RecursionError) as error:
            raise Refused(f"--input is not JSON: {error}") from None
        if not isinstance(given, dict):
            raise Refused("--input must be a JSON object of answers")
        answers = given
    return _worded(answers, options.answers)


def changed_answers(answers: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """Logged answers with those of key=value words in their place. Raises Refused."""
    return _worded({name: _numbered(value) for name, value in answers.items()}, words)


def _numbered(value: Any) -> Any:
    """Rows by their number, as key=value words name them."""
    if isinstance(value, dict):
        return {name: _numbered(each) for name, each in value.items()}
    if isinstance(value, list | tuple) and value and all(isinstance(each, dict) for each in value):
        return {str(number): _numbered(row) for number, row in enumerate(value, 1)}
    return value


def _worded(answers: dict[str, Any], words: list[str]) -> dict[str, Any]:
    from companion.model import Refused

    for word in words:
        key, sign, value = word.partition("=")
        if not sign or not key:
            raise Refused(f"{word!r} is not an answer; write key=value")
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
