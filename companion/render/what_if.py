"""Effects of modifiers that do not count, in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from companion.engine.what_if import Effect
from companion.model import Procedure, Resolution
from companion.model.wording import repeats
from companion.render.differences import result_changes
from companion.render.resolution import total_words
from companion.render.text import percent, short_fraction


def effect_words(now: Resolution, then: Resolution, procedure: Procedure) -> str:
    """Return what would change, as in `→ closes 50%`; without dice the result that would differ."""
    if now.odds or then.odds:
        change = _odds(now, then)
    else:
        differences = result_changes(now.outcome, then.outcome, procedure)
        change = next((f"{label} {will}" for label, _, will in differences), "")
    return f"→ {change}" if change else "→ no change"


def _odds(now: Resolution, then: Resolution) -> str:
    """The new chance of a result: of two, the second; of more, the one whose chance rises most."""
    words = list(dict.fromkeys((*now.odds, *then.odds)))
    none = Fraction(0)
    shifts = {result: then.odds.get(result, none) - now.odds.get(result, none) for result in words}
    if not any(shifts.values()):
        return ""
    told = words[-1] if len(words) == 2 else max(words, key=lambda result: shifts[result])
    before, after = now.odds.get(told, none), then.odds.get(told, none)
    will = percent(after)
    if percent(before) == will:
        will = short_fraction(after) or f"{float(after):.1%}"
    return f"{told} {will}"


def effects_by_line(now: Resolution, effects: Mapping[str, Effect], procedure: Procedure) -> dict[str, str]:
    """Return what each modifier would change, by the key of its ledger line."""
    return {key: effect_words(now, change.resolution, procedure) for key, change in effects.items()}


def total_pairs(resolution: Resolution) -> dict[str, str]:
    """Return the total of each tally, by its heading; a unit that the heading names is left out."""
    pairs = {}
    for total in resolution.totals:
        unit = "" if total.unit and repeats(total.heading, total.unit) else total.unit
        pairs[total.heading] = total_words(replace(total, unit=unit))
    return pairs
