"""`companion cup`: the chit cup, filled, drawn from, its order altered."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command
from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, open_for_write, open_read_only

if TYPE_CHECKING:
    from companion.model import ChitUse, Procedure, Resolution
    from companion.model.event import Chit, Event
    from companion.play.session import Session


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "cup",
        "show the chit cup, fill it, draw from it, change the order of moves",
        "cup",
        "cup fill",
        "cup draw",
    )
    actions = Actions(found)
    fill = actions.add("fill", "put chits into the cup, by default the usual ones")
    fill.add_argument("chits", nargs="*", metavar="NAME[:SIDE[:RATING]]", help="chits to put in")
    draw = actions.add("draw", "draw a chit")
    draw.add_argument(
        "chit",
        nargs="?",
        default="",
        help="chit drawn at the table; by default, or with app, the companion draws",
    )
    attempt = actions.add("try", "try to change the order with a chit")
    attempt.add_argument("use", help="id of a use of chits")
    attempt.add_argument("hq", metavar="who", help="chit or HQ that makes the attempt")
    attempt.add_argument(
        "--chit", default="", metavar="NAME", help="chit the attempt is about, if it is another one"
    )
    came = attempt.add_mutually_exclusive_group()
    came.add_argument("--success", choices=("yes", "no"), help="result of the attempt at the table")
    came.add_argument(
        "--roll", metavar="N", help="die rolled at the table, or app; the calculator decides by the rating"
    )
    use = actions.add("use", "use a chit in a way that needs no roll")
    use.add_argument("use", help="id of a use of chits")
    use.add_argument("chit", help="name of the chit")
    mark = actions.add("mark", "note the result of a chit's turn")
    mark.add_argument("chit", help="name of the chit")
    mark.add_argument("word", help="result, as the game names it")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    from companion.play.chits import rules_of

    if options.action is None:
        with open_read_only(options) as session:
            rules_of(session)
            return _show(session, options, "")
    with open_for_write(options) as session:
        rules_of(session)
        return _show(session, options, _done(session, options))


def _show(session: Session, options: argparse.Namespace, says: str) -> int:
    from companion.play.chits import rules_of
    from companion.play.turn import here, sequence_of
    from companion.render.cup import cup_json, cup_lines, phase_note
    from companion.render.text import wrapped

    at = here(session)
    rules, cup, turn = rules_of(session), session.game_state.cup, at.turn
    if options.json:
        put_json({**cup_json(rules, cup, turn, session.state.game), **({"says": says} if says else {})})
        return 0
    put(wrapped(says, width()) if says else [])
    note = phase_note(sequence_of(session), at) if cup.chits else ""
    put(wrapped(note, width(), "Note: ", "  ") if note else [])
    put(cup_lines(rules, cup, turn, width()))
    return 0


def _done(session: Session, options: argparse.Namespace) -> str:
    """Does it; what came, in one line."""
    from companion.model import Refused
    from companion.play import chits

    chosen = chits.rules_of(session).how == "chosen"
    match options.action:
        case "fill":
            filled = chits.fill(session, [_chit(session, word) for word in options.chits])
            return f"{len(filled)} {'on the list' if chosen else 'chits are in the cup'}."
        case "draw":
            named = any(each.name.casefold() == "app" for each in session.game_state.cup.chits)
            wanted = "" if options.chit.casefold() == "app" and not named else options.chit
            return f"{chits.draw(session, wanted)} {'acts now' if chosen else 'is drawn'}."
        case "mark":
            chits.mark(session, options.chit, options.word)
            return f"{chits.known(session, options.chit)}: {options.word}."
        case "use":
            use = chits.use_of(chits.rules_of(session), options.use)
            if use.procedure:
                raise Refused(
                    f"{use.title} takes a roll: companion cup try {use.id} WHO --success yes|no, or --roll N"
                )
            chits.try_use(session, options.chit, use.id, True, options.chit)
            return f"{use.title}: {chits.known(session, options.chit)}."
    return _try(session, options)


def _chit(session: Session, word: str) -> Chit:
    """NAME[:SIDE[:RATING]]; what is left out comes from the game's own list of commands. Raises Refused."""
    from companion.cli.table import one_of
    from companion.model import Refused
    from companion.model.event import Chit
    from companion.play.turn import sequence_of

    name, _, rest = word.partition(":")
    side, _, rating = rest.partition(":")
    known = next(
        (each for each in session.module.scenarios.commands if each.name.casefold() == name.casefold()), None
    )
    if rating and not (rating.isdecimal() and len(rating) < 4):
        raise Refused(f"{name}: {rating[:20]!r} is not a rating; write a whole number")
    if known is not None:
        name, side = known.name, side or known.side
        rating = rating or ("" if known.rating is None else str(known.rating))
    sides = sequence_of(session).sides
    return Chit(name.strip(), one_of(side, sides, name) if side else "", int(rating) if rating else None)


def _try(session: Session, options: argparse.Namespace) -> str:
    from companion.model import Refused
    from companion.model.event import Calculated
    from companion.play import chits

    use = chits.use_of(chits.rules_of(session), options.use)
    if not use.procedure:
        raise Refused(f"{use.title} takes no roll: companion cup use {use.id} CHIT")
    hq = chits.known_hq(session, options.hq)
    behind: list[Event] = []
    if options.roll is not None:
        success, behind = _rolled(session, options, use, hq)
    elif options.success is not None:
        success = options.success == "yes"
    else:
        raise Refused(f"{use.title}: say what came of it, --success yes or no, or --roll N")
    chits.try_use(session, hq, use.id, success, options.chit, behind)
    summary = next((f" {event.summary}" for event in behind if isinstance(event, Calculated)), "")
    return f"{hq} tries {use.title}: {'succeeds' if success else 'fails'}.{summary}"


def _rolled(session: Session, options: argparse.Namespace, use: ChitUse, hq: str) -> tuple[bool, list[Event]]:
    """Whether the roll succeeds by the use's calculator, with what goes into the log. Raises Refused."""
    from companion.cli.ruled import rulings_on
    from companion.cli.running import resolve
    from companion.engine import Dice, Engine
    from companion.model import Refused
    from companion.play.dice_tape import DiceTape
    from companion.render.log import logged_calculation

    procedure = session.library.procedure(f"{session.state.game}:{use.procedure}")
    rating = next((chit.rating for chit in session.game_state.cup.chits if chit.name == hq), None)
    asks = any(given.name == "rating" and given.kind == "number" for given in procedure.inputs)
    if rating is None or not asks:
        why = f"the rating of {hq} is not known" if asks else f"{procedure.title} asks more than a rating"
        raise Refused(f"{why}; roll with companion calc {procedure.id}, then --success yes or no")
    tape = DiceTape(session, use.title, procedure.id)
    resolution = resolve(Engine(session.library), procedure, {"rating": rating}, [options.roll], Dice(tape))
    success = _success(resolution, procedure)
    if success is None:
        raise Refused(f"{procedure.title} does not settle it with the rating alone; --success yes or no")
    done = logged_calculation(resolution, procedure, rulings=rulings_on(options, procedure.id))
    return success, [*tape.events(), done]


def _success(resolution: Resolution, procedure: Procedure) -> bool | None:
    """The headline result that is yes or no; None where there is none."""
    if not resolution.done:
        return None
    for each in procedure.outcome:
        if each.show == "headline" and isinstance(resolution.outcome.get(each.name), bool):
            return bool(resolution.outcome[each.name])
    return None
