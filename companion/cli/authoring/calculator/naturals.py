"""Asks which rolls decide before modifiers are added, such as a natural 12, and what they decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.calculator.charts import offer_no_effect
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.questions import MOST
from companion.cli.authoring.calculator.results import Fixed
from companion.cli.authoring.calculator.values import LARGEST, a_band, in_band, limits, range_of
from companion.cli.authoring.printed.naturals import (
    ABOVE,
    BELOW,
    UNMODIFIED,
    PrintedNatural,
    printed_naturals,
)
from companion.cli.authoring.question import NOTHING
from companion.cli.authoring.rule_question import ask_rule, rule_of_natural
from companion.errors import Refused
from companion.model import Chart
from companion.model.chart import band

_EXPLAINS = (
    "Some rules let the dice decide as they are thrown, before modifiers are added: a natural 12 always succeeds. Type "
    "such a number or band: 12, 11+, 2-3. The next question asks for others. Press Enter if the rules have none."
)
_RESULT = (
    "The result that the rules give for such a roll. Modifiers then change nothing, and the player sees the reason. "
    "The chart, without modifiers: the dice are read on it as they are thrown. One row further down or up: the row "
    "beside that of the total."
)
_NOTHING_SPECIAL = "nothing special"
"""The result of a natural roll that counts like any other, so that the author can take one of several away."""
_PLAIN = "plain_total"
"""Name of the total before a natural roll changes its row."""
_TWO_ROLLS = re.compile(r"(\d{1,3})(?:\s*(?:,|/|or|and)\s*|\s+)(\d{1,3})", re.IGNORECASE)


def ask_natural_success(draft: Draft, dice: str, is_high: bool) -> list[dict[str, Any]]:
    """Ask which natural rolls always succeed and which always fail; return the steps that end the calculation.

    `is_high` says whether high rolls succeed.
    """
    steps: list[dict[str, Any]] = []
    taken: list[str] = []
    lowest, highest = map(str, range_of(dice))
    best, worst = (highest, lowest) if is_high else (lowest, highest)
    for name, verb, example in (("natural-success", "succeed", best), ("natural-failure", "fail", worst)):
        says = f"Which rolls of the dice always {verb}, whatever the modifiers?"
        if typed := _ask_band(draft, name, says, example, _free(dice, taken)):
            taken.append(typed)
            success = "yes" if verb == "succeed" else "no"
            because = f"a natural {_words(typed)} always {verb}s"
            steps.append(_settle(draft, typed, {"success": success}, because))
    _ask_cite(draft, steps, taken)
    return steps


def ask_natural_results(
    draft: Draft, chart: Chart, dice: str, known: list[Fixed], *, takes_all: bool = False
) -> None:
    """Ask which natural rolls have one of the `known` results, and which; change the steps that end with the look-up.

    `takes_all` says that the last steps read every column of the row, each a result.
    """
    if not (draft.modifiers or draft.shifts):
        return
    before = len(draft.steps) - (len(chart.columns) if takes_all else 1)
    above = draft.steps[before - 1]
    total = above if "total" in above.get("values", {}) else None
    base = total["values"]["total"] if total is not None else ""
    rows = chart.rows if total is not None and not takes_all and all(map(band, chart.rows)) else ()
    options = [Option(UNMODIFIED, "")] if total is not None else []
    options += [Option(each, each) for each in (BELOW, ABOVE)] if len(rows) > 1 else []
    options += [Option(each.says, each.says) for each in known]
    options.append(Option(_NOTHING_SPECIAL, _NOTHING_SPECIAL))
    printed = _printed(draft, dice, known, rows)
    taken: list[str] = []
    settled: list[dict[str, Any]] = []
    while typed := _ask_natural(draft, taken, printed, dice):
        taken.append(typed)
        says = f"What is the result of a natural {_words(typed)}"
        name, found = f"natural-{len(taken)}-result", printed.get(typed)
        usual = found.result if found else None
        chosen = draft.choose(name, says, options, usual, is_known=len(taken) > 1, explains=_RESULT)
        if chosen == _NOTHING_SPECIAL:
            continue
        draft.sentences_read += [found.sentence] if found else []
        fixed = next((each for each in known if each.says == chosen), None)
        if fixed is not None:
            because = f"{fixed.always} on a natural {_words(typed)}"
            settled.append(_settle(draft, typed, fixed.values, because))
            draft.steps.insert(before, settled[-1])
            before += 1
            offer_no_effect(draft, fixed.values)
        elif total is not None and chosen:
            before += _move_row(draft, total, base, rows, typed, is_below=chosen == BELOW)
        elif total is not None:
            thrown, rest = base.replace("dice + modifier", "dice"), total["values"]["total"]
            total["values"]["total"] = f"{thrown} if {in_band('dice', typed)} else {rest}"
        if len(taken) == MOST:
            break
    _ask_cite(draft, settled, taken)


def _move_row(
    draft: Draft, total: dict[str, Any], base: str, rows: Sequence[str], typed: str, *, is_below: bool
) -> int:
    """Let a natural roll be read in the row beside that of the total `base`; return the number of steps added.

    The step `total` then depends on the numbers of this row, which a step before it works out.
    """
    name, place = "row_below" if is_below else "row_above", draft.steps.index(total)
    is_first = _PLAIN not in draft.worked_out
    if is_first:
        draft.worked_out.add(_PLAIN)
        draft.steps.insert(place, {"do": "work-out", "values": {_PLAIN: base}})
        total["values"]["total"] = total["values"]["total"].removesuffix(base) + _PLAIN
    values = draft.steps[draft.steps.index(total) - 1]["values"]
    values[name] = _beside(rows, _PLAIN, 1 if is_below else -1)
    total["values"]["total"] = f"{name} if {in_band('dice', typed)} else {total['values']['total']}"
    return int(is_first)


def _beside(rows: Sequence[str], name: str, step: int) -> str:
    """Return the formula of a number in the row beside that of the value `name`; the first and the last row stay."""
    ends = [limits(row) for row in rows]
    numbers = [low if low >= -LARGEST else high for low, high in ends]
    found = [numbers[min(max(place + step, 0), len(rows) - 1)] for place in range(len(rows))]
    pairs = zip(found, rows, strict=True)
    cases = [f"{number} if {in_band(name, row)} else" for number, row in pairs]
    return " ".join([*cases[:-1], str(found[-1])])


def _printed(draft: Draft, dice: str, known: list[Fixed], rows: Sequence[str]) -> dict[str, PrintedNatural]:
    """Return the natural rolls with a result that the rules print, by roll; none without a terminal.

    `rows` are those of the chart, of which the first and the last may be meant.
    """
    if not draft.interview.asks:
        return {}
    words = {each.says: each.words for each in known}
    found = printed_naturals(draft.chapter, range_of(dice), words, rows)
    return {each.roll: each for each in found}


def _ask_natural(draft: Draft, taken: list[str], printed: Iterable[str], dice: str) -> str:
    """Return a natural roll with its own result, none of `taken`; empty for none. Enter takes the next printed one."""
    says = "Which rolls of the dice have their own result, whatever the modifiers?"
    if taken:
        says = f"Which others, besides a natural {' and a natural '.join(map(_words, taken))}?"
    usual = next((roll for roll in printed if roll not in taken), "")
    name, example = f"natural-{len(taken) + 1}", str(range_of(dice)[1])
    return _ask_band(draft, name, says, example, _free(dice, taken), usual)


def _ask_cite(draft: Draft, settled: list[dict[str, Any]], rolls: list[str]) -> None:
    """Ask once which rule has the natural `rolls`, for the steps that they settle."""
    if settled:
        says = f"Which rule has the natural {' and the natural '.join(map(_words, rolls))}?"
        usual = rule_of_natural(draft.module, rolls, draft.cite) or draft.modifiers_rule
        cite = ask_rule(draft.interview, draft.module, "", "natural-cite", says, usual)
        for step in settled:
            step["cite"] = cite


def _ask_band(draft: Draft, name: str, says: str, example: str, check: Check, usual: str = "") -> str:
    """Return a natural roll or a band of them; empty for none. Enter takes `usual`, which the rules print."""
    return draft.need(
        name,
        says,
        example,
        default=usual,
        default_says=f"{usual}, by the rules; type none for none" if usual else "none",
        check=lambda text: "" if text.casefold() in ("none", NOTHING) else check(text),
        explains=_EXPLAINS,
    )


def _words(typed: str) -> str:
    """Return a band in a sentence: `2 or 3`, `2 to 5`, `11 or more`."""
    ends = band(typed)
    assert ends is not None
    low, high = ends
    if high is None:
        return f"{low} or more"
    return f"{low}{' or ' if high == low + 1 else ' to '}{high}" if -LARGEST <= low < high else typed


def _free(dice: str, taken: list[str]) -> Check:
    """Return a check that accepts a number or a band that the dice can roll, apart from the bands in `taken`."""
    low, high = range_of(dice)

    def rolls(text: str) -> set[int]:
        ends = band(text)
        assert ends is not None
        return {
            roll for roll in range(low, high + 1) if ends[0] <= roll <= (high if ends[1] is None else ends[1])
        }

    def check(text: str) -> str:
        if (two := _TWO_ROLLS.fullmatch(text.strip())) and int(two[2]) - int(two[1]) > 1:
            raise Refused(f"{two[1]} and {two[2]} are two rolls; type {two[1]}, and the other one after it")
        typed = a_band(text)
        found = rolls(typed)
        if not found:
            raise Refused(f"{dice} cannot roll {typed}; possible: {low} to {high}")
        for other in taken:
            if found & rolls(other):
                raise Refused(f"{typed} includes a roll of {other}, which already has a result")
        return typed

    return check


def _settle(draft: Draft, typed: str, values: dict[str, str], because: str) -> dict[str, Any]:
    """Return the step that ends the calculation after a natural roll."""
    when = in_band("dice", typed)
    return {"do": "settle", "when": when, "values": values, "because": because, "cite": draft.cite}
