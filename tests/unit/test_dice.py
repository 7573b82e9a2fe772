"""Dice: exact chances, typed rolls, and refusals that name the domain."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.dice import Dice, accept, chances, count_and_sides, parse_rolls
from companion.engine.given_rolls import GivenRolls
from companion.model import Refused, Rolled, RollRequest

TWO = RollRequest("two", "2d6", "Two dice", 2, 12)
ONE = RollRequest("one", "1d6", "One die", 1, 6)
TEN = RollRequest("ten", "1d10", "Ten-sided", 1, 10)


@pytest.mark.parametrize("dice", ["1d1", "1d6", "2d6", "3d6", "2d10", "4d4", "1d100", "5d3"])
def test_chances_match_counting(dice: str) -> None:
    """The chances equal the counts of all combinations."""
    count, sides = count_and_sides(dice)
    falls = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=count))
    assert dict(chances(dice)) == {total: Fraction(ways, sides**count) for total, ways in falls.items()}


@settings(deadline=None)
@given(st.integers(1, 8), st.integers(1, 20))
def test_chances_match_icepool(count: int, sides: int) -> None:
    """They also agree with icepool, in the same order, and add up to one."""
    pool = count @ icepool.d(sides)
    found = chances(f"{count}d{sides}")
    assert [total for total, _ in found] == sorted(pool.outcomes())
    assert all(chance == Fraction(pool.quantity(total), pool.denominator()) for total, chance in found)
    assert sum(chance for _, chance in found) == 1


@pytest.mark.parametrize("dice", ["", "d6", "2d", "2x6", "2d6+1", "-1d6", "2 d6", "2D6"])
def test_invalid_dice(dice: str) -> None:
    """Dice need a number and sides."""
    with pytest.raises(ValueError):
        count_and_sides(dice)


@pytest.mark.parametrize(
    ("value", "total", "faces"),
    [
        (7, 7, ()),
        (2, 2, ()),
        (12, 12, ()),
        ("7", 7, ()),
        (" 7 ", 7, ()),
        ("07", 7, ()),
        ("3+4", 7, (3, 4)),
        ("3 4", 7, (3, 4)),
        ("3, 4", 7, (3, 4)),
        (" 3 + 4 ", 7, (3, 4)),
        ("6+6", 12, (6, 6)),
        ([3, 4], 7, (3, 4)),
        ((1, 1), 2, (1, 1)),
    ],
)
def test_two_dice_typed(value: Any, total: int, faces: tuple[int, ...]) -> None:
    """Two dice are typed as a total, as two dice, or as a list."""
    assert accept(TWO, value) == Rolled("two", "2d6", total, faces, "typed", label="Two dice")


@pytest.mark.parametrize(
    "value",
    [
        *(
            1,
            13,
            0,
            -7,
            "1",
            "13",
            "-7",
            "+7",
            "7+",
            "3+4+0",
            "1+1+1",
            "0+7",
            "7+0",
            "1+6+",
            "3 7",
            "3 4 1",
            "34",
        ),
        *(
            7.0,
            7.5,
            "7.0",
            float("nan"),
            float("inf"),
            True,
            False,
            None,
            "",
            " ",
            "seven",
            b"7",
            {},
            {"a": 7},
        ),
        *([], [7], [3, 4, 5], [0, 7], [7, 0], [True, 6], [3.0, 4], ["3", "4"], [None, None], [[3], [4]]),
        *("²", "٣", "７", "3+٤", "３＋４", "Ⅶ", "1e0", "0x7", "1_0", "−7"),
    ],
)
def test_illegal_rolls_of_two_dice(value: Any) -> None:
    """An illegal roll is refused with the domain, and with the roll's name so that the form can mark it."""
    with pytest.raises(Refused, match=r"Two dice: 2d6 gives 2 to 12$") as caught:
        accept(TWO, value)
    assert caught.value.where == "two"


@pytest.mark.parametrize("value", ["9" * 10_000, "3+" * 5_000 + "4", "x" * 100_000, [3] * 100_000, 10**200])
def test_a_huge_roll_is_refused(value: Any) -> None:
    """The refusal does not take long."""
    with pytest.raises(Refused, match="2d6 gives 2 to 12"):
        accept(TWO, value)


@pytest.mark.parametrize("value", ["9" * 10_000, [3] * 100_000])
def test_a_refusal_is_one_short_line(value: Any) -> None:
    """The length of the message is independent of the input."""
    with pytest.raises(Refused) as caught:
        accept(TWO, value)
    assert len(str(caught.value)) < 200


def test_a_roll_of_thousands_of_digits_is_refused() -> None:
    """The roll is refused like any other illegal one."""
    with pytest.raises(Refused):
        accept(TWO, 10**5000)


@pytest.mark.parametrize("value", [*range(1, 7), "6", [6], "1"])
def test_one_die(value: Any) -> None:
    """The value of a single die is also its total."""
    assert 1 <= accept(ONE, value).value <= 6


@pytest.mark.parametrize("value", [0, 7, "3+4", [3, 3], "0"])
def test_illegal_rolls_of_one_die(value: Any) -> None:
    """An illegal roll is refused with the domain."""
    with pytest.raises(Refused, match="1d6 gives 1 to 6"):
        accept(ONE, value)


