"""The overview on the first screen: the turn, what is due and what comes next, and the last results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model import GameModule
from companion.model.event import DiceRolled, Logged, Moved, Opened, Pinned, Ticked
from companion.play.prompts import when_words
from companion.play.state import GameState
from companion.render.calendar import coming
from companion.render.log import LogWords
from companion.render.text import listed, wrapped
from companion.render.turn import prompt_words, settings_lines, turn_json

STEPS = 6
"""Most steps of the phase that are listed."""
DUE, NEXT, LAST = 3, 2, 3
"""Most prompts that are due, events to come and lines of the log that are listed."""
NARROW = 60
"""Width below which it is one, one and two."""

_PASSING = (DiceRolled, Moved, Opened, Pinned, Ticked)
"""Events without a result: the turn shows them, or the next line of the log does."""


def home_lines(module: GameModule, table: GameState, last: Sequence[str], width: int) -> list[str]:
    """Return the lines of the overview; `last` are those from `last_results`."""
    data = turn_json(module, table, "")
    lines = wrapped(data.get("where") or module.game.name, width)
    due = [prompt_words(module, prompt) for prompt in table.due()]
    room, lately = (1, LAST - 1) if width < NARROW else (DUE, LAST)
    lines += listed(due[:room], width, "* Due now: ", "    ")
    lines += wrapped(f"and {len(due) - room} more; F3 lists them", width, "  ") if len(due) > room else []
    lines += listed(_next(module, table, 1 if width < NARROW else NEXT), width, "- Next: ", "    ")
    lines += listed(last[:lately], width, "- Last: ", "    ")
    scenario = module.find_scenario(table.scenario)
    lines += wrapped(
        ", ".join(part for part in (module.game.name, scenario.title if scenario else "") if part), width
    )
    lines += settings_lines(module, table, width)
    steps = [step for step in data.get("steps", ()) if not step["done"] and step["counts"] is not False]
    titles = [step["title"] + (f" ({step['only']})" if step["only"] else "") for step in steps]
    lines += ["To do in this phase:"] if titles else []
    lines += listed(titles[:STEPS], width, "  - ", "    ")
    more = len(steps) - STEPS
    lines += wrapped(f"and {more} more", width, "    ") if more > 0 else []
    return [*lines, "", *wrapped("F3 continues the turn, F2 lists the calculators, F9 the games.", width)]


def last_results(log: Iterable[Logged], words: LogWords, counting: frozenset[int], game: str) -> list[str]:
    """Return the last lines of a game's log that report a result, newest first.

    `counting`: numbers of the lines that count.
    """
    every = [logged for logged in log if logged.game == game]
    words.learn(every)
    results = [logged for logged in every if logged.id in counting and not isinstance(logged.event, _PASSING)]
    return [words.line(logged) for logged in reversed(results[-LAST:])]


def _next(module: GameModule, table: GameState, most: int) -> list[str]:
    """State of the cup this turn, and at most `most` events of later turns, only one besides the cup."""
    cup = _cup(module, table)
    soon = coming(module, table)[: 1 if cup else most]
    lines = [f"{when_words(module, table, event.turn)}: {event.says}" for event in soon]
    return [cup, *lines] if cup else lines


def _cup(module: GameModule, table: GameState) -> str:
    rules, cup = module.sequence.cup if module.sequence else None, table.cup
    if rules is None or not cup.chits or cup.turn != table.position.turn:
        return ""
    if cup.done:
        return f"{rules.title}: all {len(cup.chits)} have acted; {cup.drawn} last"
    moving = f"{cup.moving} moves now; " if cup.moving else ""
    where = "still in the cup" if rules.how == "drawn" else "still to act"
    return f"{rules.title}: {moving}{len(cup.within)} of {len(cup.chits)} {where}"
