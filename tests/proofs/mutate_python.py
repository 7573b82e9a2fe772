"""Change the Python code one expression at a time: a fast test must notice each change.

`python -m tests.proofs.mutate_python --learn` runs the fast tests once and records which tests run which line;
`--learn FILE` adds the tests of a file. `--room play --sample 60 --seed 1` then tries 60 changes of `companion/play`,
each on the tests that run its line, most specific first, until one fails. Each change is made in the memory of a
forked process, so that no file changes. Changes without any effect are listed in `equivalent_python.yaml` with the
reason.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from importlib import import_module
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import pytest
import yaml
from _pytest.runner import runtestprotocol
from coverage import CoverageData

from tests.conftest import READY, prepare_cache, shipped_places
from tests.once import LIBRARIES
from tests.proofs.python_mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent_python.yaml")
LEARNT = Path(gettempdir()) / "companion-tests-by-line"
ROOMS = ("engine", "formula", "load", "play", "render", "search", "workspace")
CPU_SECONDS = 300
"""CPU seconds after which a change counts as an endless loop; the tests need far less."""
WALL_SECONDS = 1800
"""Seconds of elapsed time after which a change counts as blocked."""

Lines = dict[tuple[Path, int], list[str]]
"""The tests that run a line, by file and line number."""


def learn(tests: list[str]) -> int:
    """Run tests and record which lines each of them runs; return the exit status."""
    command = [sys.executable, "-m", "pytest", "--cov=companion", "--cov-context=test", "--cov-report="]
    command += ["--cov-append", *tests] if tests else []
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "COVERAGE_FILE": str(LEARNT)})


def tests_by_line(files: list[Path]) -> Lines:
    """The tests of each line, starting with one parameter set per function, those that run the fewest lines first."""
    data = CoverageData(str(LEARNT))
    data.read()
    if not data.measured_files():
        raise SystemExit(f"{LEARNT} is missing or empty; run --learn first")
    found: dict[tuple[Path, int], set[str]] = defaultdict(set)
    for file in files:
        for line, contexts in data.contexts_by_lineno(str(file)).items():
            found[file, line] = {each.rpartition("|")[0] for each in contexts if each}
    sizes = Counter(test for tests in found.values() for test in tests)
    return {line: _in_order(tests, sizes) for line, tests in found.items()}


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
        self.lines = tests_by_line(files)
        self.most = most
        for file in files:
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        equivalent = {each for group in yaml.safe_load(EQUIVALENT.read_text()) for each in group["changes"]}
        changes = [each for file in files for each in mutants(file, ROOT) if only in each.name]
        self.known = len(changes)
        self.changes = [each for each in changes if each.name not in equivalent]
        if 0 < sample < len(self.changes):
            self.changes = random.Random(seed).sample(self.changes, sample)
        self.fates: dict[str, list[Mutant]] = {"killed": [], "survives": [], "no test": []}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each change in a separate process."""
        items = {item.nodeid: item for item in session.items}
        with TemporaryDirectory() as folder:
            ready = os.environ.get(READY) or str(prepare_cache(Path(folder)))
            os.environ[READY] = ready
            LIBRARIES(shipped_places(Path(ready)))
            self._try_all(items)
        return True

    def _try_all(self, items: dict[str, pytest.Item]) -> None:
        for change in self.changes:
            tests = chain(*(self.lines.get((change.file, line), []) for line in change.lines))
            chosen = [items[name] for name in dict.fromkeys(tests) if name in items][: self.most or None]
            fate = "no test"
            if chosen:
                fate = "killed" if _is_noticed(change, chosen) else "survives"
            self.fates[fate].append(change)
            print(f"{fate:8} {len(chosen):4} {change.lines} {change.name}", flush=True)


def _is_noticed(change: Mutant, items: list[pytest.Item]) -> bool:
    """Whether a test fails or does not finish after the change."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    used = int(sum(os.times()[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + CPU_SECONDS, used + CPU_SECONDS))
    signal.alarm(WALL_SECONDS)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    change.apply()
    for item, following in zip(items, [*items[1:], None], strict=True):
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
    parser.add_argument("--most", type=int, default=150, help="most tests to try on each change; 0 for all")
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
