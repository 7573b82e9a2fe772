"""Decoded records in files named after a hash of what they were read from.

Each file is written under another name and renamed, so that a reader finds it whole or not at all. One that is missing,
stale or damaged is treated as if it were not there.
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
"""Files of records in a folder; the oldest beyond these are removed."""
UNPACKABLE = (OverflowError, UnicodeEncodeError)
"""Raised for a record with a number of more than 64 bits, or with text that is not Unicode."""
_ENDING = ".msgpack"


def read_record(folders: Iterable[Path], name: str, kind: type[T]) -> T | None:
    """The record `name` from the first folder that has it whole, else None."""
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
    """Keep a record for later; without a writable folder nothing is kept, and nothing left behind.

    Nor is a record kept that the format cannot hold.
    """
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
