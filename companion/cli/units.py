"""`companion units`: what is known of the units at the table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command
from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, open_for_write, open_read_only

if TYPE_CHECKING:
    from companion.play.session import Session


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "units",
        "list and keep units with the facts that calculators ask for",
        "units",
        'units keep "5th Texas" rating=B sps=5',
    )
    actions = Actions(found)
    keep = actions.add("keep", "add a unit, or change its facts")
    keep.add_argument("name", help="name of the unit")
    keep.add_argument("facts", nargs="*", metavar="fact=value", help="facts of the unit")
    keep.add_argument("--side", default="", metavar="NAME", help="side of the unit")
    actions.add("drop", "remove a unit").add_argument("name", help="name of the unit")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    from companion.play.units_and_notes import drop_unit, keep_unit, unit
    from companion.render.text import wrapped
    from companion.render.units import unit_json, unit_words, units_json, units_lines

    if options.action is None:
        with open_read_only(options) as session:
            module, table = session.module, session.game_state
        put_json(units_json(module, table)) if options.json else put(units_lines(module, table, width()))
        return 0
    with open_for_write(options) as session:
        if options.action == "drop":
            found = unit(session, options.name)
            drop_unit(session, found.name)
            says = f"{found.name} removed."
        else:
            found = keep_unit(
                session, _name(session, options.name), _facts(session, options), _side(session, options)
            )
            says = unit_words(session.module, found)
    put_json(unit_json(found)) if options.json else put(wrapped(says, width(), "", "  "))
    return 0


def _name(session: Session, name: str) -> str:
    """The name as the unit already has it."""
    known = {each.casefold(): each for each in session.game_state.units}
    return known.get(" ".join(name.split()).casefold(), name)


def _side(session: Session, options: argparse.Namespace) -> str:
    from companion.cli.table import one_of

    sequence = session.module.sequence
    return one_of(options.side, sequence.sides, "--side") if options.side and sequence else ""


def _facts(session: Session, options: argparse.Namespace) -> dict[str, Any]:
    """Facts in the types of the questions they answer. Raises Refused with the domain."""
    from companion.engine.answers import Taken, domain_words, typed_answer
    from companion.model import Refused
    from companion.render.units import fact_input

    known = {each.name: each for each in session.module.units.facts}
    facts: dict[str, Any] = {}
    for word in options.facts:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Refused(f"{word[:40]!r} is not a fact; write fact=value")
        if name not in known:
            raise Refused(f"{name[:30]!r} is not a fact of units; there are {', '.join(known) or 'none'}")
        given = fact_input(session.module, known[name])
        if not value.strip():
            raise Refused(f"{name}: a value is needed, {domain_words(given, {})}")
        typed = typed_answer(given, value, name, {}, Taken())
        facts[name] = sorted(typed) if isinstance(typed, frozenset) else typed
    return facts
