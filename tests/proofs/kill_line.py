"""Kill a process that runs one command after the other: every change that a command printed must have been kept.

One process runs all commands instead of starting again for each, so that more of its time goes into writing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from companion.cli import main
from companion.load.places import usual_places
from companion.workspace.settings_file import write_setting
from tests.proofs.kept import Change, Kept, assert_kept, changes, read_kept
from tests.proofs.killed import play_and_kill
from tests.proofs.own_folders import variables

KINDS = ("note", "bookmark", "ruling", "dropped", "theme", "line")


def kill_line(folder: Path, seed: int) -> int:
    """Run commands, kill, and read what is on disk; return the number of changes printed. Raises AssertionError."""
    shown = play_and_kill(_play, folder, seed, 0.5, variables(folder))
    assert not [line for line in shown if "error" in json.loads(line)], shown
    assert_kept(changes(seed, KINDS), len(shown), read_kept(folder / "data", folder / "config"))
    return len(shown)


def _play(folder: Path, seed: int) -> None:
    """Run commands without end."""
    for change, before in changes(seed, KINDS):
        _make(change, before)


def _make(change: Change, before: Kept) -> None:
    """Make a change and print a line of JSON."""
    about, text = change.about, change.text
    match change.kind:
        case "theme":  # no command changes a setting
            write_setting(usual_places().config, "theme", text)
            print("{}")
        case "note":
            main(["bookmarks", "note", about, text, "--json"])
        case "bookmark":
            main(["bookmarks", "drop" if about in before.bookmarks else "set", about, "--json"])
        case "ruling":
            main(["ruling", "add", about, text, "--permanent", "--json"])
        case "dropped":
            main(["ruling", "drop", about, "--json"])
        case _:
            main(["log", "note", text, "--json"])
    sys.stdout.flush()
