"""The details of a line of the log."""

from __future__ import annotations

from fractions import Fraction

from companion.model import GameModule, OutcomeName, Procedure
from companion.model.event import Calculated
from companion.model.recorded import RecordedModifier
from companion.model.wording import answered
from companion.play.recording import dice_of
from companion.render.reported import answers_told
from companion.render.resolution import STATE_SIGNS, authority_mark, dice_words, results_told
from companion.render.text import cited, listed, percent, signed, wrapped
from companion.render.timeline import TimelineLine


def opened_lines(line: TimelineLine, module: GameModule | None, width: int) -> list[str]:
    """Return the details of a line: a calculation, and notes on the line."""
    lines: list[str] = []
    event = line.logged.event
    if isinstance(event, Calculated):
        lines += _calculation(event, module, width)
    lines += listed((f"Note: {note}" for note in line.notes), width)
    return lines or wrapped("No further details.", width)


def _calculation(done: Calculated, module: GameModule | None, width: int) -> list[str]:
    procedure = module.find_procedure(done.procedure) if module else None
    lines: list[str] = []
    answers = answers_told(procedure.inputs if procedure else (), done.inputs)
    given = "; ".join(answered(label, answer) for label, answer in answers)
    lines += wrapped(given or "Every answer was no.", width)
    lines += listed(map(_ledger_line, done.ledger), width, "", "    ")
    lines += listed((f"[TABLE] {ruling.text} ({ruling.id})" for ruling in done.rulings), width, "", "    ")
    if done.odds:
        chances = "; ".join(f"{result} {percent(Fraction(chance))}" for result, chance in done.odds.items())
        lines += wrapped(f"Odds before the roll: {chances}.", width, "", "  ")
    lines += listed((dice_words(roll, named=True) for roll in dice_of(done)), width)
    results = "; ".join(result.statement(words) for result, words in logged_results(done, procedure))
    lines += wrapped(f"=> {results}", width, "", "   ") if results else []
    return lines + listed((cited(step.says, step.cite) for step in done.follow_ups), width, "* ", "    ")


def logged_results(done: Calculated, procedure: Procedure | None) -> list[tuple[OutcomeName, str]]:
    """Return the results of a logged calculation with their words, headlines first; without those that are no."""
    outcome = {
        name: value for name, value in done.outcome.items() if value is not None and value is not False
    }
    return results_told(procedure, outcome) if procedure else []


def _ledger_line(modifier: RecordedModifier) -> str:
    amount = signed(modifier.value) if modifier.value is not None else "-"
    where = f"({modifier.cite}){authority_mark(modifier.authority)}"
    return f"{STATE_SIGNS[modifier.state]} {amount:>3} {modifier.label} {where}"
