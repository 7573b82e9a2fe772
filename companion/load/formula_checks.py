"""The names that are known at a place of a procedure, and checks of formulas and names there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from companion.formula import FormulaError, Kind, kind_of, parse
from companion.formula.tree import Name
from companion.formula.types import ANY, as_yes_no, describe, no_blank
from companion.load.records import Faults
from companion.load.text_yaml import Path

NAME = re.compile(r"[a-z][a-z0-9_]*")
BRACES = re.compile(r"\{([^{}]*)\}")

Scope = dict[str, Kind]


def check_formula(text: str, at: Path, scope: Mapping[str, Kind], faults: Faults, base: str = "") -> Kind:
    """The kind of a formula; one that cannot be read, or is not of the kind `base`, is a fault."""
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
        need = "yes/no" if base == "yes-no" else base
        mend = as_yes_no(node, kind) if base == "yes-no" else ""
        faults.add(at, f"{text!r} is {kind.base}, but a {need} is needed", mend.strip(" ()"))
    return kind


def check_braces(text: str, at: Path, scope: Mapping[str, Kind], faults: Faults) -> None:
    """Checks the formulas that stand in braces in a sentence."""
    for inner in BRACES.findall(text):
        check_formula(inner, at, scope, faults)


def check_name(name: str, at: Path, scope: Mapping[str, Kind], faults: Faults) -> None:
    """A name must be one, mean itself in formulas, and be free."""
    if not NAME.fullmatch(name):
        faults.add(at, f"{name!r} is no name", "lower-case letters, digits and _, a letter first")
    elif not _means_itself(name):
        faults.add(at, f"{name!r} means something else in formulas", "choose another name")
    elif name in scope:
        faults.add(at, f"the name {name} is taken", "choose another")


def define(name: str, kind: Kind, at: Path, scope: Scope, faults: Faults) -> None:
    """Makes a name known from here on."""
    check_name(name, at, scope, faults)
    scope[name] = kind


def known_words(names: Iterable[str], wanted: str = "") -> str:
    """A mend that names the nearest to `wanted`, else lists what there is, where that is short."""
    listed = sorted(names)
    if close := get_close_matches(wanted, listed, 1):
        return f"did you mean {close[0]}?"
    return f"known: {', '.join(listed)}" if 0 < len(listed) <= 40 else ""


def known_ids(ids: Iterable[str], game: str, wanted: str) -> str:
    """A mend for the name of a chart or calculator within its game, where `ids` carry the game and it does not."""
    every = list(ids)
    bare = wanted.removeprefix(f"{game}:")
    if bare != wanted and wanted in every:
        return f"write {bare}, without the game before it"
    return known_words((each.partition(":")[2] for each in every), bare)


def _means_itself(name: str) -> bool:
    try:
        return parse(name) == Name((name,))
    except FormulaError:
        return False
