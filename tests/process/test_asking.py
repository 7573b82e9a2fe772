"""`companion calc` asking its questions line by line in a terminal, and `calc --proof`."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from tests.conftest import ROOT
from tests.process.test_cli import companion

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def asked(arguments: list[str], answers: list[str]) -> tuple[int, str]:
    """Exit status and everything shown in the terminal, when `answers` are typed line by line."""
    main, side = os.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments],
        stdin=side,
        stdout=side,
        stderr=side,
        cwd=ROOT,
        env=environment,
    )
    os.close(side)
    overdue = threading.Timer(300, process.kill)
    overdue.start()
    os.write(main, "".join(f"{answer}\n" for answer in answers).encode())
    output = b""
    while True:
        try:
            part = os.read(main, 4096)
        except OSError:
            break
        if not part:
            break
        output += part
    os.close(main)
    overdue.cancel()
    return process.wait(timeout=300), output.decode().replace("\r\n", "\n")


def test_one_plain_question_a_line() -> None:
    """Rating and leader need an answer, yes/no questions take Enter, and the odds precede the die."""
    status, output = asked(
        ["calc", "lob:closing-roll"], ["G", "C", "9", "2", "", "", "", "y", "", "", "", "7", "4"]
    )
    assert status == 0, output
    assert "rating: 'G' is not one of A, B, C, D, E, F" in output
    assert "leader_morale: 9 is out of range; allowed: 0 to 4" in output
    assert "Odds before the roll: does not close 50% (1/2); closes 50% (1/2)." in output
    assert "7 is out of range" in output
    assert "=> The stack closes" in output


def test_given_answers_are_not_asked() -> None:
    """Answers given on the command line are not asked again; Enter cannot skip a required one."""
    status, output = asked(
        ["calc", "lob:order-delivery", "sender=army", "hexes=5", "blocked=no", "reserve=no"], ["", "normal"]
    )
    assert status == 0, output
    assert "An answer is required: one of 1 On Fire, 2 Normal" in output
    assert "Sender of the order [" not in output
    assert "=> Turns until it arrives: 3" in output


def test_choices_by_number_or_beginning() -> None:
    """A number of the list and a beginning are enough; one that fits several is asked again; ? explains."""
    command = ["calc", "lob:order-delivery", "hexes=5", "blocked=no", "reserve=no"]
    status, output = asked(command, ["?", "1", "n", "nor"])
    assert status == 0, output
    assert "Type a choice, its number, or enough of its beginning to tell it from the others." in " ".join(
        output.split()
    )
    assert "'n' may mean normal or not_so_sure; type more letters" in output
    assert "=> Turns until it arrives: 3" in output
    assert companion(*command, "sender=a", "awareness=2").stdout.count("=> Turns until it arrives: 3") == 1
    refused = companion(*command, "sender=1", "awareness=no")
    assert refused.returncode == 2
    assert "'no' may mean normal or not_so_sure" in refused.stderr


def test_rows_are_asked_field_by_field() -> None:
    """Each firing unit is asked field by field, then whether there is another."""
    unit = ["4", "R", "yes", "no"]
    answers = ["small_arms", "1", *unit, *[""] * 6, "yes", *unit, "", "8"]
    status, output = asked(["calc", "lob:fire"], answers)
    assert status == 0, output
    assert "Firing unit 1: SPs (rule 5.6): 1 or more?" in output
    assert "Add another: Firing unit? yes or no (Enter: no)" in output
    assert "Firing SPs: 4" in output
    assert "=> Result: 1 loss" in output


def test_missing_input_is_refused_in_one_line() -> None:
    """Input that ends before the last question is refused with status 2."""
    status, output = asked(["calc", "lob:closing-roll"], ["C", "\x04"])
    assert status == 2, output
    assert "input ended before all questions were answered" in output


def test_proof_marks_row_column_and_cell() -> None:
    """The chart is drawn with the row marked >, the column v, and the cell in brackets."""
    run = companion("calc", "lob:closing-roll", "rating=C", "leader_morale=0", "--roll", "4", "--proof")
    lines = [" ".join(line.split()) for line in run.stdout.splitlines()]
    assert "> C [4+]" in lines
    assert "B 3+" in lines
    assert any(line.startswith("Closing Roll Table (3.5), Charts & Tables v2.0") for line in lines)
