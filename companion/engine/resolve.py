"""Resolves a calculator: turns answers and rolls into a resolution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from companion.engine.answers import CheckedAnswers, take_answers, ways_to_answer
from companion.engine.charts_ahead import ChartAhead, charts_ahead
from companion.engine.dice import Given
from companion.engine.flips import Flips, flips_of
from companion.engine.given_rolls import GivenRolls
from companion.engine.odds import odds_from
from companion.engine.program import Program
from companion.engine.questions import path_words
from companion.engine.trials import Trials
from companion.engine.values import MISSING, State, Trace, Values, evaluate, hashable, holds, plain, worded
from companion.formula import FormulaError
from companion.model import (
    GameModule,
    Library,
    NextStep,
    Procedure,
    Refused,
    Resolution,
    Rolled,
    Unworkable,
)
from companion.model.answer_path import row_order
from companion.model.chart import BLANK

MOST_REMAINING = 600
"""Most combinations of missing answers that are tried to find the remaining results."""

MOST_ODDS = 100
"""Most odds that are cached, because each further roll needs the odds before the first roll again."""


class Engine:
    """Resolves the calculators of a library. Its only state is a cache of compiled programs and odds."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._programs: dict[str, Program] = {}
        self._known_odds: dict[tuple[Any, ...], tuple[dict[str, Fraction], str]] = {}

    def program(self, procedure: Procedure) -> Program:
        """Return the compiled procedure."""
        if procedure.id not in self._programs:
            self._programs[procedure.id] = Program(self.library.module(procedure.game), procedure)
        return self._programs[procedure.id]

    def resolve(
        self, name: str, answers: Mapping[str, Any], rolls: Given | None = None, flips: bool = True
    ) -> Resolution:
        """Return the result of a procedure as far as answers and rolls determine it.

        Raises NotFound for an unknown procedure and Refused for anything outside its domain, surplus dice
        included. Missing answers and dice are not errors: the resolution lists them. Without `flips`, none are
        computed.
        """
        procedure = self.library.procedure(name)
        trace = Trace()
        try:
            return self._resolve(self.program(procedure), answers, GivenRolls(rolls), flips, trace)
        except FormulaError as error:
            why = f"{error}{_blank(trace)}"
            raise Unworkable(f"{procedure.title} cannot be calculated with these answers: {why}") from None

    def _resolve(
        self, program: Program, answers: Mapping[str, Any], supply: GivenRolls, flips: bool, trace: Trace
    ) -> Resolution:
        procedure = program.procedure
        taken = take_answers(procedure.inputs, answers)
        state = State({"": dict(taken.values)}, trace)
        supply.check_parts(procedure.title, program.requests)
        at = program.run(state)
        unused = _unused(procedure, taken)
        if taken.missing:
            before = {} if state.doubtful else _outcome(procedure, state, program.open_names(at))
            remains = self._remains(program, answers)
            return _resolution(program, taken, state, outcome=plain(before), remains=remains, unused=unused)
        odds, no_odds = self._odds(program, state, at)
        stop, rolls, due = program.go_on(state, at, supply)
        _refuse_lacking(procedure, state)
        supply.serve(*trace.no_dice)
        decided: dict[str, Any] = {"rolls": rolls, "odds": odds, "no_odds": no_odds}
        if due is not None:
            decided["outcome"] = plain(_outcome(procedure, state, program.open_names(stop)))
            if rolls or due.given:
                decided["odds_now"], _ = self._odds(program, state, stop, supply.begun)
            return _resolution(program, taken, state, unused=unused, needs=(due,), **decided)
        outcome, dice = _outcome(procedure, state), (*rolls, *supply.spare)
        changes = flips_of(program, taken, answers, dice, outcome) if flips else Flips()
        return _resolution(
            program,
            taken,
            state,
            outcome=plain(outcome),
            done=True,
            flips=changes.flips,
            open_flips=changes.open,
            untried=changes.untried,
            spare=supply.spare,
            next=tuple(_next(procedure, state.scopes[""])),
            unused=unused + tuple(_unused_dice(supply)),
            **decided,
        )

    def charts_ahead(
        self, name: str, answers: Mapping[str, Any], rolls: Sequence[Rolled]
    ) -> list[ChartAhead]:
        """Return the charts that a procedure can read; refused answers are ignored."""
        program, state = self.program(self.library.procedure(name)), State({"": {}})
        with suppress(Refused, FormulaError):
            taken = take_answers(program.procedure.inputs, answers)
            state = State({"": dict(taken.values)})
            at = program.run(state)
            if not taken.missing:
                program.go_on(state, at, GivenRolls(rolls))
        return charts_ahead(program, state)

    def headline(
        self, name: str, answers: Mapping[str, Any], rolls: Sequence[Rolled]
    ) -> dict[str, Any] | None:
        """Return only the headline results; None if the rolls do not fit the answers. Raises Refused."""
        program = self.program(self.library.procedure(name))
        return Trials(program, rolls).headline(answers).outcome

    def _odds(
        self, program: Program, state: State, at: int, begun: tuple[int, ...] = ()
    ) -> tuple[dict[str, Fraction], str]:
        """Return the exact probability of each headline result, and the reason if there are none.

        `begun`: faces already given for the pool at `at`.
        """
        key = (program.procedure.id, at, begun, hashable(state.scopes))
        known = self._known_odds.get(key)
        if known is None:
            known = odds_from(program, state, at, begun)
            if len(self._known_odds) >= MOST_ODDS:
                self._known_odds.clear()
            self._known_odds[key] = known
        return known

    def _remains(self, program: Program, answers: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
        """Return the values that each result can still have, depending on the missing answers.

        A result that needs dice in at least one of these cases is left out, because the values of the other cases
        would look like all of them. Empty if there are too many combinations of missing answers.
        """
        remaining: dict[str, dict[Any, None]] = {}
        undecided: set[str] = set()
        for values in ways_to_answer(program.procedure.inputs, answers, MOST_REMAINING):
            state = State({"": values})
            try:
                at = program.run(state)
            except (Refused, FormulaError):
                continue
            known = {} if state.doubtful else _outcome(program.procedure, state, program.open_names(at))
            if at >= 0 or state.doubtful:
                undecided |= {result.name for result in program.procedure.outcome} - known.keys()
            for name, value in known.items():
                if isinstance(value, bool | int | str | Fraction | None):
                    remaining.setdefault(name, {})[value] = None
        return {
            name: tuple(plain(_in_order(values, program.module)))
            for name, values in remaining.items()
            if name not in undecided
        }


def _refuse_lacking(procedure: Procedure, state: State) -> None:
    """Raise Unworkable if a used procedure has a question that nobody answers."""
    if state.lacking:
        raise Unworkable(f"{procedure.title} needs {', '.join(state.lacking)}, but no step gives it")


def _outcome(procedure: Procedure, state: State, but: Collection[str] = ()) -> dict[str, Any]:
    """Return the known results by name, without those whose value is named in `but`."""
    values = state.scopes[""]
    return {
        result.name: values[result.source]
        for result in procedure.outcome
        if result.source in values and result.source not in but
    }


def _next(procedure: Procedure, values: Values) -> Iterator[NextStep]:
    for follow in procedure.next:
        if holds(follow.when, values):
            target = f"{procedure.game}:{follow.procedure}" if follow.procedure else ""
            carried = _carried(follow.carry, values)
            yield NextStep(
                worded(follow.says, values), follow.cite, target, carried, follow.names, follow.earlier
            )


def _unused(procedure: Procedure, taken: CheckedAnswers) -> tuple[str, ...]:
    """Return messages about answers that are not used, with the help of their questions."""
    helps = {question.name: f" ({question.help})" for question in procedure.inputs if question.help}
    return tuple(
        f"{path_words(procedure.inputs, path)}: not asked here{helps.get(path, '')}" for path in taken.unused
    )


def _unused_dice(supply: GivenRolls) -> Iterator[str]:
    """Yield messages about dice that are not used. Raises Refused for more dice than were due."""
    yield from (f"{whose}: no roll was needed" for whose in supply.unneeded())
    for rolled in supply.spare:
        yield f"{rolled.label or rolled.name}: {rolled.shown}, no longer needed"


def _resolution(
    program: Program,
    taken: CheckedAnswers,
    state: State,
    rolls: tuple[Rolled, ...] = (),
    done: bool = False,
    **decided: Any,
) -> Resolution:
    """Return a resolution with the record of the run and the fields in `decided`."""
    procedure, values, trace = program.procedure, state.scopes[""], state.trace
    assert trace is not None
    return Resolution(
        procedure=procedure.id,
        title=procedure.title,
        cite=procedure.cite,
        inputs=plain(taken.values),
        ledger=tuple(trace.ledger),
        totals=tuple(trace.totals),
        looked=tuple(trace.looked),
        steps=tuple(step for _, step in trace.steps),
        decisions=() if done else tuple(trace.decisions),
        missing=tuple(taken.missing),
        settled=trace.settled,
        has_dice=bool(program.requests),
        column=values.get(procedure.column),
        needed=values.get(procedure.needed),
        total=values.get(procedure.total),
        by_hand=procedure.by_hand,
        notes=procedure.notes,
        rolls=rolls,
        done=done,
        **decided,
    )


def _carried(carry: Mapping[str, str], values: Values) -> dict[str, Any]:
    """Return the known answers for a follow-up; a field of a group takes precedence over the whole group.

    A row contains only fields that have a value; a row without any is left out.
    """
    carried: dict[str, Any] = {}
    rows: dict[str, dict[str, dict[str, Any]]] = {}
    for path in sorted(carry, key=lambda path: path.count(".")):
        value = evaluate(carry[path], values)
        first, *fields = path.split(".")
        if value is MISSING or (len(fields) == 2 and value is None):
            continue
        if len(fields) == 2:
            rows.setdefault(first, {}).setdefault(fields[0], {})[fields[1]] = plain(value)
        elif fields:
            carried[first] = {**(carried.get(first) or {}), fields[0]: plain(value)}
        else:
            carried[first] = plain(value)
    return carried | {
        name: [those[row] for row in sorted(those, key=row_order)] for name, those in rows.items()
    }


def _blank(trace: Trace) -> str:
    """Return the blank cells that were read as the end of a message; empty if there are none."""
    blank = [lookup for lookup in trace.looked if lookup.cell == BLANK]
    return "".join(f"; {lookup.title}, row {lookup.row}, column {lookup.column} is blank" for lookup in blank)


def _in_order(values: dict[Any, None], module: GameModule) -> tuple[Any, ...]:
    if all(isinstance(value, int) for value in values):
        return tuple(sorted(values))
    for chart in module.charts:
        if all(value in chart.columns for value in values):
            return tuple(column for column in chart.columns if column in values)
    return tuple(values)
