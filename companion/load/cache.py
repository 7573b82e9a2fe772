"""The decoded library in one file, keyed by content. Missing, stale or damaged: as if it were not there."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.model import Library

_NAME = "library.msgpack"


def read_cache(folder: Path, content: str) -> Library | None:
    """The cached library of exactly this content, else None."""
    try:
        raw = (folder / _NAME).read_bytes()
    except OSError:
        return None
    head, _, rest = raw.partition(b"\n")
    checksum, _, packed = rest.partition(b"\n")
    if head != content.encode() or checksum != _checksum(packed):
        return None
    try:
        return msgspec.msgpack.decode(packed, type=Library)
    except (msgspec.DecodeError, ValueError):
        return None


def write_cache(folder: Path, content: str, library: Library) -> None:
    """Keeps the library for the next start; without a writable folder nothing is kept, and nothing left behind.

    Nor is a library kept that holds what the cache cannot: a number of more than 64 bits.
    """
    try:
        packed = msgspec.msgpack.encode(library)
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
    except (OSError, OverflowError, UnicodeEncodeError):
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(b"\n".join((content.encode(), _checksum(packed), packed)))
        Path(name).replace(folder / _NAME)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()


def _checksum(packed: bytes) -> bytes:
    return hashlib.blake2b(packed, digest_size=16).hexdigest().encode()
