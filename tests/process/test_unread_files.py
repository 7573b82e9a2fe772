"""`companion check` names the files of a game that are not read, and what helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.conftest import Say

FILES = {
    "tables/ford/charts/fire.csv": "tables/ford/charts/fire.csv --game ford makes a chart from this file",
    "tables/ford/charts/fire.ods": "save it as .xlsx or .csv",
    "tables/ford/procedures/fire.yaml.txt": "rename it to fire.yaml",
    "tables/ford/charts/FIRE.YAML": "rename it to FIRE.yaml",
    "tables/ford/rules.md": "rules.md belongs in rulebook/ford",
    "tables/ford/map.png": "tables are .yaml files",
    "rulebook/ford/02-fire.txt": "named 02-fire.md",
    "rulebook/ford/game.yaml": "game.yaml belongs in tables/ford",
}


@pytest.fixture
def mine(tmp_path: Path, say: Say) -> Path:
    """A folder with the skeleton of `ford`."""
    folder = tmp_path / "mine"
    assert say("new-game", "ford", "--folder", str(folder)).status == 0
    return folder


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_read(name: str, mine: Path, say: Say) -> None:
    """The notice comes before the count and changes neither count nor status; in JSON it goes to standard error."""
    (mine / name).write_text("x")
    answer = say("check", str(mine))
    notice, count = answer.out.splitlines()
    assert notice.startswith(f"{mine / name}: not read; ")
    assert FILES[name] in notice
    assert (answer.status, count) == (0, "0 faults in 1 game.")
    document = say("check", str(mine), "--json")
    assert document.json == []
    assert FILES[name] in document.err


@pytest.mark.parametrize(
    "name",
    ["tables/ford/charts/~$fire.xlsx", "rulebook/ford/.old/a.txt", "rulebook/ford/01-rules.md~", "rulebook/a.txt"],
)  # fmt: skip
def test_files_that_nobody_expects_to_be_read(name: str, mine: Path, say: Say) -> None:
    """Hidden files, copies of editors and files outside the folders of games are not mentioned."""
    (mine / name).parent.mkdir(exist_ok=True)
    (mine / name).write_text("x")
    assert say("check", str(mine)).out == "0 faults in 1 game.\n"
