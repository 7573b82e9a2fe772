"""Kill a process that runs one command after the other: every change that a command printed must have been kept.

The process runs the commands without starting anew for each, so that more of its time is spent in writing.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from companion.cli import main
from companion.load.places import usual_places
from companion.workspace.settings_file import write_setting
from tests.conftest import ROOT
from tests.proofs.kept import Change, Kept, assert_kept, changes, read_kept
from tests.proofs.own_folders import environment

KINDS = ("note", "bookmark", "ruling", "dropped", "theme", "line")


def kill_line(folder: Path, seed: int) -> int:
    """Run commands, kill, and read what is on disk; return the number of changes printed. Raises AssertionError."""
    chance = random.Random(seed)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.proofs.kill_line", str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(folder),
    ) as player:
        assert player.stdout is not None
        first = player.stdout.readline()
        time.sleep(chance.random() * 0.5)
        player.kill()
        rest = player.stdout.read()
    shown = [line for line in f"{first}{rest}".splitlines(keepends=True) if line.endswith("\n")]
    assert shown, "no command printed anything"
    assert not [line for line in shown if "error" in json.loads(line)], shown
    assert_kept(changes(seed, KINDS), len(shown), read_kept(folder / "data", folder / "config"))
    return len(shown)


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
            main(["ruling", "add", about, text, "--for-good", "--json"])
        case "dropped":
            main(["ruling", "drop", about, "--json"])
        case _:
            main(["log", "note", text, "--json"])
    sys.stdout.flush()


if __name__ == "__main__":
    for planned in changes(int(sys.argv[1]), KINDS):
        _make(*planned)
