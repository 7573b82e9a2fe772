"""The pictures of the README: screenshots of the app as SVG."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot
from textual.widgets import Input

from companion.engine import Dice
from companion.load.library import load_library
from companion.load.places import Places
from companion.play.opening import open_session
from companion.play.turn import choose_scenario
from companion.ui.themes import CONTRAST, DARK, LIGHT
from companion.workspace.settings_file import write_setting
from tests.ui.helpers import press, started, type_in

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures"
LARGEST = 80_000
"""Largest number of characters of a picture."""


class Stage(NamedTuple):
    """State of the app before the first key."""

    game: str
    size: tuple[int, int] = (80, 24)
    theme: str = DARK.name
    scenario: str = ""


class Picture(NamedTuple):
    """A picture: its file name, the stage, and the text and keys typed before the screenshot."""

    name: str
    stage: Stage
    words: str = ""
    keys: str = ""


PICTURES = (
    Picture("rule", Stage("lob"), "3.5", "enter"),
    Picture("charge", Stage("lob", theme=LIGHT.name), keys="f2 2 c 2 s 4"),
    Picture("turn", Stage("aor", scenario="battle"), keys="f3"),
    Picture("narrow", Stage("lob", (40, 20), CONTRAST.name), keys="f2 2 c 2"),
)


@asynccontextmanager
async def staged(stage: Stage, folder: Path, root: Path, cache: Path) -> AsyncIterator[Pilot[None]]:
    """Start the app in the state of the stage, the same each time; its session is saved in `folder`."""
    places = Places((root, folder / "own"), cache, folder / "data", folder / "config")
    library = load_library(places)
    session = open_session(places.data, library, "Friday")
    session.open_game(stage.game)
    if stage.scenario:
        choose_scenario(session, stage.scenario)
    session.close()
    write_setting(places.config, "theme", stage.theme)
    async with started(places, stage.size, Dice(random.Random(3))) as pilot:
        yield pilot


async def screenshot(pilot: Pilot[None], title: str | None = None) -> str:
    """Return the screen as SVG, without notifications."""
    pilot.app.clear_notifications()
    return await exported(pilot, title)


async def exported(pilot: Pilot[None], title: str | None = None) -> str:
    """Return the screen as SVG: cursors are steady, no row is highlighted for a moment, and fonts are local ones."""
    for line in pilot.app.screen.query(Input):
        line.cursor_blink = False
    pilot.app.screen.query(".-flash").remove_class("-flash")
    await pilot.pause()
    svg = pilot.app.export_screenshot(title=title, simplify=True)
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


async def draw(picture: Picture, folder: Path, root: Path, cache: Path) -> str:
    """Return the picture as SVG; its session is saved in `folder`."""
    async with staged(picture.stage, folder, root, cache) as pilot:
        if picture.words:
            await type_in(pilot, picture.words)
        if picture.keys:
            await press(pilot, picture.keys)
        return await screenshot(pilot)
