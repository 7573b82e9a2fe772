"""The folders of indexes: whether they can be trusted, their age, and the digests of their files."""

from __future__ import annotations

import hashlib
import math
import os
import stat
import time
from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_WRITABLE_FOR_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def is_trusted(folder: Path) -> bool:
    """Return whether no other user can have written to a folder. Raises OSError if it is missing.

    Whoosh unpickles a part of an index, so an index that somebody else wrote could run code. Whoever can write to the
    package can do that anyway. On Windows, other users cannot write to the folders of a user.
    """
    if _PACKAGE in folder.parents or os.name == "nt":
        return True
    status = folder.lstat()
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.geteuid()
        and not status.st_mode & _WRITABLE_FOR_OTHERS
    )


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """Return folders by their last change, newest first."""
    return sorted(paths, key=age)


def age(path: Path) -> float:
    """Return the seconds since a folder was last changed; infinite if it does not exist."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return math.inf


def digest(path: Path) -> str:
    """Return a hash of a file. Raises OSError."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
