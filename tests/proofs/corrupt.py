"""Damage session files at random: every event that can still be read must go on, and the rest must be named.

`python -m tests.proofs.corrupt --cases 2000 --seed 1` flips bits, overwrites bytes and blocks, cuts files off, and
spoils single events.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from companion.model.event import Noted
from companion.play.store.session_file import SessionFile

KINDS = ("bit", "byte", "block", "cut", "event")
SPOILT = (b"\xff\xfe{", b'{"kind":"from the future"}', b"", b'{"kind":"noted"')
"""Contents of a single event that cannot be read."""
LENGTHS = (3, 40, 300, 900, 5000)
"""Characters of the notes; the longest need overflow pages."""
SHORTEST = 60
"""Fewest bytes of an event in the file."""


def evening(folder: Path, rnd: random.Random) -> dict[int, str]:
    """Write a session of about 80 notes; return them by number."""
    store = SessionFile(folder, "Evening")
    for place in range(60):
        notes = [Noted(f"{place} " + "x" * rnd.choice(LENGTHS)) for _ in range(rnd.choice((1, 1, 2)))]
        store.add("small", list(notes), "2026-01-01T10:00:00")
    events = texts(store)
    store.close()
    return events


def texts(store: SessionFile) -> dict[int, str]:
    """The notes that can be read, by number."""
    return {line.id: line.event.text for line in store.read() if isinstance(line.event, Noted)}


def damage(path: Path, kind: str, rnd: random.Random, events: int) -> int:
    """Damage a file; return how many events the damage can have reached."""
    raw = bytearray(path.read_bytes())
    at = rnd.randrange(len(raw))
    if kind == "bit":
        raw[at] ^= 1 << rnd.randrange(8)
    elif kind == "byte":
        raw[at] ^= rnd.randrange(1, 256)
    elif kind == "block":
        raw[at : at + 512] = rnd.randbytes(len(raw[at : at + 512]))
    elif kind == "cut":
        raw = raw[:at]
    path.write_bytes(bytes(raw))
    if kind == "event":
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            changed = (rnd.choice(SPOILT), rnd.randint(1, events))
            file.execute("UPDATE event SET data = CAST(? AS TEXT) WHERE id = ?", changed)
    # A byte belongs to one event at most, or to a page that only orders others.
    return {"cut": events, "block": 512 // SHORTEST}.get(kind, 1)


def faults_of(kind: str, rnd: random.Random, whole: Path, before: dict[int, str], folder: Path) -> list[str]:
    """Damage a copy of a whole session in `folder` and open it; return what is wrong with the result."""
    path = Path(shutil.copy(whole, folder))
    reach = damage(path, kind, rnd, len(before))
    store = SessionFile(folder, "Evening")
    after, warning = texts(store), store.warning
    store.add("small", [Noted("we play on")], "2026-01-01T11:00:00")
    store.close()
    missing = before.keys() - after.keys()
    faults = [f"{len(missing)} events lost, {reach} at most could be"] if len(missing) > reach else []
    if after.keys() - before.keys():
        faults.append("an event that never was")
    if missing and not (warning and list(folder.glob("*.bad"))):
        faults.append("events lost without a warning and a copy")
    again = SessionFile(folder, "Evening")
    if list(texts(again).values()) != [*after.values(), "we play on"]:
        faults.append("not the same when opened again")
    again.close()
    return faults


def damaged_sessions(folder: Path, seed: int, cases: int) -> tuple[Counter[str], list[str]]:
    """Damage many copies of one session; return how many of each kind, and the faults with their seeds."""
    before = evening(folder, random.Random(seed))
    tried: Counter[str] = Counter()
    faults: list[str] = []
    for case in range(seed, seed + cases):
        rnd = random.Random(case)
        kind = rnd.choice(KINDS)
        tried[kind] += 1
        copy = folder / str(case)
        copy.mkdir()
        found = faults_of(kind, rnd, folder / "Evening.session", before, copy)
        faults += [f"seed {case}, {kind}: {fault}" for fault in found]
        shutil.rmtree(copy)
    return tried, faults


def main() -> int:
    """Damage many sessions and print what was wrong; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        tried, faults = damaged_sessions(Path(made), options.seed, options.cases)
    for fault in faults:
        print(fault)
    print(f"{dict(tried)}: {len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
