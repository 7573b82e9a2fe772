"""Bookmarks and notes as lines."""

from __future__ import annotations

from companion.render.text import wrapped


def margin_lines(bookmark: bool, note: str, width: int) -> list[str]:
    """What stands beside a record, in front of its text; nothing where nothing does."""
    lines = ["(bookmark)"] if bookmark else []
    return lines + (wrapped(f"Your note: {note}", width, "", "  ") if note else [])
