"""Table rulings among the results: before the books' own, each by itself and marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.search.answer import Answer, SearchResult
from companion.search.filters import filters_of
from companion.search.tokens import tokens_of

if TYPE_CHECKING:
    from companion.search.lexicon import Lexicon

NEAR = 5
"""Results from the top among which what a ruling is about must be, for the ruling to be shown."""


class SearchableRuling(NamedTuple):
    """A table ruling as the search takes it."""

    about: str
    """Id of an entry, a chart or a calculator; of a modifier with its label behind a slash."""
    text: str
    source: str
    """Where it holds, in words."""


Titled = Callable[[str], tuple[str, str]]
"""From an id to its number and title; two empty texts where it is not known."""


def with_rulings(
    answer: Answer,
    question: str,
    rulings: Sequence[SearchableRuling],
    lexicon: Lexicon,
    titled: Titled,
    game: str = "",
    typing: bool = False,
) -> Answer:
    """The answer with the rulings first whose entry was found, or that hold every word of the question.

    Of `game` alone where one is given; none where the question is limited to another kind. `typing`: the last word
    may be half typed.
    """
    words, filters = filters_of(question, lexicon)
    if not rulings or not question.strip() or set(filters.marks) - {"kind/ruling"}:
        return answer
    near = {each.id: each for each in answer.results[:NEAR]}
    wanted, alone = tokens_of(words), not words.strip()
    game = filters.game or game
    found = []
    for each in rulings:
        target, _, label = each.about.partition("/")
        slug = target.partition(":")[0]
        if target not in near and game and slug != game:
            continue
        section, title = (near[target].section, near[target].title) if target in near else titled(target)
        title = title or target
        name = f"{title}: {label}" if label else title
        if alone or target in near or _holds(tokens_of(f"{name} {each.text}"), wanted, typing):
            found.append(
                SearchResult(
                    target, slug, section, name, "ruling", "table ruling", each.source, each.text, 0.0
                )
            )
    said = {token for each in found for token in tokens_of(each.snippet)}
    unknown = tuple(word for word in answer.unknown if not set(tokens_of(word)) <= said)
    return answer._replace(results=(*found, *answer.results), unknown=unknown)


def _holds(tokens: Iterable[str], wanted: Sequence[str], typing: bool) -> bool:
    """Whether every wanted word is there."""
    held = set(tokens)
    if not wanted:
        return False
    *whole, last = wanted
    begun = typing and any(each.startswith(last) for each in held)
    return held.issuperset(whole) and (begun or last in held)
