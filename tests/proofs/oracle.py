"""Compare the calculators with their oracles (`tests/oracles`) on random answers and dice.

`python -m tests.proofs.oracle --cases 200000 --seed 1` divides the cases among the calculators; `--game lob` compares
one game, `--only lob:fire` one calculator. Prints each difference with the `companion calc` line that repeats it. The
exit status is 1 if there are differences.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.engine import Dice as Roller
from companion.engine import take_answers
from companion.engine.dice import PERCENTILE
from companion.load.library import load_library
from companion.model import Library, Procedure, RollRequest
from companion.model import Refused as EngineRefused
from companion.model.resolution import Rolled
from tests.answering import changed, made, slots
from tests.conftest import shipped_places
from tests.oracles import Oracle, follow_ups_of, games, oracles_of
from tests.proofs.differences import Answer, difference
from tests.proofs.quick import Quick

REDRAWS = 20
"""How often refused answers are drawn again; every other case keeps them."""
WIDE = 40
"""Domains with more numbers are wide: only numbers close to each other are drawn from them."""
SHOWN = 5
"""Differences printed for each calculator."""


@dataclass
class Report:
    """The comparison of one calculator."""

    name: str
    verdicts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """Number of cases compared."""
        return self.verdicts.total()


def compare(engine: Quick, procedure: Procedure, oracle: Oracle, cases: int, seed: int) -> Report:
    """Compare a calculator with its oracle on `cases` random sets of answers."""
    report, follow_ups = Report(procedure.id), follow_ups_of(procedure.id)
    for answers, response in random_cases(engine, procedure, cases, seed):
        report.verdicts[response.verdict] += 1
        if wrong := difference(oracle, follow_ups, answers, response):
            report.differences.append(f"{wrong}\n    {repeat_line(procedure.id, answers, response.rolls)}")
    return report


def random_cases(
    engine: Quick, procedure: Procedure, cases: int, seed: int
) -> Iterator[tuple[dict[str, Any], Answer]]:
    """Yield random sets of answers, each with the calculator's response."""
    for number in range(cases):
        chance = random.Random(f"{seed}/{procedure.id}/{number}")
        yield _case(engine, procedure, chance, redraws=number % 2 * REDRAWS)


def _case(
    engine: Quick, procedure: Procedure, chance: random.Random, redraws: int
) -> tuple[dict[str, Any], Answer]:
    """Random answers with the calculator's response."""
    answers = drawn(procedure, chance)
    response = asked(engine, procedure, answers, Roller(chance))
    for _ in range(redraws):
        if response.verdict != "refused":
            break
        answers = drawn(procedure, chance)
        response = asked(engine, procedure, answers, Roller(chance))
    return answers, response


def drawn(procedure: Procedure, chance: random.Random) -> dict[str, Any]:
    """Random answers within their domains; in every third case some are missing."""
    while True:
        answers = _narrowed(procedure, made(procedure, chance), chance)
        if chance.random() < 1 / 3:
            answers = _thinned(answers, chance)
        try:
            take_answers(procedure.inputs, answers)
        except EngineRefused:
            continue
        return answers


def _narrowed(procedure: Procedure, answers: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Replace the numbers of wide domains by numbers close to each other."""
    base = chance.choice((-5, 0, 0, 50))
    for slot in list(slots(procedure.inputs, answers)):
        least, most = slot.given.least, slot.given.most
        wide = least is None or most is None or most - least > WIDE
        if slot.given.kind != "number" or not wide or chance.random() < 0.1:
            continue
        start = base if least is None or least < 0 else least
        number = start + chance.randint(0, chance.choice((3, 8, 20, 60)))
        answers = changed(answers, slot, number if most is None else min(number, most))
    return answers


def _thinned(answers: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Remove some answers at random."""
    kept: dict[str, Any] = {}
    for name, value in answers.items():
        if chance.random() < 0.2:
            continue
        kept[name] = value
        if isinstance(value, dict):
            kept[name] = _thinned(value, chance)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            kept[name] = [_thinned(row, chance) for row in value]
    return kept


class Rolls(Protocol):
    """A source of dice."""

    def roll(self, request: RollRequest) -> Rolled:
        """Return dice for the request."""


def asked(engine: Quick, procedure: Procedure, answers: dict[str, Any], roller: Rolls) -> Answer:
    """The calculator's response to the answers, with the dice of `roller`."""
    rolls: list[Rolled] = []
    try:
        while True:
            resolution = engine.resolve(procedure.id, answers, rolls, flips=False)
            if resolution.missing:
                return Answer("open", {}, (), ", ".join(resolution.missing), resolution)
            if not resolution.needs:
                return Answer("settled", resolution.outcome, tuple(rolls), "", resolution)
            rolls.append(roller.roll(resolution.needs[0]))
    except EngineRefused as error:
        return Answer("refused", {}, tuple(rolls), str(error))


def repeat_line(name: str, answers: dict[str, Any], rolls: Sequence[Rolled]) -> str:
    """The command line that repeats the calculation with these answers and dice."""
    words = ["companion", "calc", name, "--input", json.dumps(answers, ensure_ascii=False)]
    if rolls:
        words += ["--roll", ",".join(map(_typed, rolls))]
    return shlex.join(words)


def _typed(rolled: Rolled) -> str:
    """A roll as typed on the command line."""
    if rolled.dice == PERCENTILE:
        return str(rolled.value)
    return ("," if rolled.pool else "+").join(map(str, rolled.faces))


def covered(library: Library, game: str = "", only: str = "") -> Iterator[tuple[Procedure, Oracle]]:
    """Yield every calculator that has an oracle, with the oracle."""
    for module in library.modules:
        if game in ("", module.game.slug):
            oracles = oracles_of(module.game.slug)
            for procedure in module.procedures:
                if procedure.id in oracles and only in ("", procedure.id):
                    yield procedure, oracles[procedure.id]


def main(arguments: list[str]) -> int:
    """Print the differences; return 1 if there are any, or if nothing was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.oracle")
    parser.add_argument("--cases", type=int, default=100_000, help="number of cases in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=games(), default="")
    parser.add_argument("--only", default="", metavar="ID", help="one calculator, as in lob:fire")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        library = load_library(shipped_places(Path(folder)))
    engine = Quick(library)
    chosen = list(covered(library, options.game, options.only))
    reports = []
    for procedure, oracle in chosen:
        report = compare(engine, procedure, oracle, -(-options.cases // len(chosen)), options.seed)
        counts = ", ".join(f"{number} {verdict}" for verdict, number in sorted(report.verdicts.items()))
        print(f"{report.name}: {counts}; differences: {len(report.differences)}", flush=True)
        for each in report.differences[:SHOWN]:
            print(f"  {each}")
        reports.append(report)
    wrong = sum(bool(report.differences) for report in reports)
    print(
        f"seed {options.seed}; calculators: {len(reports)}, cases: {sum(report.cases for report in reports)},"
        f" calculators with differences: {wrong}"
    )
    return 1 if wrong or not reports else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
