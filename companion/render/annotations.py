"""Bookmarks and notes as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.model import Library
from companion.play.annotations import Annotation
from companion.render.documents import document
from companion.render.text import wrapped


def annotation_lines(bookmark: bool, note: str, width: int) -> list[str]:
    """Return the lines above a record's text: its bookmark and note; empty without either."""
    lines = ["(bookmark)"] if bookmark else []
    return lines + (wrapped(f"Your note: {note}", width, "", "  ") if note else [])


def annotations_lines(annotations: Iterable[Annotation], library: Library, width: int) -> list[str]:
    """Return each record with its heading, a star if it is bookmarked, and its note below."""
    lines: list[str] = []
    for annotation in annotations:
        sign = "*" if annotation.bookmark else "-"
        lines += wrapped(
            f"{annotation.about}  {_heading(annotation, library)}".rstrip(), width, f"{sign} ", "    "
        )
        lines += wrapped(annotation.note, width, "    ", "    ") if annotation.note else []
    return lines or ["No bookmarks or notes."]


def annotations_json(annotations: Iterable[Annotation], library: Library) -> list[dict[str, Any]]:
    """Return bookmarks and notes as JSON."""
    return [document(annotation, title=_heading(annotation, library)) for annotation in annotations]


def _heading(annotation: Annotation, library: Library) -> str:
    """Return the number and title of a record, or the term; empty if no installed game has it."""
    term = library.term(annotation.about)
    return term.term if term is not None else " ".join(filter(None, library.titled(annotation.about)))
