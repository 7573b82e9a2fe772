"""Print the table of docs/speed.md: all measurements at 1, 10 and 100 times the corpus.

    python -m tests.benchmarks.table [--times 1 10 100] [--runs 5] [--keys 60]

A corpus of N times is written to the cache of the app, so that whole processes can be measured with it. Each figure
is followed by that of the bare library: a Textual app with Header, Input, ListView, Markdown and Footer; Whoosh alone
on the same index, or writing the same documents; the same screen with the search off. Prints medians in milliseconds
and MB, and 95th percentiles as p95. Whole processes and key presses are measured in elapsed time, ours and the bare
library in turn; everything else in CPU time. 100 times takes about ten minutes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
from whoosh.index import FileIndex, open_dir
from whoosh.query import Or, Term

from companion.engine import Engine
from companion.load.content import content_of
from companion.load.library import read_library
from companion.load.places import Places, usual_places
from companion.model import Library
from companion.search.documents import units
from companion.search.finder import Finder
from companion.search.index import MemoryStorage, Row, build_index, create_segments, open_index, refresh_index
from companion.search.tokens import tokens_of
from tests.benchmarks import key_press, one_find
from tests.benchmarks.first_frame import BARE, Terminal, first_frame
from tests.benchmarks.hundred import many
from tests.conftest import json_lines
from tests.planted import plant

Figures = dict[str, str]
QUESTIONS = [each["q"] for each in json_lines("lob-questions.jsonl")]
FIRE = {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}, {"sps": 2, "weapon": "C"}]}
CHARGE = {
    "rating": "B",
    "attacker_sps": 10,
    "attacker_leader": True,
    "leader_morale": 2,
    "defender_rating": "C",
    "defender_sps": 5,
    "defender_leader": True,
    "defender_leader_morale": 1,
    "state": "Normal",
    "target_arm": "infantry",
    "enemy_can_fire": True,
    "volley": True,
    "fired_by_charged_unit": True,
    "terrain": ["stone_wall"],
}


def median(act: Callable[[], object], runs: int) -> float:
    """Median CPU time of a call in milliseconds, which other programs do not disturb."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        act()
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


