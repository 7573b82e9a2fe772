"""A table ruling as lines and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.render.documents import document
from companion.render.text import wrapped

if TYPE_CHECKING:
    from companion.play.active_rulings import ActiveRuling


def ruling_json(active: ActiveRuling) -> dict[str, Any]:
    """Return a table ruling as JSON."""
    return document(active, authority="table ruling", permanent=not active.session)


def ruling_lines(active: ActiveRuling, width: int, modifier: bool = True) -> list[str]:
    """Return `[TABLE] on Shaken here it counts once (table-1, session Table, 2026-11-20)`; `modifier`: name it."""
    since = f", {active.on}" if active.on else ""
    scope = f"session {active.session}" if active.session else "permanent"
    on = f" on {active.modifier}" if active.modifier and modifier else ""
    return wrapped(f"[TABLE]{on} {active.text} ({active.id}, {scope}{since})", width, "", "  ")
