"""The version of the data format that a game is written in: `format:` in its game.yaml."""

from __future__ import annotations

from typing import Any

from companion.load.faults import Faults
from companion.model.game import FORMAT


def is_newer(head: Any, faults: Faults) -> bool:
    """Return whether the content of a game.yaml needs a later version of the companion, and note that as a fault."""
    written = head.get("format") if isinstance(head, dict) else None
    if not isinstance(written, str) or not written.strip().isdecimal() or int(written[:9]) <= FORMAT:
        return False
    says = f"this game is written in format {written.strip()[:9]}; this version reads up to format {FORMAT}"
    faults.add(("format",), says, "use a newer version of the companion")
    return True
