"""An author edits a file beside the app: the calculator follows, and faults are shown with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model import Fault
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.faults import FaultsScreen
from companion.ui.widgets.edited_faults import EditedFaults
from companion.workspace.context import AppContext
from tests.ui.helpers import companion, notes, painted, press, row, screen, settled, started, until, words

GAME = {
    "tables/xx/game.yaml": "slug: xx\nname: Own\nedition: a\ncredits: Me.\ndocuments: [{id: r, title: R, "
    "authority: rule}]\n",
    "rulebook/xx/01.md": "---\ntitle: R\ndocument: r\n---\n\n# 1.0 Fire\n\n- Fire.\n",
}
FIRE = """\
id: fire
title: Fire
cite: "1.0"
summary: A die.
inputs:
  - {name: men, label: Men, kind: number, least: 1, most: 9}
  - {name: ground, label: Ground, kind: choice, choices: [{key: open}, {key: wood}]}
steps:
  - {do: work-out, values: {total: men + 1}}
outcome:
  - {name: total, label: Total, show: headline}
"""


class Author:
    """Edits the calculator of a game of their own while the app runs."""

    def __init__(self, places: Places) -> None:
        self.file = places.own / "tables/xx/procedures/fire.yaml"
        for name, text in GAME.items():
            self._write(places.own / name, text)
        self._write(self.file, FIRE)
        AppContext.open(places, "xx").close()

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    async def edit(self, pilot: Pilot[None], old: str, new: str) -> None:
        """Replace text of the calculator as it was at first, and let the app notice."""
        assert old in FIRE
        self.file.write_text(FIRE.replace(old, new))
        await notice(pilot)


async def notice(pilot: Pilot[None]) -> None:
    """Wait until the app has seen the files as they are now."""
    reloading = companion(pilot).reloading
    assert reloading is not None
    before = reloading.files._content
    await until(pilot, lambda: reloading.files._content != before)
    await settled(pilot)
    await until(pilot, lambda: not any(worker.is_running for worker in companion(pilot).workers))
    await settled(pilot)


@pytest.mark.slow
async def test_a_calculator_while_its_file_is_edited(places: Places) -> None:
    """A fault is shown with file and line above the old version; after a correction, fitting answers stay."""
    author = Author(places)
    async with started(places, (80, 24)) as pilot:
        await press(pilot, "f2 enter 4 enter 2")
        assert "TOTAL: 5" in words(pilot.app.screen.query_one("#summary"))
        faults = pilot.app.screen.query_one(EditedFaults)
        assert not faults.display

        await author.edit(pilot, "men + 1", "man + 1")
        assert isinstance(pilot.app.screen, CalculatorScreen)
        told = words(faults)
        assert "tables/xx/procedures/fire.yaml:9" in told
        assert "unknown name man; did you mean men?" in " ".join(told.split())
        assert "TOTAL: 5" in words(pilot.app.screen.query_one("#summary"))

        await author.edit(pilot, "men + 1", "man + 2")
        assert "'man + 2'" in words(faults)

        await author.edit(pilot, "men + 1", "men + 2")
        assert not faults.display
        assert "the new version is in use" in notes(pilot)
        assert "TOTAL: 6" in words(pilot.app.screen.query_one("#summary"))

        await author.edit(pilot, "{key: open}, {key: wood}", "{key: open}, {key: hill}")
        assert row(pilot, "men").value == "4"
        assert row(pilot, "ground").value is None

        await author.edit(pilot, "most: 9", "most: 3")
        assert row(pilot, "men").value is None


@pytest.mark.slow
async def test_a_fault_before_the_calculator_is_opened(places: Places) -> None:
    """Outside a calculator, a window lists the faults; a calculator opened afterwards shows them too."""
    author = Author(places)
    async with started(places, (40, 20)) as pilot:
        await author.edit(pilot, "least: 1", "leats: 1")
        assert "fire.yaml:6" in words(screen(pilot, FaultsScreen).query_one("#faults"))
        assert painted(pilot).count("Edited files") == 1
        await press(pilot, "escape f2 enter")
        assert "did you mean least?" in " ".join(words(pilot.app.screen.query_one(EditedFaults)).split())
        await author.edit(pilot, "most: 9", "most: 8")
        assert not pilot.app.screen.query_one(EditedFaults).display


@pytest.mark.slow
async def test_many_faults(places: Places) -> None:
    """Of many faults, the calculator's own are listed first, and the others are counted."""
    author = Author(places)
    async with started(places, (80, 24)) as pilot:
        await press(pilot, "f2 enter")
        for number in range(4):
            (author.file.parent / f"a{number}.yaml").write_text("id: a\n")
        await author.edit(pilot, "men + 1", "man + 1")
        told = " ".join(words(pilot.app.screen.query_one(EditedFaults)).split())
        assert told.index("fire.yaml:9") < told.index("a0.yaml")
        assert "more: companion check lists them" in told


@pytest.mark.slow
async def test_text_of_a_fault_is_no_markup(places: Places) -> None:
    """The text of a fault keeps square brackets, and shows control characters."""
    Author(places)
    async with started(places, (80, 24)) as pilot:
        await press(pilot, "f2 enter")
        faults = pilot.app.screen.query_one(EditedFaults)
        faults.put([Fault("tables/xx/procedures/fire.yaml", 3, "steps[0]", "[red]no\x1b[/red]", "")])
        await settled(pilot)
        assert "steps[0]: [red]no<1b>[/red]" in words(faults)
