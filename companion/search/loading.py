"""Loads a finder with an index from the cache if it matches the content, or else with a new index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import trace
from companion.load.content import Content, content_of
from companion.load.places import Places
from companion.search.finder import Finder
from companion.search.index import Index, newest_index, open_index, refresh_index, renewed_index

if TYPE_CHECKING:
    from companion.load.library import Progress


def load_finder(
    places: Places,
    progress: Progress | None = None,
    content: Content | None = None,
    imports: bool = True,
) -> Finder:
    """Return a finder for the games in `places`; if no index matches their content, index what has changed.

    `content` has the hashes of the files; if None, they are computed. With `imports`, the player's imported documents
    are searched too.
    """
    finder = finder_of_games(places, progress, content or content_of(places))
    if not imports or not (places.data / "imports").is_dir():
        return finder
    from companion.search.imports import with_imports  # takes 5 ms, and is needed only here

    return with_imports(finder, places.data)


def finder_of_games(places: Places, progress: Progress | None, content: Content) -> Finder:
    """Return a finder for the games, without the player's imported documents."""
    for folder in places.caches:
        index = open_index(folder, content.whole)
        if index is not None:
            trace.note("index %s: opened in %s", content.whole, folder)
            return Finder(index)
    trace.note("index %s: not in the cache, built", content.whole)
    return Finder(_index(places, content, progress))


def _index(places: Places, content: Content, progress: Progress | None) -> Index:
    """Return the newest index with the changed games indexed again, or else a new index of all games."""
    from companion.load.library import load_games

    old = newest_index(places.caches)
    changed = old.changed(content.games) if old else None
    games = load_games(places, content, changed, progress)
    if progress is not None:
        progress("Building the search index")
    if old and changed is not None:
        index = renewed_index(old, games, places.cache, content.games, changed)
        if index is not None:
            return index
        games = load_games(places, content, None, progress)
    return refresh_index(games, places.cache, old, content.games)
