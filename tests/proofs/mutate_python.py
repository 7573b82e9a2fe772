"""Change the Python code one expression at a time: a fast test must notice each change.

`python -m tests.proofs.mutate_python --learn` runs the fast tests once, without anything cached, and records which
tests run which line; `--learn FILE` adds the tests of a file. After an edit, the lines are found again by comparison
with the source of that time. `--room play --sample 60 --seed 1` tries 60 changes of `companion/play`, each on the
tests that run its lines, most specific first, until one fails that passes without the change. Each change is made in
the memory of a forked process, so that no file changes. Changes without any effect are listed in
`equivalent_python.yaml` with the reason.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import resource
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from importlib import import_module
from itertools import chain, product
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory, gettempdir
from typing import NoReturn

import pytest
import yaml
from _pytest.runner import runtestprotocol
from coverage import CoverageData

from tests.conftest import READY, prepare_cache, shipped_places
from tests.once import LIBRARIES
from tests.proofs.forgetting import forget
from tests.proofs.python_mutants import Mutant, functions_by_file, module_of, mutants

ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent_python.yaml")
LEARNT = Path(gettempdir()) / "companion-test-lines"
"""A folder for each recorded run of tests: the lines of each test, and the source at that time."""
ROOMS = ("engine", "formula", "load", "play", "render", "search", "workspace")
CPU_SECONDS = 120
"""CPU seconds of one test after which a change counts as an endless loop; the tests need far less."""
WALL_SECONDS = 900
"""Seconds of elapsed time of one test after which a change counts as blocked."""

Lines = dict[tuple[Path, int], list[str]]
"""The tests that run a line, by file and line number."""


def learn(tests: list[str]) -> int:
    """Run tests and record which lines each of them runs; return the exit status."""
    if not tests and LEARNT.is_dir():
        rmtree(LEARNT)
    run = LEARNT / f"{len(list(LEARNT.glob('*'))):04}"
    copytree(ROOT / "companion", run / "companion", ignore=ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pytest", "-p", "tests.proofs.forgetting", *tests]
    command += ["--cov=companion", "--cov-context=test", "--cov-report="]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(run / "coverage")})


def tests_by_line(files: list[Path]) -> Lines:
    """The tests of each line, starting with one parameter set per function, those that run the fewest lines first."""
    runs = sorted(LEARNT.glob("*/coverage"))
    if not runs:
        raise SystemExit(f"{LEARNT} is missing or empty; run --learn first")
    found: dict[tuple[Path, int], set[str]] = defaultdict(set)
    for run in runs:
        data = CoverageData(str(run))
        data.read()
        measured = {each.rpartition("/companion/")[2]: each for each in data.measured_files()}
        for file in files:
            name = str(file.relative_to(ROOT / "companion"))
            if name in measured:
                by_line = data.contexts_by_lineno(measured[name])
                for line, before in lines_before(run.with_name("companion") / name, file):
                    found[file, line] |= {each.rpartition("|")[0] for each in by_line.get(before, ()) if each}
    sizes = Counter(test for tests in found.values() for test in tests)
    return {line: _in_order(tests, sizes) for line, tests in found.items()}


def lines_before(before: Path, now: Path) -> Iterator[tuple[int, int]]:
    """Yield the number of each line with that of the line it was; new lines have those of the lines they replace.

    Lines that replace none have those before them and behind them.
    """
    old, new = before.read_text().splitlines(), now.read_text().splitlines()
    for kind, first, end, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from zip(range(start + 1, stop + 1), range(first + 1, end + 1), strict=True)
        else:
            around = range(first, end + 2) if first == end else range(first + 1, end + 1)
            yield from product(range(start + 1, stop + 1), around)


def _in_order(tests: set[str], sizes: Counter[str]) -> list[str]:
    ranks: Counter[str] = Counter()
    keys = {}
    for test in sorted(tests, key=lambda name: (sizes[name], name)):
        function = test.partition("[")[0]
        keys[test] = (ranks[function], "/ui/" in function, sizes[test], test)
        ranks[function] += 1
    return sorted(tests, key=keys.__getitem__)


class Trial:
    """A pytest plugin that tries changes on the collected tests instead of running them once."""

    def __init__(self, room: str, sample: int, seed: int, most: int, only: str) -> None:
        files = sorted((ROOT / "companion" / room).rglob("*.py"))
        self.most = most
        for file in files:
            import_module(module_of(file, ROOT))
        equivalent = {each for group in yaml.safe_load(EQUIVALENT.read_text()) for each in group["changes"]}
        changes = [each for file in files for each in mutants(file, ROOT) if only in each.name]
        self.known = len(changes)
        self.changes = [each for each in changes if each.name not in equivalent]
        if 0 < sample < len(self.changes):
            self.changes = random.Random(seed).sample(self.changes, sample)
        self.lines = tests_by_line(sorted({file for each in self.changes for file, _ in each.lines}))
        self.fates: dict[str, list[Mutant]] = {"killed": [], "survives": [], "no test": []}
        self.passes: dict[str, bool] = {}
        """Whether a test passes without a change, of those that have failed after one."""
        self.kills: Counter[tuple[str, str]] = Counter()
        """How many changes of a module each test has noticed; such tests run first."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each change in a separate process."""
        items = {item.nodeid: item for item in session.items}
        with TemporaryDirectory() as folder:
            ready = os.environ.get(READY) or str(prepare_cache(Path(folder)))
            os.environ[READY] = ready
            LIBRARIES(shipped_places(Path(ready)))
            forget()
            functions_by_file()
            gc.freeze()
            self._try_all(items)
        return True

    def _try_all(self, items: dict[str, pytest.Item]) -> None:
        for change in self.changes:
            tests = chain(*(self.lines.get(line, []) for line in change.lines))
            chosen = [items[name] for name in dict.fromkeys(tests) if name in items]
            module = change.name.partition(" ")[0]
            chosen.sort(key=lambda each: -self.kills[module, each.nodeid])
            killer = self._noticing(change, chosen[: self.most or None])
            self.kills[module, killer] += 1
            fate = "killed" if killer else "survives" if chosen else "no test"
            self.fates[fate].append(change)
            print(f"{fate:8} {len(chosen):4} {change.name}  {killer}", flush=True)

    def _noticing(self, change: Mutant, items: list[pytest.Item]) -> str:
        """The first test that fails or does not finish after the change, but passes without it; empty for none."""
        items = [each for each in items if self.passes.get(each.nodeid, True)]
        while items:
            place = _first_failing(items, change)
            if place is None:
                break
            name = items[place].nodeid
            if name not in self.passes:
                self.passes[name] = _first_failing([items[place]]) is None
            if self.passes[name]:
                return name
            print(f"fails without a change: {name}", flush=True)
            del items[place]
        return ""


