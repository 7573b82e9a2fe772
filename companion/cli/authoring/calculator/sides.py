"""Asks about rolls of both sides: the higher total wins, or the difference is read on a chart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.cli.authoring.calculator.chart_question import ask_chart, with_rows_called
from companion.cli.authoring.calculator.charts import NO_EFFECT, kept_on, look_up, open_ends, tell_later
from companion.cli.authoring.calculator.columns import (
    column_of_loser,
    headline_words,
    is_same_at_draw,
    look_up_all,
    which_columns,
)
from companion.cli.authoring.calculator.dice import ask_dice
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.exceptions import ask_exceptions
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.calculator.modifiers import ask_modifiers, extremes, tally
from companion.cli.authoring.calculator.names import LONGEST_NAME, RESERVED, RESERVED_ALWAYS
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.results import results_of
from companion.cli.authoring.calculator.values import range_of
from companion.cli.authoring.printed.method import LEAD
from companion.cli.authoring.printed.pairs import NaturalPair, natural_pair, typed_pair
from companion.cli.authoring.printed.rules import chapter_sentences, own_text
from companion.cli.authoring.question import NOTHING
from companion.errors import Refused, shortened
from companion.formula.parse import FUNCTIONS
from companion.load.formula_checks import NAME, is_plain_name
from companion.model import Chart
from companion.model.chart import BLANK

_PAIR = "6 against 1: +2"
_PAIRS = (
    "Some rules look at the dice of both sides before modifiers: 6 against 1: +2 adds 2 to the total of the side with "
    "the 6; 6 against 1: wins by 3 lets it win by 3, or by more if its total does, and wins by exactly 3 never by "
    "more. Enter if the rules have none."
)
_USUAL_SIDES = (("Charger", "Side charged"), ("Charging side", "Side charged"))
"""Names of two sides that are taken from the rules if they have both."""


def by_both(draft: Draft) -> None:
    """Ask about a roll of both sides in which the higher total wins."""
    sides = _ask_sides(draft)
    ask_inputs(draft, sides)
    dice, totals, _ = _roll_both(draft, sides)
    keys = _keys(sides)
    options = [*map(Option, sides, keys), Option("nobody", "nobody")]
    explains = "What the rule says about equal totals; nobody for a draw."
    tie = draft.choose("tie", "Who wins if both have the same total", options, explains=explains)
    draft.steps.append({"do": "work-out", "values": {
        **totals, "margin": "abs(total_1 - total_2)", "winner": _winner(keys, tie),
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
    likely = with_rows_called(draft, LEAD)
    chart = ask_chart(draft, lambda chart: chart.ends_of(True) is not None, likely=likely)
    sides = _ask_sides(draft)
    is_lead = _is_lead(draft, chart, sides)
    columns = "one"
    if len(chart.columns) > 1 and not chart.parts:
        columns = which_columns(draft, chart, has_loser=is_lead and is_same_at_draw(chart))
    takes_all = columns == "all"
    if not takes_all:
        tell_later(draft, chart)
    ask_inputs(draft, sides)
    if columns == "loser":
        column = column_of_loser(draft, chart, sides, f"wins == '{_keys(sides)[0]}'")
    else:
        column = "" if takes_all else key_question(draft, chart, "column")
    dice, totals, more = _roll_both(draft, sides)
    (low, high), first, second = range_of(dice), extremes(draft, sides[0]), extremes(draft, sides[1])
    possible = low + first[0] - high - second[1] - more, high + first[1] - low - second[0] + more
    has_draw = not is_lead or (chart.ends_of(True) or (0, 0))[0] == 0
    if is_lead:
        possible = int(not has_draw), max(map(abs, possible))
    read = kept_on(draft, chart, "difference", possible, what="Differences")
    values = {**totals, "difference": "total_1 - total_2"}
    if is_lead:
        values |= {"difference": "abs(total_1 - total_2)", "wins": _winner(_keys(sides), "nobody")}
    draft.steps.append({"do": "work-out", "values": values})
    place = len(draft.steps)
    if takes_all:
        look_up_all(draft, chart, read)
        headline_words(draft)
    else:
        look_up(draft, chart, {"column": column, "row": read})
    if not has_draw:
        draft.steps.insert(place, _draw(draft, chart))
    known = results_of(draft, chart, takes_all=takes_all)
    ask_exceptions(draft, known, chart.cite or draft.cite, _add_difference(draft, sides, is_lead))
    draft.head["total"] = "difference"
    modifiers = " and modifiers" if draft.modifiers else ""
    draft.summary = (
        f"{sides[0]} and {sides[1]} roll {dice} each{modifiers}; the difference is read on {chart.title}."
    )


def _draw(draft: Draft, chart: Chart) -> dict[str, Any]:
    """Return the step that ends with no result after equal totals, for a chart that begins at 1."""
    nothing = repr(BLANK if BLANK in chart.values else NO_EFFECT)
    values = {result["name"]: nothing for result in draft.outcome}
    because = f"equal totals, for which {chart.title} has no row"
    step = {"do": "settle", "when": "difference == 0", "values": values, "because": because}
    return {**step, "cite": chart.cite or draft.cite}


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
    usual = _printed_sides(draft) if draft.interview.asks else ("Attacker", "Defender")
    first = draft.need("side-1", "Side 1", "Attacker", default=usual[0], explains=explains)

    def other(text: str) -> str:
        if text.casefold() == first.casefold():
            raise Refused("the sides need different names")
        return text

    second = usual[1] if first.casefold() != usual[1].casefold() else usual[0]
    return first, draft.need("side-2", "Side 2", second, default=second, check=other, explains=explains)


def _printed_sides(draft: Draft) -> tuple[str, str]:
    """Return what the rules of the chapter call both sides; Attacker and Defender if they do not say."""
    text = " ".join(own_text(entry) for entry in draft.chapter).casefold()
    found = (pair for pair in _USUAL_SIDES if all(name.casefold() in text for name in pair))
    return next(found, ("Attacker", "Defender"))


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


def _roll_both(draft: Draft, sides: tuple[str, str]) -> tuple[str, dict[str, str], int]:
    """Ask for dice and modifiers, and add the steps up to the totals.

    Returns the dice, the formulas of the totals that are not worked out yet, and the most that two natural rolls add.
    """
    dice = ask_dice(draft, "Which dice does each side roll")
    ask_modifiers(draft, "the dice", sides)
    cite, pair = _ask_pair(draft, dice)
    totals = {}
    for number, side in enumerate(sides, 1):
        modifier = tally(draft, f"modifier_{number}", side=side, title=f"Modifiers of {side}")
        totals[f"total_{number}"] = f"dice_{number} + {modifier}" if modifier else f"dice_{number}"
    for number, (side, key) in enumerate(zip(sides, _keys(sides), strict=True), 1):
        roll = {"do": "roll", "name": f"dice_{number}", "dice": dice, "label": side}
        draft.steps.append({**roll, "part": key, "cite": draft.cite})
        draft.rolls.append(
            Option(f"certain values of the dice of {side} before modifiers", f"#dice_{number}")
        )
    if pair is None:
        return dice, totals, 0
    draft.steps += [_total(number, side, totals, pair, cite) for number, side in enumerate(sides, 1)]
    return dice, {}, pair.more or pair.lead


def _ask_pair(draft: Draft, dice: str) -> tuple[str, NaturalPair | None]:
    """Ask which natural rolls of both sides decide together; return the rule and the pair, None for none.

    It is asked if a rule of the chapter has such a pair, and otherwise only if the author wants to add one.
    """
    printed = next(_printed_pairs(draft), None) if draft.interview.asks else None
    low, high = range_of(dice)

    def checked(text: str) -> str:
        if text.casefold() in ("none", NOTHING):
            return ""
        pair = typed_pair(text)
        if pair is None or not (low <= pair.low <= high and low <= pair.high <= high):
            raise Refused(
                f"{shortened(text)!r} is not two natural rolls of {dice} and what the first gets, as in {_PAIR}"
            )
        return pair.words

    typed = draft.need(
        "natural-pair",
        "What do two natural rolls decide, one of each side",
        _PAIR,
        default=printed[1].words if printed else "",
        default_says=f"{printed[1].words}, as {printed[0]} says" if printed else "nothing",
        check=checked,
        explains=_PAIRS,
        is_asked=printed is not None,
        changes_only=True,
    )
    if not typed:
        return "", None
    draft.sentences_read += [printed[2]] if printed else []
    return printed[0] if printed else draft.cite, typed_pair(typed)


def _printed_pairs(draft: Draft) -> Iterator[tuple[str, NaturalPair, str]]:
    """Yield the pairs of natural rolls in the chapter, each with its rule before and its sentence after it."""
    for cite, sentence in chapter_sentences(draft.chapter):
        if pair := natural_pair(sentence):
            yield cite, pair, sentence


def _total(number: int, side: str, totals: Mapping[str, str], pair: NaturalPair, cite: str) -> dict[str, Any]:
    """Return the step that adds up the total of a side, with what it gets for a pair of natural rolls."""
    own, other = totals[f"total_{number}"], totals[f"total_{3 - number}"]
    lead = f"{other} + {pair.lead} - ({own})"
    add = str(pair.more) if pair.more else lead if pair.is_exact else f"max({lead}, 0)"
    gets = "" if pair.more else f" wins by {'exactly' if pair.is_exact else 'at least'} {pair.lead}"
    modifier = {
        "label": f"A natural {pair.high} against a natural {pair.low}{gets}",
        "add": add,
        "when": f"dice_{number} == {pair.high} and dice_{3 - number} == {pair.low}",
        "cite": cite,
    }
    title = f"Total of {side}"
    return {"do": "tally", "name": f"total_{number}", "title": title, "start": own, "modifiers": [modifier]}
