"""Sides in the story: added to names at their first mention in a turn, and the dice of each side by round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from companion.model.event import Calculated
from companion.model.recorded import RecordedRoll
from companion.render.luck import thrown

_ROUND = re.compile(r"\[(\d+)\]")
"""Number of a round in the id of a roll."""
NOTE = "Note: “"
"""Start of a player's note, which stays as written."""


def with_sides_named(turns: list[dict[str, Any]], sides: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the story with the side after each name at its first mention in a turn: `Davis (Confederate) fires`.

    `sides`: side by name, as written. A sentence that already names the side stays unchanged.
    """
    if not sides:
        return turns
    names = re.compile(
        rf"(?<![\w'’-])({'|'.join(map(re.escape, sorted(sides, key=len, reverse=True)))})(?![\w'’-])"
    )
    named = []
    for turn in turns:
        mentioned: set[str] = set()
        phases = [
            {**phase, "says": [_named(says, names, sides, mentioned) for says in phase["says"]]}
            for phase in turn["phases"]
        ]
        named.append({**turn, "phases": phases})
    return named


def with_side(says: str, sides: Mapping[str, str]) -> str:
    """Return one sentence with the side after each name at its first mention."""
    turns = with_sides_named([{"phases": [{"says": [says]}]}], sides)
    return str(turns[0]["phases"][0]["says"][0])


def _named(says: str, names: re.Pattern[str], sides: Mapping[str, str], mentioned: set[str]) -> str:
    if says.startswith(NOTE):
        return says

    def add(match: re.Match[str]) -> str:
        name = match[1]
        if name in mentioned or any(name.endswith(f" to {other}") for other in mentioned):
            return name
        mentioned.update(other for other in sides if other in name and sides[other] == sides[name])
        has_side = re.search(rf"(?<!\w){re.escape(sides[name])}(?!\w)", says)
        return name if has_side else f"{name} ({sides[name]})"

    return names.sub(add, says)


def dice_words(done: Calculated, side_of: Callable[[str], str]) -> str:
    """Return how many dice each side rolled in each round, if both rolled: `Dice: Red 3 (4 1 2), Blue 2 (6 3).`

    `side_of` returns the side of a roll by its id, empty if unknown. Empty if only one side rolled.
    """
    rounds: dict[tuple[str, ...], list[str]] = {}
    rollers = set()
    for roll in done.rolls:
        roller, both, _ = roll.id.partition(":")
        if both:
            rollers.add(roller)
            words = f"{side_of(roll.id) or roller.capitalize()} {_dice_of(roll)}"
            rounds.setdefault(tuple(_ROUND.findall(roll.id)), []).append(words)
    if len(rollers) < 2:
        return ""
    if len(rounds) == 1:
        return f"Dice: {', '.join(next(iter(rounds.values())))}."
    by_round = (f"round {number}, {', '.join(rolled)}" for number, rolled in enumerate(rounds.values(), 1))
    return f"Dice: {'; '.join(by_round)}."


def _dice_of(roll: RecordedRoll) -> str:
    """Return the dice of a roll, as in `3 (4 1 2)`, or `3 (total 7)` if the faces are unknown."""
    dice = thrown(roll)
    if dice is None:
        return roll.dice
    faces = " ".join(map(str, roll.faces)) if roll.faces else f"total {dice.total}"
    return f"{dice.number} ({faces})"


def dice_by_line(
    done: Iterable[tuple[int, Calculated]], side_of: Callable[[Calculated, str], str]
) -> dict[int, str]:
    """Return the dice of both sides in words, by line number, for calculations in which both rolled."""
    words = ((line, dice_words(event, partial(side_of, event))) for line, event in done)
    return {line: says for line, says in words if says}