def peak(command: list[str], environment: dict[str, str], keys: list[tuple[bytes, bytes]]) -> float:
    """Peak memory of an app in MB after pressing these keys, each followed by the text to wait for."""
    terminal = Terminal(command, environment)
    try:
        terminal.until(b"ords or a rule", 60)
        for pressed, seen in keys:
            time.sleep(0.5)
            terminal.press(pressed)
            terminal.until(seen, 60)
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        (most,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        return int(most) / 1024
    finally:
        terminal.end()


def bare_query(index: FileIndex, question: str) -> None:
    """Whoosh alone: the ten best documents that contain any word of the question."""
    with index.searcher() as searcher:
        searcher.search(Or([Term("text", word) for word in tokens_of(question)]), limit=10)


def built(library: Library, cache: Path, runs: int) -> Figures:
    """Build the index, compared with Whoosh writing the same documents; index one changed file."""
    figures = {}
    taken = median(lambda: build_index(library, cache), runs)
    found = [Row(unit.key, unit.document()) for unit in units(library)]
    bare = median(lambda: create_segments(MemoryStorage(), found), runs)
    figures["building the index"] = pair(taken, bare)
    module = library.modules[0]
    entry = msgspec.structs.replace(module.entries[0], title=f"{module.entries[0].title} again")
    changed = msgspec.structs.replace(module, entries=(entry, *module.entries[1:]))
    other = msgspec.structs.replace(library, modules=(changed, *library.modules[1:]), content="changed")
    figures["one changed file indexed alone"] = f"{median(lambda: refresh_index(other, cache), 1):.0f} / -"
    build_index(library, cache)
    return figures


def asked(library: Library, cache: Path) -> Figures:
    """Search an open index, compared with Whoosh alone on the same index."""
    index = open_index(cache, library.content)
    assert index is not None
    finder, folder = Finder(index), open_dir(str(cache / f"index-{library.content}"))
    finder.warm()
    whole = [median(partial(finder.find, each, "lob"), 3) for each in QUESTIONS]
    bare = [median(partial(bare_query, folder, each), 3) for each in QUESTIONS]
    starts = [each[:end] for each in QUESTIONS[:12] for end in range(1, len(each) + 1)]
    typed = [median(partial(finder.find, each, "lob", 30, True), 1) for each in starts]
    return {
        "a question, mean": pair(statistics.mean(whole), statistics.mean(bare), 1),
        "a question, p95": pair(p95(whole), p95(bare), 1),
        "search alone at a key press, mean": f"{statistics.mean(typed):.1f} / -",
        "search alone at a key press, p95": f"{p95(typed):.1f} / -",
    }


def processes(folder: Path, environment: dict[str, str], content: str, runs: int) -> Figures:
    """Start-up time, `companion find` and peak memory of whole processes."""
    ours, bare = [sys.executable, "-m", "companion"], [sys.executable, "-c", BARE]
    frames = [(first_frame(ours, environment), first_frame(bare, environment)) for _ in range(runs)]
    find = [*ours, "find", "closing", "roll"]
    whoosh = [sys.executable, "-c", one_find.BARE, str(folder / "cache" / f"index-{content}")]
    finds = [
        (one_find.milliseconds(find, environment), one_find.milliseconds(whoosh, environment))
        for _ in range(runs)
    ]
    evening = [(b"4.2", b"Special"), (b"\r", b"esc"), (b"\x1bOQ", b"Closing"), (b"1", b"harge")]
    most = peak(ours, environment, evening), peak(bare, environment, [])
    return {
        "first frame": medians(frames),
        "`companion find closing roll`": medians(finds),
        "peak memory, search, rule, charge (MB)": pair(*most),
    }


def typed_at(folder: Path, environment: dict[str, str], content: str, keys: int) -> Figures:
    """Type into the app, compared with the same screen with the search off."""
    questions = [QUESTIONS[place][: max(keys // 4, 1)] for place in (0, 30, 60, 90)]
    times = []
    for search in (content, "off"):
        every: list[float] = []
        for question in questions:
            every += key_press.typed(search, str(folder / "cache"), [question], environment)
        times.append(every)
    return {
        "key press to its results painted, p50": pair(
            statistics.median(times[0]), statistics.median(times[1])
        ),
        "key press to its results painted, p95": pair(p95(times[0]), p95(times[1])),
    }


def worked_out(library: Library, runs: int) -> Figures:
    """Calculators; there is no bare library to compare them with."""
    engine = Engine(library)
    assert engine.resolve("lob:charge", CHARGE, None).odds
    return {
        "a fire shot: ledger, odds, flips": f"{median(lambda: engine.resolve('lob:fire', FIRE, [8]), 20):.1f} / -",
        "exact odds of a whole charge": f"{median(lambda: engine.resolve('lob:charge', CHARGE, None), runs):.0f} / -",
    }


def pair(ours: float, bare: float, digits: int = 0) -> str:
    """Format two figures as `ours / bare`."""
    return f"{ours:.{digits}f} / {bare:.{digits}f}"


def medians(pairs: Sequence[tuple[float, float]]) -> str:
    """Format the medians of pairs of figures, ours and the bare library's."""
    return pair(statistics.median(each[0] for each in pairs), statistics.median(each[1] for each in pairs))


def p95(times: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(times, n=20)[-1]


def figures(times: int, runs: int, keys: int) -> Figures:
    """Measure everything at `times` the corpus."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = Places(usual_places().bases, folder / "cache", folder / "data", folder / "config")
        content = content_of(places).whole
        library = read_library(places, content)
        if times > 1:
            library = msgspec.structs.replace(many(library, times), content=content)
        plant(places, library)
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment |= {"COMPANION_CACHE": str(places.cache), "COMPANION_DATA": str(places.data)}
        environment["COMPANION_CONFIG"] = str(places.config)
        few = 1 if times > 10 else runs
        measured = built(library, places.cache, few)
        measured |= asked(library, places.cache)
        measured |= processes(folder, environment, content, runs)
        measured |= typed_at(folder, environment, content, keys)
        return measured | worked_out(library, runs)


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keys", type=int, default=60)
    options = parser.parse_args()
    columns = {times: figures(times, options.runs, options.keys) for times in options.times}
    names = list(next(iter(columns.values())))
    heads = ["shipped" if times == 1 else f"{times} times" for times in columns]
    print(f"| ours / bare library | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    for name in names:
        print(f"| {name} | {' | '.join(each[name] for each in columns.values())} |")


if __name__ == "__main__":
    main()
