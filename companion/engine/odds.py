"""Exact odds over all throws of the dice still to come, also for rounds without a fixed end.

A state between two rolls consists only of its values, so states with equal values are identical. They form a finite
Markov chain that ends in the results. The probability of a result follows from the expected number of visits to each
state: state by state where no path leads back, and by eliminating states one by one in a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from companion.engine.pools import TooMany
from companion.engine.program import Program
from companion.engine.values import MISSING, State, hashable
from companion.formula import FormulaError
from companion.model import Refused

MOST_THROWS = 20_000
"""Most throws that are followed, over all states; more would take about a second."""
MOST_IN_CYCLE = 400
"""Most states in one cycle."""


@dataclass(slots=True)
class _Chain:
    """A Markov chain: for each state, by number, how many dice combinations lead to each next state."""

    to: list[dict[int, int]] = field(default_factory=list)
    ends: list[dict[str, int]] = field(default_factory=list)
    """By state, how many dice combinations lead to each result, in words, without another roll."""
    words: dict[str, None] = field(default_factory=dict)
    """Every result, in order of discovery."""

    def falls(self, number: int) -> int:
        """Return the number of dice combinations in a state."""
        return sum(self.to[number].values()) + sum(self.ends[number].values())


def odds_from(
    program: Program, state: State, at: int, kept: tuple[int, ...] = ()
) -> tuple[dict[str, Fraction], str]:
    """Return the exact probability of each result, in words, from the roll at `at`, and the reason if there are none.

    `kept`: faces already given for its pool.

    There are no odds if there are too many states, a throw is refused, or the rounds might never end.
    """
    if at < 0:
        return {}, ""
    try:
        return _probabilities(_Builder(program).build(state, at, kept)), ""
    except TooMany as error:
        return {}, str(error)
    except (Refused, FormulaError) as error:
        return {}, f"some dice rolls have no result: {error}"


class _Builder:
    """Builds the chain of all states that can be reached."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.chain = _Chain()
        self.waiting: list[tuple[int, State]] = []
        self.numbers: dict[tuple[Any, ...], int] = {}
        """Number of each state."""
        self.after: dict[tuple[Any, ...], int | str] = {}
        """State after a throw: the number of the next state, or the result in words."""
        self.hashables: dict[int, tuple[Any, Any]] = {}
        """Each group and row by identity, with its hashable form; kept alive, so that its identity stays unique."""

    def build(self, state: State, at: int, kept: tuple[int, ...]) -> _Chain:
        """Build the chain; its first state, number 0, is at the roll at `at`. Raises TooMany.

        `kept`: faces already given for that roll; a state that reaches it again later has none.
        """
        self._number(state, at)
        if kept:
            self.numbers.clear()
        throws = 0
        for number, (place, here) in enumerate(self.waiting):
            to, ends = self.chain.to[number], self.chain.ends[number]
            possible = self.program.throws(here, place, () if number else kept)
            throws += len(possible)
            known = self._key(here, place + 1)
            for values, falls in possible:
                key = (known, *values.values())
                if key not in self.after:
                    self.after[key] = self._after_throw(here, place, values)
                follows = self.after[key]
                if isinstance(follows, str):
                    ends[follows] = ends.get(follows, 0) + falls
                else:
                    to[follows] = to.get(follows, 0) + falls
            if throws > MOST_THROWS:
                raise TooMany(f"the dice have too many combinations; the limit is {MOST_THROWS:,}")
        return self.chain

    def _after_throw(self, here: State, place: int, values: Mapping[str, Any]) -> int | str:
        """Return what follows a throw; computed only once for states that have become equal."""
        there = self.program.thrown(here, place, values)
        at = self.program.meetings[place]
        self.program.run_to(there, place + 1, at)
        passed = []
        while (key := self._key(there, at)) not in self.after:
            passed.append(key)
            at = self.program.run(there, at, pause=True)
            if at < 0:
                word = self.program.procedure.headline_words(there.scopes[""])
                self.chain.words.setdefault(word)
                self.after[key] = word
            elif self.program.ops[at].roll is not None:
                self.after[key] = self._number(there, at)
            else:
                continue
            break
        follows = self.after[key]
        self.after.update(dict.fromkeys(passed, follows))
        return follows

    def _number(self, state: State, at: int) -> int:
        """Return the number of a state; a new state is added to the waiting ones."""
        key = self._key(state, at)
        if key not in self.numbers:
            self.numbers[key] = len(self.waiting)
            self.waiting.append((at, self.program.needed_part(state, at)))
            self.chain.to.append({})
            self.chain.ends.append({})
        return self.numbers[key]

    def _key(self, state: State, at: int) -> tuple[Any, ...]:
        """Return the key of a state: its place, and the values that are still needed and may differ."""
        key: list[Any] = [at]
        for scope, names in self.program.differing[at]:
            values = state.scopes.get(scope, {})
            key += [values.get(name, MISSING) for name in names]
        return tuple([self._hashable(value) if type(value) in (dict, tuple) else value for value in key])

    def _hashable(self, value: Any) -> Any:
        """Return a group or rows in hashable form, computed once for each object."""
        if id(value) not in self.hashables:
            self.hashables[id(value)] = value, hashable(value)
        return self.hashables[id(value)][1]


