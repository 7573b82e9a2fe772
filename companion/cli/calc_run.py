"""`companion calc CALCULATOR`: run a calculator and print, or log, its result."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from companion.cli.answers import apply_settings, given_answers, names_given, settings_lines
from companion.cli.defaults import session_settings
from companion.cli.interactive import ask
from companion.cli.output import print_json, print_lines, print_text, width
from companion.cli.resolving import missing_words, resolve_with
from companion.engine import Dice, Engine
from companion.errors import Refused
from companion.load.places import Places
from companion.model import GameModule, Library, Procedure, Resolution
from companion.render.chart import proof_lines
from companion.render.documents import document
from companion.render.entry import conflicts_lines
from companion.render.resolution import resolution_lines
from companion.render.resolution_json import resolution_json
from companion.render.table_ruling import ruling_json, ruling_lines

if TYPE_CHECKING:
    from companion.play.active_rulings import ActiveRuling


class _Calculator(NamedTuple):
    """A calculator with its answers and rulings, ready to run."""

    options: argparse.Namespace
    engine: Engine
    module: GameModule
    procedure: Procedure
    rulings: list[ActiveRuling]
    """Table rulings on the calculator."""
    answers: dict[str, Any]
    from_session: dict[str, str]
    """Answers from the settings of the session, by path."""


def run_calculator(
    options: argparse.Namespace,
    places: Places,
    library: Library,
    procedure: Procedure,
    rulings: list[ActiveRuling],
) -> int:
    """Run a calculator; with --log, log it in the session. `rulings` are the table rulings on it. Raises Refused."""
    if options.log and options.odds:
        raise Refused("--log requires a finished calculation; leave out --odds")
    if options.who and not options.log:
        raise Refused("--who requires --log, because it names units in the log")
    module, answers = library.module(procedure.game), given_answers(options, procedure.inputs)
    settings = session_settings(options, places, library, module)
    from_session = apply_settings(module, settings, procedure, answers)
    if not options.json:
        print_lines(settings_lines(procedure, from_session, width()))
    calculator = _Calculator(options, Engine(library), module, procedure, rulings, answers, from_session)
    if options.log:
        _run_in_session(calculator)
    else:
        _show(calculator, _resolve(calculator))
    return 0


def _run_in_session(calculator: _Calculator) -> None:
    """Run the calculator, and log the result and the companion's dice before printing them."""
    # 8 ms, only for logged calculations
    from companion.cli.open_session import open_for_write
    from companion.play.rulings import table_ruling
    from companion.play.unit_parts import units_named
    from companion.play.units_and_notes import log_calculation
    from companion.render.log import logged_calculation
    from companion.workspace.logged_dice import LoggedDice
    from companion.workspace.names import needed_words

    options, procedure = calculator.options, calculator.procedure
    names = names_given(procedure, options.who)
    options.game = ""
    with open_for_write(options, procedure.game) as session:
        resolution = _resolve(calculator, LoggedDice(session, procedure))
        rulings = [table_ruling(active) for active in calculator.rulings]
        needed = needed_words(calculator.engine, resolution) if names else ""
        done = logged_calculation(resolution, procedure, 0, rulings, names, needed)
        units = units_named(session.module, procedure, session.game_state.units, names)
        line = log_calculation(session, replace(done, units=units)).id
        _show(calculator, resolution, line, session.name)


def _resolve(calculator: _Calculator, dice: Dice | None = None) -> Resolution:
    """Return the result; in a terminal, ask for missing answers. Otherwise, raise Refused if any is missing.

    `dice` are rolled by the companion, for `--roll app`.
    """
    options, engine, procedure = calculator.options, calculator.engine, calculator.procedure
    if not options.json and options.input is None and sys.stdin.isatty() and sys.stdout.isatty():
        for ruling in calculator.rulings:
            print_lines(ruling_lines(ruling, width()))
        return ask(engine, procedure, calculator.answers, options.roll, options.odds, dice)
    resolution = resolve_with(engine, procedure, calculator.answers, options.roll, dice)
    if not resolution.done and not options.odds:
        raise Refused(missing_words(resolution, procedure))
    return resolution


def _show(calculator: _Calculator, resolution: Resolution, line: int = 0, session: str = "") -> None:
    """Print a result; `line` is its number in the log of `session`, or 0 if it is not logged."""
    if calculator.options.json:
        _show_json(calculator, resolution, {"logged": line, "session": session} if line else {})
        return
    procedure, module = calculator.procedure, calculator.module
    counted = {entry.label for entry in resolution.ledger}
    beside: dict[str, list[str]] = {}
    for ruling in calculator.rulings:
        if ruling.modifier in counted:
            beside.setdefault(ruling.modifier, []).append(f"{ruling.text} ({ruling.id})")
        else:
            print_lines(ruling_lines(ruling, width()))
    print_lines(resolution_lines(resolution, procedure, width(), beside))
    print_lines(conflicts_lines(procedure.id, module, width()))
    print_text(f"Logged as line {line} of session {session}." if line else "")
    if calculator.options.proof:
        for cell in resolution.looked:
            print_lines(["", *proof_lines(module.chart(cell.chart), cell.row, cell.column, width())])


def _show_json(calculator: _Calculator, resolution: Resolution, logged: dict[str, Any]) -> None:
    conflicts = calculator.module.conflicts_of(calculator.procedure.id)
    parts = {
        "conflicts": [document(conflict) for conflict in conflicts],
        "rulings": [ruling_json(ruling) for ruling in calculator.rulings],
        "from_session": calculator.from_session,
    }
    known = {name: value for name, value in parts.items() if value}
    print_json(resolution_json(resolution) | known | logged)
