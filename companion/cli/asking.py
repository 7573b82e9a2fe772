"""A calculator as plain questions, one a line: the way for a screen reader, a slow line, or a pipe of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.cli.running import resolve
from companion.cli.screen import put, width
from companion.engine import Dice
from companion.engine.answers import YES, domain_words, legal_choices, take_answers
from companion.engine.pools import lacks
from companion.engine.questions import OpenQuestion, open_questions
from companion.model import Refused
from companion.model.answer_path import answer_at, with_answer
from companion.render.procedure import cross_game_lines
from companion.render.resolution import odds_lines
from companion.render.text import wrapped

if TYPE_CHECKING:
    from companion.engine import Engine
    from companion.model import Procedure, Resolution, RollRequest


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
    put(cross_game_lines(engine.library.module(procedure.game).cross_game_terms_of(procedure.id), width()))
    try:
        _questions(procedure, answers)
        if rolls or odds:
            return resolve(engine, procedure, answers, rolls, own)
        return _roll(engine, procedure, answers, own or Dice())
    except EOFError:
        raise Refused(f"{procedure.id}: the answers ended before everything was asked") from None


def _answer(procedure: Procedure, answers: dict[str, Any], question: OpenQuestion) -> None:
    """Asks until the answer is legal."""
    given = question.given
    left_out = given.rule or {"yes-no": "no", "set": "none"}.get(given.kind, "")
    named = {choice.key: choice.label for choice in given.choices}
    said = f" (Enter: {named.get(left_out) or left_out.replace('_', ' ')})" if left_out else ""
    put(wrapped(f"{question.title} [{given.cite}]: {_domain(question)}{said}?", width()))
    put(wrapped(given.help, width(), "  ", "  ") if given.help else [])
    while True:
        text = input("> ").strip()
        if not text and not left_out:
            put([f"An answer is needed: {_domain(question)}."])
            continue
        trial = with_answer(answers, question.path, text if text else _nothing(given.kind, given.rule))
        try:
            take_answers(procedure.inputs, trial)
        except Refused as error:
            put(wrapped(str(error), width()))
            continue
        answers.clear()
        answers.update(trial)
        return


def _domain(question: OpenQuestion) -> str:
    given = question.given
    if given.kind in ("choice", "set"):
        told = [
            choice.key if choice.label in ("", choice.key) else f"{choice.key} = {choice.label}"
            for choice in legal_choices(given, question.scope)
        ]
        return ("any of, with commas, " if given.kind == "set" else "one of ") + ", ".join(told)
    return domain_words(given, question.scope)


def _nothing(kind: str, rule: str) -> Any:
    if kind in ("number", "choice") and rule == "nothing":
        return None
    return [] if kind == "set" else rule or "no"


def _questions(procedure: Procedure, answers: dict[str, Any]) -> None:
    """Asks everything that is open; after the rows that were asked for, whether there is one more."""
    growing: list[OpenQuestion] = []
    while True:
        question = next(open_questions(procedure, answers), None)
        if question is not None and question.given.kind == "rows":
            answers.update(with_answer(answers, question.path, [{}]))
            growing.append(question)
        elif question is not None:
            _answer(procedure, answers, question)
        elif growing:
            rows = growing[-1]
            put(wrapped(f"One more: {rows.given.label}? yes or no (Enter: no)", width()))
            if input("> ").strip().lower() in YES:
                answers.update(with_answer(answers, rows.path, [*answer_at(answers, rows.path), {}]))
            else:
                growing.pop()
        else:
            return


def _roll(engine: Engine, procedure: Procedure, answers: dict[str, Any], dice: Dice) -> Resolution:
    """Asks for the dice that are due, one roll after the other, and resolves with them."""
    given: list[Any] = []
    resolution = engine.resolve(procedure.id, answers, [])
    put(odds_lines(resolution, width()))
    while resolution.needs:
        request = resolution.needs[0]
        put(wrapped(_wanted(request), width()))
        text = input("> ").strip()
        fallen = dice.roll(request) if text in ("app", "r") else text
        try:
            trial = engine.resolve(procedure.id, answers, [*given, fallen])
        except Refused as error:
            put(wrapped(str(error), width()))
            continue
        if trial.needs and trial.needs[0].given:
            put(wrapped(f"{lacks(request, trial.needs[0].given)}.", width()))
            continue
        given.append(fallen)
        resolution = trial
    return resolution


def _wanted(request: RollRequest) -> str:
    """The dice that are due, and how they may be given."""
    domain = f"{request.least} to {request.most}"
    if request.pool is None:
        return f"{request.label}, {request.dice}: {domain}, or app to let the companion roll."
    each = "" if request.pool == 1 else " each, as in 3 4 5"
    return f"{request.label}, {request.dice}: {domain}{each}, or app to let the companion roll."
