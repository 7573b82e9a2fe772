"""Asks about rolls of both sides: the higher total wins, or the difference is read on a chart."""

from __future__ import annotations

import re

from companion.cli.authoring.calculator.chart_question import ask_chart, with_rows_called
from companion.cli.authoring.calculator.charts import kept_on, look_up, open_ends, tell_later
from companion.cli.authoring.calculator.columns import headline_words, look_up_all, reads_all
from companion.cli.authoring.calculator.dice import ask_dice
from companion.cli.authoring.calculator.draft import LONGEST_NAME, RESERVED, RESERVED_ALWAYS, Draft, Option
from companion.cli.authoring.calculator.exceptions import ask_exceptions
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.calculator.modifiers import ask_modifiers, extremes, tally
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.results import results_of
from companion.cli.authoring.calculator.values import range_of
from companion.errors import Refused
from companion.formula.parse import FUNCTIONS
from companion.load.formula_checks import NAME, is_plain_name
from companion.model import Chart


def by_both(draft: Draft) -> None:
    """Ask about a roll of both sides in which the higher total wins."""
    sides = _ask_sides(draft)
    ask_inputs(draft, sides)
    dice, totals = _roll_both(draft, sides)
    keys = _keys(sides)
    options = [*map(Option, sides, keys), Option("nobody", "nobody")]
    explains = "What the rule says about equal totals; nobody for a draw."
    tie = draft.choose("tie", "Who wins if both have the same total", options, explains=explains)
    draft.steps.append({"do": "work-out", "values": {
        "total_1": totals[0], "total_2": totals[1], "margin": "abs(total_1 - total_2)",
        "winner": _winner(keys, tie),
    }})  # fmt: skip
    words = dict(zip(keys, sides, strict=True)) | ({"nobody": "nobody"} if tie == "nobody" else {})
    draft.outcome += [
        {"name": "winner", "label": "Winner", "words": words, "show": "headline"},
        {"name": "margin", "label": "Difference"},
    ]
    draft.results += [Option(f"{word} wins", f"winner == '{key}'") for key, word in words.items()]
    draft.results.append(Option("certain values of the difference, never negative", "#margin"))
    draft.summary = f"{sides[0]} and {sides[1]} roll {dice} each; the higher total wins."


def by_difference(draft: Draft) -> None:
    """Ask about a roll of both sides; the difference of their totals is the row of a chart.

    It is that of the first side minus that of the second, or the winner's lead on a chart without negative numbers.
    """
    likely = with_rows_called(draft, "Difference")
    chart = ask_chart(draft, lambda chart: chart.ends_of(True) is not None, likely=likely)
    sides = _ask_sides(draft)
    is_lead = _is_lead(draft, chart, sides)
    takes_all = len(chart.columns) > 1 and not chart.parts and reads_all(draft, chart)
    if not takes_all:
        tell_later(draft, chart)
    ask_inputs(draft, sides)
    column = "" if takes_all else key_question(draft, chart, "column")
    dice, totals = _roll_both(draft, sides)
    (low, high), first, second = range_of(dice), extremes(draft, sides[0]), extremes(draft, sides[1])
    possible = low + first[0] - high - second[1], high + first[1] - low - second[0]
    if is_lead:
        possible = 0, max(map(abs, possible))
    read = kept_on(draft, chart, "difference", possible, what="Differences")
    values = {"total_1": totals[0], "total_2": totals[1], "difference": "total_1 - total_2"}
    if is_lead:
        values |= {"difference": "abs(total_1 - total_2)", "wins": _winner(_keys(sides), "nobody")}
    draft.steps.append({"do": "work-out", "values": values})
    if takes_all:
        look_up_all(draft, chart, read)
        headline_words(draft)
    else:
        look_up(draft, chart, {"column": column, "row": read})
    known = results_of(draft, chart, takes_all=takes_all)
    ask_exceptions(draft, known, chart.cite or draft.cite, _add_difference(draft, sides, is_lead))
    draft.head["total"] = "difference"
    modifiers = " and modifiers" if draft.modifiers else ""
    draft.summary = (
        f"{sides[0]} and {sides[1]} roll {dice} each{modifiers}; the difference is read on {chart.title}."
    )


