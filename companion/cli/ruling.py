"""`companion ruling`: how this table plays it, for the session or for good; never part of the official text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.open_session import open_for_write
from companion.cli.output import print_json, print_lines, width
from companion.cli.rulings import rulings_in_force
from companion.cli.streams import read_input, warn, write_file

if TYPE_CHECKING:
    from companion.model import Library
    from companion.model.event import TableRuling
    from companion.play.session import Session


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    work = {None: _list, "add": _add, "drop": _drop, "export": _export, "import": _import}
    return work[options.action](options)


def _list(options: argparse.Namespace) -> int:
    from companion.cli.rulings import ruling_json, ruling_lines

    rulings = rulings_in_force(options, _data())
    if options.game:
        rulings = [each for each in rulings if each.record.partition(":")[0] == options.game]
    if options.json:
        print_json([ruling_json(each) for each in rulings])
        return 0
    for each in rulings:
        print_lines(
            [
                each.about,
                *(f"  {line}" for line in ruling_lines(each._replace(about=each.record), width() - 2)),
            ]
        )
    if not rulings:
        print_lines(["No table rulings."])
    return 0


def _add(options: argparse.Namespace) -> int:
    from companion.play.keeping import new_ruling

    with open_for_write(options) as session:
        about = _modifier(session.library, options.about, session.state.game)
        made = new_ruling(session, about, options.text, _ids(session))
        _keep(session, [made], options.for_good)
        return _show(session, made, options)


def _show(session: Session, made: TableRuling, options: argparse.Namespace) -> int:
    from companion.cli.rulings import ruling_json, ruling_lines
    from companion.play.held import Held

    scope = "" if options.for_good else session.name
    held = Held(made.id, made.about, made.text, made.on, scope)
    print_json(ruling_json(held)) if options.json else print_lines([held.about, *ruling_lines(held, width())])
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
    from companion.play.keeping import lasting_rulings

    return [*session.state.rulings, *(each.id for each in lasting_rulings(_data()))]


def _data() -> Path:
    from companion.load.places import usual_places

    return usual_places().data


def _keep(session: Session, rulings: Iterable[TableRuling], for_good: bool) -> None:
    from companion.model.event import Ruled
    from companion.play.keeping import keep_rulings, lasting_rulings

    if for_good:
        keep_rulings(_data(), (*lasting_rulings(_data()), *rulings))
    else:
        session.add(*(Ruled(each) for each in rulings))


def _drop(options: argparse.Namespace) -> int:
    from companion.play.keeping import keep_rulings, lasting_rulings, unrule

    lasting = lasting_rulings(_data())
    if any(each.id == options.id for each in lasting):
        keep_rulings(_data(), tuple(each for each in lasting if each.id != options.id))
    else:
        with open_for_write(options) as session:
            unrule(session, options.id)
    print_json({"dropped": options.id}) if options.json else print_lines([f"{options.id} removed."])
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.model import NotFound
    from companion.model.event import TableRuling
    from companion.play.keeping import write_rulings

    rulings = rulings_in_force(options, _data())
    if not rulings:
        raise NotFound("there are no table rulings to export")
    raw = write_rulings(tuple(TableRuling(each.id, each.about, each.text, each.on) for each in rulings))
    if options.file == "-":
        print_lines(raw.decode().splitlines())
        return 0
    write_file(Path(options.file), raw)
    says = {"file": options.file, "rulings": len(rulings)}
    print_json(says) if options.json else print_lines([f"{len(rulings)} rulings written to {options.file}."])
    return 0


def _import(options: argparse.Namespace) -> int:
    from companion.play.keeping import incoming, lasting_rulings, read_rulings

    given = read_rulings(read_input(options.file))
    with open_for_write(options) as session:
        held = (*session.state.rulings.values(), *lasting_rulings(_data()))
        come = incoming(session, given, held)
        if come.new:
            _keep(session, come.new, options.for_good)
    for each in come.foreign:
        warn(f"left out, {each.about} is not in any rulebook here: {each.text}")
    says = {"new": [each.id for each in come.new], "known": come.known, "left_out": len(come.foreign)}
    print_json(says) if options.json else print_lines(
        [f"{len(come.new)} new, {come.known} known already, {len(come.foreign)} left out."]
    )
    return 0
