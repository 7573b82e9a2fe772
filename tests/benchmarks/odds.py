"""Measure the longest time that the odds of each calculator take, over random answers and the ends of every domain.

    python -m tests.benchmarks.odds [--times 60] [--seed 1] [--only bp:shoot ...]

Measures the CPU time of a whole resolution without dice: checking the answers, ledger and odds. The slowest answers
are measured again and the shortest time counts, because other programs disturb the first. Prints for each calculator
with dice: the time in milliseconds, how often it gave up computing odds, and the slowest answers.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine import Engine
from companion.engine.pools import face_ways, pool_of
from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model import CompanionError, Input, Library, Procedure
from tests.answering import changed, made, slots

LARGE = 60
"""Largest answer for a number without an upper limit."""
AGAIN = 4
"""How many of the slowest answers are measured again, and how often."""


class Worst(NamedTuple):
    """The slowest answers to a calculator, and their time."""

    milliseconds: float
    procedure: str
    given_up: int
    answers: Mapping[str, Any]


def answer_sets(procedure: Procedure, times: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield legal answers: random ones, and numbers, yes-no questions and sets at the ends of their domains."""
    for number in range(times):
        answers = made(procedure, chance)
        if number % 3:
            for slot in list(slots(procedure.inputs, answers)):
                end = _end(slot.given, chance, highest=number % 3 == 1)
                if end is not None and slot.answer(answers) is not None:
                    answers = changed(answers, slot, end)
        yield answers


def _end(given: Input, chance: random.Random, highest: bool) -> Any:
    """The lowest or highest answer to an input, None if its domain has no ends."""
    low = given.least if given.least is not None else 0
    high = given.most if given.most is not None else max(low, LARGE)
    match given.kind:
        case "number":
            return high if highest or chance.random() < 0.6 else chance.choice((low, (low + high) // 2))
        case "yes-no":
            return chance.random() < (0.3 if highest else 0.6)
    return None


def milliseconds(
    library: Library, procedure: Procedure, answers: Mapping[str, Any], runs: int
) -> tuple[float, str]:
    """Return the shortest of several measurements, each with an empty cache, and the reason if there are no odds.

    Raises CompanionError if the answers are refused.
    """
    times = []
    for _ in range(runs):
        engine = Engine(library)
        engine.program(procedure)
        pool_of.cache_clear()
        face_ways.cache_clear()
        begun = time.process_time()
        resolution = engine.resolve(procedure.id, answers, flips=False)
        times.append((time.process_time() - begun) * 1000)
    return min(times), resolution.no_odds


def slowest(library: Library, procedure: Procedure, times: int, seed: int) -> Worst | None:
    """Return the slowest of `times` sets of answers, None for a calculator without dice."""
    if not Engine(library).program(procedure).requests:
        return None
    measured, given_up = [Worst(0.0, procedure.id, 0, {})], 0
    for answers in answer_sets(procedure, times, random.Random(f"{procedure.id} {seed}")):
        with contextlib.suppress(CompanionError):
            taken, no_odds = milliseconds(library, procedure, answers, 1)
            given_up += bool(no_odds)
            measured.append(Worst(taken, procedure.id, 0, answers))
    measured.sort(key=lambda each: -each.milliseconds)
    again = [
        each._replace(milliseconds=milliseconds(library, procedure, each.answers, AGAIN)[0])
        for each in measured[:AGAIN]
        if each.answers or not procedure.inputs
    ]
    return max(again, key=lambda each: each.milliseconds)._replace(given_up=given_up) if again else None


def _calibration() -> float:
    """Milliseconds for a fixed piece of work, for comparing machines."""
    begun, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - begun) * 1000


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each calculator, slowest first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args(arguments)
    library = load_library(usual_places())
    gc.freeze()  # as the app does after its first frame
    found = [
        slowest(library, procedure, options.times, options.seed)
        for module in library.modules
        for procedure in module.procedures
        if not options.only or procedure.id in options.only
    ]
    print(f"{_calibration():8.1f} ms  a million additions, for comparing machines")
    for worst in sorted((each for each in found if each), key=lambda each: -each.milliseconds):
        line = f"{worst.milliseconds:8.1f} ms  {worst.procedure:24} no odds: {worst.given_up:3}"
        print(f"{line}  {json.dumps(worst.answers)[:400]}")


if __name__ == "__main__":
    main()