@pytest.mark.parametrize("dice", ["1d10", "1d100", "2d10"])
def test_the_0_of_a_die_is_never_converted(dice: str) -> None:
    """The refusal says what to type; that of other dice says nothing of the kind."""
    count, sides = map(int, dice.split("d"))
    request = RollRequest("r", dice, "Roll", count, count * sides)
    with pytest.raises(Refused, match=f"; if your die shows {sides} as 0, type {sides}$"):
        accept(request, "0" if count == 1 else "3+0")
    with pytest.raises(Refused) as caught:
        accept(RollRequest("r", "1d8", "Roll", 1, 8), 0)
    assert "shows" not in str(caught.value)


def test_a_roll_of_the_app_is_marked_as_such() -> None:
    """The source of a roll is kept."""
    rolled = Rolled("old", "2d6", 7, (3, 4), "app")
    assert accept(TWO, rolled) == Rolled("two", "2d6", 7, (3, 4), "app", label="Two dice")


@pytest.mark.parametrize(
    "rolled", [Rolled("x", "1d6", 1, (1,), "app"), Rolled("x", "2d10", 18, (9, 9), "app")]
)
def test_a_roll_of_other_dice_is_refused(rolled: Rolled) -> None:
    """A roll of one die is not a roll of two dice."""
    with pytest.raises(Refused):
        accept(TWO, rolled)


@settings(deadline=None)
@given(st.integers(1, 5), st.integers(1, 12), st.data())
def test_all_forms_of_typing_agree(count: int, sides: int, data: st.DataObject) -> None:
    """Total, sum and list give the same roll."""
    faces = data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count))
    request = RollRequest("r", f"{count}d{sides}", "Roll", count, count * sides)
    typed = [sum(faces), str(sum(faces)), faces, tuple(faces), "+".join(str(face) for face in faces)]
    assert {accept(request, each).value for each in typed} == {sum(faces)}


@settings(deadline=None)
@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers()))
def test_any_input_is_a_roll_or_refused(value: Any) -> None:
    """Any input is a roll within the domain or a refusal."""
    try:
        rolled = accept(TWO, value)
    except Refused:
        return
    assert 2 <= rolled.value <= 12


def test_the_app_rolls_within_the_domain() -> None:
    """A seed repeats its dice; every face occurs."""
    dice, again = Dice(random.Random(1)), Dice(random.Random(1))
    rolls = [dice.roll(TWO) for _ in range(500)]
    assert rolls == [again.roll(TWO) for _ in range(500)]
    assert {face for rolled in rolls for face in rolled.faces} == set(range(1, 7))
    assert all(rolled.value == sum(rolled.faces) and rolled.source == "app" for rolled in rolls)


@pytest.mark.parametrize(
    ("texts", "rolls"),
    [
        ([], None),
        (["7"], ["7"]),
        (["7,3+4"], ["7", "3+4"]),
        (["7", "8"], ["7", "8"]),
        ([" 7 , 8 "], ["7", "8"]),
        (["attacker=4,5", "defender=1"], {"attacker": ["4", "5"], "defender": ["1"]}),
        (["attacker=4", "attacker=5"], {"attacker": ["4", "5"]}),
    ],
)
def test_rolls_of_the_command_line(texts: list[str], rolls: Any) -> None:
    """Rolls are a single list, or a list for each named part."""
    assert parse_rolls(texts) == rolls


def test_named_and_unnamed_rolls_do_not_mix() -> None:
    """The rolls for the unnamed dice would be unclear."""
    with pytest.raises(Refused, match="name the part for every roll"):
        parse_rolls(["7", "attacker=4"])


def served(supply: GivenRolls, request: RollRequest) -> int | None:
    """The total supplied for a roll, None if dice are missing."""
    found = supply.next(request, lambda faces: False)
    return None if isinstance(found, RollRequest) else found[0].value


def test_plain_rolls_are_used_in_order() -> None:
    """A plain list ignores parts."""
    supply = GivenRolls([7, 3])
    assert [served(supply, TWO), served(supply, ONE), served(supply, TEN)] == [7, 3, None]
    assert list(supply.unneeded()) == []


def test_named_rolls_are_used_by_their_part() -> None:
    """The order of the parts does not matter."""
    attack = RollRequest("a", "1d6", "Attack", 1, 6, "attacker")
    defence = RollRequest("d", "1d6", "Defence", 1, 6, "defender")
    supply = GivenRolls({"defender": [1, 2], "attacker": [4]})
    assert [served(supply, attack), served(supply, defence), served(supply, attack)] == [4, 1, None]
    with pytest.raises(Refused, match="defender: 1 needed, 2 given"):
        list(supply.unneeded())


def test_given_rolls_are_not_changed() -> None:
    """The caller's list is not changed."""
    line = [7, 3]
    named = {"attacker": [4]}
    served(GivenRolls(line), TWO)
    served(GivenRolls(named), RollRequest("a", "1d6", "Attack", 1, 6, "attacker"))
    assert (line, named) == ([7, 3], {"attacker": [4]})
