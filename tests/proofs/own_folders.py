"""The folders of a companion that is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def variables(folder: Path) -> dict[str, str]:
    """Return the variables that give a companion its own folders in `folder`; the cache is that of this process."""
    own = {f"COMPANION_{name.upper()}": str(folder / name) for name in ("data", "config", "overlay")}
    return {"PYTHONPATH": str(ROOT), **own}


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of this process with these variables."""
    return {**os.environ, **variables(folder)}


def fill_cache(folder: Path) -> None:
    """Make `folder` the cache of this process and of those that it starts, with all games in it."""
    os.environ["COMPANION_CACHE"] = str(folder)
    command = [sys.executable, "-m", "companion", "find", "fire"]
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment(folder / "filling")
    )
