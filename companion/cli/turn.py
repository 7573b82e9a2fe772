"""`companion turn`: where the game stands, moving on, ticking off, what is due, what is counted."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command
from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, open_for_write, open_read_only, whole

if TYPE_CHECKING:
    from companion.model.event import Logged, Prompt
    from companion.play.session import Session


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "turn",
        "show the turn, move on, tick the checklist, see to what is due",
        "turn",
        "turn next",
        "turn to 7 3",
    )
    actions = Actions(found)
    actions.add("next", "go to the next phase")
    actions.add("back", "go to the previous phase")
    to = actions.add("to", "go to a turn and phase")
    to.add_argument("turn", type=whole, help="number of the turn")
    to.add_argument(
        "phase", nargs="?", default="", help="number in the turn, or id; the first phase by default"
    )
    to.add_argument("--side", default="", metavar="NAME", help="side, if each side has phases of its own")
    actions.add("tick", "toggle a step of the checklist").add_argument(
        "step", type=whole, help="number of the step"
    )
    done = actions.add("done", "mark something due as done")
    done.add_argument("prompt", metavar="item", help="number or id in the list of what is due")
    done.add_argument("--how", default="done", metavar="TEXT", help="how it was done, for the log")
    actions.add("undo", "undo the last action")
    actions.add("redo", "redo the action that was undone last")
    count = actions.add("count", "show the counters, or change one of them")
    count.add_argument("counter", nargs="?", default="", help="id of a counter")
    count.add_argument("by", nargs="?", default="", metavar="+N|-N", help="amount to add or take off")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    if options.action is None:
        with open_read_only(options) as session:
            return show_turn(session, options)
    if options.action == "count":
        return _count(options)
    with open_for_write(options) as session:
        if options.action in ("undo", "redo"):
            return _undo(session, options)
        return _move(session, options)


def show_turn(session: Session, options: argparse.Namespace) -> int:
    """Where the game stands."""
    from companion.render.turn import turn_json, turn_lines

    if options.json:
        put_json(turn_json(session.module, session.game_state, session.name))
    else:
        put(turn_lines(session.module, session.game_state, session.name, width()))
    return 0


def show_move(session: Session, raised: Iterable[Prompt], options: argparse.Namespace) -> int:
    """Where the game stands after a move, and what the move raised."""
    from companion.render.text import wrapped
    from companion.render.turn import due_json, due_lines, turn_json, where_words

    module, table = session.module, session.game_state
    due = [each.id for each in table.due()]
    prompts = list(raised)
    if options.json:
        told = due_json(module, prompts)
        for each in told:
            each["number"] = due.index(each["id"]) + 1 if each["id"] in due else None
        put_json({**turn_json(module, table, session.name), "raised": told})
        return 0
    put(wrapped(where_words(module, table), width()))
    numbered = [each for each in table.due() if each in prompts]
    put(due_lines(module, table.due(), width()) if numbered else [])
    return 0


def _move(session: Session, options: argparse.Namespace) -> int:
    from companion.play.turn import move_to, settle, step, tick

    if options.action in ("next", "back"):
        return show_move(session, step(session, 1 if options.action == "next" else -1), options)
    if options.action == "to":
        return show_move(session, move_to(session, _position(session, options)), options)
    if options.action == "tick":
        tick(session, options.step)
        return _show_part(session, options, "step")
    due = session.game_state.due()
    number = options.prompt
    known = number.isdecimal() and len(number) < 6 and 1 <= int(number) <= len(due)
    settle(session, due[int(number) - 1].id if known else number, options.how)
    return _show_part(session, options, "due")


def _show_part(session: Session, options: argparse.Namespace, part: str) -> int:
    """The step that was ticked, or what is still due; everything of the moment as JSON."""
    from companion.render.turn import due_lines, step_lines, turn_json

    data = turn_json(session.module, session.game_state, session.name)
    if options.json:
        put_json(data)
    elif part == "step":
        put(step_lines({"steps": data["steps"][options.step - 1 : options.step]}, width())[1:])
    else:
        put(due_lines(session.module, session.game_state.due(), width()) or ["Nothing more is due."])
    return 0


def _position(session: Session, options: argparse.Namespace) -> Any:
    """The turn and phase asked for. Raises Refused naming the phases."""
    from companion.cli.table import one_of
    from companion.model import Refused
    from companion.play.clock import Position, moments
    from companion.play.turn import sequence_of

    order = moments(sequence_of(session))
    word = options.phase.strip()
    side = one_of(options.side, sequence_of(session).sides, "--side") if options.side else ""
    if word.isdecimal() and len(word) < 6 and not side:
        return Position(options.turn, int(word) - 1)
    for place, moment in enumerate(order):
        if word in ("", moment.phase.id) and side in ("", moment.side):
            return Position(options.turn, place)
    known = dict.fromkeys(moment.phase.id for moment in order)
    raise Refused(f"phase: {word[:30]!r} is not one of {', '.join(known)}, nor 1 to {len(order)}")


def _undo(session: Session, options: argparse.Namespace) -> int:
    from companion.render.log import LogWords
    from companion.render.text import wrapped
    from companion.render.turn import turn_json, where_words

    undo = options.action == "undo"
    changed: tuple[Logged, ...] = session.undo() if undo else session.redo()
    words = LogWords(session.library)
    words.learn(session.log)
    lines = [{"number": each.id, "says": words.line(each)} for each in changed]
    if options.json:
        put_json(
            {
                **turn_json(session.module, session.game_state, session.name),
                "undone" if undo else "redone": lines,
            }
        )
        return 0
    for each in lines:
        put(wrapped(f"{'Undone' if undo else 'Redone'}: {each['number']} {each['says']}", width(), "", "  "))
    put(wrapped(where_words(session.module, session.game_state), width()))
    return 0


def _count(options: argparse.Namespace) -> int:
    from companion.model import NotFound, Refused
    from companion.model.library import nearest
    from companion.play.turn import count
    from companion.render.turn import counter_lines, counters_json

    if options.by:
        try:
            by = whole(options.by)
        except argparse.ArgumentTypeError:
            raise Refused(f"{options.by[:20]!r} is not an amount; write +1 or -1") from None
        with open_for_write(options) as session:
            count(session, options.counter, by)
    with open_read_only(options) as session:
        counters = counters_json(session.module, session.game_state)
    known = [each["id"] for each in counters]
    if options.counter and options.counter not in known:
        raise NotFound(f"no counter {options.counter[:40]}{nearest(options.counter, known)}")
    counters = [each for each in counters if options.counter in ("", each["id"])]
    put_json(counters) if options.json else put(counter_lines(counters, width()))
    if not counters and not options.json:
        put(["This game has no counters."])
    return 0
