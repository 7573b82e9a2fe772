"""`companion cup`: show or fill the chit cup, draw chits, and change the order of moves."""

from __future__ import annotations

import argparse

from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_result, width
from companion.errors import Refused
from companion.model.event import Calculated, Event
from companion.model.wording import agreeing
from companion.play import chits
from companion.play.session import Session
from companion.play.turn import here, sequence_of
from companion.play.typed_chits import typed_chit
from companion.render.cup import cup_json, cup_lines, phase_note
from companion.render.text import listed


def run(options: argparse.Namespace) -> int:
    """Run the action and show the cup. Raises Refused and NotFound."""
    if options.action is None:
        with open_read_only(options) as session:
            chits.rules_of(session)
            return _show(session, options, "")
    with open_for_write(options) as session:
        chits.rules_of(session)
        return _show(session, options, _act(session, options))


def _show(session: Session, options: argparse.Namespace, message: str) -> int:
    at = here(session)
    rules, cup = chits.rules_of(session), session.game_state.cup
    lines = listed([message], width())
    lines += listed([phase_note(sequence_of(session), at) if cup.chits else ""], width(), "Note: ", "  ")
    said = {"says": message} if message else {}
    document = cup_json(rules, cup, at.turn, session.state.game) | said
    print_result(options, document, lines + cup_lines(rules, cup, at.turn, width()))
    return 0


def _act(session: Session, options: argparse.Namespace) -> str:
    """Run the action; return a sentence that says what happened."""
    chosen = chits.rules_of(session).how == "chosen"
    match options.action:
        case "fill":
            filled = chits.fill(session, [typed_chit(session, word) for word in options.chits])
            return (
                f"{len(filled)} {agreeing(len(filled), 'chits')} {'on the list' if chosen else 'in the cup'}."
            )
        case "draw":
            named_app = any(chit.name.casefold() == "app" for chit in session.game_state.cup.chits)
            wanted = "" if options.chit.casefold() == "app" and not named_app else options.chit
            return f"{chits.draw(session, wanted)} {'acts now' if chosen else 'is drawn'}."
        case "mark":
            chits.mark(session, options.chit, options.word)
            return f"{chits.known_chit(session, options.chit)}: {options.word}."
        case "use":
            return _use(session, options)
    return _try(session, options)


def _use(session: Session, options: argparse.Namespace) -> str:
    use = chits.use_of(chits.rules_of(session), options.use)
    if use.procedure:
        raise Refused(
            f"{use.title} requires a roll: companion cup try {use.id} WHO --success yes|no, or --roll N"
        )
    chits.try_use(session, options.chit, use.id, True, options.chit)
    return f"{use.title}: {chits.known_chit(session, options.chit)}."


def _try(session: Session, options: argparse.Namespace) -> str:
    use = chits.use_of(chits.rules_of(session), options.use)
    if not use.procedure:
        raise Refused(f"{use.title} requires no roll: companion cup use {use.id} CHIT")
    hq = chits.known_hq(session, options.hq)
    rolled: list[Event] = []
    if options.roll is not None:
        from companion.cli.cup_roll import roll_for_use  # a tenth of the time of a command

        success, rolled = roll_for_use(session, options, use, hq)
    elif options.success is not None:
        success = options.success == "yes"
    else:
        raise Refused(f"{use.title}: the result is required, --success yes or no, or --roll N")
    chits.try_use(session, hq, use.id, success, options.chit, rolled)
    result = next((f" {event.summary}" for event in rolled if isinstance(event, Calculated)), "")
    return f"{hq} tries {use.title}: {'succeeds' if success else 'fails'}.{result}"
