"""Bookmarks and notes as lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.model import Library
from companion.play.margins import Margin
from companion.render.text import wrapped


def annotation_lines(bookmark: bool, note: str, width: int) -> list[str]:
    """What stands beside a record, in front of its text; nothing where nothing does."""
    lines = ["(bookmark)"] if bookmark else []
    return lines + (wrapped(f"Your note: {note}", width, "", "  ") if note else [])


def annotations_lines(margins: Iterable[Margin], library: Library, width: int) -> list[str]:
    """Each record with its heading, a star before a bookmark, the note under it."""
    lines: list[str] = []
    for annotation in margins:
        sign = "*" if annotation.bookmark else "-"
        lines += wrapped(
            f"{annotation.about}  {_heading(annotation, library)}".rstrip(), width, f"{sign} ", "    "
        )
        lines += wrapped(annotation.note, width, "    ", "    ") if annotation.note else []
    return lines or ["No bookmarks and no notes."]


def annotations_json(margins: Iterable[Margin], library: Library) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "id": annotation.about,
            "title": _heading(annotation, library) or None,
            "bookmark": annotation.bookmark,
            "note": annotation.note or None,
            "on": annotation.on or None,
        }
        for annotation in margins
    ]


def _heading(annotation: Margin, library: Library) -> str:
    """Number and heading; of a term the term; empty for what is not in the books here."""
    term = library.term(annotation.about)
    return term.term if term is not None else " ".join(filter(None, library.titled(annotation.about)))
