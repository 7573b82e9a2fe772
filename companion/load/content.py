"""Which files there are, and a hash over all of them. Needs nothing but the standard library."""

from __future__ import annotations

import hashlib
from pathlib import Path

from companion.load.places import Places

FORMAT = "1"
"""Changes when records or index change shape, so that nothing old is read."""


def content_hash(places: Places) -> str:
    """Hash over the names and bytes of all files of all modules."""
    digest = hashlib.blake2b(FORMAT.encode(), digest_size=16)
    for base in places.bases:
        for path in data_files(base):
            digest.update(str(path.relative_to(base)).encode() + b"\0")
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                digest.update(str(error.errno).encode())
            digest.update(b"\1")
        digest.update(b"\2")
    return digest.hexdigest()


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
