"""The secret that lets a visitor in, and the signed cookie that a visitor gets for it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Callable

from itsdangerous import BadSignature, TimestampSigner

LASTS = 12 * 60 * 60
"""Seconds that a cookie is valid: an evening."""
SHORTEST = 8
"""Fewest characters of a pass phrase."""


class Door:
    """Checks one secret and signs cookies with a random key; neither is stored outside this process."""

    def __init__(self, secret: str, now: Callable[[], float] = time.time) -> None:
        self._secret = _digest(secret)
        self._cookies = _Signer(now)

    def opens(self, given: str) -> bool:
        """Whether `given` is the secret, compared in constant time."""
        return hmac.compare_digest(_digest(given), self._secret)

    def cookie(self) -> str:
        """A new cookie for a visitor who knew the secret."""
        return self._cookies.sign(secrets.token_hex(8)).decode()

    def knows(self, cookie: str) -> bool:
        """Whether this door signed the cookie, at most `LASTS` seconds ago."""
        try:
            self._cookies.unsign(cookie.encode(errors="replace"), max_age=LASTS)
        except BadSignature:
            return False
        return True


class _Signer(TimestampSigner):
    """Signs with HMAC-SHA-256 and a key of its own, by the clock `now`."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(secrets.token_bytes(32), digest_method=hashlib.sha256)
        self.now = now

    def get_timestamp(self) -> int:
        """Seconds by the clock."""
        return int(self.now())


def _digest(phrase: str) -> bytes:
    """Hash of a phrase, so that comparing takes the same time for every length."""
    return hashlib.sha256(plain(phrase).encode(errors="surrogatepass")).digest()


def plain(phrase: str) -> str:
    """The phrase in one Unicode spelling (NFKC), without leading and trailing blanks."""
    return unicodedata.normalize("NFKC", phrase).strip()
