"""Runs a calculator as plain questions and answers: for screen readers, slow terminals and pipes."""

from __future__ import annotations

import re
from typing import Any

from companion.cli.output import print_lines, print_text, width
from companion.cli.resolving import resolve_with
from companion.engine import Dice, Engine
from companion.engine.answers import YES, domain_words, legal_choices, take_answers
from companion.engine.pools import lacks
from companion.engine.questions import OpenQuestion, open_questions
from companion.engine.typed_choices import full_answer, numbered, numbers_of
from companion.errors import Refused
from companion.model import Decision, Procedure, Resolution, RollRequest
from companion.model.answer_path import answer_at, with_answer
from companion.render.procedure import cross_game_lines
from companion.render.resolution import by_hand_lines, decision_lines, dice_lines, odds_lines

_NAMES_A_ROLL = re.compile(r"\b(?:rolls?|dice|die|throws?)\b", re.IGNORECASE)
"""Words of a label that says itself that something is rolled."""
HELP = "?"
"""Typed to have a question explained."""


def ask(
    engine: Engine,
    procedure: Procedure,
    answers: dict[str, Any],
    rolls: list[str],
    odds: bool,
    dice: Dice | None = None,
) -> Resolution:
    """Ask for the missing answers and add them to `answers`, then ask for the dice unless `rolls` has them.

    With `odds`, stop before the dice. `dice` are rolled by the companion. Raises Refused if input ends too early.
    """
    print_text(
        f"{procedure.title} ({procedure.cite}). Enter accepts the default, if the rule gives one. "
        "? explains the question."
    )
    print_lines(
        cross_game_lines(engine.library.module(procedure.game).cross_game_terms_of(procedure.id), width())
    )
    if rules := by_hand_lines(procedure.by_hand, width()):
        print_lines(["By hand (not counted here):", *rules])
    try:
        _ask_questions(procedure, answers)
        if rolls or odds:
            return resolve_with(engine, procedure, answers, rolls, dice)
        return _ask_dice(engine, procedure, answers, dice or Dice())
    except EOFError:
        raise Refused(f"{procedure.id}: input ended before all questions were answered") from None


def _ask_questions(procedure: Procedure, answers: dict[str, Any]) -> None:
    """Ask every open question; after each row of a list, ask whether to add another."""
    lists: list[OpenQuestion] = []
    while True:
        question = next(open_questions(procedure, answers), None)
        if question is not None and question.given.kind == "rows":
            answers.update(with_answer(answers, question.path, [{}]))
            lists.append(question)
        elif question is not None:
            _ask_question(procedure, answers, question)
        elif lists:
            rows = lists[-1]
            print_text(f"Add another: {rows.given.label}? yes or no (Enter: no)")
            if input("> ").strip().lower() in YES:
                answers.update(with_answer(answers, rows.path, [*answer_at(answers, rows.path), {}]))
            else:
                lists.pop()
        else:
            return


def _ask_question(procedure: Procedure, answers: dict[str, Any], question: OpenQuestion) -> None:
    """Ask a question until the answer is valid."""
    asked = question.given
    default = asked.rule or {"yes-no": "no", "set": "none"}.get(asked.kind, "")
    labels = {choice.key: choice.label for choice in asked.choices}
    hint = f" (Enter: {labels.get(default) or default.replace('_', ' ')})" if default else ""
    print_text(f"{question.title} (rule {asked.cite}): {question_domain(question)}{hint}?")
    print_text(asked.help, "  ", "  ")
    while True:
        text = input("> ").strip()
        if text == HELP:
            for line in _help_lines(question, hint):
                print_text(line, "  ", "  ")
            continue
        if not text and not default:
            print_lines([f"An answer is required: {question_domain(question)}."])
            continue
        try:
            value = full_answer(asked, text) if text else _answer_of_enter(asked.kind, asked.rule)
            trial = with_answer(answers, question.path, value)
            take_answers(procedure.inputs, trial)
        except Refused as error:
            print_text(str(error))
            continue
        answers.clear()
        answers.update(trial)
        return


def _help_lines(question: OpenQuestion, hint: str) -> list[str]:
    """Return what `?` prints: what the question is about, and how it is answered."""
    asked = question.given
    lines = [asked.help] if asked.help else []
    lines.append(f"{question.title}: rule {asked.cite}." if asked.cite else f"{question.title}.")
    lines.append(f"Allowed: {question_domain(question)}{hint}.")
    if asked.choices:
        several = " Several have commas between them." if asked.kind == "set" else ""
        number = "its number, or " if numbers_of(asked) else ""
        lines.append(f"Type a choice, {number}enough of its beginning to tell it from the others.{several}")
    return lines


def question_domain(question: OpenQuestion) -> str:
    """Return the allowed answers in words: choices by number and name, with the label if it differs."""
    asked = question.given
    if asked.kind not in ("choice", "set"):
        return domain_words(asked, question.scope)
    legal = legal_choices(asked, question.scope)
    labels = {choice.key: choice.label for choice in legal if choice.label}
    words = {
        key: label if _letters(label) == _letters(key) else f"{key} = {label}"
        for key, label in labels.items()
    }
    how = "any of these, separated by commas: " if asked.kind == "set" else "one of "
    return how + numbered(asked, legal, words)


def _letters(text: str) -> str:
    """Return the letters and digits of a key or label: the key of `Charging, first round` says nothing more."""
    return "".join(char for char in text.casefold() if char.isalnum())


def _answer_of_enter(kind: str, rule: str) -> Any:
    """Return the answer that Enter stands for."""
    if kind in ("number", "choice") and rule == "nothing":
        return None
    return [] if kind == "set" else rule or "no"


def _ask_dice(engine: Engine, procedure: Procedure, answers: dict[str, Any], dice: Dice) -> Resolution:
    """Ask for one roll after the other, and return the resolution with them."""
    rolls: list[Any] = []
    resolution = engine.resolve(procedure.id, answers, [])
    print_lines(odds_lines(resolution, width()))
    while resolution.needs:
        request = resolution.needs[0]
        print_lines(decision_lines(resolution, width()))
        print_text(f"{request_words(request)}, or app to let the companion roll.")
        text = input("> ").strip()
        if decision := _decision(resolution, text):
            for path, value in decision.answers.items():
                answers.update(with_answer(answers, path.split("."), value))
            resolution = engine.resolve(procedure.id, answers, resolution.rolls)
            continue
        roll = dice.roll(request) if text in ("app", "r") else text
        try:
            trial = engine.resolve(procedure.id, answers, [*rolls, roll])
        except Refused as error:
            print_text(str(error))
            continue
        if trial.needs and trial.needs[0].given:
            print_text(f"{lacks(request, trial.needs[0].given)}.")
            continue
        print_lines([*dice_lines(trial, width(), len(resolution.rolls) + 1), *odds_lines(trial, width())])
        rolls = [*trial.rolls]
        resolution = trial
    return resolution


def _decision(resolution: Resolution, text: str) -> Decision | None:
    """Return the decision with this letter, in the order of `decision_lines`; None if there is none."""
    place = ord(text) - ord("a") if len(text) == 1 else -1
    return resolution.decisions[place] if 0 <= place < len(resolution.decisions) else None


def request_words(request: RollRequest) -> str:
    """Return what a roll needs: the dice and their range, as in `The roll for Fire: 2d6, 2 to 12`."""
    roll = request.label if _NAMES_A_ROLL.search(request.label) else f"The roll for {request.label}"
    domain = f"{request.least} to {request.most}"
    if request.pool is not None and request.pool != 1:
        domain += " each, as in 3 4 5"
    return f"{roll}: {request.dice}, {domain}"
