"""The shipped games with terminal control sequences in every text of every record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.load.places import Places
from companion.model import Library
from tests.planted import plant

ESCAPE = "\x1b[31m\x9b2J\x1b]0;owned\x07\u202e"
TEXTS = {
    *(
        "title",
        "label",
        "help",
        "says",
        "because",
        "text",
        "cite",
        "page",
        "means",
        "note",
        "summary",
        "chapter",
    ),
    *("rule_says", "document", "why", "edition", "readings", "taken", "printed", "where", "unit", "forms"),
}
"""Fields with text for the player, not with names that are looked up."""
NAMED = {"Game", "Command", "Scenario"}
"""Records whose name is shown to the player."""


def with_escapes(record: Any) -> Any:
    """A copy of `record` with the escape sequence in every text that is shown."""
    if isinstance(record, tuple):
        return tuple(with_escapes(each) for each in record)
    if not isinstance(record, msgspec.Struct):
        return record
    changed: dict[str, Any] = {}
    for field in record.__struct_fields__:
        value = getattr(record, field)
        read = field in TEXTS or (field == "name" and type(record).__name__ in NAMED)
        if read and isinstance(value, str) and value:
            changed[field] = f"{value}{ESCAPE}"
        elif read and isinstance(value, tuple) and value and isinstance(value[0], str):
            changed[field] = tuple(f"{each}{ESCAPE}" for each in value)
        elif field == "words" and isinstance(value, Mapping):
            changed[field] = {key: f"{each}{ESCAPE}" for key, each in value.items()}
        elif isinstance(value, tuple | msgspec.Struct):
            changed[field] = with_escapes(value)
    return msgspec.structs.replace(record, **changed)


def planted(places: Places, library: Library) -> Library:
    """Write games with escape sequences into the cache, and return them."""
    made: Library = with_escapes(library)
    plant(places, made)
    return made
