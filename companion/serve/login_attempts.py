"""Slows down failed logins: each failure makes the next attempt wait longer, for its address and for everybody."""

from __future__ import annotations

import time
from collections.abc import Callable

FREE_FAILURES = 10
"""Failures from any addresses before everybody has to wait."""
LONGEST_WAIT = 600.0
"""Most seconds that one address has to wait."""
LONGEST_SHARED_WAIT = 30.0
"""Most seconds that everybody has to wait, so that nobody can lock the others out for long."""
FORGET_AFTER = 900.0
"""Seconds without a failure after which earlier ones no longer count."""
MOST_ADDRESSES = 1000
"""Addresses that are remembered."""


class _Failures:
    """Failed attempts in a row."""

    def __init__(self) -> None:
        self.count = 0
        self.last = 0.0

    def seconds_to_wait(self, now: float, free: int, longest: float) -> float:
        if self.count <= free or now - self.last > FORGET_AFTER:
            return 0.0
        pause: float = min(2.0 ** min(self.count - free - 1, 20), longest)
        return max(0.0, self.last + pause - now)

    def add(self, now: float) -> None:
        self.count = 1 if now - self.last > FORGET_AFTER else self.count + 1
        self.last = now


class LoginAttempts:
    """Failed login attempts since the server started."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._by_address: dict[str, _Failures] = {}
        self._all = _Failures()

    def seconds_to_wait(self, address: str) -> float:
        """Return the seconds until an attempt from this address is allowed; 0 if it is allowed now."""
        own = self._by_address.get(address, _Failures())
        now = self.now()
        return max(
            own.seconds_to_wait(now, 0, LONGEST_WAIT),
            self._all.seconds_to_wait(now, FREE_FAILURES, LONGEST_SHARED_WAIT),
        )

    def failed(self, address: str) -> None:
        """Record a failed attempt."""
        now = self.now()
        if len(self._by_address) >= MOST_ADDRESSES and address not in self._by_address:
            del self._by_address[min(self._by_address, key=lambda known: self._by_address[known].last)]
        self._by_address.setdefault(address, _Failures()).add(now)
        self._all.add(now)

    def succeeded(self, address: str) -> None:
        """Forget the failed attempts from an address after a successful one."""
        self._by_address.pop(address, None)
