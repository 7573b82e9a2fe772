"""Asks what the rulebook says about a worked example, and compares it with the calculator."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.example.choices import Choices
from companion.cli.authoring.example.questions import Throw
from companion.cli.authoring.example.totals import total_label, with_parts
from companion.cli.authoring.interview import MISSING, Interview, Question
from companion.engine.cases import same
from companion.engine.values import plain
from companion.errors import Refused, shortened
from companion.formula import names_read
from companion.model import GameModule, Procedure, Resolution, nested
from companion.model.procedure import OutcomeName
from companion.model.step import LookUp, WorkOut
from companion.model.wording import value_words

RESULT = "result-"
"""Beginning of the names of the questions about results."""
_REFUSED = "refused"
"""Result that the rulebook forbids what the calculator allows."""
_TOTAL = "book-total"
_MOST_ASKED = 6
"""Most results that are asked for in a terminal."""
_MOST_LISTED = 12
"""Most results of a chart that are listed."""
_SIGNED = re.compile(r"[+-]?[0-9]{1,9}")


class Expected(NamedTuple):
    """The results that the rulebook gives for an example."""

    outcome: dict[str, Any]
    """Results by dotted name; empty if the rulebook refuses the example."""
    total: Any = None
    """Total of the modifiers; None if it is not expected."""


class Difference(NamedTuple):
    """A result on which the rulebook and the calculator do not agree."""

    label: str
    """Label of the result; empty if the rulebook refuses the example."""
    book: str
    calculator: str

    @property
    def line(self) -> str:
        """Both values on one line."""
        label = f"{self.label}: " if self.label else ""
        return f"{label}{self.book} in the rulebook, {self.calculator} in the calculator"

    @property
    def lines(self) -> list[str]:
        """Both values below each other."""
        where = f" in {self.label}" if self.label else ""
        return [f"Differs{where}:", f"  rulebook:   {self.book}", f"  calculator: {self.calculator}"]


def ask_expected(
    interview: Interview, module: GameModule, procedure: Procedure, resolution: Resolution
) -> Expected:
    """Ask the results and the total. Raises Refused and GoBack."""
    outcome: dict[str, Any] = {}
    asked = asked_results(procedure, resolution)
    has_total = _has_total(procedure, resolution, asked, _TOTAL in interview.given)
    if interview.asks:
        kept = [result for result in asked[_MOST_ASKED:] if f"{RESULT}{result.name}" in interview.given]
        has_total = (has_total and len(asked) < _MOST_ASKED) or _TOTAL in interview.given
        asked = [*asked[:_MOST_ASKED], *kept]
    for result in asked:
        actual = plain(resolution.outcome[result.name])
        listed = _listed(result, module, procedure, actual)
        text = interview.ask(_result_question(result, _label(result, procedure), listed, actual, not outcome))
        if text == _REFUSED and not outcome:
            return Expected({})
        if text not in ("", MISSING):
            outcome[result.name] = _value(text, result, listed, actual)
    interview.finish_missing()
    return Expected(outcome, _ask_total(interview, procedure, resolution) if has_total else None)


def asked_results(procedure: Procedure, resolution: Resolution) -> list[OutcomeName]:
    """Return the results to ask for: headlines first, and those that only lead to other results last."""
    shown = [result for result in procedure.outcome if result.name in resolution.outcome]
    inner = _inner_values(procedure)
    ranks = {"headline": 0, "yes": 1}

    def rank(result: OutcomeName) -> int:
        is_inner = result.show == "yes" and result.source in inner
        return ranks[result.show] + is_inner + (is_inner and result.source == procedure.total)

    return sorted((result for result in shown if result.show in ranks), key=rank)


def _inner_values(procedure: Procedure) -> set[str]:
    """Return the total, and the values that are worked out and that a chart or another formula reads."""
    steps = list(procedure.every_step())
    values = {name: text for step in steps if isinstance(step, WorkOut) for name, text in step.values.items()}
    read = [*values.values()]
    for step in steps:
        if isinstance(step, LookUp):
            read += [step.row, step.column]
    used = {path[0] for formula in read if formula for path in names_read(formula)}
    return {procedure.total, *(used & values.keys())}


def _label(result: OutcomeName, procedure: Procedure) -> str:
    """Return the label of a result; that of the total also says what it adds up."""
    is_total = result.show != "headline" and result.source == procedure.total
    return with_parts(procedure, result.label, result.source) if is_total else result.label


def line_of(procedure: Procedure, throw: Throw, expected: Expected | None, place: Mapping[str, str]) -> Any:
    """Return the worked example as its line has it; without `expected`, the refusal of the calculator is."""
    line: dict[str, Any] = {"procedure": procedure.id, "inputs": throw.inputs, "rolls": throw.rolls}
    if expected is None:
        line["refused"] = throw.refusal
    elif not expected.outcome:
        line["refused"] = True
    else:
        line["outcome"] = nested(expected.outcome)
        line |= {} if expected.total is None else {"total": expected.total}
    return {**line, **place}


def agreement(procedure: Procedure, expected: Expected | None) -> str:
    """Return the results on which the rulebook and the calculator agree, as in `Loss: 1`."""
    return _results_words(procedure, expected.outcome) if expected is not None else "Refused"


def differences(procedure: Procedure, resolution: Resolution, expected: Expected) -> list[Difference]:
    """Return what the rulebook and the calculator do not agree on."""
    if not expected.outcome:
        headlines = {result.name: resolution.outcome.get(result.name) for result in procedure.headlines}
        return [Difference("", _REFUSED, _results_words(procedure, headlines))]
    results = {result.name: result for result in procedure.outcome}
    found = [
        Difference(results[name].label, results[name].words_for(value), results[name].words_for(actual))
        for name, value in expected.outcome.items()
        if not same(actual := plain(resolution.outcome[name]), value)
    ]
    total = plain(resolution.total)
    if expected.total is not None and not same(total, expected.total):
        found.append(Difference("Total", str(expected.total), str(total)))
    return found


def _results_words(procedure: Procedure, values: Mapping[str, Any]) -> str:
    """Return results in words, as in `Loss: 1, Leader may be hit: yes`."""
    results = {result.name: result for result in procedure.outcome}
    return ", ".join(
        results[name].statement(results[name].words_for(value)) for name, value in values.items()
    )


def _result_question(
    result: OutcomeName, label: str, listed: Mapping[str, Any], actual: Any, is_first: bool
) -> Question:
    """Return the question what the rulebook says about a result; `is_first` if it says nothing so far."""
    choices = Choices(list(listed))

    def check(text: str) -> str:
        word = text.casefold()
        if is_first and word == _REFUSED:
            return _REFUSED
        if listed:
            return choices.one(text)
        if isinstance(actual, bool):
            return yes_or_no(text)
        if word in (words.casefold() for words in result.words.values()):
            return text
        if isinstance(actual, int) and not (_SIGNED.fullmatch(text) or word in ("none", "nothing", "-")):
            raise Refused(f"{shortened(text)!r} is not a number; type none if the rulebook gives no number")
        return text

    is_required = is_first or result.show == "headline"
    begins = "What does the rulebook say: " if is_required else ""
    explains = (
        "Work it out from the rulebook, not from the calculator: only then does the example prove something. "
        f"Type {_REFUSED} if the rulebook forbids this."
    )
    return Question(
        f"{RESULT}{result.name}",
        f"{begins}{label}{f': {choices.text}' if listed else ''}?",
        default=None if is_required else "",
        default_says="skip",
        explains=explains,
        check=check,
        lists=bool(listed),
        is_kept=False,
    )


def _listed(result: OutcomeName, module: GameModule, procedure: Procedure, actual: Any) -> dict[str, Any]:
    """Return the possible results by their words; empty if they are numbers, or cannot be listed."""
    if isinstance(actual, bool):
        words = {result.words_for(value): value for value in (True, False)}
        return words if set(words) != {"yes", "no"} else {}
    if not isinstance(actual, str):
        return {}
    if actual in result.words:
        return {words: key for key, words in result.words.items()}
    for step in procedure.every_step():
        if isinstance(step, LookUp) and step.name == result.source and not step.holding:
            chart = module.chart(step.chart)
            named = [column for column in chart.columns if step.column == f"'{column}'"]
            columns = named or chart.columns
            values = dict.fromkeys(chart.cell(row, column) for row in chart.rows for column in columns)
            texts = [value for value in values if isinstance(value, str)]
            if len(texts) == len(values) <= _MOST_LISTED and actual in texts:
                return {chart.read(text): text for text in texts}
    return {}


def _value(text: str, result: OutcomeName, listed: Mapping[str, Any], actual: Any) -> Any:
    """Return a typed result as the value that an example has."""
    if text in listed:
        return listed[text]
    if isinstance(actual, bool):
        return text == "yes"
    if text.casefold() in (value_words(actual).casefold(), result.words_for(actual).casefold()):
        return actual
    if isinstance(actual, str):
        return text
    text = next((key for key, words in result.words.items() if words.casefold() == text.casefold()), text)
    if text.casefold() in ("none", "nothing", "-"):
        return None
    return int(text) if _SIGNED.fullmatch(text) else text


def _has_total(
    procedure: Procedure, resolution: Resolution, asked: Sequence[OutcomeName], is_given: bool
) -> bool:
    """Return whether to ask for a total; not if it is one of the results, too, unless its answer is given."""
    total = plain(resolution.total)
    is_result = not is_given and any(result.source == procedure.total for result in asked)
    return bool(procedure.total) and not is_result and type(total) in (int, str)


def _ask_total(interview: Interview, procedure: Procedure, resolution: Resolution) -> Any:
    """Return the total that the rulebook gives; None if it gives none."""
    total = plain(resolution.total)

    def check(text: str) -> str:
        if isinstance(total, int) and not _SIGNED.fullmatch(text):
            raise Refused(f"{shortened(text)!r} is not a whole number, such as +2")
        return text

    says = f"{total_label(procedure)}?"
    explains = "Type it if the rulebook gives it, or if you want to prove it as well as the result."
    text = interview.ask(Question(_TOTAL, says, "", "", "skip", explains, check, is_kept=False))
    if not text:
        return None
    return int(text) if isinstance(total, int) else text
