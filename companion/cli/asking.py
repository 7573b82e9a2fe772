"""A calculator as plain questions, one a line: the way for a screen reader, a slow line, or a pipe of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.cli.running import resolve
from companion.cli.screen import put, width
from companion.engine.answers import YES, domain_words, legal_choices, take_answers
from companion.engine.questions import Question, open_questions
from companion.model import Refused
from companion.render.resolution import odds_lines
from companion.render.text import wrapped

if TYPE_CHECKING:
    from companion.engine import Dice, Engine
    from companion.model import Procedure, Resolution


def ask(
    engine: Engine,
    procedure: Procedure,
    answers: dict[str, Any],
    rolls: list[str],
    odds: bool,
    own: Dice | None = None,
) -> Resolution:
    """Asks what is missing, then for the dice; gives what came. `own`: the companion's dice.

    Raises Refused where the player breaks off.
    """
    put(
        wrapped(
            f"{procedure.title} ({procedure.cite}). Enter alone takes what the rule gives, if it gives one.",
            width(),
        )
    )
    try:
        _questions(procedure, answers)
        given = list(rolls)
        while not odds:
            resolution = engine.resolve(procedure.id, answers, [])
            if resolution.done or given:
                break
            given = _roll(engine, procedure, answers)
        return resolve(engine, procedure, answers, given, own)
    except EOFError:
        raise Refused(f"{procedure.id}: the answers ended before everything was asked") from None


def _answer(procedure: Procedure, answers: dict[str, Any], question: Question) -> None:
    """Asks until the answer is legal."""
    given = question.given
    left_out = given.rule or {"yes-no": "no", "set": "none"}.get(given.kind, "")
    said = f" (Enter: {left_out.replace('_', ' ')})" if left_out else ""
    put(wrapped(f"{question.title} [{given.cite}]: {_domain(question)}{said}?", width()))
    while True:
        text = input("> ").strip()
        if not text and not left_out:
            put([f"An answer is needed: {_domain(question)}."])
            continue
        trial = _with(answers, question.path, text if text else _nothing(given.kind, given.rule))
        try:
            take_answers(procedure.inputs, trial)
        except Refused as error:
            put(wrapped(str(error), width()))
            continue
        answers.clear()
        answers.update(trial)
        return


def _domain(question: Question) -> str:
    given = question.given
    if given.kind in ("choice", "set"):
        told = [
            choice.key if choice.label in ("", choice.key) else f"{choice.key} = {choice.label}"
            for choice in legal_choices(given, question.scope)
        ]
        return ("any of, with commas, " if given.kind == "set" else "one of ") + ", ".join(told)
    return domain_words(given, question.scope)


def _nothing(kind: str, rule: str) -> Any:
    return [] if kind == "set" else rule or "no"


def _questions(procedure: Procedure, answers: dict[str, Any]) -> None:
    """Asks everything that is open; after the rows that were asked for, whether there is one more."""
    growing: list[Question] = []
    while True:
        question = next(open_questions(procedure, answers), None)
        if question is not None and question.given.kind == "rows":
            answers[question.given.name] = [{}]
            growing.append(question)
        elif question is not None:
            _answer(procedure, answers, question)
        elif growing:
            rows = growing[-1].given
            put(wrapped(f"One more: {rows.label}? yes or no (Enter: no)", width()))
            if input("> ").strip().lower() in YES:
                answers[rows.name].append({})
            else:
                growing.pop()
        else:
            return


def _with(answers: Any, path: tuple[str, ...], value: Any) -> Any:
    if not path:
        return value
    if isinstance(answers, list):
        place = int(path[0]) - 1
        return [
            _with(each, path[1:], value) if index == place else each for index, each in enumerate(answers)
        ]
    inner = dict(answers) if isinstance(answers, dict) else {}
    inner[path[0]] = _with(inner.get(path[0], {}), path[1:], value)
    return inner


def _roll(engine: Engine, procedure: Procedure, answers: dict[str, Any]) -> list[str]:
    """Asks for the dice that are due, one after the other."""
    given: list[str] = []
    put(odds_lines(engine.resolve(procedure.id, answers, []), width()))
    while True:
        resolution = engine.resolve(procedure.id, answers, list(given))
        if not resolution.needs:
            return given
        request = resolution.needs[0]
        put(
            [
                f"{request.label}, {request.dice}: {request.least} to {request.most}, or app to let the companion roll."
            ]
        )
        text = input("> ").strip()
        if text == "app":
            return ["app"]
        try:
            engine.resolve(procedure.id, answers, [*given, text])
        except Refused as error:
            put(wrapped(str(error), width()))
            continue
        if text:
            given.append(text)
