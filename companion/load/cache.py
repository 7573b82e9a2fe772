"""The decoded library in one file, keyed by content. Missing, stale or damaged: as if it were not there."""

from __future__ import annotations

import os
import tempfile
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
    if not raw.startswith(content.encode() + b"\n"):
        return None
    try:
        return msgspec.msgpack.decode(raw[len(content) + 1 :], type=Library)
    except (msgspec.DecodeError, ValueError):
        return None


def write_cache(folder: Path, content: str, library: Library) -> None:
    """Keeps the library for the next start; without a writable folder nothing is kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(content.encode() + b"\n" + msgspec.msgpack.encode(library))
        Path(file.name).replace(folder / _NAME)
    except OSError:
        return


def writable(folder: Path) -> bool:
    """Whether files can be made in `folder`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
