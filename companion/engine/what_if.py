"""Previews before the dice: the effect of each modifier that does not count, and the result of each total."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.answers import take_answers
from companion.engine.dice import chances
from companion.engine.flips import single_changes
from companion.engine.resolve import Engine
from companion.model import Refused, Resolution, Rolled
from companion.model.answer_path import with_answer

MOST_RUNS = 6
"""Most ranges of totals that are listed; the chart shows more of them better."""


class Effect(NamedTuple):
    """The resolution after one change of one answer."""

    path: str
    """Path of the changed answer."""
    would: Any
    resolution: Resolution


class TotalRange(NamedTuple):
    """Totals of the dice from `least` to `most` that give the same headline results, in words."""

    least: int
    most: int
    words: str


def modifier_effects(
    engine: Engine, answers: Mapping[str, Any], now: Resolution, stop: Callable[[], bool] = lambda: False
) -> dict[str, Effect]:
    """Return, by `LedgerLine.key`, the single yes, member or choice that makes an uncounted modifier count.

    Empty while an answer is missing, and after the first roll, when `flips` apply. `stop` is called between changes
    and may interrupt it.
    """
    if now.missing or now.rolls:
        return {}
    procedure = engine.library.procedure(now.procedure)
    taken = take_answers(procedure.inputs, answers)
    uncounted = {line.key for line in now.ledger if line.state == "not applied"}
    changes: dict[str, Effect] = {}
    for path, _, _, would in single_changes(procedure, taken):
        if stop():
            return {}
        try:
            then = engine.resolve(procedure.id, with_answer(answers, path, would), flips=False)
        except Refused:
            continue
        if then.missing:
            continue
        for line in then.ledger:
            if line.state == "applied" and line.key in uncounted:
                changes.setdefault(line.key, Effect(path, would, then))
    return changes


def total_ranges(engine: Engine, answers: Mapping[str, Any], now: Resolution) -> list[TotalRange]:
    """Return the headline results by ranges of totals; empty unless a single roll other than a pool decides."""
    if len(now.needs) != 1 or now.rolls or now.needs[0].pool is not None:
        return []
    request, procedure = now.needs[0], engine.library.procedure(now.procedure)
    runs: list[TotalRange] = []
    for total, _ in chances(request.dice):
        try:
            rolls = [Rolled(request.name, request.dice, total, id=request.id)]
            outcome = engine.headline(procedure.id, answers, rolls)
        except Refused:
            return []
        if outcome is None:
            return []
        words = ", ".join(
            result.words_for(outcome[result.name]) for result in procedure.headlines if result.name in outcome
        )
        if runs and runs[-1].words == words:
            runs[-1] = runs[-1]._replace(most=total)
        else:
            runs.append(TotalRange(total, total, words))
    return runs if len(runs) <= MOST_RUNS else []
