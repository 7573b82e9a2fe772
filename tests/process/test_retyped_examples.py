"""Worked examples of the included games, typed answer by answer as `new-example` asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.cli.authoring.example.order import due_questions
from companion.cli.authoring.example.place import ask_place
from companion.cli.authoring.example.questions import ask_throw
from companion.cli.authoring.example.results import ask_expected, line_of
from companion.cli.authoring.interview import Interview
from companion.engine import Engine
from companion.engine.answers import take_answers
from companion.engine.cases import verdict
from companion.engine.values import plain
from companion.model import Procedure, Resolution, Rolled
from companion.model.answer_path import answer_at, with_answer
from tests.worked_examples import by_calculator, examples_of


def typed_inputs(given: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """The answers of an example, as typed; yes for each row of a list."""
    for name, value in given.items():
        path = f"{above}{name}"
        if isinstance(value, Mapping):
            yield from typed_inputs(value, f"{path}.")
        elif isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
            for number, row in enumerate(value, 1):
                yield f"{path}.{number}=yes"
                yield from typed_inputs(row, f"{path}.{number}.")
            yield f"{path}.{len(value) + 1}=no"
        elif isinstance(value, list):
            yield f"{path}={', '.join(value)}"
        else:
            yield f"{path}={ ({True: 'yes', False: 'no'}.get(value) if isinstance(value, bool) else value) }"


def typed_roll(rolled: Rolled) -> str:
    """A roll as typed: a total, or the dice of a pool."""
    return " ".join(map(str, rolled.faces)) if rolled.pool else str(rolled.value)


def typed_results(procedure: Procedure, resolution: Resolution) -> Iterator[str]:
    """Yield an answer for each result, in words, and one for the total."""
    for result in procedure.outcome:
        if result.name in resolution.outcome:
            yield f"result-{result.name}={result.words_for(plain(resolution.outcome[result.name]))}"
    yield f"book-total={plain(resolution.total)}"


@pytest.mark.parametrize("calculator", by_calculator())
def test_examples_of_a_calculator(calculator: str, engine: Engine) -> None:
    """The line that is written holds, with all results and the total, and has the same answers and dice."""
    procedure = engine.library.procedure(calculator)
    module = engine.library.module(procedure.game)
    examples = [example for _, example in examples_of(calculator) if "outcome" in example][:3]
    for example in examples:
        answers = example.get("inputs") or {}
        resolution = engine.resolve(calculator, answers, example.get("rolls"), flips=False)
        rolls = (f"roll-{number}={typed_roll(each)}" for number, each in enumerate(resolution.rolls, 1))
        empty: dict[str, list[Any]] = {asked.name: [] for asked in procedure.inputs if asked.kind == "rows"}
        words = [*typed_inputs({**empty, **answers}), *rolls, *typed_results(procedure, resolution)]
        interview = Interview(words, asks=False)
        throw = ask_throw(interview, engine, procedure)
        assert throw.resolution is not None
        expected = ask_expected(interview, module, procedure, throw.resolution)
        line = line_of(procedure, throw, expected, ask_place(interview, module, procedure))
        assert verdict(engine, line) == "", line
        again = engine.resolve(calculator, line["inputs"], line["rolls"], flips=False)
        assert (again.inputs, again.outcome) == (resolution.inputs, resolution.outcome)


@pytest.mark.parametrize("calculator", by_calculator())
def test_no_question_is_asked_too_early(calculator: str, engine: Engine) -> None:
    """A question that comes before others is one that the answers to those do not rule out."""
    procedure = engine.library.procedure(calculator)
    for _, example in [each for each in examples_of(calculator) if "outcome" in each[1]][:3]:
        given = example.get("inputs") or {}
        answers: dict[str, Any] = {}
        while due := due_questions(procedure, answers):
            assert len(due) == 1 or {question.given.kind for question in due} == {"yes-no"}
            for question in due:
                default = question.given.rule or "no" if question.given.kind == "yes-no" else None
                answer = answer_at(given, question.path, default)
                is_list = question.given.kind in ("rows", "set")
                empty: Any = [{}] * len(answer or []) if question.given.kind == "rows" else answer or []
                answers = with_answer(answers, question.path, empty if is_list else answer)
        taken = take_answers(procedure.inputs, answers)
        assert taken.values == take_answers(procedure.inputs, given).values
        assert not taken.unused
