"""Replaces small files: a reader sees the old content or the new, never a part."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError


def replace_file(path: Path, content: bytes) -> None:
    """Write a file, and its folder if needed. Raises CompanionError, and then leaves the file as it was.

    Access rights stay, and so does a symbolic link, whose target is written.
    """
    made: Path | None = None
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.")
        made = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, made)
        made.replace(target)
    except OSError as error:
        if made is not None:
            with suppress(OSError):
                made.unlink()
        raise CompanionError(f"{path} cannot be written: {error.strerror}") from None
