"""The player's own documents in the app: finding a file, reading it, saving and removing it.

Guests, who play from another machine, can neither see files of this machine nor change the documents.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.errors import Refused
from companion.importing.reading import Cancellation
from companion.model.imported import ImportedDocument
from companion.render.imported import document_source
from companion.workspace import imported
from companion.workspace.context import AppContext
from companion.workspace.imported import Progress

ENDINGS = (".pdf", ".docx", ".html", ".htm", ".md", ".txt")
"""Endings of the files that are listed."""
MOST_LISTED = 500
"""Most files and folders that are listed."""
UP = ".."
"""Name of the parent folder."""


class ListedFile(NamedTuple):
    """A document that can be imported, or a folder."""

    name: str
    path: str
    """The path in the form in which players type it; a folder's ends with a slash."""

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.path.endswith("/")


def is_owner(context: AppContext) -> bool:
    """Whether the player may see files and change the documents."""
    return not context.guest


def start_path(context: AppContext) -> str:
    """Return the current folder, or the home folder if there is none, as players type it; empty for a guest."""
    if not is_owner(context):
        return ""
    try:
        return _typed(Path.cwd())
    except OSError:
        return "~/"


def files_at(context: AppContext, typed: str) -> list[ListedFile]:
    """Return the documents and folders that match a typed path. Raises Refused, always for a guest.

    A name matches if it contains the text after the last slash. Names that begin with this text come first, folders
    before documents. Hidden files and folders match only a text that begins with a dot.
    """
    _check(context)
    typed = typed.strip().replace(os.sep, "/")
    typed = f"{typed}/" if typed == "~" else typed
    written, slash, start = typed.rpartition("/")
    written += slash
    folder = _path(written)
    try:
        with os.scandir(folder) as entries:
            matches = sorted(_matching(entries, start.casefold()))
    except (OSError, ValueError) as error:
        raise Refused(
            f"{written or folder} cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    listed = [
        ListedFile(name, f"{written}{name}{'/' if not is_file else ''}")
        for _, is_file, _, name in matches[:MOST_LISTED]
    ]
    above = [] if start or folder.parent == folder else [ListedFile(UP, _typed(folder.parent))]
    return [*above, *listed]


def read_file(
    context: AppContext, typed: str, progress: Progress, cancellation: Cancellation
) -> ImportedDocument:
    """Read a document for the game in play, without saving it. Raises CompanionError, always for a guest."""
    _check(context)
    return imported.read(_path(typed), context.game, "", context.library, progress, cancellation)


def preview(context: AppContext, document: ImportedDocument, width: int) -> list[str]:
    """Return a summary of a document below its title, which has its name and the number of its sections."""
    head = document_source(document, context.library.module(document.game).game.name)
    return imported.preview(context.places.data, document, context.library, width, head)


def keep(context: AppContext, document: ImportedDocument) -> None:
    """Save a document and index it. Raises CompanionError, always for a guest."""
    _check(context)
    imported.keep_and_index(context.places.data, document)
    context.follow_imports()


def remove(context: AppContext, name: str) -> ImportedDocument:
    """Remove a document and return it. Raises CompanionError, always for a guest."""
    _check(context)
    removed = imported.remove_and_index(context.places.data, name)
    context.follow_imports()
    return removed


def documents(context: AppContext) -> list[ImportedDocument]:
    """Return the imported documents, those of the game in play first. Raises Refused, always for a guest."""
    _check(context)
    imports = imported.every_import(context.places.data)
    return sorted(imports, key=lambda document: document.game != context.game)


def _check(context: AppContext) -> None:
    if not is_owner(context):
        raise Refused("guests cannot import files from the host; on the host, use companion import")


def _matching(entries: Iterator[os.DirEntry[str]], start: str) -> Iterator[tuple[bool, bool, str, str]]:
    """Yield the names that contain `start`, each after its sort key: names that begin with it first, then folders."""
    for entry in entries:
        name = entry.name.casefold()
        if start not in name or (name.startswith(".") and not start.startswith(".")):
            continue
        is_folder = entry.is_dir()
        if is_folder or name.endswith(ENDINGS):
            yield not name.startswith(start), not is_folder, name, entry.name


def _path(typed: str) -> Path:
    """Return a typed path, in which `~` is the home folder. Raises Refused if there is no home folder."""
    try:
        return Path(typed).expanduser().absolute()
    except (OSError, RuntimeError, ValueError) as error:
        raise Refused(f"{typed} cannot be read: {error}") from None


def _typed(folder: Path) -> str:
    """Return a folder in the form in which players type it, with `~` for the home folder."""
    try:
        inside = folder.relative_to(Path.home()).as_posix()
    except (ValueError, RuntimeError):
        return f"{folder.as_posix().rstrip('/')}/"
    return "~/" if inside == "." else f"~/{inside}/"
