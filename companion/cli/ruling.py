"""`companion ruling`: how this table plays it, for the session or for good; never part of the official text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, complete
from companion.cli.ruled import rulings_in_force, warn
from companion.cli.screen import put, put_json, width
from companion.cli.streams import given_bytes
from companion.cli.table import Actions, open_for_write

if TYPE_CHECKING:
    from companion.model import Library
    from companion.model.event import TableRuling
    from companion.play.session import Session


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "ruling",
        "list, make, remove and exchange table rulings",
        "ruling",
        'ruling add lob:3.5 "here it counts once"',
        "ruling export rulings.json",
    )
    actions = Actions(found)
    made = actions.add("add", "make a ruling")
    made.add_argument("about", help="id or rule number, or CALCULATOR/label of a modifier")
    made.add_argument("text", help="the ruling in one line")
    made.add_argument("--for-good", action="store_true", help="for every session, not only this one")
    actions.add("drop", "remove a ruling").add_argument("id", help="id of the ruling, as in table-1")
    out = actions.add("export", "write the rulings to a file").add_argument(
        "file", nargs="?", default="-", help="file to write to; standard output by default"
    )
    complete(out, "file")
    taken = actions.add("import", "add the rulings of a file")
    complete(taken.add_argument("file", help="exported rulings; - reads standard input"), "file")
    taken.add_argument("--for-good", action="store_true", help="for every session, not only this one")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    work = {None: _list, "add": _add, "drop": _drop, "export": _export, "import": _import}
    return work[options.action](options)


def _list(options: argparse.Namespace) -> int:
    from companion.cli.ruled import ruling_json, ruling_lines

    rulings = rulings_in_force(options, _data())
    if options.game:
        rulings = [each for each in rulings if each.record.partition(":")[0] == options.game]
    if options.json:
        put_json([ruling_json(each) for each in rulings])
        return 0
    for each in rulings:
        put(
            [
                each.about,
                *(f"  {line}" for line in ruling_lines(each, width() - 2, modifier=False)),
            ]
        )
    if not rulings:
        put(["No table rulings."])
    return 0


def _add(options: argparse.Namespace) -> int:
    from companion.play.rulings import new_ruling

    with open_for_write(options) as session:
        about = _modifier(session.library, options.about, session.state.game)
        made = new_ruling(session, about, options.text, _ids(session))
        _keep(session, [made], options.for_good)
        return _show(session, made, options)


def _show(session: Session, made: TableRuling, options: argparse.Namespace) -> int:
    from companion.cli.ruled import ruling_json, ruling_lines
    from companion.play.active_rulings import ActiveRuling

    active = ActiveRuling(made.id, made.about, made.text, made.on, "" if options.for_good else session.name)
    put_json(ruling_json(active)) if options.json else put([made.about, *ruling_lines(active, width())])
    return 0


def _modifier(library: Library, about: str, game: str) -> str:
    """`about` with the modifier's label as it is written. Raises NotFound and Refused."""
    from companion.model import Procedure, Refused
    from companion.model.library import nearest
    from companion.model.procedure import Tally

    target, sign, label = about.partition("/")
    if not sign:
        return about
    found = [each for each in library.find(target, game) if isinstance(each, Procedure)]
    if not found:
        raise Refused(f"{target[:40]} is not a calculator; only calculators have modifiers")
    labels = [each.label for step in found[0].steps if isinstance(step, Tally) for each in step.modifiers]
    wanted = label.strip().casefold()
    exact = [each for each in labels if each.casefold() == wanted]
    exact = exact or [each for each in dict.fromkeys(labels) if wanted and wanted in each.casefold()]
    if len(set(exact)) != 1:
        raise Refused(f"{found[0].id} has no modifier {label[:40]}{nearest(label, labels)}")
    return f"{found[0].id}/{exact[0]}"


def _ids(session: Session) -> list[str]:
    from companion.play.rulings import lasting_rulings

    return [*session.state.rulings, *(each.id for each in lasting_rulings(_data()))]


def _data() -> Path:
    from companion.load.places import usual_places

    return usual_places().data


def _keep(session: Session, rulings: Iterable[TableRuling], for_good: bool) -> None:
    from companion.model.event import RulingMade
    from companion.play.rulings import lasting_rulings, save_lasting_rulings

    if for_good:
        save_lasting_rulings(_data(), (*lasting_rulings(_data()), *rulings))
    else:
        session.add(*(RulingMade(each) for each in rulings))


def _drop(options: argparse.Namespace) -> int:
    from companion.play.rulings import drop_ruling, lasting_rulings, save_lasting_rulings

    lasting = lasting_rulings(_data())
    if any(each.id == options.id for each in lasting):
        save_lasting_rulings(_data(), tuple(each for each in lasting if each.id != options.id))
    else:
        with open_for_write(options) as session:
            drop_ruling(session, options.id)
    put_json({"dropped": options.id}) if options.json else put([f"{options.id} removed."])
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.model import CompanionError, NotFound
    from companion.play.rulings import export_rulings, table_ruling

    rulings = rulings_in_force(options, _data())
    if not rulings:
        raise NotFound("there are no table rulings to export")
    raw = export_rulings([table_ruling(ruling) for ruling in rulings])
    if options.file == "-":
        put(raw.decode().splitlines())
        return 0
    try:
        Path(options.file).write_bytes(raw)
    except OSError as error:
        raise CompanionError(f"{options.file} cannot be written: {error.strerror}") from None
    says = {"file": options.file, "rulings": len(rulings)}
    put_json(says) if options.json else put([f"{len(rulings)} rulings written to {options.file}."])
    return 0


def _import(options: argparse.Namespace) -> int:
    from companion.play.rulings import import_rulings, lasting_rulings, sort_incoming

    given = import_rulings(given_bytes(options.file))
    with open_for_write(options) as session:
        held = (*session.state.rulings.values(), *lasting_rulings(_data()))
        come = sort_incoming(session, given, held)
        if come.new:
            _keep(session, come.new, options.for_good)
    for each in come.foreign:
        warn(f"left out, {each.about} is not in any rulebook here: {each.text}")
    says = {"new": [each.id for each in come.new], "known": come.known, "left_out": len(come.foreign)}
    put_json(says) if options.json else put(
        [f"{len(come.new)} new, {come.known} known already, {len(come.foreign)} left out."]
    )
    return 0
