"""Print how soon the right entry is found while a question is typed, and how often the first result changes.

python -m tests.evaluate.typing [FILE...]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from companion.load.library import read_library
from companion.load.places import Places
from companion.search.answer import Answer
from companion.search.finder import Finder
from companion.search.index import build_index
from companion.search.stable import StableResults
from tests.conftest import CASES, ROOT
from tests.evaluate.measure import LOOKED_AT, Asked, Hit, labelled
from tests.ui.test_key_counts import rarest_word

NEVER = 99
"""Characters for a question whose entry never stays among the first three."""


def typed(asked: Asked, text: str, finder: Finder, stable: bool) -> tuple[int, int]:
    """Type a text letter by letter, then pause.

    Return the number of characters from which the entry stays within three, and how often the first result changes.
    """
    lists, results = [], StableResults()
    for end in range(1, len(text) + 1):
        answer = finder.find(text[:end], asked.game or asked.answered_by, LOOKED_AT, typing=True)
        lists.append(results.show(text[:end], (), answer) if stable else answer)
    lists.append(results.settle() if stable else lists[-1])
    firsts = [shown.results[0].id if shown.results else "" for shown in lists]
    within = [_has_entry(asked, shown) for shown in lists]
    changes = sum(
        one != two for one, two in zip(filter(None, firsts), list(filter(None, firsts))[1:], strict=False)
    )
    since = len(within) - next(
        (place for place, right in enumerate(reversed(within)) if not right), len(within)
    )
    return (min(since + 1, len(text)) if within[-1] else NEVER), changes


def _has_entry(asked: Asked, shown: Answer) -> bool:
    """Return whether one of the first three results is the entry asked for."""
    hits = [Hit(each.id, each.game, each.section, each.title) for each in shown.results[:3]]
    return any(map(asked.answered, hits))


def main() -> None:
    """Print one row for typing whole questions, and one for typing only the rarest word."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.typing", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[CASES / "unseen-questions.jsonl"])
    asked = labelled(parser.parse_args().files)
    nowhere = Path("/nonexistent")
    library = read_library(Places((ROOT, nowhere), nowhere, nowhere), "typed")
    with tempfile.TemporaryDirectory() as folder:
        finder = Finder(build_index(library, Path(folder)))
        for stable in (False, True):
            for whole in (True, False):
                found = [
                    typed(each, each.question if whole else rarest_word(each, finder, set()), finder, stable)
                    for each in asked
                ]
                characters = statistics.median(each[0] for each in found)
                changes = statistics.mean(each[1] for each in found)
                print(
                    f"{'stable' if stable else 'as ranked'}, {'whole question' if whole else 'rarest word'}: "
                    f"within three after {characters:g} characters (median), first changes {changes:.1f} times (mean)"
                )


if __name__ == "__main__":
    main()
