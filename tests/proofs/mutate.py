"""Changes the data one thing at a time: some worked example, or a chart's second transcription, must fail for each.

`python -m tests.proofs.mutate --times 0` tries every change of every game (hours are not needed: a change is tried only
on the examples in which the changed formula comes to something else); `--times 500 --seed 3` a sample. Changes that no
answer can tell from the data as it is stand in `equivalent.yaml` with the reason.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from companion.engine import Engine, answers, program, roll_steps, values
from companion.engine import tally as adding
from companion.engine.cases import verdict
from companion.formula import FormulaError, Unanswered, compiled, names_read
from companion.load.cases import game_cases, second_keyings
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Chart, GameModule, Library, Procedure
from companion.model.procedure import LookUp, Shift, Use
from tests.proofs.mutants import Mutant, longer, of_chart, of_procedure, replaced

ROOT = Path(__file__).resolve().parent.parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
PROVED = {"cell", "shade", "ends", "mark", "amount", "modifier", "bar", "factor", "alternatives"}
"""Kinds of which no change may go unnoticed."""
GAMES = ("aor", "bar", "bp", "lob", "pub")


class QuickProgram(program.Program):
    """A program that works out no odds."""

    def _liveness(self) -> list[program.Live]:
        return [frozenset()] * (len(self.ops) + 1)


class Quick(Engine):
    """Outcomes alone: no odds, no flips, nothing of what remains."""

    def program(self, procedure: Procedure) -> program.Program:
        """The compiled procedure."""
        if procedure.id not in self._programs:
            module = self.library.module(procedure.game)
            self._programs[procedure.id] = QuickProgram(module, procedure)
        return self._programs[procedure.id]

    def _odds(self, *given: Any) -> tuple[dict[str, Any], str]:
        return {}, ""

    def _remains(self, *given: Any) -> dict[str, Any]:
        return {}


Seen = dict[str, tuple[dict[str, Any], list[int]]]
"""What a formula read, as text, to the values themselves and the examples they came up in."""


class Bench:
    """One game with its examples, and what each formula came to read in which of them."""

    def __init__(self, module: GameModule) -> None:
        self.module = module
        self.slug = module.game.slug
        found = game_cases(ROOT / "tests" / "cases", self.slug)
        self.examples = [each for _, each in found if "procedure" in each]
        self.keyed = second_keyings(ROOT / "tests" / "keyed", self.slug)
        self.known = _equivalents()
        self.seen: defaultdict[str, Seen] = defaultdict(dict)
        self.by_procedure: defaultdict[str, list[int]] = defaultdict(list)
        self.procedures = {each.id: each for each in module.procedures}
        self.charts = {each.id: each for each in module.charts}
        self._run_all()

    def _run_all(self) -> None:
        """Every example holds, and leaves behind what its formulas read."""
        engine = Quick(Library((self.module,)))
        for number, example in enumerate(self.examples):
            with _overheard(self._keep(number)):
                instead = verdict(engine, example)
            if instead:
                raise AssertionError(f"{example} does not hold: {instead}")
            self.by_procedure[str(example["procedure"])].append(number)

    def _keep(self, number: int) -> Callable[[str, Any], None]:
        def keep(text: str, env: Any) -> None:
            names = {path[0] for path in names_read(text)}
            read = {name: env[name] for name in sorted(names) if name in env}
            _, numbers = self.seen[text].setdefault(repr(read), (read, []))
            if not numbers or numbers[-1] != number:
                numbers.append(number)

        return keep

    def mutants(self) -> Iterator[Mutant]:
        """Every change of the game."""
        for chart in self.module.charts:
            second = self.keyed.get(chart.id)
            yield from of_chart(chart, keyed=second is not None and not second.apart)
        for procedure in self.module.procedures:
            yield from of_procedure(procedure)

    def fate(self, mutant: Mutant) -> str:
        """keyed, example, equivalent or survives."""
        if mutant.record in self.charts:
            changed = self._with_chart(mutant)
            if self._keyed_differs(mutant, changed.chart(mutant.record)):
                return "keyed"
            near = [
                number for name in self._users(mutant.record, set()) for number in self.by_procedure[name]
            ]
        else:
            changed = self._with_procedure(mutant)
            near = self._infected(mutant)
        engine = Quick(Library((changed,)))
        if any(_fails(engine, self.examples[number]) for number in near):
            return "example"
        return "equivalent" if mutant.key in self.known else "survives"

    def _keyed_differs(self, mutant: Mutant, changed: Chart) -> bool:
        """Whether the chart's second transcription is no longer the same. Cells apart have a test of their own."""
        if mutant.kind == "shade":
            second = self._keyed_shades(changed)
            return bool(second) and any(
                changed.shade(*key) != shade.replace("none", "") for key, shade in second.items()
            )
        if mutant.kind not in ("cell", "mark"):
            return False
        key = (changed.rows[int(mutant.path[1])], changed.columns[int(mutant.path[2])])
        once = self.keyed.get(changed.id)
        return once is not None and (key in once.apart or once.cells.get(key) != mutant.now)

    def _keyed_shades(self, chart: Chart) -> dict[tuple[str, str], str]:
        """The second transcription of a chart's shading, `none` for no shade."""
        file = ROOT / "tests" / "keyed" / self.slug / f"{chart.id.partition(':')[2]}-shading.csv"
        if not file.exists():
            return {}
        head, *rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
        return {
            (row[0], column): cell for row in rows for column, cell in zip(head[1:], row[1:], strict=True)
        }

    def _infected(self, mutant: Mutant) -> list[int]:
        """The examples that can tell: in them the changed formula comes to something else."""
        if mutant.kind in ("mark", "alternatives") or mutant.path[-1] == "round":
            return self._all_near(mutant.record)
        found: dict[int, None] = {}
        for read, numbers in self.seen[mutant.was].values():
            if _outcome(mutant.was, read) != _outcome(mutant.now, read):
                found.update(dict.fromkeys(numbers))
        near = set(self._all_near(mutant.record))
        return [number for number in found if number in near]

    def _all_near(self, procedure: str) -> list[int]:
        """Examples of a procedure and of those that use it."""
        users = self._using(procedure, set())
        return [number for name in users for number in self.by_procedure[name]]

    def _using(self, name: str, done: set[str]) -> list[str]:
        if name in done:
            return []
        done.add(name)
        bare = name.partition(":")[2]
        found = [name]
        for each in self.module.procedures:
            if any(isinstance(step, Use) and step.procedure == bare for step in each.every_step()):
                found += self._using(each.id, done)
        return found

    def _users(self, chart: str, done: set[str]) -> list[str]:
        """Procedures that read a chart, and those that use them."""
        bare, found = chart.partition(":")[2], []
        for each in self.module.procedures:
            if any(isinstance(step, LookUp | Shift) and step.chart == bare for step in each.every_step()):
                found += self._using(each.id, done)
        return found

    def _with_procedure(self, mutant: Mutant) -> GameModule:
        changed = replaced(self.procedures[mutant.record], mutant.path, mutant.now)
        every = tuple(changed if each.id == mutant.record else each for each in self.module.procedures)
        return msgspec.structs.replace(self.module, procedures=every)

    def _with_chart(self, mutant: Mutant) -> GameModule:
        changed = replaced(self.charts[mutant.record], mutant.path, mutant.now)
        every = tuple(changed if each.id == mutant.record else each for each in self.module.charts)
        return msgspec.structs.replace(self.module, charts=every)


