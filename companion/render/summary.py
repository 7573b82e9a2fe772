"""The answer of a calculator in one or two lines: what is missing, the odds, or the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from companion.engine.questions import path_words
from companion.model import Procedure, Resolution
from companion.model.procedure import OutcomeName
from companion.render.resolution import remain_lines, settled_words, shown_results
from companion.render.text import percent, short_fractions, wrapped

MOST_TOLD = 4
"""Number of odds in the line if there are many results."""
MOST_BESIDE = 2
"""Number of odds in the line while the player has a choice, which needs room."""
LEAST_BAR = 8
"""Minimum width of a bar; with less room, the words get a separate line."""
MOST_LETTERS = 120
"""Maximum length of the possible results; beyond it, only headlines are shown."""


def headline(resolution: Resolution, procedure: Procedure, dice: bool = True, most: int = MOST_TOLD) -> str:
    """Return the result in words if it is decided, else the missing answers, the odds or the next roll.

    `dice`: include the dice that were rolled; `most`: number of odds, if there are many results.
    """
    if resolution.done:
        results = shown_results(procedure, resolution.outcome)
        heads = "; ".join(_joined([pair for pair in results if pair[0].show == "headline"]))
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


def _joined(results: list[tuple[OutcomeName, str]]) -> Iterator[str]:
    """Yield results in words; a label shared by consecutive results appears once."""
    before = ""
    for result, words in results:
        yield words if result.label == before else result.statement(words)
        before = result.label


def odds_words(odds: Mapping[str, Fraction], most: int = MOST_TOLD) -> str:
    """Return odds like `closes 42%, fails 58%`; with many results, the `most` likeliest and the number of others."""
    shown = list(odds.items())
    if len(shown) > most + 2:
        shown = sorted(shown, key=lambda item: -item[1])[:most]
    words = "; ".join if any("," in result for result in odds) else ", ".join
    line = words(f"{result} {percent(chance)}" for result, chance in shown)
    return line if len(shown) == len(odds) else f"{line}; and {len(odds) - len(shown)} more"


def need_words(totals: str, result: str, chance: str = "") -> str:
    """Return what the dice need, as in `4+ closes 50%`; a result that is a number is set apart: `5+: 1 (60%)`."""
    if result[:1].isalpha():
        return f"{totals} {result} {chance}".rstrip()
    return f"{totals}: {result}" + (f" ({chance})" if chance else "")


def labels(procedure: Procedure, paths: tuple[str, ...]) -> list[str]:
    """Return the labels of inputs by their paths, with the numbers of rows."""
    return [path_words(procedure.inputs, path) for path in paths]


def second_line(resolution: Resolution, procedure: Procedure) -> str:
    """Return the results other than headlines; before the result is decided, with a lead such as `So far:`.

    While an answer is missing, return the possible results.
    """
    if resolution.missing:
        every, heads = (
            " · ".join(line.strip() for line in remain_lines(resolution, procedure, 10_000, heads_only))
            for heads_only in (False, True)
        )
        possible = every if len(every) <= MOST_LETTERS else heads
        return f"Possible so far: {possible}" if possible else ""
    line = " · ".join(statements(resolution, procedure))
    lead = "" if resolution.done or not line else "So far: " if resolution.rolls else "Before the roll: "
    return f"{lead}{line}"


def statements(resolution: Resolution, procedure: Procedure) -> Iterator[str]:
    """Yield the results other than headlines, each with its label."""
    shown = ("yes",) if resolution.rolls else ("yes", "before")
    results = shown_results(procedure, resolution.outcome)
    return (result.statement(words) for result, words in results if result.show in shown)


def bars(odds: Mapping[str, Fraction], width: int) -> list[str]:
    """Return odds as bars with percentage and short fraction; long words are on the line above their bar.

    Only 0% looks empty, and only 100% looks full.
    """
    if not odds:
        return []
    fractions = short_fractions(odds)
    exact = max(map(len, fractions))
    label = max(map(len, odds))
    room = width - label - exact - 9
    beside = room >= LEAST_BAR
    room = room if beside else max(width - exact - 10, 3)
    lines = []
    for (words, chance), fraction in zip(odds.items(), fractions, strict=True):
        filled = min(max(round(chance * room), chance > 0), room - (chance < 1))
        bar = f"{'█' * filled}{'░' * (room - filled)} {percent(chance):>5}"
        lead = f"{words:<{label}} " if beside else "  "
        lines += [] if beside else wrapped(words, width)
        lines.append(f"{lead}{bar} {fraction}".rstrip())
    return lines
