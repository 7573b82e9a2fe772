"""Checks the secret that a visitor enters, and signs the cookie that keeps the visitor logged in."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Callable

from itsdangerous import BadSignature, TimestampSigner

COOKIE_SECONDS = 12 * 60 * 60
"""Seconds for which a cookie is valid: an evening."""
SHORTEST = 8
"""Minimum length of a pass phrase, in characters."""


class Authenticator:
    """Checks one secret, and signs cookies with a random key; neither is stored outside this process."""

    def __init__(self, secret: str, now: Callable[[], float] = time.time) -> None:
        self._secret = _digest(secret)
        self._signer = _Signer(now)

    def accepts(self, secret: str) -> bool:
        """Return whether `secret` is right, in constant time."""
        return hmac.compare_digest(_digest(secret), self._secret)

    def new_cookie(self) -> str:
        """Return a cookie for a visitor who has entered the secret."""
        return self._signer.sign(secrets.token_hex(8)).decode()

    def is_valid(self, cookie: str) -> bool:
        """Return whether this authenticator signed the cookie at most COOKIE_SECONDS ago."""
        try:
            self._signer.unsign(cookie.encode(errors="replace"), max_age=COOKIE_SECONDS)
        except BadSignature:
            return False
        return True


class _Signer(TimestampSigner):
    """Signs with HMAC-SHA-256, a random key and the clock `now`."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(secrets.token_bytes(32), digest_method=hashlib.sha256)
        self.now = now

    def get_timestamp(self) -> int:
        """Return the time in seconds; the base class uses the system clock."""
        return int(self.now())


def _digest(phrase: str) -> bytes:
    """Return a hash of a phrase, so that a comparison takes the same time for every length."""
    return hashlib.sha256(plain(phrase).encode(errors="surrogatepass")).digest()


def plain(phrase: str) -> str:
    """Return a phrase in Unicode normal form (NFKC), without leading and trailing spaces."""
    return unicodedata.normalize("NFKC", phrase).strip()
