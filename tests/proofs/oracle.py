"""Compares the calculators with their oracles (`tests/oracles`) on random answers and dice.

`python -m tests.proofs.oracle --cases 100000 --seed 1` spreads the cases over the calculators; `--game lob` compares
one game, `--only lob:fire` one calculator. Each difference is printed with the `companion calc` line that repeats it,
and makes the exit status 1.
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
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine import Dice as Roller
from companion.engine import take_answers
from companion.engine.cases import same
from companion.engine.dice import PERCENTILE
from companion.engine.values import plain
from companion.load.library import load_library
from companion.model import Library, Procedure
from companion.model import Refused as EngineRefused
from companion.model.resolution import Rolled
from tests.answering import changed, made, slots
from tests.conftest import shipped_places
from tests.oracles import Answers, Dice, Missing, NotRolled, Oracle, Outcome, Refused, games, oracles_of
from tests.proofs.mutate import Quick

REDRAWS = 20
"""Times that other answers are drawn where the calculator refuses them; every other case takes them as they are."""
WIDE = 40
"""A domain of more numbers is wide: numbers close to each other are drawn from it."""
SHOWN = 5
"""Differences that are printed for each calculator."""


class Answer(NamedTuple):
    """What a calculator says to some answers."""

    verdict: str
    """settled, open or refused."""
    outcome: Outcome
    rolls: tuple[Rolled, ...]
    why: str
    """The refusal, or what is missing."""


@dataclass
class Report:
    """The comparison of one calculator."""

    name: str
    verdicts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """Number of cases that were compared."""
        return self.verdicts.total()


def compare(engine: Quick, procedure: Procedure, oracle: Oracle, cases: int, seed: int) -> Report:
    """Compare a calculator with its oracle on `cases` random sets of answers."""
    report = Report(procedure.id)
    for number in range(cases):
        chance = random.Random(f"{seed}/{procedure.id}/{number}")
        answers, said = _case(engine, procedure, chance, redraws=number % 2 * REDRAWS)
        report.verdicts[said.verdict] += 1
        if wrong := difference(oracle, answers, said):
            report.differences.append(f"{wrong}\n    {repeat_line(procedure.id, answers, said.rolls)}")
    return report


def _case(
    engine: Quick, procedure: Procedure, chance: random.Random, redraws: int
) -> tuple[dict[str, Any], Answer]:
    """Random answers with what the calculator says to them."""
    answers = drawn(procedure, chance)
    said = asked(engine, procedure, answers, chance)
    for _ in range(redraws):
        if said.verdict != "refused":
            break
        answers = drawn(procedure, chance)
        said = asked(engine, procedure, answers, chance)
    return answers, said


def drawn(procedure: Procedure, chance: random.Random) -> dict[str, Any]:
    """Random answers, each inside its domain; in every third case some are left out."""
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
    """The answers with numbers of wide domains drawn from a short stretch of them."""
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
    """The answers without some of them."""
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


def asked(engine: Quick, procedure: Procedure, answers: dict[str, Any], chance: random.Random) -> Answer:
    """What the calculator says to the answers, with random dice."""
    roller = Roller(chance)
    rolls: list[Rolled] = []
    try:
        while True:
            resolution = engine.resolve(procedure.id, answers, rolls, flips=False)
            if resolution.missing:
                return Answer("open", {}, (), ", ".join(resolution.missing))
            if not resolution.needs:
                return Answer("settled", resolution.outcome, tuple(rolls), "")
            rolls.append(roller.roll(resolution.needs[0]))
    except EngineRefused as error:
        return Answer("refused", {}, tuple(rolls), str(error))


def difference(oracle: Oracle, answers: dict[str, Any], said: Answer) -> str:
    """How the oracle differs from the calculator; empty where it does not.

    Where the calculator waits for answers nothing is compared but that the oracle comes to an end: it may need fewer.
    Where the calculator refuses, the oracle may also wait for an answer.
    """
    dice = Dice(said.rolls)
    try:
        outcome = oracle(Answers(answers), dice)
    except Refused as error:
        return f"the oracle refuses: {error}; the calculator does not" if said.verdict == "settled" else ""
    except Missing as error:
        return f"the oracle needs an answer to {error}" if said.verdict == "settled" else ""
    except NotRolled as error:
        return "" if said.verdict == "open" else f"the oracle rolls {error}"
    if said.verdict == "open":
        return ""
    if said.verdict == "refused":
        return f"the calculator refuses: {said.why}; the oracle says {outcome}"
    wrong = [f"the oracle does not roll {name} ({number} times)" for name, number in dice.left().items()]
    return "; ".join([*_unlike(said.outcome, outcome), *wrong])


def _unlike(actual: Outcome, expected: Outcome) -> Iterator[str]:
    for name in sorted({*actual, *expected}):
        value, wanted = actual.get(name), _plain(expected.get(name))
        if not same(value, wanted):
            yield f"{name}: calculator {value!r}, oracle {wanted!r}"


def _plain(value: Any) -> Any:
    """An oracle's value as a resolution has it: whole fractions as numbers, others as text."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else plain(value)


def repeat_line(name: str, answers: dict[str, Any], rolls: Sequence[Rolled]) -> str:
    """The command that calculates with these answers and dice."""
    words = ["companion", "calc", name, "--input", json.dumps(answers, ensure_ascii=False)]
    if rolls:
        words += ["--roll", ",".join(map(_typed, rolls))]
    return shlex.join(words)


def _typed(rolled: Rolled) -> str:
    """A roll as it is typed."""
    if rolled.dice == PERCENTILE:
        return str(rolled.value)
    return ("," if rolled.pool else "+").join(map(str, rolled.faces))


def covered(library: Library, game: str = "", only: str = "") -> Iterator[tuple[Procedure, Oracle]]:
    """Every calculator that has an oracle, with it."""
    for module in library.modules:
        if game in ("", module.game.slug):
            oracles = oracles_of(module.game.slug)
            for procedure in module.procedures:
                if procedure.id in oracles and only in ("", procedure.id):
                    yield procedure, oracles[procedure.id]


def main(arguments: list[str]) -> int:
    """Compare, print the differences. Return 1 if there are any, or nothing was compared."""
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
