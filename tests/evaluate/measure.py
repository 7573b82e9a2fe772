"""Read labelled questions and score a search by them.

A result is right if it is exactly a labelled entry: its id, or both the number and the heading of the label. Some sets
are for testing only: nothing was chosen or fitted after looking at their results.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.model import Library
from companion.search.tokens import tokens_of
from tests.conftest import CASES

LOOKED_AT = 10
"""Results that are looked at; a right result further down counts as not found."""
TESTING = ("blind-questions", "unseen-questions")
"""Sets that neither phrases nor weights may be tuned to."""
ECHO = 0.6
"""Share of common words (of all words of both) from which a question repeats a phrase under `Also asked`."""


class Hit(NamedTuple):
    """A search result, reduced to what the labels refer to."""

    id: str
    game: str
    section: str
    title: str


Search = Callable[[str, str], Iterable[Hit]]
"""Function from question and game (empty for all games) to results, best first."""


class Asked(NamedTuple):
    """A labelled question."""

    set: str
    question: str
    game: str
    """Slug of the game it is asked in; empty for all games."""
    answered_by: str
    """Slug of the game that answers."""
    kind: str
    accept: tuple[dict[str, Any], ...]

    def answered(self, hit: Hit) -> bool:
        """Whether a result is exactly one of the labelled entries."""
        return any(_is(hit, each) for each in self.accept)


def _is(hit: Hit, label: Mapping[str, Any]) -> bool:
    if "entry" in label:
        return bool(hit.id == label["entry"])
    named = hit.game == label["game"] and hit.section == label.get("section", hit.section)
    return bool(named and label.get("heading", "").lower() in hit.title.lower())


class Score(NamedTuple):
    """Counts for a set of questions."""

    questions: int
    first: int
    within_three: int
    reciprocal: float

    @property
    def shares(self) -> tuple[float, float, float]:
        """Share of right results in first place, share within the first three, and mean reciprocal rank."""
        size = max(self.questions, 1)
        return self.first / size, self.within_three / size, self.reciprocal / size


def interval(right: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share."""
    if not of:
        return 0.0, 1.0
    z = 1.96
    share, shrink = right / of, 1 + z * z / of
    middle = (share + z * z / (2 * of)) / shrink
    half = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5 / shrink
    return middle - half, middle + half


def sets(folder: Path = CASES) -> list[Path]:
    """The files with labelled questions."""
    return sorted(path for path in folder.glob("*.jsonl") if path.stem.endswith(("queries", "questions")))


def labelled(paths: Iterable[Path]) -> list[Asked]:
    """Every question of the files."""
    return [
        Asked(
            path.stem,
            each["q"],
            each["game"] or "",
            each["accept"][0]["game"],
            each.get("kind", "question"),
            tuple(each["accept"]),
        )
        for path in paths
        for each in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    ]


def echoes(asked: Iterable[Asked], library: Library) -> list[bool]:
    """Whether each question nearly repeats a phrase under `Also asked` of the game that answers."""
    phrases = {
        module.game.slug: [frozenset(tokens_of(text)) for entry in module.entries for text in entry.asked]
        for module in library.modules
    }

    def echo(each: Asked) -> bool:
        words = frozenset(tokens_of(each.question))
        return any(
            len(words & phrase) >= ECHO * len(words | phrase) > 0 for phrase in phrases[each.answered_by]
        )

    return [echo(each) for each in asked]


def places(asked: Iterable[Asked], search: Search) -> list[int]:
    """Position of the first right result for each question: 0 for the top, 99 if there is none."""
    found = []
    for each in asked:
        hits = list(search(each.question, each.game))[:LOOKED_AT]
        found.append(next((place for place, hit in enumerate(hits) if each.answered(hit)), 99))
    return found


def score(found: Iterable[int]) -> Score:
    """Score the positions of right results."""
    listed = list(found)
    return Score(
        len(listed),
        sum(place == 0 for place in listed),
        sum(place < 3 for place in listed),
        sum(1 / (place + 1) for place in listed if place < LOOKED_AT),
    )
