"""Which files there are, and hashes over them. Needs nothing but the standard library."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.load.places import Places

_READERS = ("formula", "load", "model", "search")
"""Packages whose code decides what records and index look like."""


class Content(NamedTuple):
    """Hashes over names and bytes of all files, and over the code that reads them. File times play no part."""

    whole: str
    """Over the files of all games."""
    tables: dict[str, str]
    """Over the tables of one game in all folders, by its slug."""
    rulebooks: dict[str, str]
    """Over the rules of one game in all folders and the game.yaml that they are read by, by its slug."""
    files: dict[Path, bytes]
    """Over the bytes of each file, by its path."""

    @property
    def games(self) -> dict[str, list[str]]:
        """The hashes over tables and rules of each game, by its slug."""
        return {slug: [tables, self.rulebooks.get(slug, "")] for slug, tables in self.tables.items()}


def content_of(places: Places) -> Content:
    """Hash every Markdown and YAML file of all folders."""
    whole = _new_digest()
    tables: dict[str, hashlib.blake2b] = defaultdict(_new_digest)
    rulebooks: dict[str, hashlib.blake2b] = defaultdict(_new_digest)
    files: dict[Path, bytes] = {}
    for number, base in enumerate(places.bases):
        for path in data_files(base):
            name = path.relative_to(base)
            files[path] = file_hash(path)
            line = f"{number} ".encode() + os.fsencode(name) + b"\0" + files[path]
            whole.update(line)
            if len(name.parts) > 2:
                kind, slug = name.parts[:2]
                if kind == "tables":
                    tables[slug].update(line)
                if kind == "rulebook" or name.parts[2:] == ("game.yaml",):
                    rulebooks[slug].update(line)
    return Content(whole.hexdigest(), _texts(tables), _texts(rulebooks), files)


def _texts(digests: dict[str, hashlib.blake2b]) -> dict[str, str]:
    return {slug: digest.hexdigest() for slug, digest in digests.items()}


def content_hash(places: Places) -> str:
    """Hash over the files of all games and over the code that reads them."""
    return content_of(places).whole


def _new_digest() -> hashlib.blake2b:
    return hashlib.blake2b(code_hash(), digest_size=16)


def file_hash(path: Path) -> bytes:
    """Hash over the bytes of a file; the number of the error where it cannot be read."""
    try:
        return hashlib.blake2b(path.read_bytes(), digest_size=16).digest()
    except OSError as error:
        return str(error.errno).encode()


@cache
def code_hash() -> bytes:
    """Hash over the code of the readers: another version of them makes other caches."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=16)
    for room in _READERS:
        for path in sorted((package / room).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def name_hash(name: str) -> str:
    """Hash over a name and over the code of the readers."""
    return hashlib.blake2b(code_hash() + os.fsencode(name), digest_size=16).hexdigest()


def data_files(base: Path) -> list[Path]:
    """The Markdown and YAML files of `base`, in order, hidden ones left out; none where there is no such folder."""
    found: list[Path] = []
    for folder, endings in (("rulebook", (".md",)), ("tables", (".yaml", ".yml"))):
        try:
            found += [
                path for path in (base / folder).rglob("[!.]*") if path.suffix in endings and path.is_file()
            ]
        except OSError:
            continue
    return sorted(found)
