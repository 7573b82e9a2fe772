"""Pools of dice: exact odds of counts, typed dice, and refusals that say how many dice are needed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Dice
from companion.engine.cases import verdict
from companion.engine.pools import TooMany, count_ways, face_ways
from companion.model import Refused, Resolution, Rolled
from companion.render.procedure import procedure_json, procedure_lines
from companion.render.resolution import resolution_lines
from companion.render.resolution_json import resolution_json
from tests.unit.test_engine import engine_of, modules, resolve

POOL = """
    inputs:
      - {name: n, label: N, kind: number, least: -2, most: 30}
      - {name: plus, label: Plus, kind: number, least: -9, most: 9}
    steps:
      - do: roll
        name: faces
        label: Shooting
        dice: d6
        count: n
        most: 25
        counts: {hits: "face == 6 or face != 1 and face + plus >= 4", sixes: face == 6}
    outcome:
      - {name: hits, label: Hits, show: headline}
      - {name: sixes, label: Sixes}
      - {name: faces, label: Dice}
"""
BOTH = POOL.replace("label: Sixes", "label: Sixes, show: headline")
SIDES = """
    inputs:
      - {name: n, label: N, kind: number, least: 0, most: 9}
      - {name: gone, label: Gone, kind: yes-no}
    steps:
      - {do: roll, name: first, label: Attack, dice: 1d6, part: attacker, count: n, counts: {a: face > 3}}
      - do: roll
        name: second
        label: Defence
        dice: d6
        part: defender
        count: "2"
        when: not gone
        counts: {d: face > 4}
      - {do: work-out, values: {lead: "a - (0 if gone else d)"}}
    outcome: [{name: lead, label: Lead, show: headline}, {name: d, label: D}]
"""


SUM = """
    inputs: []
    steps:
      - {{do: roll, name: faces, label: Dice, dice: d4, count: "{}", counts: {{ones: face == 1}}}}
      - {{do: work-out, values: {{total: sum(faces) - ones}}}}
    outcome: [{{name: total, label: Total, show: headline}}]
