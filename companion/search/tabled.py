"""Table rulings among the results: before the books' own, each by itself and marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.model import Chart, Entry, Library, Procedure
from companion.model.event import TableRuling
from companion.search.finder import Found
from companion.search.words import tokens_of

NEAR = 5
"""Results from the top among which what a ruling is about must be, for the ruling to be shown."""


def tabled(
    rulings: Sequence[TableRuling],
    question: str,
    results: Sequence[Found],
    library: Library,
    game: str = "",
    typing: bool = False,
) -> tuple[Found, ...]:
    """Rulings whose entry was found, or that hold every word of the question; of `game` alone where one is given.

    `typing`: the last word may be half typed.
    """
    if not rulings or not question.strip():
        return ()
    near = {each.id for each in results[:NEAR]}
    wanted = tokens_of(question)
    found = []
    for each in rulings:
        target, _, label = each.about.partition("/")
        slug = target.partition(":")[0]
        if target not in near and game and slug != game:
            continue
        section, title = _titled(library, target)
        words = f"{title}: {label}" if label else title
        if target in near or _holds(tokens_of(f"{words} {each.text}"), wanted, typing):
            found.append(
                Found(target, slug, section, words, "ruling", "table ruling", "this table", each.text, 0.0)
            )
    return tuple(found)


def _holds(tokens: Iterable[str], wanted: Sequence[str], typing: bool) -> bool:
    """Whether every wanted word is there."""
    held = set(tokens)
    if not wanted:
        return False
    *whole, last = wanted
    begun = typing and any(each.startswith(last) for each in held)
    return held.issuperset(whole) and (begun or last in held)


def _titled(library: Library, target: str) -> tuple[str, str]:
    """Number and title of what a ruling is about."""
    found = library.find(target)
    match found[0] if found else None:
        case Entry() as entry:
            return entry.number, entry.title
        case Chart() | Procedure() as record:
            return record.cite, record.title
    return "", target
