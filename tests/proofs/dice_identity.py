"""Compare flips and amendments with brute force, for random charges, volleys, shots, combat rounds and combats.

Brute force resolves every changed set of answers again. It finds the dice of a roll by what the roll means to
players: its name, the side that rolls, the round, and in a charge whose leader is checked. It reads all of that from
labels and ledger, and ignores the identity that the engine gives a roll.

`python -m tests.proofs.dice_identity --cases 2000 --seed 1` prints every difference, with the options to repeat it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations_with_replacement
from typing import Any, NamedTuple

from companion.engine import Engine, take_answers
from companion.engine.answers import LARGEST, legal_choices
from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model import CompanionError, Input, Library, Procedure, Resolution, RollRequest
from companion.model.answer_path import input_at, with_answer
from companion.play.session import Session
from companion.play.store.memory import MemoryStore
from companion.workspace.amendment import Amendment
from companion.workspace.context import AppContext
from tests.answering import made

NEAR = 8
"""Every number this close to an answer is tried; of numbers further away, only some are."""
AMENDS = 4
"""Changes of each case that are tried as amendments of the log."""

Meaning = tuple[str, str, str, bool]
"""Label and side of a roll, its round, and whether the defender's loss is known by then."""
Thrown = dict[Meaning, tuple[int, ...]]
"""Dice by the meaning of their roll: a total, or the faces of a pool."""


class ResultsOnly(Engine):
    """An engine that computes results only: no odds, no remaining possibilities."""

    def _odds(self, *given: Any) -> tuple[dict[str, Any], str]:
        return {}, ""

    def _remains(self, *given: Any) -> dict[str, Any]:
        return {}


class Found(NamedTuple):
    """Result of brute force for a set of answers: the headline results, or that dice are missing."""

    headline: dict[str, Any] | None
    missing: bool = False
    """Whether the results depend on dice that were not thrown."""
    asked: bool = False
    """Whether dice were not thrown, even if they make no difference to the headline."""


def meaning(resolution: Resolution) -> Meaning:
    """Meaning of the next roll."""
    due = resolution.needs[0]
    rounds = [line.round for line in resolution.ledger]
    loss = any(total.title == "Defender's loss" for total in resolution.totals)
    return due.label, due.part, rounds[-1] if rounds else "", loss


