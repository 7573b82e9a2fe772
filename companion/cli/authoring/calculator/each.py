"""Asks about modifiers that a number multiplies: `for each base lost`, `for each full 25 % of losses`."""

from __future__ import annotations

import re

from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.calculator.draft import TICK, Draft, Option
from companion.cli.authoring.calculator.questions import number_domain
from companion.cli.authoring.calculator.values import a_number
from companion.cli.authoring.labels import alike, is_mostly
from companion.cli.authoring.printed.each import Each
from companion.errors import Refused

_IS_PERCENT = re.compile(r"%|\bper\s?cent\b", re.IGNORECASE)
_SAYS = (
    "The amount is multiplied by the answer to this question. A new question asks the player for the number. "
    "The last choice counts it once."
)


def ask_each(draft: Draft, name: str, label: str, each: Each, add: str, of_both: bool) -> tuple[str, str]:
    """Return the amount and condition of a `for each` modifier; ask which number multiplies it.

    `of_both` says whether both sides have it; each then has its question.

    For a percentage, only questions for a percentage are offered. A question whose largest number is below one full
    step is not divided: it can only be the number of steps.
    """
    numbers, counted = _factors(draft, each)
    options = [
        *numbers,
        *counted,
        Option(f"a new question for {'each side' if of_both else 'the player'}: {each.asked}", TICK),
        Option("none, it counts once", ""),
    ]
    usual = next((option.label for option in numbers if each.fits(option.label)), None)
    if usual is None and not any(is_mostly(each.unit, option.label) for option in (*numbers, *counted)):
        usual = options[-2].label
    says = f"Which number multiplies {label}{each.steps}"
    factor = draft.choose(f"{name}-each", says, options, usual, explains=_SAYS)
    if not factor:
        return add, ""
    guard = next((option.guard for option in (*numbers, *counted) if option.value == factor), "")
    if factor in [option.value for option in counted]:
        each = each._replace(step=1)
    if factor == TICK:
        most = "100" if each.is_share else ""
        domain = number_domain(draft, f"{name}-each", each.asked, most, _reaches(each))
        if domain["least"] == "0":
            domain["rule"] = "0"
        factor = draft.add_input(each.asked, "number", **domain)
    if not each.most:
        each = each._replace(most=_ask_limit(draft, name))
    return each.amount(add, factor), guard


def _ask_limit(draft: Draft, name: str) -> int:
    """Ask for the largest amount, and return it without its sign; 0 for no limit."""
    explains = "The rules may stop counting: -1 for each 2 losses, but not more than 3 in all. Type 3."
    says = "At most how much in all"
    limit = draft.need(
        f"{name}-most", says, "3", default="", default_says="no limit", check=a_number(), explains=explains
    )
    return abs(int(limit)) if limit else 0


def _factors(draft: Draft, each: Each) -> tuple[list[Option], list[Option]]:
    """Return the questions whose number may be divided by the step, and those that may give the number of steps."""
    most = {given["name"]: given.get("most", "") for given in draft.inputs}
    numbers, counted = [], []
    for option in draft.numbers():
        is_percent = _IS_PERCENT.search(option.label) is not None
        if each.is_beyond(most[option.value]):
            is_other = option.label.casefold() != each.unit.casefold()
            if not each.is_percent or is_percent or (is_other and alike(option.label, each.unit)):
                limit = f"({option.label} is at most {most[option.value]})"
                counted.append(
                    option._replace(label=f"{option.label} as the number of full {each.step}s {limit}")
                )
        elif is_percent or not each.is_percent:
            numbers.append(option)
    return numbers, counted


def _reaches(each: Each) -> Check:
    """Return a check that refuses a largest number below one full step."""

    def check(text: str) -> str:
        if each.is_beyond(text):
            raise Refused(
                f"the modifier counts once for each full {each.step}, so the largest number must be {each.step} or "
                "more; < goes back"
            )
        return text

    return check
