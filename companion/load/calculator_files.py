"""Finds the files of calculators, for faults that only `companion check` looks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from companion.load.content import files_in
from companion.load.faults import Faults
from companion.load.files import shown_path, tree_of
from companion.load.places import Places
from companion.model import GameModule, Library, Procedure


def usable_games(library: Library) -> Iterator[GameModule]:
    """Yield the games whose tables have no fault."""
    files = [PurePath(fault.file).parts for fault in library.faults]
    faulty = {part for parts in files if "tables" in parts for part in parts}
    yield from (module for module in library.modules if module.game.slug not in faulty)


def usable_calculators(library: Library) -> Iterator[Procedure]:
    """Yield the calculators of the games whose tables have no fault."""
    for module in usable_games(library):
        yield from module.procedures


def file_of(procedure: Procedure, places: Places) -> Faults:
    """Return the last file with a calculator, ready for its faults; one without lines if it is no longer there."""
    name = procedure.id.partition(":")[2]
    for base in reversed(places.bases):
        for path in files_in(base / "tables" / procedure.game / "procedures", ".yaml", ".yml"):
            faults = Faults(shown_path(path))
            tree = tree_of(path, faults)
            if tree is not None and tree.value.get("id") == name:
                return faults
    return Faults(procedure.id)
