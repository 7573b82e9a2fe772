"""Alternatives before the roll: the effect of each uncounted modifier, and the comparison with option A."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine import Engine
from companion.engine.what_if import TotalRange, modifier_effects, total_ranges
from companion.model import Procedure, Refused, Resolution
from companion.render.comparison import Option
from companion.render.what_if import effects_by_line

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


class WhatIf(NamedTuple):
    """The alternatives to one set of answers."""

    runs: tuple[TotalRange, ...] = ()
    """The results, by ranges of the total of the dice."""
    would: Mapping[str, str] = {}
    """The effect of each uncounted modifier, by the key of its ledger line."""


def can_weigh(resolution: Resolution | None) -> bool:
    """Whether alternatives can be computed: no answer is missing and no dice were rolled."""
    return resolution is not None and not resolution.missing and not resolution.rolls


def work_out(
    engine: Engine,
    procedure: Procedure,
    answers: Mapping[str, Any],
    now: Resolution,
    stop: Callable[[], bool],
) -> WhatIf:
    """Compute the alternatives, which may take seconds; ends early once `stop` is true. `answers` must not change."""
    runs = tuple(total_ranges(engine, answers, now))
    would = modifier_effects(engine, answers, now, stop)
    return WhatIf(runs, effects_by_line(now, would, procedure))


def current_option(calculation: Calculation) -> Option:
    """Return the current answers as an option. Raises Refused if they are not allowed."""
    if calculation.resolution is None:
        raise Refused("These answers are not allowed.")
    return Option(calculation.procedure, calculation.resolution)


def option_a(calculation: Calculation) -> Option | None:
    """Return option A; None if there is none, or if it cannot be compared with this calculator.

    It can if both calculators belong to the same game and lead to the same results.
    """
    option = calculation.context.option_a
    if option is None or option.procedure.game != calculation.procedure.game:
        return None
    return option if _results(option.procedure) == _results(calculation.procedure) else None


def _results(procedure: Procedure) -> list[tuple[Any, ...]]:
    """Return the headline results of a calculator, with name, label and words."""
    return [
        (name.name, name.label, tuple(sorted(name.words.items())))
        for name in procedure.outcome
        if name.show == "headline"
    ]


def end_comparison(calculation: Calculation) -> None:
    """Drop option A because dice are rolled for the calculation that is compared with it."""
    if option_a(calculation) is not None:
        calculation.context.option_a = None


def keep_option_a(calculation: Calculation) -> None:
    """Keep the current answers as option A. Raises Refused while an answer is missing."""
    if calculation.resolution is None or calculation.resolution.missing:
        raise Refused("Option A needs every answer first.")
    calculation.context.option_a = current_option(calculation)


def options_differ(calculation: Calculation) -> bool:
    """Whether there is an option A and the current answers differ from it."""
    option, now = option_a(calculation), calculation.resolution
    if option is None or now is None:
        return False
    return (option.procedure.id, option.resolution.inputs) != (calculation.procedure.id, now.inputs)
