"""Reads the documents that the player imported, each in one file of the data folder."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec

from companion.errors import NotFound, Refused
from companion.load.import_files import bytes_of, import_files
from companion.model.imported import IMPORT, ImportedDocument, ImportedSection

FORMAT = 1
_MOST_CACHED = 16
"""Most documents kept in memory."""
_ID = re.compile(rf"^{IMPORT}([a-z0-9-]+)/([\w.]+)$")


class _Head(msgspec.Struct):
    format: int


class Content(msgspec.Struct):
    """Content of a file."""

    format: int
    document: ImportedDocument


def read_import(path: Path) -> ImportedDocument:
    """Return an imported document. Raises Refused if the file is damaged or from a newer version."""
    try:
        known = path.stat()
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    return _read(path, known.st_mtime_ns, known.st_size, known.st_ino)


@lru_cache(_MOST_CACHED)
def _read(path: Path, changed: int, size: int, node: int) -> ImportedDocument:
    """Read a document. The arguments after `path` invalidate the cached result when the file is replaced."""
    raw = bytes_of(path)
    try:
        file_format = msgspec.json.decode(raw, type=_Head).format
        if file_format <= FORMAT:
            return msgspec.json.decode(raw, type=Content).document
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"{path} cannot be read: {error}") from None
    raise Refused(f"{path} was written by a newer version of the companion (format {file_format})")


def import_path(data: Path, name: str) -> Path:
    """Return the file of the imported document with this name. Raises NotFound, naming the documents."""
    files = {path.stem: path for path in import_files(data)}
    if name not in files:
        known = f"known: {', '.join(files)}" if files else "there are no imported documents"
        raise NotFound(f"unknown imported document {name}; {known}")
    return files[name]


def find_import(data: Path, name: str) -> ImportedDocument:
    """Return the imported document with this name. Raises NotFound, naming the documents, and Refused."""
    return read_import(import_path(data, name))


def find_section(data: Path, wanted: str) -> tuple[ImportedDocument, int]:
    """Return the document and the index of a section, named as import/DOC/N or import/DOC/3.5a. Raises NotFound.

    A printed number takes precedence over the position, counted from 1; `_N` is always a position.
    """
    match = _ID.match(wanted.strip().lower())
    if not match:
        raise NotFound(
            f"unknown section {wanted}; write it as in {IMPORT}rulebook/12 or {IMPORT}rulebook/3.5"
        )
    document = find_import(data, match[1])
    place = document.place_of(match[2])
    if place is not None:
        return document, place
    raise NotFound(f"{document.name} has no section {match[2]}; it has 1 to {len(document.sections)}")


def sections_with(data: Path, game: str, numbers: tuple[str, ...]) -> list[tuple[ImportedDocument, int]]:
    """Return the imported sections of a game with one of these printed numbers; unreadable files have none."""
    wanted = {number.lower() for number in numbers if number}
    sections: list[tuple[ImportedDocument, int]] = []
    for path in import_files(data) if wanted else ():
        try:
            document = read_import(path)
        except Refused:
            continue
        if document.game == game:
            sections += [
                (document, place)
                for place, section in enumerate(document.sections)
                if section.number.lower() in wanted
            ]
    return sections


def section_of(located: tuple[ImportedDocument, int]) -> ImportedSection:
    """Return the section at an index of a document."""
    document, place = located
    return document.sections[place]
