"""Odds of calculators with pools of dice: equal to counting all dice, and available for any pool."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.engine import Engine
from companion.engine import odds as odds_module
from companion.engine.program import Program
from companion.engine.values import State
from companion.model import CompanionError, Library, Procedure, Refused, Resolution, Rolled, RollRequest, Step
from companion.model.step import Repeat, Roll, Rounds, Use
from tests.answering import changed, made, slots
from tests.benchmarks.odds import answer_sets
from tests.unit.test_engine import engine_of

LONG = ["bp:shoot", "pub:combat"]
"""Calculators with pools so large that counting all dice takes seconds."""
POOLS = ["bp:morale-saves", "bp:to-hit", "pub:bombardment", "pub:combat-round", *LONG]
"""Calculators that roll pools of dice."""
MOST_DICE = 4
MOST_LEAVES = 800
"""Most combinations of dice that are tried one by one."""


def _steps(library: Library, procedure: Procedure, steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, Rounds | Repeat):
            yield from _steps(library, procedure, step.steps)
        elif isinstance(step, Use):
            used = library.procedure(f"{procedure.game}:{step.procedure}")
            yield from _steps(library, used, used.steps)


def test_every_calculator_with_a_pool_is_tested(library: Library) -> None:
    """The list above is complete."""
    assert sorted(POOLS) == sorted(
        procedure.id
        for module in library.modules
        for procedure in module.procedures
        if any(isinstance(step, Roll) and step.count for step in _steps(library, procedure, procedure.steps))
    )


def _throws(request: RollRequest) -> Iterator[tuple[Rolled, Fraction]]:
    """Yield every result of a pool, combining those with the same faces."""
    assert request.pool is not None
    falls = Counter(
        tuple(sorted(faces)) for faces in product(range(1, request.most + 1), repeat=request.pool)
    )
    for faces, number in falls.items():
        share = Fraction(number, request.most**request.pool)
        yield Rolled(request.name, request.dice, sum(faces), faces, "typed", True, request.label), share


class TooManyLeaves(Exception):
    """These answers need too many dice to try all combinations."""


class Enumeration:
    """Try every result of every die, using only resolutions with given dice."""

    def __init__(self, engine: Engine, procedure: Procedure, answers: dict[str, Any]) -> None:
        self.engine = engine
        self.procedure = procedure
        self.answers = answers
        self.odds: dict[str, Fraction] = {}
        self.leaves = 0

    def go_on(self, rolls: list[Rolled], share: Fraction) -> None:
        """Follow every result of the next roll."""
        found = self.engine.resolve(self.procedure.id, self.answers, rolls, flips=False)
        if not found.needs:
            self.leaves += 1
            words = self._words(found)
            self.odds[words] = self.odds.get(words, Fraction(0)) + share
            return
        if (found.needs[0].pool or 0) > MOST_DICE or self.leaves > MOST_LEAVES:
            raise TooManyLeaves
        for rolled, chance in _throws(found.needs[0]):
            self.go_on([*rolls, rolled], share * chance)

    def _words(self, found: Resolution) -> str:
        shown = (result for result in self.procedure.headlines if result.name in found.outcome)
        return ", ".join(result.words_for(found.outcome[result.name]) for result in shown)


def _small_answers(procedure: Procedure, chance: random.Random) -> dict[str, Any]:
    """Legal answers with no number above 3 if a smaller one is legal, and one round of combat."""
    answers = made(procedure, chance)
    for slot in list(slots(procedure.inputs, answers)):
        if slot.given.kind == "number":
            least = max(slot.given.least or 0, 0)
            answers = changed(answers, slot, chance.randint(least, max(least, min(3, slot.given.most or 3))))
    return (
        {**answers, "defender_leaves": True, "defender_rounds": 1}
        if procedure.id == "pub:combat"
        else answers
    )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in POOLS]
)
def test_odds_match_counting_all_dice(engine: Engine, name: str) -> None:
    """The odds are exact, for answers with few dice."""
    procedure, chance, compared = engine.library.procedure(name), random.Random(name), 0
    for _ in range(60):
        answers = _small_answers(procedure, chance)
        try:
            odds = engine.resolve(name, answers, flips=False).odds
            plain = Enumeration(engine, procedure, answers)
            plain.go_on([], Fraction(1))
        except (Refused, TooManyLeaves):
            continue
        if not odds:
            assert plain.leaves == 1
            continue
        assert odds == plain.odds, answers
        compared += 1
        if compared == 6:
            return
    pytest.fail(f"only {compared} sets of answers compared")


def test_a_combat_that_nobody_leaves_has_odds(engine: Engine) -> None:
    """The rounds left to a side that stays are bounded: unbounded, every round would be another one for the odds."""
    fresh = {"type": "infantry", "quality": "regular", "state": "fresh"}
    answers = {"mode": "melee", "attacker": fresh, "defender": fresh}
    resolution = engine.resolve("pub:combat", answers, flips=False)
    assert resolution.no_odds == ""
    assert sum(resolution.odds.values()) == 1


# ---- large pools

LARGEST: dict[str, dict[str, Any]] = {
    "bp:to-hit": {"kind": "shooting", "dice": 40, "modifier": 0, "enfiladed": True},
    "bp:shoot": {
        "shooting_score": 20,
        "large_unit": True,
        "other_dice": 19,
        "enfiladed": True,
        "morale": 4,
        "stamina": 3,
        "casualties_before": 0,
    },
}


@pytest.mark.parametrize("name", LARGEST)
def test_odds_of_the_largest_pools(engine: Engine, name: str) -> None:
    """Forty dice, with misses rolled again. No die shows a 6 in (2/6 + 3/6 * 5/6) ** 40 of all cases."""
    resolution = engine.resolve(name, LARGEST[name], flips=False)
    assert (resolution.no_odds, sum(resolution.odds.values())) == ("", 1)
    calm = [share for words, share in resolution.odds.items() if "DISORDERED" not in words]
    assert sum(calm) == Fraction(27, 36) ** 40


@pytest.mark.parametrize(("name", "most"), [("bp:to-hit", 3_500), ("bp:shoot", 3_500)])
def test_few_throws_decide_the_largest_pools(
    library: Library, name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 dice with re-rolls have 100,000 combinations of hits and sixes, most of them equivalent."""
    followed: list[int] = []
    thrown = Program.thrown

    def counted(program: Program, state: State, at: int, throw: Mapping[str, Any]) -> State:
        followed.append(at)
        return thrown(program, state, at, throw)

    monkeypatch.setattr(Program, "thrown", counted)
    assert Engine(library).resolve(name, LARGEST[name], flips=False).odds
    assert len(followed) < most


