"""Asks whether every column of a chart is a result, such as the losses of both sides or a result and its move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from companion.cli.authoring.calculator.charts import look_up
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.printed.rules import chapter_sentences
from companion.model import Chart
from companion.model.chart import BLANK, band, value_of

_ONE = re.compile(r"\b(?:in|under)\s+the\s+(?:\w+\s+)?column\b", re.IGNORECASE)
"""Words of a rule about the column to read: `in the column for the loser`."""
_LOSER = re.compile(r"\blos(?:e|er|ers|es|ing)\b", re.IGNORECASE)
_SIDE = re.compile(
    r"\b(?:winn\w+|los(?:er|ers|ing)|victor\w*|beaten|attack\w+|defen[dc]\w+)\b", re.IGNORECASE
)
"""A column with the result of one side, such as Winner."""
_ALL = "every column, each of which is a result"
_OF_LOSER = "only one, by what the losing side is"
_EXPLAINS = (
    "every column: for example losses of the attacker, losses of the defender, outcome. only one: the columns are "
    "cases, such as kinds of ground; if they are kinds of loser, the player is asked what each side is."
)


def reads_all(draft: Draft, chart: Chart) -> bool:
    """Ask whether every column is a result, or a question selects one."""
    return which_columns(draft, chart) == "all"


def which_columns(draft: Draft, chart: Chart, *, has_loser: bool = False) -> str:
    """Ask which columns are read: all, each a result; one by a question; or, with `has_loser`, the loser's.

    Enter takes every column if they look like results of different kinds or of both sides, or if only some of them
    have words; else one, if a rule says which. Columns about the loser alone are not results of different kinds then.
    """
    is_loser = all(_LOSER.search(chart.read(column)) for column in chart.columns)
    is_told = _is_one_told(draft, chart)
    are_kinds = has_results_in_columns(chart)
    is_usual = not (is_loser and (is_told or (has_loser and not are_kinds))) and (
        are_kinds
        or all(_SIDE.search(chart.read(column)) for column in chart.columns)
        or len({_has_words(chart, column) for column in chart.columns}) > 1
    )
    options = [Option(_ALL, "all"), Option("only one, selected by a question", "one")]
    options += [Option(_OF_LOSER, "loser")] if has_loser else []
    one = _OF_LOSER if has_loser and is_loser else options[1].label
    says = f"Which columns are read ({', '.join(map(chart.read, chart.columns))})"
    usual = _ALL if is_usual else one if is_told or one == _OF_LOSER else None
    return draft.choose("columns", says, options, usual, explains=_EXPLAINS)


def column_of_loser(draft: Draft, chart: Chart, sides: Sequence[str], wins: str) -> str:
    """Add a question for each side: what it is if it loses; return the formula of the loser's column.

    `wins` is the condition that the first side wins.
    """
    choices = [{"key": column, "label": chart.read(column)} for column in chart.columns]
    first, second = (draft.add_input(f"If {side} loses", "choice", choices=choices) for side in sides)
    return f"{second} if {wins} else {first}"


def is_same_at_draw(chart: Chart) -> bool:
    """Return whether a chart of leads has the same result in every column for equal totals, or no row for them."""
    rows = [row for row in chart.rows if (ends := band(row)) and ends[0] <= 0 <= (ends[1] or 0)]
    return all(len({chart.cell(row, column) for column in chart.columns}) == 1 for row in rows)


def _is_one_told(draft: Draft, chart: Chart) -> bool:
    """Return whether a sentence of the chapter says in which column of the chart to read; not without a terminal."""
    sentences = chapter_sentences(draft.chapter) if draft.interview.asks else []
    return any(chart.title in sentence and _ONE.search(sentence) for _, sentence in sentences)


def _has_words(chart: Chart, column: str) -> bool:
    """Return whether a column has other cells than numbers and blanks."""
    cells = (chart.cell(row, column) for row in chart.rows)
    return any(isinstance(cell, str) and cell != BLANK for cell in cells)


def has_results_in_columns(chart: Chart) -> bool:
    """Return whether the columns look like results of different kinds: words, none of which is in two columns."""
    if len(chart.columns) < 2 or chart.parts:
        return False
    columns = [{str(chart.cell(row, column)) for row in chart.rows} - {BLANK} for column in chart.columns]
    has_words = any(isinstance(value_of(cell), str) for cells in columns for cell in cells)
    return has_words and not any(one & other for one, other in combinations(columns, 2))


def look_up_all(draft: Draft, chart: Chart, row: str) -> None:
    """Add the look-up of every column of the row that the formula `row` gives; each is a result."""
    for column in chart.columns:
        look_up(draft, chart, {"column": f"'{column}'", "row": row}, column)


def headline_words(draft: Draft) -> None:
    """Make the first result in words the headline, such as the outcome beside the losses; if none, keep the first."""
    first = next((result for result in draft.outcome if result["name"] in draft.words), draft.outcome[0])
    for result in draft.outcome:
        result.pop("show", None)
    first["show"] = "headline"
    draft.outcome.sort(key=lambda result: result is not first)
