"""Checks the steps of a procedure in order, with the names that are known at each step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.formula import NUMBER, FormulaError, Kind, choice_of, names_read, rows_of
from companion.formula.types import ANY, FACES, joined
from companion.load.faults import Faults
from companion.load.formula_checks import Scope, check_braces, check_formula, define
from companion.load.inputs import References, input_paths, required_inputs
from companion.load.suggestions import suggest
from companion.load.text_yaml import Path
from companion.load.value_kinds import (
    cells_kind,
    literals,
    mend_of_least,
    part_kind,
    values_kind,
    with_blanks,
    without_least,
)
from companion.model import Procedure, Step
from companion.model.step import (
    Decide,
    LookUp,
    Repeat,
    Require,
    Roll,
    Rounds,
    Settle,
    Shift,
    Tally,
    Use,
    WorkOut,
)

DICE = re.compile(r"([1-9]\d?)d([1-9]\d{0,2})|00-99")
POOL_DICE = re.compile(r"1?d([1-9]\d{0,2})")
_CARRIED_PASSES = 3
"""Passes over the steps of rounds until the kinds of carried values no longer change."""

_MOST_STEPS = 300
"""Most steps of a procedure that is used, including the steps of all procedures it uses."""
_MOST_LEVELS = 12
"""Most levels of procedures that use each other."""


@dataclass(frozen=True)
class StepChecker:
    """Notes the faults of a procedure's steps."""

    procedure: Procedure
    known: References
    faults: Faults
    """Faults of the steps."""
    input_paths: set[str]
    asks_blank: Callable[[str], bool]
    """Whether a formula of the procedure asks if the named value is a blank cell."""
    settled: Scope = field(default_factory=dict)
    """Kinds of the values that `settle` steps give; filled in by `check`."""

    def check(self, steps: Iterable[Step], at: Path, scope: Scope) -> None:
        """Note the faults of the steps at key path `at`, and add the names that they define to `scope`."""
        for index, step in enumerate(steps):
            path = (*at, index)
            self._formula(step.when, (*path, "when"), scope, "yes-no")
            match step:
                case Tally():
                    self._tally(step, path, scope)
                case Shift():
                    self._shift(step, path, scope)
                case LookUp():
                    self._look_up(step, path, scope)
                case Roll():
                    self._roll(step, path, scope)
                case WorkOut():
                    self._define_values(step.values, (*path, "values"), scope)
                case Require():
                    self._require(step, path, scope)
                case Settle():
                    self._settle(step, path, scope)
                case Repeat():
                    self._repeat(step, path, scope)
                case Use():
                    self._use(step, path, scope)
                case Decide():
                    self._decide(step, path, scope)
                case Rounds():
                    self._rounds(step, path, scope)

    def _roll(self, step: Roll, at: Path, scope: Scope) -> None:
        self._formula(step.count, (*at, "count"), scope, "number")
        if not (POOL_DICE if step.count else DICE).fullmatch(step.dice):
            meant = f"1{step.dice}".lower() if step.dice[:1] in "dD" else step.dice.lower()
            mend = f"write {meant}" if DICE.fullmatch(meant) else "write it as in 2d6, or 00-99"
            mend = "write one die of the pool, as in d6" if step.count else mend
            self.faults.add((*at, "dice"), f"{step.dice!r} is not valid dice notation", mend)
        if step.counts and not step.count:
            self.faults.add((*at, "counts"), "only a pool counts its dice", "add count: ...")
        if step.counts and "face" in scope:
            self.faults.add(
                (*at, "counts"), "face means one die here, but is already a name", "rename the other face"
            )
        for name, formula in step.counts.items():
            self._formula(formula, (*at, "counts", name), {**scope, "face": NUMBER}, "yes-no")
        for name in step.counts:
            self._define(name, NUMBER, (*at, "counts", name), scope)
        self._define(step.name, FACES if step.count else NUMBER, (*at, "name"), scope)
        check_braces(step.says, (*at, "says"), scope, self.faults)

    def _rounds(self, step: Rounds, at: Path, scope: Scope) -> None:
        self._define_values(step.begin, (*at, "begin"), scope)
        for name in step.then:
            if name not in step.begin:
                self.faults.add((*at, "then", name), f"{name} has no initial value", "add it to begin:")
        self._define(step.name, NUMBER, (*at, "name"), scope)
        scope.update(self._carried(step, at, scope))
        self._formula(step.during, (*at, "during"), scope, "yes-no")
        if _never_ends(step):
            mend = f"use {step.name}, or a value that then: changes"
            self.faults.add(
                (*at, "during"), "no round changes this condition: once begun, the rounds never end", mend
            )
        if any(isinstance(inner, Repeat) for inner in step.steps):
            self.faults.add(
                (*at, "steps"),
                "repeat is not allowed in rounds",
                "repeat before the rounds, or use a procedure",
            )
        self.check(step.steps, (*at, "steps"), scope)
        for name, formula in step.then.items():
            self._formula(formula, (*at, "then", name), scope)

    def _carried(self, step: Rounds, at: Path, scope: Scope) -> Scope:
        """Return the kinds of the values that are carried from round to round, at the start or after any round."""
        carried = {name: scope[name] for name in step.begin}
        for _ in range(_CARRIED_PASSES):
            silent = Faults("")
            known = replace(self.known, own_faults=silent, reference_faults=silent)
            trial = replace(self, known=known, faults=silent, settled=dict(self.settled))
            inner = {**scope, **carried}
            trial.check(step.steps, (*at, "steps"), inner)
            after = {name: trial._formula(step.then.get(name, name), at, inner) for name in carried}
            carried = {name: joined(kind, after[name]) for name, kind in carried.items()}
        return carried

    def _require(self, step: Require, at: Path, scope: Scope) -> None:
        self._formula(step.that, (*at, "that"), scope, "yes-no")
        check_braces(step.says, (*at, "says"), scope, self.faults)
        if step.about and step.about not in self.input_paths:
            mend = suggest(step.about, self.input_paths)
            self.faults.add((*at, "about"), f"unknown input {step.about}", mend)

    def _settle(self, step: Settle, at: Path, scope: Scope) -> None:
        for name, formula in step.values.items():
            kind = self._formula(formula, (*at, "values", name), scope)
            self.settled[name] = joined(self.settled[name], kind) if name in self.settled else kind

    def _tally(self, step: Tally, at: Path, scope: Scope) -> None:
        self._formula(step.start, (*at, "start"), scope, "number")
        self._formula(step.added_to, (*at, "added_to"), scope)
        groups = {group.name for group in step.alternatives}
        for index, modifier in enumerate(step.modifiers):
            path = (*at, "modifiers", index)
            self._formula(modifier.add, (*path, "add"), scope, "number")
            self._formula(modifier.when, (*path, "when"), scope, "yes-no")
            for number, bar in enumerate(modifier.bars):
                self._formula(bar.when, (*path, "bars", number, "when"), scope, "yes-no")
                check_braces(bar.because, (*path, "bars", number, "because"), scope, self.faults)
            if modifier.one_of and modifier.one_of not in groups:
                says = f"unknown group of alternatives {modifier.one_of}"
                self.faults.add((*path, "one_of"), says, "declare it in alternatives:")
        for index, ignore in enumerate(step.ignore):
            self._formula(ignore.when, (*at, "ignore", index, "when"), scope, "yes-no")
            if bool(ignore.marked) == bool(ignore.unless_marked):
                self.faults.add((*at, "ignore", index), "needs either marked or unless_marked")
        for index, factor in enumerate(step.factors):
            self._formula(factor.when, (*at, "factors", index, "when"), scope, "yes-no")
            self._formula(factor.times, (*at, "factors", index, "times"), scope, "number")
        self._define(step.name, NUMBER, (*at, "name"), scope)

    def _shift(self, step: Shift, at: Path, scope: Scope) -> None:
        chart = self.known.chart(step.chart, (*at, "chart"))
        self._formula(step.start, (*at, "start"), scope)
        self._formula(step.by, (*at, "by"), scope, "number")
        if chart:
            self._check_keys(literals(step.start), "column", chart.columns, (*at, "start"))
        kind = choice_of(frozenset(chart.columns)) if chart else ANY
        if step.start_name:
            self._define(step.start_name, kind, (*at, "start_name"), scope)
        self._define(step.name, kind, (*at, "name"), scope)

    def _look_up(self, step: LookUp, at: Path, scope: Scope) -> None:
        chart = self.known.chart(step.chart, (*at, "chart"))
        column = self._formula(step.column, (*at, "column"), scope)
        if bool(step.row) == bool(step.holding):
            self.faults.add(at, "needs either row or holding")
        row = self._formula(step.row, (*at, "row"), scope)
        self._formula(step.holding, (*at, "holding"), scope, "number")
        if chart is None:
            for name in (step.name, *step.take):
                self._define(name, ANY, (*at, "name"), scope)
            return
        self._check_keys(self._asked(step, step.column, column), "column", chart.columns, (*at, "column"))
        self._check_keys(self._asked(step, step.row, row), "row", chart.rows, (*at, "row"))
        cell = values_kind(chart.rows) if step.holding else cells_kind(chart)
        if not step.holding and not self.asks_blank(step.name):
            cell = with_blanks(cell, chart, "", column)
        self._define(step.name, cell, (*at, "name"), scope)
        for name, part in step.take.items():
            kind = part_kind(chart, part)
            if kind is None:
                known = [chart_part.name for chart_part in chart.parts]
                known += [f"marked {note.mark}" for note in chart.footnotes if note.mark]
                mend = f"known: shade, least, {', '.join(known)}"
                self.faults.add((*at, "take", name), f"{chart.id} has no part {part}", mend)
            elif part == "least":
                if where := without_least(chart, column):
                    says = f"least needs a number or a band in every cell; in {chart.title}, {where}"
                    self.faults.add((*at, "take", name), says, mend_of_least(chart, column, name))
            elif not self.asks_blank(name):
                kind = with_blanks(kind, chart, part, column)
            self._define(name, kind or ANY, (*at, "take", name), scope)

    def _asked(self, step: LookUp, formula: str, kind: Kind) -> frozenset[str]:
        """Return the keys that a look-up may ask for: the texts in its formula, or all choices of an input.

        A conditional look-up may meet only some of the choices, so there only the texts in the formula count.
        """
        is_input = not step.when and formula in {given.name for given in self.procedure.inputs}
        return literals(formula) | (kind.choices if is_input and kind.base == "text" else frozenset())

    def _check_keys(self, asked: frozenset[str], what: str, keys: tuple[str, ...], at: Path) -> None:
        """Note a fault if a key that may be asked for is not on the chart."""
        missing = sorted(asked - set(keys))
        if missing:
            self.faults.add(at, f"the chart has no {what} {missing[0]}", f"it has {', '.join(keys)}")

    def _repeat(self, step: Repeat, at: Path, scope: Scope) -> None:
        rows = scope.get(step.rows)
        if rows is None or rows.base != "rows":
            self.faults.add((*at, "rows"), f"{step.rows} is not an input of kind rows")
            return
        inner = {**scope, **rows.fields}
        before = set(inner)
        if any(isinstance(row_step, Roll | Use | Settle | Decide | Rounds) for row_step in step.steps):
            self.faults.add((*at, "steps"), "roll, use, settle, decide and rounds are not allowed in repeat")
        self.check(step.steps, (*at, "steps"), inner)
        defined = {name: kind for name, kind in inner.items() if name not in before}
        scope[step.rows] = rows_of({**rows.fields, **defined})

    def _use(self, step: Use, at: Path, scope: Scope) -> None:
        _check_use(step, self.procedure, self.known, at)
        for name, formula in step.given.items():
            self._formula(formula, (*at, "given", name), scope)
        for name in step.take:
            self._define(name, ANY, (*at, "take", name), scope)
        check_braces(step.says, (*at, "says"), scope, self.faults)

    def _decide(self, step: Decide, at: Path, scope: Scope) -> None:
        check_braces(step.says, (*at, "says"), scope, self.faults)
        if not step.answers:
            self.faults.add((*at, "answers"), "the choice changes no answer", "add an input with its value")
        for name, formula in step.answers.items():
            self._formula(formula, (*at, "answers", name), scope)
            if name not in self.input_paths:
                self.faults.add(
                    (*at, "answers", name), f"unknown input {name}", suggest(name, self.input_paths)
                )

    def _define_values(self, values: Mapping[str, str], at: Path, scope: Scope) -> None:
        for name, formula in values.items():
            self._define(name, self._formula(formula, (*at, name), scope), (*at, name), scope)

    def _define(self, name: str, kind: Kind, at: Path, scope: Scope) -> None:
        define(name, kind, at, scope, self.faults)

    def _formula(self, text: str, at: Path, scope: Mapping[str, Kind], base: str = "") -> Kind:
        return check_formula(text, at, scope, self.faults, base)