"""


def _hit(face: int, plus: int) -> bool:
    return face == 6 or (face != 1 and face + plus >= 4)


def _by_hand(dice: int, describe: Callable[[tuple[int, ...]], str]) -> dict[str, Fraction]:
    """Chances of each description, by counting all results of six-sided dice."""
    falls = Counter(describe(faces) for faces in product(range(1, 7), repeat=dice))
    return {words: Fraction(number, 6**dice) for words, number in falls.items()}


def _refused(text: str, rolls: Any, **answers: Any) -> str:
    with pytest.raises(Refused) as caught:
        resolve(text, rolls, **answers)
    return str(caught.value)


@pytest.mark.parametrize("plus", [-5, -1, 0, 1, 3])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_odds_match_counting(n: int, plus: int) -> None:
    """Odds of one count, and of two counts together."""
    hits = _by_hand(n, lambda faces: str(sum(_hit(face, plus) for face in faces)))
    assert resolve(POOL, n=n, plus=plus).odds == hits
    both = _by_hand(n, lambda faces: f"{sum(_hit(face, plus) for face in faces)}, {faces.count(6)}")
    assert resolve(BOTH, n=n, plus=plus).odds == both


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 4), st.integers(2, 6), st.integers(0, 3), st.data())
def test_any_counts_of_any_dice(dice: int, sides: int, counts: int, data: st.DataObject) -> None:
    """Counting works for any classes of faces, and any limits of the counts."""
    gain = st.lists(st.integers(0, 1), min_size=counts, max_size=counts)
    gains = tuple(tuple(data.draw(gain)) for _ in range(sides))
    limit = st.lists(st.sampled_from([0, 1, 2, inf]), min_size=counts, max_size=counts)
    limits = tuple(data.draw(limit))
    falls = Counter(
        tuple(min(sum(gains[face][place] for face in faces), limits[place]) for place in range(counts))
        for faces in product(range(sides), repeat=dice)
    )
    found = count_ways(dice, gains, limits)
    assert found == falls
    assert list(found) == sorted(found)


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 6), (3, 6), (4, 4), (2, 10)])
def test_faces_in_order(dice: int, sides: int) -> None:
    """Each set of faces occurs once, in order."""
    falls = Counter(tuple(sorted(faces)) for faces in product(range(1, sides + 1), repeat=dice))
    assert face_ways(dice, sides) == falls


@pytest.mark.parametrize(
    ("sign", "compare"), [("<", lt), ("<=", le), (">", gt), (">=", ge), ("==", eq), ("!=", ne)]
)
def test_odds_of_a_count_that_is_compared_with_a_number(
    sign: str, compare: Callable[[int, int], bool]
) -> None:
    """The number may be on either side."""
    text = """
    inputs: []
    steps:
      - {{do: roll, name: faces, label: Dice, dice: d6, count: "3", counts: {{sixes: face == 6}}}}
      - {{do: work-out, values: {{holds: {}}}}}
    outcome: [{{name: holds, label: Holds, show: headline}}]
    """
    right = _by_hand(3, lambda faces: "yes" if compare(faces.count(6), 1) else "no")
    left = _by_hand(3, lambda faces: "yes" if compare(1, faces.count(6)) else "no")
    assert resolve(text.format(f"sixes {sign} 1")).odds == right
    assert resolve(text.format(f"1 {sign} sixes")).odds == left


def test_sets_of_faces_are_listed_up_to_20_000() -> None:
    """15 six-sided dice have 15,504 sets of faces, 20 over 5; 16 dice have 20,349, 21 over 5."""
    assert len(face_ways(15, 6)) == 15_504
    with pytest.raises(TooMany, match="16 dice have too many combinations"):
        face_ways(16, 6)


def test_the_sum_of_a_pool() -> None:
    """The faces may be added up later, in addition to a count."""
    falls = Counter(str(sum(faces) - faces.count(1)) for faces in product(range(1, 5), repeat=3))
    assert resolve(SUM.format(3)).odds == {words: Fraction(ways, 64) for words, ways in falls.items()}
    assert resolve(SUM.format(3), [[1, 4, 1]]).outcome == {"total": 4}


def test_the_sum_of_a_large_pool() -> None:
    """Sixty dice have a million throws, but few sums."""
    odds = resolve(SUM.format(60).replace(" - ones", "")).odds
    assert (len(odds), sum(odds.values())) == (181, 1)
    assert odds["60"] == odds["240"] == Fraction(1, 4**60)


def test_faces_as_a_headline() -> None:
    """Dice that are a headline result are kept separately."""
    text = SUM.format(2).replace(
        "show: headline", "show: headline}, {name: faces, label: Dice, show: headline"
    )
    found = resolve(text)
    assert len(found.odds) == 10
    assert sorted(found.odds.values()) == [Fraction(1, 16)] * 4 + [Fraction(2, 16)] * 6


def test_a_pool_without_odds_says_why() -> None:
    """Forty dice whose faces are the result have a million throws."""
    text = SUM.format(40).replace("name: total, label: Total", "name: faces, label: Dice").replace("d4", "d6")
    found = resolve(text)
    assert found.odds == {}
    assert found.no_odds == "40 dice have too many combinations; the limit is 20,000"


def test_a_large_pool() -> None:
    """Thirty dice have 6 ** 30 results, but 31 counts."""
    odds = resolve(POOL.replace("most: 25", "most: 30"), n=30, plus=0).odds
    assert odds == {str(hits): Fraction(found, 2**30) for hits, found in enumerate(_row_of_pascal(30))}


def _row_of_pascal(row: int) -> list[int]:
    numbers = [1]
    for _ in range(row):
        numbers = [one + other for one, other in zip([0, *numbers], [*numbers, 0], strict=True)]
    return numbers


@pytest.mark.parametrize(
    "rolls",
    [[3, 4, 5], ["345"], ["3 4 5"], ["3,4,5"], [" 3, 4 ,5 "], ["3", "4", "5"], ["34", 5], [[3, 4, 5]]],
)
def test_forms_of_a_pool(rolls: list[Any]) -> None:
    """Numbers in sequence, with or without separators, or as a list."""
    found = resolve(POOL, rolls, n=3, plus=-1)
    assert found.done
    assert found.outcome == {"hits": 1, "sixes": 0, "faces": [3, 4, 5]}
    assert found.rolls == (Rolled("faces", "3d6", 12, (3, 4, 5), "typed", True, "Shooting", "faces"),)


@pytest.mark.parametrize("rolls", [{"faces": [3, 4, 5]}, {"faces": ["345"]}])
def test_a_pool_by_its_name(rolls: Any) -> None:
    """A pool may be given by its name, like any other roll."""
    assert resolve(POOL, rolls, n=3, plus=0).outcome["hits"] == 2


@pytest.mark.parametrize(
    ("rolls", "given_dice"), [(None, 0), ([], 0), ([3], 1), (["34"], 2), ({"faces": [3]}, 1)]
)
def test_too_few_dice(rolls: Any, given_dice: int) -> None:
    """Unfinished; the request says how many dice are needed and how many are given."""
    found = resolve(POOL, rolls, n=3, plus=0)
    assert not found.done
    (request,) = found.needs
    assert (request.pool, request.given, request.dice) == (3, given_dice, "3d6")
    assert (request.least, request.most) == (1, 6)
    assert (found.outcome, found.rolls) == ({}, ())


@pytest.mark.parametrize(
    ("rolls", "n", "says"),
    [
        ([3, 4, 5, 6], 3, "Shooting: 3 dice needed, 4 given"),
        (["3456"], 3, "Shooting: 3 dice needed, 4 given"),
        ({"faces": [1, 2]}, 1, "Shooting: 1 die needed, 2 given"),
        ([3], 0, "Shooting: 0 dice needed, 1 given"),
        ({"faces": [6, 6]}, 0, "Shooting: 0 dice needed, 2 given"),
        ([0], 1, "Shooting: die 0 is outside 1 to 6"),
        ([3, 7], 3, "Shooting: die 7 is outside 1 to 6"),
        (["371"], 3, "Shooting: die 7 is outside 1 to 6"),
        ([-1, 2, 3], 3, "Shooting: die -1 is outside 1 to 6"),
        (["3 x"], 2, "Shooting: '3 x' is not a roll; 2d6, each die 1 to 6"),
        ([""], 1, "Shooting: '' is not a roll; 1d6, each die 1 to 6"),
        ([3.0], 1, "Shooting: 3.0 is not a die; 1d6, each die 1 to 6"),
        ([True], 1, "Shooting: True is not a die; 1d6, each die 1 to 6"),
        (["٣"], 1, "Shooting: '٣' is not a roll; 1d6, each die 1 to 6"),
        ([10**40], 1, "Shooting: die a number that large is outside 1 to 6"),
    ],
)
def test_illegal_dice_of_a_pool(rolls: Any, n: int, says: str) -> None:
    """Too many dice, invalid faces, or no dice at all."""
    assert _refused(POOL, rolls, n=n, plus=0) == says


@pytest.mark.parametrize("rolls", [None, []])
def test_an_empty_pool_needs_no_roll(rolls: Any) -> None:
    """Every count is 0 at once."""
    found = resolve(POOL, rolls, n=0, plus=0)
    assert found.done
    assert found.outcome == {"hits": 0, "sixes": 0, "faces": []}


@pytest.mark.parametrize(("n", "says"), [(-1, "-1 dice"), (26, "26 dice")])
def test_an_illegal_number_of_dice(n: int, says: str) -> None:
    """A negative number or one above the maximum is refused with the domain."""
    assert _refused(POOL, None, n=n, plus=0) == f"Shooting: {says}; allowed: 0 to 25"


def test_half_a_die_is_refused() -> None:
    """Only whole dice can be rolled."""
    assert _refused(POOL.replace("count: n", "count: n / 2"), None, n=3, plus=0) == (
        "Shooting: 3/2 dice; allowed: 0 to 25"
    )


@pytest.mark.parametrize("whole", ["345", "3 4 5", "3,4,5"])
def test_ten_sided_dice_have_gaps(whole: str) -> None:
    """With ten faces each number is one die."""
    text = POOL.replace("d6", "d10")
    assert resolve(text, ["10 4 9"], n=3, plus=0).outcome["faces"] == [10, 4, 9]
    if whole == "345":
        assert "die 345 is outside 1 to 10" in _refused(text, [whole], n=3, plus=0)
    else:
        assert resolve(text, [whole], n=3, plus=0).outcome["faces"] == [3, 4, 5]


# ---- several rolls


@pytest.mark.parametrize(
    "rolls",
    [
        [4, 1, 6, 5, 6],
        ["416", "56"],
        {"attacker": [4, 1, 6], "defender": [5, 6]},
        {"defender": ["56"], "attacker": ["4", "16"]},
    ],
)
def test_each_pool_takes_its_own(rolls: Any) -> None:
    """Dice are given in order in one list, or by part in any order."""
    assert resolve(SIDES, rolls, n=3).outcome == {"lead": 0, "d": 2}


@pytest.mark.parametrize(
    ("rolls", "says"),
    [
        ([4, 1, 6, 5, 6, 1], "rolls: 5 needed, 6 given"),
        (["4165", 6], "Attack: 3 dice needed, 4 given"),
        ({"attacker": [4, 1, 6, 2], "defender": [5, 6]}, "Attack: 3 dice needed, 4 given"),
        ({"attacker": [4, 1, 6], "defender": [5, 6, 6]}, "Defence: 2 dice needed, 3 given"),
        (
            {"attacker": [4, 1, 6], "defence": [5, 6]},
            "unknown roll defence; known: attacker, defender, first, second",
        ),
    ],
)
def test_too_many_dice_for_several_pools(rolls: Any, says: str) -> None:
    """The message names the roll."""
    assert _refused(SIDES, rolls, n=3) == says


def test_a_part_without_dice() -> None:
    """Dice for a pool that is skipped are left over; dice for an empty pool are refused."""
    found = resolve(SIDES, {"attacker": [4, 1], "defender": [5, 6]}, n=2, gone=True)
    assert (found.outcome, found.unused) == ({"lead": 1}, ("the dice of defender: no roll was needed",))
    assert resolve(SIDES, {"attacker": [], "defender": [5, 6]}, n=0).outcome == {"lead": -2, "d": 2}
    assert _refused(SIDES, {"attacker": [1], "defender": [5, 6]}, n=0) == "Attack: 0 dice needed, 1 given"


def test_odds_of_two_pools() -> None:
    """The difference between two pools."""
    mine = _by_hand(3, lambda faces: str(sum(face > 3 for face in faces)))
    theirs = _by_hand(2, lambda faces: str(sum(face > 4 for face in faces)))
    lead: dict[str, Fraction] = {}
    for (a, one), (d, other) in product(mine.items(), theirs.items()):
        words = str(int(a) - int(d))
        lead[words] = lead.get(words, Fraction(0)) + one * other
    assert resolve(SIDES, n=3).odds == lead


def test_a_roll_for_the_size_of_a_pool() -> None:
    """The number of dice can itself be the result of a roll."""
    text = """
    inputs: []
    steps:
      - {do: roll, name: number, label: Number, dice: 1d3}
      - {do: roll, name: pool, label: Pool, dice: d6, count: number - 1, counts: {hits: face == 6}}
    outcome: [{name: hits, label: Hits, show: headline}]
    """
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    none = third * (1 + (1 - sixth) + (1 - sixth) ** 2)
    two = third * sixth**2
    assert resolve(text).odds == {"0": none, "1": 1 - none - two, "2": two}
    assert resolve(text, [1]).outcome == {"hits": 0}
    assert resolve(text, [3, 6, 6]).outcome == {"hits": 2}


# ---- the companion's dice, flips, output


def test_the_companion_rolls_a_pool() -> None:
    """The companion rolls as many dice as needed, within the domain, and the resolution accepts them."""
    engine = engine_of(own=POOL)
    dice = Dice(random.Random(4))
    request = engine.resolve("xx:own", {"n": 20, "plus": 0}).needs[0]
    rolled = dice.roll(request)
    assert (len(rolled.faces), rolled.pool, rolled.source) == (20, True, "app")
    assert set(rolled.faces) <= set(range(1, 7))
    found = engine.resolve("xx:own", {"n": 20, "plus": 0}, [rolled])
    assert found.outcome["hits"] == sum(face > 3 for face in rolled.faces)
    assert found.rolls[0].source == "app"


@pytest.mark.parametrize(
    "rolled",
    [
        Rolled("x", "2d6", 7, (3, 4), "app"),
        Rolled("x", "3d6", 7, (3, 3, 1), "app", True),
        Rolled("x", "2d6", 13, (7, 6), "app", True),
    ],
)
def test_other_dice_are_not_a_pool(rolled: Rolled) -> None:
    """A total, more dice, or an invalid face."""
    with pytest.raises(Refused):
        resolve(POOL, [rolled], n=2, plus=0)


def test_a_pool_is_not_a_total() -> None:
    """Dice that keep their faces are never added up implicitly."""
    text = """
    inputs: []
    steps: [{do: roll, name: d, label: D, dice: 2d6}]
    outcome: [{name: d, label: D, show: headline}]
    """
    with pytest.raises(Refused, match="2d6 gives 2 to 12"):
        resolve(text, [Rolled("d", "2d6", 7, (3, 4), "app", True)])


def test_flips_keep_the_dice() -> None:
    """A change of one on each die is a flip; another number of dice needs a new roll, unless it is zero."""
    found = resolve(POOL, [3, 4, 5], n=3, plus=0)
    assert {(flip.input, flip.would): flip.outcome for flip in found.flips} == {
        ("n", 0): {"hits": 0},
        ("plus", 1): {"hits": 3},
        ("plus", -1): {"hits": 1},
    }
    assert [(flip.would, flip.roll.kept, flip.roll.pool) for flip in found.open_flips] == [
        (2, 0, 2),
        (4, 3, 4),
    ]


@pytest.mark.parametrize(("dice", "shown"), [([4, 4, 4], True), ([4, 5, 4], False)])
def test_a_smaller_pool_keeps_dice_that_are_alike(dice: list[int], shown: bool) -> None:
    """Dice are alike if they show the same, or count the same and their faces are not read."""
    text = POOL if shown else POOL.replace("      - {name: faces, label: Dice}\n", "")
    found = resolve(text, dice, n=3, plus=0)
    assert [flip.outcome for flip in found.flips if (flip.input, flip.would) == ("n", 2)] == [{"hits": 2}]


def test_how_a_pool_is_shown() -> None:
    """The faces in the order rolled, in lines and in JSON."""
    engine = engine_of(own=POOL)
    found = engine.resolve("xx:own", {"n": 3, "plus": 0}, ["652"])
    lines = resolution_lines(found, engine.library.procedure("xx:own"), 80)
    assert "Dice: 6 5 2 on 3d6, typed." in lines
    assert "   Dice: 6 5 2" in lines
    document = resolution_json(found)
    assert document["roll"] == [
        {"id": "faces", "name": "faces", "dice": "3d6", "value": [6, 5, 2], "source": "typed"}
    ]
    assert document["outcome"] == {"hits": 2, "sixes": 1, "faces": [6, 5, 2]}


def test_a_pool_is_described() -> None:
    """The description has the number of dice and what is counted."""
    procedure = engine_of(own=SIDES).library.procedure("xx:own")
    text = " ".join(" ".join(procedure_lines(procedure, 80)).split())
    assert "Dice, as attacker: Attack. A pool of n d6" in text
    assert "a counts dice with face > 3" in text
    assert "rolled when not gone" in text
    assert procedure_json(procedure)["rolls"][1] == {
        "name": "second",
        "label": "Defence",
        "dice": "d6",
        "part": "defender",
        "when": "not gone",
        "count": "2",
        "most": 100,
        "counts": {"d": "face > 4"},
    }


@pytest.mark.parametrize(
    ("rolls", "says"), [([3, 4], "not finished, missing Shooting: 3 dice needed, 2 given"), ([3, 4, 5], "")]
)
def test_worked_examples_of_pools(rolls: list[int], says: str) -> None:
    """Missing dice are described in the same words."""
    example = {"procedure": "xx:own", "inputs": {"n": 3, "plus": 0}, "rolls": rolls, "outcome": {"hits": 2}}
    engine = engine_of(own=POOL)
    assert verdict(engine, example) == says
    refused = {**example, "refused": True}
    assert bool(verdict(engine, refused)) is not bool(says)


# ---- percentile dice

PERCENTILE = """
    inputs: []
    steps: [{do: roll, name: d, label: Percentile, dice: 00-99}]
    outcome: [{name: d, label: D, show: headline}]
