"""Typed numbers and dice are accepted as soon as no digit can follow, and never misread."""

from __future__ import annotations

import pytest

from companion.model import RollRequest
from companion.workspace.typed_numbers import (
    PoolEntry,
    TotalEntry,
    domain,
    is_legal,
    may_grow,
    refusal,
    what_follows,
)


def request(dice: str, least: int, most: int) -> RollRequest:
    """A roll that is due."""
    return RollRequest(name="die", dice=dice, label="Die", least=least, most=most)


def typed(dice: str, least: int, most: int, keys: str) -> tuple[str, bool, str]:
    """Result of typing these keys: the value, whether it is accepted, and why the last key was refused."""
    entry = TotalEntry(request(dice, least, most))
    for key in keys:
        if entry.full:
            return entry.value, True, f"{key} came too late"
        if key == "⏎":
            entry.enter()
        else:
            entry.press(key)
    return entry.value, entry.full, entry.fault


@pytest.mark.parametrize("total", range(2, 13))
def test_a_total_of_two_dice_is_accepted_at_its_last_digit(total: int) -> None:
    """Totals from 2 to 9 are accepted at once, 10 to 12 with the second digit."""
    assert typed("2d6", 2, 12, str(total)) == (str(total), True, "")


@pytest.mark.parametrize(
    ("dice", "least", "most", "keys", "value", "taken"),
    [
        ("1d6", 1, 6, "4", "4", True),
        ("1d10", 1, 10, "1", "1", False),
        ("1d10", 1, 10, "1⏎", "1", True),
        ("1d100", 1, 100, "7", "7", False),
        ("1d100", 1, 100, "70", "70", True),
        ("1d100", 1, 100, "100", "100", True),
        ("00-99", 0, 99, "7", "7", False),
        ("00-99", 0, 99, "07", "07", True),
        ("2d6", 2, 12, " 45", "4+5", True),
        ("2d6", 2, 12, " 4+5", "4+5", True),
        ("2d6", 2, 12, "1+1", "1+1", True),
        ("3d6", 3, 18, "1", "1", False),
        ("3d6", 3, 18, " 111", "1+1+1", True),
    ],
)
def test_dice(dice: str, least: int, most: int, keys: str, value: str, taken: bool) -> None:
    """Every kind of die follows the same rule; Enter always finishes."""
    assert typed(dice, least, most, keys) == (value, taken, "")


@pytest.mark.parametrize(
    ("dice", "least", "most", "keys", "says"),
    [
        ("1d6", 1, 6, "7", "7 is outside 1 to 6"),
        ("2d6", 2, 12, "13", "13 is outside"),
        ("2d6", 2, 12, "1⏎", "1 is outside"),
        ("2d6", 2, 12, " 7", "7 is outside 1 to 6"),
        ("2d6", 2, 12, " 4⏎", "1 more needed"),
        ("1d10", 1, 10, "0", "0 is outside 1 to 10; if your die shows 10 as 0, type 10"),
        ("1d100", 1, 100, "0", "if your die shows 100 as 0, type 100"),
        ("2d10", 2, 20, " 0", "0 is outside 1 to 10; if your die shows 10 as 0, type 10"),
    ],
)
def test_keys_that_cannot_become_a_roll_are_refused(
    dice: str, least: int, most: int, keys: str, says: str
) -> None:
    """Keys that cannot become a roll are refused, and their number is not accepted."""
    _, taken, fault = typed(dice, least, most, keys)
    assert not taken
    assert says in fault


@pytest.mark.parametrize(
    ("dice", "keys", "first"),
    [
        ("2d6", "1", "1"),
        ("2d6", "2", "2"),
        ("2d6", "6", "6"),
        ("2d6", "7", ""),
        ("2d6", "12", ""),
        ("2d6", "", ""),
        ("2d6", "4+", ""),
        ("2d10", "10", "10"),
        ("2d10", "11", ""),
        ("1d6", "4", ""),
        ("00-99", "4", ""),
    ],
)
def test_a_total_may_be_the_first_of_several_dice(dice: str, keys: str, first: str) -> None:
    """Any face of one die may, unless single dice are being typed; no other total, and no roll of one die."""
    least, most = {"2d6": (2, 12), "2d10": (2, 20), "1d6": (1, 6)}.get(dice, (0, 99))
    entry = TotalEntry(request(dice, least, most))
    for key in keys:
        entry.press(key)
    assert entry.first_die == first


def test_backspace_leads_back_to_the_total() -> None:
    """First die by die, then back from single dice to the total."""
    entry = TotalEntry(request("2d6", 2, 12))
    for key in " 4":
        entry.press(key)
    assert entry.back()
    assert entry.back()
    entry.press("9")
    assert (entry.value, entry.full) == ("9", True)


@pytest.mark.parametrize(
    ("text", "least", "most", "grows"),
    [
        ("2", 0, 4, False),
        ("2", 0, None, True),
        ("0", 0, None, False),
        ("123456", 0, None, True),
        ("1234567", 0, None, False),
        ("1", 1, 12, True),
        ("2", 1, 12, False),
        ("-", -10, 10, True),
        ("-1", -10, 10, True),
        ("-2", -10, 10, False),
        ("-", None, None, True),
        ("-", -1, 5, True),
        ("-", -1, None, True),
        ("-", 0, 5, False),
        ("-1", None, -10, True),
        ("-1", None, -20, True),
        ("-12", -119, 5, False),
        ("-12", -120, 5, True),
        ("-0", -10, 10, False),
        ("", 0, 0, True),
        ("", 10, 12, True),
        ("1", 20, 30, False),
        ("1", 19, 30, True),
        ("1", None, 10, True),
        ("1", None, 9, False),
        ("1", 100, 200, True),
        ("3", 100, 200, False),
    ],
)
def test_whether_a_digit_may_follow(text: str, least: int | None, most: int | None, grows: bool) -> None:
    """The answer agrees with trying all numbers of the domain."""
    assert may_grow(text, least, most) is grows
    if most is not None and least is not None and text != "-":
        longer = [each for each in range(least, most + 1) if str(each).startswith(text) and str(each) != text]
        assert bool(longer) is grows


