"""How much of the counts of pools of dice can matter to the headline results.

A count that is only compared with a number, as in `sixes > 0`, matters up to a limit: 7 sixes are as good as 1.
Odds treat all counts from the limit on as one, also if the counts of several pools are added up first.
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
    """A formula in its scope, and the name that gets its value."""

    node: tree.Node
    scope: str
    target: Key


@dataclass(slots=True)
class Matters:
    """The parts of each value that make a difference."""

    limits: defaultdict[Key, float]
    """The number from which on more makes no difference, `inf` if there is none; 0 if nothing does."""
    summed: set[Key] = field(default_factory=set)
    """Dice of pools that are added up."""


def what_matters(steps: Sequence[Placed], taken: Mapping[Key, Key], heads: frozenset[Key]) -> Matters:
    """Return what of each value makes a difference to the headline results, `heads`.

    `taken` has the value of a used procedure that each name takes over.
    """
    formulas = [_Assigned(tree.Name((name,)), scope, target) for target, (scope, name) in taken.items()]
    found = Matters(defaultdict(int, dict.fromkeys(heads, inf)))
    for step, scope in steps:
        found.limits |= dict.fromkeys(_read_whole(step, scope), inf)
        if isinstance(step, WorkOut):
            formulas += [_Assigned(parse(text), scope, (scope, name)) for name, text in step.values.items()]
    demand = _Demand(found, _never_negative(steps, formulas))
    before: dict[Key, float] = {}
    while before != found.limits:
        before = dict(found.limits)
        for node, scope, target in formulas:
            demand.of(node, scope, found.limits[target])
    return found


class _Demand:
    """Raises the limits of names to what formulas demand."""

    def __init__(self, found: Matters, natural: set[Key]) -> None:
        self.limits = found.limits
        self.summed = found.summed
        self.natural = natural

    def of(self, node: tree.Node, scope: str, limit: float) -> None:
        """Note that the value of a formula matters up to `limit`, and all its conditions."""
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
    """The number from which on a comparison with `number` no longer changes."""
    return number if sign in (">=", "<") else number + 1


def _never_negative(steps: Sequence[Placed], formulas: Sequence[_Assigned]) -> set[Key]:
    """The names that are counts, or sums and choices of counts, wherever they get a value."""
    counts = {(scope, name) for step, scope in steps if isinstance(step, Roll) for name in step.counts}
    others = {(scope, name) for step, scope in steps for name in _otherwise_set(step)}
    natural = (counts | {formula.target for formula in formulas}) - others
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
    """Names that a step sets without a formula of their own that is followed."""
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
    """The values of which a step may need every unit."""
    if isinstance(step, WorkOut):
        return keys_of(scope, step.when)
    if isinstance(step, Rounds):
        return reads(step, scope) | keys_of(scope, step.during, *step.then.values())
    return reads(step, scope)
