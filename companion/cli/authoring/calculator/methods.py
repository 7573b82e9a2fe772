"""The methods of new-calculator: each asks what the dice are compared with and what the result is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
from companion.cli.authoring.calculator.naturals import ask_natural_results, ask_natural_success
from companion.cli.authoring.calculator.pools import by_pool
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.results import results_of
from companion.cli.authoring.calculator.shifts import Shifted, ask_shifts, by_look_up, by_shift
from companion.cli.authoring.calculator.sides import by_both, by_difference
from companion.cli.authoring.calculator.values import LARGEST, a_range, limits, range_of
from companion.cli.authoring.printed.method import printed_direction

_DIFFERENCE = (
    "The difference to the number needed is then shown, after a success and after a failure, never negative. It can "
    "decide what follows: failure by 3 or more. One line worse: after a natural 10, falling back becomes a rout, if "
    "these follow failures by 1-2 and by 3-5."
)


def by_target(draft: Draft) -> None:
    """Ask about one roll against a number."""
    ask_inputs(draft)
    dice = ask_dice(draft)
    options = [Option("high", ">="), Option("low", "<=")]
    explains = "high: this number or more. low: this number or less."
    usual = printed_direction(draft.module, draft.cite) if draft.interview.asks else None
    sign = draft.choose("succeeds", "Which rolls succeed, high or low", options, usual, explains=explains)
    needed = fixed_or_asked(draft, "needed", "What number is needed", "4", has_products=False)
    ask_modifiers(draft, "the dice or the number needed")
    changes = _ask_changed(draft, sign == ">=") if draft.modifiers else "dice"
    if changes == "needed":
        needed = tally(draft, "needed", needed, title="Number needed")
        draft.head["needed"] = "needed"
        needed = _ask_limits(draft, needed)
    rolled = "dice"
    if changes == "dice" and tally(draft):
        rolled = "total"
    roll(draft, dice)
    values = {"total": "dice + modifier"} if rolled == "total" else {}
    if " " in needed:
        values |= {"needed": needed}
        draft.head["needed"] = needed = "needed"
    is_fixed = not draft.modifiers and needed.lstrip("-").isdecimal()
    naturals = [] if is_fixed else ask_natural_success(draft, dice, sign == ">=")
    if naturals and values:
        draft.steps.append({"do": "work-out", "values": values})
        values = {}
    draft.steps += [
        *naturals,
        {"do": "work-out", "values": {**values, "success": f"{rolled} {sign} {needed}"}},
    ]
    _ask_words(draft, dice)
    _ask_difference(draft, naturals, rolled, sign, needed)


def _ask_limits(draft: Draft, needed: str) -> str:
    """Ask for the limits of the number needed with its modifiers; return the name of the number with or without."""
    explains = "The rules may keep the number within limits, whatever the modifiers: never below 2 nor above 9 is 2-9."
    says = "Between which numbers does the number needed stay"
    typed = draft.need(
        "needed-limits",
        says,
        "2-9",
        default="",
        default_says="no limits",
        check=lambda text: a_range(text, "2-9"),
        explains=explains,
    )
    if not typed:
        return needed
    low, high = limits(typed)
    limited = needed if high is None else f"min({needed}, {high})"
    limited = limited if low < -LARGEST else f"max({limited}, {low})"
    draft.steps.append({"do": "work-out", "values": {"limited": limited}})
    draft.head["needed"] = "limited"
    return "limited"


def _ask_difference(
    draft: Draft, naturals: Sequence[dict[str, Any]], rolled: str, sign: str, needed: str
) -> None:
    """Ask whether it matters by how much a roll succeeds or fails, and if so, add the difference as a result.

    A natural roll that always fails may be one line worse; its difference is then 0 if it would succeed.
    """
    failures = [step for step in naturals if step["values"]["success"] == "no"]
    options = [Option("no", ""), Option("yes", "yes")]
    options += [
        Option(f"yes, and {step['because'].split(' always')[0]} is one line worse", "worse")
        for step in failures
    ]
    says = "Does it matter by how much it succeeds or fails"
    chosen = draft.choose("difference", says, options, "no", explains=_DIFFERENCE)
    if not chosen:
        return
    difference = f"abs({rolled} - {needed})"
    for step in (*naturals, draft.steps[-1]):
        step["values"]["difference"] = difference
    if chosen == "worse":
        failures[0]["values"]["difference"] = f"0 if {rolled} {sign} {needed} else {difference}"
        draft.worse = failures[0]["when"]
    draft.outcome.append({"name": "difference", "label": "Difference"})
    for result in draft.results[-2:]:
        draft.rolls.append(Option(f"{result.label} by certain values", "#difference", guard=result.value))


def _ask_changed(draft: Draft, is_high: bool) -> str:
    """Ask whether the modifiers change the dice or the number needed; return dice or needed.

    Enter takes the dice if high rolls succeed. If low ones do, rules often change the number instead.
    """
    options = [Option("the dice", "dice"), Option("the number needed", "needed")]
    explains = (
        "the dice: +1 makes the roll higher. the number needed: +1 makes high rolls succeed less often."
    )
    default = "the dice" if is_high else None
    return draft.choose("changes", "What do the modifiers change", options, default, explains=explains)


def _ask_words(draft: Draft, dice: str) -> None:
    """Ask what success and failure are called, and add them as the result."""
    explains = "A word or two, shown as the result."
    yes = draft.need("success", "What is a success called", "hits", default="success", explains=explains)
    no = draft.need("failure", "What is a failure called", "misses", default="failure", explains=explains)
    draft.outcome.append(
        {"name": "success", "label": "Result", "words": {"yes": yes, "no": no}, "show": "headline"}
    )
    draft.results += [Option(yes, "success"), Option(no, "not success")]
    draft.summary = f"{dice_words(dice)} against a number: {yes} or {no}."


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
