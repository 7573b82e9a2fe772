"""Loads the library: all games, with the player's own files replacing shipped ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from companion import trace
from companion.load.content import Content, content_of, is_text, name_hash
from companion.load.places import Places
from companion.model import Fault, Library

if TYPE_CHECKING:
    from companion.load.game import ReadRulebook, ReadTables

T = TypeVar("T")
Progress = Callable[[str], None]
"""Called with a short description before each slow step."""


def load_library(places: Places, progress: Progress | None = None, content: Content | None = None) -> Library:
    """Return all games; unchanged ones come from the cache.

    Never raises for bad data: the library contains the faults, without the faulty records. `content` are the hashes
    of the files; if None, they are computed.
    """
    content = content or content_of(places)
    from companion.load.game import join_game

    games = (join_game(*read) for read in _games(places, content, progress))
    return _whole(places, games, content.whole)


def read_library(places: Places, content: str = "") -> Library:
    """Return all games, read from the files without a cache."""
    from companion.load.game import join_game, read_rulebook, read_tables

    games = []
    for slug in _slugs(places, "tables"):
        tables = read_tables(places, slug)
        games.append(join_game(tables, read_rulebook(places, slug, tables)))
    return _whole(places, games, content)


def load_games(
    places: Places, content: Content, games: Collection[str] | None = None, progress: Progress | None = None
) -> Library:
    """Return the games with these slugs (None for all) for the search index: without faults, with unresolved links."""
    read = _games(places, content, progress, games)
    modules = [
        msgspec.structs.replace(tables.module, entries=rulebook.entries)
        for tables, rulebook in read
        if tables.module is not None
    ]
    return Library(tuple(sorted(modules, key=lambda module: module.game.order)), (), content.whole)


def _games(
    places: Places, content: Content, progress: Progress | None, games: Collection[str] | None = None
) -> Iterator[tuple[ReadTables, ReadRulebook]]:
    """Yield the tables and rules of the games with these slugs (None for all), unchanged ones from the cache."""
    from companion.load.game import ReadRulebook, ReadTables, read_rulebook, read_tables

    slugs = [slug for slug in _slugs(places, "tables") if games is None or slug in games]
    for number, slug in enumerate(slugs, 1):
        step = partial(progress or _silent, f"Reading the rulebooks ({number} of {len(slugs)})")
        read = partial(read_tables, places, slug, content.files)
        tables = _cached(
            places, f"tables-{content.tables.get(slug) or name_hash(slug)}", ReadTables, step, read
        )
        read_rules = partial(read_rulebook, places, slug, tables, content.files)
        name = f"rulebook-{content.rulebooks.get(slug) or name_hash(slug)}"
        rulebook = _cached(places, name, ReadRulebook, step, read_rules)
        yield tables, rulebook


def _cached(places: Places, name: str, kind: type[T], step: Callable[[], None], make: Callable[[], T]) -> T:
    """Return the cached record `name`, or else call `step`, then make and cache it."""
    from companion.load.cache import read_record, write_record

    record = read_record(places.caches, name, kind)
    trace.note("%s: %s", name, "not in the cache" if record is None else "from the cache")
    if record is None:
        step()
        record = make()
        write_record(places.cache, name, record)
    return record


def _silent(step: str) -> None:
    """Report no progress."""


def _whole(places: Places, games: Iterable[ReadTables], content: str) -> Library:
    """Join all games, and resolve the links and terms between them."""
    from companion.load.between_games import (
        broken_references,
        check_links,
        link_targets,
        with_cross_game_terms,
        with_resolved_links,
    )

    every = list(games)
    modules = sorted((game.module for game in every if game.module), key=lambda module: module.game.order)
    left_out = {name for game in every for name in game.left_out}
    targets = link_targets(modules, left_out)
    faults = {*_rulebooks_of_no_game(places), *_unnamed_games(places)}
    for game in every:
        faults |= {*game.faults, *broken_references(game, modules, targets)}
    for module in modules:
        faults |= set(check_links(module, targets))
    whole = tuple(with_cross_game_terms(with_resolved_links(module, targets), modules) for module in modules)
    return Library(whole, tuple(sorted(faults)), content, tuple(sorted(left_out)))


def _rulebooks_of_no_game(places: Places) -> Iterator[Fault]:
    games = set(_slugs(places, "tables"))
    for slug in _slugs(places, "rulebook"):
        if slug not in games:
            from companion.load.files import printable  # imports YAML: a fifth of the time of a command

            says = f"folder ignored: tables/{printable(slug)}/game.yaml not found"
            listed = ", ".join(sorted(map(printable, games)))
            mend = f"rename it after a game ({listed}), or add that file" if listed else "add that file"
            yield Fault(f"rulebook/{printable(slug)}", 0, "", says, mend)


def _slugs(places: Places, kind: str) -> list[str]:
    """Return the names of the game folders under `tables` or `rulebook` that are valid text."""
    return list(filter(is_text, _folders(places, kind)))


def _unnamed_games(places: Places) -> Iterator[Fault]:
    for kind in ("tables", "rulebook"):
        for name in _folders(places, kind):
            if not is_text(name):
                from companion.load.files import printable  # as above

                says = "folder ignored: its name is not valid text"
                yield Fault(f"{kind}/{printable(name)}", 0, "", says, "rename the folder")


def _folders(places: Places, kind: str) -> list[str]:
    """Return the names of all folders under `tables` or `rulebook`, base by base."""
    names: list[str] = []
    for base in places.bases:
        try:
            names += sorted(folder.name for folder in (base / kind).iterdir() if folder.is_dir())
        except OSError:
            continue
    return list(dict.fromkeys(names))
