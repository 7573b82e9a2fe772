"""The details of a line of the log."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.model import GameModule, Procedure, Rolled
from companion.model.event import Calculated
from companion.model.recorded import RecordedModifier
from companion.play.recording import dice_of
from companion.render.lived import Line
from companion.render.reported import answers_told
from companion.render.resolution import STATE_SIGNS, authority_mark, outcome_word
from companion.render.text import cited, percent, signed, wrapped


def opened_lines(line: Line, module: GameModule | None, width: int) -> list[str]:
    """Return the details of a line: a calculation, and notes on the line."""
    lines: list[str] = []
    event = line.logged.event
    if isinstance(event, Calculated):
        lines += _calculation(event, module, width)
    for note in line.notes:
        lines += wrapped(f"Note: {note}", width)
    return lines or wrapped("Nothing more is kept of this line.", width)


def _calculation(done: Calculated, module: GameModule | None, width: int) -> list[str]:
    procedure = (
        next((each for each in module.procedures if each.id == done.procedure), None) if module else None
    )
    lines: list[str] = []
    answers = answers_told(procedure.inputs if procedure else (), done.inputs)
    told = "; ".join(f"{label}: {answer}" for label, answer in answers)
    lines += wrapped(told or "Nothing but no was answered.", width)
    for modifier in done.ledger:
        lines += wrapped(_ledger_line(modifier), width, "", "    ")
    for ruling in done.rulings:
        lines += wrapped(f"[TABLE] {ruling.text} ({ruling.id})", width, "", "    ")
    if done.odds:
        chances = "; ".join(f"{result} {percent(Fraction(chance))}" for result, chance in done.odds.items())
        lines += wrapped(f"Odds before the roll: {chances}.", width, "", "  ")
    for rolled in dice_of(done):
        lines += wrapped(dice_words(rolled), width)
    results = "; ".join(_results(procedure, done) if procedure else ())
    lines += wrapped(f"=> {results}", width, "", "   ") if results else []
    for step in done.follow_ups:
        lines += wrapped(cited(step.says, step.cite), width, "* ", "    ")
    return lines


def _results(procedure: Procedure, done: Calculated) -> Iterator[str]:
    """Every result that is shown and says something: nothing and no are left out."""
    for result in procedure.outcome:
        value = done.outcome.get(result.name)
        if result.show != "no" and value is not None and value is not False:
            yield f"{result.label}: {outcome_word(procedure, result.name, value)}"


def _ledger_line(modifier: RecordedModifier) -> str:
    amount = signed(modifier.value) if modifier.value is not None else "-"
    where = f"({modifier.cite}){authority_mark(modifier.authority)}"
    return f"{STATE_SIGNS[modifier.state]} {amount:>3} {modifier.label} {where}"


def dice_words(rolled: Rolled) -> str:
    """`Dice: 7 (3+4) on 2d6, rolled by the companion.`"""
    source = "rolled by the companion" if rolled.source == "app" else "typed from the table"
    return f"Dice: {rolled.shown} on {rolled.dice}, {source}."