def _never_ends(step: Rounds) -> bool:
    """Return whether no round changes what `during` reads, and no step ends the procedure."""
    changed = {step.name, *(name for name, formula in step.then.items() if formula.strip() != name)}
    try:
        read = {path[0] for path in names_read(step.during)}
    except FormulaError:
        return False
    return not read & changed and not any(isinstance(inner, Settle) for inner in step.steps)


def _check_use(step: Use, user: Procedure, known: References, at: Path) -> None:
    """Note the faults between the procedure `user` and the one that its step at `at` uses."""
    faults = known.reference_faults
    other = known.procedure(step.procedure, (*at, "procedure"))
    if other is None:
        return
    if user.id in used_by(other, known.procedures):
        faults.add((*at, "procedure"), f"circular use: {step.procedure} uses this procedure")
    elif _steps_in_all(other, known.procedures, _MOST_LEVELS) > _MOST_STEPS:
        says = (
            f"{step.procedure} and what it uses have more than {_MOST_STEPS} steps or {_MOST_LEVELS} levels"
        )
        faults.add((*at, "procedure"), says)
    asked = {path for given in other.inputs for path in input_paths(given)}
    for name in step.given:
        if name not in asked:
            faults.add((*at, "given", name), f"{step.procedure} has no input {name}", suggest(name, asked))
    for given in other.inputs:
        for name in required_inputs(given, step.given):
            faults.add((*at, "given"), f"{step.procedure} requires {name}", f"add {name}: ...")
    results = {outcome.name for outcome in other.outcome}
    for name, result in step.take.items():
        if result not in results:
            says = f"{step.procedure} has no result {result}"
            faults.add((*at, "take", name), says, suggest(result, results))


def _steps_in_all(procedure: Procedure, procedures: Mapping[str, Procedure], levels: int) -> int:
    """Count the steps of a procedure and of all that it uses, as often as it uses them; stop above _MOST_STEPS."""
    steps = 0
    for step in procedure.every_step():
        steps += 1
        if isinstance(step, Use):
            if levels == 0:
                return _MOST_STEPS + 1
            other = procedures.get(f"{procedure.game}:{step.procedure}")
            steps += _steps_in_all(other, procedures, levels - 1) if other else 0
        if steps > _MOST_STEPS:
            break
    return steps


def used_by(procedure: Procedure, procedures: Mapping[str, Procedure]) -> set[str]:
    """Return the ids of a procedure and of all procedures that it uses, directly or not."""
    ids: set[str] = set()
    waiting = [procedure]
    while waiting:
        current = waiting.pop()
        if current.id in ids:
            continue
        ids.add(current.id)
        names = [f"{current.game}:{step.procedure}" for step in current.every_step() if isinstance(step, Use)]
        waiting += [procedures[name] for name in names if name in procedures]
    return ids
