"""Who may come in: a secret that is compared in constant time, and the signed cookie that it earns."""

from __future__ import annotations

import hmac
import secrets
import time
import unicodedata
from collections.abc import Callable

LASTS = 12 * 60 * 60
"""Seconds that a cookie holds: an evening."""
SHORTEST = 8
"""Letters that a pass phrase needs at least."""


class Door:
    """One secret, for as long as the server runs. Neither the secret nor the signing key is written anywhere."""

    def __init__(self, secret: str, now: Callable[[], float] = time.time) -> None:
        self.now = now
        self._key = secrets.token_bytes(32)
        self._secret = self._sign("secret " + plain(secret))

    def opens(self, given: str) -> bool:
        """Whether that is the secret."""
        return hmac.compare_digest(self._sign("secret " + plain(given)), self._secret)

    def cookie(self) -> str:
        """What a visitor carries from now on."""
        told = f"{int(self.now()) + LASTS}.{secrets.token_hex(8)}"
        return f"{told}.{self._sign('cookie ' + told)}"

    def knows(self, cookie: str) -> bool:
        """Whether that is a cookie of this run that still holds."""
        told, _, signed = cookie.rpartition(".")
        right = hmac.compare_digest(self._sign("cookie " + told).encode(), signed.encode(errors="replace"))
        return right and int(told.partition(".")[0]) > self.now()

    def _sign(self, text: str) -> str:
        return hmac.digest(self._key, text.encode(errors="replace"), "sha256").hex()


def plain(phrase: str) -> str:
    """A pass phrase as it counts: one spelling for letters with several, no blanks around it."""
    return unicodedata.normalize("NFKC", phrase).strip()
