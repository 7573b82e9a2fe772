"""Exact odds over all throws of the dice still to come, also for rounds without a fixed end.

A state between two rolls is nothing but its values, and states with equal values are one. They form a finite Markov
chain with the results as its ends. The probability of a result follows from the expected number of visits to each
state: state by state where no path leads back, and by eliminating states one by one in a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.engine.pools import TooMany
from companion.engine.program import Program
from companion.engine.values import State, hashable
from companion.formula import FormulaError
from companion.model import Refused

MOST_STATES = 20_000
"""Most states between two rolls over which odds are worked out."""
MOST_THROWS = 60_000
"""Most throws that are followed."""
MOST_IN_CYCLE = 400
"""Most states in one cycle."""


@dataclass(slots=True)
class _Chain:
    """A Markov chain: states by number, with the chance of each next state."""

    to: list[dict[int, Fraction]] = field(default_factory=list)
    ends: list[dict[str, Fraction]] = field(default_factory=list)
    """By state, the chance of each result, in words, without another roll."""
    words: dict[str, None] = field(default_factory=dict)
    """Every result, in order of discovery."""


def odds_from(
    program: Program, state: State, at: int, kept: tuple[int, ...] = ()
) -> tuple[dict[str, Fraction], str]:
    """Return the exact probability of each result, in words, from the roll at `at`; and why there are none.

    `kept`: faces of its pool that are there already.

    There are no odds if there are too many states, if a throw is refused, or if the rounds might never end.
    """
    if at < 0:
        return {}, ""
    try:
        chain = _chain_of(program, state.fork(), at, kept)
        visits = _visits(chain.to)
    except TooMany:
        return {}, "there are too many ways the dice may fall"
    except (Refused, FormulaError) as error:
        return {}, f"some falls of the dice give no result: {error}"
    odds = dict.fromkeys(chain.words, Fraction(0))
    for number, ends in enumerate(chain.ends):
        for word, share in ends.items():
            odds[word] += visits[number] * share
    return odds, ""


def _chain_of(program: Program, state: State, at: int, kept: tuple[int, ...]) -> _Chain:
    """Build the chain of all states that can be reached; the first state is number 0."""
    chain = _Chain([{}], [{}])
    numbers = {} if kept else {_key(program, state, at): 0}
    waiting = [(at, state)]
    throws = 0
    for number, (place, here) in enumerate(waiting):
        to, ends = chain.to[number], chain.ends[number]
        for there, share in program.throws(here, place, () if number else kept):
            throws += 1
            stop = program.run(there, place + 1)
            if stop < 0:
                word = program.procedure.headline_words(there.scopes[""])
                ends[word] = ends.get(word, Fraction(0)) + share
                chain.words.setdefault(word)
                continue
            key = _key(program, there, stop)
            if key not in numbers:
                numbers[key] = len(waiting)
                waiting.append((stop, there))
                chain.to.append({})
                chain.ends.append({})
            to[numbers[key]] = to.get(numbers[key], Fraction(0)) + share
        if len(waiting) > MOST_STATES or throws > MOST_THROWS:
            raise TooMany
    return chain


def _visits(to: list[dict[int, Fraction]]) -> list[Fraction]:
    """Return the expected number of visits to each state. Raises TooMany if a cycle has no end or is too large."""
    visits = [Fraction(0)] * len(to)
    visits[0] = Fraction(1)
    for component in reversed(list(_components(to))):
        _solve(component, to, visits)
        for number in component:
            for other, share in to[number].items():
                if other not in component:
                    visits[other] += visits[number] * share
    return visits


def _solve(component: set[int], to: list[dict[int, Fraction]], visits: list[Fraction]) -> None:
    """Turn the visits to each state of a cycle from outside into the visits in all.

    Eliminates state by state, distributing its visits and its chances over the states it leads to, then substitutes
    back in reverse order. Raises TooMany if the cycle is too large or never ends.
    """
    if len(component) > MOST_IN_CYCLE:
        raise TooMany
    rows = {
        number: {target: share for target, share in to[number].items() if target in component}
        for number in component
    }
    if not any(rows.values()):
        return
    taken: list[tuple[int, Fraction, dict[int, Fraction]]] = []
    for number in sorted(component, reverse=True):
        row = rows.pop(number)
        leaves = 1 - row.pop(number, Fraction(0))
        if not leaves:
            raise TooMany
        into = {other: shares.pop(number) for other, shares in rows.items() if number in shares}
        for target, share in row.items():
            visits[target] += visits[number] * share / leaves
            for other, chance in into.items():
                rows[other][target] = rows[other].get(target, Fraction(0)) + chance * share / leaves
        taken.append((number, leaves, into))
    for number, leaves, into in reversed(taken):
        inflow = visits[number] + sum(visits[other] * chance for other, chance in into.items())
        visits[number] = inflow / leaves


def _components(to: list[dict[int, Fraction]]) -> Iterator[set[int]]:
    """Yield the strongly connected components of the states, each after those it leads to (Tarjan's algorithm)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    open_ones: list[int] = []
    is_open: set[int] = set()
    path: list[tuple[int, Iterator[int]]] = []

    def enter(number: int) -> None:
        order[number] = low[number] = len(order)
        open_ones.append(number)
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
                place = open_ones.index(number)
                component = set(open_ones[place:])
                del open_ones[place:]
                is_open -= component
                yield component


def _key(program: Program, state: State, at: int) -> tuple[Any, ...]:
    """Key of a state: its place, and the values that are still needed."""
    kept = []
    for scope, name in program.needed[at]:
        values = state.scopes.get(scope)
        if values is not None and name in values:
            kept.append((scope, name, hashable(values[name])))
    return (at, tuple(kept))