class Case:
    """A calculation with random answers and dice."""

    def __init__(self, engine: ResultsOnly, name: str, seed: str) -> None:
        self.engine = engine
        self.chance = random.Random(f"{name} {seed}")
        self.procedure = engine.library.procedure(name)
        self.thrown: Thrown = {}
        self.answers = _answers(self.procedure, self.chance)
        self.resolution = self._throw()

    def _throw(self) -> Resolution:
        """Roll dice until the calculation is finished, and return it. Raises Refused."""
        rolls: list[Any] = []
        while (resolution := self._resolve(self.answers, rolls)).needs:
            dice = _random_dice(resolution.needs[0], self.chance)
            self.thrown[meaning(resolution)] = dice
            rolls.append(list(dice) if resolution.needs[0].pool else dice[0])
        return self.engine.resolve(self.procedure.id, self.answers, rolls)

    def _resolve(self, answers: Mapping[str, Any], rolls: list[Any]) -> Resolution:
        return self.engine.resolve(self.procedure.id, answers, rolls, flips=False)

    def headline(self, resolution: Resolution) -> dict[str, Any]:
        """The headline results of a resolution."""
        names = [result.name for result in self.procedure.headlines]
        return {name: resolution.outcome[name] for name in names if name in resolution.outcome}

    def brute(self, answers: Mapping[str, Any]) -> Found:
        """Resolve other answers with the known dice. Raises CompanionError."""
        rolls: list[Any] = []
        while (resolution := self._resolve(answers, rolls)).needs:
            ways = self._ways(resolution)
            if len(ways) > 1:
                return self._all_ways(answers, rolls, ways)._replace(asked=True)
            rolls.append(ways[0])
        if resolution.missing:
            return Found(None)
        return Found(self.headline(resolution))

    def _all_ways(self, answers: Mapping[str, Any], rolls: list[Any], ways: list[Any]) -> Found:
        """Try every result of an unknown roll; return a headline only if all agree."""
        agreed: dict[str, Any] | None = None
        for way in ways:
            given = [*rolls, way]
            while (resolution := self._resolve(answers, given)).needs:
                dice = self._ways(resolution)
                if len(dice) > 1:
                    return Found(None, missing=True)
                given.append(dice[0])
            now = self.headline(resolution)
            if agreed is not None and now != agreed:
                return Found(None, missing=True)
            agreed = now
        return Found(agreed)

    def _ways(self, resolution: Resolution) -> list[Any]:
        """Possible results of the next roll: one if its dice are known."""
        due, known = resolution.needs[0], self.thrown.get(meaning(resolution), ())
        if due.pool is None:
            return [known[0]] if known else list(range(due.least, due.most + 1))
        if len(known) > due.pool:
            hits = {face + _modifier(resolution, due.part) >= 4 for face in known}
            known = known[: due.pool] if len(hits) == 1 else ()
        sides = range(due.least, due.most + 1)
        missing = combinations_with_replacement(sides, due.pool - len(known))
        return [[*known, *others] for others in missing]

    def differences(self) -> Iterator[str]:
        """Yield a message for each change that is wrong in the flips or missing from them."""
        found = self.resolution
        flips = {(flip.input, _key(flip.would)): dict(flip.outcome) for flip in found.flips}
        waiting = {(flip.input, _key(flip.would)) for flip in found.open_flips}
        now = self.headline(found)
        for path, would, reach in self.changes():
            key = (path, _key(would))
            try:
                there = self.brute(with_answer(self.answers, path, would))
            except CompanionError:
                there = Found(None)
            differs = there.headline is not None and there.headline != now
            if key in flips and not (differs and flips[key] == there.headline):
                yield f"wrong flip {path}={would}: {flips[key]}, not {there.headline}"
            elif key in waiting and not there.missing:
                yield f"wrong open flip {path}={would}: {there.headline}"
            elif self._left_out(path):
                continue
            elif differs and key not in flips and reach:
                yield f"missed flip {path}={would}: {there.headline}"
            elif there.missing and key not in waiting and reach == "all":
                yield f"missed open flip {path}={would}"
        tried = {(path, _key(would)) for path, would, _ in self.changes()}
        yield from (f"flip of a question that is not asked: {key}" for key in {*flips, *waiting} - tried)

    def changes(self) -> Iterator[tuple[str, Any, str]]:
        """Yield path and new answer of each single change, and how the flips must report it.

        `all`: as a flip, or as an open flip if it needs a roll. `flip`: only as a flip. Empty: it may be missing.
        """
        taken = take_answers(self.procedure.inputs, self.answers)
        for path in taken.asked:
            given = input_at(
                self.procedure.inputs, [part for part in path.split(".") if not part.isdecimal()]
            )
            value, scope = _value_at(taken.values, path)
            assert given is not None
            if given.kind == "yes-no":
                yield path, not value, "all"
            elif given.kind == "choice":
                keys = {choice.key for choice in legal_choices(given, scope)} - {value}
                yield from ((path, key, "all") for key in sorted(keys))
            elif given.kind == "set":
                keys = {choice.key for choice in legal_choices(given, scope)}
                yield from ((path, sorted(value ^ {key}), "all") for key in sorted(keys))
            elif given.kind == "number":
                yield from self._numbers(path, given, value)
            if given.rule == "nothing" and value is not None:
                yield path, None, "all"

    def _left_out(self, path: str) -> bool:
        """Whether the search reported that it did not try the answers to this question, which is not a number."""
        given = input_at(self.procedure.inputs, [part for part in path.split(".") if not part.isdecimal()])
        assert given is not None
        labels = [
            each.partition(": ")[0] if given.kind == "set" else each for each in self.resolution.untried
        ]
        return given.kind != "number" and _label(self.procedure, path) in labels

    def _numbers(self, path: str, given: Input, value: int | None) -> Iterator[tuple[str, Any, str]]:
        """Yield the numbers up to the flip in each direction, or up to the last number that was tried."""
        least = -LARGEST if given.least is None else given.least
        most = LARGEST if given.most is None else given.most
        start = least - 1 if value is None else value
        for step, limit in ((1, most), *(((-1, least),) if value is not None else ())):
            found = [each.would for each in self.resolution.flips if each.input == path]
            found = [would for would in found if would is not None and (would - start) * step > 0]
            opened = [each.would for each in self.resolution.open_flips if each.input == path]
            opened = [would for would in opened if would is not None and (would - start) * step > 0]
            last = found[0] if found else self._tried_to(path, step, limit)
            first_open = min(opened, key=lambda would: abs(would - start), default=last + step)
            near = [would for would in opened if (last - would) * step >= 0]
            for number in dict.fromkeys((*self._some(start, step, last), *near)):
                before = (first_open - number) * step > 0
                yield path, number, "all" if before or number == first_open else "flip"
            yield from ((path, would, "") for would in opened if (last - would) * step < 0)

    def _some(self, start: int, step: int, last: int) -> list[int]:
        """Numbers from `start` to `last`: all near ones, the last, and some in between."""
        every = range(start + step, last + step, step)
        far = every[NEAR:-1]
        between = self.chance.sample(far, min(3, len(far)))
        return [*every[:NEAR], *sorted(between), *(every[-1:] if len(every) > NEAR else ())]

    def _tried_to(self, path: str, step: int, limit: int) -> int:
        """The last number that the search tried in this direction."""
        label = _label(self.procedure, path)
        word = f"{label} {'above' if step > 0 else 'below'} "
        tried = [int(each.removeprefix(word)) for each in self.resolution.untried if each.startswith(word)]
        return tried[0] if tried else limit

    def amended_differences(self) -> Iterator[str]:
        """Yield a message for each correction of the log whose result differs from brute force."""
        session = Session(MemoryStore("Dice", "in memory"), self.engine.library, self.chance)
        session.open_game(self.procedure.game)
        context = AppContext(usual_places(), self.engine.library, session)
        context.engine = self.engine
        line = context.log_calculation(self.resolution, self.procedure).id
        changes = [change for change in self.changes() if change[2]]
        for path, would, _ in self.chance.sample(changes, min(AMENDS, len(changes))):
            amendment = Amendment(context, line)
            amendment.sheet.put(path, would)
            try:
                there = self.brute(amendment.sheet.values)
                resolution = amendment.resolve()
            except CompanionError:
                continue
            now = self.headline(resolution) if resolution.done else None
            if resolution.done and now != there.headline:
                yield f"wrong amendment {path}={would}: {now}, not {there.headline}"
            elif bool(resolution.needs) != there.asked:
                yield f"amendment {path}={would}: needs dice: {bool(resolution.needs)}, not {there.asked}"


