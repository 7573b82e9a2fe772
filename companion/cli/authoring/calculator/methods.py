"""The methods of new-calculator: each asks what the dice are compared with and what the result is."""

from __future__ import annotations

from collections.abc import Callable

from companion.cli.authoring.calculator.chart_question import ask_chart
from companion.cli.authoring.calculator.charts import (
    dice_of,
    ends_for_dice,
    has_bands_in_cells,
    kept_on,
    look_up,
    tell_later,
)
from companion.cli.authoring.calculator.columns import (
    has_results_in_columns,
    headline_words,
    look_up_all,
    reads_all,
)
from companion.cli.authoring.calculator.counts import fixed_or_asked
from companion.cli.authoring.calculator.dice import ask_dice, dice_words, roll
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.edges import settle_past
from companion.cli.authoring.calculator.exceptions import ask_exceptions
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.calculator.modifiers import ask_modifiers, extremes, tally
from companion.cli.authoring.calculator.naturals import ask_natural_results
from companion.cli.authoring.calculator.pools import by_pool
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.results import results_of
from companion.cli.authoring.calculator.shifts import Shifted, ask_shifts, by_look_up, by_shift
from companion.cli.authoring.calculator.sides import by_both, by_difference
from companion.cli.authoring.calculator.targets import by_target
from companion.cli.authoring.calculator.values import range_of


def by_sum(draft: Draft) -> None:
    """Ask about a sum without dice, such as a cost with surcharges."""
    ask_inputs(draft)
    start = fixed_or_asked(draft, "start", "What does the sum start with", "2")
    ask_modifiers(draft, "the sum")
    explains = "The label of the result, with its unit."
    label = draft.need(
        "result", "What is the sum called", "Movement points", default=draft.title, explains=explains
    )
    name = draft.new_name(label)
    if draft.modifiers:
        tally(draft, name, start, title=label)
    else:
        draft.steps.append({"do": "work-out", "values": {name: start}})
    draft.outcome.append({"name": name, "label": label, "show": "headline"})
    draft.results.append(Option(f"certain values of {label}", f"#{name}"))
    draft.summary = f"{label}, with all surcharges." if draft.modifiers else f"{label}."


def by_chart(draft: Draft) -> None:
    """Ask about dice and modifiers that are read on a chart: as its row, or in the bands of its cells.

    Shifts may lead to another column.
    """
    chart = ask_chart(draft, lambda chart: ends_for_dice(chart) is not None)
    read_backwards = has_bands_in_cells(chart)
    takes_all = not read_backwards and has_results_in_columns(chart) and reads_all(draft, chart)
    if not takes_all:
        tell_later(draft, chart)
    ask_inputs(draft)
    column = "" if takes_all else key_question(draft, chart, "column")
    dice = ask_dice(draft, default=dice_of(chart))
    ask_modifiers(draft, "the dice")
    shifted = Shifted(column, [], 0)
    if not takes_all and len(chart.columns) > 1:
        shifted = ask_shifts(draft, chart, column)
    modified = tally(draft)
    roll(draft, dice)
    low, high = (sum(pair) for pair in zip(range_of(dice), extremes(draft), strict=True))
    total = "dice + modifier" if modified else "dice"
    total = kept_on(draft, chart, total, (low, high), read_backwards)
    draft.steps.append({"do": "work-out", "values": {"total": total}})
    if takes_all:
        look_up_all(draft, chart, "total")
    else:
        look_up(draft, chart, {"column": shifted.column, "holding" if read_backwards else "row": "total"})
    known = results_of(draft, chart, not read_backwards, takes_all=takes_all)
    ask_natural_results(draft, chart, dice, known, takes_all=takes_all)
    ask_exceptions(draft, known, chart.cite or draft.cite)
    if takes_all:
        headline_words(draft)
    settle_past(draft, chart, shifted.edges, shifted.place)
    draft.head["total"] = "total"
    modifiers = " and modifiers" if draft.modifiers else ""
    where = "in a shifted column of" if draft.shifts else "on"
    draft.summary = f"{dice_words(dice)}{modifiers} {where} the chart {chart.title}."


METHODS: dict[str, tuple[str, Callable[[Draft], None]]] = {
    "chart": ("dice and modifiers, read on a chart, perhaps with column shifts", by_chart),
    "shift": ("dice on a chart; all modifiers shift its column, none the dice", by_shift),
    "target": ("one roll against a number", by_target),
    "pool": ("several dice, counted one by one", by_pool),
    "opposed": ("both sides roll, the higher total wins", by_both),
    "difference": ("both sides roll, the difference is read on a chart", by_difference),
    "look-up": (
        "a chart read without dice, such as strength by range, perhaps with column shifts",
        by_look_up,
    ),
    "sum": ("a sum without dice, such as a cost", by_sum),
}
"""The methods by key, each with its description and its questions."""

_EXAMPLES = {
    "chart": "you throw dice, add the modifiers, and find the total in a table. Throw 2D6: 7 to 9 is shaken. Choose it "
    "also if some modifiers change the dice, and others the column: a first volley +1, close range 1 column to the "
    "right.",
    "shift": "no modifier changes the dice; all lead to another column of the table. Hard cover: 2 columns to the "
    "left, and you throw on that column.",
    "target": "one throw succeeds or fails, without a table. Hit on 4 or more; the rating or less.",
    "pool": "you throw many dice at once, and each counts by itself. A die for each man, and each 5 or 6 hits.",
    "opposed": "both sides throw, the higher total wins, and no table is read.",
    "difference": "both sides throw, and the difference is found in a table. 9 against 6: read the row 3.",
    "look-up": "the dice do not choose the place in the table: the situation alone does, such as strength and range, "
    "perhaps with column shifts. Dice may follow: 34 points are 3 figures, and 4 or less on 1D10 is one more.",
    "sum": "numbers are added up, without dice or a table. A move costs 2, and 1 more in a wood.",
}
"""An example of each method, in plain words."""


def methods_help() -> str:
    """Return the explanation of the methods, each in a line with its number."""
    lines = (f"{number} {method}: {_EXAMPLES[method]}" for number, method in enumerate(METHODS, 1))
    return "\n".join(("Which of these is like the rule? The next questions depend on it.", *lines))


def uses_chart(method: str) -> bool:
    """Return whether a method reads a chart of the game."""
    return METHODS[method][1] in (by_chart, by_difference, by_look_up, by_shift)
