"""`companion coverage`: the shipped games contain everything in their sources, and all of it is proved."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import ROOT
from tests.process.test_cli import companion, refused


def test_line_of_battle_is_complete() -> None:
    """Every section, box, cell, modifier and note is included and proved."""
    run = companion("coverage", "--game", "lob", "--json")
    items = json.loads(run.stdout)["items"]
    assert [item for item in items if not item["carried"] or not item["proof"]] == []
    assert {item["kind"] for item in items} == {"section", "box", "cell", "modifier", "note"}
    assert run.returncode == 0


def test_without_proofs_nothing_is_called_proved(tmp_path: Path) -> None:
    """Outside a checkout cells and modifiers are listed as unproved."""
    run = companion("coverage", "--game", "lob", "--tests", str(tmp_path), "--json")
    items = json.loads(run.stdout)["items"]
    cells = [item for item in items if item["kind"] == "cell"]
    assert cells
    assert not any(item["proof"] for item in cells)
    assert run.returncode == 1


def test_missing_cases_are_reported(tmp_path: Path) -> None:
    """The message names the folder and the option --tests."""
    run = companion("coverage", "--game", "lob", "--tests", str(tmp_path))
    folder = tmp_path / "cases"
    warning = (
        f"No cases found: no lob-*.jsonl in {folder}. Give the folder that contains cases/ with --tests DIR."
    )
    assert run.stdout.splitlines()[-1] == warning
    folder.mkdir()
    lines = ({"procedure": "lob:command-roll", "rolls": 7}, {"q": "closing roll", "accept": 4})
    (folder / "lob-own.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    run = companion("coverage", "--game", "lob", "--tests", str(tmp_path))
    assert (run.returncode, run.stderr, "No cases were read" in run.stdout) == (1, "", False)


def test_the_examples_of_own_games_are_read(tmp_path: Path) -> None:
    """They are where new-calculator writes them; --tests names another folder."""
    own = tmp_path / "own" / "tests" / "cases"
    own.mkdir(parents=True)
    (own / "pub-mine.jsonl").write_text('{"q": "x"}\n')
    given = {"COMPANION_OVERLAY": str(tmp_path / "own")}
    run = companion("coverage", "--game", "pub", "--json", folder=tmp_path, **given)
    assert json.loads(run.stdout)["cases"] == 1
    run = companion("coverage", "--game", "pub", "--json", "--tests", str(tmp_path), folder=tmp_path, **given)
    assert json.loads(run.stdout)["cases"] == 0


def test_every_section_of_the_clarifications_is_found() -> None:
    """`companion show` finds every number in the inventory."""
    text = (ROOT / "tables" / "lob" / "sources.yaml").read_text()
    assert '"10.10b"' in text or "10.10b" in text
    for number in ("1.0", "3.5c", "5.4g", "6.5c", "8.5d", "10.10b", "12.3c"):
        run = companion("show", f"lob:{number}")
        assert (run.returncode, number in run.stdout) == (0, True)


def test_an_unreadable_list_of_second_transcriptions_is_refused(tmp_path: Path) -> None:
    """The message names the file."""
    (tmp_path / "keyed" / "lob").mkdir(parents=True)
    (tmp_path / "keyed" / "lob" / "names.json").write_text("{")
    refused(companion("coverage", "--game", "lob", "--tests", str(tmp_path)), 2, "names.json cannot be read")
