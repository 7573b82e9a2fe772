"""Calculators as lines and as JSON: what they ask and which dice they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.answers import domain_words, legal_choices
from companion.engine.typed_choices import numbered
from companion.model import CrossGameTerm, Input, Procedure, Step
from companion.model.answer_keys import explained_name
from companion.model.step import Roll, Rounds
from companion.model.wording import answered, labelled
from companion.render.documents import document
from companion.render.text import listed, section, wrapped


def procedure_lines(
    procedure: Procedure, width: int, cross_game_terms: Sequence[CrossGameTerm] = ()
) -> list[str]:
    """Return the inputs, dice and results of a calculator, by the names that commands take.

    Then the terms that mean something else in other games.
    """
    lines = wrapped(f"{procedure.title} ({procedure.cite})  {procedure.id}", width)
    lines += [*wrapped(procedure.summary, width), ""]
    for question in procedure.inputs:
        lines += _input_lines(question, width, "")
    results = "Results: " + ", ".join(result.name for result in procedure.outcome)
    dice = list(_dice_lines(procedure.steps, width, ""))
    for part in (dice, wrapped(results, width, "", "  "), cross_game_lines(cross_game_terms, width)):
        lines += ["", *part] if part else []
    return lines


def about_lines(
    procedure: Procedure, width: int, cross_game_terms: Sequence[CrossGameTerm] = ()
) -> list[str]:
    """Return the purpose, questions, dice and results of a calculator, in the words of a player."""
    results = dict.fromkeys(result.label for result in procedure.outcome if result.show != "no")
    rolls = (step for step in procedure.every_step() if isinstance(step, Roll))
    lines = [*wrapped(procedure.title, width), *wrapped(procedure.summary, width)]
    for title, texts in (
        ("Questions:", [*_questions(procedure.inputs)]),
        ("Dice:", [f"{step.label}: {dice_words(step)}" for step in rolls]),
        ("Results:", [*results]),
    ):
        lines += ["", *section(title, texts, width)] if texts else []
    return lines + (["", *cross_game_lines(cross_game_terms, width)] if cross_game_terms else [])


def _questions(inputs: Sequence[Input], above: str = "") -> Iterator[str]:
    """Yield the questions with their legal answers; the questions of a group carry its label."""
    for question in inputs:
        label = labelled(above, question.label)
        if question.when == "no":
            continue
        if question.fields:
            yield from _questions(question.fields, label)
        elif question.choices:
            named = dict.fromkeys(explained_name(choice) for choice in question.choices)
            yield answered(label, ", ".join(named))
        else:
            yield answered(label, domain_words(question, {}))


def _input_lines(question: Input, width: int, above: str) -> list[str]:
    """Return the lines of an input and its fields; none if it is never asked."""
    if question.when == "no":
        return []
    plain = question.kind in ("group", "rows") and question.most != 0
    domain = question.kind if plain else _domain(question)
    when = f"; asked when {question.when}" if question.when else ""
    says = f" ({question.rule_says})" if question.rule_says else ""
    rule = f"; default: {question.rule}{says}" if question.rule else ""
    name = f"{above}{question.name}"
    lines = wrapped(
        f"{name}: {question.label} ({question.cite}). {domain}{rule}{when}", width, "  ", "      "
    )
    lines += listed([question.help], width, "      ", "      ")
    inner = f"{name}.N." if question.kind == "rows" else f"{name}."
    for field in question.fields:
        lines += _input_lines(field, width, inner)
    return lines


def _domain(question: Input) -> str:
    """Return the valid answers in words; choices with the numbers by which they can be typed."""
    if question.kind not in ("choice", "set"):
        return domain_words(question, {})
    how = "one of " if question.kind == "choice" else "any of "
    return how + numbered(question, legal_choices(question, {}), {})


def _dice_lines(steps: tuple[Step, ...], width: int, indent: str) -> Iterator[str]:
    """Yield the lines of the dice and rounds of a calculator."""
    for step in steps:
        if isinstance(step, Roll):
            part = f", as {step.part}" if step.part else ""
            when = f"; rolled when {step.when}" if step.when else ""
            yield from wrapped(
                f"Dice{part}: {step.label}. {_dice_formulas(step)}{when}", width, indent, "      "
            )
        elif isinstance(step, Rounds):
            yield from wrapped(f"{step.title} after {step.title.lower()} while {step.during}:", width, indent)
            yield from _dice_lines(step.steps, width, indent + "  ")


def dice_words(step: Roll) -> str:
    """Return the dice of a roll, as in `2d6` or `a pool of d6`."""
    return f"a pool of d{step.dice.rpartition('d')[2]}" if step.count else step.dice


def _dice_formulas(step: Roll) -> str:
    """Return the dice of a roll; for a pool also the formulas for its size and for what is counted."""
    if not step.count:
        return step.dice
    die = f"d{step.dice.rpartition('d')[2]}"
    counts = "".join(f"; {name} counts dice with {formula}" for name, formula in step.counts.items())
    return f"A pool of {step.count} {die}, typed as 3 4 5 or 3,4,5, at most {step.most}{counts}"


def _dice_json(step: Roll) -> dict[str, Any]:
    return document(step) if step.count else document(step, most=None, counts=None)


def procedure_json(procedure: Procedure, cross_game_terms: Sequence[CrossGameTerm] = ()) -> dict[str, Any]:
    """Return a calculator as `companion calc ID --describe --json` prints it."""
    steps = list(procedure.every_step())
    return document(
        procedure,
        kind="procedure",
        inputs=[_input_json(question) for question in procedure.inputs],
        rolls=[_dice_json(step) for step in steps if isinstance(step, Roll)],
        rounds=[step for step in steps if isinstance(step, Rounds)],
        outcome=[document(result, headline=result.show == "headline") for result in procedure.outcome],
        elsewhere=cross_game_terms,
        own=procedure.overlay == "yes",
    )


def _input_json(question: Input) -> dict[str, Any]:
    left_out = question.rule or ("no" if question.kind == "yes-no" else None)
    described = document(question, domain=domain_words(question, {}), left_out=left_out)
    if question.choices:
        described["choices"] = [
            document(choice, label=choice.label or choice.key) for choice in question.choices
        ]
    if question.kind == "number":
        described["least"], described["most"] = question.least, question.most
    if question.fields:
        described["fields"] = [_input_json(field) for field in question.fields]
    return described


def cross_game_lines(terms: Sequence[CrossGameTerm], width: int) -> list[str]:
    """Return a warning for each term that means something else in another game."""
    lines: list[str] = []
    for word in dict.fromkeys(term.term for term in terms):
        meanings = (f"{term.game}: {' '.join(term.there.split())}" for term in terms if term.term == word)
        lines += wrapped(f"{word} means something else in other games:", width, "! ", "  ")
        lines += listed(meanings, width, "  - ", "    ")
    return lines
