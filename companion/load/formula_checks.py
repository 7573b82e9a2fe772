"""Checks formulas and new names against the names known at that point of a procedure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.formula import FormulaError, Kind, kind_of, parse
from companion.formula.tree import Name
from companion.formula.types import ANY, as_yes_no, describe, kind_words, no_blank
from companion.load.faults import Faults
from companion.load.text_yaml import Path

NAME = re.compile(r"[a-z][a-z0-9_]*")
_BRACES = re.compile(r"\{([^{}]*)\}")

Scope = dict[str, Kind]
"""Known names with the kinds of their values."""


def check_formula(text: str, at: Path, scope: Mapping[str, Kind], faults: Faults, base: str = "") -> Kind:
    """Return the kind of a formula's value; ANY for an empty or faulty formula.

    Note a fault if the formula is invalid, or if the base of its kind is not `base` (empty for any).
    """
    if not text:
        return ANY
    try:
        node = parse(text)
        kind = kind_of(node, scope)
        if base == "number":
            no_blank(describe(node), kind)
    except FormulaError as error:
        faults.add(at, f"{text!r}: {error}")
        return ANY
    if base and kind.base not in (base, "any"):
        mend = as_yes_no(node, kind) if base == "yes-no" else ""
        faults.add(
            at, f"{text!r} is {kind_words(kind)}, but {kind_words(Kind(base))} is needed", mend.strip(" ()")
        )
    return kind


def check_braces(text: str, at: Path, scope: Mapping[str, Kind], faults: Faults) -> None:
    """Check each formula in braces in a sentence."""
    for formula in _BRACES.findall(text):
        check_formula(formula, at, scope, faults)


def check_name(name: str, at: Path, scope: Mapping[str, Kind], faults: Faults) -> None:
    """Note a fault if a name is invalid, has a meaning in formulas, or is already in the scope."""
    if not NAME.fullmatch(name):
        faults.add(
            at,
            f"{name!r} is not a valid name",
            "use lower-case letters, digits and _, starting with a letter",
        )
    elif not is_plain_name(name):
        faults.add(at, f"{name!r} is a reserved word in formulas", "choose another name")
    elif name in scope:
        faults.add(at, f"the name {name} is taken", "choose another")


def define(name: str, kind: Kind, at: Path, scope: Scope, faults: Faults) -> None:
    """Check a new name, and add it to the scope."""
    check_name(name, at, scope, faults)
    scope[name] = kind


def is_plain_name(name: str) -> bool:
    """Return whether formulas read a word as a name."""
    try:
        return parse(name) == Name((name,))
    except FormulaError:
        return False
