"""`companion log amend`: repeats a logged calculation with other answers and the same dice."""

from __future__ import annotations

import argparse

from companion.cli.answers import changed_answers, names_given
from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_result, width
from companion.cli.resolving import missing_words
from companion.engine import parse_rolls
from companion.load.places import usual_places
from companion.model import Refused, Resolution, RollRequest
from companion.play.session import Session
from companion.render.amended import amended_json, amended_lines
from companion.render.resolution import spare_line
from companion.render.text import listed
from companion.workspace.amendment import Amendment
from companion.workspace.context import AppContext
from companion.workspace.later_lines import LATER, later_lines, later_words


def amend(options: argparse.Namespace) -> int:
    """Print the differences; with --keep, log the corrected calculation. Raises Refused and NotFound."""
    with (open_for_write if options.keep else open_read_only)(options) as session:
        return _amend(session, options)


def _amend(session: Session, options: argparse.Namespace) -> int:
    amendment = Amendment(AppContext(usual_places(), session.library, session), options.line)
    if options.keep and options.line not in session.counting():
        raise Refused(f"line {options.line} was undone and cannot be corrected")
    if options.units and not options.keep:
        raise Refused("--units requires --keep")
    if not options.answers and not options.who:
        raise Refused(f"no changes given; write companion log amend {options.line} key=value ...")
    amendment.sheet.names |= names_given(amendment.procedure, options.who)
    amendment.sheet.values = changed_answers(amendment.sheet.values, options.answers)
    resolution = _resolved(amendment, options.roll)
    units, later = amendment.units_text(), later_words(amendment)
    line = amendment.keep(with_units=options.units).id if options.keep else 0
    given = (amendment.recorded, amendment.before, resolution, amendment.procedure, amendment.words)
    lines = amended_lines(*given, width())
    used = f"{LATER}: {later}" * bool(later)
    lines += listed([spare_line(resolution), _units_line(units, options), used], width())
    corrects = f"Line {line} corrects line {options.line}."
    lines.append(corrects if line else "Not saved. Add --keep to write it to the log.")
    document = {
        **amended_json(*given),
        "units": units,
        "later": [
            {"line": change.line, "procedure": change.event.procedure, "inputs": list(change.paths)}
            for change in later_lines(amendment)
        ],
        "unused_dice": len(resolution.spare),
        "logged": line or None,
    }
    print_result(options, document, lines)
    return 0


def _units_line(units: str, options: argparse.Namespace) -> str:
    """Return how the units differ after the correction, and whether they were changed; empty if they do not differ."""
    if not units:
        return ""
    how = (
        "Units changed"
        if options.keep and options.units
        else "Units not changed (add --keep --units to change them)"
    )
    return f"{how}: {units}"


def _resolved(amendment: Amendment, more: list[str]) -> Resolution:
    """Return the finished calculation; `more` are the dice for rolls that it did not need before. Raises Refused."""
    typed = parse_rolls(more) or []
    if isinstance(typed, dict):
        raise Refused("give the additional dice without names: --roll N")
    resolution = amendment.resolve()
    if resolution.missing:
        raise Refused(missing_words(resolution, amendment.procedure))
    if typed and not resolution.needs:
        dice = "die" if len(typed) == 1 else "dice"
        raise Refused(f"{len(typed)} {dice} too many: {', '.join(map(str, typed))}")
    if typed:
        amendment.rolls += typed
        resolution = amendment.resolve()
    if resolution.needs:
        raise Refused(_roll_words(resolution.needs[0]))
    amendment.resolution = resolution
    return resolution


def _roll_words(due: RollRequest) -> str:
    """Return the message that another roll is needed, with its range."""
    missing = f"{due.pool - due.given}d{due.most}" if due.pool is not None else due.dice
    more = " more" if due.given else ""
    return f"another roll is needed: {due.label}, {missing}{more}, {due.least} to {due.most}: --roll N"
