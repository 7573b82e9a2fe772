"""Everything the sources hold is carried and proved."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import ROOT
from tests.process.test_cli import companion


def test_line_of_battle_is_whole() -> None:
    """Sections, boxes, cells, modifiers, notes: all carried, all proved."""
    run = companion("coverage", "--game", "lob", "--json")
    items = json.loads(run.stdout)["items"]
    assert [item for item in items if not item["carried"] or not item["proof"]] == []
    assert {item["kind"] for item in items} == {"section", "box", "cell", "modifier", "note"}
    assert run.returncode == 0


def test_without_proofs_nothing_is_called_proved(tmp_path: Path) -> None:
    """Elsewhere than in a checkout cells and modifiers say that they are unproved."""
    run = companion("coverage", "--game", "lob", "--tests", str(tmp_path), "--json")
    items = json.loads(run.stdout)["items"]
    cells = [item for item in items if item["kind"] == "cell"]
    assert cells
    assert not any(item["proof"] for item in cells)
    assert run.returncode == 1


def test_every_section_of_the_clarifications_answers() -> None:
    """`companion show` has every number of the inventory."""
    text = (ROOT / "tables" / "lob" / "sources.yaml").read_text()
    assert '"10.10b"' in text or "10.10b" in text
    for number in ("1.0", "3.5c", "5.4g", "6.5c", "8.5d", "10.10b", "12.3c"):
        run = companion("show", f"lob:{number}")
        assert (run.returncode, number in run.stdout) == (0, True)