def test_every_calculator_has_odds(library: Library) -> None:
    """Odds exist for random answers, and for numbers at the ends of their domains."""
    engine = Engine(library)
    rolling = [
        each for module in library.modules for each in module.procedures if engine.program(each).requests
    ]
    assert len(rolling) > 30
    for procedure in rolling:
        for answers in answer_sets(procedure, 6, random.Random(procedure.id)):
            with contextlib.suppress(CompanionError):
                found = engine.resolve(procedure.id, answers, flips=False)
                assert found.no_odds == "", (procedure.id, answers)


LIMITS = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 9}]
    steps:
      - {do: roll, name: first, label: First, dice: d4, count: n, counts: {hits: face > 2, sixes: face == 4}}
      - {do: roll, name: second, label: Second, dice: d4, count: n - hits, counts: {more: face > 2, others: face == 4}}
      - {do: work-out, values: {all_sixes: sixes + (others if n > 2 else 0), sum: "hits + more"}}
      - {do: work-out, values: {state: "CONDITION"}}
    outcome: [{name: state, label: State, show: headline}]
"""


@pytest.mark.parametrize(
    "condition",
    [
        "'a' if all_sixes > 1 else 'b'",
        "'a' if all_sixes >= 2 else 'b'",
        "'a' if 2 <= all_sixes else 'b'",
        "'a' if all_sixes == 1 else 'b'",
        "'a' if all_sixes != 2 else 'b'",
        "'a' if all_sixes < 1 and sum > 2 else 'b'",
        "'a' if all_sixes > sum - 2 else 'b'",
        "'a' if sixes > 0 and others > 0 else 'b' if hits == more else 'c'",
        "'a' if sum - all_sixes > 1 else 'b'",
        "'a' if 2 * all_sixes > 3 else 'b'",
        "'a' if max(sixes, others) > 1 else 'b'",
        "'a' if sixes + (-1 if others > 0 else 0) > 0 else 'b'",
    ],
)
@pytest.mark.parametrize("n", [2, 3])
def test_counts_that_matter_up_to_a_limit(condition: str, n: int) -> None:
    """The limit depends on what a count is compared with, alone or in a sum."""
    engine = engine_of(own=LIMITS.replace("CONDITION", condition))
    plain = Enumeration(engine, engine.library.procedure("xx:own"), {"n": n})
    plain.go_on([], Fraction(1))
    assert engine.resolve("xx:own", {"n": n}).odds == plain.odds


def test_the_limit_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are no odds, the player sees the limit for the number of throws."""
    monkeypatch.setattr(odds_module, "MOST_THROWS", 20)
    found = engine_of(own=LIMITS.replace("CONDITION", "sum")).resolve("xx:own", {"n": 9})
    assert (found.odds, found.no_odds) == ({}, "the dice have too many combinations; the limit is 20")
