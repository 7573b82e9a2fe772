"""After failed attempts, their address waits longer and longer; after many, all addresses take turns."""

from __future__ import annotations

from companion.serve.login_attempts import (
    BETWEEN_TURNS,
    FORGET_AFTER,
    FREE_FAILURES,
    LONGEST_WAIT,
    MOST_ADDRESSES,
    TURN_KEPT,
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


def guessed(attempts: LoginAttempts) -> None:
    """As many failures as are free, and one more."""
    for number in range(FREE_FAILURES + 1):
        attempts.failed(f"address {number}")


def test_after_many_failures_the_addresses_take_turns() -> None:
    """Each gets its turn in the order in which they asked, however many others fail meanwhile."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    for number in range(FREE_FAILURES):
        attempts.failed(f"address {number}")
    assert attempts.seconds_to_wait("guest") == 0
    attempts.failed("one more")
    waits = [attempts.seconds_to_wait(address) for address in ("b", "guest", "c", "guest")]
    assert waits == [BETWEEN_TURNS, 2 * BETWEEN_TURNS, 3 * BETWEEN_TURNS, 2 * BETWEEN_TURNS]
    clock.time += 2 * BETWEEN_TURNS
    for number in range(50):
        attempts.failed(f"later {number}")
    assert attempts.seconds_to_wait("guest") == 0
    assert attempts.seconds_to_wait("d") == 2 * BETWEEN_TURNS


def test_a_turn_is_used_up_by_an_attempt() -> None:
    """A failure takes the turn away, a success too."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    guessed(attempts)
    attempts.seconds_to_wait("guest")
    clock.time += BETWEEN_TURNS
    attempts.failed("guest")
    assert attempts.seconds_to_wait("guest") == BETWEEN_TURNS
    clock.time += BETWEEN_TURNS
    attempts.succeeded("guest")
    assert attempts.seconds_to_wait("guest") == 0  # the last failure is long enough ago


def test_a_turn_that_nobody_takes_passes() -> None:
    """Whoever asks again gets a new one."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    guessed(attempts)
    attempts.seconds_to_wait("guest")
    clock.time += BETWEEN_TURNS + TURN_KEPT + 1
    attempts.failed("b")
    assert attempts.seconds_to_wait("guest") == BETWEEN_TURNS


def test_the_number_of_turns_is_limited() -> None:
    """Addresses beyond it wait for one to be free; those that have a turn keep it."""
    clock = Clock()
    attempts = LoginAttempts(clock)
    guessed(attempts)
    attempts.seconds_to_wait("guest")
    for number in range(MOST_ADDRESSES + 5):
        attempts.seconds_to_wait(f"more {number}")
    assert len(attempts._turns) == MOST_ADDRESSES
    assert attempts.seconds_to_wait("guest") == BETWEEN_TURNS
    assert attempts.seconds_to_wait("yet another") == (MOST_ADDRESSES + 1) * BETWEEN_TURNS


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
