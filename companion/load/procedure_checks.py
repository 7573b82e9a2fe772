"""Checks a procedure against its charts and names before anyone plays it.

Every formula is typed in the scope where it stands, so that a misspelt input, a choice that does not exist or a
condition that adds text is a fault with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from companion.formula import NUMBER, FormulaError, Kind, choice_of, names_read, rows_of
from companion.formula.types import ANY, FACES, joined
from companion.load.formula_checks import (
    NAME,
    Scope,
    check_braces,
    check_formula,
    define,
    known_ids,
    known_words,
)
from companion.load.inputs import Charts, Others, check_input, paths_of, required
from companion.load.records import Faults
from companion.load.text_yaml import Path
from companion.load.value_kinds import (
    asks_for_blanks,
    cells_kind,
    literals,
    part_kind,
    values_kind,
    with_blanks,
)
from companion.model import MEND_FIRST, Chart, Procedure, Step
from companion.model.procedure import (
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
POOLED = re.compile(r"1?d([1-9]\d{0,2})")


def check_procedure(
    procedure: Procedure, charts: Charts, others: Others, own: Faults, between: Faults
) -> None:
    """Notes the procedure's own faults, and those that lie between it and another procedure."""
    _Checker(procedure, charts, others, own, between).check()


MOST_STEPS = 300
"""Steps of a procedure that is used, those of all it uses among them."""
DEEPEST_USE = 12
"""Levels of procedures that use each other."""


