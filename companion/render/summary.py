"""The one or two lines that answer at an arm's length: what is missing, the odds, or what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from companion.model import Procedure, Resolution
from companion.render.resolution import outcome_word, remain_lines
from companion.render.text import percent


def headline(resolution: Resolution, procedure: Procedure) -> str:
    """The result in words once it stands, else what is still open."""
    if resolution.done:
        heads = [
            each for each in procedure.outcome if each.show == "headline" and each.name in resolution.outcome
        ]
        told = "; ".join(
            f"{each.label}: {outcome_word(procedure, each.name, resolution.outcome[each.name])}"
            for each in heads
        )
        rolled = ", ".join(
            f"{roll.shown if roll.pool else roll.value} on {roll.dice}" for roll in resolution.rolls
        )
        return (
            f"{told}"
            + (f"  (rolled {rolled})" if rolled else "")
            + (" without a roll" if resolution.settled and not rolled else "")
        )
    if resolution.missing:
        return "Still to answer: " + ", ".join(labels(procedure, resolution.missing))
    if resolution.odds:
        return ", ".join(f"{words} {percent(chance)}" for words, chance in resolution.odds.items())
    request = resolution.needs[0]
    each = ", each die" if request.pool is not None else ":"
    return f"Roll {request.dice}{each} {request.least} to {request.most}"


def labels(procedure: Procedure, paths: tuple[str, ...]) -> list[str]:
    """The labels of inputs given by path; rows by their number."""
    by_name = {each.name: each for each in procedure.inputs}
    told = []
    for path in paths:
        first, *rest = path.split(".")
        given = by_name.get(first)
        words = given.label if given else first
        for step in rest:
            inner = {field.name: field for field in given.fields}.get(step) if given else None
            words += f" {step}" if inner is None else f": {inner.label}"
        told.append(words)
    return told


def second_line(resolution: Resolution, procedure: Procedure) -> str:
    """What stands before the roll: needed number, column, total; or the facts beside the headline."""
    if resolution.missing:
        return "; ".join(line.strip() for line in remain_lines(resolution, procedure, 10_000))
    told = []
    for each in procedure.outcome:
        if each.show == "yes" and each.name in resolution.outcome:
            told.append(f"{each.label}: {outcome_word(procedure, each.name, resolution.outcome[each.name])}")
    return " · ".join(told)


def bars(odds: Mapping[str, Fraction], width: int) -> list[str]:
    """Odds as bars: words, bar, percentage, and the exact fraction where all of them fit."""
    if not odds:
        return []
    exact = max(len(str(chance)) for chance in odds.values()) + 1
    label = min(max(len(words) for words in odds), max(width - 12, 8))
    room = width - label - 8 - exact
    if room < 6:
        exact, room = 0, max(width - label - 8, 3)
    lines = []
    for words, chance in odds.items():
        filled = round(chance * room)
        bar = "█" * filled + "░" * (room - filled)
        fraction = f" {chance!s}" if exact else ""
        lines.append(f"{words[:label]:<{label}} {bar} {percent(chance):>5}{fraction}")
    return lines
