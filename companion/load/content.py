"""Which files there are, and a hash over all of them. Needs nothing but the standard library."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from companion.load.places import Places

_READERS = ("formula", "load", "model", "search")
"""Rooms whose code decides what records and index look like."""


def content_hash(places: Places) -> str:
    """Hash over the names and bytes of all files of all modules, and over the code that reads them."""
    digest = hashlib.blake2b(digest_size=16)
    for stamp in _code_stamps():
        digest.update(stamp.encode())
    for base in places.bases:
        for path in data_files(base):
            digest.update(os.fsencode(path.relative_to(base)) + b"\0")
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                digest.update(str(error.errno).encode())
            digest.update(b"\1")
        digest.update(b"\2")
    return digest.hexdigest()


def _code_stamps() -> list[str]:
    """Name, size and time of the readers' own files: another version of them makes another cache."""
    package = Path(__file__).resolve().parent.parent
    stamps = []
    for room in _READERS:
        for path in sorted((package / room).glob("*.py")):
            found = path.stat()
            stamps.append(f"{room}/{path.name} {found.st_size} {found.st_mtime_ns};")
    return stamps


def data_files(base: Path) -> list[Path]:
    """The Markdown and YAML files of `base`, in order; none where there is no such folder."""
    found: list[Path] = []
    for folder, endings in (("rulebook", (".md",)), ("tables", (".yaml", ".yml"))):
        try:
            found += [
                path for path in (base / folder).rglob("*") if path.suffix in endings and path.is_file()
            ]
        except OSError:
            continue
    return sorted(found)