class _Checker:
    """Walks one procedure, growing the scope step by step."""

    def __init__(
        self, procedure: Procedure, charts: Charts, others: Others, own: Faults, between: Faults
    ) -> None:
        self.procedure = procedure
        self.charts = charts
        self.others = others
        self.faults = own
        self.between = between
        self.scope: Scope = {}
        self.settled: Scope = {}
        self.input_paths: set[str] = set()
        self.asks_blank = asks_for_blanks(procedure)

    def check(self) -> None:
        """Inputs, steps, outcome, what follows."""
        for index, given in enumerate(self.procedure.inputs):
            check_input(given, ("inputs", index), self.scope, self.faults)
            self.input_paths |= set(paths_of(given, rows=True))
        self._steps(self.procedure.steps, ("steps",), self.scope)
        self._ends()
        self._follow_ups()

    def _steps(self, steps: Iterable[Step], at: Path, scope: Scope) -> None:
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
                    for name, formula in step.values.items():
                        kind = self._formula(formula, (*path, "values", name), scope)
                        self._define(name, kind, (*path, "values", name), scope)
                case Require():
                    self._require(step, path, scope)
                case Settle():
                    self._settle(step, path, scope)
                case Repeat():
                    self._repeat(step, path, scope)
                case Use():
                    self._use(step, path, scope)
                case Rounds():
                    self._rounds(step, path, scope)

    def _roll(self, step: Roll, at: Path, scope: Scope) -> None:
        self._formula(step.count, (*at, "count"), scope, "number")
        if not (POOLED if step.count else DICE).fullmatch(step.dice):
            meant = f"1{step.dice}".lower() if step.dice[:1] in "dD" else step.dice.lower()
            mend = f"write {meant}" if DICE.fullmatch(meant) else "as in 2d6, or 00-99"
            mend = "of a pool as in d6" if step.count else mend
            self.faults.add((*at, "dice"), f"{step.dice!r} is no dice", mend)
        if step.counts and not step.count:
            self.faults.add((*at, "counts"), "only a pool counts its dice", "add count: ...")
        if step.counts and "face" in scope:
            self.faults.add((*at, "counts"), "face is a die here, but has another meaning", "rename that")
        for name, formula in step.counts.items():
            self._formula(formula, (*at, "counts", name), {**scope, "face": NUMBER}, "yes-no")
        for name in step.counts:
            self._define(name, NUMBER, (*at, "counts", name), scope)
        self._define(step.name, FACES if step.count else NUMBER, (*at, "name"), scope)

    def _rounds(self, step: Rounds, at: Path, scope: Scope) -> None:
        for name, formula in step.begin.items():
            kind = self._formula(formula, (*at, "begin", name), scope)
            self._define(name, kind, (*at, "begin", name), scope)
        for name in step.then:
            if name not in step.begin:
                self.faults.add((*at, "then", name), f"{name} has no beginning", "add it to begin:")
        self._define(step.name, NUMBER, (*at, "name"), scope)
        scope.update(self._carried(step, at, scope))
        self._formula(step.during, (*at, "during"), scope, "yes-no")
        if _never_ends(step):
            mend = f"let it read {step.name}, or what then: changes"
            self.faults.add((*at, "during"), "no round changes what it reads: once begun it never ends", mend)
        if any(isinstance(each, Repeat) for each in step.steps):
            self.faults.add((*at, "steps"), "no rows in rounds", "repeat before them, or use a procedure")
        self._steps(step.steps, (*at, "steps"), scope)
        for name, formula in step.then.items():
            self._formula(formula, (*at, "then", name), scope)

    def _carried(self, step: Rounds, at: Path, scope: Scope) -> Scope:
        """The kinds of what goes from round to round: as it begins, or as a round leaves it."""
        found = {name: scope[name] for name in step.begin}
        kept = self.faults, self.between, self.settled
        for _ in range(3):
            self.faults, self.between, self.settled = Faults(""), Faults(""), dict(self.settled)
            trial = {**scope, **found}
            self._steps(step.steps, (*at, "steps"), trial)
            after = {name: self._formula(step.then.get(name, name), at, trial) for name in found}
            found = {name: joined(kind, after[name]) for name, kind in found.items()}
            self.faults, self.between, self.settled = kept
        return found

    def _require(self, step: Require, at: Path, scope: Scope) -> None:
        self._formula(step.that, (*at, "that"), scope, "yes-no")
        check_braces(step.says, (*at, "says"), scope, self.faults)
        if step.about and step.about not in self.input_paths:
            self.faults.add(
                (*at, "about"), f"no input {step.about}", known_words(self.input_paths, step.about)
            )

    def _settle(self, step: Settle, at: Path, scope: Scope) -> None:
        for name, formula in step.values.items():
            kind = self._formula(formula, (*at, "values", name), scope)
            self.settled[name] = joined(self.settled[name], kind) if name in self.settled else kind

    def _tally(self, step: Tally, at: Path, scope: Scope) -> None:
        self._formula(step.start, (*at, "start"), scope, "number")
        groups = {group.name for group in step.alternatives}
        for index, modifier in enumerate(step.modifiers):
            path = (*at, "modifiers", index)
            self._formula(modifier.add, (*path, "add"), scope, "number")
            self._formula(modifier.when, (*path, "when"), scope, "yes-no")
            for number, bar in enumerate(modifier.bars):
                self._formula(bar.when, (*path, "bars", number, "when"), scope, "yes-no")
                check_braces(bar.because, (*path, "bars", number, "because"), scope, self.faults)
            if modifier.one_of and modifier.one_of not in groups:
                says = f"no alternatives {modifier.one_of}"
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
        chart = self._chart(step.chart, (*at, "chart"))
        self._formula(step.start, (*at, "start"), scope)
        self._formula(step.by, (*at, "by"), scope, "number")
        if chart:
            self._keys(literals(step.start), "column", chart.columns, (*at, "start"))
        kind = choice_of(frozenset(chart.columns)) if chart else ANY
        if step.start_name:
            self._define(step.start_name, kind, (*at, "start_name"), scope)
        self._define(step.name, kind, (*at, "name"), scope)

    def _look_up(self, step: LookUp, at: Path, scope: Scope) -> None:
        chart = self._chart(step.chart, (*at, "chart"))
        column = self._formula(step.column, (*at, "column"), scope)
        if bool(step.row) == bool(step.holding):
            self.faults.add(at, "needs either row or holding")
        row = self._formula(step.row, (*at, "row"), scope)
        self._formula(step.holding, (*at, "holding"), scope, "number")
        if chart is None:
            for name in (step.name, *step.take):
                self._define(name, ANY, (*at, "name"), scope)
            return
        self._keys(self._written(step, step.column, column), "column", chart.columns, (*at, "column"))
        self._keys(self._written(step, step.row, row), "row", chart.rows, (*at, "row"))
        found = values_kind(chart.rows) if step.holding else cells_kind(chart)
        if not step.holding and not self.asks_blank(step.name):
            found = with_blanks(found, chart, "", column)
        self._define(step.name, found, (*at, "name"), scope)
        for name, part in step.take.items():
            kind = part_kind(chart, part)
            if kind is None:
                known = [each.name for each in chart.parts]
                known += [f"marked {note.mark}" for note in chart.footnotes if note.mark]
                mend = f"known: shade, least, {', '.join(known)}"
                self.faults.add((*at, "take", name), f"{chart.id} has no part {part}", mend)
            elif not self.asks_blank(name):
                kind = with_blanks(kind, chart, part, column)
            self._define(name, kind or ANY, (*at, "take", name), scope)

    def _written(self, step: LookUp, formula: str, kind: Kind) -> frozenset[str]:
        """The keys a look-up may ask for: those written out, or the answers where one is taken as it is.

        A conditional look-up may meet only some of the answers, so there only what is written out counts.
        """
        plain = not step.when and formula in {given.name for given in self.procedure.inputs}
        return literals(formula) | (kind.choices if plain and kind.base == "text" else frozenset())

    def _keys(self, asked: frozenset[str], what: str, keys: tuple[str, ...], at: Path) -> None:
        """Refuses a key that the chart does not have."""
        strange = sorted(asked - set(keys))
        if strange:
            self.faults.add(at, f"the chart has no {what} {strange[0]}", f"it has {', '.join(keys)}")

    def _repeat(self, step: Repeat, at: Path, scope: Scope) -> None:
        rows = scope.get(step.rows)
        if rows is None or rows.base != "rows":
            self.faults.add((*at, "rows"), f"{step.rows} is not an input of rows")
            return
        inner = {**scope, **rows.fields}
        before = set(inner)
        if any(isinstance(each, Roll | Use | Settle | Rounds) for each in step.steps):
            self.faults.add((*at, "steps"), "no dice, settling, rounds or other procedure for each row")
        self._steps(step.steps, (*at, "steps"), inner)
        fresh = {name: kind for name, kind in inner.items() if name not in before}
        scope[step.rows] = rows_of({**rows.fields, **fresh})

    def _use(self, step: Use, at: Path, scope: Scope) -> None:
        other = self.others.named(self.procedure.game, step.procedure, (*at, "procedure"), self.between)
        if other is not None:
            self._use_of(step, other, at)
        for name, formula in step.given.items():
            self._formula(formula, (*at, "given", name), scope)
        for name in step.take:
            self._define(name, ANY, (*at, "take", name), scope)

    def _use_of(self, step: Use, other: Procedure, at: Path) -> None:
        if self.procedure.id in used_by(other, self.others.procedures):
            self.between.add((*at, "procedure"), f"{step.procedure} uses this procedure in turn")
        elif _laid_in(other, self.others.procedures, DEEPEST_USE) > MOST_STEPS:
            says = f"{step.procedure}, with all it uses, has more than {MOST_STEPS} steps or {DEEPEST_USE} levels"
            self.between.add((*at, "procedure"), says)
        known = {path for each in other.inputs for path in paths_of(each)}
        for name in step.given:
            if name not in known:
                says = f"{step.procedure} does not ask {name}"
                self.between.add((*at, "given", name), says, known_words(known, name))
        for each in other.inputs:
            for name in required(each, step.given):
                says = f"{step.procedure} must know {name}"
                self.between.add((*at, "given"), says, f"add {name}: ...")
        outcomes = {each.name for each in other.outcome}
        for name, outcome in step.take.items():
            if outcome not in outcomes:
                says = f"{step.procedure} has no result {outcome}"
                self.between.add((*at, "take", name), says, known_words(outcomes, outcome))

    def _ends(self) -> None:
        known = {*self.scope, *self.settled}
        told: set[str] = set()
        for index, outcome in enumerate(self.procedure.outcome):
            self._outcome_name(outcome.name, told, ("outcome", index, "name"))
            if outcome.source not in known:
                at: Path = ("outcome", index, "value" if outcome.value else "name")
                self.faults.add(at, f"nothing gives {outcome.source}", known_words(known, outcome.source))
        if not any(each.show == "headline" for each in self.procedure.outcome):
            self.faults.add(("outcome",), "no result is the headline", "write show: headline on one")
        for field in ("column", "needed", "total"):
            name = getattr(self.procedure, field)
            if name and name not in known:
                self.faults.add((field,), f"nothing gives {name}", known_words(known, name))

    def _outcome_name(self, name: str, told: set[str], at: Path) -> None:
        """A result has a name, or names with dots, of its own; no result is a group of others."""
        clashes = [each for each in told if each == name or f"{each}.".startswith(f"{name}.")]
        clashes += [each for each in told if f"{name}.".startswith(f"{each}.")]
        if clashes:
            self.faults.add(at, f"the result {name} meets the result {clashes[0]}", "choose another name")
        if not all(NAME.fullmatch(part) for part in name.split(".")):
            mend = "lower-case letters, digits and _, as in target.state"
            self.faults.add(at, f"{name!r} is no name of a result", mend)
        told.add(name)

    def _follow_ups(self) -> None:
        names = {**self.settled, **self.scope}
        for name, kind in self.settled.items():
            if name in self.scope:
                names[name] = joined(self.scope[name], kind)
        for index, follow in enumerate(self.procedure.next):
            at: Path = ("next", index)
            self._formula(follow.when, (*at, "when"), names, "yes-no")
            check_braces(follow.says, (*at, "says"), names, self.faults)
            for name, formula in follow.carry.items():
                self._formula(formula, (*at, "carry", name), names)
            if not follow.procedure:
                continue
            path = (*at, "procedure")
            other = self.others.named(self.procedure.game, follow.procedure, path, self.between)
            asked = [path for each in other.inputs for path in paths_of(each)] if other else []
            for name in follow.carry if other else ():
                if name not in asked:
                    says = f"{follow.procedure} does not ask {name}"
                    self.between.add((*at, "carry", name), says, known_words(asked, name))

    def _chart(self, name: str, at: Path) -> Chart | None:
        chart = self.charts.get(f"{self.procedure.game}:{name}")
        if chart is None and f"{self.procedure.game}:{name}" in self.others.left_out:
            self.between.add(at, f"{name} has faults and is left out", MEND_FIRST)
        elif chart is None:
            self.faults.add(at, f"no chart {name}", known_ids(self.charts, self.procedure.game, name))
        return chart

    def _define(self, name: str, kind: Kind, at: Path, scope: Scope) -> None:
        define(name, kind, at, scope, self.faults)

    def _formula(self, text: str, at: Path, scope: Mapping[str, Kind], base: str = "") -> Kind:
        return check_formula(text, at, scope, self.faults, base)


