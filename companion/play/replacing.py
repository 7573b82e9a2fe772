"""Replaces small files: a reader sees the old content or the new, never a part."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError


def replace_file(path: Path, content: bytes) -> None:
    """Write a file, and its folder if needed. Raises CompanionError, and then leaves the file as it was."""
    made: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
        made = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        made.replace(path)
    except OSError as error:
        if made is not None:
            with suppress(OSError):
                made.unlink()
        raise CompanionError(f"{path} cannot be written: {error.strerror}") from None
