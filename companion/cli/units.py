"""`companion units`: list the units of the session and keep their facts."""

from __future__ import annotations

import argparse
from typing import Any

from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_result, width
from companion.engine.answers import domain_words, typed_answer
from companion.errors import Refused
from companion.play.session import Session
from companion.play.typed_chits import one_of
from companion.play.units_and_notes import drop_unit, keep_unit, unit
from companion.render.documents import document
from companion.render.text import wrapped
from companion.render.units import fact_input, unit_words, units_json, units_lines


def run(options: argparse.Namespace) -> int:
    """Do the action, by default list the units. Raises Refused and NotFound."""
    if options.action is None:
        with open_read_only(options) as session:
            module, table = session.module, session.game_state
        print_result(options, units_json(module, table), units_lines(module, table, width()))
        return 0
    with open_for_write(options) as session:
        if options.action == "drop":
            changed = unit(session, options.name)
            drop_unit(session, changed.name)
            message = f"{changed.name} removed."
        else:
            name, facts = _known_name(session, options.name), _facts(session, options)
            changed = keep_unit(session, name, facts, _side(session, options))
            message = unit_words(session.module, changed)
    print_result(options, document(changed), wrapped(message, width(), "", "  "))
    return 0


def _known_name(session: Session, name: str) -> str:
    """The name as the unit already has it, in any case; a new name as it is."""
    known = {unit_name.casefold(): unit_name for unit_name in session.game_state.units}
    return known.get(" ".join(name.split()).casefold(), name)


def _side(session: Session, options: argparse.Namespace) -> str:
    sequence = session.module.sequence
    return one_of(options.side, sequence.sides, "--side") if options.side and sequence else ""


def _facts(session: Session, options: argparse.Namespace) -> dict[str, Any]:
    """The facts of the command line, typed as answers of the calculators. Raises Refused with the domain."""
    known = {fact.name: fact for fact in session.module.units.facts}
    facts: dict[str, Any] = {}
    for word in options.facts:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Refused(f"{word[:40]!r} is not a fact; write fact=value")
        if name not in known:
            raise Refused(f"{name[:30]!r} is not a fact of units; there are {', '.join(known) or 'none'}")
        asked = fact_input(session.module, known[name])
        if not value.strip():
            raise Refused(f"{name}: a value is needed, {domain_words(asked, {})}")
        typed = typed_answer(asked, value, name)
        facts[name] = sorted(typed) if isinstance(typed, frozenset) else typed
    return facts
