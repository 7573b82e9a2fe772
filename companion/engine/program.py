"""Compiles a procedure into a sequence of small operations over named values.

A used procedure becomes part of the sequence, with a separate scope, and rounds jump back to their beginning,
so that dice anywhere in it can be enumerated: the state between two rolls is nothing but the values, and equal states
are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from companion.engine.answers import CheckedAnswers, take_answers
from companion.engine.given_rolls import GivenRolls
from companion.engine.roll_steps import RollStep
from companion.engine.rounds import RoundsLoop
from companion.engine.steps import keys_of, operation, reads, settle
from companion.engine.values import BRACES, MISSING, Key, State, Values, evaluate, hashable, holds
from companion.model import GameModule, Input, Procedure, Refused, Rolled, RollRequest, Step
from companion.model.procedure import Roll, Rounds, Settle, Use

Live = frozenset[Key]

MOST_OPERATIONS = 1_000
"""Most operations of a procedure, those of the procedures it uses included."""
MOST_KNOWN = 200
"""Most sets of checked answers that are cached for a used procedure."""


@dataclass(frozen=True, slots=True)
class Op:
    """An operation; `run` returns the place of the operation to continue with, None for the next one."""

    run: Callable[[State], int | None]
    reads: Live
    """Values that it reads."""
    roll: RollStep | None = None
    """The roll, if the operation is one; `run` is then not used."""
    jump: int | None = None
    """Place to which it may jump; None if it only leads to the next operation."""
    drops: frozenset[str] = frozenset()
    """Names of `scope` that lose their value after it."""
    leaves: tuple[str, ...] = ()
    """Scopes whose names lose their values after it."""
    gives: Mapping[Key, Live] = field(default_factory=dict)
    """Names that it always sets, each with the values it is worked out from."""
    scope: str = ""

    def live(self, following: Live, jumped: Live) -> Live:
        """Return the values needed before it, given those needed after it, by the next operation and at its jump."""
        if self.drops or self.leaves:
            following = frozenset(
                (scope, name)
                for scope, name in following
                if not (scope == self.scope and name in self.drops) and not scope.startswith(self.leaves)
            )
        after = following | jumped
        needed = self.reads | (after - self.gives.keys())
        return needed.union(*(of for key, of in self.gives.items() if key in after))


class Program:
    """A compiled procedure."""

    def __init__(self, module: GameModule, procedure: Procedure) -> None:
        self.module = module
        self.procedure = procedure
        self.ops: list[Op] = []
        self.cycles: list[RoundsLoop] = []
        self._around: list[Key] = []
        """While compiling: scope and counter of each round around the present step, the outermost first."""
        self._paths: dict[str, int] = {}
        """While compiling: how many rolls so far have the same path."""
        self._lay_all(procedure, "")
        self.live = self._liveness()
        self.read = frozenset().union(*(op.reads for op in self.ops), _shown(procedure))
        """Values that an operation, a result or a follow-up reads."""
        self.needed = [sorted(keys) for keys in self.live]

    @property
    def requests(self) -> list[RollRequest]:
        """Every roll that the procedure may ask for."""
        return [op.roll.plain for op in self.ops if op.roll is not None]

    def run(self, state: State, at: int = 0) -> int:
        """Run from the operation at `at` to the next roll that is due. Return its place, -1 at the end."""
        while at < len(self.ops):
            op = self.ops[at]
            if op.roll is None:
                jump = op.run(state)
                at = at + 1 if jump is None else jump
            elif op.roll.due(state):
                return at
            else:
                at += 1
        return -1

    def open_names(self, at: int) -> frozenset[str]:
        """Return the names that may still change after the roll at `at`: those of the rounds around it."""
        inside = (cycle for cycle in self.cycles if not cycle.scope and cycle.head < at < cycle.end)
        return frozenset(
            name for cycle in inside for name in (*cycle.names, *cycle.step.begin, cycle.step.name)
        )

    def request(self, state: State, at: int) -> RollRequest:
        """Return the dice that the roll at `at` asks for. Raises Refused for an illegal number of dice."""
        return self._roll(at).request(state)

    def go_on(
        self, state: State, at: int, supply: GivenRolls
    ) -> tuple[int, tuple[Rolled, ...], RollRequest | None]:
        """Continue from the roll at `at` with the given dice, as far as they go.

        Return the place of the roll where it stops, -1 at the end; the dice that were used; the dice needed next.
        Raises Refused.
        """
        rolls: list[Rolled] = []
        while at >= 0:
            found = supply.next(self.request(state, at), partial(self._alike, state, at))
            if isinstance(found, RollRequest):
                return at, tuple(rolls), found
            rolls += found
            self._roll(at).put(state, found)
            at = self.run(state, at + 1)
        return at, tuple(rolls), None

    def throws(self, state: State, at: int, kept: tuple[int, ...] = ()) -> Iterator[tuple[State, Fraction]]:
        """Yield the state after every roll of the dice at `at`, with its probability. Raises TooMany.

        `kept`: faces of a pool that stay; only its other dice are rolled.
        """
        roll = self._roll(at)
        with_faces = (roll.scope, roll.step.name) in self.live[at + 1]
        for values, share in roll.throws(state, with_faces, kept):
            there = state.fork()
            there.scopes[roll.scope].update(values)
            yield there, share

    def _alike(self, state: State, at: int, faces: tuple[int, ...]) -> bool:
        """Whether it makes no difference which of these dice of the pool at `at` count."""
        roll = self._roll(at)
        faces_matter = (roll.scope, roll.step.name) in self.read
        return len(set(faces)) <= 1 or (not faces_matter and roll.count_alike(state, faces))

    def _roll(self, at: int) -> RollStep:
        roll = self.ops[at].roll
        assert roll is not None
        return roll

    def _liveness(self) -> list[Live]:
        """Return, for each operation, the values needed from there on to work out the headline results."""
        heads = frozenset(("", result.source) for result in self.procedure.headlines)
        live: list[Live] = [frozenset()] * len(self.ops) + [heads]
        changed = True
        while changed:
            changed = False
            for place in range(len(self.ops) - 1, -1, -1):
                op = self.ops[place]
                needed = op.live(live[place + 1], live[op.jump] if op.jump is not None else frozenset())
                changed = changed or needed != live[place]
                live[place] = needed
        return live

    def _lay_all(self, procedure: Procedure, scope: str) -> None:
        settles: list[tuple[int, Settle, tuple[int, ...]]] = []
        self._lay(procedure.steps, procedure, scope, settles, ())
        end = len(self.ops)
        for place, step, rounds in settles:
            run = settle(step, scope, end, rounds)
            self.ops[place] = Op(run, reads(step, scope), jump=end, scope=scope)

    def _lay(
        self,
        steps: tuple[Step, ...],
        procedure: Procedure,
        scope: str,
        settles: list[tuple[int, Settle, tuple[int, ...]]],
        rounds: tuple[int, ...],
    ) -> None:
        """Compile steps. `settles` collects those that jump to the end, `rounds` are the heads of outer rounds."""
        for step in steps:
            if len(self.ops) > MOST_OPERATIONS:
                raise Refused(
                    f"{self.procedure.title} uses more than can be worked out: {MOST_OPERATIONS} steps"
                )
            match step:
                case Settle():
                    settles.append((self._later(scope), step, rounds))
                case Use():
                    self._lay_use(step, scope)
                case Roll():
                    roll = RollStep(step, scope, self._path(f"{scope}{step.name}"), tuple(self._around))
                    self.ops.append(Op(_nothing, reads(step, scope), roll, scope=scope))
                case Rounds():
                    begin, head = self._later(scope), self._later(scope)
                    self._around.append((scope, step.name))
                    self._lay(step.steps, procedure, scope, settles, (*rounds, head))
                    self._around.pop()
                    self._close_rounds(step, scope, begin, head)
                case _:
                    run = operation(step, self.module, scope, procedure)
                    self.ops.append(Op(run, reads(step, scope), scope=scope))

    def _later(self, scope: str) -> int:
        """Reserve the place of an operation that is filled in later."""
        self.ops.append(Op(_nothing, frozenset(), scope=scope))
        return len(self.ops) - 1

    def _path(self, path: str) -> str:
        """The path of a roll; with a number if steps of the same name lead to several rolls."""
        number = self._paths[path] = self._paths.get(path, 0) + 1
        return path if number == 1 else f"{path}#{number}"

    def _close_rounds(self, step: Rounds, scope: str, begin: int, head: int) -> None:
        """Add the beginning, the condition and the end of rounds once their steps are compiled."""
        cycle = RoundsLoop(step, scope, head, len(self.ops) + 1)
        self.cycles.append(cycle)
        gives = {(scope, name): keys_of(scope, formula) for name, formula in step.then.items()}
        during = keys_of(scope, step.during)
        self.ops[begin] = Op(cycle.begin, reads(step, scope), jump=cycle.end, scope=scope)
        self.ops[head] = Op(
            cycle.go_on, during, jump=cycle.end, drops=cycle.names, leaves=cycle.scopes, scope=scope
        )
        self.ops.append(Op(cycle.again, frozenset(), jump=head, gives=gives, scope=scope))

    def _lay_use(self, step: Use, scope: str) -> None:
        """Compile a used procedure, between the operations that enter and leave its scope."""
        inner = f"{scope}{step.name}."
        used = self.module.find_procedure(f"{self.procedure.game}:{step.procedure}")
        assert used is not None
        place = self._later(scope)
        self._lay_all(used, inner)
        sources = {outcome.name: outcome.source for outcome in used.outcome}
        taken = {name: sources[outcome] for name, outcome in step.take.items()}
        leave = _leaving(taken, inner, scope)
        self.ops.append(Op(leave, frozenset((inner, source) for source in taken.values()), scope=scope))
        after = len(self.ops)
        self.ops[place] = Op(
            _entering(step, used, inner, scope, after), reads(step, scope), jump=after, scope=scope
        )


def _shown(procedure: Procedure) -> Live:
    """The values that results and follow-ups show or carry over."""
    texts = [result.source for result in procedure.outcome]
    for follow in procedure.next:
        texts += [follow.when, *BRACES.findall(follow.says), *follow.carry.values()]
    return keys_of("", *texts)


def _entering(
    step: Use, used: Procedure, inner: str, scope: str, after: int
) -> Callable[[State], int | None]:
    """The operation that gives a used procedure its answers; it jumps to `after` if the step does not apply."""
    inputs = {question.name: question for question in used.inputs}
    cached: dict[tuple[Any, ...], CheckedAnswers] = {}

    def enter(state: State) -> int | None:
        values = state.scopes[scope]
        if not holds(step.when, values):
            return after
        given, known = _given(step, values, inputs)
        key = tuple((name, type(value), hashable(value)) for name, value in given.items())
        taken = cached.get(key)
        if taken is None:
            if len(cached) == MOST_KNOWN:
                cached.clear()
            taken = cached[key] = take_answers(used.inputs, given, inner)
        state.scopes[inner] = dict(taken.values)
        if known:
            state.lacking += taken.missing
        return None

    return enter


def _leaving(taken: Mapping[str, str], inner: str, scope: str) -> Callable[[State], None]:
    """The operation that takes values of a used procedure over: name here to name there."""

    def leave(state: State) -> None:
        values = state.scopes.get(inner, {})
        state.scopes[scope].update(
            {name: values[source] for name, source in taken.items() if source in values}
        )

    return leave


def _given(step: Use, values: Values, inputs: Mapping[str, Input]) -> tuple[Values, bool]:
    """The answers for a used procedure, and whether all of them are known."""
    given: Values = {}
    known = True
    for name, formula in step.given.items():
        value = evaluate(formula, values)
        if value is MISSING:
            known = False
            continue
        group, _, field = name.rpartition(".")
        (given.setdefault(group, {}) if group else given)[field] = _own_fields(value, inputs.get(name))
    return given, known


def _own_fields(value: Any, given: Input | None) -> Any:
    """Rows without the fields that a Repeat step added to them."""
    if given is None or given.kind != "rows" or not isinstance(value, tuple):
        return value
    names = {field.name for field in given.fields}
    return tuple({name: field for name, field in row.items() if name in names} for row in value)


def _nothing(state: State) -> None:
    return None
