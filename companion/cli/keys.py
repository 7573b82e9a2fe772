"""`companion keys`: lists the keys of the app by name, and faults in the player's own keys."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.output import print_result, width
from companion.load.places import usual_places
from companion.load.settings import read_settings
from companion.render.text import wrapped

if TYPE_CHECKING:
    from companion.ui.keymap import Bound, ChangedKeys


def run(options: argparse.Namespace) -> int:
    """Print a line for each key; return 1 if the settings have faults."""
    from companion.ui.keymap import bound, changed_keys  # imports Textual, which no other command needs

    settings = read_settings(usual_places().config)
    changed, keys = changed_keys(settings), bound()
    example = f"To change a key, add it under `keys:` in {settings.file}:"
    lines = [*_lines(keys, changed), "", *wrapped(example, width()), "  keys:", "    find.kind: F8"]
    print_result(options, _document(keys, changed), [*lines, *map(str, changed.faults)])
    return 1 if changed.faults else 0


def _keys_of(key: Bound, changed: ChangedKeys) -> list[str] | tuple[str, ...]:
    """Return the keys of a command: the player's own, or else the defaults."""
    return changed.keymap[key.id].split(",") if key.id in changed.keymap else key.keys


def _lines(keys: list[Bound], changed: ChangedKeys) -> list[str]:
    from companion.ui.key_names import written

    wide = max(len(key.id) for key in keys) + 4 if width() >= 60 else 0
    lines = []
    for key in keys:
        head = f"{'* ' if key.id in changed.keymap else '  '}{key.id}"
        text = f"{', '.join(map(written, _keys_of(key, changed))):<10}  {key.says}"
        lines += wrapped(text, width(), f"{head:<{wide}}", " " * 6)
    return [*lines, "", "* changed in your settings"] if changed.keymap else lines


def _document(keys: list[Bound], changed: ChangedKeys) -> dict[str, Any]:
    listed = [
        {
            "id": key.id,
            "keys": _keys_of(key, changed),
            "usual": key.keys,
            "does": key.says,
            "screen": key.screen,
        }
        for key in keys
    ]
    faults = [{"file": fault.file, "line": fault.line, "says": str(fault)} for fault in changed.faults]
    return {"keys": listed, "faults": faults}