@pytest.mark.parametrize(
    ("text", "least", "most", "says"),
    [
        ("", 1, 12, ""),
        ("1", 1, 12, "Enter takes 1, or 10 to 12"),
        ("1", 2, 12, "10 to 12"),
        ("1", 1, 10, "Enter takes 1, or 10"),
        ("1", 0, 150, "Enter takes 1, or 10 to 150"),
        ("6", 1, None, "Enter takes 6, or more digits"),
        ("6", None, 100, "Enter takes 6, or more digits"),
        ("6", 10, None, "more digits"),
        ("12", 1, 12, "Enter takes 12"),
        ("13", 1, 12, ""),
        ("-", -10, 10, "-10 to -1"),
        ("-", -1, 10, "-1"),
        ("-1", -150, 10, "Enter takes -1, or -150 to -10"),
    ],
)
def test_possible_digits_are_shown(text: str, least: int | None, most: int | None, says: str) -> None:
    """A few possible numbers are listed; otherwise the hint says that more can follow."""
    assert what_follows(text, least, most) == says


@pytest.mark.parametrize(
    ("text", "least", "most", "legal"),
    [
        ("2", 2, 12, True),
        ("12", 2, 12, True),
        ("1", 2, 12, False),
        ("13", 2, 12, False),
        ("5", None, None, True),
        ("-5", None, None, True),
        ("-5", -5, None, True),
        ("-6", -5, None, False),
        ("5", None, 5, True),
        ("6", None, 5, False),
        ("", None, None, False),
        ("-", None, None, False),
        ("--5", None, None, False),
        ("4x", None, None, False),
    ],
)
def test_only_a_number_of_the_domain_is_legal(
    text: str, least: int | None, most: int | None, legal: bool
) -> None:
    """Both limits belong to the domain, and no limit is needed."""
    assert is_legal(text, least, most) is legal


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (0, 4, "0 to 4"),
        (0, 0, "0 to 0"),
        (1, None, "1+"),
        (0, None, "0+"),
        (None, 9, "up to 9"),
        (None, 0, "up to 0"),
        (None, None, "a number"),
    ],
)
def test_the_domain_in_words(least: int | None, most: int | None, words: str) -> None:
    """The domain is shown in words, including limits of 0."""
    assert domain(least, most) == words


@pytest.mark.parametrize(
    ("text", "least", "most", "says"),
    [
        ("4", 0, 4, ""),
        ("1", 10, 12, ""),
        ("7", 0, 4, "7 is outside 0 to 4"),
        ("13", 2, 12, "13 is outside 2 to 12"),
        ("0", 1, None, "0 is outside 1+"),
        ("-", 0, None, "- is outside 0+"),
    ],
)
def test_a_text_that_leads_to_no_number_is_refused(
    text: str, least: int | None, most: int | None, says: str
) -> None:
    """A legal number is not refused, and neither is the beginning of one."""
    assert refusal(text, least, most) == says


def test_a_pool_takes_faces_of_two_digits() -> None:
    """On ten-sided dice, a 1 waits for a 0 or a space."""
    pool = PoolEntry(1, 10, 2)
    for key in "1 10":
        pool.press(key)
    assert pool.full
    assert pool.dice == [1, 10]


def test_a_pool_is_empty_until_a_digit_is_typed() -> None:
    """A pool is no longer empty after one digit, whether or not that completes a die."""
    pool = PoolEntry(1, 20, 2)
    assert pool.empty
    pool.press("1")
    assert not pool.empty
    pool.press(" ")
    assert not pool.empty
    pool.back()
    assert pool.empty


def test_backspace_removes_one_digit() -> None:
    """The digits before it stay, for a total and for a die of a pool; without digits there is nothing to remove."""
    for entry in (TotalEntry(request("1d2000", 1, 2000)), PoolEntry(1, 2000, 2)):
        assert not entry.back()
        for key in "123":
            entry.press(key)
        assert entry.back()
        assert entry.text() == "12"


@pytest.mark.parametrize(
    ("dice", "least", "most", "keys", "hint"),
    [
        ("1d6", 1, 6, "", "1 to 6"),
        ("2d6", 2, 12, "", "the total, 2 to 12 (each die: Space first)"),
        ("1d20", 1, 20, "1", "Enter takes 1, or 10 to 19"),
        ("00-99", 0, 99, "", "two digits, 00 to 99"),
        ("00-99", 0, 99, "7", "Enter takes 7, or another digit"),
    ],
)
def test_the_hint_says_what_may_be_typed(dice: str, least: int, most: int, keys: str, hint: str) -> None:
    """The hint offers single dice only for several dice, and after a digit any longer numbers."""
    entry = TotalEntry(request(dice, least, most))
    for key in keys:
        entry.press(key)
    assert entry.hint() == hint
