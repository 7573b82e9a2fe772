"""Adds table rulings to an answer: above all other results, and marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.search.answer import Answer, SearchResult
from companion.search.filters import filters_of
from companion.search.tokens import tokens_of

if TYPE_CHECKING:
    from companion.search.lexicon import Lexicon

NEAR = 5
"""A ruling on one of this many first results is shown."""


class SearchableRuling(NamedTuple):
    """A table ruling that may be a result."""

    about: str
    """Id of an entry, chart or calculator; for a modifier, of its calculator, with the label after a slash."""
    text: str
    source: str
    """Session or game in which the ruling is in effect."""


TitleLookup = Callable[[str], tuple[str, str]]
"""From an id to its number and title; two empty texts if it is not known."""


def with_rulings(
    answer: Answer,
    question: str,
    rulings: Sequence[SearchableRuling],
    lexicon: Lexicon,
    title_of: TitleLookup,
    game: str = "",
    typing: bool = False,
) -> Answer:
    """Return the answer preceded by the rulings whose subject was found, or that contain every word of the question.

    If `game` is given, words find rulings of this game only. Filters of another kind exclude rulings. `typing` means
    that the last word may be incomplete.
    """
    words, filters = filters_of(question, lexicon)
    if not rulings or not question.strip() or set(filters.marks) - {"kind/ruling"}:
        return answer
    near = {result.id: result for result in answer.results[:NEAR]}
    wanted, has_no_words = tokens_of(words), not words.strip()
    game = filters.game or game
    results = []
    for ruling in rulings:
        target, _, label = ruling.about.partition("/")
        slug = target.partition(":")[0]
        if target not in near and game and slug != game:
            continue
        section, title = (near[target].section, near[target].title) if target in near else title_of(target)
        title = title or target
        name = f"{title}: {label}" if label else title
        if has_no_words or target in near or _has_all(tokens_of(f"{name} {ruling.text}"), wanted, typing):
            kind, authority = "ruling", "table ruling"
            source, text = ruling.source, ruling.text
            results.append(SearchResult(target, slug, section, name, kind, authority, source, text, 0.0))
    known = {token for result in results for token in tokens_of(result.snippet)}
    unknown = tuple(word for word in answer.unknown if not set(tokens_of(word)) <= known)
    return answer._replace(results=(*results, *answer.results), unknown=unknown)


def _has_all(tokens: Iterable[str], wanted: Sequence[str], typing: bool) -> bool:
    present = set(tokens)
    if not wanted:
        return False
    *complete, last = wanted
    is_begun = typing and any(token.startswith(last) for token in present)
    return present.issuperset(complete) and (is_begun or last in present)
