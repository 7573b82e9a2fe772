"""Measure what the search adds to a key press: type into the app in a terminal, letter by letter.

    python -m tests.benchmarks.key_press [KEYS] [TIMES]

Types into the same screen with the search switched off (it gets two fixed lists), with the shipped corpus, and with
TIMES the corpus (100; 0 omits it). The next key follows when nothing was painted for a tenth of a second. Measures
milliseconds from the key to the last painted byte.
"""

from __future__ import annotations

import os
import select
import statistics
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.load.library import load_library
from companion.load.places import usual_places
from companion.search.answer import Answer
from companion.search.finder import Finder
from companion.search.index import build_index, open_index
from tests.benchmarks.first_frame import Terminal
from tests.benchmarks.hundred import many
from tests.conftest import json_lines

QUIET = 0.1
_AT_ALL = 0.6
"""Seconds to wait for a key to paint anything."""
_LISTED = 30


class FixedLists:
    """Stand-in for a finder: returns two fixed lists in turn."""

    def __init__(self, finder: Finder) -> None:
        self.imports_stamp, self.lexicon = finder.imports_stamp, finder.lexicon
        self._answers = cycle([finder.find(words, "lob", _LISTED) for words in ("closing roll", "fire")])

    def warm(self) -> None:
        """Do nothing."""

    def find(self, *given: Any, **named: Any) -> Answer:
        """Return the next list."""
        return next(self._answers)


def play(search: str, folder: str) -> None:
    """Run the app with a search: off, shipped, or the index with this content in a folder."""
    from textual.widgets import Input

    from companion.ui.app import CompanionApp
    from companion.workspace.context import AppContext

    begin = AppContext.__init__

    def begun(self: AppContext, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        if search == "off":
            self._finder = FixedLists(self.finder)  # type: ignore[assignment]
        elif search != "shipped":
            index = open_index(Path(folder), search)
            assert index is not None
            self._finder = Finder(index)

    AppContext.__init__ = begun  # type: ignore[method-assign]
    Input.cursor_blink = False  # type: ignore[assignment]
    CompanionApp(usual_places(), game="lob").run()


def typed(search: str, folder: str, questions: list[str], environment: dict[str, str]) -> list[float]:
    """Milliseconds for each key that paints something."""
    terminal = Terminal([sys.executable, "-m", __spec__.name, "play", search, folder], environment)
    try:
        terminal.until(b"Turn 1", 60)
        _quiet(terminal, 1.0)
        times = []
        for question in questions:
            for letter in question:
                painted = _press(terminal, letter.encode())
                times += [painted] if painted > 0 else []
            _press(terminal, b"\x1b")
        return times
    finally:
        terminal.end()


def _press(terminal: Terminal, key: bytes) -> float:
    begun = time.perf_counter()
    terminal.press(key)
    if not select.select([terminal.main], [], [], _AT_ALL)[0]:
        return 0.0
    return (_quiet(terminal, QUIET) - begun) * 1000


def _quiet(terminal: Terminal, seconds: float) -> float:
    """Wait until nothing is painted for `seconds`; return the time of the last byte."""
    last = time.perf_counter()
    while select.select([terminal.main], [], [], seconds)[0]:
        os.read(terminal.main, 65536)
        last = time.perf_counter()
    return last


def main() -> None:
    """Print the median and the 95th percentile of each search."""
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    asked = [each["q"] for each in json_lines("lob-questions.jsonl")]
    questions, room = [], keys
    for question in asked[:: max(len(asked) // 12, 1)]:
        questions.append(question[:room])
        room -= len(questions[-1])
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment |= {"COMPANION_CACHE": f"{folder}/cache", "COMPANION_DATA": f"{folder}/data"}
        environment["COMPANION_CONFIG"] = f"{folder}/config"
        os.environ.update(environment)
        searches = ["off", "shipped"]
        if times:
            big = many(load_library(usual_places()), times)
            build_index(big, Path(folder) / "big")
            searches.append(big.content)
        measured: dict[str, list[float]] = {each: [] for each in searches}
        for question in filter(None, questions):
            for each in searches:
                measured[each] += typed(each, f"{folder}/big", [question], environment)
    for each, times_of in measured.items():
        parts = statistics.quantiles(times_of, n=20)
        print(f"{each}: {len(times_of)} keys, p50 {statistics.median(times_of):.0f}, p95 {parts[-1]:.0f}")


if __name__ == "__main__":
    play(*sys.argv[2:]) if sys.argv[1:2] == ["play"] else main()
