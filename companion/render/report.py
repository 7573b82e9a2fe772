"""Facts of the after-action report, for JSON and Markdown. The same log always gives the same facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from companion.model import GameModule
from companion.model import event as events
from companion.model.event import Calculated, DiceRolled, Logged
from companion.play.clock import legal, moments, stamp, time_words
from companion.play.session import Session
from companion.play.state import GameState
from companion.render.documents import document
from companion.render.orders import order_json
from companion.render.player_clock import clock_facts
from companion.render.reported import calculation_facts
from companion.render.story import story_facts
from companion.render.timeline import TimelineLine, corrections, timeline
from companion.render.turn import counters_json
from companion.render.units import unit_words

_SILENT = (events.Opened, events.Undone, events.Redone, events.Pinned, events.PlayerClockSet)
"""Events that show only as marks on other lines, or in headings."""


def report_facts(session: Session) -> dict[str, Any]:
    """Return the facts of the report."""
    lines = timeline(session)
    games = dict.fromkeys(line.logged.game for line in lines if line.logged.game)
    hidden = _hidden(session.log) | set(_repeating(lines))
    log = session.log
    return {
        "session": session.name,
        "began": log[0].at if log else None,
        "ended": log[-1].at if log else None,
        "games": [
            _game(session, slug, [line for line in lines if line.logged.id not in hidden]) for slug in games
        ],
        "rulings": [
            {"id": ruling.id, "about": ruling.about, "text": ruling.text, "on": ruling.on or None}
            for ruling in session.state.rulings.values()
        ],
    }


def _game(session: Session, slug: str, lines: Sequence[TimelineLine]) -> dict[str, Any]:
    module = session.find_module(slug)
    table = session.state.of_game(slug)
    own_lines = [line for line in lines if line.logged.game == slug]
    amended = corrections(own_lines)
    turns: dict[int, dict[str, Any]] = {}
    for line in own_lines:
        at = line.position.turn
        section = turns.setdefault(at, {"turn": at, "when": "", "lines": []})
        section["when"] = _when(module, line, at) or section["when"]
        section["lines"].append(_line(line, module, amended))
    return {
        "game": slug,
        "name": module.game.name if module else slug,
        "edition": module.game.edition if module else "",
        "scenario": _scenario(module, table),
        "sides": list(module.sides) if module else [],
        "outcome": document(table.outcome) if table.outcome is not None else None,
        "story": story_facts(
            own_lines, module, amended, {line.logged.id: _phase(module, line) for line in own_lines}
        ),
        "turns": [turns[at] for at in sorted(turns)],
        "player_clock": clock_facts(session, slug),
        "orders": [order_json(module, table, order) for order in table.orders] if module else [],
        "counters": [known for known in counters_json(module, table) if known["count"]] if module else [],
        "units": [
            {**document(unit), "known": unit_words(module, unit).partition(": ")[2] if module else ""}
            for unit in table.units.values()
        ],
    }


def _hidden(log: Iterable[Logged]) -> set[int]:
    """Numbers of lines that repeat another one: dice of a calculation or draw, prompts settled by an order."""
    batches: dict[int, list[Logged]] = {}
    waiting: dict[int, str] = {}
    """Lines with dice whose calculation has not come yet, with the id of the calculator."""
    hidden: set[int] = set()
    for logged in log:
        batches.setdefault(logged.batch, []).append(logged)
        event = logged.event
        if isinstance(event, _SILENT) or (isinstance(event, events.Noted) and event.about):
            hidden.add(logged.id)
        elif isinstance(event, DiceRolled):
            waiting[logged.id] = event.procedure
        elif isinstance(event, Calculated):
            hidden |= {number for number, name in waiting.items() if name == event.procedure}
            waiting = {number: name for number, name in waiting.items() if name != event.procedure}
    for batch in batches.values():
        kinds = {type(logged.event) for logged in batch}
        for logged in batch:
            drawn = isinstance(logged.event, DiceRolled) and events.ChitDrawn in kinds
            settled = isinstance(logged.event, events.PromptSettled) and events.OrderBecame in kinds
            begun = isinstance(logged.event, events.ClockChanged) and events.ScenarioChosen in kinds
            hidden |= {logged.id} if drawn or settled or begun else set()
    return hidden


def _repeating(lines: Sequence[TimelineLine]) -> Iterator[int]:
    """Yield the lines in which an order becomes what the calculation before it says: `Order 2 to Hood accepted`."""
    for before, line in pairwise(lines):
        became = isinstance(line.logged.event, events.OrderBecame) and isinstance(
            before.logged.event, Calculated
        )
        told = before.says.startswith(f"{line.says}:") and before.undone == line.undone
        if became and told and not (line.pinned or line.notes):
            yield line.logged.id


def _line(line: TimelineLine, module: GameModule | None, amended: dict[int, int]) -> dict[str, Any]:
    event = line.logged.event
    facts: dict[str, Any] = {
        "number": line.logged.id,
        "at": line.logged.at,
        "phase": _phase(module, line),
        "kind": str(event.__struct_config__.tag),
        "says": line.says,
        "undone": line.undone,
        "pinned": line.pinned,
        "notes": list(line.notes),
    }
    if isinstance(event, events.Moved):
        facts["raised"] = [{"says": prompt.says, "cite": prompt.cite} for prompt in event.raises]
    if isinstance(event, Calculated):
        facts["calculation"] = calculation_facts(event, module)
        facts["put_right_by"] = amended.get(line.logged.id)
    return facts


def _phase(module: GameModule | None, line: TimelineLine) -> str:
    """Side and phase, as in `First player, Command Phase`."""
    sequence = module.sequence if module else None
    if sequence is None:
        return ""
    moment = moments(sequence)[legal(sequence, line.position).moment]
    return ", ".join(part for part in (moment.side or line.command, moment.phase.title) if part)


def _when(module: GameModule | None, line: TimelineLine, turn: int) -> str:
    sequence = module.sequence if module else None
    return time_words(line.clock, stamp(sequence.clock, line.clock, turn)) if sequence else ""


def _scenario(module: GameModule | None, table: GameState) -> str | None:
    scenario = module.find_scenario(table.scenario) if module else None
    return scenario.title if scenario else table.scenario or None
