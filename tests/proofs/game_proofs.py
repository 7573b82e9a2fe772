"""Find out which proof of a game's data notices a change."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

from companion.engine import Engine
from companion.engine.cases import verdict
from companion.load.cases import game_cases, second_keyings
from companion.model import Chart, GameModule, Library
from companion.model.step import LookUp, Shift, Use
from tests.charts.domains import bounded_questions, keyed_domains, keyed_key
from tests.charts.play import differing
from tests.proofs.drawn_cases import CASES, TRIED, TRIED_EVERYWHERE, DrawnCases
from tests.proofs.mutants import Mutant, of_chart, of_procedure, replaced
from tests.proofs.other_mutants import of_other_fields
from tests.proofs.play_mutants import PARTS, of_play
from tests.proofs.quick import ROOT, Quick
from tests.proofs.recorded_reads import RecordedReads

EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
EVERYWHERE = {
    "mark",
    "alternatives",
    "round",
    "default",
    "domain",
    "dice",
    "result",
    "head",
    "taken",
    "procedure",
}
"""Kinds and fields of changes without a formula, for which every case of the calculator is tried."""
SEEN = ("refusal", "question", "result", "follow-up", "explanation")
"""Differences that a player can see, most serious first."""


class Fate(NamedTuple):
    """Which proof noticed a change, if any."""

    proof: str
    """keyed, example, oracle, equivalent, or survives."""
    seen: str = ""
    """The most serious difference that a survivor makes in a drawn case; empty if it makes none."""


class GameProofs:
    """The proofs of a game: its examples and drawn cases, with the values that each formula read in them."""

    def __init__(self, module: GameModule, cases: int = CASES) -> None:
        self.module = module
        self.slug = module.game.slug
        found = game_cases(ROOT / "tests" / "cases", self.slug)
        self.examples = [each for _, each in found if "procedure" in each]
        self.keyed = second_keyings(ROOT / "tests" / "keyed", self.slug)
        self.domains = keyed_domains(self.slug)
        self.known = equivalents()
        self.recorded_reads = RecordedReads()
        self.by_procedure: defaultdict[str, list[int]] = defaultdict(list)
        self.procedures = {each.id: each for each in module.procedures}
        self.charts = {each.id: each for each in module.charts}
        self._run_examples()
        self.drawn = DrawnCases(module, cases)

    def _run_examples(self) -> None:
        """Check that every example holds, and record the values that its formulas read."""
        engine = Quick(Library((self.module,)))
        for number, example in enumerate(self.examples):
            with self.recorded_reads.during(number):
                instead = verdict(engine, example)
            if instead:
                raise AssertionError(f"{example} does not hold: {instead}")
            self.by_procedure[str(example["procedure"])].append(number)

    def mutants(self) -> Iterator[Mutant]:
        """Yield every change of the game's data."""
        for chart in self.module.charts:
            second = self.keyed.get(chart.id)
            yield from of_chart(chart, keyed=second is not None and not second.apart)
        for procedure in self.module.procedures:
            yield from of_procedure(procedure)
            yield from of_other_fields(procedure)
        yield from of_play(self.module)

    def fate(self, mutant: Mutant) -> Fate:
        """The first proof that notices the change."""
        changed = self._changed(mutant)
        if mutant.kind in PARTS:
            return Fate("keyed") if differing(changed) else Fate("survives", "explanation")
        if mutant.record in self.charts and self._keyed_differs(mutant, changed.chart(mutant.record)):
            return Fate("keyed")
        if mutant.path[-1] in ("least", "most") and self._domain_differs(changed):
            return Fate("keyed")
        engine = Quick(Library((changed,)))
        near = self._near(mutant, self.recorded_reads, self.by_procedure)
        if any(_fails(engine, self.examples[number]) for number in near):
            return Fate("example")
        most = TRIED_EVERYWHERE if self._everywhere(mutant) else TRIED
        near = islice(self._near(mutant, self.drawn.recorded_reads, self.drawn.by_procedure), most)
        seen = set()
        for noticed, what in self.drawn.differences(changed, near):
            if noticed:
                return Fate("oracle")
            seen.add(what)
        if mutant.key in self.known:
            return Fate("equivalent")
        if any(_fails(engine, self.examples[number]) for number in self.by_procedure[mutant.record]):
            return Fate("example")
        return Fate("survives", min(seen, key=SEEN.index, default=""))

    def _near(
        self, mutant: Mutant, recorded_reads: RecordedReads, by_procedure: dict[str, list[int]]
    ) -> Iterable[int]:
        """Numbers of the cases that can notice the change: those in which the changed formula has another value."""
        if mutant.record in self.charts:
            return _in_turn(by_procedure.get(name, []) for name in self._users(mutant.record))
        users = self._using(mutant.record, set())
        if self._everywhere(mutant):
            return _in_turn(by_procedure.get(name, []) for name in users)
        differing = list(recorded_reads.differing_cases(mutant.was, mutant.now))
        own = set(by_procedure.get(mutant.record, []))
        used = {number for name in users[1:] for number in by_procedure.get(name, [])} - own
        return _in_turn([[each for each in differing if each in near] for near in (own, used)])

    def _everywhere(self, mutant: Mutant) -> bool:
        """Whether any case may notice the change, because it is not a change of a formula."""
        named = not EVERYWHERE.isdisjoint({mutant.kind, str(mutant.path[-1])})
        return named or mutant.was in ("yes", "no") or not isinstance(mutant.now, str)

    def _keyed_differs(self, mutant: Mutant, changed: Chart) -> bool:
        """Whether the chart now differs from its second transcription. Listed exceptions have their own test."""
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

    def _domain_differs(self, changed: GameModule) -> bool:
        """Whether a domain now differs from its second transcription."""
        return any(
            self.domains.get(keyed_key(each, self.domains)) != each.domain
            for each in bounded_questions(changed)
        )

    def _keyed_shades(self, chart: Chart) -> dict[tuple[str, str], str]:
        """The second transcription of a chart's shading; `none` where there is no shade."""
        file = ROOT / "tests" / "keyed" / self.slug / f"{chart.id.partition(':')[2]}-shading.csv"
        if not file.exists():
            return {}
        head, *rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
        return {
            (row[0], column): cell for row in rows for column, cell in zip(head[1:], row[1:], strict=True)
        }

    def _using(self, name: str, done: set[str]) -> list[str]:
        """Ids of a procedure and of all that use it."""
        if name in done:
            return []
        done.add(name)
        bare = name.partition(":")[2]
        found = [name]
        for each in self.module.procedures:
            if any(isinstance(step, Use) and step.procedure == bare for step in each.every_step()):
                found += self._using(each.id, done)
        return found

    def _users(self, chart: str) -> list[str]:
        """Ids of the procedures that read a chart, and of all that use them."""
        bare, found = chart.partition(":")[2], []
        done: set[str] = set()
        for each in self.module.procedures:
            if any(isinstance(step, LookUp | Shift) and step.chart == bare for step in each.every_step()):
                found += self._using(each.id, done)
        return found

    def _changed(self, mutant: Mutant) -> GameModule:
        """A copy of the game with the change."""
        if mutant.kind in PARTS:
            module: GameModule = replaced(self.module, mutant.path, mutant.now)
            return module
        if mutant.record in self.charts:
            chart = replaced(self.charts[mutant.record], mutant.path, mutant.now)
            charts = tuple(chart if each.id == mutant.record else each for each in self.module.charts)
            return msgspec.structs.replace(self.module, charts=charts)
        changed = replaced(self.procedures[mutant.record], mutant.path, mutant.now)
        every = tuple(changed if each.id == mutant.record else each for each in self.module.procedures)
        return msgspec.structs.replace(self.module, procedures=every)


def _in_turn(lists: Iterable[list[int]]) -> Iterator[int]:
    """Interleave lists: the first number of each, then the second of each."""
    kept = list(lists)
    for turn in range(max(map(len, kept), default=0)):
        yield from (numbers[turn] for numbers in kept if turn < len(numbers))


def _fails(engine: Engine, example: dict[str, Any]) -> bool:
    try:
        return bool(verdict(engine, example))
    except (ValueError, TypeError, LookupError):
        return True


def equivalents() -> dict[str, str]:
    """Changes that make no difference, with the reason."""
    groups = yaml.load(EQUIVALENT.read_text(encoding="utf-8"), yaml.BaseLoader) or []
    return {key: group["because"] for group in groups for key in group["changes"]}
