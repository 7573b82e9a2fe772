"""Lists and hashes the files of imported documents. Needs only the standard library."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from companion.errors import Refused
from companion.load.content import code_hash
from companion.load.short_files import read_short

ENDING = ".json"
LONGEST = 250_000_000
"""Size limit of a file, in bytes: more than the process that reads documents can return."""


def imports_folder(data: Path) -> Path:
    """Return the folder of the imported documents."""
    return data / "imports"


def import_files(data: Path) -> list[Path]:
    """Return the files of the imported documents, sorted by name; empty if there are none."""
    try:
        return sorted(path for path in imports_folder(data).iterdir() if path.suffix == ENDING)
    except OSError:
        return []


def imports_stamp(data: Path) -> tuple[int, int]:
    """Return a value that changes whenever a document is imported, replaced, removed or indexed, with one stat call."""
    try:
        status = imports_folder(data).stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_nlink


def imports_digest(files: list[Path]) -> str:
    """Return a hash of the files and of the code that indexes them. Raises Refused for an unreadable file."""
    digest = hashlib.blake2b(code_hash(), digest_size=16)
    for path in files:
        digest.update(
            os.fsencode(path.name) + b"\0" + hashlib.blake2b(bytes_of(path), digest_size=16).digest()
        )
    return digest.hexdigest()


def bytes_of(path: Path) -> bytes:
    """Return the content of a file. Raises Refused if it cannot be read."""
    try:
        return read_short(path, LONGEST)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
