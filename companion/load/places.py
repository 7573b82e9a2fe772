"""Locates the folders of games, settings, caches and the user's own files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, NamedTuple


class Places(NamedTuple):
    """Folders in use. Any of them may be missing; features that need a missing or read-only folder are unavailable."""

    bases: tuple[Path, ...]
    """Folders with `rulebook/` and `tables/`: the shipped one, then the user's own."""
    cache: Path
    data: Path
    config: Path = Path(os.devnull)
    """Folder of `config.yaml`."""

    @property
    def caches(self) -> tuple[Path, Path]:
        """Folders with decoded records and search indexes: the one in the package, then the user's cache."""
        return self.bases[0] / "cache", self.cache

    @property
    def own(self) -> Path:
        """The user's own folder, which overlays the shipped one."""
        return self.bases[-1]


def usual_places() -> Places:
    """Return the folders of this installation and this user.

    `COMPANION_OVERLAY`, `COMPANION_CACHE`, `COMPANION_DATA` and `COMPANION_CONFIG` in the environment replace them.
    """
    data = _folder("data")
    overlay = os.environ.get("COMPANION_OVERLAY")
    own = Path(overlay) if overlay else data / "own"
    return Places((shipped_folder(), own), _folder("cache"), data, _folder("config"))


def shipped_folder() -> Path:
    """Return the folder of the included games: inside the installed package, or beside it in a working copy."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "shipped"
    return inside if inside.is_dir() else package.parent


def _folder(kind: Literal["cache", "config", "data"]) -> Path:
    """Return the user's folder of a kind; a path that does not exist if the user has no home folder."""
    if given := os.environ.get(f"COMPANION_{kind.upper()}"):
        return Path(given)
    from platformdirs import PlatformDirs

    try:
        path: Path = getattr(PlatformDirs("companion", appauthor=False), f"user_{kind}_path")
        return path
    except (RuntimeError, OSError, KeyError, ValueError):
        return Path(os.devnull) / kind
