"""Finds each single change of an answer that would change the result with the same dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from companion.engine.answers import LARGEST, CheckedAnswers, legal_choices
from companion.engine.program import Program
from companion.engine.questions import path_words, repeated_labels
from companion.engine.trials import Trial, Trials
from companion.engine.values import plain
from companion.formula import FormulaError
from companion.model import Flip, Input, OpenFlip, Procedure, Refused, Rolled
from companion.model.answer_path import with_answer

MOST_TRIED = 200
"""Most resolutions that are made to find the changes."""

Change = tuple[str, str, Any, Any]
"""Path and label of an answer, its value, and the value it is changed to."""


class Flips(NamedTuple):
    """The single changes of answers that matter, and those that were not tried."""

    flips: tuple[Flip, ...] = ()
    """Changes that lead to different headline results."""
    open: tuple[OpenFlip, ...] = ()
    """Changes that need dice which were not thrown."""
    untried: tuple[str, ...] = ()
    """Labels of answers whose changes were not tried."""


class Answered(NamedTuple):
    """The answer to one question, which may be inside a group or row."""

    path: str
    label: str
    question: Input
    value: Any
    scope: Mapping[str, Any]
    """The values that conditions of its choices read."""


@dataclass(slots=True)
class Walk:
    """A search through the numbers above or below an answer, one by one."""

    path: str
    label: str
    was: int | None
    """The answer; None if no number was given."""
    step: int
    """1 upwards, -1 downwards."""
    at: int
    """The number that was tried last."""
    limit: int
    """The last legal number."""
    noted: bool = False
    """Whether a number that needs another roll was already noted."""

    @property
    def rest(self) -> str:
        """The numbers not tried yet, in words: `Range above 40`."""
        return f"{self.label} {'above' if self.step > 0 else 'below'} {self.at}"


def flips_of(
    program: Program,
    taken: CheckedAnswers,
    answers: Mapping[str, Any],
    rolls: Sequence[Rolled],
    outcome: Mapping[str, Any],
) -> Flips:
    """Return each change of one answer that leads to different headline results with the same dice.

    Of numbers, only the nearest one above and below that does. A change that leaves another answer open does not count.
    """
    procedure = program.procedure
    search = _Search(Trials(program, rolls, MOST_TRIED), answers, procedure, outcome)
    search.try_changes(single_changes(procedure, taken))
    search.walk_numbers(number_walks(procedure, taken))
    order = [answered.path for answered in _answered(procedure, taken)]
    return Flips(
        tuple(sorted(search.flips, key=partial(_place, order))),
        tuple(sorted(search.open, key=partial(_place, order))),
        tuple(dict.fromkeys(search.untried)),
    )


def _place(order: Sequence[str], flip: Flip | OpenFlip) -> tuple[int, int]:
    """Return the sort key of a change: order of the questions, then smaller numbers first."""
    return order.index(flip.input), flip.would if isinstance(flip.would, int) else 0


class _Search:
    """Tries changes until the limit of resolutions is reached, and collects their effects."""

    def __init__(
        self, trials: Trials, answers: Mapping[str, Any], procedure: Procedure, outcome: Mapping[str, Any]
    ) -> None:
        self.trials = trials
        self.answers = answers
        self.now = {
            result.name: outcome[result.name] for result in procedure.headlines if result.name in outcome
        }
        self.flips: list[Flip] = []
        self.open: list[OpenFlip] = []
        self.untried: list[str] = []

    def try_changes(self, changes: Iterator[Change]) -> None:
        """Try each change."""
        for change in changes:
            if self.trials.left <= 0:
                self.untried.append(change[1])
            else:
                trial = self._tried(change)
                if trial.cut:
                    self.untried.append(change[1])
                elif trial.needs:
                    self._add_open(change, trial)

    def walk_numbers(self, walks: Iterator[Walk]) -> None:
        """Try the numbers nearest to the answers first, in each direction until one changes the results."""
        waiting = deque(walks)
        while waiting and self.trials.left > 0:
            walk = waiting.popleft()
            if walk.at == walk.limit:
                continue
            change = (walk.path, walk.label, walk.was, walk.at + walk.step)
            flips_before = len(self.flips)
            trial = self._tried(change)
            if trial.cut:
                self.untried.append(walk.rest)
                continue
            walk.at += walk.step
            if trial.needs and not walk.noted:
                walk.noted = True
                self._add_open(change, trial)
            if len(self.flips) == flips_before:
                waiting.append(walk)
        self.untried += [walk.rest for walk in waiting if walk.at != walk.limit]

    def _tried(self, change: Change) -> Trial:
        """Try a change, and note the flip if it is one."""
        path, label, was, would = change
        try:
            trial = self.trials.headline(with_answer(self.answers, path, would), every_throw=True)
        except (Refused, FormulaError):
            return Trial()
        if trial.outcome is not None and trial.outcome != self.now:
            self.flips.append(Flip(path, label, plain(was), plain(would), plain(trial.outcome)))
        return trial

    def _add_open(self, change: Change, trial: Trial) -> None:
        path, label, was, would = change
        assert trial.needs is not None
        self.open.append(OpenFlip(path, label, plain(was), plain(would), trial.needs))


def single_changes(procedure: Procedure, taken: CheckedAnswers) -> Iterator[Change]:
    """Yield every change of one answer, field or member of a set, except from one number to another."""
    for path, label, question, value, scope in _answered(procedure, taken):
        if question.kind == "yes-no":
            yield path, label, value, not value
        elif question.kind == "choice":
            for key in dict.fromkeys(choice.key for choice in legal_choices(question, scope)):
                if key != value:
                    yield path, label, value, key
        elif question.kind == "set":
            for choice in legal_choices(question, scope):
                yield path, f"{label}: {choice.label or choice.key}", value, value ^ {choice.key}
        if question.may_be_nothing and value is not None:
            yield path, label, value, None


def number_walks(procedure: Procedure, taken: CheckedAnswers) -> Iterator[Walk]:
    """Yield both directions from every answered number; for an unanswered one, its whole domain upwards."""
    for path, label, question, value, _ in _answered(procedure, taken):
        if question.kind != "number":
            continue
        least = -LARGEST if question.least is None else question.least
        most = LARGEST if question.most is None else question.most
        if isinstance(value, int):
            yield Walk(path, label, value, -1, value, least)
            yield Walk(path, label, value, 1, value, most)
        elif question.least is not None:
            yield Walk(path, label, None, 1, least - 1, most)


def _answered(procedure: Procedure, taken: CheckedAnswers) -> Iterator[Answered]:
    """Yield every answered question; in place of groups and rows, the questions in them."""
    asked, repeated = frozenset(taken.asked), repeated_labels(procedure.inputs)
    for question in procedure.inputs:
        if question.name in taken.values:
            value = taken.values[question.name]
            for inner in _inside(question, value, taken.values, question.name, question.label, asked):
                named = "." in inner.path and inner.question.label in repeated
                yield inner._replace(label=path_words(procedure.inputs, inner.path)) if named else inner


def _inside(
    question: Input, value: Any, scope: Mapping[str, Any], path: str, label: str, asked: frozenset[str]
) -> Iterator[Answered]:
    if path not in asked:
        return
    if question.kind == "rows":
        units = [(row, f"{path}.{number}", f"{label} {number}: ") for number, row in enumerate(value, 1)]
    elif question.kind == "group":
        prefix = f"{label.rpartition(': ')[0]}: " if ": " in label else ""
        units = [(value, path, prefix)]
    else:
        yield Answered(path, label, question, value, scope)
        return
    for fields, where, prefix in units:
        inner = {**scope, **fields}
        for field in question.fields:
            if field.name in fields:
                inside = f"{where}.{field.name}"
                yield from _inside(field, fields[field.name], inner, inside, f"{prefix}{field.label}", asked)
