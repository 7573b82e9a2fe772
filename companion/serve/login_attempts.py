"""Slows down failed logins: each failure makes its address wait longer; after many, all addresses take turns."""

from __future__ import annotations

import time
from collections.abc import Callable

FREE_FAILURES = 10
"""Failures from any addresses before the addresses take turns."""
LONGEST_WAIT = 600.0
"""Longest wait of one address, in seconds."""
BETWEEN_TURNS = 2.0
"""Seconds between the turns of two addresses."""
TURN_KEPT = 60.0
"""Seconds for which an address may take its turn."""
FORGET_AFTER = 900.0
"""Seconds without a failure after which earlier ones no longer count."""
MOST_ADDRESSES = 1000
"""Addresses that are remembered."""


class _Failures:
    """Failed attempts in a row."""

    def __init__(self) -> None:
        self.count = 0
        self.last = 0.0

    def seconds_to_wait(self, now: float) -> float:
        """Return the seconds still to wait; the wait doubles with each failure."""
        if not self.count or now - self.last > FORGET_AFTER:
            return 0.0
        pause: float = min(2.0 ** min(self.count - 1, 20), LONGEST_WAIT)
        return max(0.0, self.last + pause - now)

    def add(self, now: float) -> None:
        """Record a failure."""
        self.count = 1 if now - self.last > FORGET_AFTER else self.count + 1
        self.last = now


class LoginAttempts:
    """Failed login attempts since the server started.

    After many failures from any addresses, the addresses take turns in the order in which they asked. So guessing is
    slow from any number of addresses, and nobody waits forever.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._by_address: dict[str, _Failures] = {}
        self._all = _Failures()
        self._turns: dict[str, float] = {}
        """Address to the time when its turn begins, in order."""

    def seconds_to_wait(self, address: str) -> float:
        """Return the seconds until an attempt from this address is allowed; 0 if it is allowed now.

        An address that asks while addresses take turns gets the next one.
        """
        now = self.now()
        wait = self._by_address.get(address, _Failures()).seconds_to_wait(now)
        if self._all.count <= FREE_FAILURES or now - self._all.last > FORGET_AFTER:
            return wait
        return max(wait, self._turn(address, now) - now)

    def _turn(self, address: str, now: float) -> float:
        self._turns = {each: turn for each, turn in self._turns.items() if now <= turn + TURN_KEPT}
        if address not in self._turns:
            if len(self._turns) >= MOST_ADDRESSES:
                return max(self._turns.values()) + BETWEEN_TURNS
            last = max(self._turns.values(), default=self._all.last)
            self._turns[address] = max(now, last + BETWEEN_TURNS)
        return self._turns[address]

    def failed(self, address: str) -> None:
        """Record a failed attempt."""
        now = self.now()
        if len(self._by_address) >= MOST_ADDRESSES and address not in self._by_address:
            del self._by_address[min(self._by_address, key=lambda known: self._by_address[known].last)]
        self._by_address.setdefault(address, _Failures()).add(now)
        self._all.add(now)
        self._turns.pop(address, None)

    def succeeded(self, address: str) -> None:
        """Forget the failed attempts from an address after a successful one."""
        self._by_address.pop(address, None)
        self._turns.pop(address, None)
