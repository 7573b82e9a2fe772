"""Checks shared by several files of a game: known names, unique names, inputs that can be filled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.load.faults import Faults
from companion.load.suggestions import suggest, suggest_id
from companion.load.text_yaml import Path
from companion.model import Input, Procedure


class CalculatorChecker:
    """Checks what a file of a game says about the game's calculators."""

    def __init__(self, slug: str, procedures: Mapping[str, Procedure], left_out: Collection[str]) -> None:
        """`left_out` are the ids of procedures that exist but have faults."""
        self.slug = slug
        self.procedures = procedures
        self.left_out = left_out

    def procedure(self, name: str, at: Path, faults: Faults) -> Procedure | None:
        """Return the usable procedure `name`; note a fault if there is none at all."""
        full, known = f"{self.slug}:{name}", {*self.procedures, *self.left_out}
        if name and full not in known:
            faults.add(at, f"unknown procedure {name}", suggest_id(name, known, self.slug))
        return self.procedures.get(full) if name else None


def check_known(name: str, known: Collection[str], at: Path, faults: Faults) -> None:
    """Note a fault if a name is unknown."""
    if name not in known:
        faults.add(at, f"unknown name {name!r}", suggest(name, known))


def check_unique(records: Iterable[Any], path: str, faults: Faults, key: str = "id") -> None:
    """Note each record whose `key` repeats an earlier one; `path` leads to their list, with dots between keys."""
    seen: set[str] = set()
    for index, record in enumerate(records):
        name = getattr(record, key)
        if name in seen:
            at: Path = (*path.split("."), index, key)
            faults.add(at, f"{name} appears twice", "choose another name")
        seen.add(name)


def single_inputs(procedures: Iterable[Procedure]) -> set[str]:
    """Return the paths of the inputs that take one answer: neither sets nor lists, nor anything inside a list."""
    return {path for procedure in procedures for path in _single(procedure.inputs, "")}


def set_members(inputs: Iterable[Input], above: str = "") -> Iterable[str]:
    """Yield the members of sets outside of lists, as in `terrain=slope`."""
    for given in inputs:
        if given.kind == "group":
            yield from set_members(given.fields, f"{above}{given.name}.")
        elif given.kind == "set":
            yield from (f"{above}{given.name}={choice.key}" for choice in given.choices)


def fields_of(procedure: Procedure, rows: str) -> set[str]:
    """Return the fields of a list of a calculator that take one answer; empty if it has no such list."""
    lists = (given for given in procedure.inputs if given.name == rows and given.kind == "rows")
    return {field for given in lists for field in _single(given.fields, "")}


def _single(inputs: Iterable[Input], above: str) -> Iterable[str]:
    for given in inputs:
        if given.kind == "group":
            yield from _single(given.fields, f"{above}{given.name}.")
        elif given.kind not in ("rows", "set"):
            yield f"{above}{given.name}"
