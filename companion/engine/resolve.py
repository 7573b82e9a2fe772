"""Resolves a calculator: answers and rolls to a resolution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from companion.engine.answers import CheckedAnswers, take_answers, ways_to_answer
from companion.engine.dice import Given, GivenRolls
from companion.engine.flips import flips_of
from companion.engine.odds import odds_from
from companion.engine.program import Program
from companion.engine.questions import path_words
from companion.engine.state import State, Trace
from companion.engine.values import MISSING, Values, evaluate, hashable, holds, plain, worded
from companion.formula import FormulaError
from companion.model import (
    Chart,
    GameModule,
    Library,
    NextStep,
    OutcomeName,
    Procedure,
    Refused,
    Resolution,
    Rolled,
    RollRequest,
    Unworkable,
)
from companion.model.chart import BLANK

MOST_REMAINING = 600
"""Most combinations of missing answers that are tried to find the results that remain."""

MOST_ODDS = 100
"""Most odds that are cached: each further roll asks again for those before the first."""


class Engine:
    """Resolves the calculators of a library. Its only state is a cache of compiled programs and odds."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._programs: dict[str, Program] = {}
        self._known_odds: dict[tuple[Any, ...], tuple[dict[str, Fraction], str]] = {}

    def program(self, procedure: Procedure) -> Program:
        """Return the compiled procedure."""
        if procedure.id not in self._programs:
            module = self.library.module(procedure.game)
            self._programs[procedure.id] = Program(module, procedure)
        return self._programs[procedure.id]

    def resolve(
        self, name: str, answers: Mapping[str, Any], rolls: Given | None = None, flips: bool = True
    ) -> Resolution:
        """Return the result of a procedure, as far as answers and rolls decide it.

        Raises NotFound for an unknown procedure and Refused for anything outside its domain, surplus dice
        included. Missing answers and dice are no error: the resolution says which. Without `flips` none are
        worked out.
        """
        procedure = self.library.procedure(name)
        trace = Trace()
        try:
            return self._resolve(procedure, answers, rolls, flips, trace)
        except FormulaError as error:
            why = f"{error}{_blank(trace)}"
            raise Unworkable(f"{procedure.title} cannot be worked out with these answers: {why}") from None

    def _resolve(
        self,
        procedure: Procedure,
        answers: Mapping[str, Any],
        rolls: Given | None,
        flips: bool,
        trace: Trace,
    ) -> Resolution:
        program = self.program(procedure)
        taken = take_answers(procedure.inputs, answers)
        state = State({"": dict(taken.values)}, trace)
        supply = GivenRolls(rolls)
        if rolls and not program.requests:
            raise Refused(f"{procedure.title} rolls no dice")
        supply.check_parts(program.requests)
        at = program.run(state)
        odds, no_odds = ({}, "") if taken.missing else self._odds(program, state, at)
        before = {} if state.doubtful else dict(self._outcome(procedure, state, program.open_names(at)))
        taken_rolls: list[Rolled] = []
        needs: tuple[RollRequest, ...] = ()
        if not taken.missing:
            at, taken_rolls, needs = _continue(program, state, at, supply)
            if state.lacking:
                raise Unworkable(f"{procedure.title} needs {', '.join(state.lacking)}, which nothing gives")
        for request in trace.no_dice:
            supply.serve(request)
        unused = self._unused(procedure, taken, supply, at)
        done = at < 0 and not taken.missing
        outcome = dict(self._outcome(procedure, state)) if done else before
        would = (
            flips_of(self.headline, procedure, taken, answers, taken_rolls, outcome) if done and flips else ()
        )
        return _resolution(
            program,
            taken,
            state,
            trace,
            rolls=tuple(taken_rolls),
            outcome=plain(outcome),
            done=done,
            needs=needs,
            remains=self._remains(program, procedure, answers) if taken.missing else {},
            odds=odds,
            no_odds=no_odds,
            flips=tuple(would),
            next=tuple(self._next(procedure, state)) if done else (),
            unused=tuple(unused),
        )

    def headline(self, name: str, answers: Mapping[str, Any], rolls: list[Rolled]) -> dict[str, Any] | None:
        """Return the headline results alone, None if these rolls do not fit these answers. Raises Refused."""
        procedure = self.library.procedure(name)
        program = self.program(procedure)
        taken = take_answers(procedure.inputs, answers)
        if taken.missing:
            return None
        state = State({"": dict(taken.values)})
        at, left = program.run(state), list(rolls)
        while at >= 0 and left:
            request, rolled = program.request(state, at), left.pop(0)
            if rolled.dice != request.dice or rolled.pool is (request.pool is None):
                return None
            at = program.run(state, program.place(state, at, rolled))
        if at >= 0:
            return None
        values = state.scopes[""]
        return {
            result.name: values.get(result.source)
            for result in procedure.outcome
            if result.show == "headline" and result.source in values
        }

    def _outcome(
        self, procedure: Procedure, state: State, but: Collection[str] = ()
    ) -> Iterator[tuple[str, Any]]:
        values = state.scopes[""]
        for result in procedure.outcome:
            if result.source in values and result.source not in but:
                yield result.name, values[result.source]

    def _odds(self, program: Program, state: State, at: int) -> tuple[dict[str, Fraction], str]:
        """Exact probability of each headline result over all throws to come; and why there are none."""
        key = (program.procedure.id, at, hashable(state.scopes))
        known = self._known_odds.get(key)
        if known is None:
            heads = [result for result in program.procedure.outcome if result.show == "headline"]
            known = odds_from(program, state, at, lambda values: headline_words(heads, values))
            if len(self._known_odds) >= MOST_ODDS:
                self._known_odds.clear()
            self._known_odds[key] = known
        return known

    def _remains(
        self, program: Program, procedure: Procedure, answers: Mapping[str, Any]
    ) -> dict[str, tuple[Any, ...]]:
        """Values that each result before the roll can still have, depending on the missing answers.

        Empty where the missing answers are endless or too many to try.
        """
        remaining: dict[str, dict[Any, None]] = {}
        for values in ways_to_answer(procedure.inputs, answers, MOST_REMAINING):
            state = State({"": values})
            try:
                still_open = program.open_names(program.run(state))
            except (Refused, FormulaError):
                continue
            for result in procedure.outcome:
                value = (
                    MISSING if result.source in still_open else state.scopes[""].get(result.source, MISSING)
                )
                if not state.doubtful and isinstance(value, bool | int | str | Fraction | None):
                    remaining.setdefault(result.name, {})[value] = None
        module = self.library.module(procedure.game)
        return {name: tuple(plain(_in_order(values, module))) for name, values in remaining.items()}

    def _next(self, procedure: Procedure, state: State) -> Iterator[NextStep]:
        values = state.scopes[""]
        for follow in procedure.next:
            if not holds(follow.when, values):
                continue
            target = f"{procedure.game}:{follow.procedure}" if follow.procedure else ""
            yield NextStep(worded(follow.says, values), follow.cite, target, _carried(follow.carry, values))

    def _unused(self, procedure: Procedure, taken: CheckedAnswers, supply: GivenRolls, at: int) -> list[str]:
        labels = {question.name: question for question in procedure.inputs}
        reasons = []
        for path in taken.unused:
            given = labels.get(path)
            reasons.append(
                f"{path_words(procedure.inputs, path)}: not asked here"
                + (f" ({given.help})" if given and given.help else "")
            )
        if at < 0 and not taken.missing:
            reasons += [f"{whose}: no roll was needed" for whose in supply.idle()]
        return reasons


