"""Hints for unknown names: the closest known name, or a list of the known names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_MOST_LISTED = 40


def suggest(wanted: str, known: Iterable[str]) -> str:
    """Return `did you mean light?` for a close name, else `known: contrast, dark, light` if the list is short."""
    names = sorted(known)
    return _close(wanted, names) or (_listed(names) if 0 < len(names) <= _MOST_LISTED else "")


def suggest_in_order(wanted: str, known: Iterable[str], heading: str = "known") -> str:
    """Return `did you mean light?` for a close name, else all known names in the given order after `heading`."""
    names = list(known)
    return _close(wanted, names) or _listed(names, heading)


def suggest_id(wanted: str, ids: Iterable[str], game: str) -> str:
    """Return a hint for an unknown chart or calculator of a game; `ids` include the game."""
    known = list(ids)
    bare = wanted.removeprefix(f"{game}:")
    if bare != wanted and wanted in known:
        return f"write {bare}, without the game prefix"
    return suggest(bare, (name.partition(":")[2] for name in known))


def nearest(wanted: str, known: Iterable[str]) -> str:
    """Return `nearest: a, b` with up to two close names; empty if no name is close."""
    close = get_close_matches(wanted, known, 2)
    return f"nearest: {', '.join(close)}" if close else ""


def _close(wanted: str, names: list[str]) -> str:
    close = get_close_matches(wanted, names, 1)
    return f"did you mean {close[0]}?" if close else ""


def _listed(names: list[str], heading: str = "known") -> str:
    return f"{heading}: {', '.join(names)}"
