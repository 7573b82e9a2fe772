"""Print how well the search finds the right rule, by set, game and kind, compared with FTS5 and plain substrings.

python -m tests.evaluate [FOLDER OR FILE...] [--misses]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.load.library import read_library
from companion.load.places import Places
from tests.conftest import CASES, ROOT
from tests.evaluate.measure import Asked, Search, labelled, places, score, sets
from tests.evaluate.searches import fts5, ours, substrings

_HEAD = """| | questions | first | within three | mrr | FTS5 first | three | mrr | substring first | three | mrr |
|---|---|---|---|---|---|---|---|---|---|---|"""


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[CASES])
    parser.add_argument("--misses", action="store_true", help="list the questions whose answer is not first")
    options = parser.parse_args()
    files = [file for path in options.paths for file in (sets(path) if path.is_dir() else [path])]
    asked = labelled(files)
    nowhere = Path("/nonexistent")
    library = read_library(Places((ROOT, nowhere), nowhere, nowhere), "evaluated")
    with tempfile.TemporaryDirectory() as folder, fts5(library) as rival:
        searches = (ours(library, Path(folder)), rival, substrings(library))
        found = [places(asked, search) for search in searches]
        print(_HEAD)
        _rows(asked, found, lambda each: "all", "")
        _rows(asked, found, lambda each: each.answered_by, "game ")
        _rows(asked, found, lambda each: each.kind, "kind ")
        _rows(asked, found, lambda each: each.set, "")
        if options.misses:
            _misses(asked, found[0], searches[0])


def _rows(asked: list[Asked], found: list[list[int]], by: Callable[[Asked], str], head: str) -> None:
    for name in sorted({by(each) for each in asked}):
        chosen = [place for place, each in enumerate(asked) if by(each) == name]
        cells = [str(len(chosen))]
        for each in found:
            first, three, reciprocal = score(each[place] for place in chosen).shares
            cells += [f"{first:.1%}", f"{three:.1%}", f"{reciprocal:.3f}"]
        print(f"| {head}{name} | {' | '.join(cells)} |")


def _misses(asked: list[Asked], found: list[int], search: Search) -> None:
    for each, place in zip(asked, found, strict=True):
        if place:
            top = "; ".join(
                f"{hit.game} {hit.section} {hit.title}" for hit in list(search(each.question, each.game))[:3]
            )
            wanted = " or ".join(str(one.get("section", one.get("heading"))) for one in each.accept)
            print(f"\n{each.set} [{each.game}] {each.question}\n  wanted {wanted}, at {place}; first: {top}")


if __name__ == "__main__":
    main()
