"""Resolutions as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from string import ascii_lowercase
from typing import Any, TypeAlias

from companion.model import (
    ByHand,
    Flip,
    LedgerLine,
    OpenFlip,
    Procedure,
    Resolution,
    Rolled,
    RollRequest,
)
from companion.model.answer_path import input_at
from companion.model.procedure import OutcomeName
from companion.model.resolution import WorkedOut
from companion.model.step import Tally
from companion.model.wording import agreeing, value_words
from companion.render.marks import MARKS
from companion.render.text import cited, listed, percent, signed, wrapped

STATE_SIGNS = {"applied": "[x]", "not applied": "[ ]", "not allowed": "[-]", "open": "[?]"}
"""Sign of each state of a ledger line."""

_OF_THE_BOOK = ("rule", "chart", "")
"""Authorities of modifiers that need no mark; the empty one is that of a modifier without an authority."""
_Changes: TypeAlias = dict[tuple[str, str], list[str]]
"""Other answers to questions, by the label of the question and the answer given."""
_MOST_UNTRIED = 3
"""Maximum number of questions that are named as not checked for another result; of the others, only their number."""
MOST_REMAINING = 8
"""Maximum number of possible results that are listed; beyond it, only their number is shown."""


def resolution_lines(
    resolution: Resolution,
    procedure: Procedure,
    width: int,
    rulings: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """Return ledger, look-ups, odds, dice, results, follow-ups and flips; `rulings` as in `ledger_lines`."""
    lines = wrapped(f"{resolution.title} ({resolution.cite})", width)
    lines += ledger_lines(resolution, width, rulings)
    lines += looked_lines(resolution, width)
    if resolution.settled:
        lines += wrapped(settled_words(resolution), width)
    if resolution.missing:
        lines += missing_lines(resolution, procedure, width)
    lines += odds_lines(resolution, width)
    lines += dice_lines(resolution, width)
    if resolution.done:
        lines += outcome_lines(resolution, procedure, width)
    if by_hand := by_hand_lines(resolution.by_hand, width):
        lines += [*wrapped("By hand (not counted here):", width), *by_hand]
    if resolution.done:
        lines += next_lines(resolution, width)
        lines += flip_lines(resolution, procedure, width)
    lines += listed((f"Not counted: {note}." for note in resolution.unused), width)
    return lines + listed((f"Note: {note}" for note in resolution.notes), width)


def by_hand_lines(rules: Sequence[ByHand], width: int) -> list[str]:
    """Return rules that a calculator does not apply, each with its number."""
    return listed((cited(rule.says, rule.cite) for rule in rules), width, "- ", "  ")


def step_words(resolution: Resolution, number: int) -> str:
    """Return the results of the steps resolved by the roll of this number, as in `closes; leader unhurt`."""
    return "; ".join(step.shown for step in resolution.steps if step.rolls == number)


def dice_lines(resolution: Resolution, width: int, first: int = 1) -> list[str]:
    """Return the rolls from number `first` on with the results of their steps, and their names if these differ."""
    several = len({rolled.label for rolled in resolution.rolls}) > 1
    lines: list[str] = []
    for number, rolled in enumerate(resolution.rolls[first - 1 :], first):
        dice, results = dice_words(rolled, several), step_words(resolution, number)
        lines += listed([f"{dice[:-1]}: {results}." if results else dice], width)
    return lines


def dice_words(rolled: Rolled, named: bool = False) -> str:
    """Return dice with their source, as in `Dice: 7 (3+4) on 2d6, typed.`; `named`: with the name of the roll."""
    source = "rolled by the companion" if rolled.source == "app" else "typed"
    which = f" ({rolled.label})" if named and rolled.label else ""
    return f"Dice{which}: {rolled.shown} on {rolled.dice}, {source}."


def ledger_lines(
    resolution: Resolution, width: int, rulings: Mapping[str, Sequence[str]] | None = None
) -> list[str]:
    """Return each modifier with sign, amount, label, rule and reason, and the totals.

    `rulings`: table rulings on a modifier, by its label.
    """
    lines: list[str] = []
    for worked in resolution.totals:
        lines += wrapped(f"{worked.heading}:", width)
        for line in resolution.ledger:
            if line.tally == worked.name:
                lines += wrapped(ledger_line(line, worked.unit), width, "  ", " " * 6)
                below = [f"[TABLE] {text}" for text in (rulings or {}).get(line.label, ())]
                lines += listed(below, width, " " * 6, " " * 8)
        lines += wrapped(f"Total: {total_words(worked, 'depends on what is missing')}", width, "  ", "    ")
    return lines


def settled_words(resolution: Resolution) -> str:
    """Return why the calculation ended early."""
    why = resolution.settled
    if resolution.rolls:
        return f"Decided: {why}."
    return f"No roll needed: {why}." if resolution.has_dice else f"{why[:1].upper()}{why[1:]}."


def total_words(worked: WorkedOut, missing: str = "?") -> str:
    """Return a tally's total with its unit and the number that it is added to; `missing` if there is no total yet."""
    total, unit = worked.total, worked.unit
    if total is None:
        return missing
    words = f"{total} {agreeing(total, unit)}" if unit and unit != "columns" else signed(total, unit)
    return f"{worked.added_to} + {words}" if worked.added_to else words


