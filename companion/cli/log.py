"""`companion log`: what happened, notes and bookmarks, a calculation put right, the after-action report."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, complete, game_option
from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, open_for_write, open_read_only, whole

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.render.lived import Line

LINES = 40
"""Lines that are shown where nobody asks for more."""


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "log",
        "show the log of the session, add notes and bookmarks, correct a calculation, write the report",
        "log --turn 3",
        'log note "the bridge is down"',
        "log export --out friday.md",
    )
    found.add_argument("--turn", type=whole, metavar="N", help="only lines of this turn")
    found.add_argument("--all", action="store_true", help=f"every line, not only the last {LINES}")
    found.add_argument("--expand", type=whole, metavar="N", help="show line N in full")
    game_option(found, "only lines of this game")
    actions = Actions(found, game=False)
    note = actions.add("note", "write a note")
    note.add_argument("text", help="text of the note")
    note.add_argument("--on", type=whole, default=0, metavar="N", help="line the note is about")
    actions.add("pin", "toggle the bookmark of a line").add_argument(
        "line", type=whole, help="number of the line"
    )
    amend = actions.add("amend", "change answers of a calculation, keep its dice, and show what differs")
    amend.add_argument("line", type=whole, help="number of the line")
    amend.add_argument("answers", nargs="*", metavar="key=value", help="changed answers")
    amend.add_argument("--roll", action="append", default=[], metavar="N", help="dice it now needs besides")
    amend.add_argument("--keep", action="store_true", help="write the changed calculation to the log")
    export = actions.add("export", "write the after-action report")
    export.add_argument("--format", choices=("md", "json"), default="md", help="Markdown (default) or JSON")
    complete(export.add_argument("--out", default="", metavar="FILE", help="file to write to"), "file")
    game_option(export, "only this game")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    options.only, options.game = options.game, ""
    if options.action in ("note", "pin"):
        return _mark(options)
    if options.action == "export":
        return _export(options)
    if options.action == "amend":
        from companion.cli.amend import amend

        return amend(options)
    with open_read_only(options) as session:
        return _expand(session, options) if options.expand is not None else _list(session, options)


def told_lines(session: Session) -> list[Line]:
    """The lines of the session's log."""
    from companion.render.lived import lines_of
    from companion.render.log import LogWords

    return lines_of(session.log, LogWords(session.library), session.counting(), session.state.pins)


def _list(session: Session, options: argparse.Namespace) -> int:
    from companion.render.lived import line_json, line_words
    from companion.render.text import wrapped

    lines = told_lines(session)
    if options.only:
        session.library.module(options.only)
        lines = [each for each in lines if each.logged.game == options.only]
    if options.turn is not None:
        lines = [each for each in lines if each.position.turn == options.turn]
    shown = lines if options.all or options.turn is not None else lines[-LINES:]
    if options.json:
        put_json([line_json(each) for each in shown])
        return 0
    if len(shown) < len(lines):
        put(wrapped(f"{len(lines) - len(shown)} earlier lines; --all shows them.", width()))
    day = ""
    for each in shown:
        if each.logged.at[:10] != day:
            day = each.logged.at[:10]
            put([day])
        put(line_words(each, width()))
    if not lines:
        put(["The log is empty."])
    return 0


def _expand(session: Session, options: argparse.Namespace) -> int:
    from companion.render.lived import line_json, line_words
    from companion.render.logged import opened_lines

    number = session.event(options.expand).id
    lines = told_lines(session)
    line = next(each for each in lines if each.logged.id == number)
    if options.json:
        put_json(line_json(line))
    else:
        module = next((each for each in session.library.modules if each.game.slug == line.logged.game), None)
        put(line_words(line, width()))
        put([f"  {each}" for each in opened_lines(line, module, width() - 2)])
    return 0


def _mark(options: argparse.Namespace) -> int:
    from companion.play.units_and_notes import add_note, toggle_pin
    from companion.render.text import wrapped

    with open_for_write(options) as session:
        if options.action == "note":
            number = add_note(session, options.text, options.on).id
            says = f"Line {number}: note{f' on line {options.on}' if options.on else ''}."
        else:
            number, on = options.line, toggle_pin(session, options.line)
            says = f"Bookmark {'set on' if on else 'removed from'} line {number}."
    put_json({"line": number, "says": says}) if options.json else put(wrapped(says, width()))
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.workspace.reports import report_text, write_report

    form = "json" if options.json or options.format == "json" else "md"
    with open_read_only(options) as session:
        text, name = report_text(session, form, options.only), session.name
    if not options.out:
        put(text.splitlines())
        return 0
    write_report(Path(options.out), text)
    says = {"session": name, "file": options.out}
    put_json(says) if options.json else put([f"The report of session {name} was written to {options.out}."])
    return 0
