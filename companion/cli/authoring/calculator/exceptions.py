"""Asks which results of a chart become another in some cases, such as a failure of a unit that had failed before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.cli.authoring.calculator.conditions import TICKS, all_of
from companion.cli.authoring.calculator.draft import TICK, Draft, Option
from companion.cli.authoring.calculator.formula_words import Words
from companion.cli.authoring.calculator.questions import MOST
from companion.cli.authoring.calculator.results import Fixed
from companion.cli.authoring.labels import with_words_of
from companion.cli.authoring.printed.exceptions import PrintedException, printed_exceptions
from companion.cli.authoring.rule_question import ask_rule

_EXPLAINS = (
    "A result may be replaced by another one of the chart: a unit that is shaken already routs instead of becoming "
    "shaken, and a natural 10 does at least some harm. A natural roll with its own result comes before exceptions, "
    "unless they depend on certain values of the dice. Choose the result that the chart gives; the next questions ask "
    "what it becomes, and when. Enter if the rules have none."
)
_NONE = Option("none", "")
_ANOTHER = Option(f"{TICKS}another case", TICK)
_TICK = "The words of the case. It becomes a question that the player answers with yes or no."
_DICE = re.compile(r"\bdice\b")
"""The dice before modifiers, in a formula."""
_MOST_RESULTS = 20
"""Maximum number of different results for which exceptions are asked."""


def ask_exceptions(draft: Draft, known: list[Fixed], cite: str, more: Sequence[Option] = ()) -> None:
    """Ask which of the `known` results become another after certain answers or dice, and add steps that end with it.

    Nothing is asked if the chart gives only numbers, or more results than can be listed. Enter takes `cite` as the
    rule of the exceptions. `more` are conditions on other values, such as who wins.
    """
    cases = [*draft.conditions(), *(draft.rolls if draft.modifiers else ()), *more]
    is_listed = bool(draft.words) and 1 < len(known) <= _MOST_RESULTS
    printed = (
        printed_exceptions(draft.chapter, {each.says: each.words for each in known})
        if is_listed and draft.interview.asks
        else []
    )
    if not is_listed or not (cases or printed):
        return
    results = {each.says: each for each in known}
    found: list[tuple[dict[str, Any], dict[str, str]]] = []
    for number in range(1, MOST + 1):
        stated = printed[number - 1] if number <= len(printed) else None
        cases = [*draft.conditions(), *(draft.rolls if draft.modifiers else ()), *more]
        exception = _ask_exception(draft, number, results, cases, stated)
        if exception is None:
            break
        found.append(exception)
    if found:
        says = "Which rule has the exception?" if len(found) == 1 else "Which rule has the exceptions?"
        cite = printed[0].cite if printed else cite
        cite = ask_rule(draft.interview, draft.module, "", "exception-cite", says, cite)
    naturals = [step for step in draft.steps if step["do"] == "settle"]
    for step, was in found:
        _add(draft, {**step, "cite": cite}, was, naturals)


def _ask_exception(
    draft: Draft,
    number: int,
    results: dict[str, Fixed],
    cases: Sequence[Option],
    stated: PrintedException | None,
) -> tuple[dict[str, Any], dict[str, str]] | None:
    """Ask for an exception; return its step without a rule, and the result that it is to. None for no more.

    Enter takes what is `stated`.
    """
    name = f"exception-{number}"
    options = [Option(each, each) for each in results]
    says = "Which result becomes another in some cases"
    says = says if number == 1 else "Which other result becomes another"
    more: dict[str, Any] = {"is_known": number > 1, "explains": _EXPLAINS}
    more |= {"default_says": f"{stated.old}, as {stated.cite} says"} if stated else {}
    old = draft.choose(name, says, [*options, _NONE], stated.old if stated else _NONE.label, **more)
    if not old:
        return None
    stated = stated if stated and stated.old == old else None
    others = [option for option in options if option.label != old]
    usual = stated.new if stated else None
    new = draft.choose(f"{name}-by", "What does it become", others, usual, explains=_EXPLAINS)
    when = _ask_when(draft, name, cases, stated if stated and stated.new == new else None)
    words = Words({"steps": draft.steps, "inputs": draft.inputs, "outcome": draft.outcome})
    because = f"{_first(new)} instead of {_first(old)} ({words.condition(when)})"
    step = {"do": "settle", "when": when, "values": results[new].values, "because": because}
    return step, results[old].values


def _ask_when(draft: Draft, name: str, cases: Sequence[Option], stated: PrintedException | None) -> str:
    """Ask when a result becomes another, and return the formula; a tick that the rules state has its words."""
    usual = cases[0].label if len(cases) == 1 else None
    if stated:
        same = (each.label for each in cases if with_words_of(each.label, stated.label))
        usual = next(same, _ANOTHER.label)
    when = draft.condition(name, "When", [*cases, _ANOTHER], usual, _EXPLAINS)
    draft.sentences_read += [stated.sentence] if stated else []
    if TICK not in when:
        return when
    says, label = "What does the player tick then?", stated.label if stated else None
    typed = draft.need(f"{name}-tick", says, "Battery behind a wall", default=label, explains=_TICK)
    return when.replace(TICK, draft.add_input(typed, "yes-no"))


def _add(draft: Draft, step: dict[str, Any], was: dict[str, str], naturals: Sequence[dict[str, Any]]) -> None:
    """Add the `step` of an exception to the result `was`; if it depends on the dice, before the `naturals` with it too.

    A natural roll ends the calculation, so that an exception after it would never count.
    """
    when = step["when"]
    for natural in naturals if _DICE.search(when) else ():
        if natural["values"] == was:
            place = draft.steps.index(natural)
            draft.steps.insert(place, {**step, "when": all_of([when, natural["when"]])})
    before = [f"{result} == {value}" for result, value in was.items()]
    draft.steps.append({**step, "when": all_of([when, *before])})


def _first(result: str) -> str:
    """Return the first sentence of a result, without the name of what it is a result of."""
    return result.partition(" is ")[2].partition(". ")[0].removesuffix(".") or result
