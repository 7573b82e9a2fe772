"""Alternatives before the roll: when they can be computed, what they say, and the comparison with option A."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.what_if import TotalRange
from companion.model import Refused
from companion.render.comparison import Option
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.what_if import (
    can_weigh,
    current_option,
    end_comparison,
    keep_option_a,
    option_a,
    options_differ,
    work_out,
)
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": 2}
SHAKEN = "modifier/Moving stack is Shaken/"


@pytest.mark.parametrize(
    ("answers", "rolls", "expected"), [({"rating": "C"}, [], False), (READY, [], True), (READY, [4], False)]
)
def test_alternatives_need_every_answer_and_no_dice(
    context: AppContext, answers: dict[str, Any], rolls: list[int], expected: bool
) -> None:
    """Refused answers have none either."""
    assert can_weigh(context.engine.resolve(CLOSING, answers, rolls)) is expected
    assert can_weigh(None) is False


def test_alternatives_are_the_ranges_of_the_roll_and_the_effects_of_modifiers(context: AppContext) -> None:
    """C with a leader closes on 3, Shaken on 4."""
    now = context.engine.resolve(CLOSING, READY)
    found = work_out(context.engine, context.library.procedure(CLOSING), READY, now, lambda: False)
    assert found.runs == (TotalRange(1, 2, "does not close"), TotalRange(3, 6, "closes"))
    assert found.would[SHAKEN] == "→ closes 50%"


def test_effects_of_modifiers_can_be_stopped(context: AppContext) -> None:
    """The ranges are there all the same."""
    now = context.engine.resolve(CLOSING, READY)
    found = work_out(context.engine, context.library.procedure(CLOSING), READY, now, lambda: True)
    assert (len(found.runs), found.would) == (2, {})


def test_the_current_answers_as_an_option(context: AppContext) -> None:
    """Calculator and resolution."""
    calculation = opened(context, CLOSING, {}, **READY)
    assert calculation.resolution is not None
    assert current_option(calculation) == Option(calculation.procedure, calculation.resolution)


def test_refused_answers_are_no_option(context: AppContext) -> None:
    """Neither as the current one nor as option A."""
    calculation = Calculation(context, CLOSING, {})
    with pytest.raises(Refused, match=r"^These answers are not allowed\.$"):
        current_option(calculation)
    with pytest.raises(Refused, match=r"^Option A needs every answer first\.$"):
        keep_option_a(calculation)
    assert context.option_a is None


def test_an_option_with_a_missing_answer_is_not_kept(context: AppContext) -> None:
    """An option A that was kept before stays."""
    keep_option_a(opened(context, CLOSING, {}, **READY))
    kept = context.option_a
    with pytest.raises(Refused, match=r"^Option A needs every answer first\.$"):
        keep_option_a(opened(context, CLOSING, {}, rating="B"))
    assert kept is not None and context.option_a is kept


def test_without_an_option_a(context: AppContext) -> None:
    """There is nothing to compare, and nothing to drop."""
    calculation = opened(context, CLOSING, {}, **READY)
    assert option_a(calculation) is None
    assert options_differ(calculation) is False
    end_comparison(calculation)
    assert context.option_a is None


@pytest.mark.parametrize("changed", [{"name": "closed"}, {"label": "Stack"}, {"words": {"yes": "gets in"}}])
def test_option_a_needs_the_same_headline_results(context: AppContext, changed: dict[str, Any]) -> None:
    """A result with another name, label or words is another result."""
    calculation = opened(context, CLOSING, {}, **READY)
    first, *others = calculation.procedure.outcome
    edited = replace(calculation.procedure, outcome=(replace(first, **changed), *others))
    assert calculation.resolution is not None
    context.option_a = Option(edited, calculation.resolution)
    assert option_a(calculation) is None
    assert options_differ(calculation) is False
    end_comparison(calculation)
    assert context.option_a is not None


def test_other_results_than_headlines_may_differ(context: AppContext) -> None:
    """Words may be in another order, too."""
    calculation = opened(context, CLOSING, {}, **READY)
    first, *_ = calculation.procedure.outcome
    turned = replace(first, words=dict(reversed(first.words.items())))
    assert calculation.resolution is not None
    context.option_a = Option(replace(calculation.procedure, outcome=(turned,)), calculation.resolution)
    assert option_a(calculation) is context.option_a


def test_option_a_of_another_game_is_not_compared(context: AppContext) -> None:
    """Even if its results have the same words."""
    calculation = opened(context, CLOSING, {}, **READY)
    assert calculation.resolution is not None
    context.option_a = Option(replace(calculation.procedure, game="pub"), calculation.resolution)
    assert option_a(calculation) is None


def test_a_roll_drops_the_option_it_is_compared_with(context: AppContext) -> None:
    """The roll of a calculator with other results leaves it."""
    keep_option_a(opened(context, CLOSING, {}, **READY))
    end_comparison(opened(context, "lob:command-roll", {}, command_value=2))
    assert context.option_a is not None
    end_comparison(Calculation(context, CLOSING, {}))
    assert context.option_a is None


def test_options_differ_in_their_answers_or_their_calculator(context: AppContext) -> None:
    """Equal answers are the same option; answers that are refused are none."""
    calculation = opened(context, CLOSING, {}, **READY)
    keep_option_a(calculation)
    assert options_differ(calculation) is False
    assert options_differ(opened(context, CLOSING, {}, **READY, shaken=True)) is True
    assert options_differ(Calculation(context, CLOSING, {})) is False
    assert context.option_a is not None
    other = replace(context.option_a.procedure, id="lob:closing-again")
    context.option_a = context.option_a._replace(procedure=other)
    assert options_differ(calculation) is True
