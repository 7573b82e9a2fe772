"""A pool of dice and a total are typed key by key: each key is taken or refused, and the row says what is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.model import RollRequest
from companion.workspace.typed_numbers import PoolEntry, TotalEntry, typed_roll

SPANS = {
    "1d6": (1, 6),
    "1d20": (1, 20),
    "1d2000": (1, 2000),
    "2d5": (2, 10),
    "2d6": (2, 12),
    "2d10": (2, 20),
    "2d20": (2, 40),
    "3d6": (3, 18),
    "00-99": (0, 99),
}


def total(dice: str) -> TotalEntry:
    """Return the entry of a total that nobody has typed yet."""
    least, most = SPANS[dice]
    return TotalEntry(RollRequest("die", dice, "Die", least, most))


# ---- pools


def test_a_pool_begins_without_dice() -> None:
    """Nothing is typed, refused or complete."""
    pool = PoolEntry(1, 6, 2)
    assert (pool.dice, pool.text(), pool.fault, pool.full, pool.empty) == ([], "", "", False, True)


@pytest.mark.parametrize("keys", ["345", "3 4 5", "3,4,5", "3+4+5", "3, 4, 5"])
def test_dice_of_a_pool_are_typed_with_or_without_separators(keys: str) -> None:
    """Dice of a pool are typed with or without separators."""
    pool = PoolEntry(1, 6, 3)
    assert [pool.press(key) for key in keys] == [True] * len(keys)
    assert (pool.dice, pool.value, pool.full) == ([3, 4, 5], "3 4 5", True)


@pytest.mark.parametrize("key", ["x", "", "12", "-", "²"])
def test_a_pool_leaves_other_keys_alone(key: str) -> None:
    """Nothing changes, and nothing is refused."""
    pool = PoolEntry(1, 20, 2)
    pool.press("1")
    assert not pool.press(key)
    assert (pool.digits, pool.dice, pool.fault) == ("1", [], "")


def test_a_die_to_which_a_digit_may_be_added_waits() -> None:
    """A separator completes it; a second separator adds nothing."""
    pool = PoolEntry(1, 20, 2)
    pool.press("1")
    assert (pool.digits, pool.dice, pool.text(), pool.full) == ("1", [], "1", False)
    pool.press(" ")
    pool.press(" ")
    assert (pool.digits, pool.dice, pool.text()) == ("", [1], "1")
    pool.press("2")
    assert (pool.text(), pool.full) == ("1 2", False)


@pytest.mark.parametrize(
    ("most", "keys", "fault"),
    [
        (6, "7", "7 is outside 1 to 6"),
        (6, "0", "0 is outside 1 to 6"),
        (10, "0", "0 is outside 1 to 10; if your die shows 10 as 0, type 10"),
    ],
)
def test_a_pool_refuses_a_face_that_no_die_has(most: int, keys: str, fault: str) -> None:
    """The key is handled, but the dice stay; the next key that is taken removes the fault."""
    pool = PoolEntry(1, most, 2)
    assert pool.press("3")
    assert pool.press(keys)
    assert (pool.fault, pool.dice, pool.digits) == (fault, [3], "")
    pool.press("4")
    assert (pool.fault, pool.dice) == ("", [3, 4])


@pytest.mark.parametrize("clear", [PoolEntry.finish, PoolEntry.back])
def test_a_fault_of_a_pool_ends_with_the_next_step(clear: Callable[[PoolEntry], object]) -> None:
    """Completing a die removes the fault, and so does Backspace."""
    pool = PoolEntry(1, 6, 2)
    pool.press("7")
    assert pool.fault
    clear(pool)
    assert pool.fault == ""


@pytest.mark.parametrize(
    ("keys", "fault", "full"),
    [
        ("", "3 more needed", False),
        ("21", "1 more needed", False),
        ("2", "2 more needed", False),
        ("555", "", True),
        ("3 3 1", "", True),
    ],
)
def test_enter_says_how_many_dice_of_a_pool_are_missing(keys: str, fault: str, full: bool) -> None:
    """Enter completes the last die of a pool, then says how many dice are missing."""
    pool = PoolEntry(1, 10, 3)
    for key in keys:
        pool.press(key)
    pool.enter()
    assert (pool.fault, pool.full, pool.digits) == (fault, full, "")


def test_backspace_removes_the_last_digit_or_die_of_a_pool() -> None:
    """Backspace removes the last digit or die of a pool, and returns whether there was one."""
    pool = PoolEntry(1, 20, 3)
    for key in "3 12":
        pool.press(key)
    pool.press("1")
    assert pool.text() == "3 12 1"
    texts = []
    while pool.back():
        texts.append(pool.text())
    assert texts == ["3 12", "3", ""]
    assert pool.empty


@pytest.mark.parametrize(
    ("needed", "given", "keys", "hint"),
    [
        (3, 0, "", "3 dice, each 1 to 6"),
        (1, 0, "", "1 die, each 1 to 6"),
        (3, 0, "4", "2 more, each 1 to 6"),
        (2, 1, "", "2 more, each 1 to 6"),
        (1, 2, "", "1 more, each 1 to 6"),
    ],
)
def test_the_hint_of_a_pool_counts_the_missing_dice(needed: int, given: int, keys: str, hint: str) -> None:
    """After the first die they are `more`, also if that die was given before."""
    pool = PoolEntry(1, 6, needed, given)
    for key in keys:
        pool.press(key)
    assert pool.hint() == hint


def test_a_roll_with_a_pool_asks_for_the_missing_dice() -> None:
    """Dice that were given are not typed again; each die has the span of the roll."""
    entry = typed_roll(RollRequest("die", "3d6", "Die", 1, 6, pool=5, given=2))
    assert isinstance(entry, PoolEntry)
    assert (entry.least, entry.most, entry.needed, entry.given) == (1, 6, 3, 2)


def test_any_other_roll_asks_for_its_total() -> None:
    """Its total has the span of the roll."""
    entry = typed_roll(RollRequest("die", "2d6", "Die", 2, 12))
    assert isinstance(entry, TotalEntry)
    assert (entry.least, entry.most, entry.count, entry.sides) == (2, 12, 2, 6)


# ---- totals


@pytest.mark.parametrize("dice", ["1d6", "2d6", "00-99"])
def test_a_total_begins_empty(dice: str) -> None:
    """Nothing is typed, refused or complete."""
    entry = total(dice)
    assert (entry.empty, entry.full, entry.value, entry.text(), entry.fault) == (True, False, "", "", "")


@pytest.mark.parametrize(
    ("dice", "keys", "key"),
    [
        ("2d6", "", "x"),
        ("2d6", "", ""),
        ("2d6", "", "12"),
        ("2d6", "", "+"),
        ("2d6", "1", " "),
        ("2d6", "1", "x"),
        ("2d6", " 1", "x"),
        ("1d20", "", " "),
        ("1d20", "1", "+"),
        ("00-99", "", " "),
        ("00-99", "1", "+"),
    ],
)
def test_a_total_leaves_other_keys_alone(dice: str, keys: str, key: str) -> None:
    """Space begins single dice only before the first digit, and + only after it; one die has no single dice."""
    entry = total(dice)
    assert all(entry.press(each) for each in keys)
    before = entry.text()
    assert not entry.press(key)
    assert (entry.text(), entry.fault) == (before, "")


@pytest.mark.parametrize(
    ("dice", "keys", "fault"),
    [
        ("1d6", "0", "0 is outside 1 to 6"),
        ("2d5", "0", "0 is outside 2 to 10"),
        ("2d6", "13", "13 is outside 2 to 12"),
        ("2d6", " 7", "7 is outside 1 to 6"),
    ],
)
def test_a_refused_digit_changes_nothing(dice: str, keys: str, fault: str) -> None:
    """The key is handled; the next digit that is taken removes the fault."""
    entry = total(dice)
    for key in keys[:-1]:
        entry.press(key)
    before = entry.text()
    assert entry.press(keys[-1])
    assert (entry.text(), entry.fault) == (before, fault)
    assert entry.press("2")
    assert entry.fault == ""


def test_a_digit_after_a_refused_one_is_added() -> None:
    """A digit after a refused one is added to the number before it."""
    entry = total("1d2000")
    for key in "2999":
        entry.press(key)
    assert (entry.typed, entry.fault) == ("299", "2999 is outside 1 to 2000")
    assert entry.back()
    assert (entry.typed, entry.fault) == ("29", "")


@pytest.mark.parametrize(
    ("dice", "keys", "text", "value", "full"),
    [
        ("2d6", " ", "", "", False),
        ("2d6", " 4", "4+", "4", False),
        ("2d6", " 45", "4+5+", "4+5", True),
        ("2d6", "1+", "1+", "1", False),
        ("2d6", "1+5", "1+5+", "1+5", True),
        ("2d20", " 1", "1", "", False),
        ("2d20", "1+", "1+", "1", False),
        ("2d20", "1+5", "1+5+", "1+5", True),
        ("2d20", "12+3", "12+3+", "12+3", True),
        ("3d6", "1+23", "1+2+3+", "1+2+3", True),
    ],
)
def test_single_dice_instead_of_a_total(dice: str, keys: str, text: str, value: str, full: bool) -> None:
    """A digit that is typed before + is the first die, and as many are needed as the roll has."""
    entry = total(dice)
    assert all(entry.press(key) for key in keys)
    assert (entry.text(), entry.value, entry.full, entry.empty) == (text, value, full, False)


def test_single_dice_have_the_faces_of_one_die() -> None:
    """Single dice have faces from 1 to the number of their sides."""
    entry = total("2d10")
    entry.press(" ")
    assert entry.each is not None
    assert (entry.each.least, entry.each.most, entry.each.needed) == (1, 10, 2)


def test_a_refused_digit_before_single_dice_is_forgotten() -> None:
    """Its fault is not shown beside the first die."""
    entry = total("2d6")
    for key in "13+":
        entry.press(key)
    assert (entry.text(), entry.fault) == ("1+", "")


@pytest.mark.parametrize(
    ("dice", "keys", "full", "fault"),
    [
        ("1d20", "1", True, ""),
        ("2d6", "1", False, "1 is outside 2 to 12"),
        ("00-99", "7", True, ""),
        ("2d6", " 4", False, "1 more needed"),
        ("2d20", " 41", True, ""),
    ],
)
def test_enter_takes_a_total_that_could_have_more_digits(
    dice: str, keys: str, full: bool, fault: str
) -> None:
    """Enter takes a total that could be longer, unless it is out of range or single dice are missing."""
    entry = total(dice)
    for key in keys:
        entry.press(key)
    assert not entry.full
    entry.enter()
    assert (entry.full, entry.fault) == (full, fault)


def test_backspace_leaves_single_dice_only_when_none_is_typed() -> None:
    """Then a total can be typed; without one, nothing can be removed."""
    entry = total("2d6")
    for key in " 4":
        entry.press(key)
    steps = []
    while entry.back():
        steps.append((entry.each is not None, entry.text()))
    assert steps == [(True, ""), (False, "")]
    assert entry.empty


@pytest.mark.parametrize(
    ("dice", "keys", "hint"),
    [
        ("2d6", "1", "10 to 12"),
        ("2d6", " ", "single dice: 2 dice, each 1 to 6"),
        ("2d6", " 4", "single dice: 1 more, each 1 to 6"),
        ("3d6", "4+", "single dice: 2 more, each 1 to 6"),
        ("1d20", "", "1 to 20"),
    ],
)
def test_the_hint_follows_the_keys(dice: str, keys: str, hint: str) -> None:
    """The hint follows the keys: it gives the totals that begin so, or the single dice that are missing."""
    entry = total(dice)
    for key in keys:
        entry.press(key)
    assert entry.hint() == hint
