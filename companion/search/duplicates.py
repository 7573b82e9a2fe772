"""Merges results that have the same rule under several headings into one result."""

from __future__ import annotations

from companion.search.indexed_document import IndexedDocument, Ranked

_SAME = 0.8
"""Share of common words from which two texts count as the same."""
_COMPARED = 40
"""Results from the top that are compared."""


def without_duplicates(ranked: Ranked) -> tuple[Ranked, dict[str, tuple[str, ...]]]:
    """Return the results without duplicates of better ones, and by id the headings of the duplicates."""
    kept: Ranked = []
    headings: dict[str, list[str]] = {}
    for place, (score, document) in enumerate(ranked):
        twin = (
            next((other for _, other in kept if _same(other, document)), None) if place < _COMPARED else None
        )
        if twin is None:
            kept.append((score, document))
        else:
            headings.setdefault(twin.id, []).append(f"{document.family} {document.section}".strip())
    return kept, {name: tuple(dict.fromkeys(others)) for name, others in headings.items()}


def _same(one: IndexedDocument, other: IndexedDocument) -> bool:
    if not one.family or not other.family or one.family == other.family:
        return False
    if (one.game, one.kind, one.section) != (other.game, other.kind, other.section):
        return False
    left, right = (
        frozenset(token for line in document.line_tokens for token in line) for document in (one, other)
    )
    return len(left & right) >= _SAME * len(left | right)