def _add_difference(draft: Draft, sides: tuple[str, str], is_lead: bool) -> list[Option]:
    """Add the difference as a result, and with `is_lead` the winner; return the conditions on them."""
    before = len(draft.results)
    if is_lead:
        words = dict(zip((*_keys(sides), "nobody"), (*sides, "nobody"), strict=True))
        draft.outcome.append({"name": "wins", "label": "Who wins", "words": words})
        draft.results += [Option(f"{word} wins", f"wins == '{key}'") for key, word in words.items()]
    else:
        leads = zip(sides, ("difference > 0", "difference < 0"), strict=True)
        draft.results += [Option(f"{side} wins", lead) for side, lead in leads]
    draft.outcome.append({"name": "difference", "label": "Difference"})
    draft.results.append(Option("certain values of the difference", "#difference"))
    return draft.results[before:]


def _is_lead(draft: Draft, chart: Chart, sides: tuple[str, str]) -> bool:
    """Ask whether a chart without negative numbers is read by the lead of the winner, whoever that is."""
    ends = chart.ends_of(True)
    if ends is None or ends[0] < 0 or open_ends(chart, False)[0]:
        return False
    lead, difference = "the lead of the winner, whoever wins", f"{sides[0]} minus {sides[1]}"
    explains = (
        "The lead is never negative: 9 against 6 and 6 against 9 are both 3. A second result says who wins."
    )
    says = "Which difference is read on the chart"
    return bool(
        draft.choose("reads", says, [Option(lead, "lead"), Option(difference, "")], lead, explains=explains)
    )


def _winner(keys: tuple[str, str], tie: str) -> str:
    """Return the formula of the side with the higher total, or of `tie`."""
    return f"'{keys[0]}' if total_1 > total_2 else '{keys[1]}' if total_2 > total_1 else '{tie}'"


def _ask_sides(draft: Draft) -> tuple[str, str]:
    """Ask who rolls, and return both sides."""
    explains = "Who rolls: a role in the rule, such as attacker, not the name of an army."
    first = draft.need("side-1", "Side 1", "Attacker", default="Attacker", explains=explains)

    def other(text: str) -> str:
        if text.casefold() == first.casefold():
            raise Refused("the sides need different names")
        return text

    second = "Defender" if first.casefold() != "defender" else "Attacker"
    return first, draft.need("side-2", "Side 2", second, default=second, check=other, explains=explains)


def _keys(sides: tuple[str, str]) -> tuple[str, str]:
    """Return the names of both sides in files and for `--roll`: as typed if possible, otherwise side_1 and side_2."""
    first, second = ("_".join(re.findall(r"\w+", side.lower())) for side in sides)
    are_names = _is_key(first) and _is_key(second) and first != second
    return (first, second) if are_names else ("side_1", "side_2")


def _is_key(name: str) -> bool:
    """Return whether a side may have this name: short, a plain word for formulas, and without another meaning."""
    taken = {
        *RESERVED_ALWAYS,
        *RESERVED["opposed"],
        *RESERVED["difference"],
        *FUNCTIONS,
        "nobody",
        "yes",
        "no",
    }
    is_name = NAME.fullmatch(name) is not None and is_plain_name(name)
    return is_name and len(name) <= LONGEST_NAME and name not in taken


def _roll_both(draft: Draft, sides: tuple[str, str]) -> tuple[str, list[str]]:
    """Ask for dice and modifiers, and add the steps up to the dice; return the dice and the total of each side."""
    dice = ask_dice(draft, "Which dice does each side roll")
    ask_modifiers(draft, "the dice", sides)
    totals = []
    for number, side in enumerate(sides, 1):
        modifier = tally(draft, f"modifier_{number}", side=side, title=f"Modifiers of {side}")
        totals.append(f"dice_{number} + {modifier}" if modifier else f"dice_{number}")
    for number, (side, key) in enumerate(zip(sides, _keys(sides), strict=True), 1):
        roll = {"do": "roll", "name": f"dice_{number}", "dice": dice, "label": side}
        draft.steps.append({**roll, "part": key, "cite": draft.cite})
        draft.rolls.append(
            Option(f"certain values of the dice of {side} before modifiers", f"#dice_{number}")
        )
    return dice, totals
