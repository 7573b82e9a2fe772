"""Near-duplicates: the same rule printed under several headings is one line, and says where else it stands."""

from __future__ import annotations

from companion.search.indexed_document import IndexedDocument

_ALIKE = 0.8
"""Share of their words that two texts have in common to be one."""
_LOOKED_AT = 40

Ranked = list[tuple[float, IndexedDocument]]


def without_duplicates(ranked: Ranked) -> tuple[Ranked, dict[str, tuple[str, ...]]]:
    """The results without those that say what one before them says, and for each that has such where they stand."""
    kept: Ranked = []
    also: dict[str, list[str]] = {}
    for place, (score, row) in enumerate(ranked):
        twin = next((each for _, each in kept if _same(each, row)), None) if place < _LOOKED_AT else None
        if twin is None:
            kept.append((score, row))
        else:
            also.setdefault(twin.id, []).append(f"{row.family} {row.section}".strip())
    return kept, {name: tuple(dict.fromkeys(each)) for name, each in also.items()}


def _same(one: IndexedDocument, other: IndexedDocument) -> bool:
    if one.game != other.game or one.kind != other.kind or not one.family or one.family == other.family:
        return False
    if not other.family or one.section != other.section:
        return False
    left, right = (frozenset(token for line in row.line_tokens for token in line) for row in (one, other))
    return len(left & right) >= _ALIKE * len(left | right)
