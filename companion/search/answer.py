"""What comes back of a question: results, and what was made of the words."""

from __future__ import annotations

from typing import NamedTuple


class SearchResult(NamedTuple):
    """One result."""

    id: str
    game: str
    section: str
    title: str
    kind: str
    authority: str
    source: str
    snippet: str
    score: float


class Answer(NamedTuple):
    """Results with what was made of the question."""

    results: tuple[SearchResult, ...]
    changed: tuple[tuple[str, str], ...] = ()
    """Words read as others: (typed, read)."""
    unknown: tuple[str, ...] = ()
    """Words that stand nowhere."""
    expanded: tuple[tuple[str, str], ...] = ()
    """Words for which others were looked up too: (typed, also)."""
    understood: tuple[str, ...] = ()
    """Filters, in words."""
    faults: tuple[str, ...] = ()
    """What could not be done as typed."""
    near: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Words that stand nowhere, with the nearest that do."""
    also_under: dict[str, tuple[str, ...]] = {}
    """Id of a result to the families that say the same, as `Cavalry Line 10.5d`."""
    others: int = 0
    """How many of the results, at the end, are of games that are not in play."""

    def notices(self) -> list[str]:
        """What the player should know of how the question was read, a sentence each."""
        lines = [f"only {each}" for each in self.understood]
        lines += self.faults
        lines += [f"{typed} read as {read}" for typed, read in self.changed]
        lines += [f"{typed}: also {also}" for typed, also in self.expanded[:4]]
        close = dict(self.near)
        for word in self.unknown:
            like = ", ".join(close.get(word, ()))
            short = word if len(word) <= 30 else f"{word[:27]}..."
            lines.append(f"{short} stands nowhere{f'; nearest: {like}' if like else ''}")
        return lines
