"""The answer of a calculator in one or two lines: what is missing, the odds, or the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from companion.engine.questions import path_words
from companion.model import Procedure, Resolution
from companion.model.procedure import OutcomeName
from companion.render.resolution import remain_lines, results_told, settled_words
from companion.render.text import percent, short_fraction, wrapped

MOST_TOLD = 4
"""Number of results with their odds in the line, if there are many."""
MOST_BESIDE = 2
"""Number of results with their odds in the line while the player has a choice, which needs the room."""
LEAST_BAR = 5
"""Least width of a bar; with less room, the words get a separate line."""
MOST_LETTERS = 120
"""Most letters for the results still possible; beyond that, only headlines are shown."""


def headline(resolution: Resolution, procedure: Procedure, dice: bool = True, most: int = MOST_TOLD) -> str:
    """Return the result in words if it is decided, else the missing answers, the odds or the next roll.

    `dice`: with the dice that were rolled; `most`: number of results with their odds, if there are many.
    """
    if resolution.done:
        told = results_told(procedure, resolution.outcome)
        heads = "; ".join(_joined([pair for pair in told if pair[0].show == "headline"]))
        if not heads:
            return settled_words(resolution) if resolution.settled else "No result"
        rolled = ", ".join(
            f"{roll.shown if roll.pool else roll.value} on {roll.dice}" for roll in resolution.rolls
        )
        return (
            heads
            + (f"  (rolled {rolled})" if rolled and dice else "")
            + (" without a roll" if resolution.settled and not rolled and resolution.has_dice else "")
        )
    if resolution.missing:
        return "Still to answer: " + ", ".join(labels(procedure, resolution.missing))
    if resolution.odds and not resolution.rolls:
        return odds_words(resolution.odds)
    if resolution.odds_now:
        return f"Now: {odds_words(resolution.odds_now, min(most, MOST_BESIDE) if resolution.decisions else most)}"
    request = resolution.needs[0]
    each_die = ", each die" if request.pool is not None else ":"
    return f"Next, {request.label}: roll {request.dice}{each_die} {request.least} to {request.most}"


def _joined(told: list[tuple[OutcomeName, str]]) -> Iterator[str]:
    """Results in words; a label that several results in a row share comes once."""
    before = ""
    for result, words in told:
        yield words if result.label == before else result.statement(words)
        before = result.label


def odds_words(odds: Mapping[str, Fraction], most: int = MOST_TOLD) -> str:
    """Return odds like `closes 42%, fails 58%`; of many results the `most` likeliest, and how many there are more."""
    shown = list(odds.items())
    if len(shown) > most + 2:
        shown = sorted(shown, key=lambda item: -item[1])[:most]
    words = "; ".join if any("," in result for result in odds) else ", ".join
    line = words(f"{result} {percent(chance)}" for result, chance in shown)
    return line if len(shown) == len(odds) else f"{line}; and {len(odds) - len(shown)} more"


def labels(procedure: Procedure, paths: tuple[str, ...]) -> list[str]:
    """Return the labels of inputs by their paths, with the numbers of rows."""
    return [path_words(procedure.inputs, path) for path in paths]


def second_line(resolution: Resolution, procedure: Procedure) -> str:
    """Return the results other than headlines; before the result is there, with a word that says so.

    While an answer is missing, these are the results still possible.
    """
    if resolution.missing:
        every, heads = (
            " · ".join(line.strip() for line in remain_lines(resolution, procedure, 10_000, heads_only))
            for heads_only in (False, True)
        )
        told = every if len(every) <= MOST_LETTERS else heads
        return f"Possible so far: {told}" if told else ""
    shown = ("yes",) if resolution.rolls else ("yes", "before")
    results = results_told(procedure, resolution.outcome)
    told = " · ".join(result.statement(words) for result, words in results if result.show in shown)
    lead = "" if resolution.done or not told else "So far: " if resolution.rolls else "Before the roll: "
    return f"{lead}{told}"


def bars(odds: Mapping[str, Fraction], width: int) -> list[str]:
    """Return odds as bars with percentage and short fraction; long words are on the line above their bar."""
    if not odds:
        return []
    exact = max(len(short_fraction(chance)) for chance in odds.values())
    label = max(map(len, odds))
    room = width - label - exact - 9
    beside = room >= LEAST_BAR
    room = room if beside else max(width - exact - 10, 3)
    lines = []
    for words, chance in odds.items():
        filled = round(chance * room)
        bar = f"{'█' * filled}{'░' * (room - filled)} {percent(chance):>5}"
        lead = f"{words:<{label}} " if beside else "  "
        lines += [] if beside else wrapped(words, width)
        lines.append(f"{lead}{bar} {short_fraction(chance)}".rstrip())
    return lines
