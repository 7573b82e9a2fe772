"""Formulas over values that may not all be known yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.formula import Unanswered, compiled
from companion.model.wording import followed, value_words

Values = dict[str, Any]

MISSING = object()
"""The value of a formula that reads what is not known yet."""

BRACES = re.compile(r"\{([^{}]*)\}")


def evaluate(formula: str, values: Values) -> Any:
    """The value of `formula`, MISSING where it reads what is not known yet."""
    try:
        return compiled(formula)(values)
    except Unanswered:
        return MISSING


def holds(formula: str, values: Values) -> bool:
    """Whether a condition holds; an empty one does, an open one does not."""
    return not formula or evaluate(formula, values) is True


def worded(text: str, values: Values) -> str:
    """`text` with the formulas in braces replaced by their values; a plural behind a 1 becomes its singular."""
    first, *rest = BRACES.split(text)
    words = first
    for formula, behind in zip(rest[::2], rest[1::2], strict=True):
        value = evaluate(formula, values)
        words += f"{'?' if value is MISSING else value_words(value)}{followed(value, behind)}"
    return words


def plain(value: Any) -> Any:
    """Values in the types of JSON: fractions as text, sets as sorted lists."""
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
    """The value, or what stands for it among keys: equal values have equal ones."""
    if isinstance(value, Mapping):
        return tuple(sorted((key, hashable(member)) for key, member in value.items()))
    if isinstance(value, tuple):
        return tuple(hashable(member) for member in value)
    return value
