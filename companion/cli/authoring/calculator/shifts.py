"""Asks about charts whose column is shifted: by the modifiers, or by shifts besides modifiers of the dice."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from companion.cli.authoring.calculator.amounts import signed
from companion.cli.authoring.calculator.chart_question import ask_chart, short
from companion.cli.authoring.calculator.charts import dice_of, look_up, tell_later
from companion.cli.authoring.calculator.conditions import TICKS
from companion.cli.authoring.calculator.dice import ask_dice, dice_words, roll
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.edges import Edge, Edges, ask_edges, edge_modifiers, settle_past
from companion.cli.authoring.calculator.exceptions import ask_exceptions
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.calculator.modifiers import add_modifier, ask_modifiers, range_of_sum
from companion.cli.authoring.calculator.naturals import ask_natural_results
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.rest import add_losses, ask_points
from companion.cli.authoring.calculator.results import results_of
from companion.cli.authoring.calculator.stated_shifts import stated_most, stated_shifts
from companion.cli.authoring.calculator.values import a_number
from companion.cli.authoring.calculator.when import Row, usual_of_fixed
from companion.cli.authoring.printed.modifiers import read_printed
from companion.cli.authoring.printed.shifts import PrintedShifts
from companion.cli.authoring.rule_question import ask_rule
from companion.errors import Refused, shortened
from companion.model import Chart

_WHAT = "the column (columns to the right, negative to the left)"
_LIMIT = (
    "Some rules limit the sum of the modifiers, such as never more than 3 columns. none: there is no limit."
)
_SHIFTS = (
    "Modifiers that lead to another column of the chart, in addition to those of the dice, each with its number of "
    "columns: Close range 1 right. Separate several with a semicolon. none: nothing shifts the column."
)
_EXAMPLE = "Close range 1 right; Long range 1 left"
_OWN = "own_column"
"""Name of the column before the shift, if a long formula gives it."""
_NONE = ("-", "0", "none", "nothing")


class Shifted(NamedTuple):
    """The column of a chart after shifts."""

    column: str
    """Formula of the column."""
    edges: list[Edge]
    place: int
    """Index of the step that shifts the column."""


def by_shift(draft: Draft) -> None:
    """Ask about dice on a chart whose column is shifted by the modifiers."""
    chart = ask_chart(draft, lambda chart: chart.ends_of(True) is not None)
    tell_later(draft, chart)
    ask_inputs(draft)
    start = key_question(draft, chart, "column")
    dice = ask_dice(draft, default=dice_of(chart))
    ask_modifiers(draft, _WHAT)
    shifted = _shift(draft, chart, start, draft.modifiers)
    roll(draft, dice)
    look_up(draft, chart, {"column": shifted.column, "row": "dice"})
    known = results_of(draft, chart)
    ask_natural_results(draft, chart, dice, known)
    ask_exceptions(draft, known, chart.cite or draft.cite)
    settle_past(draft, chart, shifted.edges, shifted.place)
    draft.summary = f"{dice_words(dice)} in the column of the chart {chart.title} that the modifiers give."


def by_look_up(draft: Draft) -> None:
    """Ask about a look-up in a chart without dice; modifiers may shift its column."""
    chart = ask_chart(draft)
    tell_later(draft, chart, ("column", "row"))
    ask_inputs(draft)
    column, row = key_question(draft, chart, "column"), key_question(draft, chart, "row")
    if len(chart.columns) > 1:
        ask_modifiers(draft, _WHAT)
    draft.summary = f"Reads the chart {chart.title}."
    shifted = Shifted(column, [], 0)
    if draft.modifiers:
        shifted = _shift(draft, chart, column, draft.modifiers)
        draft.summary = f"Reads the chart {chart.title} in the column that the modifiers give."
    points = ask_points(draft, chart)
    look_up(draft, chart, {"column": shifted.column, "row": row}, gives_points=bool(points))
    settle_past(draft, chart, shifted.edges, shifted.place)
    add_losses(draft, chart, points)


def ask_shifts(draft: Draft, chart: Chart, start: str) -> Shifted:
    """Ask what shifts the column `start` besides the modifiers of the dice; add what the dice get past the edge.

    The question is left out if two columns have no order and no rule states a shift, unless `--answer` answers it.
    """
    of_dice, draft.modifiers, draft.asks_shifts = draft.modifiers, [], True
    cite, stated = stated_shifts(draft, chart)
    of_rule = [shift.text for shift in stated.shifts] if draft.interview.asks else []
    if stated.unread:
        unread = "; ".join(map(shortened, stated.unread))
        draft.interview.say(f"Not read from {cite}: {unread}. If it shifts the column, type it now.")
        draft.unread += stated.unread
    usual = "; ".join(_with_condition(draft, text) for text in of_rule)
    typed = draft.need(
        "shifts",
        f"What shifts the column, as printed{f' ({cite})' if of_rule else ''}",
        "" if of_rule else _EXAMPLE,
        default=usual,
        default_says=usual or "nothing",
        check=lambda text: _checked(draft, text),
        explains=_SHIFTS,
        is_asked=_is_ordered(chart) or bool(stated.shifts),
    )
    is_typed = not usual or typed != usual
    _add_shifts(draft, _parts(typed) if is_typed else of_rule, is_typed=is_typed)
    draft.shifts, draft.modifiers, draft.asks_shifts = draft.modifiers, of_dice, False
    if not draft.shifts:
        return Shifted(start, [], 0)
    for shift in draft.shifts:
        shift["cite"] = cite if stated.shifts else draft.cite
    return _shift(draft, chart, start, draft.shifts, (cite, stated), is_typed=is_typed)


def _add_shifts(draft: Draft, texts: list[str], *, is_typed: bool) -> None:
    """Add shifts as modifiers; ask when each applies, apart from the usual conditions of those that are not typed."""
    for number, text in enumerate(texts, 1):
        says = f"Shift {number} of {len(texts)}, {text}. " if len(texts) > 1 else ""
        known = "" if is_typed else _usual(draft, text)
        add_modifier(draft, f"shift-{number}", text, (), Row("", says, known))


def _is_ordered(chart: Chart) -> bool:
    """Return whether the columns may have an order: there are more than two, or both have a number or a letter."""
    return len(chart.columns) > 2 or all(re.search(r"\d|^[A-Z]$", key) for key in chart.columns)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _checked(draft: Draft, text: str) -> str:
    """Return typed shifts; empty for none. Raises Refused if one of them has no number of columns."""
    if text.strip().casefold() in _NONE:
        return ""
    for part in _parts(text):
        printed = signed(draft, part)
        add = read_printed(printed).add
        if not add or (printed == part and "column" not in part.lower()) or not int(add.replace(" ", "")):
            raise Refused(f"{shortened(part)!r} needs a number of columns, as in {_EXAMPLE}")
    return "; ".join(_parts(text))


def _usual(draft: Draft, part: str) -> str:
    """Return the label of the condition that a shift usually has; empty if it must be asked."""
    return usual_of_fixed(draft, {"label": read_printed(signed(draft, part)).label, "add": "1"})


def _with_condition(draft: Draft, part: str) -> str:
    """Return a shift with the condition that Enter takes, if it is known."""
    usual = _usual(draft, part)
    condition = "the player ticks it" if usual.startswith(TICKS) else usual
    return f"{part} ({condition})" if condition else part


def _shift(
    draft: Draft,
    chart: Chart,
    start: str,
    shifts: list[dict[str, Any]],
    stated: tuple[str, PrintedShifts] | None = None,
    *,
    is_typed: bool = False,
) -> Shifted:
    """Add the sum of the shifts, its limit, and the shift; a shift past an edge may have no effect.

    With `stated`, a rule and what it says, such a shift may change the dice as well; `is_typed` says whether
    the author typed the shifts, so that their rule is asked.
    """
    draft.steps += _columns(shifts)
    by = "columns" if shifts else "0"
    low, high = range_of_sum(draft, shifts)
    most_cite, most = stated_most(draft, chart, {str(shift["cite"]) for shift in shifts})
    if limit := _ask_limit(draft, low, high, (most_cite, most if draft.interview.asks else "")):
        draft.steps.append(_limited(draft, limit))
        by = "net_columns"
    is_most = limit == most
    cite = str(shifts[0]["cite"]) if shifts else draft.cite
    edges, is_stated = ask_edges(draft, chart, (low < 0, high > 0), stated) if shifts else Edges([])
    cited = [
        *(["the shifts"] if is_typed else []),
        *(["the limit"] if limit and not is_most else []),
        *(["the edge of the chart"] if edges and not is_stated else []),
    ]
    if cited:
        says = f"Which rule has {' and '.join(cited)}?"
        cite = ask_rule(draft.interview, draft.module, "", "shift-cite", says, cite)
    edges = [edge._replace(cite=edge.cite or cite) for edge in edges]
    for record in [*(shifts if is_typed else []), *(draft.steps[-1]["modifiers"] if limit else [])]:
        record["cite"] = cite
    if limit and is_most:
        draft.steps[-1]["modifiers"][0]["cite"] = most_cite
    draft.steps += _steps(
        chart, start, {**{edge.name: f"{by} {edge.back}" for edge in edges}, "shifted_column": by}
    )
    draft.head["column"] = "shifted_column"
    draft.modifiers += edge_modifiers(edges, by)
    return Shifted("shifted_column", edges, len(draft.steps) - 1)


def _ask_limit(draft: Draft, low: int, high: int, stated: tuple[str, str]) -> str:
    """Ask for the limit of the sum of the shifts, which is from `low` to `high` without it; empty for none.

    `stated` are a rule and the limit that it states, empty for none.
    """
    if max(-low, high) <= 1:
        return ""
    cite, most = stated
    number = a_number(1)
    return draft.need(
        "limit",
        f"At most how many columns may all modifiers together shift it, either way{f' ({cite})' if most else ''}?",
        "" if most else "3",
        default=most,
        default_says=most or "no limit",
        check=lambda text: "" if text.casefold() in _NONE else number(text),
        explains=_LIMIT,
    )


def _columns(shifts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the step that adds the shifts up; none if there are none."""
    step = {"do": "tally", "name": "columns", "title": "Columns", "unit": "columns", "modifiers": shifts}
    return [step] if shifts else []


def _steps(chart: Chart, start: str, shifted: dict[str, str]) -> list[dict[str, Any]]:
    """Return the steps that shift the column; `shifted` are formulas of columns to the right, by name of the result."""
    steps: list[dict[str, Any]] = [
        {"do": "shift", "name": name, "chart": short(chart), "start": start, "by": by}
        for name, by in shifted.items()
    ]
    if " " in start and len(steps) > 1:
        steps[0]["start_name"] = _OWN
        for step in steps[1:]:
            step["start"] = _OWN
    return steps


def _limited(draft: Draft, limit: str) -> dict[str, Any]:
    """Return the step that limits the sum of the modifiers, so that the result shows both sums."""
    column = "column" if limit == "1" else "columns"
    modifier = {
        "label": f"At most {limit} {column} either way",
        "add": f"max(min(columns, {limit}), -{limit}) - columns",
        "when": f"abs(columns) > {limit}",
        "cite": draft.cite,
    }
    return {
        "do": "tally",
        "name": "net_columns",
        "title": "Net shift",
        "unit": "columns",
        "start": "columns",
        "modifiers": [modifier],
    }
