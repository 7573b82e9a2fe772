"""The first screen before anything is asked: whose turn it is, what is due and next, what happened last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model import GameModule
from companion.model.event import DiceRolled, Logged, Moved, Opened, Pinned, Ticked
from companion.play.prompts import when_words
from companion.play.state import GameState
from companion.render.calendar import coming
from companion.render.log import LogWords
from companion.render.text import wrapped
from companion.render.turn import prompt_words, settings_lines, turn_json

STEPS = 6
"""Steps of the phase that are listed."""
DUE, NEXT, LAST = 3, 2, 3
"""Things due, things to come, lines of the log that are listed."""
NARROW = 60
"""Columns below which it is one, one and two."""

_PASSING = (DiceRolled, Moved, Opened, Pinned, Ticked)
"""What is seen in the turn, or stands in the line that follows it."""


def home_lines(module: GameModule, table: GameState, last: Sequence[str], width: int) -> list[str]:
    """Everything of the first screen; `last` is what `last_results` gave."""
    data = turn_json(module, table, "")
    lines = wrapped(data.get("where") or module.game.name, width)
    due = [prompt_words(module, each) for each in table.due()]
    room, lately = (1, LAST - 1) if width < NARROW else (DUE, LAST)
    lines += _listed("* Due now: ", due[:room], width)
    lines += wrapped(f"and {len(due) - room} more; F3 lists them", width, "  ") if len(due) > room else []
    lines += _listed("- Next: ", _next(module, table, 1 if width < NARROW else NEXT), width)
    lines += _listed("- Last: ", last[:lately], width)
    title = next((each.title for each in module.scenarios.scenarios if each.id == table.scenario), "")
    lines += wrapped(", ".join(part for part in (module.game.name, title) if part), width)
    lines += settings_lines(module, table, width)
    steps = [each for each in data.get("steps", ()) if not each["done"] and each["counts"] is not False]
    titles = [each["title"] + (f" ({each['only']})" if each["only"] else "") for each in steps]
    lines += ["To do in this phase:"] if titles else []
    lines += _listed("  - ", titles[:STEPS], width)
    more = len(steps) - STEPS
    lines += wrapped(f"and {more} more", width, "    ") if more > 0 else []
    return [*lines, "", *wrapped("F3 goes on with the turn, F2 lists the calculators, F9 the games.", width)]


def last_results(log: Iterable[Logged], words: LogWords, counting: frozenset[int], game: str) -> list[str]:
    """Lines of a game's log that tell what came of something, the last one first.

    `counting`: numbers of the lines that count.
    """
    every = [each for each in log if each.game == game]
    words.learn(every)
    told = [each for each in every if each.id in counting and not isinstance(each.event, _PASSING)]
    return [words.line(each) for each in reversed(told[-LAST:])]


def _next(module: GameModule, table: GameState, most: int) -> list[str]:
    """The cup as it stands this turn, and what later turns bring: at most so many, one beside the cup."""
    cup = _cup(module, table)
    soon = coming(module, table)[: 1 if cup else most]
    told = [f"{when_words(module, table, each.turn)}: {each.says}" for each in soon]
    return [cup, *told] if cup else told


def _cup(module: GameModule, table: GameState) -> str:
    rules, cup = module.sequence.cup if module.sequence else None, table.cup
    if rules is None or not cup.chits or cup.turn != table.position.turn:
        return ""
    if cup.done:
        return f"{rules.title}: all {len(cup.chits)} have acted; {cup.drawn} last"
    moving = f"{cup.moving} moves now; " if cup.moving else ""
    where = "still in the cup" if rules.how == "drawn" else "still to act"
    return f"{rules.title}: {moving}{len(cup.within)} of {len(cup.chits)} {where}"


def _listed(lead: str, told: Sequence[str], width: int) -> list[str]:
    """Each told with the same lead, its further lines further in."""
    return [line for each in told for line in wrapped(each, width, lead, "    ")]