def ledger_line(line: LedgerLine, unit: str) -> str:
    """Return a ledger line as text."""
    amount = str(line.value) if unit == "turns" and line.value is not None else signed(line.value, unit)
    if line.value is None and line.state != "open":
        amount = "-"
    because = said_because(line)
    reason = f" - {because}" if because else ""
    note = f". {line.note}" if line.note and line.state == "applied" else ""
    where = f"({line.cite}){authority_mark(line.authority)}"
    return f"{STATE_SIGNS[line.state]} {amount:>3} {line.label} {where}{reason}{note}"


def authority_mark(authority: str) -> str:
    """Return the mark of a modifier that is in no rule or chart of the book, as in ` [ERRATUM]`; else empty."""
    return f" [{MARKS[authority]}]" if marked_authority(authority) else ""


def marked_authority(authority: str) -> str:
    """Return the authority of a modifier if it needs a mark; else empty."""
    return "" if authority in _OF_THE_BOOK else authority


def said_because(line: LedgerLine) -> str:
    """Return the reason of a ledger line, without the yes and no answers that its sign already shows."""
    if line.state in ("not allowed", "open"):
        return line.because
    parts = [part for part in line.because.split("; ") if not part.endswith((": yes", ": no"))]
    return "; ".join(parts)


def looked_lines(resolution: Resolution, width: int) -> list[str]:
    """Return the cells that were read."""
    cells = (
        f"{lookup.title} ({lookup.cite}): row {lookup.row_words}, column {lookup.column_words} reads "
        f"{lookup.cell_words.removesuffix('.')}{f', shaded {lookup.shade}' if lookup.shade else ''}."
        for lookup in resolution.looked
    )
    return listed(cells, width, "", "  ")


def missing_lines(resolution: Resolution, procedure: Procedure, width: int) -> list[str]:
    """Return the missing answers, and the results that are still possible."""
    lines = wrapped(
        f"Still to answer: {', '.join(path.replace('_', ' ') for path in resolution.missing)}.", width
    )
    return lines + remain_lines(resolution, procedure, width)


def remain_lines(
    resolution: Resolution, procedure: Procedure, width: int, heads_only: bool = False
) -> list[str]:
    """Return the values that results (headlines with `heads_only`) can still have: `Needed on the die: 2 or 3`."""
    named = {result.name: result for result in procedure.outcome}
    texts = (
        f"{named[name].label if name in named else name}: {remaining_words(procedure, name, values)}"
        for name, values in resolution.remains.items()
        if name not in named
        or named[name].show in (("headline",) if heads_only else ("headline", "yes", "before"))
    )
    return listed(texts, width, "  ", "    ")


def remaining_words(procedure: Procedure, name: str, values: Sequence[Any]) -> str:
    """Return the values that a result can still have, in the calculator's words."""
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return _alternatives(values)
    words = list(dict.fromkeys(outcome_word(procedure, name, value) for value in values))
    return " or ".join(words) if len(words) <= MOST_REMAINING else f"{len(words)} results"


def _alternatives(values: Sequence[Any]) -> str:
    """Return values as `2 to 5`, or as `A or B`."""
    if len(values) > 2 and list(values) == list(range(values[0], values[0] + len(values))):
        return f"{values[0]} to {values[-1]}"
    return " or ".join(map(value_words, values))


def odds_lines(resolution: Resolution, width: int) -> list[str]:
    """Return the exact odds before the roll, or between rolls given the dice so far, or why there are none."""
    if resolution.odds_now:
        return wrapped(f"Odds now: {_odds_parts(resolution.odds_now)}.", width, "", "  ")
    if resolution.no_odds and not resolution.done:
        return wrapped(f"No odds: {resolution.no_odds.rstrip('.')}.", width, "", "  ")
    if not resolution.odds:
        return []
    return wrapped(f"Odds before the roll: {_odds_parts(resolution.odds)}.", width, "", "  ")


def _odds_parts(odds: Mapping[str, Fraction]) -> str:
    return "; ".join(f"{words} {percent(chance)} ({chance})" for words, chance in odds.items())


def decision_lines(resolution: Resolution, width: int) -> list[str]:
    """Return the choices that the player has before the next roll, lettered from a."""
    texts = (
        f"{letter}: {cited(decision.says, decision.cite)}"
        for letter, decision in zip(ascii_lowercase, resolution.decisions, strict=False)
    )
    return listed(texts, width, "", "   ")


