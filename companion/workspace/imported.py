"""Imports documents for both front ends: reads one, keeps it, removes it, lists them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.errors import Refused
from companion.importing.keeping import keep, remove
from companion.importing.reading import read_document
from companion.load.import_files import import_files
from companion.load.imports import find_import, read_import
from companion.model import Library
from companion.model.imported import ImportedDocument
from companion.model.rulebook import slug
from companion.render.imported import links_of
from companion.search.imports import build_imports_index

Progress = Callable[[int, int], None]


def read(path: Path, game: str, name: str, library: Library, progress: Progress) -> ImportedDocument:
    """Read a document without keeping it; `name` is empty for one made from the file. Raises CompanionError."""
    library.module(game)
    named = slug(name or path.stem)
    if not named:
        raise Refused("the document needs a name of letters and digits: --name NAME")
    found = read_document(path, progress)
    return ImportedDocument(
        named, game, str(path.absolute()), found.kind, found.pages, found.sections, found.doubts
    )


def keep_and_index(data: Path, document: ImportedDocument) -> None:
    """Keep a document, in place of one with its name, and make it searchable. Raises CompanionError."""
    keep(data, document)
    build_imports_index(data)


def remove_and_index(data: Path, name: str) -> ImportedDocument:
    """Remove a document and its index, and return it. Raises CompanionError."""
    document = find_import(data, name)
    remove(data, name)
    build_imports_index(data)
    return document


def every_import(data: Path) -> list[ImportedDocument]:
    """Return all imported documents. Raises Refused for a file that cannot be read."""
    return [read_import(path) for path in import_files(data)]


def linked_sections(document: ImportedDocument, library: Library) -> int:
    """Return how many sections have the number of our own records."""
    module = library.module(document.game)
    return sum(any(links_of(item, module)) for item in document.sections if item.number)
