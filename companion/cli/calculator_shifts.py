"""Asks about charts whose column is shifted by modifiers: the shift, its limit, and the edges of the chart."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.cli.calculator_charts import (
    ask_chart,
    dice_of,
    key_question,
    look_up,
    nothing_of,
    offer_no_effect,
    short,
    tell_later,
)
from companion.cli.calculator_dice import ask_dice, dice_words, roll
from companion.cli.calculator_draft import Draft, Option
from companion.cli.calculator_modifiers import ask_modifiers, extremes, tally
from companion.cli.calculator_naturals import ask_natural_results
from companion.cli.calculator_questions import ask_inputs
from companion.cli.calculator_rest import add_losses, ask_points
from companion.cli.calculator_values import a_number
from companion.cli.rule_question import ask_rule
from companion.model import Chart

_WHAT = "the column (columns to the right, negative to the left)"
_LIMIT = "Some rules limit the sum of the modifiers, such as never more than 3 columns. Press Enter if yours does not."
_EDGE = (
    "A shift may lead past the first or the last column. Most rules then use that column; with some, such fire has no "
    "effect, and no dice are rolled."
)


class _Edge(NamedTuple):
    """An edge of the chart; a shift past it has no effect."""

    sign: str
    """Comparison of a shift past this edge with 0."""
    back: str
    """End of a formula that takes one column back from this edge."""
    name: str
    """Name of the column that a shift shorter by 1 reaches."""
    key: str
    """The column at the edge."""
    words: str
    cite: str = ""
    """The rule that says so."""


def by_shift(draft: Draft) -> None:
    """Ask about dice on a chart whose column is shifted by the modifiers."""
    chart = ask_chart(draft, lambda chart: chart.ends_of(True) is not None)
    tell_later(draft, chart)
    ask_inputs(draft)
    start = key_question(draft, chart, "column")
    dice = ask_dice(draft, default=dice_of(chart))
    ask_modifiers(draft, _WHAT)
    edges = _shift(draft, chart, start)
    place = len(draft.steps) - 1
    roll(draft, dice)
    look_up(draft, chart, {"column": "shifted_column", "row": "dice"})
    ask_natural_results(draft, chart, dice)
    _settle(draft, chart, edges, place)
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
    edges: list[_Edge] = []
    if draft.modifiers:
        edges = _shift(draft, chart, column)
        column = "shifted_column"
        draft.summary = f"Reads the chart {chart.title} in the column that the modifiers give."
    place = len(draft.steps) - 1
    points = ask_points(draft, chart)
    look_up(draft, chart, {"column": column, "row": row}, gives_points=bool(points))
    _settle(draft, chart, edges, place)
    add_losses(draft, chart, points)


def _shift(draft: Draft, chart: Chart, start: str) -> list[_Edge]:
    """Add the sum of the modifiers, its limit and the shift; return the edges past which a shift has no effect."""
    by = tally(draft, "columns", title="Columns", unit="columns") or "0"
    low, high = extremes(draft)
    if max(-low, high) > 1:
        says = "At most how many columns may all modifiers together shift it, either way?"
        limit = draft.need(
            "limit", says, "3", default="", default_says="no limit", check=a_number(1), explains=_LIMIT
        )
        if limit:
            draft.steps.append(_limited(draft, limit))
            by = "net_columns"
    edges = _ask_edges(draft, chart, low < 0, high > 0) if by != "0" else []
    if edges or by == "net_columns":
        parts = [
            *(["the limit"] if by == "net_columns" else []),
            *(["the edge of the chart"] if edges else []),
        ]
        says = f"Which rule has {' and '.join(parts)}?"
        cite = ask_rule(draft.interview, draft.module, "", "shift-cite", says, draft.modifiers_rule)
        edges = [edge._replace(cite=cite) for edge in edges]
        if by == "net_columns":
            draft.steps[-1]["modifiers"][0]["cite"] = cite

    def shift(name: str, by: str) -> dict[str, Any]:
        return {"do": "shift", "name": name, "chart": short(chart), "start": start, "by": by}

    draft.steps += [shift(edge.name, f"{by} {edge.back}") for edge in edges]
    draft.steps.append(shift("shifted_column", by))
    draft.head["column"] = "shifted_column"
    return edges


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


def _ask_edges(draft: Draft, chart: Chart, left: bool, right: bool) -> list[_Edge]:
    """Ask past which edges of the chart a shift has no effect; offer only those that the modifiers may lead past."""
    first = _Edge("<", "+ 1", "near_first", chart.columns[0], "past the first column")
    last = _Edge(">", "- 1", "near_last", chart.columns[-1], "past the last column")
    stops = Option("the column at the edge applies", "")
    options = [stops]
    options += [Option(f"no effect {first.words}", "first")] if left else []
    options += [Option(f"no effect {last.words}", "last")] if right else []
    options += [Option("no effect past either", "first last")] if left and right else []
    says = "What happens if the modifiers lead past the edge of the chart"
    chosen = draft.choose("edge", says, options, stops.label, explains=_EDGE)
    return [edge for edge, word in ((first, "first"), (last, "last")) if word in chosen]


def _settle(draft: Draft, chart: Chart, edges: list[_Edge], place: int) -> None:
    """Add steps before the shift at `place` that end the calculation past an edge of the chart."""
    if not edges:
        return
    by = draft.steps[place]["by"]
    values = nothing_of(draft, chart)
    draft.steps[place:place] = [
        {
            "do": "settle",
            "when": f"{by} {edge.sign} 0 and {edge.name} == '{edge.key}'",
            "values": values,
            "because": f"the shift leads {edge.words}",
            "cite": edge.cite,
        }
        for edge in edges
    ]
    offer_no_effect(draft, values)
