"""What the player wrote into the margins of the books: bookmarks and notes, in one file of the data folder.

They belong to the player, not to a session. The file is read anew before each change and replaced as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.model import CompanionError, Refused
from companion.play.replacing import replace_file

MARGINS = "margins.json"
"""File in the data folder."""


class Margin(msgspec.Struct, frozen=True):
    """What stands beside one record."""

    about: str
    """Id of an entry, a chart or a term."""
    bookmark: bool = False
    note: str = ""
    """One line in the player's words; empty for none."""
    on: str = ""
    """Date of the last change; empty where nobody knows."""


def read_margins(folder: Path) -> tuple[Margin, ...]:
    """Every margin with something in it, in the order they were first written.

    Raises Refused where the file is there and cannot be read.
    """
    path = folder / MARGINS
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise Refused(f"bookmarks and notes in {path} cannot be read: {error.strerror}") from None
    try:
        return msgspec.json.decode(raw, type=tuple[Margin, ...])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} holds no bookmarks and notes: {error}") from None


def margin(folder: Path, about: str) -> Margin:
    """What stands beside a record; an empty one where nothing does. Raises Refused."""
    return next((each for each in read_margins(folder) if each.about == about), Margin(about))


def turn_bookmark(folder: Path, about: str, on: str) -> Margin:
    """Sets the bookmark of a record or takes it out, at the date `on`. Raises CompanionError, nothing changed then."""
    return _change(folder, about, lambda was: msgspec.structs.replace(was, bookmark=not was.bookmark, on=on))


def write_note(folder: Path, about: str, text: str, on: str) -> Margin:
    """Writes a note beside a record, none where it is empty. Raises CompanionError, nothing changed then."""
    note = " ".join(text.split())
    return _change(folder, about, lambda was: msgspec.structs.replace(was, note=note, on=on))


def _change(folder: Path, about: str, change: Callable[[Margin], Margin]) -> Margin:
    every = {each.about: each for each in read_margins(folder)}
    changed = change(every.get(about, Margin(about)))
    every[about] = changed
    _write(folder, tuple(each for each in every.values() if each.bookmark or each.note))
    return changed


def _write(folder: Path, every: tuple[Margin, ...]) -> None:
    """On disk as a whole, or the old file stays as it was. Raises CompanionError."""
    try:
        replace_file(folder / MARGINS, msgspec.json.format(msgspec.json.encode(every), indent=2) + b"\n")
    except OSError as error:
        raise CompanionError(f"bookmarks and notes cannot be kept in {folder}: {error.strerror}") from None
