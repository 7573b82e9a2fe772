"""Fit the weights of the ranking to the labelled questions for tuning that repeat no phrase.

python -m tests.evaluate.fit [--validate] [--write]

The model is a softmax over the documents ranked for a question: the loss is the negative logarithm of the share of the
right ones. `--validate` fits five times without a fifth of the sets, and scores the questions left out.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from math import exp
from operator import mul
from pathlib import Path
from typing import NamedTuple

from companion.load.library import read_library
from companion.load.places import Places
from companion.search import ranking
from companion.search.finder import Finder
from companion.search.index import build_index
from tests.conftest import ROOT
from tests.evaluate.measure import TESTING, Hit, echoes, labelled, sets

FOLDS = 5
STEPS = 120
RATE = 0.3
"""Step of the gradient descent (Adam)."""
SHRINK = 0.002
"""Weight of the sum of squares of the standardized weights in the loss."""


class Ranked(NamedTuple):
    """A question with the features of each document ranked for it."""

    set: str
    features: list[list[float]]
    right: list[bool]


def ranked_questions() -> list[Ranked]:
    """Rank the documents for every question for tuning that repeats no phrase; all games' documents count alike."""
    nowhere = Path("/nonexistent")
    library = read_library(Places((ROOT, nowhere), nowhere, nowhere), "fitted")
    asked = [each for each in labelled(sets()) if each.set not in TESTING]
    asked = [each for each, echo in zip(asked, echoes(asked, library), strict=True) if not echo]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        finder = Finder(build_index(library, Path(folder)))
        for each in asked:
            compared = finder.compared(each.question, each.game)
            right = [
                each.answered(Hit(document.id, document.game, document.section, document.title))
                for _, document in compared
            ]
            if any(right) and not all(right):
                found.append(Ranked(each.set, [list(features) for features, _ in compared], right))
    return found


def fitted(questions: Sequence[Ranked]) -> list[float]:
    """Return the weight of each feature."""
    size = len(ranking.Features._fields)
    spread = _spread(questions, size)
    scaled = [
        ([[value / by for value, by in zip(row, spread, strict=True)] for row in each.features], each.right)
        for each in questions
    ]
    weights, mean, square = [0.0] * size, [0.0] * size, [0.0] * size
    for step in range(1, STEPS + 1):
        slope = [SHRINK * weight for weight in weights]
        for rows, right in scaled:
            for place, value in enumerate(_slope(rows, right, weights)):
                slope[place] += value / len(scaled)
        for place, value in enumerate(slope):
            mean[place] = 0.9 * mean[place] + 0.1 * value
            square[place] = 0.99 * square[place] + 0.01 * value * value
            first, second = mean[place] / (1 - 0.9**step), square[place] / (1 - 0.99**step)
            weights[place] -= RATE * first / (second**0.5 + 1e-8)
    return [weight / by for weight, by in zip(weights, spread, strict=True)]


def _slope(rows: list[list[float]], right: list[bool], weights: list[float]) -> list[float]:
    """Return the gradient of the loss of one question."""
    scores = [sum(map(mul, row, weights)) for row in rows]
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    whole = sum(shares)
    wanted = sum(share for share, is_right in zip(shares, right, strict=True) if is_right) or 1e-300
    excess = [
        share / whole - (share / wanted if is_right else 0.0)
        for share, is_right in zip(shares, right, strict=True)
    ]
    return [sum(map(mul, excess, column)) for column in zip(*rows, strict=True)]


def _spread(questions: Sequence[Ranked], size: int) -> list[float]:
    """Return the standard deviation of each feature."""
    rows = [row for each in questions for row in each.features]
    spread = []
    for place in range(size):
        values = [row[place] for row in rows]
        middle = sum(values) / len(values)
        spread.append((sum((value - middle) ** 2 for value in values) / len(values)) ** 0.5 or 1.0)
    return spread


def right_first(questions: Sequence[Ranked], weights: Sequence[float], within: int = 1) -> int:
    """Return for how many questions a right document is among the first."""
    count = 0
    for each in questions:
        scores = [sum(map(mul, row, weights)) for row in each.features]
        order = sorted(range(len(scores)), key=lambda place: -scores[place])
        count += any(each.right[place] for place in order[:within])
    return count


def main() -> None:
    """Print the fitted weights, and with --validate how they do on questions left out."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.fit", description=__doc__)
    parser.add_argument("--validate", action="store_true", help="cross-validate by set")
    parser.add_argument("--write", action="store_true", help="write companion/search/weights.json")
    options = parser.parse_args()
    questions = ranked_questions()
    names = sorted({each.set for each in questions})
    if options.validate:
        kept = within = 0
        for fold in range(FOLDS):
            left_out = set(names[fold::FOLDS])
            weights = fitted([each for each in questions if each.set not in left_out])
            tried = [each for each in questions if each.set in left_out]
            kept += right_first(tried, weights)
            within += right_first(tried, weights, 3)
            print(f"without {', '.join(sorted(left_out))}: {_named(weights)}")
        print(f"left out: first {kept / len(questions):.1%}, within three {within / len(questions):.1%}")
    weights = fitted(questions)
    named = _named(weights)
    print(
        f"{len(questions)} questions: first {right_first(questions, weights) / len(questions):.1%}; {named}"
    )
    if options.write:
        Path(ranking.__file__).with_name("weights.json").write_text(json.dumps(named, indent=2) + "\n")


def _named(weights: Sequence[float]) -> dict[str, float]:
    return dict(zip(ranking.Features._fields, (round(weight, 2) for weight in weights), strict=True))


if __name__ == "__main__":
    main()
