"""Puts the decoded library and the search index into the wheel, so that the first start need not make them."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ReadyMade(BuildHookInterface):  # type: ignore[type-arg]
    """Reads the shipped games with the code that is being packaged."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the cache in a temporary folder; an editable install keeps using the player's cache."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from companion.load.library import load_library
        from companion.load.places import Places
        from companion.search.loading import load_finder

        self.folder = Path(tempfile.mkdtemp())
        nowhere = self.folder / "nowhere"
        places = Places((Path(self.root), nowhere), self.folder / "cache", nowhere)
        faults = load_library(places).faults
        if faults:
            raise ValueError(f"the shipped games have faults: {faults[0]}")
        load_finder(places)
        build_data["force_include"][str(self.folder / "cache")] = "companion/shipped/cache"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        if version != "editable":
            shutil.rmtree(self.folder)
