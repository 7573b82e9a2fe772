"""Asks about one roll against a number, which a chart may give, and by how much it succeeds or fails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.chart_question import ask_chart, short
from companion.cli.authoring.calculator.charts import (
    kept_on,
    look_up,
    nothing_of,
    number_charts,
    number_read,
    number_tables,
    offer_no_effect,
)
from companion.cli.authoring.calculator.counts import CHART, fixed_or_asked
from companion.cli.authoring.calculator.dice import ask_dice, dice_words, roll
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.calculator.modifiers import ask_modifiers, tally
from companion.cli.authoring.calculator.naturals import ask_natural_success
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.values import LARGEST, a_range, limits
from companion.cli.authoring.printed.method import printed_direction
from companion.cli.authoring.printed.rules import chapter_sentences, own_text

_DIFFERENCE = (
    "The difference to the number needed is then shown, after a success and after a failure, never negative. It can "
    "decide what follows: failure by 3 or more. One line worse: after a natural 10, falling back becomes a rout, if "
    "these follow failures by 1-2 and by 3-5."
)
_READ = (
    "The difference chooses the row of a chart, such as 1-2: one loss. It is read only after a success, only after a "
    "failure, or after both; otherwise nothing happens."
)
_LIMITED = re.compile(
    r"\b(?:chances?|numbers?|scores?)\b[^.;]*?\b(?:less|lower|below)\s+(?:than\s+)?(?P<low>\d{1,3})\b[^.;]*?"
    r"\b(?:more|higher|greater|above)\s+(?:than\s+)?(?P<high>\d{1,3})\b",
    re.IGNORECASE,
)
"""Limits of the number needed: `no chance is ever less than 5 or more than 90`."""
_RATED = re.compile(
    r"\b(?:needs?|throws?|rolls?|wants?)\b[^.;]*?\b(?:its|the|their)\s+(?P<rating>[^\W\d]\w+)\s+or\s+(?:less|more|lower|higher)\b",
    re.IGNORECASE,
)
"""A rating of the unit that is the number needed: `you want the Steadiness or less`."""
_CHANCE_CHANGED = re.compile(
    r"\b(?:basic|base)\s+(?:chance|number|score)\b|\b(?:alters?|changes?|modif\w+)\s+(?:to\s+)?the\s+(?:chance|number)\b",
    re.IGNORECASE,
)
"""Words of rules whose modifiers change the number needed: `Find the basic chance, add what is listed`."""
_MARGIN_READ = re.compile(
    r"\b(?:look\w*|read|find)\b[^.;]*\b(?:difference|margin)\b[^.;]*\b(?:chart|table)\b"
    r"|\b(?:difference|margin)\b[^.;]*\b(?:look\w*|read|find)\b[^.;]*\b(?:chart|table)\b",
    re.IGNORECASE,
)
"""A sentence that reads by how much a roll succeeds on a chart."""


def by_target(draft: Draft) -> None:
    """Ask about one roll against a number."""
    ask_inputs(draft)
    dice = ask_dice(draft)
    options = [Option("high", ">="), Option("low", "<=")]
    explains = "high: this number or more. low: this number or less."
    usual = printed_direction(draft.module, draft.cite) if draft.interview.asks else None
    sign = draft.choose("succeeds", "Which rolls succeed, high or low", options, usual, explains=explains)
    needed = _ask_needed(draft)
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


def _ask_needed(draft: Draft) -> str:
    """Ask for the number needed, which a chart may give; return its formula."""
    charts = {short(chart): chart for chart in draft.module.charts}
    likely = [name for name in number_charts(draft) if charts[name].ends_of(True) is None]
    likely = likely or number_tables(draft, plain=True)
    chart = CHART if len(likely) == 1 else "" if draft.module.charts or likely else None
    if rating := _ask_rating(draft):
        return rating
    needed = fixed_or_asked(draft, "needed", "What number is needed", "4", has_products=False, chart=chart)
    return number_read(draft, "needed_number", likely=likely) if needed == CHART else needed


def _ask_rating(draft: Draft) -> str:
    """Ask whether the number needed is a rating that the player types, and return its name; empty if not.

    It is asked if a rule of the chapter names one, and no question asks for a number yet.
    """
    sentences = chapter_sentences(draft.chapter) if draft.interview.asks and not draft.numbers() else []
    found = [(cite, each) for cite, text in sentences if (each := _RATED.search(text))]
    if len({each["rating"].casefold() for _, each in found}) != 1:
        return ""
    cite, rating = found[0][0], found[0][1]["rating"].capitalize()
    says = f"Does the player type the {rating}, which is the number needed ({cite})?"
    explains = (
        "yes: it becomes a question for a number. no: the number is fixed, on a chart, or another answer."
    )
    if draft.need("rating", says, default="yes", check=yes_or_no, explains=explains) == "no":
        return ""
    name = draft.add_input(rating, "number", least="0")
    draft.inputs[-1]["cite"] = cite
    return name


def _ask_limits(draft: Draft, needed: str) -> str:
    """Ask for the limits of the number needed with its modifiers; return the name of the number with or without."""
    explains = "The rules may keep the number within limits, whatever the modifiers: never below 2 nor above 9 is 2-9."
    says = "Between which numbers does the number needed stay"
    found = [each for entry in draft.chapter for each in _LIMITED.finditer(own_text(entry))]
    usual = f"{found[0]['low']}-{found[0]['high']}" if draft.interview.asks and len(found) == 1 else ""
    typed = draft.need(
        "needed-limits",
        says,
        "2-9",
        default=usual,
        default_says=f"{usual}, by the rules" if usual else "no limits",
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
    usual = "yes" if _margin_sentence(draft) else "no"
    chosen = draft.choose("difference", says, options, usual, explains=_DIFFERENCE)
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
    _ask_chart(draft)


def _ask_chart(draft: Draft) -> None:
    """Ask whether the difference is then read on a chart, and after what; if so, add its result."""
    if not any(chart.ends_of(True) for chart in draft.module.charts):
        return
    found = _margin_sentence(draft)
    success, failure = draft.results[-2:]
    options = [
        Option("no", ""),
        Option(success.label, "not success"),
        Option(failure.label, "success"),
        Option("both", "both"),
    ]
    says = "Is the difference then read on a chart, and after what"
    usual = success.label if found else "no"
    more: dict[str, Any] = {"is_asked": bool(found), "changes_only": True}
    unread = draft.choose("difference-read", says, options, usual, explains=_READ, **more)
    if not unread:
        return
    draft.sentences_read += [found] if found else []
    chart = ask_chart(draft, lambda chart: chart.ends_of(True) is not None)
    row = kept_on(draft, chart, "difference", (0, LARGEST), what="Differences")
    column = key_question(draft, chart, "column")
    counted = [{key: value for key, value in each.items() if key != "show"} for each in draft.outcome]
    draft.outcome.clear()
    look_up(draft, chart, {"column": column, "row": row}, name="chart-result")
    if unread != "both":
        values = nothing_of(draft, chart)
        because = f"{success.label if unread == 'success' else failure.label}, so no chart is read"
        step = {"do": "settle", "when": unread, "values": values, "because": because, "cite": draft.cite}
        draft.steps.insert(len(draft.steps) - 1, step)
        offer_no_effect(draft, values)
    draft.outcome += counted


def _ask_changed(draft: Draft, is_high: bool) -> str:
    """Ask whether the modifiers change the dice or the number needed; return dice or needed.

    Enter takes the dice if high rolls succeed. If low ones do, rules often change the number instead.
    """
    options = [Option("the dice", "dice"), Option("the number needed", "needed")]
    explains = (
        "the dice: +1 makes the roll higher. the number needed: +1 makes high rolls succeed less often."
    )
    default = "the dice" if is_high else None
    if draft.interview.asks and _changes_needed(draft):
        default = "the number needed"
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


def _changes_needed(draft: Draft) -> bool:
    """Return whether rules of the chapter say that the modifiers change the number needed, by its name or another."""
    ratings = [option.label.casefold() for option in draft.numbers()]
    is_titled = any(rating in entry.title.casefold() for entry in draft.chapter for rating in ratings)
    return is_titled or any(_CHANCE_CHANGED.search(own_text(entry)) for entry in draft.chapter)


def _margin_sentence(draft: Draft) -> str:
    """Return the sentence of the chapter that reads the difference on a chart; empty without one or a terminal."""
    sentences = chapter_sentences(draft.chapter) if draft.interview.asks else []
    return next((sentence for _, sentence in sentences if _MARGIN_READ.search(sentence)), "")
