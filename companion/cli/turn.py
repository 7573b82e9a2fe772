"""`companion turn`: show the turn, change the phase, tick off the checklist, settle what is due, change counters."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from companion.cli.arguments.shared import whole_number
from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_result, width
from companion.errors import NotFound, Refused
from companion.model.library import nearest
from companion.model.recorded import Prompt
from companion.play.clock import Position, moments
from companion.play.session import Session
from companion.play.turn import count, move_to, sequence_of, settle, step, tick
from companion.play.typed_chits import one_of
from companion.play.unit_results import due
from companion.render.log import LogWords
from companion.render.text import listed
from companion.render.turn import (
    counter_lines,
    counters_json,
    due_json,
    due_lines,
    step_lines,
    turn_json,
    turn_lines,
    where_words,
)
from companion.workspace.unit_changes import apply_result


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, show the turn. Raises Refused and NotFound."""
    if options.action is None:
        with open_read_only(options) as session:
            print_result(options, turn_json(session), turn_lines(session, width()))
            return 0
    if options.action == "count":
        return _count(options)
    with open_for_write(options) as session:
        match options.action:
            case "undo" | "redo":
                return _undo(session, options)
            case "tick":
                return _tick(session, options)
            case "done":
                settle(session, _due_id(session, options.prompt), options.how)
                return _show_due(session, options)
            case "apply":
                words = apply_result(session, _due_id(session, options.prompt))
                return _show_due(session, options, f"Applied: {words}")
            case "to":
                return show_move(session, move_to(session, _position(session, options)), options)
        return show_move(session, step(session, 1 if options.action == "next" else -1), options)


def show_move(session: Session, raised: Iterable[Prompt], options: argparse.Namespace) -> int:
    """Print the turn and phase after a move, and the prompts that it raised."""
    module, table = session.module, session.game_state
    prompts, everything = list(raised), due(session)
    numbers = {prompt.id: number for number, prompt in enumerate(everything, 1)}
    documents = [{**prompt, "number": numbers.get(prompt["id"])} for prompt in due_json(module, prompts)]
    lines = listed([where_words(module, table)], width())
    is_new = any(prompt in prompts for prompt in everything)
    lines += due_lines(module, everything, width()) if is_new else []
    print_result(options, {**turn_json(session), "raised": documents}, lines)
    return 0


def _position(session: Session, options: argparse.Namespace) -> Position:
    """Return the requested turn and phase. Raises Refused with the known phases."""
    order = moments(sequence_of(session))
    phase = options.phase.strip()
    side = one_of(options.side, sequence_of(session).sides, "--side") if options.side else ""
    if phase.isdecimal() and len(phase) < 6 and not side:
        return Position(options.turn, int(phase) - 1)
    for place, moment in enumerate(order):
        if phase in ("", moment.phase.id) and side in ("", moment.side):
            return Position(options.turn, place)
    known = dict.fromkeys(moment.phase.id for moment in order)
    raise Refused(f"unknown phase {phase[:30]!r}; known: {', '.join(known)}, or 1 to {len(order)}")


def _tick(session: Session, options: argparse.Namespace) -> int:
    """Toggle a step of the checklist and print it."""
    tick(session, options.step)
    now = turn_json(session)
    steps = now["steps"][options.step - 1 : options.step]
    print_result(options, now, step_lines({"steps": steps}, width())[1:])
    return 0


def _due_id(session: Session, name: str) -> str:
    """Return the id of the prompt with this number; `name` itself if it is not such a number."""
    prompts = due(session)
    numbered = name.isdecimal() and len(name) < 6 and 1 <= int(name) <= len(prompts)
    return prompts[int(name) - 1].id if numbered else name


def _show_due(session: Session, options: argparse.Namespace, done: str = "") -> int:
    lines = due_lines(session.module, due(session), width()) or ["Nothing else is due."]
    print_result(options, turn_json(session), [*listed([done], width()), *lines])
    return 0


def _undo(session: Session, options: argparse.Namespace) -> int:
    """Undo or redo, and print the affected lines of the log."""
    undo = options.action == "undo"
    words = LogWords(session.find_module)
    changed = session.undo() if undo else session.redo()
    words.learn(session.log)
    undone = [{"number": logged.id, "says": words.line(logged)} for logged in changed]
    texts = [f"{'Undone' if undo else 'Redone'}: {line['number']} {line['says']}" for line in undone]
    texts.append(where_words(session.module, session.game_state))
    now = turn_json(session)
    print_result(options, {**now, "undone" if undo else "redone": undone}, listed(texts, width(), "", "  "))
    return 0


def _count(options: argparse.Namespace) -> int:
    """Change a counter if asked to, and print it or all counters."""
    if options.by:
        try:
            by = whole_number(options.by)
        except argparse.ArgumentTypeError:
            raise Refused(f"invalid amount {options.by[:20]!r}; write +1 or -1") from None
        with open_for_write(options) as session:
            count(session, options.counter, by)
    with open_read_only(options) as session:
        counters = counters_json(session.module, session.game_state)
    known = [counter["id"] for counter in counters]
    if options.counter and options.counter not in known:
        raise NotFound(f"unknown counter {options.counter[:40]}{nearest(options.counter, known)}")
    counters = [counter for counter in counters if options.counter in ("", counter["id"])]
    print_result(options, counters, counter_lines(counters, width()) or ["This game has no counters."])
    return 0
