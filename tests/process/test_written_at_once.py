"""Several processes that write the player's files at the same time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.play.annotations import read_annotations
from companion.play.rulings import lasting_rulings

WRITERS, WRITES = 4, 15

NOTES = """
import sys
from pathlib import Path
from companion.play.annotations import write_note
for number in range(int(sys.argv[3])):
    write_note(Path(sys.argv[1]), f"lob:{sys.argv[2]}.{number}", "noted", "2026-01-01")
"""
RULINGS = """
import sys
from pathlib import Path
from companion.model.recorded import TableRuling
from companion.play.rulings import changed_lasting
for number in range(int(sys.argv[3])):
    with changed_lasting(Path(sys.argv[1])) as rulings:
        rulings.append(TableRuling(f"house-{len(rulings) + 1}", "lob:3.5", "as ruled"))
"""


def write_at_once(program: str, folder: Path) -> None:
    """Run a program in several processes at once."""
    commands = [
        [sys.executable, "-c", program, str(folder), str(writer), str(WRITES)] for writer in range(WRITERS)
    ]
    running = [subprocess.Popen(command) for command in commands]
    assert [each.wait() for each in running] == [0] * WRITERS


def test_no_note_is_lost(tmp_path: Path) -> None:
    """Each process reads the notes of the others before it writes."""
    write_at_once(NOTES, tmp_path)
    assert len(read_annotations(tmp_path)) == WRITERS * WRITES


def test_no_ruling_is_lost_and_no_id_given_twice(tmp_path: Path) -> None:
    """The id is chosen while no other process writes."""
    write_at_once(RULINGS, tmp_path)
    rulings = lasting_rulings(tmp_path)
    assert len({each.id for each in rulings}) == len(rulings) == WRITERS * WRITES
