"""What a modifier that does not count would change, in a line; and which roll gives what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.what_if import TotalRange, WhatIf
from companion.model import Procedure, Resolution, RollRequest
from companion.render.resolution import outcome_word, total_words
from companion.render.text import percent, wrapped

MOST_SHIFTS = 2
"""Results whose odds are told before and after; of more, those that change most."""


def what_if_words(now: Resolution, then: Resolution, procedure: Procedure) -> str:
    """`closes 67 % -> 50 %`; without dice the results that would differ."""
    told = _odds(now, then) if now.odds or then.odds else _results(now, then, procedure)
    if not told:
        return "would change neither odds nor result" if now.has_dice else "would change nothing"
    return f"would: {', '.join(told)}"


def _odds(now: Resolution, then: Resolution) -> list[str]:
    words = list(dict.fromkeys((*now.odds, *then.odds)))
    none = Fraction(0)
    shifts = {each: then.odds.get(each, none) - now.odds.get(each, none) for each in words}
    moved = sorted((each for each in words if shifts[each]), key=lambda each: -abs(shifts[each]))
    most = 1 if len(words) == 2 else MOST_SHIFTS
    if len(words) == 2:
        moved = moved[-1:]
    told = []
    for each in moved[:most]:
        before, after = now.odds.get(each, none), then.odds.get(each, none)
        was, will = percent(before), percent(after)
        if was == will:
            was, will = str(before), str(after)
        told.append(f"{each} {was} -> {will}")
    return told


def _results(now: Resolution, then: Resolution, procedure: Procedure) -> list[str]:
    told = []
    for each in procedure.outcome:
        if each.show == "no":
            continue
        was, will = (
            outcome_word(procedure, each.name, found.outcome[each.name])
            if each.name in found.outcome
            else "-"
            for found in (now, then)
        )
        if was != will:
            told.append(f"{each.label} {was} -> {will}")
    return told[:MOST_SHIFTS]


def what_if_by_line(now: Resolution, found: Mapping[str, WhatIf], procedure: Procedure) -> dict[str, str]:
    """By key of the ledger line, what it would change."""
    return {key: what_if_words(now, each.resolution, procedure) for key, each in found.items()}


def total_range_lines(request: RollRequest, runs: Sequence[TotalRange], width: int) -> list[str]:
    """`On 1d6: 1 to 2 does not close; 3 to 6 closes.` Of two runs, as a threshold: `3 or more closes`."""
    if len(runs) < 2:
        return []
    if len(runs) == 2:
        low, high = runs
        told = [f"{high.least} or more {high.words}", f"{low.most} or less {low.words}"]
    else:
        told = [f"{_span(each)} {each.words}" for each in runs]
    return wrapped(f"On {request.dice}: {'; '.join(told)}.", width, "", "  ")


def _span(run: TotalRange) -> str:
    return str(run.least) if run.least == run.most else f"{run.least} to {run.most}"


def total_pairs(resolution: Resolution) -> dict[str, str]:
    """The title of each tally and its total."""
    return {
        each.title or each.name.replace("_", " "): "?"
        if each.total is None
        else total_words(each.total, each.unit)
        for each in resolution.totals
    }
