"""`companion keys`: every key of the app by its name, and what is wrong with the player's own."""

from __future__ import annotations

import argparse
from typing import Any

from companion.cli.screen import put, put_json, width


def add(commands: Any) -> None:
    """Lays out the command."""
    parser = commands.add_parser("keys", help="the keys of the app, and how to change them")
    parser.add_argument("--json", action="store_true", help="JSON out")


def run(options: argparse.Namespace) -> int:
    """Prints a line a key; 1 where something in the player's file is at fault."""
    from companion.load.places import usual_places
    from companion.render.text import shown, wrapped
    from companion.ui.key_names import written
    from companion.ui.keymap import FILE, bound, changed_keys

    own = usual_places().own
    changed = changed_keys(own)
    listed = bound()
    if options.json:
        put_json(
            {
                "keys": [
                    {
                        "id": each.id,
                        "keys": changed.keymap[each.id].split(",")
                        if each.id in changed.keymap
                        else each.keys,
                        "usual": each.keys,
                        "does": each.says,
                        "screen": each.screen,
                    }
                    for each in listed
                ],
                "faults": [
                    {"file": each.file, "line": each.line, "says": str(each)} for each in changed.faults
                ],
            }
        )
        return 1 if changed.faults else 0
    wide = max(len(each.id) for each in listed) + 4 if width() >= 60 else 0
    for each in listed:
        own_key = each.id in changed.keymap
        keys = changed.keymap[each.id].split(",") if own_key else each.keys
        lead = f"{'* ' if own_key else '  '}{each.id}"
        told = f"{', '.join(map(written, keys)):<10}  {each.says}"
        put(wrapped(told, width(), f"{lead:<{wide}}", " " * 6))
    if changed.keymap:
        put(["", "* changed by you"])
    put(
        [
            "",
            *wrapped(f"To change one write its name and a key, as find.kind: f8, into {own / FILE}", width()),
        ]
    )
    put(shown(str(each)) for each in changed.faults)
    return 1 if changed.faults else 0
