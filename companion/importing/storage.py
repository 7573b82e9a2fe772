"""Stores imported documents in the player's data folder, readable by the player alone."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.errors import CompanionError, Refused
from companion.load.import_files import ENDING, imports_folder
from companion.load.imports import FORMAT, Content, import_path
from companion.model.imported import ImportedDocument
from companion.play.replacing import replace_file

_PRIVATE = 0o700


def save(data: Path, document: ImportedDocument) -> None:
    """Save a document; it replaces one with the same name. Raises CompanionError."""
    folder = imports_folder(data)
    try:
        folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        folder.chmod(_PRIVATE)
    except OSError as error:
        raise CompanionError(f"{folder} cannot be written: {error.strerror}") from None
    replace_file(folder / f"{document.name}{ENDING}", msgspec.json.encode(Content(FORMAT, document)))


def remove(data: Path, name: str) -> None:
    """Remove a document. Raises NotFound with the known names, and Refused if the file cannot be removed."""
    path = import_path(data, name)
    try:
        path.unlink()
    except OSError as error:
        raise Refused(f"{path} cannot be removed: {error.strerror}") from None
