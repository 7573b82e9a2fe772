"""`companion ruling` with an action: make, remove, export and import table rulings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from companion.cli.defaults import rulings_in_force
from companion.cli.open_session import open_for_write
from companion.cli.output import print_json, print_lines, width
from companion.cli.streams import read_input, warn, write_file
from companion.errors import NotFound, Refused
from companion.load.places import usual_places
from companion.model import Library, Procedure
from companion.model.event import RulingMade, TableRuling
from companion.model.library import nearest
from companion.model.procedure import Tally
from companion.play.active_rulings import ActiveRuling
from companion.play.rulings import (
    drop_ruling,
    export_rulings,
    import_rulings,
    lasting_rulings,
    new_ruling,
    save_lasting_rulings,
    sort_incoming,
    table_ruling,
)
from companion.play.session import Session
from companion.render.table_ruling import ruling_json, ruling_lines


def change(options: argparse.Namespace) -> int:
    """Do the action. Raises Refused and NotFound."""
    actions = {"add": _add, "drop": _drop, "export": _export, "import": _import}
    return actions[options.action](options)


def _data() -> Path:
    return usual_places().data


def _add(options: argparse.Namespace) -> int:
    with open_for_write(options) as session:
        about = _about(session.library, options.about, session.state.game)
        taken = [*session.state.rulings, *(ruling.id for ruling in lasting_rulings(_data()))]
        ruling = new_ruling(session, about, options.text, taken)
        _keep(session, [ruling], options.for_good)
        active = ActiveRuling(
            ruling.id, ruling.about, ruling.text, ruling.on, "" if options.for_good else session.name
        )
    if options.json:
        print_json(ruling_json(active))
    else:
        print_lines([ruling.about, *ruling_lines(active, width())])
    return 0


def _about(library: Library, about: str, game: str) -> str:
    """`about` with the label of a modifier completed, as the calculator spells it. Raises Refused."""
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


def _keep(session: Session, rulings: Iterable[TableRuling], for_good: bool) -> None:
    if for_good:
        save_lasting_rulings(_data(), (*lasting_rulings(_data()), *rulings))
    else:
        session.add(*(RulingMade(ruling) for ruling in rulings))


def _drop(options: argparse.Namespace) -> int:
    lasting = lasting_rulings(_data())
    others = tuple(ruling for ruling in lasting if ruling.id != options.id)
    if len(others) < len(lasting):
        save_lasting_rulings(_data(), others)
    else:
        with open_for_write(options) as session:
            drop_ruling(session, options.id)
    print_json({"dropped": options.id}) if options.json else print_lines([f"{options.id} removed."])
    return 0


def _export(options: argparse.Namespace) -> int:
    """Print the rulings, or write them to a file."""
    rulings = rulings_in_force(options, _data())
    if not rulings:
        raise NotFound("there are no table rulings to export")
    raw = export_rulings([table_ruling(active) for active in rulings])
    if options.file == "-":
        print_lines(raw.decode().splitlines())
        return 0
    write_file(Path(options.file), raw)
    if options.json:
        print_json({"file": options.file, "rulings": len(rulings)})
    else:
        print_lines([f"{len(rulings)} rulings written to {options.file}."])
    return 0


def _import(options: argparse.Namespace) -> int:
    """Add the rulings of a file; those on unknown records only cause a warning."""
    given = import_rulings(read_input(options.file))
    with open_for_write(options) as session:
        known = (*session.state.rulings.values(), *lasting_rulings(_data()))
        sorted_in = sort_incoming(session, given, known)
        if sorted_in.new:
            _keep(session, sorted_in.new, options.for_good)
    for ruling in sorted_in.foreign:
        warn(f"left out, {ruling.about} is not in any rulebook here: {ruling.text}")
    new, foreign = len(sorted_in.new), len(sorted_in.foreign)
    if options.json:
        ids = [ruling.id for ruling in sorted_in.new]
        print_json({"new": ids, "known": sorted_in.known, "left_out": foreign})
    else:
        print_lines([f"{new} new, {sorted_in.known} known already, {foreign} left out."])
    return 0