def _probabilities(chain: _Chain) -> dict[str, Fraction]:
    """Return the chance of each result. Raises TooMany if a cycle has no end or is too large."""
    into: list[dict[int, int]] = [{} for _ in chain.to]
    into[0][1] = 1
    reached: dict[str, dict[int, int]] = {word: {} for word in chain.words}
    for component in reversed(list(_components(chain.to))):
        for number, visits in _visits(component, chain, into).items():
            among = visits.denominator * chain.falls(number)
            for other, falls in chain.to[number].items():
                if other not in component:
                    _add(into[other], visits.numerator * falls, among)
            for word, falls in chain.ends[number].items():
                _add(reached[word], visits.numerator * falls, among)
    return {word: _total(shares) for word, shares in reached.items()}


def _add(shares: dict[int, int], numerator: int, denominator: int) -> None:
    """Add a share. Shares are kept by denominator, because adding large fractions one by one is slow."""
    shares[denominator] = shares.get(denominator, 0) + numerator


def _total(shares: Mapping[int, int]) -> Fraction:
    among = lcm(*shares)
    return Fraction(
        sum(numerator * (among // denominator) for denominator, numerator in shares.items()), among
    )


def _visits(component: set[int], chain: _Chain, into: Sequence[Mapping[int, int]]) -> dict[int, Fraction]:
    """Return the expected number of visits to each state of a component."""
    visits = {number: _total(into[number]) for number in component}
    rows = {}
    for number in component:
        among = chain.falls(number)
        inside = ((to, falls) for to, falls in chain.to[number].items() if to in component)
        rows[number] = {to: Fraction(falls, among) for to, falls in inside}
    if any(rows.values()):
        _solve(rows, visits)
    return visits


def _solve(rows: dict[int, dict[int, Fraction]], visits: dict[int, Fraction]) -> None:
    """Turn the visits to each state of a cycle from outside into all visits, in place.

    Eliminates state by state, distributing its visits and its chances over the states it leads to, then substitutes
    back in reverse order. Raises TooMany if the cycle is too large or never ends.
    """
    if len(rows) > MOST_IN_CYCLE:
        raise TooMany(f"the rounds can repeat more than {MOST_IN_CYCLE} situations")
    taken: list[tuple[int, Fraction, dict[int, Fraction]]] = []
    for number in sorted(rows, reverse=True):
        row = rows.pop(number)
        leaves = 1 - row.pop(number, Fraction(0))
        if not leaves:
            raise TooMany("the rounds may never end")
        into = {other: shares.pop(number) for other, shares in rows.items() if number in shares}
        for target, share in row.items():
            visits[target] += visits[number] * share / leaves
            for other, chance in into.items():
                rows[other][target] = rows[other].get(target, Fraction(0)) + chance * share / leaves
        taken.append((number, leaves, into))
    for number, leaves, into in reversed(taken):
        inflow = visits[number] + sum(visits[other] * chance for other, chance in into.items())
        visits[number] = inflow / leaves


def _components(to: list[dict[int, int]]) -> Iterator[set[int]]:
    """Yield the strongly connected components of the states, each after those it leads to (Tarjan's algorithm)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    open_numbers: list[int] = []
    is_open: set[int] = set()
    path: list[tuple[int, Iterator[int]]] = []

    def enter(number: int) -> None:
        order[number] = low[number] = len(order)
        open_numbers.append(number)
        is_open.add(number)
        path.append((number, iter(to[number])))

    enter(0)
    while path:
        number, others = path[-1]
        for other in others:
            if other not in order:
                enter(other)
                break
            if other in is_open:
                low[number] = min(low[number], order[other])
        else:
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[number])
            if low[number] == order[number]:
                place = open_numbers.index(number)
                component = set(open_numbers[place:])
                del open_numbers[place:]
                is_open -= component
                yield component
