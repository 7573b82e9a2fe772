"""A line of the log opened up: what was answered, what counted, the dice, the odds, the notes on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from companion.model import GameModule, Procedure, Rolled
from companion.model.answer_path import answer_at
from companion.model.event import Calculated
from companion.render.log import dice_of
from companion.render.reported import answers_told
from companion.render.resolution import STATE_SIGNS, authority_mark, outcome_word
from companion.render.text import percent, signed, wrapped
from companion.render.timeline import TimelineLine


def opened_lines(line: TimelineLine, module: GameModule | None, width: int) -> list[str]:
    """What is under a line when it is opened."""
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
    for each in done.detail.get("ledger", ()):
        lines += wrapped(_ledger_line(each), width, "", "    ")
    odds = done.detail.get("odds", {})
    if odds:
        chances = "; ".join(f"{words} {percent(Fraction(chance))}" for words, chance in odds.items())
        lines += wrapped(f"Odds before the roll: {chances}.", width, "", "  ")
    for rolled in dice_of(done):
        lines += wrapped(dice_words(rolled), width)
    results = "; ".join(_results(procedure, done.detail.get("outcome", {})) if procedure else ())
    return lines + (wrapped(f"=> {results}", width, "", "   ") if results else [])


def _results(procedure: Procedure, outcome: Mapping[str, Any]) -> Iterator[str]:
    """Every result that is worth a line, in words; those that are nothing left out."""
    for each in procedure.outcome:
        value = answer_at(outcome, each.name)
        if each.show != "no" and value is not None and value is not False:
            yield f"{each.label}: {outcome_word(procedure, each.name, value)}"


def _ledger_line(line: dict[str, Any]) -> str:
    value = line.get("value")
    amount = signed(value) if value is not None else "-"
    where = f"({line['cite']}){authority_mark(line.get('authority', ''))}"
    return f"{STATE_SIGNS[line['state']]} {amount:>3} {line['label']} {where}"


def dice_words(rolled: Rolled) -> str:
    """`Dice: 7 (3+4) on 2d6, rolled by the companion.`"""
    source = "rolled by the companion" if rolled.source == "app" else "typed from the table"
    return f"Dice: {rolled.shown} on {rolled.dice}, {source}."
