"""Wrong tries wait longer and longer, for their address and for everybody."""

from __future__ import annotations

from companion.serve.login_attempts import (
    ADDRESSES,
    FORGOTTEN,
    FREE_OVER_ALL,
    MOST_HERE,
    MOST_OVER_ALL,
    Tries,
)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_each_wrong_try_of_an_address_waits_twice_as_long() -> None:
    """1, 2, 4 seconds, up to ten minutes."""
    clock = Clock()
    tries = Tries(clock)
    waits = []
    for _ in range(13):
        tries.wrong("a")
        waits.append(tries.wait("a"))
        clock.time += waits[-1]
        assert tries.wait("a") == 0
    assert waits[:4] == [1, 2, 4, 8]
    assert waits[-1] == MOST_HERE


def test_others_are_not_held_up_by_a_few() -> None:
    """Nor does knowing it wait for anything."""
    tries = Tries(Clock())
    tries.wrong("a")
    assert tries.wait("a") > 0
    assert tries.wait("b") == 0
    tries.right("a")
    assert tries.wait("a") == 0


def test_guessing_from_many_addresses_holds_everybody_up_but_never_for_long() -> None:
    """A new address a try is no way around."""
    clock = Clock()
    tries = Tries(clock)
    for number in range(FREE_OVER_ALL):
        tries.wrong(f"address {number}")
    assert tries.wait("another") == 0
    waits = []
    for number in range(20):
        tries.wrong(f"more {number}")
        waits.append(tries.wait("another"))
    assert waits[:3] == [1, 2, 4]
    assert max(waits) == MOST_OVER_ALL


def test_wrong_tries_are_forgotten() -> None:
    """After a quarter of an hour of quiet."""
    clock = Clock()
    tries = Tries(clock)
    for _ in range(30):
        tries.wrong("a")
    clock.time += FORGOTTEN + 1
    assert tries.wait("a") == 0
    tries.wrong("a")
    assert tries.wait("a") == 1


def test_no_more_than_so_many_addresses_are_remembered() -> None:
    """The one that was quiet longest goes."""
    clock = Clock()
    tries = Tries(clock)
    for number in range(ADDRESSES + 5):
        clock.time += 0.001
        tries.wrong(f"address {number}")
    assert len(tries._here) == ADDRESSES
    assert "address 0" not in tries._here