def _label(procedure: Procedure, path: str) -> str:
    """The label of a question as flips show it."""
    labels: list[str] = []
    inputs = procedure.inputs
    for part in path.split("."):
        if part.isdecimal():
            labels[-1] += f" {part}"
            continue
        given = next(each for each in inputs if each.name == part)
        inputs = given.fields
        if given.kind != "group":
            labels.append(given.label)
    return ": ".join(labels)


def _modifier(resolution: Resolution, side: str) -> int:
    """The die roll modifier of a side in the current round of combat."""
    title = f"{side.capitalize()}'s die roll modifiers"
    totals = [total.total for total in resolution.totals if total.title.startswith(title)]
    return int(totals[-1])


def _value_at(values: Mapping[str, Any], path: str) -> tuple[Any, dict[str, Any]]:
    """The answer at a path, and the values that its choices may read."""
    scope, here = dict(values), dict(values)
    for part in path.split(".")[:-1]:
        inner: Any = here[int(part) - 1] if isinstance(here, tuple) else here[part]
        here = inner
        if isinstance(inner, Mapping):
            scope |= inner
    return here[path.rpartition(".")[2]], scope


def _key(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, list | frozenset) else (type(value).__name__, value)


def _random_dice(due: RollRequest, chance: random.Random) -> tuple[int, ...]:
    number = 1 if due.pool is None else due.pool
    return tuple(chance.randint(due.least, due.most) for _ in range(number))


def _answers(procedure: Procedure, chance: random.Random) -> dict[str, Any]:
    """Random answers, not all of them legal; charges get an easy closing roll and an opening volley."""
    answers = made(procedure, chance)
    if procedure.id == "lob:charge":
        answers |= {"volley": True, "enemy_can_fire": False, "rating": "A"}
    return answers


KINDS: dict[str, str] = {
    "charges": "lob:charge",
    "volleys with two leaders": "lob:charge",
    "shots": "lob:shot",
    "rounds": "pub:combat-round",
    "combats": "pub:combat",
}
"""Kinds of cases in the order in which they are tried, with their calculator."""


def _legal_case(engine: ResultsOnly, kind: str, seed: int) -> Case:
    """The first legal case made from the seed that has the dice of its kind."""
    for number in range(10_000):
        try:
            case = Case(engine, KINDS[kind], f"{seed}.{number}")
        except CompanionError:
            continue
        if "leaders" not in kind or sum(label.endswith("leader loss") for label, *_ in case.thrown) == 2:
            return case
    raise AssertionError(f"{kind}: no legal answers from seed {seed}")


def prove(library: Library, cases: int, seed: int, say: Callable[[str], object] = print) -> Counter[str]:
    """Try `cases` cases; return the numbers of cases and faults, by kind."""
    engine = ResultsOnly(library)
    counts: Counter[str] = Counter()
    for number in range(seed, seed + cases):
        kind = list(KINDS)[number % len(KINDS)]
        case = _legal_case(engine, kind, number)
        counts[kind] += 1
        faults = list(chain(case.differences(), case.amended_differences()))
        counts["faults"] += len(faults)
        counts[f"{kind} with a fault"] += bool(faults)
        for fault in faults:
            say(f"{kind}, --cases 1 --seed {number}: {fault}")
    return counts


def main() -> int:
    """Run the proof; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    counts = prove(load_library(usual_places()), options.cases, options.seed)
    summary = ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
    print(f"{summary}; {time.monotonic() - began:.0f} s")
    return 1 if counts["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
