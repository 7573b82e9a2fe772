"""Answers and rolls to a resolution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from companion.engine.answers import Taken, legal_choices, take_answers
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
        supply.check_parts([op.roll for op in program.ops if op.roll is not None])
        at = program.run(state)
        odds = {} if taken.missing else self._odds(program, state, at)
        before = {} if state.doubtful else dict(self._outcome(procedure, state))
        fallen: list[Rolled] = []
        while at >= 0 and not taken.missing:
            request = program.ops[at].roll
            assert request is not None
            rolled = supply.next(request)
            if rolled is None:
                break
            fallen.append(rolled)
            at = program.run(state, program.place(state, at, rolled.value))
        if state.lacking and not taken.missing:
            raise Refused(f"{procedure.title} needs {', '.join(state.lacking)}, which nothing gives")
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
            remains=self._remains(program, procedure, answers) if taken.missing else {},
            odds=odds,
            flips=tuple(flips_of(self.headline, procedure, taken, answers, fallen, outcome)) if done else (),
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
            request, rolled = program.ops[at].roll, left.pop(0)
            if request is None or rolled.dice != request.dice:
                return None
            at = program.run(state, program.place(state, at, rolled.value))
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
                    except (Refused, FormulaError):
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

    def _remains(
        self, program: Program, procedure: Procedure, answers: Mapping[str, Any]
    ) -> dict[str, tuple[Any, ...]]:
        """Values that the results before the roll may still take, over the missing answers.

        Empty where the missing answers are endless or too many to try.
        """
        found: dict[str, dict[Any, None]] = {}
        budget = [MOST_REMAINING]
        for values in _completions(procedure, answers, budget):
            if values is None:
                return {}
            state = State({"": values})
            try:
                program.run(state)
            except (Refused, FormulaError):
                continue
            for each in procedure.outcome:
                value = state.scopes[""].get(each.source, MISSING)
                if not state.doubtful and isinstance(value, bool | int | str | Fraction):
                    found.setdefault(each.name, {})[value] = None
        module = self.library.module(procedure.game)
        return {name: tuple(_plain(_in_order(values, module))) for name, values in found.items()}

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


def _completions(
    procedure: Procedure, answers: Mapping[str, Any], budget: list[int]
) -> Iterator[dict[str, Any] | None]:
    """The values of every way to answer what is missing; None where that is endless or over the budget."""
    try:
        taken = take_answers(procedure.inputs, answers)
    except Refused:
        return
    if not taken.missing:
        budget[0] -= 1
        yield dict(taken.values) if budget[0] >= 0 else None
        return
    given = {each.name: each for each in procedure.inputs}.get(taken.missing[0])
    domain: Iterable[Any] | None = None
    if given is not None and given.kind == "choice":
        domain = dict.fromkeys(choice.key for choice in legal_choices(given, taken.values))
    elif given is not None and given.kind == "number" and given.least is not None and given.most is not None:
        domain = range(given.least, given.most + 1)
    if given is None or domain is None:
        yield None
        return
    for value in domain:
        if budget[0] < 0:
            return
        yield from _completions(procedure, {**answers, given.name: value}, budget)


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
