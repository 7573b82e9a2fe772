"""How often somebody may be wrong: each wrong try makes the next one wait longer, for his address and for everybody."""

from __future__ import annotations

import time
from collections.abc import Callable

FREE_OVER_ALL = 10
"""Wrong tries, wherever they came from, before everybody waits."""
MOST_HERE = 600.0
"""Seconds that one address waits at most."""
MOST_OVER_ALL = 30.0
"""Seconds that everybody waits at most: nobody can lock the others out for long."""
FORGOTTEN = 900.0
"""Seconds without a wrong try after which they are forgotten."""
ADDRESSES = 1000
"""Addresses that are remembered at most."""


class _Count:
    """Wrong tries in a row."""

    def __init__(self) -> None:
        self.wrong = 0
        self.last = 0.0

    def wait(self, now: float, free: int, most: float) -> float:
        """Seconds from `now` until another try is heard."""
        if self.wrong <= free or now - self.last > FORGOTTEN:
            return 0.0
        pause: float = min(2.0 ** min(self.wrong - free - 1, 20), most)
        return max(0.0, self.last + pause - now)

    def add(self, now: float) -> None:
        """One more."""
        self.wrong = 1 if now - self.last > FORGOTTEN else self.wrong + 1
        self.last = now


class Tries:
    """Wrong tries of this run."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._here: dict[str, _Count] = {}
        self._all = _Count()

    def wait(self, address: str) -> float:
        """Seconds until a try from this address is heard; 0 for now."""
        here = self._here.get(address, _Count())
        now = self.now()
        return max(here.wait(now, 0, MOST_HERE), self._all.wait(now, FREE_OVER_ALL, MOST_OVER_ALL))

    def wrong(self, address: str) -> None:
        """A try failed."""
        now = self.now()
        if len(self._here) >= ADDRESSES and address not in self._here:
            del self._here[min(self._here, key=lambda each: self._here[each].last)]
        self._here.setdefault(address, _Count()).add(now)
        self._all.add(now)

    def right(self, address: str) -> None:
        """Somebody of this address knew it."""
        self._here.pop(address, None)
