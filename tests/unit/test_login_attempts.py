"""After failed attempts, their address waits longer and longer, and so does everybody."""

from __future__ import annotations

from companion.serve.login_attempts import (
    FORGET_AFTER,
    FREE_FAILURES,
    LONGEST_SHARED_WAIT,
    LONGEST_WAIT,
    MOST_ADDRESSES,
    LoginAttempts,
)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_each_failure_doubles_the_wait_of_its_address() -> None:
    """1, 2, 4 seconds, up to ten minutes."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    waits = []
    for _ in range(13):
        attempts.failed("a")
        waits.append(attempts.seconds_to_wait("a"))
        clock.time += waits[-1]
        assert attempts.seconds_to_wait("a") == 0
    assert waits[:4] == [1, 2, 4, 8]
    assert waits[-1] == LONGEST_WAIT


def test_a_few_failures_do_not_delay_other_addresses() -> None:
    """A successful attempt ends the wait."""
    attempts = LoginAttempts(Clock())
    attempts.failed("a")
    assert attempts.seconds_to_wait("a") > 0
    assert attempts.seconds_to_wait("b") == 0
    attempts.succeeded("a")
    assert attempts.seconds_to_wait("a") == 0


def test_guessing_from_many_addresses_delays_everybody_a_little() -> None:
    """A new address for each attempt does not help."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    for number in range(FREE_FAILURES):
        attempts.failed(f"address {number}")
    assert attempts.seconds_to_wait("another") == 0
    waits = []
    for number in range(20):
        attempts.failed(f"more {number}")
        waits.append(attempts.seconds_to_wait("another"))
    assert waits[:3] == [1, 2, 4]
    assert max(waits) == LONGEST_SHARED_WAIT


def test_failures_are_forgotten() -> None:
    """Failures are forgotten after a quarter of an hour without another."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    for _ in range(30):
        attempts.failed("a")
    clock.time += FORGET_AFTER + 1
    assert attempts.seconds_to_wait("a") == 0
    attempts.failed("a")
    assert attempts.seconds_to_wait("a") == 1


def test_the_number_of_remembered_addresses_is_limited() -> None:
    """The address whose last failure is oldest is dropped."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    for number in range(MOST_ADDRESSES + 5):
        clock.time += 0.001
        attempts.failed(f"address {number}")
    assert len(attempts._by_address) == MOST_ADDRESSES
    assert "address 0" not in attempts._by_address
