"""Evaluates formulas over values of which some are not known yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.formula import Unanswered, compiled
from companion.model.wording import followed, value_words

Values = dict[str, Any]

MISSING = object()
"""Value of a formula that reads an unknown value."""

BRACES = re.compile(r"\{([^{}]*)\}")


def evaluate(formula: str, values: Values) -> Any:
    """Return the value of a formula, MISSING if it reads an unknown value."""
    try:
        return compiled(formula)(values)
    except Unanswered:
        return MISSING


def holds(formula: str, values: Values) -> bool:
    """Return whether a condition holds: True for an empty one, False for an undecided one."""
    return not formula or evaluate(formula, values) is True


def worded(text: str, values: Values) -> str:
    """Return `text` with its formulas in braces replaced by their values; `{n} hexes` becomes `1 hex` for 1."""
    first, *rest = BRACES.split(text)
    words = first
    for formula, behind in zip(rest[::2], rest[1::2], strict=True):
        value = evaluate(formula, values)
        words += f"{'?' if value is MISSING else value_words(value)}{followed(value, behind)}"
    return words


def plain(value: Any) -> Any:
    """Return a value in the types of JSON: fractions as text, sets as sorted lists."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, tuple):
        return [plain(member) for member in value]
    return value


def hashable(value: Any) -> Any:
    """Return a hashable form of a value, equal for equal values."""
    if isinstance(value, Mapping):
        return tuple(sorted((key, hashable(member)) for key, member in value.items()))
    if isinstance(value, tuple):
        return tuple(hashable(member) for member in value)
    return value
