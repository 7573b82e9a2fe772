"""Several processes write to the same files: every write that was acknowledged is there, and every id is unique.

`python -m tests.proofs.writes` lets 8 processes make 100 writes each to the notes, the bookmarks, permanent rulings,
the settings and the log of a session.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.load.settings import FILE as SETTINGS
from companion.load.text_yaml import read_yaml
from companion.model.event import Noted
from companion.play.annotations import read_annotations, set_bookmark, write_note
from companion.play.opening import open_session, short_pause
from companion.play.rulings import permanent_rulings
from companion.play.session import Session
from companion.play.store.errors import NotSaved
from companion.play.store.player_file import changing
from companion.play.units_and_notes import add_note
from companion.workspace.settings_file import write_setting
from tests.conftest import ROOT
from tests.small_game import LIBRARY

DAY = "2026-01-01"


class Store(NamedTuple):
    """A place that several processes write to."""

    write: Callable[[Path, int, int], str]
    """Makes a write, given folder, writer and number; returns its acknowledgement: an id and the text."""
    written: Callable[[Path, int, int], list[str]]
    """Reads all writes back, worded as `write` returns them; given folder, writers, and writes of each."""


def _write_note(folder: Path, writer: int, number: int) -> str:
    made = write_note(folder, f"lob:{writer}.{number}", f"note {number} of {writer}", DAY)
    return f"{made.about} {made.note}"


def _notes(folder: Path, writers: int, writes: int) -> list[str]:
    return [f"{each.about} {each.note}" for each in read_annotations(folder)]


def _set_bookmark(folder: Path, writer: int, number: int) -> str:
    return set_bookmark(folder, f"lob:{writer}.{number}", True, DAY).about


def _bookmarks(folder: Path, writers: int, writes: int) -> list[str]:
    return [each.about for each in read_annotations(folder) if each.bookmark]


def _add_ruling(folder: Path, writer: int, number: int) -> str:
    with changing(folder) as file:
        name = next(file.ruling_ids())
        file.add_ruling(name, "lob:3.5", f"ruling {number} of {writer}", DAY)
    return f"{name} ruling {number} of {writer}"


def _rulings(folder: Path, writers: int, writes: int) -> list[str]:
    return [f"{each.id} {each.text}" for each in permanent_rulings(folder)]


def _write_setting(folder: Path, writer: int, number: int) -> str:
    write_setting(folder, f"writer-{writer}", str(number))
    found = _settings(folder)[f"writer-{writer}"]
    assert found == str(number), f"setting {number} of {writer} became {found}"
    return f"{number} of {writer}"


def _settings(folder: Path) -> dict[str, str]:
    settings: dict[str, str] = read_yaml((folder / SETTINGS).read_text()).value
    return settings


def _settings_written(folder: Path, writers: int, writes: int) -> list[str]:
    """Only the last value of each writer is there; the writers have seen the others."""
    last = {f"writer-{writer}": str(writes - 1) for writer in range(writers)}
    assert _settings(folder) == last
    return [f"{number} of {writer}" for writer in range(writers) for number in range(writes)]


def _add_line(folder: Path, writer: int, number: int) -> str:
    with closing(_session(folder)) as session:
        line = add_note(session, f"note {number} of {writer}")
    return f"{line.id} note {number} of {writer}"


def _session(folder: Path) -> Session:
    """The session, opened for writing as soon as no other process writes it."""
    while True:
        session = open_session(folder, LIBRARY, "Evening", pause=short_pause)
        if not session.store.read_only:
            session.open_game("small")
            return session
        session.close()
        time.sleep(0.001)


def _lines(folder: Path, writers: int, writes: int) -> list[str]:
    with closing(_session(folder)) as session:
        assert not session.store.warning, session.store.warning
        return [f"{each.id} {each.event.text}" for each in session.log if isinstance(each.event, Noted)]


STORES = {
    "notes": Store(_write_note, _notes),
    "bookmarks": Store(_set_bookmark, _bookmarks),
    "rulings": Store(_add_ruling, _rulings),
    "settings": Store(_write_setting, _settings_written),
    "log": Store(_add_line, _lines),
}


def write_at_once(kind: str, folder: Path, writers: int, writes: int) -> int:
    """Let processes write to a store at the same time; return the number of writes. Raises AssertionError."""
    command = [
        sys.executable,
        "-m",
        "tests.proofs.writes",
        "--store",
        kind,
        "--folder",
        str(folder),
        "--writes",
        str(writes),
    ]
    running = [
        subprocess.Popen([*command, "--writer", str(writer)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for writer in range(writers)
    ]
    acknowledged = [line for each in running for line in each.communicate()[0].splitlines()]
    assert [each.returncode for each in running] == [0] * writers
    assert len(acknowledged) == writers * writes
    written = STORES[kind].written(folder, writers, writes)
    assert sorted(written) == sorted(acknowledged), f"{set(acknowledged) ^ set(written)} differ"
    ids = [line.split()[0] for line in written]
    assert kind == "settings" or len(set(ids)) == len(ids), "an id was given twice"
    return len(acknowledged)


def _write(options: argparse.Namespace) -> int:
    """Be one of the writers: a write that is refused because the others take too long is tried again."""
    for number in range(options.writes):
        while True:
            try:
                print(STORES[options.store].write(options.folder, options.writer, number), flush=True)
                break
            except NotSaved as error:
                print(f"write {number} of {options.writer} was refused: {error}", file=sys.stderr)
                if "locked" not in str(error):
                    return 1
    return 0


def main() -> int:
    """Write to every store; return 1 at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--writes", type=int, default=100)
    parser.add_argument("--store", choices=STORES, help="only this one")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--writer", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.writer is not None:
        return _write(options)
    for kind in [options.store] if options.store else STORES:
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                count = write_at_once(kind, Path(folder), options.writers, options.writes)
            except AssertionError as error:
                print(f"{kind}: fails: {error}")
                return 1
        print(
            f"{kind}: {count} writes by {options.writers} processes, none lost; {time.monotonic() - started:.0f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
