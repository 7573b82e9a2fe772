"""The after-action report: what the log tells, as facts for JSON and as Markdown. The same log gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.model import GameModule, NotFound
from companion.model.event import (
    Calculated,
    ChitDrawn,
    ClockChanged,
    DiceRolled,
    Logged,
    Moved,
    Noted,
    Opened,
    OrderBecame,
    Pinned,
    PromptSettled,
    Redone,
    ScenarioChosen,
    Undone,
)
from companion.play.clock import legal, moments, stamp, time_words
from companion.play.session import Session
from companion.play.state import GameState
from companion.render.lived import Line, lines_of
from companion.render.log import LogWords
from companion.render.orders import order_json
from companion.render.reported import calculation_facts
from companion.render.turn import counters_json
from companion.render.units import unit_json, unit_words

_SILENT = (Opened, Undone, Redone, Pinned)
"""Kinds that show in how other lines are drawn, or in the headings."""


def report_facts(session: Session) -> dict[str, Any]:
    """Everything the report tells."""
    words = LogWords(session.library)
    lines = lines_of(session.log, words, session.counting(), session.state.pins)
    games = dict.fromkeys(each.logged.game for each in lines if each.logged.game)
    hidden = _hidden(session.log)
    log = session.log
    return {
        "session": session.name,
        "began": log[0].at if log else None,
        "ended": log[-1].at if log else None,
        "games": [
            _game(session, slug, [each for each in lines if each.logged.id not in hidden]) for slug in games
        ],
        "rulings": [
            {"id": each.id, "about": each.about, "text": each.text, "on": each.on or None}
            for each in session.state.rulings.values()
        ],
    }


def _game(session: Session, slug: str, lines: Sequence[Line]) -> dict[str, Any]:
    try:
        module: GameModule | None = session.library.module(slug)
    except NotFound:
        module = None
    table = session.state.of_game(slug)
    told = [each for each in lines if each.logged.game == slug]
    amended = {
        each.logged.event.amends: each.logged.id
        for each in told
        if isinstance(each.logged.event, Calculated) and not each.undone and each.logged.event.amends
    }
    turns: dict[int, dict[str, Any]] = {}
    for line in told:
        at = line.position.turn
        section = turns.setdefault(at, {"turn": at, "when": "", "lines": []})
        section["when"] = _when(module, line, at) or section["when"]
        section["lines"].append(_line(line, module, amended))
    return {
        "game": slug,
        "name": module.game.name if module else slug,
        "edition": module.game.edition if module else "",
        "scenario": _scenario(module, table),
        "turns": [turns[at] for at in sorted(turns)],
        "orders": [order_json(module, table, each) for each in table.orders] if module else [],
        "counters": [each for each in counters_json(module, table) if each["count"]] if module else [],
        "units": [
            {**unit_json(each), "known": unit_words(module, each).partition(": ")[2] if module else ""}
            for each in table.units.values()
        ],
    }


def _hidden(log: Iterable[Logged]) -> set[int]:
    """Lines that another line tells too: dice of a calculation or a draw, prompts that an order's news settles."""
    batches: dict[int, list[Logged]] = {}
    waiting: list[Logged] = []
    found: set[int] = set()
    for each in log:
        batches.setdefault(each.batch, []).append(each)
        event = each.event
        if isinstance(event, _SILENT) or (isinstance(event, Noted) and event.about):
            found.add(each.id)
        elif isinstance(event, DiceRolled):
            waiting.append(each)
        elif isinstance(event, Calculated):
            rolled = [roll for roll in waiting if _rolled_for(roll, event.procedure)]
            found |= {roll.id for roll in rolled}
            waiting = [roll for roll in waiting if roll not in rolled]
    for batch in batches.values():
        kinds = {type(each.event) for each in batch}
        for each in batch:
            drawn = isinstance(each.event, DiceRolled) and ChitDrawn in kinds
            settled = isinstance(each.event, PromptSettled) and OrderBecame in kinds
            begun = isinstance(each.event, ClockChanged) and ScenarioChosen in kinds
            found |= {each.id} if drawn or settled or begun else set()
    return found


def _rolled_for(roll: Logged, procedure: str) -> bool:
    return isinstance(roll.event, DiceRolled) and roll.event.procedure == procedure


def _line(line: Line, module: GameModule | None, amended: dict[int, int]) -> dict[str, Any]:
    event = line.logged.event
    told: dict[str, Any] = {
        "number": line.logged.id,
        "at": line.logged.at,
        "phase": _phase(module, line),
        "kind": str(event.__struct_config__.tag),
        "says": line.says,
        "undone": line.undone,
        "pinned": line.pinned,
        "notes": list(line.notes),
    }
    if isinstance(event, Moved):
        told["raised"] = [{"says": each.says, "cite": each.cite} for each in event.raises]
    if isinstance(event, Calculated):
        told["calculation"] = calculation_facts(event, module)
        told["put_right_by"] = amended.get(line.logged.id)
    return told


def _phase(module: GameModule | None, line: Line) -> str:
    """`First player, Command Phase`."""
    sequence = module.sequence if module else None
    if sequence is None:
        return ""
    moment = moments(sequence)[legal(sequence, line.position).moment]
    return ", ".join(part for part in (moment.side or line.command, moment.phase.title) if part)


def _when(module: GameModule | None, line: Line, turn: int) -> str:
    sequence = module.sequence if module else None
    return time_words(line.clock, stamp(sequence.clock, line.clock, turn)) if sequence else ""


def _scenario(module: GameModule | None, table: GameState) -> str | None:
    every = module.scenarios.scenarios if module else ()
    return next((each.title for each in every if each.id == table.scenario), table.scenario or None)
