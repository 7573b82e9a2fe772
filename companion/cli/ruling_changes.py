"""`companion ruling` with an action: add, remove, export and import table rulings."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.defaults import rulings_in_force, warn_of_repair
from companion.cli.open_session import open_for_write
from companion.cli.output import print_lines, print_result, width
from companion.cli.streams import read_input, warn, write_file
from companion.errors import NotFound, Refused
from companion.load.places import usual_places
from companion.model import Library, Procedure
from companion.model.library import nearest
from companion.model.step import Tally
from companion.model.wording import counted
from companion.play.active_rulings import ActiveRuling
from companion.play.rulings import export_rulings, table_ruling
from companion.play.session import Session
from companion.render.table_ruling import ruling_json, ruling_lines
from companion.workspace import rulings
from companion.workspace.context import AppContext


def change(options: argparse.Namespace) -> int:
    """Run the action. Raises Refused and NotFound."""
    warn_of_repair(usual_places().data)
    actions = {"add": _add, "drop": _drop, "export": _export, "import": _import}
    return actions[options.action](options)


def _add(options: argparse.Namespace) -> int:
    with open_for_write(options) as session:
        about = _about(session.library, options.about, session.state.game)
        ruling = rulings.make(_context(session), about, options.text, options.permanent)
        scope = "" if options.permanent else session.name
    active = ActiveRuling(ruling.id, ruling.about, ruling.text, ruling.on, scope)
    print_result(options, ruling_json(active), [ruling.about, *ruling_lines(active, width())])
    return 0


def _context(session: Session) -> AppContext:
    return AppContext(usual_places(), session.library, session)


def _about(library: Library, about: str, game: str) -> str:
    """Return `about` with the label of a modifier completed and spelled as in the calculator. Raises Refused."""
    target, sign, label = about.partition("/")
    if not sign:
        return about
    procedure = next((record for record in library.find(target, game) if isinstance(record, Procedure)), None)
    if procedure is None:
        raise Refused(f"{target[:40]} is not a calculator; only calculators have modifiers")
    tallies = [step for step in procedure.steps if isinstance(step, Tally)]
    labels = [modifier.label for tally in tallies for modifier in tally.modifiers]
    wanted = label.strip().casefold()
    exact = {known for known in labels if known.casefold() == wanted}
    matches = exact or {known for known in labels if wanted and wanted in known.casefold()}
    if len(matches) != 1:
        raise Refused(f"{procedure.id} has no modifier {label[:40]}{nearest(label, labels)}")
    return f"{procedure.id}/{matches.pop()}"


def _drop(options: argparse.Namespace) -> int:
    with open_for_write(options) as session:
        rulings.drop(_context(session), options.id)
    print_result(options, {"dropped": options.id}, [f"{options.id} removed."])
    return 0


def _export(options: argparse.Namespace) -> int:
    """Print the rulings, or write them to a file."""
    active = rulings_in_force(options, usual_places().data)
    if not active:
        raise NotFound("there are no table rulings to export")
    raw = export_rulings([table_ruling(ruling) for ruling in active])
    if options.file == "-":
        print_lines(raw.decode().splitlines())
        return 0
    write_file(Path(options.file), raw)
    message = f"{counted(len(active), 'rulings')} written to {options.file}."
    print_result(options, {"file": options.file, "rulings": len(active)}, [message])
    return 0


def _import(options: argparse.Namespace) -> int:
    """Import rulings from a file; warn of rulings on unknown records."""
    raw = read_input(options.file)
    with open_for_write(options) as session:
        incoming = rulings.add_exported(_context(session), raw, options.permanent)
    for ruling in incoming.foreign:
        warn(f"ruling skipped, {ruling.about} is not in any rulebook here: {ruling.text}")
    new, known, foreign = [ruling.id for ruling in incoming.new], incoming.known, len(incoming.foreign)
    message = f"{len(new)} imported, {known} already known, {foreign} skipped."
    print_result(options, {"new": new, "known": known, "left_out": foreign}, [message])
    return 0
