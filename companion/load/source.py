"""Reads every module: shipped files, overlaid file by file and record by record with the player's own."""

from __future__ import annotations

from collections.abc import Iterator

from companion import trace
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
    trace.note(
        "library %s %s", content, "read from the cache" if cached else "not in the cache, read from the files"
    )
    if cached is not None:
        return cached
    library = read_library(places, content)
    write_cache(places.cache, content, library)
    return library


def read_library(places: Places, content: str = "") -> Library:
    """Every module, read from the files."""
    from companion.load.elsewhere import check_differs, with_elsewhere
    from companion.load.links import check_links, linked, targets
    from companion.load.module import ModuleReader

    readers = [ModuleReader(slug) for slug in dict.fromkeys(_folders(places, "tables"))]
    modules: list[GameModule] = []
    for reader in readers:
        for number, base in enumerate(places.bases):
            reader.read(base, number)
        module = reader.module()
        if module is not None:
            modules.append(module)
    modules.sort(key=lambda module: module.game.order)
    left_out = set().union(*(reader.left_out for reader in readers))
    known = targets(modules, left_out)
    terms = {module.game.slug: module.terms for module in modules}
    faults = set(_rulebooks_of_no_game(places))
    for reader in readers:
        if reader.game is not None:
            reader.check_bites(known)
            check_differs(reader.slug, reader.terms.last(), terms)
        faults |= set(reader.faults)
    for module in modules:
        faults |= set(check_links(module, known))
    whole = tuple(with_elsewhere(linked(module, known), modules) for module in modules)
    return Library(whole, tuple(sorted(faults)), content, tuple(sorted(left_out)))


def _rulebooks_of_no_game(places: Places) -> Iterator[Fault]:
    from companion.load.module import printable

    games = set(_folders(places, "tables"))
    for slug in dict.fromkeys(_folders(places, "rulebook")):
        if slug not in games:
            says = f"nothing is read here: there is no tables/{printable(slug)}/game.yaml"
            listed = ", ".join(sorted(map(printable, games)))
            mend = f"name it after a game ({listed}), or add that file" if listed else "add that file"
            yield Fault(f"rulebook/{printable(slug)}", 0, "", says, mend)


def _folders(places: Places, kind: str) -> Iterator[str]:
    """Names of the folders of games under `tables` or `rulebook`, base by base."""
    for base in places.bases:
        try:
            yield from sorted(folder.name for folder in (base / kind).iterdir() if folder.is_dir())
        except OSError:
            continue
