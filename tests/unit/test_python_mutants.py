"""Changes of Python code: which lines they affect, and where a line was before an edit."""

from __future__ import annotations

from pathlib import Path

from tests.proofs.mutate_python import lines_before
from tests.proofs.python_mutants import mutants

SOURCE = '''\
"""Module."""

LIMIT = 3


def first(number: int) -> bool:
    """Compare."""
    if (
        number
        > LIMIT
    ):
        return False
    match number:
        case 1 if number != 0:
            return True
    return bool(
        number
    )
'''


def test_a_change_affects_the_lines_of_its_statement(tmp_path: Path) -> None:
    """Without the statements inside it; that of a constant affects the lines that read it."""
    (tmp_path / "companion").mkdir()
    file = tmp_path / "companion" / "made.py"
    file.write_text(SOURCE)
    found = {
        each.name.partition(": ")[2]: [line for _, line in each.lines] for each in mutants(file, tmp_path)
    }
    assert found == {
        "LIMIT = 3 -> 4": [10],
        "if number > LIMIT: -> if number >= LIMIT:": [8, 9, 10, 11],
        "return False -> return True": [12],
        "match number: -> match number: #2": [13, 14],
        "match number: -> match number: #3": [13, 14],
        "match number: -> match number:": [13, 14],
        "return True -> return True if False else None": [15],
        "return True -> return False": [15],
        "return bool(number) -> return bool(number) if False else None": [16, 17, 18],
    }


def test_a_line_is_found_again_after_an_edit(tmp_path: Path) -> None:
    """A changed line takes the place of the lines that it replaces, a new one that of its neighbours."""
    before, now = tmp_path / "before.py", tmp_path / "now.py"
    before.write_text("a\nb\nc\nd\n")
    now.write_text("a\nnew\nb\nother\nd\n")
    found = list(lines_before(before, now))
    assert found == [(1, 1), (2, 1), (2, 2), (3, 2), (4, 3), (5, 4)]
