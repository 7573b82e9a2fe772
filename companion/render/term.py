"""Terms of the glossary as lines and as JSON."""

from __future__ import annotations

from typing import Any

from companion.model import Term, term_id
from companion.render.documents import document
from companion.render.text import wrapped


def term_lines(term: Term, width: int) -> list[str]:
    """Return a term as lines."""
    names = [*term.short, *term.also]
    lines = wrapped(term.term, width)
    lines += wrapped(f"Also: {', '.join(names)}", width) if names else []
    lines += ["", *wrapped(term.means, width)]
    return lines + (wrapped(f"Rule {term.cite}", width) if term.cite else [])


def term_json(term: Term, game: str) -> dict[str, Any]:
    """Return a term as JSON."""
    return document(term, id=term_id(game, term), game=game, kind="term")
