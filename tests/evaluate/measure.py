"""Labelled questions, and what a way of searching makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tests.conftest import CASES

LOOKED_AT = 10
"""Results of which the right one must be among for it to count at all."""


class Hit(NamedTuple):
    """A result as a question judges it."""

    game: str
    section: str
    title: str


Search = Callable[[str, str], Iterable[Hit]]
"""Question and game (empty for all) to results, best first."""


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
        """Whether a result is one of those that answer."""
        return any(
            hit.game == each["game"]
            and (hit.section == each.get("section") or each.get("heading", "\0").lower() in hit.title.lower())
            for each in self.accept
        )


class Score(NamedTuple):
    """How a set of questions went."""

    questions: int
    first: int
    within_three: int
    reciprocal: float

    @property
    def shares(self) -> tuple[float, float, float]:
        """First, within three, mean reciprocal rank."""
        size = max(self.questions, 1)
        return self.first / size, self.within_three / size, self.reciprocal / size


def sets(folder: Path = CASES) -> list[Path]:
    """The files of labelled questions."""
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
    """For each question the place of the first right result, 0 for the top, 99 for none."""
    found = []
    for each in asked:
        hits = list(search(each.question, each.game))[:LOOKED_AT]
        found.append(next((place for place, hit in enumerate(hits) if each.answered(hit)), 99))
    return found


def score(found: Iterable[int]) -> Score:
    """Of the places of right results."""
    listed = list(found)
    return Score(
        len(listed),
        sum(place == 0 for place in listed),
        sum(place < 3 for place in listed),
        sum(1 / (place + 1) for place in listed if place < LOOKED_AT),
    )
