"""`companion units`: list, edit, import and export the units of the session."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_lines, print_result, width
from companion.cli.streams import read_input, write_file
from companion.model.wording import counted
from companion.play.session import Session
from companion.play.typed_chits import one_of
from companion.play.units_and_notes import drop_unit, keep_unit, unit
from companion.render.documents import document
from companion.render.text import wrapped
from companion.render.units import unit_words, units_json, units_lines
from companion.workspace.unit_list import fact_values, load_units, units_table


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, list the units. Raises Refused and NotFound."""
    if options.action is None:
        with open_read_only(options) as session:
            module, table = session.module, session.game_state
        print_result(options, units_json(module, table), units_lines(module, table, width()))
        return 0
    if options.action == "export":
        return _export(options)
    if options.action == "import":
        return _import(options)
    with open_for_write(options) as session:
        if options.action == "drop":
            changed = unit(session, options.name)
            drop_unit(session, changed.name)
            message = f"{changed.name} removed."
        else:
            name, facts = _known_name(session, options.name), fact_values(session.module, options.facts)
            changed = keep_unit(session, name, facts, _side(session, options))
            message = unit_words(session.module, changed)
    print_result(options, document(changed), wrapped(message, width(), "", "  "))
    return 0


def _import(options: argparse.Namespace) -> int:
    """Import units from a list."""
    text = read_input(options.file).decode("utf-8-sig", "replace")
    with open_for_write(options) as session:
        units = load_units(session, text)
        message = f"{counted(len(units), 'units')} imported: {', '.join(unit.name for unit in units)}."
    print_result(options, [document(unit) for unit in units], wrapped(message, width(), "", "  "))
    return 0


def _export(options: argparse.Namespace) -> int:
    """Print the units as CSV, or write them to a file."""
    with open_read_only(options) as session:
        table = units_table(session.module, session.game_state.units.values())
        count = len(session.game_state.units)
    if options.file == "-":
        print_lines(table.splitlines())
        return 0
    write_file(Path(options.file), table.encode())
    message = f"{counted(count, 'units')} written to {options.file}."
    print_result(options, {"file": options.file, "units": count}, [message])
    return 0


def _known_name(session: Session, name: str) -> str:
    """Return the name of a known unit as it is already spelled, ignoring case; a new name unchanged."""
    known = {unit_name.casefold(): unit_name for unit_name in session.game_state.units}
    return known.get(" ".join(name.split()).casefold(), name)


def _side(session: Session, options: argparse.Namespace) -> str:
    return (
        one_of(options.side, session.module.sides, "--side")
        if options.side and session.module.sequence
        else ""
    )