def _never_ends(step: Rounds) -> bool:
    """Whether no round changes what decides over the next one, and none ends the procedure."""
    changed = {step.name, *(name for name, formula in step.then.items() if formula.strip() != name)}
    try:
        read = {path[0] for path in names_read(step.during)}
    except FormulaError:
        return False
    return not read & changed and not any(isinstance(each, Settle) for each in step.steps)


def _laid_in(procedure: Procedure, procedures: Mapping[str, Procedure], levels: int) -> int:
    """Steps of a procedure with those of all it uses, each as often as it is used; counts no further than need be."""
    steps = 0
    for step in procedure.every_step():
        steps += 1
        if isinstance(step, Use):
            other = procedures.get(f"{procedure.game}:{step.procedure}")
            if levels == 0:
                return MOST_STEPS + 1
            steps += _laid_in(other, procedures, levels - 1) if other else 0
        if steps > MOST_STEPS:
            break
    return steps


def used_by(procedure: Procedure, procedures: Mapping[str, Procedure]) -> set[str]:
    """Ids of the procedure itself and of all that it uses, and they use."""
    found: set[str] = set()
    waiting = [procedure]
    while waiting:
        each = waiting.pop()
        if each.id in found:
            continue
        found.add(each.id)
        names = [f"{each.game}:{step.procedure}" for step in each.every_step() if isinstance(step, Use)]
        waiting += [procedures[name] for name in names if name in procedures]
    return found
