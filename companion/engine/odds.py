"""Exact odds over every fall of the dice still to come, rounds without an end in sight included.

Between two rolls there is nothing but values, and states with equal values are one. So there are finitely many, each
with its chances of leading to another or to a result. How often each is expected to be passed follows from that: one
after the other where no way leads back, and by taking states out one by one where they lead to each other in a circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.engine.pools import TooMany
from companion.engine.program import Program
from companion.engine.state import State
from companion.engine.values import Values, hashable
from companion.formula import FormulaError
from companion.model import Refused

MOST_STATES = 20_000
"""Different states between two rolls that odds are worked out over."""
MOST_FALLS = 60_000
"""Falls of dice that are followed."""
MOST_IN_CIRCLE = 400
"""States that may lead to each other in a circle."""

Words = Callable[[Values], str]


@dataclass(slots=True)
class _Ways:
    """States by number, with the chances of where each leads."""

    to: list[dict[int, Fraction]] = field(default_factory=list)
    ends: list[dict[str, Fraction]] = field(default_factory=list)
    """Chances of the results, in words, without another roll."""
    words: dict[str, None] = field(default_factory=dict)
    """Every result, in the order it was met."""


def odds_from(program: Program, state: State, at: int, words: Words) -> tuple[dict[str, Fraction], str]:
    """Results in words and their exact probabilities, from the roll at `at`; and why there are none.

    There are none where there are too many states, where a fall is refused, or where the dice might fall without an
    end.
    """
    if at < 0:
        return {}, ""
    try:
        ways = _followed(program, state.fork(), at, words)
        passed = _passed(ways.to)
    except TooMany:
        return {}, "there are too many ways the dice may fall"
    except (Refused, FormulaError) as error:
        return {}, f"some falls of the dice give no result: {error}"
    odds = dict.fromkeys(ways.words, Fraction(0))
    for number, ends in enumerate(ways.ends):
        for word, share in ends.items():
            odds[word] += passed[number] * share
    return odds, ""


def _followed(program: Program, state: State, at: int, words: Words) -> _Ways:
    """Every state that can be come to, the first one number 0."""
    ways = _Ways([{}], [{}])
    numbers = {_key(program, state, at): 0}
    waiting = [(at, state)]
    falls = 0
    for number, (place, here) in enumerate(waiting):
        to, ends = ways.to[number], ways.ends[number]
        for there, share in program.falls(here, place):
            falls += 1
            stop = program.run(there, place + 1)
            if stop < 0:
                word = words(there.scopes[""])
                ends[word] = ends.get(word, Fraction(0)) + share
                ways.words.setdefault(word)
                continue
            key = _key(program, there, stop)
            if key not in numbers:
                numbers[key] = len(waiting)
                waiting.append((stop, there))
                ways.to.append({})
                ways.ends.append({})
            to[numbers[key]] = to.get(numbers[key], Fraction(0)) + share
        if len(waiting) > MOST_STATES or falls > MOST_FALLS:
            raise TooMany
    return ways


def _passed(to: list[dict[int, Fraction]]) -> list[Fraction]:
    """How often each state is expected to be passed. Raises TooMany where that is endless or too long a reckoning."""
    passed = [Fraction(0)] * len(to)
    passed[0] = Fraction(1)
    for circle in reversed(list(_circles(to))):
        _settle(circle, to, passed)
        for number in circle:
            for other, share in to[number].items():
                if other not in circle:
                    passed[other] += passed[number] * share
    return passed


def _settle(circle: set[int], to: list[dict[int, Fraction]], passed: list[Fraction]) -> None:
    """From how often each state of a circle is come to from outside, to how often it is passed in all.

    A state that is taken out hands on what came to it, to each other one by its chance of leaving for there; then they
    are put back, the last one first.
    """
    if len(circle) > MOST_IN_CIRCLE:
        raise TooMany
    rows = {
        number: {target: share for target, share in to[number].items() if target in circle}
        for number in circle
    }
    if not any(rows.values()):
        return
    taken: list[tuple[int, Fraction, dict[int, Fraction]]] = []
    for number in sorted(circle, reverse=True):
        row = rows.pop(number)
        leaves = 1 - row.pop(number, Fraction(0))
        if not leaves:
            raise TooMany
        into = {other: shares.pop(number) for other, shares in rows.items() if number in shares}
        for target, share in row.items():
            passed[target] += passed[number] * share / leaves
            for other, chance in into.items():
                rows[other][target] = rows[other].get(target, Fraction(0)) + chance * share / leaves
        taken.append((number, leaves, into))
    for number, leaves, into in reversed(taken):
        inflow = passed[number] + sum(passed[other] * chance for other, chance in into.items())
        passed[number] = inflow / leaves


def _circles(to: list[dict[int, Fraction]]) -> Iterator[set[int]]:
    """The states in groups that lead to each other, every group after all those it leads to."""
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
                circle = set(open_ones[place:])
                del open_ones[place:]
                is_open -= circle
                yield circle


def _key(program: Program, state: State, at: int) -> tuple[Any, ...]:
    """What sets a state apart from others: the values that are still needed."""
    kept = []
    for scope, name in program.needed[at]:
        values = state.scopes.get(scope)
        if values is not None and name in values:
            kept.append((scope, name, hashable(values[name])))
    return (at, tuple(kept))
