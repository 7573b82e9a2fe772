"""`companion keys`: every key of the app by its name, and what is wrong with the player's own."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, json_option
from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.ui.keymap import Bound, ChangedKeys


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "keys",
        "list the keys of the app by name, and what is wrong in your settings",
        "keys",
        "keys --json",
    )
    json_option(found)


def run(options: argparse.Namespace) -> int:
    """Print a line a key; 1 if something in the settings is wrong."""
    from companion.load.places import usual_places
    from companion.load.settings import read_settings
    from companion.render.text import shown, wrapped
    from companion.ui.key_names import written
    from companion.ui.keymap import bound, changed_keys

    settings = read_settings(usual_places().config)
    changed = changed_keys(settings)
    listed = bound()
    if options.json:
        put_json(_told(listed, changed))
        return 1 if changed.faults else 0
    wide = max(len(each.id) for each in listed) + 4 if width() >= 60 else 0
    for each in listed:
        own_key = each.id in changed.keymap
        keys = changed.keymap[each.id].split(",") if own_key else each.keys
        lead = f"{'* ' if own_key else '  '}{each.id}"
        told = f"{', '.join(map(written, keys)):<10}  {each.says}"
        put(wrapped(told, width(), f"{lead:<{wide}}", " " * 6))
    if changed.keymap:
        put(["", "* changed in your settings"])
    put(
        [
            "",
            *wrapped(f"To change a key, write it under `keys:` in {settings.file}:", width()),
            *("  keys:", "    find.kind: f8"),
        ]
    )
    put(shown(str(each)) for each in changed.faults)
    return 1 if changed.faults else 0


def _told(listed: list[Bound], changed: ChangedKeys) -> dict[str, Any]:
    """The keys and the faults for JSON."""
    keys = [
        {
            "id": each.id,
            "keys": changed.keymap[each.id].split(",") if each.id in changed.keymap else each.keys,
            "usual": each.keys,
            "does": each.says,
            "screen": each.screen,
        }
        for each in listed
    ]
    faults = [{"file": each.file, "line": each.line, "says": str(each)} for each in changed.faults]
    return {"keys": keys, "faults": faults}
