"""Read labelled questions and score a search by them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tests.conftest import CASES

LOOKED_AT = 10
"""Results that are looked at; a right result further down counts as not found."""


class Hit(NamedTuple):
    """A search result, reduced to what the labels refer to."""

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
        """Whether a result is one of the right answers."""
        return any(
            hit.game == each["game"]
            and (hit.section == each.get("section") or each.get("heading", "\0").lower() in hit.title.lower())
            for each in self.accept
        )


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
        for each in map(json.loads, path.read_text().splitlines())
    ]


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
