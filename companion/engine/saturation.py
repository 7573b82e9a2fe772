"""Finds how much of the counts of dice pools can matter to the headline results.

A count that is only compared with a number, as in `sixes > 0`, matters only up to a limit: 7 sixes are as good as 1.
Odds treat all counts from the limit on as equal, even if the counts of several pools are added up first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from companion.engine.steps import keys_of, names_of, reads
from companion.engine.values import Key
from companion.formula import parse, tree
from companion.model import Step
from companion.model.step import Roll, Rounds, Settle, Use, WorkOut

Placed = tuple[Step, str]
"""A step, and the scope that it runs in."""

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class _Assigned(NamedTuple):
    """A formula in its scope, and the key that gets its value."""

    node: tree.Node
    scope: str
    target: Key


@dataclass(slots=True)
class Matters:
    """How much of each value makes a difference."""

    limits: defaultdict[Key, float]
    """Number from which larger values make no difference; `inf` if all matter, 0 if none does."""
    summed: set[Key] = field(default_factory=set)
    """Pools whose dice are added up."""


def what_matters(steps: Sequence[Placed], taken: Mapping[Key, Key], heads: frozenset[Key]) -> Matters:
    """Return how much of each value matters to the headline results, `heads`.

    `taken` maps a name to the value of a used procedure that it takes over.
    """
    formulas = [_Assigned(tree.Name((name,)), scope, target) for target, (scope, name) in taken.items()]
    matters = Matters(defaultdict(int, dict.fromkeys(heads, inf)))
    for step, scope in steps:
        matters.limits |= dict.fromkeys(_read_whole(step, scope), inf)
        if isinstance(step, WorkOut):
            formulas += [_Assigned(parse(text), scope, (scope, name)) for name, text in step.values.items()]
    demand = _Demand(matters, _never_negative(steps, formulas))
    before: dict[Key, float] = {}
    while before != matters.limits:
        before = dict(matters.limits)
        for node, scope, target in formulas:
            demand.of(node, scope, matters.limits[target])
    return matters


class _Demand:
    """Raises the limits of names to what formulas demand."""

    def __init__(self, matters: Matters, natural: set[Key]) -> None:
        self.limits = matters.limits
        self.summed = matters.summed
        self.natural = natural

    def of(self, node: tree.Node, scope: str, limit: float) -> None:
        """Record that the value of a formula matters up to `limit`, and its conditions fully."""
        match node:
            case tree.Name(path=(name,)):
                self.limits[scope, name] = max(limit, self.limits[scope, name])
            case tree.Choose(test=test, then=then, other=other):
                self.of(test, scope, inf)
                self.of(then, scope, limit)
                self.of(other, scope, limit)
            case tree.Arithmetic(operator="+", left=left, right=right) if self._both(left, right, scope):
                self.of(left, scope, limit)
                self.of(right, scope, limit)
            case tree.Compare(operator=sign, left=left, right=tree.Const(value=int(number))) if (
                sign in _FLIPPED
            ):
                self.of(left, scope, _enough(sign, number))
            case tree.Compare(operator=sign, left=tree.Const(value=int(number)), right=right) if (
                sign in _FLIPPED
            ):
                self.of(right, scope, _enough(_FLIPPED[sign], number))
            case tree.Name(path=(name, *_)):
                self.limits[scope, name] = inf
            case tree.Call(function="sum", arguments=(tree.Name(path=(name,)),)):
                self.summed.add((scope, name))
            case _:
                for part in tree.parts_of(node):
                    self.of(part, scope, inf)

    def _both(self, left: tree.Node, right: tree.Node, scope: str) -> bool:
        return all(_is_natural(part, scope, self.natural) for part in (left, right))


def _enough(sign: str, number: int) -> int:
    """Return the number from which a comparison with `number` no longer changes."""
    return number if sign in (">=", "<") else number + 1


def _never_negative(steps: Sequence[Placed], formulas: Sequence[_Assigned]) -> set[Key]:
    """Return the names that are always counts, or sums and choices of counts."""
    counts = {(scope, name) for step, scope in steps if isinstance(step, Roll) for name in step.counts}
    excluded = {(scope, name) for step, scope in steps for name in _otherwise_set(step)}
    natural = (counts | {formula.target for formula in formulas}) - excluded
    while spoiled := {
        target
        for node, scope, target in formulas
        if target in natural and not _is_natural(node, scope, natural)
    }:
        natural -= spoiled
    return natural


def _is_natural(node: tree.Node, scope: str, natural: set[Key]) -> bool:
    match node:
        case tree.Const(value=int()):
            return True  # a minus sign is a separate node
        case tree.Name(path=(name,)):
            return (scope, name) in natural
        case tree.Choose(then=left, other=right) | tree.Arithmetic(operator="+", left=left, right=right):
            return _is_natural(left, scope, natural) and _is_natural(right, scope, natural)
    return False


def _otherwise_set(step: Step) -> Iterator[str]:
    """Yield the names that a step sets to something other than a formula analysed here."""
    match step:
        case Roll():
            yield step.name
        case Settle():
            yield from step.values
        case Rounds():
            yield from (step.name, *step.begin, *step.then)
        case WorkOut() | Use():
            pass
        case _:
            yield from names_of(step)


def _read_whole(step: Step, scope: str) -> frozenset[Key]:
    """Return the values that a step may need in full."""
    if isinstance(step, WorkOut):
        return keys_of(scope, step.when)
    if isinstance(step, Rounds):
        return reads(step, scope) | keys_of(scope, step.during, *step.then.values())
    return reads(step, scope)
