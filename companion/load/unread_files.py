"""Finds files in game folders that the companion does not read, with advice for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.load.files import shown_path
from companion.load.places import Places

_SHEETS = {".csv", ".tsv", ".xlsx"}
"""Endings of files that new-chart reads."""
_OTHER_SHEETS = {".xls", ".xlsm", ".ods", ".numbers"}
_TABLES = {".yaml", ".yml"}
_DRAFTS = ("~", ".bak", ".orig", ".swp", ".tmp")
"""Endings of backup and temporary files of editors."""


class UnreadFile(NamedTuple):
    """A file in the folder of a game that is not read."""

    file: Path
    help: str
    """Advice for a player who expected it to be read."""


def unread_files(places: Places) -> Iterator[UnreadFile]:
    """Yield the files of all games that are not read, without hidden files and backup files of editors."""
    for base in places.bases:
        for kind in ("rulebook", "tables"):
            for path in _files(base / kind):
                if help_text := _help(path, path.relative_to(base).parts, kind):
                    yield UnreadFile(path, help_text)


def _files(folder: Path) -> list[Path]:
    """Return the files in the folders of games below `folder`, sorted."""
    try:
        files = [path for path in folder.rglob("[!.]*") if path.is_file() and path.parent != folder]
    except OSError:
        return []
    return sorted(
        path
        for path in files
        if not path.name.startswith(("~", "#"))
        and not path.name.endswith(_DRAFTS)
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _help(path: Path, parts: tuple[str, ...], kind: str) -> str:
    """Return advice for a file; empty if it is read or reported as a fault."""
    wanted, others = ({".md"}, _TABLES) if kind == "rulebook" else (_TABLES, {".md"})
    ending = path.suffix
    if ending in wanted:
        return ""
    if ending.lower() in wanted:
        return f"rename it to {path.with_suffix(ending.lower()).name}"
    if Path(path.stem).suffix.lower() in wanted:
        return f"rename it to {path.stem}"
    slug = parts[1]
    if ending.lower() in others:
        place = f"tables/{slug}" if kind == "rulebook" else f"rulebook/{slug}"
        return f"{path.name} belongs in {place}"
    if ending.lower() in _SHEETS:
        return f"companion new-chart {shown_path(path)} --game {slug} makes a chart from this file"
    if ending.lower() in _OTHER_SHEETS:
        return f"save it as .xlsx or .csv; then companion new-chart FILE --game {slug} makes a chart from it"
    if kind == "rulebook":
        return (
            f"rules are Markdown files: save it as plain text named {path.stem}.md (see companion new-game)"
        )
    return "tables are .yaml files; companion schema lists them"
