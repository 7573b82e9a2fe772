"""Reads every module: shipped files, overlaid file by file and record by record with the player's own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from companion.load.content import content_hash
from companion.load.places import Places
from companion.model import Fault, GameModule, Library


def load_library(places: Places) -> Library:
    """Every module, from the cache where its content is unchanged.

    Never raises for bad data: faults are in the library, and what they touch is left out.
    """
    from companion.load.cache import read_cache, write_cache

    content = content_hash(places)
    cached = read_cache(places.cache, content)
    if cached is not None:
        return cached
    library = read_library(places, content)
    write_cache(places.cache, content, library)
    return library


def read_library(places: Places, content: str = "") -> Library:
    """Every module, read from the files."""
    from companion.load.links import check_links
    from companion.load.module import ModuleReader

    slugs = dict.fromkeys(slug for base in places.bases for slug in game_folders(base))
    modules: list[GameModule] = []
    faults: list[Fault] = []
    for slug in slugs:
        reader = ModuleReader(slug)
        for position, base in enumerate(places.bases):
            reader.read(base, overlay=position > 0)
        module = reader.module()
        faults += reader.faults
        if module is not None:
            modules.append(module)
    modules.sort(key=lambda module: module.game.order)
    library = Library(tuple(modules), (), content)
    library, more = check_links(library)
    return Library(library.modules, tuple(sorted({*faults, *more})), content)


def game_folders(base: Path) -> list[str]:
    """Slugs of the games in `base`."""
    try:
        return sorted(folder.name for folder in (base / "tables").iterdir() if folder.is_dir())
    except OSError:
        return []


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Identified)


def overlaid(records: Iterable[R]) -> tuple[R, ...]:
    """Of records with one id the last counts, in the place of the first."""
    by_id: dict[str, R] = {}
    for record in records:
        by_id[record.id] = record
    return tuple(by_id.values())
