"""Loads a finder: with an index from the cache if it matches the content, else with a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import trace
from companion.load.content import Content, content_of
from companion.load.places import Places
from companion.search.finder import Finder
from companion.search.index import open_index, refresh_index

if TYPE_CHECKING:
    from companion.load.source import Progress


def load_finder(places: Places, progress: Progress | None = None, content: Content | None = None) -> Finder:
    """Return a finder for the games in `places`; index what has changed if no index matches their content.

    `content` are the hashes of the files; if None, they are computed.
    """
    content = content or content_of(places)
    for folder in places.caches:
        index = open_index(folder, content.whole)
        if index is not None:
            trace.note("index %s: opened in %s", content.whole, folder)
            return Finder(index)
    trace.note("index %s: not in the cache, built", content.whole)
    from companion.load.source import load_library

    library = load_library(places, progress, content)
    if progress is not None:
        progress("Building the search index")
    return Finder(refresh_index(library, places.cache, places.caches))
