"""Asks the answers and the dice of a worked example, one after the other, as a calculator needs them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.cli.authoring.answer_checks import one_of
from companion.cli.authoring.example.changes import ROLL
from companion.cli.authoring.example.choices import NONE, AnswerChoices, listed_choices
from companion.cli.authoring.example.order import due_questions
from companion.cli.authoring.example.ticks import ask_ticks
from companion.cli.authoring.interview import MISSING, AnswerRefused, GoBack, Interview, Question
from companion.cli.interactive import request_words
from companion.engine import Engine
from companion.engine.answers import MOST_ROWS, domain_words, folded, take_answers
from companion.engine.dice import accept
from companion.engine.pools import lacks, single_dice
from companion.engine.questions import OpenQuestion
from companion.engine.values import plain
from companion.errors import Refused, Unworkable
from companion.model import Input, Procedure, Resolution, RollRequest
from companion.model.answer_path import answer_at, with_answer

_NUMBERS = re.compile(r"[+-]?[0-9][0-9 ,+]*")
REFUSED_TOO = "refused-too"
"""Name of the question whether the rulebook refuses what the calculator refuses."""


class Dropped(Exception):
    """The author leaves the example out."""


class Throw(NamedTuple):
    """The answers and dice of an example, as its line has them, and what the calculator makes of them."""

    inputs: dict[str, Any]
    rolls: list[Any] | None
    resolution: Resolution | None
    """None if the calculator refuses the answers or the dice."""
    refusal: str = ""
    """Message with which the calculator refuses them, and the rulebook too; empty if it does not."""


def ask_throw(interview: Interview, engine: Engine, procedure: Procedure) -> Throw:
    """Ask the answers and the dice. Raises Refused, GoBack and Dropped."""
    answers, wrong = _ask_answers(interview, procedure)
    interview.finish_missing()
    if wrong:
        _ask_refused_too(interview, wrong, is_asked=False)
        return Throw(_raw_inputs(procedure, answers), None, None, wrong)
    inputs = _inputs(procedure.inputs, answers, take_answers(procedure.inputs, answers).values)
    try:
        resolution = engine.resolve(procedure.id, answers, [], flips=False)
    except Unworkable as error:
        raise AnswerRefused(str(error)) from None
    except Refused as error:
        _ask_refused_too(interview, str(error), is_asked=True)
        return Throw(inputs, None, None, str(error))
    if resolution.missing:
        raise AnswerRefused(f"{', '.join(resolution.missing)}: more are needed")
    return _ask_dice(interview, engine, procedure, answers, resolution)._replace(inputs=inputs)


def _ask_answers(interview: Interview, procedure: Procedure) -> tuple[dict[str, Any], str]:
    """Return the answers as typed, and the refusal of the last one that the rulebook refuses too, else empty."""
    answers: dict[str, Any] = {}
    lists: list[OpenQuestion] = []
    while True:
        due = _due(interview, procedure, answers)
        question = next(iter(due), None)
        if len(due) > 1:
            answers = ask_ticks(interview, procedure, answers, due)
        elif question is not None and question.given.kind == "rows":
            is_filled = bool(question.given.least) or _ask_row(interview, question, 0)
            answers = with_answer(answers, question.path, [{}] if is_filled else [])
            lists += [question] if is_filled else []
        elif question is not None:
            answers = with_answer(
                answers, question.path, _ask_answer(interview, procedure, answers, question)
            )
            try:
                take_answers(procedure.inputs, answers)
            except Refused as error:
                return answers, str(error)
        elif lists:
            rows = answer_at(answers, lists[-1].path)
            if _ask_row(interview, lists[-1], len(rows)):
                answers = with_answer(answers, lists[-1].path, [*rows, {}])
            else:
                lists.pop()
        else:
            return answers, ""


def _due(interview: Interview, procedure: Procedure, answers: Mapping[str, Any]) -> list[OpenQuestion]:
    """Return what to ask next: several yes/no questions only in a terminal, and if none is answered in advance."""
    due = due_questions(procedure, answers)
    known = [question for question in due if ".".join(question.path) in interview.given]
    return due if interview.asks and not known else (known or due)[:1]


def _ask_row(interview: Interview, rows: OpenQuestion, number: int) -> bool:
    """Ask whether to add a row to `number` of them; Enter adds the first one."""
    most = MOST_ROWS if rows.given.most is None else rows.given.most
    name = f"{'.'.join(rows.path)}.{number + 1}"
    says = f"Add {'another' if number else 'one'}: {rows.given.label}?"
    label = f"{rows.given.label} {number + 1}"
    asked = Question(name, says, default="no" if number else "yes", label=label)
    return number < most and interview.ask_yes(asked)


def _ask_answer(
    interview: Interview, procedure: Procedure, answers: Mapping[str, Any], question: OpenQuestion
) -> Any:
    """Return an answer as typed, a choice by its key; None and an empty list for none."""
    asked = question.given
    choices = listed_choices(question)

    def taken(text: str) -> str:
        value = choices.typed(text)
        take_answers(procedure.inputs, with_answer(answers, question.path, choices.answer(value)))
        return value

    text = interview.ask(
        Question(
            ".".join(question.path),
            _says(question, choices),
            "" if interview.asks else _example(asked),
            _default(asked, choices),
            "nothing" if asked.may_be_nothing else "",
            asked.help or "Answer as in the example of the rulebook; any case that it prints or implies.",
            Twice(taken, interview, choices.known),
            lists=asked.kind in ("choice", "set"),
            adapted=choices.adapted if asked.kind == "set" else str,
            label=question.title,
            among=tuple(choices.labels),
        )
    )
    answer = "" if text == MISSING else choices.answer(text)
    return answer or ([] if asked.kind == "set" else None)


def _says(question: OpenQuestion, choices: AnswerChoices) -> str:
    """Return the text of a question, with its rule and the allowed answers."""
    asked = question.given
    domain = choices.text or domain_words(asked, question.scope)
    several = f" ({choices.how})" if asked.kind == "set" else ""
    return f"{question.title}{f' (rule {asked.cite})' if asked.cite else ''}: {domain}{several}"


def _default(asked: Input, choices: AnswerChoices) -> str | None:
    """Return the answer that Enter takes; None if an answer is required."""
    if asked.may_be_nothing:
        return ""
    if asked.kind == "set":
        return NONE
    return choices.label(asked.rule) or ("no" if asked.kind == "yes-no" else None)


def _example(asked: Input) -> str:
    """Return an answer that is allowed, for the message about missing answers."""
    if asked.choices:
        return asked.choices[0].key
    return str(asked.least if asked.least is not None else asked.most if asked.most is not None else 3)


class Twice:
    """A check that accepts a refused answer if it is typed again, because the rulebook refuses it too."""

    def __init__(self, taken: Callable[[str], str], interview: Interview, known: Sequence[str] = ()) -> None:
        """`taken` returns the answer in its final form, or raises Refused.

        Numbers may be typed again, or of a choice those that are `known` and refused only now; other texts are
        mistakes.
        """
        self._taken = taken
        self._interview = interview
        self._known = {folded(name) for name in known}
        self._refused: str | None = None

    def __call__(self, text: str) -> str:
        """Return the answer. Raises Refused with how to keep the refusal."""
        try:
            return self._taken(text)
        except (Unworkable, AnswerRefused):
            raise
        except Refused as error:
            if not (folded(text) in self._known if self._known else _NUMBERS.fullmatch(text)):
                raise
            if text == self._refused or self._interview.given.get(REFUSED_TOO) == "yes":
                return text
            self._refused = text
            how = "type it again" if self._interview.asks else f"add --answer {REFUSED_TOO}=yes"
            raise Refused(f"{error}. If the rulebook refuses it too, {how}") from None


def _ask_refused_too(interview: Interview, wrong: str, is_asked: bool) -> None:
    """Ask whether the rulebook refuses it too; if `is_asked` is False, it is known. Raises GoBack and Dropped."""
    says = (
        f"The calculator refuses these answers: {wrong}. Does the rulebook forbid them too? yes, back or drop"
    )
    explains = (
        "yes keeps the refusal as the expected result. back changes an answer. drop leaves the example out."
    )
    default = None if is_asked else "yes"
    example = "" if interview.asks else "yes"
    question = Question(
        REFUSED_TOO, says, example, default, "", explains, _yes_back_or_drop, is_asked=is_asked
    )
    interview.ask(question)
    interview.finish_missing()


def _yes_back_or_drop(text: str) -> str:
    """Return yes. Raises GoBack and Dropped, and Refused for another word."""
    word = one_of(("yes", "back", "drop"))(text)
    if word == "back":
        raise GoBack
    if word == "drop":
        raise Dropped
    return word


def _ask_dice(
    interview: Interview,
    engine: Engine,
    procedure: Procedure,
    answers: Mapping[str, Any],
    resolution: Resolution,
) -> Throw:
    """Ask one roll after the other; the result lacks the answers."""
    rolls: list[str] = []
    line: list[Any] = []
    while resolution.needs:
        request = resolution.needs[0]

        def taken(text: str, request: RollRequest = request) -> str:
            _as_rolled(request, text)
            trial = engine.resolve(procedure.id, answers, [*rolls, text], flips=False)
            if trial.needs and trial.needs[0].given:
                raise AnswerRefused(lacks(request, trial.needs[0].given))
            return text

        explains = (
            "The dice of the example in the rulebook, or any dice whose result you can work out from it. If the "
            "rulebook calls for no roll here, the calculator is wrong: stop with Ctrl+C, and correct it."
        )
        if request.pool is None and request.least > 1:
            explains += " Type the total, or each die, as in 3 4."
        text = interview.ask(
            Question(
                f"{ROLL}{len(rolls) + 1}",
                request_words(request),
                "" if interview.asks else str(request.least),
                explains=explains,
                check=Twice(taken, interview),
            )
        )
        interview.finish_missing()
        rolls.append(text)
        line += [] if text == MISSING else _as_rolled(request, text)
        try:
            resolution = engine.resolve(procedure.id, answers, rolls, flips=False)
        except Refused as error:
            _ask_refused_too(interview, str(error), is_asked=False)
            return Throw({}, line, None, str(error))
    return Throw({}, line or None, resolution)


def _as_rolled(request: RollRequest, text: str) -> list[Any]:
    """Return typed dice as an example has them: a total, its single dice in a list, or the dice of a pool.

    Raises AnswerRefused if the dice cannot give this: the rulebook cannot mean it either.
    """
    try:
        if request.pool is not None:
            return [*single_dice(request, text)]
        rolled = accept(request, text)
    except Refused as error:
        raise AnswerRefused(str(error)) from None
    return [list(rolled.faces) if rolled.faces else rolled.value]


def _inputs(inputs: Sequence[Input], answers: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the typed answers as an example has them, without those that are the default of their question."""
    found: dict[str, Any] = {}
    for asked in inputs:
        given = answers.get(asked.name)
        if given is None or asked.name not in values:
            continue
        value = values[asked.name]
        if asked.kind == "group":
            value = _inputs(asked.fields, given, value)
        elif asked.kind == "rows":
            pairs = zip(given, value, strict=True)
            value = [_inputs(asked.fields, *pair) for pair in pairs]
        neutral = (asked.rule == "yes") if asked.kind == "yes-no" else None
        if value is not neutral and value not in ({}, [], frozenset()):
            found[asked.name] = plain(value)
    return found


def _raw_inputs(procedure: Procedure, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers of which one is refused, as typed, without those that are no; whole numbers as numbers."""

    def raw(value: Any) -> Any:
        if isinstance(value, Mapping):
            fields = {name: raw(field) for name, field in value.items()}
            return {name: field for name, field in fields.items() if field not in (None, [], {}, "no")}
        if isinstance(value, list):
            return [raw(row) for row in value]
        return _number(value)

    found: dict[str, Any] = raw(answers)
    return {asked.name: found[asked.name] for asked in procedure.inputs if asked.name in found}


def _number(text: Any) -> Any:
    """Return a text as a whole number if it is one."""
    signed = isinstance(text, str) and text.lstrip("+-").isdecimal() and len(text) < 10
    return int(text) if signed else text