def shown_results(procedure: Procedure, outcome: Mapping[str, Any]) -> list[tuple[OutcomeName, str]]:
    """Return the results that are shown and have a value, with the value in words; headlines first."""
    results = [
        (result, outcome_word(procedure, result.name, outcome[result.name]))
        for result in procedure.outcome
        if result.show != "no" and result.name in outcome
    ]
    return sorted(results, key=lambda pair: pair[0].show != "headline")


def outcome_lines(resolution: Resolution, procedure: Procedure, width: int) -> list[str]:
    """Return the results, headlines first."""
    lines: list[str] = []
    for result, words in shown_results(procedure, resolution.outcome):
        lead = "=> " if result.show == "headline" else "   "
        lines += wrapped(result.statement(words), width, lead, "     ")
    return lines


def outcome_word(procedure: Procedure, name: str, value: Any) -> str:
    """Return the value of a result in words; a column shift as `2 left`."""
    result = next((result for result in procedure.outcome if result.name == name), None)
    if result is None:
        return value_words(value)
    is_shift = not result.words and any(
        isinstance(step, Tally) and step.name == result.source and step.unit == "columns"
        for step in procedure.every_step()
    )
    return signed(value, "columns") if is_shift else result.words_for(value)


def answer_word(procedure: Procedure, path: str, value: Any) -> str:
    """Return an answer by the label of its choice; keys of one or two letters stay as they are."""
    question = input_at(procedure.inputs, path)
    for choice in question.choices if question else ():
        if choice.key == value and choice.label and len(choice.key) > 2:
            return choice.label
    return value_words(value)


def flip_lines(resolution: Resolution, procedure: Procedure, width: int) -> list[str]:
    """Return the single changes of an answer that would have changed the result, all with the same result in one text.

    Then those that would need another roll, and the questions that were not checked.
    """
    together: dict[str, _Changes] = {}
    for flip in resolution.flips:
        then = ", ".join(
            result.short_statement(outcome_word(procedure, result.name, flip.outcome[result.name]))
            for result in procedure.headlines
            if result.name in flip.outcome
        )
        was, would = _change_words(procedure, flip)
        together.setdefault(then or "no result", {}).setdefault((flip.label, was), []).append(would)
    texts = (f"{_changed(changes)} -> {then}" for then, changes in together.items())
    untried = [*resolution.untried[:_MOST_UNTRIED]]
    if more := len(resolution.untried) - len(untried):
        untried.append(f"and {more} more")
    rest = f"Not checked for another result: {'; '.join(untried)}." if untried else ""
    return listed((*texts, *_open_flip_texts(resolution, procedure), rest), width, "~ ", "    ")


def _open_flip_texts(resolution: Resolution, procedure: Procedure) -> Iterator[str]:
    """Yield the single changes that would need a first or another roll, all that need the same roll in one text."""
    which = "another" if resolution.rolls else "a"
    together: dict[str, _Changes] = {}
    for flip in resolution.open_flips:
        roll = f"{flip.roll.label}, {missing_dice(flip.roll)}{' more' if flip.roll.kept else ''}"
        was, would = _change_words(procedure, flip)
        together.setdefault(roll, {}).setdefault((flip.label, was), []).append(would)
    for roll, changes in together.items():
        yield f"{_changed(changes)} -> would need {which} roll ({roll})"


def _changed(changes: _Changes) -> str:
    """Return answers that change: `any one of: Rating: D or E instead of C; Into a rear hex: yes; Shaken? yes`."""
    texts = [
        f"{label}{'' if label.endswith('?') else ':'} {' or '.join(others)}"
        f"{'' if was in ('yes', 'no') else f' instead of {was}'}"
        for (label, was), others in changes.items()
    ]
    return f"any one of: {'; '.join(texts)}" if len(texts) > 1 else texts[0]


def missing_dice(roll: RollRequest) -> str:
    """Return the dice of a roll that are still to be thrown: `2d6`."""
    return f"{(roll.pool or 0) - roll.kept}d{roll.most}" if roll.pool else roll.dice


def spare_line(resolution: Resolution) -> str:
    """Return the dice that are no longer needed, with the names of their rolls; empty if there are none."""
    spare = ", ".join(f"{rolled.shown} ({rolled.label or rolled.name})" for rolled in resolution.spare)
    return f"Dice no longer needed: {spare}." if spare else ""


def _change_words(procedure: Procedure, flip: Flip | OpenFlip) -> tuple[str, str]:
    """Return an answer before and after its change; for a set, whether it contains the choice that changes."""
    if isinstance(flip.was, list | tuple | set | frozenset):
        return ("no", "yes") if len(flip.would) > len(flip.was) else ("yes", "no")
    return answer_word(procedure, flip.input, flip.was), answer_word(procedure, flip.input, flip.would)


def next_lines(resolution: Resolution, width: int) -> list[str]:
    """Return the follow-ups that the rules demand."""
    steps = (
        cited(step.says, step.cite) + (f" -> {step.procedure}" if step.procedure else "")
        for step in resolution.next
    )
    return listed(steps, width, "* ", "    ")
