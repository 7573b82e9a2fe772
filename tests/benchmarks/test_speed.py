"""Benchmarks, run with `-m slow --benchmark-enable`. Without this option each runs once, as a smoke test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.engine import Engine
from companion.load.content import content_of
from companion.load.library import load_library, read_library
from companion.load.places import Places
from companion.model import Library
from companion.search.finder import Finder
from companion.search.index import build_index, open_index
from tests.conftest import ROOT, json_lines

pytestmark = pytest.mark.slow
QUESTIONS = [each["q"] for each in json_lines("lob-questions.jsonl")]


@pytest.fixture(scope="module")
def finder(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Finder:
    """A finder over the shipped games."""
    return Finder(build_index(library, tmp_path_factory.mktemp("cache")))


def test_read_all_files(benchmark: BenchmarkFixture, places: Places) -> None:
    """Read YAML and Markdown into checked records, without a cache."""
    benchmark(read_library, places)


def test_read_cache(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    """Read the decoded cache, as at a normal start."""
    places = Places((ROOT, tmp_path / "own"), tmp_path, tmp_path)
    first = load_library(places)
    assert benchmark(load_library, places) == first


def test_hash_content(benchmark: BenchmarkFixture, places: Places) -> None:
    """Hash all files to see whether any has changed."""
    benchmark(content_of, places)


def test_build_index(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    """Build an index on disk."""
    benchmark(build_index, library, tmp_path)


def test_open_index(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    """Open and verify an existing index."""
    build_index(library, tmp_path)
    benchmark(open_index, tmp_path, library.content)


@pytest.mark.slow
def test_ask_every_question(benchmark: BenchmarkFixture, finder: Finder) -> None:
    """Ask all questions of the set; divide by their number for one question."""
    benchmark(lambda: [finder.find(question, "lob") for question in QUESTIONS])


@pytest.mark.slow
def test_keys_of_every_question(benchmark: BenchmarkFixture, finder: Finder) -> None:
    """Type each question letter by letter; divide by the number of letters for one key press."""
    starts = [question[:end] for question in QUESTIONS[:30] for end in range(1, len(question) + 1)]
    benchmark.extra_info["keys"] = len(starts)
    benchmark(lambda: [finder.find(start, "lob", typing=True) for start in starts])


@pytest.mark.parametrize("typed", ["c", "re", "cha"])
def test_short_starts(benchmark: BenchmarkFixture, finder: Finder, typed: str) -> None:
    """Search for one, two and three letters."""
    benchmark(finder.find, typed, "lob", 30, True)


def test_resolve_fire(benchmark: BenchmarkFixture, engine: Engine) -> None:
    """Resolve a shot with ledger, odds and flips."""
    answers = {
        "arm": "small_arms",
        "range": 1,
        "firers": [{"sps": 6, "weapon": "R"}, {"sps": 2, "weapon": "C"}],
    }
    benchmark(engine.resolve, "lob:fire", answers, [8])


def test_resolve_morale(benchmark: BenchmarkFixture, engine: Engine) -> None:
    """Resolve a morale check by charge with ledger, odds and flips."""
    answers = {
        "rating": "C",
        "cause": "charge",
        "leader_morale": 1,
        "charge": {"attacker_sps": 6, "defender_sps": 4},
        "terrain": ["stone_wall", "slope"],
    }
    benchmark(engine.resolve, "lob:morale-check", answers, [8])


@pytest.mark.parametrize("arguments", [("find", "closing roll"), ("show", "lob:3.5"), ("calc", "--list")])
def test_whole_command(benchmark: BenchmarkFixture, arguments: tuple[str, ...]) -> None:
    """Run a command as a process with a filled cache."""
    run = [sys.executable, "-m", "companion", *arguments]
    benchmark(lambda: subprocess.run(run, check=True, capture_output=True))
