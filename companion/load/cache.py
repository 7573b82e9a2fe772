"""A cache of decoded records, in files named after a hash of their sources.

Each file is written under a temporary name and then renamed, so readers never see a partial file. Missing, stale and
damaged files are ignored.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")

KEPT = 60
"""Most files in a folder; the oldest ones beyond this are removed."""
UNPACKABLE = (OverflowError, UnicodeEncodeError)
"""Raised for a record that msgpack cannot hold: a number of more than 64 bits, or invalid Unicode."""
_ENDING = ".msgpack"


def read_record(folders: Iterable[Path], name: str, kind: type[T]) -> T | None:
    """Return the record `name` from the first folder with an intact file, else None."""
    for folder in folders:
        try:
            raw = (folder / f"{name}{_ENDING}").read_bytes()
        except OSError:
            continue
        checksum, _, record = raw.partition(b"\n")
        if checksum == _checksum(record):
            with suppress(msgspec.DecodeError, ValueError):
                return msgspec.msgpack.decode(record, type=kind)
    return None


def write_record(folder: Path, name: str, record: object) -> None:
    """Write a record to the cache; do nothing if the folder is not writable or msgpack cannot hold the record."""
    try:
        raw = msgspec.msgpack.encode(record)
        folder.mkdir(parents=True, exist_ok=True)
        handle, work = tempfile.mkstemp(dir=folder)
    except (OSError, *UNPACKABLE):
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(raw) + b"\n" + raw)
        Path(work).replace(folder / f"{name}{_ENDING}")
        _remove_oldest(folder)
    except OSError:
        with suppress(OSError):
            Path(work).unlink()


def _remove_oldest(folder: Path) -> None:
    files = sorted(folder.glob(f"*{_ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[KEPT:]:
        path.unlink(missing_ok=True)


def _checksum(raw: bytes) -> bytes:
    return hashlib.blake2b(raw, digest_size=16).hexdigest().encode()