"""


@pytest.mark.parametrize(
    ("value", "total"), [(0, 0), ("00", 0), ("07", 7), (7, 7), ("7", 7), (99, 99), ("40", 40)]
)
def test_percentile_dice(value: Any, total: int) -> None:
    """Two ten-sided dice, read as one number from 0 to 99."""
    found = resolve(PERCENTILE, [value])
    assert found.outcome == {"d": total}
    assert found.odds == {str(each): Fraction(1, 100) for each in range(100)}


@pytest.mark.parametrize("value", [-1, 100, "100", "3+4", [0, 7], "", "x", 7.0])
def test_illegal_percentile_dice(value: Any) -> None:
    """An illegal roll is refused with the domain."""
    assert "00-99 gives 0 to 99" in _refused(PERCENTILE, [value])


def test_the_companion_rolls_percentile_dice() -> None:
    """Every number from 0 to 99."""
    dice = Dice(random.Random(2))
    request = resolve(PERCENTILE).needs[0]
    rolls = [dice.roll(request) for _ in range(2000)]
    assert {rolled.value for rolled in rolls} == set(range(100))
    found: Resolution = resolve(PERCENTILE, [rolls[0]])
    assert found.done


# ---- faults


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("dice: d6", "dice: 2d6", "'2d6' is not valid dice notation (write one die of the pool, as in d6)"),
        (
            "dice: d6",
            "dice: 00-99",
            "'00-99' is not valid dice notation (write one die of the pool, as in d6)",
        ),
        ("count: n", "", "only a pool counts its dice (add count: ...)"),
        ("count: n", "count: n > 3", "'n > 3' is a yes/no value, but a number is needed"),
        ("count: n", "count: m", "unknown name m"),
        ("sixes: face == 6", "sixes: face + 6", "'face + 6' is a number, but a yes/no value is needed"),
        ("sixes: face == 6", "plus: face == 6", "the name plus is taken"),
        ("name: faces, label: Dice", "name: other, value: face, label: Dice", "face is not defined"),
        ("name: plus,", "name: face,", "face means one die here, but is already a name"),
    ],
)
def test_faults_of_pools(old: str, new: str, says: str) -> None:
    """Faults are reported when the game is loaded."""
    assert old in POOL
    reported = [str(fault) for fault in modules(own=POOL.replace(old, new)).faults]
    assert any(says in fault for fault in reported), reported


def test_face_is_known_only_in_counts() -> None:
    """The name `face` is unknown elsewhere."""
    text = POOL.replace("outcome:", "  - {do: work-out, values: {x: face}}\n    outcome:")
    assert any("unknown name face" in str(fault) for fault in modules(own=text).faults)
