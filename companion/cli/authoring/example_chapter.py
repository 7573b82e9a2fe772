"""The chapter with an example rule that `new-game --small` writes, as long as nobody edited it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.cli.authoring.additions import Additions
from companion.cli.new_game import example_chapter
from companion.model import GameModule


def unedited_example(additions: Additions) -> Path | None:
    """Return the path of the example chapter if it is still as `new-game` wrote it and nothing cites its rule."""
    name, text = example_chapter(additions.slug)
    path = additions.folder / name
    if not path.is_file() or path.read_bytes() != text.encode():
        return None
    module = additions.module
    cites = {cite for entry in module.entries if Path(entry.file).name == path.name for cite in entry.cites}
    cited = {chart.cite for chart in module.charts} | {procedure.cite for procedure in module.procedures}
    return None if cites & cited else path


def without_example(module: GameModule, example: Path | None) -> GameModule:
    """Return a game without the rules of the example chapter, if there is one."""
    if example is None:
        return module
    entries = tuple(entry for entry in module.entries if Path(entry.file).name != example.name)
    return msgspec.structs.replace(module, entries=entries)
