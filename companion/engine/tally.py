"""Adds up the modifiers of a tally, and explains why each counts or does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from companion.engine.values import Values, worded
from companion.formula import Unanswered, compiled, decided_by, names_read
from companion.formula.evaluation import whole
from companion.model import Input, LedgerLine, Modifier, WorkedOut
from companion.model.procedure import Factor, Tally
from companion.model.wording import value_words

Labels = Mapping[str, Input]


class _Line:
    """A modifier with its state, before it becomes a LedgerLine."""

    __slots__ = ("because", "cite", "modifier", "state", "value")

    def __init__(self, modifier: Modifier, state: str, value: Any, because: str, cite: str) -> None:
        self.modifier = modifier
        self.state = state
        self.value = value
        self.because = because
        self.cite = cite


def add_up(
    tally: Tally,
    values: Values,
    labels: Labels,
    ledger: list[LedgerLine] | None,
    totals: list[WorkedOut] | None,
) -> None:
    """Put the total into `values` unless an answer is missing, and the lines into `ledger`."""
    lines = [_judge(tally, modifier, values, labels, ledger is not None) for modifier in tally.modifiers]
    for group in tally.alternatives:
        _choose(group.take, group.because, group.name, lines)
    total: Any = _evaluated(tally.start, values)
    for line in lines:
        if line.state == "open":
            total = None
        elif line.state == "applied" and total is not None:
            total = None if line.value is None else total + line.value
    factors = [_factor(factor, values) for factor in tally.factors]
    for factor, (state, times) in zip(tally.factors, factors, strict=True):
        if state == "open" or total is None:
            total = None
        elif state == "applied":
            total = _rounded(Fraction(total) * Fraction(times), factor.round)
    if total is not None:
        values[tally.name] = whole(total)
    if ledger is not None:
        ledger += [_entry(tally, line) for line in lines]
        ledger += [
            _factor_entry(tally, factor, state_and_times, values, labels)
            for factor, state_and_times in zip(tally.factors, factors, strict=True)
        ]
    if totals is not None:
        totals.append(WorkedOut(tally.name, tally.title, values.get(tally.name), tally.unit))


def _judge(tally: Tally, modifier: Modifier, values: Values, labels: Labels, explain: bool) -> _Line:
    value = _evaluated(modifier.add, values)
    reads = because(modifier.when, values, labels) if explain else ""
    try:
        applies = bool(compiled(modifier.when)(values))
    except Unanswered as open_question:
        return _Line(modifier, "open", value, _depends(open_question, labels), modifier.cite)
    if not applies:
        return _Line(modifier, "not applied", value, reads, modifier.cite)
    doubt: Unanswered | None = None
    for when, why, cite in _strikes(tally, modifier, values):
        try:
            if compiled(when)(values):
                return _Line(modifier, "not allowed", value, why, cite or modifier.cite)
        except Unanswered as open_question:
            doubt = doubt or open_question
    if doubt is not None or value is None:
        why = _depends(doubt, labels) if doubt else "depends on an answer that is not given"
        return _Line(modifier, "open", value, why, modifier.cite)
    return _Line(modifier, "applied", value, reads, modifier.cite)


def _strikes(tally: Tally, modifier: Modifier, values: Values) -> Iterator[tuple[str, str, str]]:
    """Condition, reason and rule of everything that may keep the modifier from counting."""
    for bar in modifier.bars:
        yield bar.when, worded(bar.because, values), bar.cite
    for ignore in tally.ignore:
        marked = modifier.mark == ignore.marked if ignore.marked else modifier.mark != ignore.unless_marked
        if marked:
            yield ignore.when, ignore.because, ignore.cite


def _choose(take: str, why: str, name: str, lines: list[_Line]) -> None:
    """Keep one of the applied alternatives, and mark the others as not allowed."""
    rivals = [line for line in lines if line.modifier.one_of == name and line.state == "applied"]
    known = [line for line in rivals if line.value is not None]
    if len(known) < 2:
        return
    kept = known[0]
    if take != "first":
        kept = (max if take == "highest" else min)(known, key=lambda line: line.value)
    for line in known:
        if line is not kept:
            line.state, line.because = "not allowed", why


def _factor(factor: Factor, values: Values) -> tuple[str, Any]:
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
    reads = tuple(".".join(path) for path in names_read(line.modifier.when))
    state: Any = line.state
    note = line.modifier.note
    return LedgerLine(
        tally.name,
        line.modifier.label,
        line.value,
        state,
        line.cite,
        line.because,
        reads,
        note,
        authority=line.modifier.authority,
    )


def _factor_entry(
    tally: Tally, factor: Factor, state_and_times: tuple[str, Any], values: Values, labels: Labels
) -> LedgerLine:
    state: Any = state_and_times[0]
    reads = tuple(".".join(path) for path in names_read(factor.when))
    rounding = {"down": ", fractions dropped", "up": ", rounded up", "half up": ", halves up"}.get(
        factor.round, ""
    )
    why = because(factor.when, values, labels) + rounding
    return LedgerLine(tally.name, factor.label, f"x{state_and_times[1]}", state, factor.cite, why, reads)


def _evaluated(formula: str, values: Values) -> Any:
    try:
        return compiled(formula)(values)
    except Unanswered:
        return None


def because(formula: str, values: Values, labels: Labels) -> str:
    """Return the answers that decided a condition, as `Label: answer; Label: answer`."""
    parts = []
    for path in decided_by(formula, values):
        if path[0] not in values:
            parts.append(f"{_label('.'.join(path), labels)}: not answered")
            continue
        value = values[path[0]]
        if len(path) == 2 and isinstance(value, Mapping):
            value = value.get(path[1])
        elif len(path) == 2 and isinstance(value, tuple):
            value = sum(row.get(path[1], 0) or 0 for row in value)
        parts.append(f"{_label('.'.join(path), labels)}: {value_words(value)}")
    return "; ".join(parts)


def _depends(question: Unanswered, labels: Labels) -> str:
    given = labels.get(question.name.partition(".")[0])
    return f"depends on {given.label}" if given else "depends on what is missing"


def _label(path: str, labels: Labels) -> str:
    name, _, inner = path.partition(".")
    given = labels.get(name)
    if given is None:
        return name.replace("_", " ")
    for field in given.fields:
        if field.name == inner:
            return field.label
    return f"{given.label}, {inner.replace('_', ' ')}" if inner else given.label
