"""Replaces small files: readers see the old content or the new, never a mixture."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError


def replace_file(path: Path, content: bytes) -> None:
    """Write a file, creating its folder if needed. Raises CompanionError, leaving the old file unchanged.

    Keeps the access rights. If the path is a symbolic link, writes its target and keeps the link.
    """
    temporary: Path | None = None
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except OSError as error:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()
        raise CompanionError(f"{path} cannot be written: {error.strerror}") from None
