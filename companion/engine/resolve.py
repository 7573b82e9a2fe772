"""Answers and rolls to a resolution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from companion.engine.answers import Taken, take_answers
from companion.engine.dice import Given, Supply, chances
from companion.engine.flips import flips_of
from companion.engine.program import Program, State, Trace
from companion.engine.values import MISSING, evaluate, holds, said, worded
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
)

MOST_REMAINING = 600
"""Combinations of missing answers that are tried to tell what remains."""
MOST_STATES = 20_000
"""Different states between two rolls that odds are worked out over."""


class Engine:
    """Resolves the procedures of a library. Holds nothing but compiled programs."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._programs: dict[str, Program] = {}

    def program(self, procedure: Procedure) -> Program:
        """The compiled procedure."""
        if procedure.id not in self._programs:
            module = self.library.module(procedure.game)
            self._programs[procedure.id] = Program(module, procedure)
        return self._programs[procedure.id]

    def resolve(self, name: str, answers: Mapping[str, Any], rolls: Given | None = None) -> Resolution:
        """What the procedure comes to, as far as answers and rolls go.

        Raises NotFound for an unknown procedure and Refused for anything outside its domain, surplus dice
        included. Missing answers and dice are no error: the resolution says which.
        """
        procedure = self.library.procedure(name)
        try:
            return self._resolve(procedure, answers, rolls)
        except FormulaError as error:
            raise Refused(f"{procedure.title} cannot be worked out with these answers: {error}") from None

    def _resolve(self, procedure: Procedure, answers: Mapping[str, Any], rolls: Given | None) -> Resolution:
        program = self.program(procedure)
        taken = take_answers(procedure.inputs, answers)
        trace = Trace()
        state = State({"": dict(taken.values)}, trace)
        supply = Supply(rolls)
        if rolls and not program.rolls:
            raise Refused(f"{procedure.title} rolls no dice")
        at = program.run(state)
        odds = {} if taken.missing else self._odds(program, state, at)
        before = dict(self._outcome(procedure, state))
        fallen: list[Rolled] = []
        while at >= 0 and not taken.missing:
            request = program.ops[at].roll
            assert request is not None
            rolled = supply.next(request)
            if rolled is None:
                break
            fallen.append(rolled)
            at = program.run(state, program.place(state, at, rolled.value))
        unused = self._unused(procedure, taken, supply, fallen, at)
        done = at < 0 and not taken.missing
        values = state.scopes[""]
        needs = (program.ops[at].roll,) if at >= 0 and not taken.missing else ()
        outcome = dict(self._outcome(procedure, state)) if done else before
        return Resolution(
            procedure=procedure.id,
            title=procedure.title,
            cite=procedure.cite,
            inputs=_plain(taken.values),
            ledger=tuple(trace.ledger),
            totals=tuple(trace.totals),
            looked=tuple(trace.looked),
            rolls=tuple(fallen),
            outcome=_plain(outcome),
            done=done,
            missing=tuple(taken.missing),
            needs=tuple(request for request in needs if request is not None),
            remains=self._remains(program, procedure, taken) if taken.missing else {},
            odds=odds,
            flips=tuple(flips_of(self, procedure, taken, answers, fallen, outcome)) if done else (),
            next=tuple(self._next(procedure, state)) if done else (),
            settled=trace.settled,
            unused=tuple(unused),
            column=values.get(procedure.column),
            needed=values.get(procedure.needed),
            total=values.get(procedure.total),
            notes=procedure.notes,
        )

    def headline(self, name: str, answers: Mapping[str, Any], rolls: list[Rolled]) -> dict[str, Any] | None:
        """The headline results alone, None where these rolls do not fit these answers. Raises Refused."""
        procedure = self.library.procedure(name)
        program = self.program(procedure)
        taken = take_answers(procedure.inputs, answers)
        if taken.missing:
            return None
        state = State({"": dict(taken.values)})
        at, left = program.run(state), list(rolls)
        while at >= 0 and left:
            at = program.run(state, program.place(state, at, left.pop(0).value))
        if at >= 0:
            return None
        values = state.scopes[""]
        return {
            each.name: values.get(each.source)
            for each in procedure.outcome
            if each.show == "headline" and each.source in values
        }

    def _outcome(self, procedure: Procedure, state: State) -> Iterator[tuple[str, Any]]:
        values = state.scopes[""]
        for each in procedure.outcome:
            if each.source in values:
                yield each.name, values[each.source]

    def _odds(self, program: Program, state: State, at: int) -> dict[str, Fraction]:
        """Headline results and their exact probabilities over every fall of the dice still to come."""
        if at < 0:
            return {}
        heads = [each for each in program.procedure.outcome if each.show == "headline"]
        found: dict[str, Fraction] = {}
        waiting: dict[Any, tuple[int, State, Fraction]] = {0: (at, state.fork(), Fraction(1))}
        while waiting:
            following: dict[Any, tuple[int, State, Fraction]] = {}
            for place, here, chance in waiting.values():
                request = program.ops[place].roll
                assert request is not None
                for value, share in chances(request.dice):
                    there = here.fork()
                    try:
                        stop = program.run(there, program.place(there, place, value))
                    except Refused:
                        return {}
                    if stop < 0:
                        words = headline_words(heads, there.scopes[""])
                        found[words] = found.get(words, Fraction(0)) + chance * share
                        continue
                    key = _key(program, there, stop)
                    known = following.get(key)
                    total = chance * share + (known[2] if known else 0)
                    following[key] = (stop, known[1] if known else there, total)
            if len(following) > MOST_STATES:
                return {}
            waiting = following
        return found

    def _remains(self, program: Program, procedure: Procedure, taken: Taken) -> dict[str, tuple[Any, ...]]:
        """Values that the results before the roll may still take, over the missing answers."""
        combinations = _combinations(procedure, taken)
        if combinations is None:
            return {}
        found: dict[str, dict[Any, None]] = {}
        for combination in combinations:
            state = State({"": {**taken.values, **combination}})
            try:
                program.run(state)
            except Refused:
                continue
            for each in procedure.outcome:
                if each.source in state.scopes[""]:
                    found.setdefault(each.name, {})[state.scopes[""][each.source]] = None
        module = self.library.module(procedure.game)
        return {name: _in_order(values, module) for name, values in found.items()}

    def _next(self, procedure: Procedure, state: State) -> Iterator[NextStep]:
        values = state.scopes[""]
        for follow in procedure.next:
            if not holds(follow.when, values):
                continue
            carry = {name: evaluate(formula, values) for name, formula in follow.carry.items()}
            known = {name: value for name, value in carry.items() if value is not MISSING}
            target = f"{procedure.game}:{follow.procedure}" if follow.procedure else ""
            yield NextStep(worded(follow.says, values), follow.cite, target, _plain(known))

    def _unused(
        self, procedure: Procedure, taken: Taken, supply: Supply, fallen: list[Rolled], at: int
    ) -> list[str]:
        labels = {each.name: each for each in procedure.inputs}
        told = []
        for path in taken.unused:
            given = labels.get(path)
            told.append(
                f"{given.label if given else path}: not asked here"
                + (f" ({given.help})" if given and given.help else "")
            )
        if supply.left() and at < 0 and not taken.missing:
            if fallen:
                total = len(fallen) + supply.left()
                raise Refused(f"rolls: {len(fallen)} needed, {total} given")
            told.append("the dice: no roll was needed")
        return told


