"""Benchmarks, run with `-m slow --benchmark-enable`; without it each runs once as a smoke test."""

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
    """A finder over the shipped modules."""
    return Finder(build_index(library, tmp_path_factory.mktemp("cache")))


def test_read_all_files(benchmark: BenchmarkFixture, places: Places) -> None:
    """YAML and Markdown to checked records, no cache."""
    benchmark(read_library, places)


def test_read_cache(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    """The decoded cache, as at every usual start."""
    places = Places((ROOT, tmp_path / "own"), tmp_path, tmp_path)
    first = load_library(places)
    assert benchmark(load_library, places) == first


def test_hash_content(benchmark: BenchmarkFixture, places: Places) -> None:
    """Whether anything changed."""
    benchmark(content_of, places)


def test_build_index(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    """A fresh index on disk."""
    benchmark(build_index, library, tmp_path)


def test_open_index(benchmark: BenchmarkFixture, library: Library, tmp_path: Path) -> None:
    """A ready index, verified and opened."""
    build_index(library, tmp_path)
    benchmark(open_index, tmp_path, library.content)


@pytest.mark.slow
def test_ask_every_question(benchmark: BenchmarkFixture, finder: Finder) -> None:
    """All questions of the set; divide by their number."""
    benchmark(lambda: [finder.find(question, "lob") for question in QUESTIONS])


@pytest.mark.slow
def test_keys_of_every_question(benchmark: BenchmarkFixture, finder: Finder) -> None:
    """Each question as it is typed, letter by letter; divide by the letters."""
    starts = [question[:end] for question in QUESTIONS[:30] for end in range(1, len(question) + 1)]
    benchmark.extra_info["keys"] = len(starts)
    benchmark(lambda: [finder.find(start, "lob", typing=True) for start in starts])


@pytest.mark.parametrize("typed", ["c", "re", "cha"])
def test_short_starts(benchmark: BenchmarkFixture, finder: Finder, typed: str) -> None:
    """One, two and three letters."""
    benchmark(finder.find, typed, "lob", 30, True)


def test_resolve_fire(benchmark: BenchmarkFixture, engine: Engine) -> None:
    """A fire shot with ledger, odds and flips."""
    answers = {
        "arm": "small_arms",
        "range": 1,
        "firers": [{"sps": 6, "weapon": "R"}, {"sps": 2, "weapon": "C"}],
    }
    benchmark(engine.resolve, "lob:fire", answers, [8])


def test_resolve_morale(benchmark: BenchmarkFixture, engine: Engine) -> None:
    """A morale check by charge with ledger, odds and flips."""
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
    """A command as a process, its cache warm."""
    run = [sys.executable, "-m", "companion", *arguments]
    benchmark(lambda: subprocess.run(run, check=True, capture_output=True))
