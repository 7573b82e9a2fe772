"""Asks for a number that is fixed, or that questions give: `Men`, `2 x Gun bases`, `1 for each 2 figures + 1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.calculator.conditions import any_of
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.values import LARGEST, a_number
from companion.cli.authoring.labels import with_words_of
from companion.cli.authoring.printed.each import each_of
from companion.cli.authoring.printed.modifiers import without_limit
from companion.errors import Refused, shortened

_TIMES = r"\s*(?:x|\u00d7|\*|times)\s*"
_PRODUCT = re.compile(rf"(\d{{1,4}}){_TIMES}(\S.*)|(\S.*?){_TIMES}(\d{{1,4}})", re.IGNORECASE)
"""A number times a question: `2 x Gun bases`, or `Gun bases x 2`."""
_FOR_EACH = re.compile(r"(\d{1,4})\s+(?:[^\W\d]+\s+)??((?:for\s+)?(?:each|every)\s.+|per\s.+)", re.IGNORECASE)
"""A number for each of something: `2 dice for each gun base`."""
_EXPLAINS = (
    "A fixed number, or the label of a question whose answer is or decides the number. Questions for a number may be "
    "multiplied and added: 2 x Gun bases, 2 for each gun base, 1 for each 2 figures rounded up, Bases + 1."
)

_UNASKED = "This question is asked only in some cases. Type the number for all other cases."


class _Part(NamedTuple):
    """A number to add."""

    formula: str
    label: str = ""
    """The label of the question that gives it; empty for a fixed number."""
    guard: str = ""
    """The condition under which this question is asked; empty for always."""


class _Case(NamedTuple):
    """An answer to a question with several choices, for which a number is asked."""

    question: str
    """The name of the question."""
    key: str
    label: str

    @property
    def condition(self) -> str:
        """The condition that this answer is given."""
        return f"{self.question} == '{self.key}'"

    def excludes(self, guard: str) -> bool:
        """Return whether a question is asked only with other answers to the same question."""
        cases = guard.split(" or ")
        of_same = all(re.fullmatch(rf"{self.question} == '[^']*'", case) for case in cases)
        return of_same and self.condition not in cases


CHART = "chart"
"""Typed for a number that is read on a chart."""


def fixed_or_asked(
    draft: Draft,
    name: str,
    says: str,
    example: str,
    least: int = -LARGEST,
    *,
    has_products: bool = True,
    chart: str | None = None,
    usual: str = "",
) -> str:
    """Ask for a number from `least` up; return it, or the formula of the questions that it depends on.

    A question that is asked only in some cases adds nothing in the others. If it alone is the number, the number of the
    others is asked for. `has_products` says whether the question, and not only its explanation, mentions products. With
    `chart`, the number may be read on a chart, for which CHART is returned; Enter takes this if `chart` is CHART, and
    otherwise the `usual` number, if there is one.
    """
    asked = {given["label"].casefold(): given for given in draft.inputs if given["kind"] != "yes-no"}
    numbers = [option.label for option in draft.numbers()]
    more = f": a number, or one of the questions {'; '.join(given['label'] for given in asked.values())}"
    more += f" (also multiplied, as in 2 x {numbers[0]})" if numbers and has_products else ""
    more = more if asked else ": a number" if chart is not None else ""
    more += f"; or {CHART}" if chart is not None else ""
    words = {*asked, *([CHART] if chart is not None else [])}
    answer = draft.need(
        name,
        f"{says}{more}",
        example,
        default=chart or usual or None,
        check=lambda text: text.casefold() if text.casefold() in words else _checked(draft, least)(text),
        explains=_EXPLAINS,
    )
    if answer == CHART and CHART not in asked:
        return CHART
    given = asked.get(answer)
    if given is None or given["kind"] == "number":
        return _sum(draft, name, says, _read(draft, answer, least), least)
    by_answer = _by_answer(draft, name, says, example, given, least)
    return _sum(draft, name, says, [_Part(by_answer, given["label"], given.get("when", ""))], least)


def _by_answer(draft: Draft, name: str, says: str, example: str, given: dict[str, Any], least: int) -> str:
    """Ask for the number of each answer to a question with several choices, and return the formula of all."""
    cases = [
        _Case(given["name"], choice["key"], choice.get("label", choice["key"])) for choice in given["choices"]
    ]
    numbers = []
    for case in cases:
        key, asks = f"{name}-{case.key}", f"{says} for {case.label}"
        typed = draft.need(key, f"{asks}?", example, check=_checked(draft, least, case), explains=_EXPLAINS)
        numbers.append(_sum(draft, key, asks, _read(draft, typed, least), least, case.condition))
    alike: dict[str, list[_Case]] = {}
    for number, case in zip(numbers, cases, strict=True):
        alike.setdefault(number, []).append(case)
    pairs = [
        f"{_bracketed(number)} if {_any_case(same)} else"
        for number, same in alike.items()
        if number != numbers[-1]
    ]
    return " ".join([*pairs, numbers[-1]])


def _any_case(cases: Sequence[_Case]) -> str:
    """Return the condition that one of several answers to a question was given."""
    if len(cases) == 1:
        return cases[0].condition
    return f"{cases[0].question} in [{', '.join(repr(case.key) for case in cases)}]"


def _bracketed(formula: str) -> str:
    """Return a formula in brackets if it depends on a condition."""
    return f"({formula})" if " if " in formula else formula


def _sum(draft: Draft, name: str, says: str, parts: Sequence[_Part], least: int, case: str = "") -> str:
    """Return the formula of the sum of numbers; ask for the number if none of their questions is asked.

    `case` is the condition that holds where the sum is used; empty for none.
    """
    guards = ["" if case in part.guard.split(" or ") else part.guard for part in parts]
    if not all(guards):
        pairs = zip(parts, guards, strict=True)
        texts = [f"({part.formula} if {guard} else 0)" if guard else part.formula for part, guard in pairs]
        return " + ".join(texts)
    labels = " nor ".join(part.label for part in parts)
    unasked = f"{says} if {'neither ' if len(parts) > 1 else ''}{labels} is {'' if len(parts) > 1 else 'not '}asked?"
    fits = a_number(min(least, 0))
    other = draft.need(f"{name}-unasked", unasked, "4", check=fits, explains=_UNASKED)
    if len(parts) == 1:
        return f"{_bracketed(parts[0].formula)} if {guards[0]} else {other}"
    total = " + ".join(
        f"({part.formula} if {guard} else 0)" for part, guard in zip(parts, guards, strict=True)
    )
    return f"{total} if {any_of([[guard] for guard in guards])} else {other}"


def _checked(draft: Draft, least: int, case: _Case | None = None) -> Check:
    """Return a check that accepts a number from `least` up, or questions that are asked in a case."""

    def check(text: str) -> str:
        for part in _read(draft, text, least):
            if case is not None and part.guard and case.excludes(part.guard):
                raise Refused(f"{part.label} is not asked for {case.label}")
        return text

    return check


def _read(draft: Draft, text: str, least: int) -> list[_Part]:
    """Return the numbers that a text adds. Raises Refused."""
    questions = draft.numbers()
    if not questions:
        return [_Part(a_number(least)(text))]
    whole = next((each for each in questions if each.label.casefold() == text.strip().casefold()), None)
    if whole is not None:
        return [_Part(whole.value, whole.label, whole.guard)]
    texts = re.split(r"\s*\+\s*", text.strip()) if not text.strip().startswith("+") else [text]
    if len(texts) == 1 and re.fullmatch(r"[+-]?\d+", texts[0]):
        return [_Part(a_number(least)(texts[0]))]
    return [_part(each, questions) for each in (texts if all(texts) else [text])]


def _part(text: str, questions: Sequence[Option]) -> _Part:
    """Return one of the numbers that a text adds. Raises Refused."""
    if text.isdecimal():
        return _Part(a_number(0)(text))
    if product := _PRODUCT.fullmatch(text):
        times, option = product[1] or product[4], _question(product[2] or product[3], questions)
        return _Part(f"{a_number(0)(times)} * {option.value}", option.label, option.guard)
    plain, most = without_limit(text)
    if (found := _FOR_EACH.fullmatch(plain)) and (each := each_of(found[2], most)):
        option = _question(each.unit, questions)
        return _Part(each.amount(found[1], option.value), option.label, option.guard)
    option = _question(text, questions)
    return _Part(option.value, option.label, option.guard)


def _question(text: str, questions: Sequence[Option]) -> Option:
    """Return the question for a number that has this label, or that words of its label name. Raises Refused."""
    exact = [option for option in questions if option.label.casefold() == text.casefold()]
    named = exact or [option for option in questions if with_words_of(text, option.label)]
    if len(named) == 1:
        return named[0]
    if named:
        raise Refused(f"{shortened(text)!r} may be: {'; '.join(option.label for option in named)}")
    labels = "; ".join(option.label for option in questions)
    raise Refused(
        f"{shortened(text)!r} is not a whole number, nor the label of a question for a number: {labels}; multiply it "
        f"as in 2 x {questions[0].label}"
    )
