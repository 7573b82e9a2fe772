"""A table ruling as lines and as JSON."""

from __future__ import annotations

from typing import Any

from companion.play.held import Held
from companion.render.documents import document
from companion.render.text import wrapped


def ruling_json(held: Held) -> dict[str, Any]:
    """A table ruling as JSON."""
    return document(held, authority="table ruling", for_good=not held.session)


def ruling_lines(held: Held, width: int) -> list[str]:
    """`[TABLE] on Shaken: here it counts once (table-1, session Table, 2026-11-20)`."""
    since = f", {held.on}" if held.on else ""
    scope = f"session {held.session}" if held.session else "for good"
    on = f" on {held.modifier}" if held.modifier else ""
    return wrapped(f"[TABLE]{on} {held.text} ({held.id}, {scope}{since})", width, "", "  ")
