"""Bookmarks and notes as lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.model import Library
from companion.play.annotations import Annotation
from companion.render.text import wrapped


def annotation_lines(bookmark: bool, note: str, width: int) -> list[str]:
    """What stands beside a record, in front of its text; nothing where nothing does."""
    lines = ["(bookmark)"] if bookmark else []
    return lines + (wrapped(f"Your note: {note}", width, "", "  ") if note else [])


def annotations_lines(annotations: Iterable[Annotation], library: Library, width: int) -> list[str]:
    """Each record with its heading, a star before a bookmark, the note under it."""
    lines: list[str] = []
    for each in annotations:
        sign = "*" if each.bookmark else "-"
        lines += wrapped(f"{each.about}  {_heading(each, library)}".rstrip(), width, f"{sign} ", "    ")
        lines += wrapped(each.note, width, "    ", "    ") if each.note else []
    return lines or ["No bookmarks and no notes."]


def annotations_json(annotations: Iterable[Annotation], library: Library) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "id": each.about,
            "title": _heading(each, library) or None,
            "bookmark": each.bookmark,
            "note": each.note or None,
            "on": each.on or None,
        }
        for each in annotations
    ]


def _heading(each: Annotation, library: Library) -> str:
    """Number and heading; of a term the term; empty for what is not in the books here."""
    term = library.term(each.about)
    return term.term if term is not None else " ".join(filter(None, library.titled(each.about)))
