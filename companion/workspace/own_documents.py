"""The player's own documents in the app: choosing a file, reading it, keeping and removing it.

A guest, who plays from another machine, can neither see the files of this one nor change the documents.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.errors import Refused
from companion.importing.reading import Cancellation
from companion.model.imported import ImportedDocument
from companion.workspace import imported
from companion.workspace.context import AppContext
from companion.workspace.imported import Progress

ENDINGS = (".pdf", ".docx", ".html", ".htm", ".md", ".txt")
"""Ends of the names of the files that are listed."""
MOST_LISTED = 500
"""Most files and folders that are listed."""
UP = ".."
"""Name of the folder above."""


class ListedFile(NamedTuple):
    """A document that can be imported, or a folder."""

    name: str
    path: str
    """The path as it is typed; that of a folder ends with a slash."""

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.path.endswith("/")


def is_owner(context: AppContext) -> bool:
    """Return whether the player may see files and change the documents."""
    return not context.guest


def start_path(context: AppContext) -> str:
    """Return the current folder as it is typed, or the home folder if there is no current one; empty for a guest."""
    if not is_owner(context):
        return ""
    try:
        return _typed(Path.cwd())
    except OSError:
        return "~/"


def files_at(context: AppContext, typed: str) -> list[ListedFile]:
    """Return the documents and folders that a typed path may mean. Raises Refused, always for a guest.

    These are the names that contain what follows the last slash, folders first; those that begin with it come before
    the others. Hidden ones are listed only after a dot.
    """
    _check(context)
    typed = typed.strip().replace(os.sep, "/")
    typed = f"{typed}/" if typed == "~" else typed
    written, slash, start = typed.rpartition("/")
    written += slash
    folder = _path(written)
    try:
        with os.scandir(folder) as entries:
            found = sorted(_matching(entries, start.casefold()))
    except (OSError, ValueError) as error:
        raise Refused(
            f"{written or folder} cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    listed = [
        ListedFile(name, f"{written}{name}{'/' if not is_file else ''}")
        for _, is_file, _, name in found[:MOST_LISTED]
    ]
    above = [] if start or folder.parent == folder else [ListedFile(UP, _typed(folder.parent))]
    return [*above, *listed]


def read_file(
    context: AppContext, typed: str, progress: Progress, cancellation: Cancellation
) -> ImportedDocument:
    """Read a document for the game in play, without keeping it. Raises CompanionError, always for a guest."""
    _check(context)
    return imported.read(_path(typed), context.game, "", context.library, progress, cancellation)


def preview(context: AppContext, document: ImportedDocument, width: int) -> list[str]:
    """Return what a document contains, as `companion import` prints it."""
    return imported.preview(context.places.data, document, context.library, width)


def keep(context: AppContext, document: ImportedDocument) -> None:
    """Keep a document and make it searchable. Raises CompanionError, always for a guest."""
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
    every = imported.every_import(context.places.data)
    return sorted(every, key=lambda document: document.game != context.game)


def _check(context: AppContext) -> None:
    if not is_owner(context):
        raise Refused("guests cannot import files from the host; on the host, use companion import")


def _matching(entries: Iterator[os.DirEntry[str]], start: str) -> Iterator[tuple[bool, bool, str, str]]:
    """Yield the names that contain `start`, after what sorts them: first those that begin with it, folders first."""
    for entry in entries:
        name = entry.name.casefold()
        if start not in name or (name.startswith(".") and not start.startswith(".")):
            continue
        is_folder = entry.is_dir()
        if is_folder or name.endswith(ENDINGS):
            yield not name.startswith(start), not is_folder, name, entry.name


def _path(typed: str) -> Path:
    """Return the path that is typed; `~` is the home folder. Raises Refused without one."""
    try:
        return Path(typed).expanduser().absolute()
    except (OSError, RuntimeError, ValueError) as error:
        raise Refused(f"{typed} cannot be read: {error}") from None


def _typed(folder: Path) -> str:
    """Return a folder as it is typed, with `~` for the home folder."""
    try:
        inside = folder.relative_to(Path.home()).as_posix()
    except (ValueError, RuntimeError):
        return f"{folder.as_posix().rstrip('/')}/"
    return "~/" if inside == "." else f"~/{inside}/"
