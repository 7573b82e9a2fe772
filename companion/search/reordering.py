"""Corrects the order of results with similar scores, and merges duplicates.

A rule moves above its sub-rules if the words name the rule, and a title with the words in the order of the question
moves above one with the opposite order: line to square, square to line.
"""

from __future__ import annotations

from companion.search.indexed_document import IndexedDocument, Ranked
from companion.search.scoring import Scorer

_LEAST_SHARE = 0.6
"""Share of the other result's score that a result needs to move above it."""
_FAMILY_SHARE = 0.85
"""Share of a rule's score that its sub-rules need to be listed next to it, and vice versa."""
_COMPARED = 12
"""Number of first results that are compared."""
_SAME = 0.8
"""Share of common words from which two texts count as the same."""
_MERGED = 40
"""Number of first results that may be merged into better ones."""


def reordered(ranked: Ranked, scorer: Scorer) -> Ranked:
    """Return the results with each rule above its first sub-rule, unless the sub-rule matches more of the words."""
    places = {document.id: place for place, (_, document) in enumerate(ranked)}
    order = list(ranked)
    for score, document in ranked[:_COMPARED]:
        place = places.get(document.parent)
        if place is None:
            continue
        parent = ranked[place]
        above, below = order.index(parent), order.index((score, document))
        if above > below and parent[0] >= _LEAST_SHARE * score and _names_rule(parent[1], document, scorer):
            order.insert(below, order.pop(above))
    return _in_families(_in_order_of_words(order, scorer))


def _in_families(order: Ranked) -> Ranked:
    """Return the results with a rule and its sub-rules together, the best of them first."""
    first, rest = list(order[:_COMPARED]), order[_COMPARED:]
    grouped: Ranked = []
    while first:
        score, document = first.pop(0)
        grouped.append((score, document))
        family = [
            other for other in first if _is_family(document, other[1]) and other[0] >= _FAMILY_SHARE * score
        ]
        grouped += family
        first = [other for other in first if other not in family]
    return grouped + rest


def _is_family(one: IndexedDocument, other: IndexedDocument) -> bool:
    return other.parent == one.id or one.parent == other.id


def _in_order_of_words(order: Ranked, scorer: Scorer) -> Ranked:
    """Return the results with titles in the order of the question above titles with these words in another order."""
    other_orders: dict[frozenset[int], tuple[float, IndexedDocument]] = {}
    for result in order[:_COMPARED]:
        words = scorer.order_in(result[1].title_tokens)
        if len(words) < 2:
            continue
        key = frozenset(words)
        if words != sorted(words):
            other_orders.setdefault(key, result)
        elif key in other_orders and result[0] >= _LEAST_SHARE * other_orders[key][0]:
            order.remove(result)
            order.insert(order.index(other_orders.pop(key)), result)
    return order


def _names_rule(rule: IndexedDocument, sub_rule: IndexedDocument, scorer: Scorer) -> bool:
    """Return whether the rule's title has every typed word that the sub-rule has anywhere."""
    words = scorer.typed_in(sub_rule.everything)
    return bool(words) and words <= scorer.typed_in(rule.title_tokens)


def without_duplicates(ranked: Ranked) -> tuple[Ranked, dict[str, tuple[str, ...]]]:
    """Return the results without duplicates of better ones, and by id the headings of the duplicates."""
    unique: Ranked = []
    headings: dict[str, list[str]] = {}
    for place, (score, document) in enumerate(ranked):
        twin = (
            next((other for _, other in unique if _same(other, document)), None) if place < _MERGED else None
        )
        if twin is None:
            unique.append((score, document))
        else:
            headings.setdefault(twin.id, []).append(f"{document.family} {document.section}".strip())
    return unique, {name: tuple(dict.fromkeys(others)) for name, others in headings.items()}


def _same(one: IndexedDocument, other: IndexedDocument) -> bool:
    if not one.family or not other.family or one.family == other.family:
        return False
    if (one.game, one.kind, one.section) != (other.game, other.kind, other.section):
        return False
    left, right = (
        frozenset(token for line in document.line_tokens for token in line) for document in (one, other)
    )
    return len(left & right) >= _SAME * len(left | right)
