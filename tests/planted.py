"""Write prepared games into the cache, where the next start reads them."""

from __future__ import annotations

import msgspec

from companion.load.cache import write_record
from companion.load.content import content_of
from companion.load.game import ReadRulebook, ReadTables
from companion.load.places import Places
from companion.model import Library


def plant(places: Places, library: Library) -> None:
    """Make `load_library(places)` return the modules of this library instead of reading the files."""
    content = content_of(places)
    for module in library.modules:
        slug = module.game.slug
        tables = msgspec.structs.replace(module, entries=())
        write_record(
            places.cache, f"tables-{content.tables[slug]}", ReadTables(tables, (), (), (), (), (), ())
        )
        write_record(places.cache, f"rulebook-{content.rulebooks[slug]}", ReadRulebook(module.entries, ()))