def _resolution(
    program: Program, taken: CheckedAnswers, state: State, trace: Trace, **decided: Any
) -> Resolution:
    """A resolution with what the run recorded, and the fields in `decided`."""
    procedure, values = program.procedure, state.scopes[""]
    return Resolution(
        procedure=procedure.id,
        title=procedure.title,
        cite=procedure.cite,
        inputs=plain(taken.values),
        ledger=tuple(trace.ledger),
        totals=tuple(trace.totals),
        looked=tuple(trace.looked),
        missing=tuple(taken.missing),
        settled=trace.settled,
        has_dice=bool(program.requests),
        column=values.get(procedure.column),
        needed=values.get(procedure.needed),
        total=values.get(procedure.total),
        notes=procedure.notes,
        **decided,
    )


def _carried(carry: Mapping[str, str], values: Values) -> dict[str, Any]:
    """Known answers for a follow-up; a field of a group takes precedence over the whole group."""
    carried: dict[str, Any] = {}
    for name in sorted(carry, key=lambda path: "." in path):
        value = evaluate(carry[name], values)
        if value is MISSING:
            continue
        group, _, field = name.rpartition(".")
        if group:
            carried[group] = {**(carried.get(group) or {}), field: plain(value)}
        else:
            carried[name] = plain(value)
    return carried


def _continue(
    program: Program, state: State, at: int, supply: GivenRolls
) -> tuple[int, list[Rolled], tuple[RollRequest, ...]]:
    """Continue from the roll at `at` with the given dice. Return where it stops, the rolls, the next dice needed."""
    taken_rolls: list[Rolled] = []
    while at >= 0:
        request = program.request(state, at)
        rolled = supply.next(request)
        if rolled is None:
            return at, taken_rolls, (msgspec.structs.replace(request, given=supply.short),)
        taken_rolls.append(rolled)
        at = program.run(state, program.place(state, at, rolled))
    return at, taken_rolls, ()


def _blank(trace: Trace) -> str:
    """The blank cells that were read, each with its chart; empty if there are none."""
    blank = [lookup for lookup in trace.looked if lookup.cell == BLANK]
    return "".join(f"; {lookup.title}, row {lookup.row}, column {lookup.column} is blank" for lookup in blank)


def headline_words(heads: list[OutcomeName], values: Mapping[str, Any]) -> str:
    """Return the headline results in words, joined by commas."""
    return ", ".join(result.words_for(values[result.source]) for result in heads if result.source in values)


def _in_order(values: dict[Any, None], module: GameModule) -> tuple[Any, ...]:
    if all(isinstance(value, int) for value in values):
        return tuple(sorted(values))
    charts: list[Chart] = list(module.charts)
    for chart in charts:
        if all(value in chart.columns for value in values):
            return tuple(column for column in chart.columns if column in values)
    return tuple(values)
