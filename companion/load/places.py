"""The folders of data, settings, caches and the user's own files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, NamedTuple


class Places(NamedTuple):
    """Folders in use. Any of them may be missing; what would need a folder that cannot be written is left out."""

    bases: tuple[Path, ...]
    """Folders that hold `rulebook/` and `tables/`, the shipped one first, then the user's own."""
    cache: Path
    data: Path
    config: Path = Path(os.devnull)
    """Folder of `config.yaml`; without one there are no settings."""

    @property
    def caches(self) -> tuple[Path, Path]:
        """Folders with decoded records and search indexes: what comes with the package, then the player's cache."""
        return self.bases[0] / "cache", self.cache

    @property
    def own(self) -> Path:
        """The user's own folder, overlaying the shipped one."""
        return self.bases[-1]


def usual_places() -> Places:
    """The folders of this installation and this user.

    `COMPANION_OVERLAY`, `COMPANION_CACHE`, `COMPANION_DATA` and `COMPANION_CONFIG` name other ones.
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / "shipped"
    base = inside if inside.is_dir() else package.parent
    data = _folder("data")
    own = os.environ.get("COMPANION_OVERLAY")
    return Places((base, Path(own) if own else data / "own"), _folder("cache"), data, _folder("config"))


def _folder(kind: Literal["cache", "config", "data"]) -> Path:
    """The user's folder for `kind`; one that cannot exist where the system gives the user no home."""
    given = os.environ.get(f"COMPANION_{kind.upper()}")
    if given:
        return Path(given)
    from platformdirs import PlatformDirs

    try:
        folders = PlatformDirs("companion", appauthor=False)
        path: Path = getattr(folders, f"user_{kind}_path")
    except (RuntimeError, OSError, KeyError, ValueError):
        return Path(os.devnull) / kind
    return path
