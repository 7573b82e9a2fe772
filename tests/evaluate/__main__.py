"""Print how well the search finds the right rule, by use, game, kind and set, compared with FTS5 and BM25F.

python -m tests.evaluate [FOLDER OR FILE...] [--misses]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.load.library import read_library
from companion.load.places import Places
from companion.search.finder import Finder
from companion.search.index import build_index
from tests.conftest import CASES, ROOT
from tests.evaluate.measure import TESTING, Asked, Search, echoes, interval, labelled, places, score, sets
from tests.evaluate.searches import bm25f, fts5, ours

_HEAD = """| | questions | first | 95 % | within three | 95 % | FTS5 first | three | BM25F first | three |
|---|---|---|---|---|---|---|---|---|---|"""


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
    echo = {each.question: is_echo for each, is_echo in zip(asked, echoes(asked, library), strict=True)}
    with tempfile.TemporaryDirectory() as folder, fts5(library) as rival:
        searches = (ours(Finder(build_index(library, Path(folder)))), rival, bm25f(library))
        found = [places(asked, search) for search in searches]
        print(_HEAD)
        _rows(asked, found, _use)
        _rows(asked, found, lambda each: "repeats a phrase" if echo[each.question] else "repeats no phrase")
        _rows(asked, found, lambda each: f"{_use(each)}, {each.answered_by}")
        _rows(asked, found, lambda each: f"{_use(each)}, {each.kind}")
        _rows(asked, found, lambda each: each.set)
        if options.misses:
            _misses(asked, found[0], searches[0])


def _use(asked: Asked) -> str:
    return "testing" if asked.set in TESTING else "tuning"


def _rows(asked: list[Asked], found: list[list[int]], by: Callable[[Asked], str]) -> None:
    for name in sorted({by(each) for each in asked}):
        chosen = [place for place, each in enumerate(asked) if by(each) == name]
        own, *others = [score(each[place] for place in chosen) for each in found]
        cells = [str(len(chosen))]
        for right in (own.first, own.within_three):
            low, high = interval(right, own.questions)
            cells += [f"{right / own.questions:.1%}", f"{low:.0%} to {high:.0%}"]
        for each in others:
            cells += [f"{each.shares[0]:.1%}", f"{each.shares[1]:.1%}"]
        print(f"| {name} | {' | '.join(cells)} |")


def _misses(asked: list[Asked], found: list[int], search: Search) -> None:
    for each, place in zip(asked, found, strict=True):
        if place and each.set not in TESTING:
            top = "; ".join(f"{hit.id} {hit.title}" for hit in list(search(each.question, each.game))[:3])
            wanted = " or ".join(
                str(one.get("entry") or one.get("section") or one["heading"]) for one in each.accept
            )
            print(f"\n{each.set} [{each.game}] {each.question}\n  wanted {wanted}, at {place}; first: {top}")


if __name__ == "__main__":
    main()
