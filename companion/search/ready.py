"""The one way to a finder: the ready index where it fits the content, else a fresh one."""

from __future__ import annotations

from companion import trace
from companion.load.content import content_hash
from companion.load.places import Places
from companion.search.finder import Finder
from companion.search.index import open_index, refresh_index


def ready_finder(places: Places) -> Finder:
    """A finder over the content of `places`, built now where no index fits it."""
    content = content_hash(places)
    index = open_index(places.cache, content)
    trace.note("index %s %s", content, "opened" if index else "not in the cache, built")
    if index is None:
        from companion.load.source import load_library

        index = refresh_index(load_library(places), places.cache)
    return Finder(index)
