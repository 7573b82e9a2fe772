"""Imports documents for both front ends: reads, saves, removes and lists them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.errors import Refused
from companion.importing.reading import Cancellation, read_document
from companion.importing.storage import remove, save
from companion.load.import_files import import_files
from companion.load.imports import find_import, read_import
from companion.model import Library
from companion.model.imported import ImportedDocument
from companion.model.rulebook import slug
from companion.render.imported import document_line, links_of, preview_lines
from companion.render.text import wrapped
from companion.search.imports import build_imports_index

Progress = Callable[[int, int], None]


def read(
    path: Path,
    game: str,
    name: str,
    library: Library,
    progress: Progress,
    cancellation: Cancellation | None = None,
) -> ImportedDocument:
    """Read a document without saving it; its default `name` is that of the file. Raises CompanionError."""
    library.module(game)
    name = slug(name or path.stem)
    if not name:
        raise Refused("the name of the document must contain letters or digits; use --name NAME")
    text = read_document(path, progress, cancellation)
    file = str(path.absolute()).encode(errors="surrogateescape").decode(errors="replace")
    return ImportedDocument(name, game, file, text.kind, text.pages, text.sections, text.doubts)


def with_name(document: ImportedDocument, name: str) -> ImportedDocument:
    """Return a document with another name. Raises Refused for a name without letters and digits."""
    name = slug(name)
    if not name:
        raise Refused("The name must contain letters or digits.")
    return msgspec.structs.replace(document, name=name)


def preview(
    data: Path, document: ImportedDocument, library: Library, width: int, head: str = ""
) -> list[str]:
    """Return a summary of a document before it is saved, and whether it replaces another one.

    `head` is its first line, by default name, kind and size of the document.
    """
    head = head or document_line(document)
    lines = preview_lines(document, head, linked_sections(document, library), width)
    if document.name in (path.stem for path in import_files(data)):
        lines += ["", *wrapped(f"This replaces the imported document {document.name}.", width)]
    return lines


def keep_and_index(data: Path, document: ImportedDocument) -> None:
    """Save a document, replacing one of the same name, and index it. Raises CompanionError."""
    save(data, document)
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
    """Return how many sections have the number of a rule or chart of the companion."""
    module = library.module(document.game)
    return sum(any(links_of(section, module)) for section in document.sections)
