"""Lists sessions, locates their files, and records which session is the current one."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from companion.errors import CompanionError, shortened
from companion.play.replacing import replace_file

ENDING = ".session"
_CURRENT = "session.txt"
"""File in the data folder that names the current session."""
_LONGEST = 1000
"""Most bytes of that file."""
_NAME = re.compile(r"[\w][\w .'-]{0,59}")
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(\..*)?", re.IGNORECASE)
"""Names that Windows reserves for devices, with any ending."""


def sessions_folder(data: Path) -> Path:
    """Return the folder of the session files in a data folder."""
    return data / "sessions"


def session_path(folder: Path, name: str) -> Path:
    """Return the path of a session's file in the sessions folder."""
    return folder / f"{name}{ENDING}"


def session_names(folder: Path) -> list[str]:
    """Return the names of the sessions in `folder`, the most recently used first."""
    try:
        files = [path for path in folder.iterdir() if path.suffix == ENDING and path.is_file()]
        return [path.stem for path in sorted(files, key=lambda path: (-last_used(path), path.name))]
    except OSError:
        return []


def current_name(data: Path) -> str:
    """Return the name of the current session, or of the most recently used one; empty if there are no sessions."""
    names = session_names(sessions_folder(data))
    current = data / _CURRENT
    try:
        # Do not read a pipe or a long file.
        is_readable = current.is_file() and current.stat().st_size < _LONGEST
        name = current.read_text(encoding="utf-8").strip() if is_readable else ""
    except (OSError, UnicodeDecodeError):
        name = ""
    return name if name in names else names[0] if names else ""


def make_current(data: Path, name: str) -> None:
    """Make a session the current one. If the disk cannot be written, nothing is recorded."""
    path, content = data / _CURRENT, name.encode()
    with suppress(OSError, CompanionError):
        if not (path.is_file() and path.read_bytes() == content):
            replace_file(path, content)


def checked_name(name: str) -> str:
    """Return a session name with single spaces between its words. Raises Refused if it is invalid."""
    from companion.model import Refused  # `find` needs this module without the 30 ms of importing `model`

    text = " ".join(name.split())
    if not _NAME.fullmatch(text) or text.endswith("."):
        raise Refused(
            f"{shortened(name)!r} is not a valid session name: use up to 60 letters, digits, spaces, . ' and -"
        )
    if _DEVICE.fullmatch(text):
        raise Refused(f"{text!r} is not a valid session name: Windows reserves it for a device")
    return text


def existing_name(folder: Path, name: str) -> str:
    """Return the name of an existing session in its own spelling. Raises NotFound, which lists the sessions."""
    names = session_names(folder)
    for existing in names:
        if existing.casefold() == " ".join(name.split()).casefold():
            return existing
    from companion.model import NotFound

    known = f"known: {', '.join(names)}" if names else "there are no sessions"
    raise NotFound(f"unknown session {name}; {known}")


def last_used(path: Path) -> int:
    """Return when a session file was last written, in nanoseconds since 1970; 0 if unknown."""
    times = [file.stat().st_mtime_ns for file in (path, Path(f"{path}-wal")) if file.exists()]
    return max(times, default=0)
