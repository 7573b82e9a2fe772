"""Which files there are, and hashes over them. Needs nothing but the standard library."""

from __future__ import annotations

import hashlib
import os
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
    games: dict[str, str]
    """Over the files of one game in all folders, by its slug."""


def content_of(places: Places) -> Content:
    """Hash every Markdown and YAML file of all folders."""
    games: dict[str, hashlib.blake2b] = {}
    whole = _new_digest()
    for number, base in enumerate(places.bases):
        for path in data_files(base):
            name = path.relative_to(base)
            line = f"{number} ".encode() + os.fsencode(name) + b"\0" + _digest_of(path)
            whole.update(line)
            if len(name.parts) > 2:
                games.setdefault(name.parts[1], _new_digest()).update(line)
    return Content(whole.hexdigest(), {slug: digest.hexdigest() for slug, digest in games.items()})


def content_hash(places: Places) -> str:
    """Hash over the files of all games and over the code that reads them."""
    return content_of(places).whole


def _new_digest() -> hashlib.blake2b:
    return hashlib.blake2b(code_hash(), digest_size=16)


def _digest_of(path: Path) -> bytes:
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
