"""Where data, player's files and caches lie."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class Places(NamedTuple):
    """Folders in use. Every one may be missing; a folder that cannot be written is done without."""

    bases: tuple[Path, ...]
    """Folders that hold `rulebook/` and `tables/`, the shipped one first, then the player's own."""
    cache: Path
    data: Path

    @property
    def caches(self) -> tuple[Path, Path]:
        """Folders with decoded records and search indexes: what comes with the package, then the player's cache."""
        return self.bases[0] / "cache", self.cache

    @property
    def own(self) -> Path:
        """The player's own folder, overlaying the shipped one."""
        return self.bases[-1]


def usual_places() -> Places:
    """The folders of this installation and this user.

    `COMPANION_OVERLAY`, `COMPANION_CACHE` and `COMPANION_DATA` name others.
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / "shipped"
    base = inside if inside.is_dir() else package.parent
    data = _folder("COMPANION_DATA", "data")
    own = os.environ.get("COMPANION_OVERLAY")
    return Places((base, Path(own) if own else data / "own"), _folder("COMPANION_CACHE", "cache"), data)


def _folder(variable: str, kind: str) -> Path:
    """A folder of the user; one that cannot exist where the machine gives the user no home."""
    given = os.environ.get(variable)
    if given:
        return Path(given)
    from platformdirs import user_cache_path, user_data_path

    try:
        return user_cache_path("companion") if kind == "cache" else user_data_path("companion")
    except (RuntimeError, OSError, KeyError):
        return Path(os.devnull) / kind
