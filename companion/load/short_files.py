"""Reads short files that others may have created, without waiting for a pipe or filling the memory from a device."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from stat import S_ISREG

LONGEST = 4_000_000
"""Size limit of a short file, in bytes."""


def read_short(path: Path, longest: int = LONGEST) -> bytes:
    """Return the content of a file. Raises OSError, also for pipes and devices, and for a file that is too long."""
    with open(path, "rb", opener=_open_without_waiting) as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        content = file.read(longest + 1)
    if len(content) > longest:
        raise OSError(errno.EFBIG, f"larger than {longest // 1_000_000} MB")
    return content


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
