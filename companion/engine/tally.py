"""Adds up the modifiers of a tally, and explains why each counts or does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from companion.engine.values import MISSING, Trace, Values, evaluate, worded
from companion.formula import Unanswered, compiled, decided_by, names_read
from companion.formula.evaluation import whole
from companion.model import Input, LedgerLine, Modifier, Procedure, WorkedOut
from companion.model.answer_path import input_at
from companion.model.resolution import State
from companion.model.step import Alternatives, Factor, Tally
from companion.model.wording import value_words


@dataclass(slots=True)
class _Line:
    """A modifier with its state, before it becomes a LedgerLine."""

    modifier: Modifier
    state: State
    value: Any
    because: str
    cite: str


def add_up(tally: Tally, values: Values, procedure: Procedure, trace: Trace | None) -> None:
    """Set the total in `values` unless an answer is missing, and add the ledger lines to `trace`."""
    lines = [_judge(tally, modifier, values, procedure, trace) for modifier in tally.modifiers]
    for group in tally.alternatives:
        _choose(group, lines)
    factors = [_factor(factor, values) for factor in tally.factors]
    total = _total(tally, lines, factors, values)
    if total is not None:
        values[tally.name] = whole(total)
    if trace is not None:
        trace.ledger += [_entry(tally, line) for line in lines]
        trace.ledger += [
            _factor_entry(tally, factor, state, times, values, procedure, trace)
            for factor, (state, times) in zip(tally.factors, factors, strict=True)
        ]
        added_to = str(_evaluated(tally.added_to, values) or "")
        trace.totals.append(WorkedOut(tally.name, tally.title, values.get(tally.name), tally.unit, added_to))


def _total(tally: Tally, lines: list[_Line], factors: list[tuple[State, Any]], values: Values) -> Any:
    """Return the sum of the applied modifiers times the factors; None while an answer is missing."""
    total: Any = _evaluated(tally.start, values)
    if total is None or any(line.state == "open" for line in lines):
        return None
    for line in lines:
        if line.state == "applied":
            total += line.value
    for factor, (state, times) in zip(tally.factors, factors, strict=True):
        if state == "open":
            return None
        if state == "applied":
            total = _rounded(Fraction(total) * Fraction(times), factor.round)
    return total


def _judge(
    tally: Tally, modifier: Modifier, values: Values, procedure: Procedure, trace: Trace | None
) -> _Line:
    value = _evaluated(modifier.add, values)
    reads = _because(modifier.when, values, procedure, trace, value) if trace is not None else ""
    try:
        applies = bool(compiled(modifier.when)(values))
    except Unanswered as unanswered:
        return _Line(modifier, "open", value, _depends(unanswered, procedure.inputs), modifier.cite)
    if not applies:
        return _Line(modifier, "not applied", value, reads, modifier.cite)
    doubt: Unanswered | None = None
    for when, why, cite in _strikes(tally, modifier):
        try:
            if compiled(when)(values):
                why = worded(why, values) if trace is not None else ""
                return _Line(modifier, "not allowed", value, why, cite or modifier.cite)
        except Unanswered as unanswered:
            doubt = doubt or unanswered
    if doubt is not None or value is None:
        why = _depends(doubt, procedure.inputs) if doubt else "depends on a missing answer"
        return _Line(modifier, "open", value, why, modifier.cite)
    return _Line(modifier, "applied", value, reads, modifier.cite)


def _strikes(tally: Tally, modifier: Modifier) -> Iterator[tuple[str, str, str]]:
    """Yield the condition, reason and rule of each bar and each ignored mark of a modifier."""
    for bar in modifier.bars:
        yield bar.when, bar.because, bar.cite
    for ignore in tally.ignore:
        marked = modifier.mark == ignore.marked if ignore.marked else modifier.mark != ignore.unless_marked
        if marked:
            yield ignore.when, ignore.because, ignore.cite


def _choose(group: Alternatives, lines: list[_Line]) -> None:
    """Keep one of the applied alternatives, and mark the others as not allowed."""
    rivals = [line for line in lines if line.modifier.one_of == group.name and line.state == "applied"]
    if len(rivals) < 2:
        return
    chosen = rivals[0]
    if group.take != "first":
        chosen = (max if group.take == "highest" else min)(rivals, key=lambda line: line.value)
    for line in rivals:
        if line is not chosen:
            line.state, line.because = "not allowed", group.because


def _factor(factor: Factor, values: Values) -> tuple[State, Any]:
    """Return the state and the value of a factor."""
    times = _evaluated(factor.times, values)
    try:
        applies = bool(compiled(factor.when)(values))
    except Unanswered:
        return "open", times
    if applies and times is None:
        return "open", times
    return ("applied" if applies else "not applied"), times


def _rounded(value: Fraction, how: str) -> Any:
    match how:
        case "down":
            return floor(value)
        case "up":
            return ceil(value)
        case "half up":
            return floor(value + Fraction(1, 2))
    return whole(value)


def _entry(tally: Tally, line: _Line) -> LedgerLine:
    modifier = line.modifier
    return LedgerLine(
        tally.name,
        modifier.label,
        line.value,
        line.state,
        line.cite,
        line.because,
        _inputs_of(modifier.when),
        modifier.note,
        authority=modifier.authority,
    )


def _factor_entry(
    tally: Tally, factor: Factor, state: State, times: Any, values: Values, procedure: Procedure, trace: Trace
) -> LedgerLine:
    rounding = {"down": "fractions dropped", "up": "rounded up", "half up": "halves up"}
    reasons = (_because(factor.when, values, procedure, trace), rounding.get(factor.round, ""))
    why = ", ".join(filter(None, reasons))
    read = _inputs_of(factor.when)
    value = None if times is None else f"x{times}"
    return LedgerLine(tally.name, factor.label, value, state, factor.cite, why, read)


def _inputs_of(formula: str) -> tuple[str, ...]:
    return tuple(".".join(path) for path in names_read(formula))


def _evaluated(formula: str, values: Values) -> Any:
    """Return the value of a formula; None if it reads an unknown value."""
    value = evaluate(formula, values)
    return None if value is MISSING else value


def _because(formula: str, values: Values, procedure: Procedure, trace: Trace, amount: Any = None) -> str:
    """Return the answers, results and totals that decided a condition, as `Label: answer; Label: result`.

    Other computed values have no label, and are left out. So is a result or total that is 0 or the amount of the
    modifier.
    """
    parts = []
    for path in decided_by(formula, values):
        label, given = _label(path, procedure.inputs), input_at(procedure.inputs, path)
        if path[0] not in values:
            parts += [f"{label}: not answered"] if label else []
            continue
        value = values[path[0]]
        if len(path) == 2 and isinstance(value, Mapping):
            value = value.get(path[1])
        elif len(path) == 2 and isinstance(value, tuple):
            value = sum(row.get(path[1], 0) or 0 for row in value)
        if given is not None:
            parts.append(f"{label}: {_answer(value, given)}")
        elif isinstance(value, bool) or value not in (0, amount):
            parts += _computed(".".join(path), value, procedure, trace)
    return "; ".join(parts)


def _computed(name: str, value: Any, procedure: Procedure, trace: Trace) -> list[str]:
    """Return a result or total of this name with its label, in a list; empty for another computed value."""
    named = [f"{each.label}: {each.words_for(value)}" for each in procedure.outcome if each.source == name]
    named += [f"{each.title}: {value}" for each in trace.totals if each.name == name]
    return named[:1]


def _answer(value: Any, given: Input) -> str:
    """Return a value in the words of the choices of its question, else unchanged."""
    words = {choice.key: choice.label for choice in given.choices if choice.label}
    if isinstance(value, frozenset):
        members = sorted(words.get(member, value_words(member)) for member in value)
        return ", ".join(members) or value_words(value)
    return words.get(value, value_words(value)) if isinstance(value, str) else value_words(value)


def _depends(missing: Unanswered, inputs: Sequence[Input]) -> str:
    given = input_at(inputs, missing.name.partition(".")[0])
    return f"depends on {given.label}" if given else "depends on a missing answer"


def _label(path: Sequence[str], inputs: Sequence[Input]) -> str:
    """Return the label of the input that a condition reads, or whose rows it reads; empty for a computed value."""
    given = input_at(inputs, path) or input_at(inputs, path[:1])
    return given.label if given else ""
