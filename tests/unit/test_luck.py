"""The luck of an evening, compared with counting every fall of the dice."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library
from companion.model.event import Calculated
from companion.model.recorded import RecordedRoll
from companion.play.session import Session
from companion.play.store.memory import MemoryStore
from companion.play.units_and_notes import log_calculation
from companion.render.luck import chance_of_count, chance_of_total, dice_facts, one_in, thrown, unlikely_facts
from companion.render.report import report_facts
from tests.process.cup_game import write_game

FAILS, SUCCEEDS = "no", "yes"


@pytest.mark.parametrize(("sides", "count"), [(6, 1), (6, 2), (6, 4), (10, 3), (3, 5)])
def test_the_chance_of_a_total_is_that_of_all_falls(sides: int, count: int) -> None:
    """Every total that the dice can have, and one more."""
    falls = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    for total in range(count, count * sides + 2):
        assert chance_of_total(sides, count, total) == Fraction(
            sum(fall >= total for fall in falls), len(falls)
        )


def test_the_chance_of_a_number_of_events_is_that_of_all_cases() -> None:
    """Four independent events with different chances."""
    chances = [Fraction(1, 10), Fraction(1, 6), Fraction(0), Fraction(5, 6)]
    for least in range(6):
        expected = Fraction(0)
        for case in product((False, True), repeat=4):
            share = Fraction(1)
            for happens, chance in zip(case, chances, strict=True):
                share *= chance if happens else 1 - chance
            expected += share if sum(case) >= least else 0
        assert chance_of_count(chances, least) == pytest.approx(float(expected))


def test_dice_are_counted_by_side_and_kind() -> None:
    """Single faces where they are known, the total where they are not; a pool keeps its faces."""
    rolls = [
        RecordedRoll("a", "2d6", 9, "typed"),
        RecordedRoll("b", "3d6", 12, "app", faces=(6, 5, 1), pool=True),
        RecordedRoll("c", "1d10", 3, "typed"),
    ]
    dice = [each for each in map(thrown, rolls) if each]
    rows = {(row["side"], row["dice"]): row for row in dice_facts(("Red", each) for each in dice)}
    assert rows["Red", "d6"]["count"] == 5 and rows["Red", "d6"]["average"] == 4.2
    assert rows["Red", "d6"]["as_high"] == pytest.approx(float(chance_of_total(6, 5, 21)))
    assert rows["Red", "d6"]["as_low"] == pytest.approx(float(1 - chance_of_total(6, 5, 22)))
    assert rows["Red", "d10"]["expected"] == 5.5
    assert thrown(RecordedRoll("d", "dice", 3, "typed")) is None


def test_unlikely_results_are_counted() -> None:
    """A tenth counts as unlikely; the number to be expected is the sum of the chances of unlikely results."""
    odds = {"routs": "1/10", "holds": "9/10"}
    even = {"one": "1/2", "other": "1/2"}
    facts = unlikely_facts([(odds, Fraction(1, 10)), (odds, Fraction(9, 10)), (even, Fraction(1, 2))])
    assert (facts["of"], facts["count"], facts["expected"]) == (3, 1, 0.2)
    assert facts["as_many"] == pytest.approx(0.19)
    assert one_in(Fraction(1, 12)) == "1 in 12"


def test_unlikely_results_of_random_evenings_are_named(tmp_path: Path) -> None:
    """Exactly those with a chance of at most a tenth that were not undone or corrected, the least likely first."""
    write_game(tmp_path / "own")
    nowhere = Path("/nonexistent")
    library = read_library(Places((tmp_path / "own",), nowhere, nowhere))
    for seed in range(100):
        random_evening(library, random.Random(seed))


def random_evening(library: Library, random_: random.Random) -> None:
    """Log up to eight calculations with random odds, some of them corrections or undone, and check the report."""
    session = Session(MemoryStore("Friday", "a test"), library)
    session.open_game("drum")
    expected: list[tuple[Fraction, int]] = []
    of = 0
    for _ in range(random_.randint(0, 8)):
        chance = Fraction(random_.randint(1, 30), 36)
        success = random_.random() < 0.5
        amends = random_.choice([0, 0, 0, *(number for _, number in expected)])
        odds = {SUCCEEDS if success else FAILS: str(chance), FAILS if success else SUCCEEDS: str(1 - chance)}
        done = Calculated(
            "drum:alter", {}, (), "Altering", outcome={"success": success}, odds=odds, amends=amends
        )
        number = log_calculation(session, done).id
        if random_.random() < 0.2:
            session.undo()
            continue
        of += not amends
        expected = [each for each in expected if each[1] != amends]
        if chance <= Fraction(1, 10):
            expected.append((chance, number))
    facts = report_facts(session)["games"]
    points = facts[0]["story"]["turning_points"] if facts else []
    assert [(Fraction(point["chance"]), point["line"]) for point in points] == sorted(expected)
    if facts:
        assert facts[0]["story"]["unlikely"]["of"] == of
    json.dumps(facts)
    session.close()
