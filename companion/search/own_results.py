"""Adds the players' own texts to an answer, marked as such: table rulings, notes on rules, and lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from companion.search.answer import Answer, SearchResult
from companion.search.filters import filters_of
from companion.search.tokens import tokens_of

if TYPE_CHECKING:
    from companion.search.lexicon import Lexicon

NEAR = 5
"""Number of first results whose rulings and notes are shown; lines of the log come after these results."""
LOG_LINES = 3
"""Most lines of the log to show."""
MOST_LOG_LINES = 100
"""Most lines of the log to show if only the log is searched."""
LOG = "line/"
"""Prefix of the id of a line of the log, before its number. Unlike ids of records it has no game and no colon."""
AUTHORITIES = {"ruling": "table ruling", "note": "your note", "log": "session log"}
"""Kind of a player's own text to the authority that is shown with it."""


class OwnText(NamedTuple):
    """A table ruling or a note on a rule, as search reads it."""

    kind: str
    """`ruling` or `note`."""
    about: str
    """Id of an entry, chart or calculator; for a modifier, of its calculator, with the label after a slash."""
    text: str
    source: str
    """Session or game in which a ruling applies; for a note, whose note it is."""


class LogText(NamedTuple):
    """A line of the log, as search reads it."""

    line: int
    game: str
    text: str
    source: str
    """Session and time of the line."""
    tokens: frozenset[str]


TitleLookup = Callable[[str], tuple[str, str]]
"""Function that returns the number and title of an id; both are empty if it is unknown."""


def with_own(
    answer: Answer,
    question: str,
    own: Sequence[OwnText],
    lexicon: Lexicon,
    title_of: TitleLookup,
    game: str = "",
    typing: bool = False,
    log: Iterable[LogText] = (),
) -> Answer:
    """Return the answer with matching rulings and notes first, and with matching lines of the log.

    A ruling or note matches if its subject is among the first results, or if it contains every word of the question. A
    line of the log matches if it contains every word; `log` is sorted, newest first. Lines of the log come before the
    results if the players' own texts have a word that no rule has. If `game` is given, only texts of this game match
    by their words. If a filter names another kind, the answer is unchanged. `typing` means that the last word may be
    incomplete.
    """
    words, filters = filters_of(question, lexicon)
    kinds = {mark.removeprefix("kind/") for mark in filters.marks}
    if not question.strip() or not kinds <= AUTHORITIES.keys():
        return answer
    wanted, game = tokens_of(words), filters.game or game
    head = [
        result
        for text in own
        if kinds <= {text.kind}
        and (result := _result(text, answer, wanted, not words.strip(), title_of, game, typing))
    ]
    lines: list[SearchResult] = []
    if kinds <= {"log"} and (wanted or kinds):
        lines = list(islice(_lines(log, wanted, game, typing), MOST_LOG_LINES if kinds else LOG_LINES))
    tokens = {token for result in (*head, *lines) for token in tokens_of(f"{result.title} {result.snippet}")}
    unknown = tuple(word for word in answer.unknown if not tokens.issuperset(tokens_of(word)))
    changed = tuple(pair for pair in answer.changed if not tokens.issuperset(tokens_of(pair[0])))
    has_unknown_word = (unknown, changed) != (answer.unknown, answer.changed)
    place = 0 if has_unknown_word else min(NEAR, len(answer.results) - answer.others)
    results = (*head, *answer.results[:place], *lines, *answer.results[place:])
    return answer._replace(results=results, unknown=unknown, changed=changed)


def _result(
    own: OwnText,
    answer: Answer,
    wanted: Sequence[str],
    has_no_words: bool,
    title_of: TitleLookup,
    game: str,
    typing: bool,
) -> SearchResult | None:
    """Return the result for a ruling or note; None if it does not match."""
    target, _, label = own.about.partition("/")
    slug = target.partition(":")[0]
    near = {result.id: result for result in answer.results[:NEAR]}
    if target not in near and game and slug != game:
        return None
    section, title = (near[target].section, near[target].title) if target in near else title_of(target)
    name = f"{title or target}: {label}" if label else title or target
    if not (has_no_words or target in near or _has_all(tokens_of(f"{name} {own.text}"), wanted, typing)):
        return None
    return SearchResult(
        target, slug, section, name, own.kind, AUTHORITIES[own.kind], own.source, own.text, 0.0
    )


def _lines(log: Iterable[LogText], wanted: Sequence[str], game: str, typing: bool) -> Iterable[SearchResult]:
    for text in log:
        if (not game or text.game == game) and (not wanted or _has_all(text.tokens, wanted, typing)):
            title, authority = f"Line {text.line}", AUTHORITIES["log"]
            yield SearchResult(
                f"{LOG}{text.line}", text.game, "", title, "log", authority, text.source, text.text, 0.0
            )


def _has_all(tokens: Iterable[str], wanted: Sequence[str], typing: bool) -> bool:
    present = frozenset(tokens)
    if not wanted:
        return False
    *complete, last = wanted
    if not present.issuperset(complete):
        return False
    return last in present or (typing and any(token.startswith(last) for token in present))
