"""The pictures of the README: the app itself, played for a moment, as SVG."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

from companion.engine import Dice
from companion.load.places import Places
from companion.load.settings import write_setting
from companion.load.source import load_library
from companion.play.opening import open_session
from companion.play.turn import choose_scenario
from companion.ui.themes import CONTRAST, DARK, LIGHT
from tests.ui.helpers import press, started, type_in

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures"
LARGEST = 60_000
"""Characters a picture may have."""


class Picture(NamedTuple):
    """What is shown, and how one gets there."""

    name: str
    game: str
    words: str
    keys: str
    size: tuple[int, int] = (80, 24)
    theme: str = DARK.name
    scenario: str = ""


PICTURES = (
    Picture("find", "lob", "closing canister", ""),
    Picture("rule", "lob", "3.5", "enter"),
    Picture("charge", "lob", "", "f2 2 c 2 m 4", theme=LIGHT.name),
    Picture("turn", "aor", "", "f3", scenario="battle"),
    Picture("narrow", "lob", "", "f2 2 c 2", (40, 20), CONTRAST.name),
)


async def draw(picture: Picture, folder: Path, root: Path, cache: Path) -> str:
    """The picture as SVG, the same each time; the session of it is played in `folder`."""
    places = Places((root, folder / "own"), cache, folder / "data", folder / "config")
    library = load_library(places)
    session = open_session(places.data, library, "Friday")
    session.open_game(picture.game)
    if picture.scenario:
        choose_scenario(session, picture.scenario)
    session.close()
    write_setting(places.config, "theme", picture.theme)
    async with started(places, picture.size, Dice(random.Random(3))) as pilot:
        if picture.words:
            await type_in(pilot, picture.words)
        if picture.keys:
            await press(pilot, picture.keys)
        pilot.app.clear_notifications()
        await pilot.pause()
        svg = pilot.app.export_screenshot(simplify=True)
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