def _fails(engine: Engine, example: dict[str, Any]) -> bool:
    try:
        return bool(verdict(engine, example))
    except (ValueError, TypeError):
        return True


def _outcome(text: str, env: dict[str, Any]) -> str:
    try:
        return repr(compiled(text)(env))
    except Unanswered:
        return "unanswered"
    except (FormulaError, TypeError, LookupError) as error:
        return type(error).__name__


class _overheard:  # noqa: N801
    """While it holds, every formula that is worked out is told."""

    def __init__(self, keep: Callable[[str, Any], None]) -> None:
        self.keep = keep

    def __enter__(self) -> None:
        def told(text: str) -> Callable[[Any], Any]:
            def value(env: Any) -> Any:
                self.keep(text, env)
                return compiled(text)(env)

            return value

        for room in (values, adding, roll_steps, answers):
            room.compiled = told  # type: ignore[attr-defined]

    def __exit__(self, *error: object) -> None:
        for room in (values, adding, roll_steps, answers):
            room.compiled = compiled  # type: ignore[attr-defined]


def _equivalents() -> dict[str, str]:
    """Changes that nothing can tell, with the reason."""
    if not EQUIVALENT.exists():
        return {}
    told = yaml.load(EQUIVALENT.read_text(encoding="utf-8"), yaml.BaseLoader) or []
    return {key: group["because"] for group in told for key in group["changes"]}


def shipped(game: str) -> GameModule:
    """A game as it is shipped."""
    nowhere = Path("/nonexistent")
    return read_library(Places((ROOT, nowhere), nowhere, nowhere), "shipped").module(game)


def try_game(bench: Bench, times: int, seed: int) -> tuple[Counter[tuple[str, str]], list[Mutant]]:
    """Fates by kind, and the survivors; of all changes, or of `times` drawn by `seed`."""
    with longer():
        return _tried(bench, times, seed)


def _tried(bench: Bench, times: int, seed: int) -> tuple[Counter[tuple[str, str]], list[Mutant]]:
    every = list(bench.mutants())
    if times and times < len(every):
        every = random.Random(seed).sample(every, times)
    fates: Counter[tuple[str, str]] = Counter()
    survivors = []
    for mutant in every:
        fate = bench.fate(mutant)
        fates[mutant.kind, fate] += 1
        if fate == "survives":
            survivors.append(mutant)
    return fates, survivors


def main() -> int:
    """Tries, counts, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=0, help="changes of each game; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--kind", action="append", help="list only survivors of this kind")
    options = parser.parse_args()
    left = 0
    for game in options.game or GAMES:
        started = time.monotonic()
        bench = Bench(shipped(game))
        fates, survivors = try_game(bench, options.times, options.seed)
        for kind in sorted({kind for kind, _ in fates}):
            counted = [f"{number} {fate}" for (each, fate), number in sorted(fates.items()) if each == kind]
            print(f"{game} {kind}: {', '.join(counted)}")
        for mutant in survivors:
            if not options.kind or mutant.kind in options.kind:
                print(f"  {game} {mutant.kind} survives: {mutant.key}   (was {mutant.was})")
        left += len(survivors)
        spent = time.monotonic() - started
        told = f"{sum(fates.values())} changes, seed {options.seed}, {len(survivors)} survive"
        print(f"{game}: {told}; {spent:.0f} s", flush=True)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
