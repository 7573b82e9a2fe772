"""Compiles a procedure into a sequence of small operations over named values.

A used procedure becomes part of the sequence, with its own scope, and rounds jump back to their beginning. So all dice
can be enumerated: the state between two rolls consists only of values, and equal states are identical.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from companion.engine.given_rolls import GivenRolls
from companion.engine.roll_steps import RollStep, Throw
from companion.engine.rounds import RoundsLoop
from companion.engine.saturation import Placed, what_matters
from companion.engine.steps import decide, keys_of, operation, reads, settle, shown_only
from companion.engine.uses import entering, leaving
from companion.engine.values import BRACES, Key, State, Values, worded
from companion.model import GameModule, Procedure, Refused, Rolled, RollRequest, Step
from companion.model.step import Decide, Roll, Rounds, Settle, Use

Live = frozenset[Key]

MOST_OPERATIONS = 1_000
"""Most operations of a procedure, including those of the procedures it uses."""


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
    """Names that it always sets, each with the values it is computed from."""
    scope: str = ""
    compared: bool = False
    """Whether odds compare states here: at the start of a round, and at the end of a used procedure."""

    def live(self, following: Live, jumped: Live) -> Live:
        """Return the values needed before it, given those needed by the next operation and at its jump."""
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
        self.placed: list[Placed] = []
        """The steps, including those of used procedures, each with its scope."""
        self._taken: dict[Key, Key] = {}
        self._around: list[Key] = []
        """While compiling: scope and counter of each round around the current step, the outermost first."""
        self._dice_labels: dict[str, str] = {}
        """Label of the rolls in the scope of a used procedure; empty for their own labels."""
        self._parts: dict[str, str] = {}
        """Title of the sums in the scope of a used procedure."""
        self._paths: dict[str, int] = {}
        """While compiling: number of rolls so far by path."""
        self._settles: list[tuple[int, Settle]] = []
        """The steps that end the procedure early, each with its place."""
        self._shown_only: set[Key] = set()
        """Values that are only shown to the player."""
        self._compile_all(procedure, "")
        self._heads = frozenset(("", result.source) for result in procedure.headlines)
        self.live = self._liveness()
        self.read = frozenset(self._shown_only).union(*(op.reads for op in self.ops), _shown(procedure))
        """Values that an operation, a result or a follow-up reads."""
        self.needed = [sorted(keys) for keys in self.live]
        fixed = {("", each.name) for each in procedure.inputs if each.kind != "rows"}
        self.differing = [_by_scope(key for key in keys if key not in fixed) for keys in self.needed]
        """For each operation, the needed values that may differ between two states, by scope; answers never differ."""
        self.meetings = [self._meeting(place) for place in range(len(self.ops))]
        """For each roll, the place at which states are compared after it."""
        self._matters = what_matters(self.placed, self._taken, self._heads)
        self._rounds_done = tuple((cycle.scope, cycle.step.name) for cycle in self.cycles)

    @property
    def requests(self) -> list[RollRequest]:
        """Every roll that the procedure may ask for."""
        return [op.roll.plain for op in self.ops if op.roll is not None]

    def run(self, state: State, at: int = 0, pause: bool = False) -> int:
        """Run from the operation at `at` to the next roll that is due, and return its place; -1 at the end.

        With `pause`, also stop where odds compare states.
        """
        start = at
        while at < len(self.ops):
            op = self.ops[at]
            if op.roll is None:
                if pause and op.compared and at != start:
                    return at
                jump = op.run(state)
                at = at + 1 if jump is None else jump
            elif op.roll.due(state):
                return at
            else:
                at += 1
        return -1

    def open_names(self, at: int) -> frozenset[str]:
        """Return the names that may still change after the roll at `at`.

        These are the names of the rounds around it and those of steps that may end the procedure.
        """
        inside = (cycle for cycle in self.cycles if not cycle.scope and cycle.head < at < cycle.end)
        names = (name for cycle in inside for name in (*cycle.names, *cycle.step.begin, cycle.step.name))
        return frozenset(names).union(*(step.values for place, step in self._settles if place > at >= 0))

    def request(self, state: State, at: int) -> RollRequest:
        """Return the dice that the roll at `at` asks for. Raises Refused for an illegal number of dice."""
        return self._roll(at).request(state)

    def go_on(
        self, state: State, at: int, supply: GivenRolls
    ) -> tuple[int, tuple[Rolled, ...], RollRequest | None]:
        """Continue from the roll at `at` with the given dice, as far as they go.

        Return the place of the roll where it stops (-1 at the end), the used dice, and the dice needed next.
        Raises Refused.
        """
        rolls: list[Rolled] = []
        while at >= 0:
            given = supply.next(self.request(state, at), partial(self._alike, state, at))
            if isinstance(given, RollRequest):
                return at, tuple(rolls), given
            rolls += given
            self._roll(at).put(state, given)
            _record_roll(state, self._roll(at), len(given))
            at = self.run(state, at + 1)
        return at, tuple(rolls), None

    def throws(self, state: State, at: int, kept: tuple[int, ...] = ()) -> list[Throw]:
        """Return every distinct throw of the dice at `at`, as far as headline results depend on it. Raises TooMany.

        `kept`: faces of a pool that stay; only its other dice are thrown.
        """
        roll = self._roll(at)
        names = (roll.step.name, *roll.step.counts)
        limits = {name: self._matters.limits[roll.scope, name] for name in names}
        return roll.throws(state, limits, (roll.scope, roll.step.name) in self._matters.summed, kept)

    def thrown(self, state: State, at: int, throw: Mapping[str, Any]) -> State:
        """Return the state after a throw of the dice at `at`."""
        there = state.fork()
        there.scopes[self._roll(at).scope].update(throw)
        return there

    def run_to(self, state: State, at: int, stop: int) -> None:
        """Run the operations from `at` up to the one at `stop`; none of them rolls or jumps."""
        for op in self.ops[at:stop]:
            op.run(state)

    def needed_part(self, state: State, at: int) -> State:
        """Return a copy of the state with only the values needed from the operation at `at` on."""
        scopes: dict[str, Values] = {scope: {} for scope in state.scopes}
        for scope, name in (*self.needed[at], *self._rounds_done):
            values = state.scopes.get(scope)
            if values is not None and name in values:
                scopes[scope][name] = values[name]
        return State(scopes, rounds=state.rounds)

    def _alike(self, state: State, at: int, faces: tuple[int, ...]) -> bool:
        """Return whether it makes no difference which of these dice of the pool at `at` count."""
        roll = self._roll(at)
        faces_matter = (roll.scope, roll.step.name) in self.read
        return len(set(faces)) <= 1 or (not faces_matter and roll.count_alike(state, faces))

    def _roll(self, at: int) -> RollStep:
        roll = self.ops[at].roll
        assert roll is not None
        return roll

    def _liveness(self) -> list[Live]:
        """Return, for each operation, the values needed from there on for the headline results."""
        live: list[Live] = [frozenset()] * len(self.ops) + [self._heads]
        changed = True
        while changed:
            changed = False
            for place in range(len(self.ops) - 1, -1, -1):
                op = self.ops[place]
                needed = op.live(live[place + 1], live[op.jump] if op.jump is not None else frozenset())
                changed = changed or needed != live[place]
                live[place] = needed
        return live

    def _meeting(self, at: int) -> int:
        """Return the first place after the roll at `at` where fewer values are needed than right after the roll.

        Return the place after the roll if there is none before the next roll or jump.
        """
        for place in range(at + 1, len(self.live)):
            if len(self.live[place]) < len(self.live[at + 1]):
                return place
            if place == len(self.ops) or self.ops[place].roll is not None or self.ops[place].jump is not None:
                break
        return at + 1

    def _compile_all(self, procedure: Procedure, scope: str) -> None:
        settles: list[tuple[int, Settle, tuple[int, ...]]] = []
        self._compile(procedure.steps, procedure, scope, settles, ())
        end = len(self.ops)
        self._settles += [(place, step) for place, step, _ in settles if not scope]
        for place, step, rounds in settles:
            run = settle(step, scope, end, rounds)
            self.ops[place] = Op(run, reads(step, scope), jump=end, scope=scope)

    def _compile(
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
                    f"{self.procedure.title} and what it uses have more than {MOST_OPERATIONS:,} steps"
                )
            self._shown_only |= shown_only(step, scope)
            self.placed.append((step, scope))
            match step:
                case Decide():
                    # Only in the player's own calculator: a used one takes its answers from its user.
                    self.ops += [] if scope else [Op(decide(step), frozenset())]
                case Settle():
                    settles.append((self._reserve(scope), step, rounds))
                case Use():
                    self._compile_use(step, scope)
                case Roll():
                    step = replace(step, label=self._dice_labels.get(scope) or step.label)
                    roll = RollStep(step, scope, self._path(f"{scope}{step.name}"), tuple(self._around))
                    self.ops.append(Op(_nothing, reads(step, scope), roll, scope=scope))
                case Rounds():
                    begin, head = self._reserve(scope), self._reserve(scope)
                    self._around.append((scope, step.name))
                    self._compile(step.steps, procedure, scope, settles, (*rounds, head))
                    self._around.pop()
                    self._close_rounds(step, scope, begin, head)
                case _:
                    run = operation(step, self.module, scope, procedure, self._parts.get(scope, ""))
                    self.ops.append(Op(run, reads(step, scope), scope=scope))

    def _reserve(self, scope: str) -> int:
        """Reserve the place of an operation that is filled in later."""
        self.ops.append(Op(_nothing, frozenset(), scope=scope))
        return len(self.ops) - 1

    def _path(self, path: str) -> str:
        """Return a unique path for a roll; later rolls with the same path get a number."""
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
            cycle.go_on,
            during,
            jump=cycle.end,
            drops=cycle.names,
            leaves=cycle.scopes,
            scope=scope,
            compared=True,
        )
        self.ops.append(Op(cycle.next_values, frozenset(), jump=head, gives=gives, scope=scope))

    def _compile_use(self, step: Use, scope: str) -> None:
        """Compile a used procedure, between the operations that enter and leave its scope."""
        inner = f"{scope}{step.name}."
        used = self.module.find_procedure(f"{self.procedure.game}:{step.procedure}")
        assert used is not None
        self._dice_labels[inner] = step.dice
        self._parts[inner] = step.dice or used.title
        place = self._reserve(scope)
        self._compile_all(used, inner)
        sources = {outcome.name: outcome.source for outcome in used.outcome}
        taken = {name: sources[outcome] for name, outcome in step.take.items()}
        self._taken |= {(scope, name): (inner, source) for name, source in taken.items()}
        rolls = any(op.roll is not None for op in self.ops[place:])
        leave = leaving(step, used, rolls, taken, inner, scope)
        sources_read = frozenset((inner, source) for source in taken.values())
        self.ops.append(Op(leave, sources_read, scope=scope, compared=True))
        after = len(self.ops)
        self.ops[place] = Op(
            entering(step, used, inner, scope, after), reads(step, scope), jump=after, scope=scope
        )


def _by_scope(keys: Iterable[Key]) -> list[tuple[str, list[str]]]:
    """Return names by scope; `keys` are sorted."""
    return [(scope, [name for _, name in group]) for scope, group in groupby(keys, itemgetter(0))]


def _shown(procedure: Procedure) -> Live:
    """Return the values that results and follow-ups show or carry over."""
    texts = [result.source for result in procedure.outcome]
    for follow in procedure.next:
        texts += [follow.when, *BRACES.findall(follow.says), *follow.carry.values()]
    return keys_of("", *texts)


def _record_roll(state: State, roll: RollStep, number: int) -> None:
    """Record a roll and its result; `number` is the number of throws."""
    if state.trace is not None:
        says = worded(roll.step.says, state.scopes[roll.scope])
        state.trace.record_roll(roll.scope, roll.step.label, number, says)


def _nothing(state: State) -> None:
    return None