def headline_words(heads: list[OutcomeName], values: Mapping[str, Any]) -> str:
    """The headline results in words, joined by commas."""
    return ", ".join(outcome_words(each, values[each.source]) for each in heads if each.source in values)


def outcome_words(outcome: OutcomeName, value: Any) -> str:
    """A result as it is read."""
    key = "nothing" if value is None else said(value) if isinstance(value, bool) else str(value)
    return outcome.words.get(key, said(value))


def _key(program: Program, state: State, at: int) -> tuple[Any, ...]:
    live = program.live[at]
    kept = []
    for scope, name in sorted(live):
        values = state.scopes.get(scope)
        if values is not None and name in values:
            kept.append((scope, name, _hashable(values[name])))
    return (at, tuple(kept))


def _hashable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple(sorted((key, _hashable(each)) for key, each in value.items()))
    if isinstance(value, tuple):
        return tuple(_hashable(each) for each in value)
    return value


def _combinations(procedure: Procedure, taken: Taken) -> list[dict[str, Any]] | None:
    """Every way to answer what is missing, None where that is endless or too much."""
    combinations: list[dict[str, Any]] = [{}]
    inputs = {each.name: each for each in procedure.inputs}
    for name in taken.missing:
        given = inputs.get(name)
        if given is None:
            return None
        if given.kind == "choice":
            domain: list[Any] = list(dict.fromkeys(choice.key for choice in given.choices))
        elif given.kind == "number" and given.least is not None and given.most is not None:
            domain = list(range(given.least, given.most + 1))
        else:
            return None
        combinations = [{**each, name: value} for each in combinations for value in domain]
        if len(combinations) > MOST_REMAINING:
            return None
    return combinations


def _in_order(values: dict[Any, None], module: GameModule) -> tuple[Any, ...]:
    if all(isinstance(value, int) for value in values):
        return tuple(sorted(values))
    charts: list[Chart] = list(module.charts)
    for chart in charts:
        if all(value in chart.columns for value in values):
            return tuple(column for column in chart.columns if column in values)
    return tuple(values)


def _plain(value: Any) -> Any:
    """Values in the types of JSON: fractions as text, sets as sorted lists."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
