"""`companion log`: show the log, add notes and bookmarks, correct a calculation, export the after-action report."""

from __future__ import annotations

import argparse
from itertools import groupby
from pathlib import Path

from companion.cli.arguments.session import LOG_LINES
from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_lines, print_result, width
from companion.model.wording import agreeing
from companion.play.session import Session
from companion.play.units_and_notes import add_note, toggle_pin
from companion.render.logged import opened_lines
from companion.render.text import wrapped
from companion.render.timeline import line_json, line_words, timeline
from companion.workspace.reports import report_text, write_report


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, show the log. Raises Refused and NotFound."""
    options.only, options.game = options.game, ""
    match options.action:
        case "note" | "pin":
            return _mark(options)
        case "export":
            return _export(options)
        case "amend":
            from companion.cli.amend import amend  # a tenth of the time of a command

            return amend(options)
    with open_read_only(options) as session:
        return _expand(session, options) if options.expand is not None else _list(session, options)


def _list(session: Session, options: argparse.Namespace) -> int:
    lines = timeline(session)
    if options.only:
        session.library.module(options.only)
        lines = [line for line in lines if line.logged.game == options.only]
    if options.turn is not None:
        lines = [line for line in lines if line.position.turn == options.turn]
    last = lines if options.all or options.turn is not None else lines[-LOG_LINES:]
    more = len(lines) - len(last)
    text = [f"{more} earlier {agreeing(more, 'lines')}. Show all with --all."] if more else []
    for day, of_day in groupby(last, key=lambda line: line.logged.at[:10]):
        text += [day, *(row for line in of_day for row in line_words(line, width()))]
    print_result(options, [line_json(line) for line in last], text or ["The log is empty."])
    return 0


def _expand(session: Session, options: argparse.Namespace) -> int:
    """Print one line of the log in full. Raises Refused for an unknown number."""
    number = session.event(options.expand).id
    line = next(line for line in timeline(session) if line.logged.id == number)
    details = opened_lines(line, session.find_module(line.logged.game), width() - 2)
    lines = [*line_words(line, width()), *(f"  {detail}" for detail in details)]
    print_result(options, line_json(line), lines)
    return 0


def _mark(options: argparse.Namespace) -> int:
    """Write a note or toggle a bookmark, and print a confirmation."""
    with open_for_write(options) as session:
        if options.action == "note":
            number = add_note(session, options.text, options.on).id
            message = f"Line {number}: note{f' on line {options.on}' if options.on else ''}."
        else:
            number, on = options.line, toggle_pin(session, options.line)
            message = f"Bookmark {'set on' if on else 'removed from'} line {number}."
    print_result(options, {"line": number, "says": message}, wrapped(message, width()))
    return 0


def _export(options: argparse.Namespace) -> int:
    """Print the report, or write it to a file."""
    form = "json" if options.json else options.format
    with open_read_only(options) as session:
        text, name = report_text(session, form, options.only), session.name
    if not options.out:
        print_lines(text.splitlines())
        return 0
    write_report(Path(options.out), text)
    message = f"Report of session {name} written to {options.out}."
    print_result(options, {"session": name, "file": options.out}, [message])
    return 0
