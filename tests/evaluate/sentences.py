"""Print how often the sentence shown for a first result is one that answers, by part of the labelled questions.

python -m tests.evaluate.sentences [--misses]

`answering-lines.jsonl` has questions from the sets for tuning, each with the entry that is found first and
the beginnings of the lines that answer. If no line answers, the first one, the overview, is right. No single result of
the part `checking` was looked at to choose a rule; it shares no entry with the others. Labels follow reworded lines.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library
from companion.search.documents import documents
from companion.search.finder import Finder
from companion.search.index import build_index
from tests.conftest import ROOT

LABELS = Path(__file__).with_name("answering-lines.jsonl")
HALVES = ("tuning", "fitting", "checking")


class Labelled(NamedTuple):
    """A question with the lines that answer it, of the entry that is found first."""

    question: str
    game: str
    """Slug of the game it is asked in; empty for all games."""
    id: str
    half: str
    lines: tuple[str, ...]
    """Beginnings of the lines that answer; empty if no line does."""

    def answered(self, snippet: str, lines: Sequence[str]) -> bool:
        """Whether a snippet is from a line that answers; the overview answers if no line does."""
        shown = snippet.removeprefix("... ").removesuffix("...")
        line = next(line for line in lines if shown in line)
        return line.startswith(self.lines) if self.lines else line == lines[0]


def labels(path: Path = LABELS) -> list[Labelled]:
    """Read the labelled questions."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Labelled(row["q"], row["game"], row["id"], row["half"], tuple(row["lines"])) for row in rows]


def snippets(finder: Finder, asked: Iterable[Labelled]) -> list[str]:
    """Return the snippet of the labelled entry for each question; empty if the entry is not found first."""
    first = [(each.id, finder.find(each.question, each.game, 1).results[0]) for each in asked]
    return [result.snippet if result.id == labelled else "" for labelled, result in first]


def answered(library: Library, finder: Finder, asked: Sequence[Labelled]) -> list[bool]:
    """Return for each question whether the snippet of the first result answers."""
    lines = {document.id: document.lines for document in documents(library)}
    shown = snippets(finder, asked)
    return [
        bool(snippet) and each.answered(snippet, lines[each.id])
        for each, snippet in zip(asked, shown, strict=True)
    ]


def main() -> None:
    """Print `n right of m` for each half."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.sentences", description=__doc__)
    parser.add_argument("--misses", action="store_true", help="list the misses of the half for tuning")
    options = parser.parse_args()
    nowhere = Path("/nonexistent")
    library = read_library(Places((ROOT, nowhere), nowhere, nowhere), "evaluated")
    with tempfile.TemporaryDirectory() as folder:
        finder = Finder(build_index(library, Path(folder)))
        for half in HALVES:
            asked = [each for each in labels() if each.half == half]
            right = answered(library, finder, asked)
            print(f"{half}: {sum(right)} right of {len(right)}")
            if options.misses and half == "tuning":
                _list_misses(asked, right, snippets(finder, asked))


def _list_misses(asked: Iterable[Labelled], right: Iterable[bool], shown: Iterable[str]) -> None:
    for each, is_right, snippet in zip(asked, right, shown, strict=True):
        if not is_right:
            print(f"\n[{each.game}] {each.question}\n  {each.id} shows: {snippet}\n  wanted: {each.lines}")


if __name__ == "__main__":
    main()
