"""The answer to a question: the results, and how the question was understood."""

from __future__ import annotations

from typing import NamedTuple


class SearchResult(NamedTuple):
    """An entry, chart, calculator, term or table ruling that matches a question."""

    id: str
    game: str
    section: str
    title: str
    kind: str
    authority: str
    source: str
    snippet: str
    """The sentence or row that answers."""
    score: float
    matched: tuple[str, ...] = ()
    """Words of the snippet that match the question, in lower case."""


class Answer(NamedTuple):
    """The results of a question, and how it was understood."""

    results: tuple[SearchResult, ...]
    changed: tuple[tuple[str, str], ...] = ()
    """Corrected words: (typed, read as)."""
    unknown: tuple[str, ...] = ()
    """Words that no document contains."""
    expanded: tuple[tuple[str, str], ...] = ()
    """Words with their synonyms: (typed, also searched)."""
    understood: tuple[str, ...] = ()
    """Filters in words, such as `game Black Powder`."""
    faults: tuple[str, ...] = ()
    """Filters and numbers that do not exist, as messages."""
    near: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Unknown words with the closest known words."""
    also_under: dict[str, tuple[str, ...]] = {}
    """Id of a result to the families that have the same rule, such as `Cavalry Line 10.5d`."""
    others: int = 0
    """Number of results, at the end of the list, from games that are not in play."""

    def notices(self) -> list[str]:
        """Return what the player should know about how the question was read, a sentence each."""
        lines = [f"Filter: {limit}" for limit in self.understood]
        lines += self.faults
        lines += [f"{typed} read as {read}" for typed, read in self.changed]
        lines += [f"{typed}: also searched {also}" for typed, also in self.expanded[:4]]
        near = dict(self.near)
        for word in self.unknown:
            closest = ", ".join(near.get(word, ()))
            short = word if len(word) <= 30 else f"{word[:27]}..."
            lines.append(f'No match for "{short}"' + (f"; nearest: {closest}" if closest else ""))
        return lines
