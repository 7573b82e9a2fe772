"""Which sessions there are, and which is the one of last time. Needs nothing but the standard library."""

from __future__ import annotations

from pathlib import Path

ENDING = ".session"
CURRENT = "session.txt"
"""File in the data folder that names the session of last time."""


def sessions_folder(data: Path) -> Path:
    """Where the sessions of a data folder lie."""
    return data / "sessions"


def session_names(folder: Path) -> list[str]:
    """The sessions in `folder`, the one used last first."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == ENDING]
        return [path.stem for path in sorted(found, key=lambda path: (-_used(path), path.name))]
    except OSError:
        return []


def current_name(data: Path) -> str:
    """The session of last time; the one used last where nobody said; empty where there is none."""
    names = session_names(sessions_folder(data))
    try:
        name = (data / CURRENT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        name = ""
    return name if name in names else names[0] if names else ""


def _used(path: Path) -> int:
    times = [each.stat().st_mtime_ns for each in (path, Path(f"{path}-wal")) if each.exists()]
    return max(times, default=0)
