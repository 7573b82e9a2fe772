"""The data files of all games, and hashes of their content. Needs only the standard library."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from companion.load.places import Places

MOST_BYTES = 8_000_000
"""Size limit of a data file, in bytes."""
_READERS = ("formula", "load", "model", "search")
"""Packages whose code affects the records and the index."""


class Content(NamedTuple):
    """Hashes of names and bytes of the data files and of the code that reads them. File times do not matter."""

    whole: str
    """Hash of the files of all games."""
    tables: dict[str, str]
    """Slug to the hash of the game's tables in all folders."""
    rulebooks: dict[str, str]
    """Slug to the hash of the game's chapters in all folders, and of the game.yaml files they depend on."""
    files: dict[Path, bytes]
    """Path to the hash of a file."""

    @property
    def games(self) -> dict[str, list[str]]:
        """Slug to the hashes of the game's tables and chapters."""
        return {slug: [tables, self.rulebooks.get(slug, "")] for slug, tables in self.tables.items()}


def content_of(places: Places) -> Content:
    """Hash every Markdown and YAML file of all folders."""
    whole = _new_digest(places)
    tables: dict[str, hashlib.blake2b] = defaultdict(partial(_new_digest, places))
    rulebooks: dict[str, hashlib.blake2b] = defaultdict(partial(_new_digest, places))
    files: dict[Path, bytes] = {}
    for number, base in enumerate(places.bases):
        for path in data_files(base):
            name = path.relative_to(base)
            files[path] = file_hash(path)
            line = f"{number} ".encode() + os.fsencode(name) + b"\0" + files[path]
            whole.update(line)
            if len(name.parts) > 2 and is_text(name.parts[1]):
                kind, slug = name.parts[:2]
                if kind == "tables":
                    tables[slug].update(line)
                if kind == "rulebook" or name.parts[2:] == ("game.yaml",):
                    rulebooks[slug].update(line)
    return Content(whole.hexdigest(), _as_text(tables), _as_text(rulebooks), files)


def _as_text(digests: dict[str, hashlib.blake2b]) -> dict[str, str]:
    return {slug: digest.hexdigest() for slug, digest in digests.items()}


def _new_digest(places: Places) -> hashlib.blake2b:
    return hashlib.blake2b(code_hash() + bytes([len(places.bases)]), digest_size=16)


def file_hash(path: Path) -> bytes:
    """Return the hash of a file, or the error number as bytes if it cannot be read.

    Only the beginning of an oversized file is hashed, because the file is reported and not read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.blake2b(file.read(MOST_BYTES + 1), digest_size=16).digest()
    except OSError as error:
        return str(error.errno).encode()


@cache
def code_hash() -> bytes:
    """Return a hash of the code of the readers, so that each version of the code has its own cache."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=16)
    for name in _READERS:
        for path in sorted((package / name).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def is_text(name: str) -> bool:
    """Return whether a folder name is valid text and can therefore be the slug of a game."""
    return name == os.fsencode(name).decode(errors="replace")


def name_hash(name: str) -> str:
    """Return a hash of a name and the code of the readers."""
    return hashlib.blake2b(code_hash() + os.fsencode(name), digest_size=16).hexdigest()


def data_files(base: Path) -> list[Path]:
    """Return the chapters and table files in `base`, sorted; empty if the folder does not exist."""
    return [*files_in(base / "rulebook", ".md"), *files_in(base / "tables", ".yaml", ".yml")]


def files_in(folder: Path, *endings: str) -> list[Path]:
    """Return the files below a folder that have one of these endings, sorted, without hidden ones."""
    try:
        return sorted(path for path in folder.rglob("[!.]*") if path.suffix in endings and path.is_file())
    except OSError:
        return []
