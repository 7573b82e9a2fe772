"""The last touch to an order by score.

A rule stands above its sub-rules where the words name the rule, and what is headed in the order of the words above what
is headed the other way about: line to square, square to line.
"""

from __future__ import annotations

from companion.search.indexed_document import IndexedDocument
from companion.search.scoring import Scorer

_NEAR = 0.6
"""Share of the sub-rule's score that the rule must have."""
_LOOKED_AT = 12

Ranked = list[tuple[float, IndexedDocument]]


def reordered(ranked: Ranked, scorer: Scorer) -> Ranked:
    """The results, each rule moved above the first of its sub-rules where that says no more of what was asked."""
    places = {row.id: place for place, (_, row) in enumerate(ranked)}
    order = list(ranked)
    for score, row in ranked[:_LOOKED_AT]:
        place = places.get(row.parent)
        if place is None:
            continue
        pair = ranked[place]
        above, below = order.index(pair), order.index((score, row))
        if above > below and pair[0] >= _NEAR * score and _general(pair[1], row, scorer):
            order.insert(below, order.pop(above))
    return _in_the_words_order(order, scorer)


def _in_the_words_order(order: Ranked, scorer: Scorer) -> Ranked:
    """The results, each headed by the same words as a better one, but in the order asked, moved above that."""
    other_way: dict[frozenset[int], tuple[float, IndexedDocument]] = {}
    for pair in order[:_LOOKED_AT]:
        said = scorer.order_in(pair[1].title_tokens)
        if len(said) < 2:
            continue
        words = frozenset(said)
        if said != sorted(said):
            other_way.setdefault(words, pair)
        elif words in other_way and pair[0] >= _NEAR * other_way[words][0]:
            order.remove(pair)
            order.insert(order.index(other_way.pop(words)), pair)
    return order


def _general(rule: IndexedDocument, under: IndexedDocument, scorer: Scorer) -> bool:
    """Whether the rule's heading has every word asked for that the sub-rule has anywhere."""
    asked = scorer.typed_in(under.everything)
    return bool(asked) and asked <= scorer.typed_in(rule.title_tokens)