def _first_failing(items: list[pytest.Item], change: Mutant | None = None) -> int | None:
    """The place of the first test that fails or does not finish in a separate process; None for none."""
    begun, begin = os.pipe()
    child = os.fork()
    if not child:
        os.close(begun)
        _run(items, change, begin)
    os.close(begin)
    with os.fdopen(begun, "rb") as file:
        tests = len(file.read())
    return tests - 1 if os.waitpid(child, 0)[1] else None


def _run(items: list[pytest.Item], change: Mutant | None, begin: int) -> NoReturn:
    """Run tests until one fails, write a byte as each begins, and exit."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if change is not None:
        change.apply()
    for item, following in zip(items, [*items[1:], None], strict=True):
        os.write(begin, b".")
        used = int(sum(os.times()[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + CPU_SECONDS, most))
        signal.alarm(WALL_SECONDS)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            os._exit(1)
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Run the command; return 1 if a change survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.mutate_python")
    parser.add_argument(
        "--learn", nargs="*", metavar="FILE", help="run the fast tests, or these, and record their lines"
    )
    parser.add_argument("--room", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=60, help="how many changes; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=0, help="most tests to try on each change; 0 for all")
    parser.add_argument("--only", default="", metavar="TEXT", help="changes whose name contains this")
    given = parser.parse_args(arguments)
    if given.learn is not None:
        return learn(given.learn)
    trial = Trial(given.room, given.sample, given.seed, given.most, given.only)
    os.chdir(ROOT)
    pytest.main(["-n0", "-q", "-s", "-p", "no:cacheprovider", "-p", "no:cov"], plugins=[trial])
    counts = {fate: len(changes) for fate, changes in trial.fates.items()}
    print(f"{given.room}: {trial.known} changes, {len(trial.changes)} tried, {counts}")
    return 1 if counts["survives"] or counts["no test"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
