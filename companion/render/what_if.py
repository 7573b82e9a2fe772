"""Effects of modifiers that do not count, and results by range of totals, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.what_if import Effect, TotalRange
from companion.model import Procedure, Resolution, RollRequest
from companion.render.differences import result_changes
from companion.render.resolution import total_words
from companion.render.text import percent, wrapped

MOST_SHIFTS = 2
"""Most results whose change is shown; those that change most."""


def effect_words(now: Resolution, then: Resolution, procedure: Procedure) -> str:
    """Return what would change, as in `would: closes 67 % -> 50 %`; without dice the results that would differ."""
    if now.odds or then.odds:
        changes = _odds(now, then)
    else:
        differences = result_changes(now.outcome, then.outcome, procedure)
        changes = [f"{label} {was} -> {will}" for label, was, will in differences][:MOST_SHIFTS]
    if not changes:
        return "would change neither odds nor result" if now.has_dice else "would change nothing"
    return f"would: {', '.join(changes)}"


def _odds(now: Resolution, then: Resolution) -> list[str]:
    words = list(dict.fromkeys((*now.odds, *then.odds)))
    none = Fraction(0)
    shifts = {result: then.odds.get(result, none) - now.odds.get(result, none) for result in words}
    moved = sorted((result for result in words if shifts[result]), key=lambda result: -abs(shifts[result]))
    most = 1 if len(words) == 2 else MOST_SHIFTS
    if len(words) == 2:
        moved = moved[-1:]
    changes = []
    for result in moved[:most]:
        before, after = now.odds.get(result, none), then.odds.get(result, none)
        was, will = percent(before), percent(after)
        if was == will:
            was, will = str(before), str(after)
        changes.append(f"{result} {was} -> {will}")
    return changes


def effects_by_line(now: Resolution, effects: Mapping[str, Effect], procedure: Procedure) -> dict[str, str]:
    """Return what each modifier would change, by the key of its ledger line."""
    return {key: effect_words(now, change.resolution, procedure) for key, change in effects.items()}


def total_range_lines(request: RollRequest, runs: Sequence[TotalRange], width: int) -> list[str]:
    """Return the results by totals: `On 1d6: 1 does not close; 2 to 6 closes.`, of two ranges `2 or more closes`."""
    if len(runs) < 2:
        return []
    if len(runs) == 2:
        low, high = runs
        parts = [f"{high.least} or more {high.words}", f"{low.most} or less {low.words}"]
    else:
        parts = [f"{_span(totals)} {totals.words}" for totals in runs]
    return wrapped(f"On {request.dice}: {'; '.join(parts)}.", width, "", "  ")


def _span(run: TotalRange) -> str:
    return str(run.least) if run.least == run.most else f"{run.least} to {run.most}"


def total_pairs(resolution: Resolution) -> dict[str, str]:
    """Return the total of each tally, by its title."""
    return {
        total.title or total.name.replace("_", " "): "?"
        if total.total is None
        else total_words(total.total, total.unit)
        for total in resolution.totals
    }
