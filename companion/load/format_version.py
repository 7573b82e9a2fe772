"""Versions of the form in which games are written; `format:` in game.yaml says which one a folder is in."""

from __future__ import annotations

from typing import Any

from companion.load.records import Faults
from companion.model.game import FORMAT


def is_newer(head: Any, faults: Faults) -> bool:
    """Whether a folder, by what its game.yaml holds, is in a form that only a later version reads; that is noted."""
    said = head.get("format") if isinstance(head, dict) else None
    if not isinstance(said, str) or not said.strip().isdecimal() or int(said[:9]) <= FORMAT:
        return False
    says = f"this game is written in format {said.strip()[:9]}; this version reads up to format {FORMAT}"
    faults.add(("format",), says, "use a newer version of the companion")
    return True
