"""Adds modifiers up, and says of each why it counts or does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from companion.engine.values import Values, said, worded
from companion.formula import Unanswered, decided_by, meaning, names_read
from companion.formula.meaning import whole
from companion.model import Input, LedgerLine, Modifier, WorkedOut
from companion.model.procedure import Factor, Tally

Labels = Mapping[str, Input]


class _Line:
    """A modifier on its way to the ledger."""

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
    """Puts the total into `values` unless an answer is missing, and the lines into `ledger`."""
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
            _factor_entry(tally, each, found, values, labels)
            for each, found in zip(tally.factors, factors, strict=True)
        ]
    if totals is not None:
        totals.append(WorkedOut(tally.name, tally.title, values.get(tally.name), tally.unit))


def _judge(tally: Tally, modifier: Modifier, values: Values, labels: Labels, explain: bool) -> _Line:
    value = _evaluated(modifier.add, values)
    reads = because(modifier.when, values, labels) if explain else ""
    try:
        applies = bool(meaning(modifier.when)(values))
    except Unanswered as open_question:
        return _Line(modifier, "open", value, _depends(open_question, labels), modifier.cite)
    if not applies:
        return _Line(modifier, "not applied", value, reads, modifier.cite)
    doubt: Unanswered | None = None
    for when, why, cite in _strikes(tally, modifier, values):
        try:
            if meaning(when)(values):
                return _Line(modifier, "not allowed", value, why, cite or modifier.cite)
        except Unanswered as open_question:
            doubt = doubt or open_question
    if doubt is not None or value is None:
        why = _depends(doubt, labels) if doubt else "depends on an answer that is not given"
        return _Line(modifier, "open", value, why, modifier.cite)
    return _Line(modifier, "applied", value, reads, modifier.cite)


def _strikes(tally: Tally, modifier: Modifier, values: Values) -> Iterator[tuple[str, str, str]]:
    """(condition, why, rule) of everything that may keep the modifier from counting."""
    for bar in modifier.bars:
        yield bar.when, worded(bar.because, values), bar.cite
    for ignore in tally.ignore:
        marked = modifier.mark == ignore.marked if ignore.marked else modifier.mark != ignore.unless_marked
        if marked:
            yield ignore.when, ignore.because, ignore.cite


def _choose(take: str, why: str, name: str, lines: list[_Line]) -> None:
    """Keeps one of the applied alternatives."""
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
        applies = bool(meaning(factor.when)(values))
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
    tally: Tally, factor: Factor, found: tuple[str, Any], values: Values, labels: Labels
) -> LedgerLine:
    state: Any = found[0]
    reads = tuple(".".join(path) for path in names_read(factor.when))
    rounding = {"down": ", fractions dropped", "up": ", rounded up", "half up": ", halves up"}.get(
        factor.round, ""
    )
    why = because(factor.when, values, labels) + rounding
    return LedgerLine(tally.name, factor.label, f"x{found[1]}", state, factor.cite, why, reads)


def _evaluated(formula: str, values: Values) -> Any:
    try:
        return meaning(formula)(values)
    except Unanswered:
        return None


def because(formula: str, values: Values, labels: Labels) -> str:
    """The answers a condition reads, as `Label: answer; Label: answer`."""
    told = []
    for path in decided_by(formula, values):
        if path[0] not in values:
            told.append(f"{_label('.'.join(path), labels)}: not answered")
            continue
        value = values[path[0]]
        if len(path) == 2 and isinstance(value, Mapping):
            value = value.get(path[1])
        elif len(path) == 2 and isinstance(value, tuple):
            value = sum(row.get(path[1], 0) or 0 for row in value)
        told.append(f"{_label('.'.join(path), labels)}: {_answer(path, value, labels)}")
    return "; ".join(told)


def _answer(path: Sequence[str], value: Any, labels: Labels) -> str:
    """A value in the words of the choices that its question offers, or as it is where there are none."""
    asked = labels.get(path[0])
    for name in path[1:]:
        asked = next((each for each in asked.fields if each.name == name), None) if asked else None
    words = {each.key: each.label for each in asked.choices if each.label} if asked else {}
    if isinstance(value, frozenset):
        return ", ".join(sorted(words.get(each, said(each)) for each in value)) or said(value)
    return words.get(value, said(value)) if isinstance(value, str) else said(value)


def _depends(question: Unanswered, labels: Labels) -> str:
    given = labels.get(question.name.partition(".")[0])
    return f"depends on {given.label}" if given else "depends on what is missing"


def _label(path: str, labels: Labels) -> str:
    name, _, inner = path.partition(".")
    given = labels.get(name)
    if given is None:
        return name.replace("_", " ")
    for one in given.fields:
        if one.name == inner:
            return one.label
    return f"{given.label}, {inner.replace('_', ' ')}" if inner else given.label
