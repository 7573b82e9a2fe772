"""Evaluates formulas: turns a parsed tree into a function of the values of its names.

Values are bool, int, Fraction (only where not whole), str, None, frozenset of str, a mapping for a group and a
tuple of mappings for rows. A value that has not been given yet is absent from the mapping: reading it
raises Unanswered, and `and` and `or` do without it if they can.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any

import companion.formula.tree as tree
from companion.formula.parse import FormulaError, parse

Env = Mapping[str, Any]
Meaning = Callable[[Env], Any]

LARGEST_VALUE = 10**24
"""Largest result of a formula, and largest denominator; repeated squaring in rounds would never end."""


class Unanswered(LookupError):
    """A formula reads a value that has not been given; `name` is its name, as in `range` or `target.dg`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@lru_cache(maxsize=8192)
def compiled(text: str) -> Meaning:
    """Return the formula `text` as a function from values by name to its value.

    The function raises Unanswered for a value that is not given, and FormulaError for values of the wrong type.
    """
    inner = _build(parse(text))

    def value(env: Env) -> Any:
        try:
            return inner(env)
        except TypeError:
            raise FormulaError(
                f"{text!r} cannot be evaluated with these values{_non_numbers(text, env)}"
            ) from None

    return value


def _non_numbers(text: str, env: Env) -> str:
    """Return the values that are not numbers as the end of a message: `: loss is '-'`; empty if there are none."""
    names = [path[0] for path in names_read(text) if len(path) == 1]
    values = {name: env[name] for name in names if isinstance(env.get(name, 0), str | None)}
    words = [f"{name} is {'nothing' if value is None else repr(value)}" for name, value in values.items()]
    return f": {', '.join(words)}" if words else ""


@lru_cache(maxsize=8192)
def names_read(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the names that a formula reads, each once, in order, as paths: `("target", "dg")` for `target.dg`."""
    paths: dict[tuple[str, ...], None] = {}
    _collect(parse(text), paths)
    return tuple(paths)


def decided_by(text: str, env: Env) -> tuple[tuple[str, ...], ...]:
    """Return the names that decide a condition, as paths: for a false `and`, those in its false part."""
    paths: dict[tuple[str, ...], None] = {}
    _decisive(parse(text), env, paths)
    return tuple(paths)


def _decisive(node: tree.Node, env: Env, paths: dict[tuple[str, ...], None]) -> None:
    match node:
        case tree.Logic(operator=word, parts=parts):
            values = [(part, _truth(part, env)) for part in parts]
            decisive = [part for part, value in values if value is (word == "or")]
            for part in decisive[:1] or parts:
                _decisive(part, env, paths)
        case tree.Not(operand=inner):
            _decisive(inner, env, paths)
        case _:
            _collect(node, paths)


def _truth(node: tree.Node, env: Env) -> bool | None:
    """Return the truth of a condition, None if it reads a missing value."""
    try:
        return bool(_build(node)(env))
    except Unanswered:
        return None


def whole(value: Any) -> Any:
    """Return a whole Fraction as an int, any other value unchanged."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def _collect(node: tree.Node, paths: dict[tuple[str, ...], None]) -> None:
    if isinstance(node, tree.Name):
        paths.setdefault(node.path)
    for part in tree.parts_of(node):
        _collect(part, paths)


def _build(node: tree.Node) -> Meaning:
    match node:
        case tree.Const(value=value):
            return lambda env: value
        case tree.Listing(items=items):
            listed = frozenset(str(item.value) for item in items)
            return lambda env: listed
        case tree.Name(path=path):
            return _reader(path)
        case tree.Negate(operand=operand):
            inner = _build(operand)
            return lambda env: -inner(env)
        case tree.Not(operand=operand):
            inner = _build(operand)
            return lambda env: not inner(env)
        case tree.Arithmetic():
            return _arithmetic(node)
        case tree.Compare():
            return _comparison(node)
        case tree.Logic():
            return _logic(node)
        case tree.Choose(test=test, then=then, other=other):
            ask, yes, no = _build(test), _build(then), _build(other)
            return lambda env: yes(env) if ask(env) else no(env)
        case tree.Call():
            return _call(node)


def _reader(path: tuple[str, ...]) -> Meaning:
    name = path[0]
    if len(path) == 1:

        def read(env: Env) -> Any:
            try:
                return env[name]
            except KeyError:
                raise Unanswered(name) from None

        return read
    field = path[1]

    def read_field(env: Env) -> Any:
        try:
            holder = env[name]
            if isinstance(holder, tuple):
                return tuple(row[field] for row in holder)
            return holder[field]
        except KeyError:
            raise Unanswered(f"{name}.{field}") from None

    return read_field


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda left, other: left | other if isinstance(left, frozenset) else left + other,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda dividend, other: Fraction(dividend) / Fraction(other),
    "//": operator.floordiv,
}
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda member, chosen: member in chosen,
    "not in": lambda member, chosen: member not in chosen,
}


def _arithmetic(node: tree.Arithmetic) -> Meaning:
    left, right = _build(node.left), _build(node.right)
    apply = _ARITHMETIC[node.operator]

    def arithmetic(env: Env) -> Any:
        try:
            value = whole(apply(left(env), right(env)))
        except ZeroDivisionError:
            raise FormulaError("division by zero") from None
        if not isinstance(value, frozenset) and not _is_moderate(value):
            raise FormulaError("the result has more than 24 digits")
        return value

    return arithmetic


def _is_moderate(value: int | Fraction) -> bool:
    return abs(value.numerator) <= LARGEST_VALUE and value.denominator <= LARGEST_VALUE


def _comparison(node: tree.Compare) -> Meaning:
    left, right = _build(node.left), _build(node.right)
    apply = _COMPARISONS[node.operator]
    return lambda env: apply(left(env), right(env))


def _logic(node: tree.Logic) -> Meaning:
    parts = [_build(part) for part in node.parts]
    decisive = node.operator == "or"

    def logic(env: Env) -> bool:
        missing: Unanswered | None = None
        for part in parts:
            try:
                if bool(part(env)) is decisive:
                    return decisive
            except Unanswered as open_question:
                missing = missing or open_question
        if missing is not None:
            raise missing
        return not decisive

    return logic


def _round_half_up(value: Any) -> int:
    halves: int = floor(value + Fraction(1, 2))
    return halves


def _count(value: Any) -> int:
    if isinstance(value, tuple) and value and isinstance(value[0], bool):
        return sum(value)
    return len(value)


_AT_LEAST = re.compile(r"([+-]?\d{1,18})(?:\+| or more)")
"""A number that dice must reach, as charts print it: the same texts as bands with an open end."""


def _number(value: Any) -> Any:
    """Return a number as it is, 4 for the text `4+` or `4 or more`, and 0 for any other value."""
    if isinstance(value, str):
        at_least = _AT_LEAST.fullmatch(value)
        return int(at_least[1]) if at_least else 0
    return value if isinstance(value, int | Fraction) and not isinstance(value, bool) else 0


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": floor,
    "ceil": ceil,
    "round_half_up": _round_half_up,
    "sum": lambda column: whole(sum(column)),
    "count": _count,
    "any": lambda column: bool(column) if isinstance(column, frozenset) else any(column),
    "all": all,
    "only": lambda chosen, member: chosen == frozenset({member}),
    "number": _number,
}


def _call(node: tree.Call) -> Meaning:
    function = _FUNCTIONS[node.function]
    arguments = [_build(argument) for argument in node.arguments]
    return lambda env: function(*(argument(env) for argument in arguments))
