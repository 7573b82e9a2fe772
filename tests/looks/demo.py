"""The animated picture of the README: keys pressed one after another in the app itself."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from companion.ui.screens.find import FindScreen
from tests.looks.film import Film, Frame
from tests.looks.pictures import Stage, screenshot, staged
from tests.ui.helpers import press, settled

LARGEST = 600_000
"""Largest size of an animated picture in bytes."""
_LETTER = 0.11
"""Seconds between two typed letters."""


class Step(NamedTuple):
    """Keys pressed one after another, and how long the screen stays after each.

    `keys` are Textual's names, separated by spaces; `typed` is text typed before them. `title` is shown in the
    title bar; `seconds` is the time after each key.
    """

    title: str
    keys: str = ""
    typed: str = ""
    seconds: float = 1.0


class Demo(NamedTuple):
    """An animated picture: its file name, a description, the stage and the steps."""

    name: str
    label: str
    stage: Stage
    steps: tuple[Step, ...]


DEMO = Demo(
    "demo",
    "Searching for closing canister, reading the rule, and working out a closing roll",
    Stage("lob"),
    (
        Step("Search: type a few words", seconds=1.2),
        Step("Search: type a few words", typed="closing canister", seconds=1.6),
        Step("Enter: open the rule", "enter", seconds=3.5),
        Step("2: open its calculator", "2", seconds=2.0),
        Step("c: morale rating C", "c", seconds=1.4),
        Step("2: the leader's morale value", "2", seconds=1.6),
        Step("s: the moving stack is shaken", "s", seconds=2.2),
        Step("4: the die you rolled", "4", seconds=5.0),
    ),
)


async def play(demo: Demo, folder: Path, root: Path, cache: Path) -> str:
    """Return the demo as an animated SVG; its session is saved in `folder`."""
    film = Film()
    async with staged(demo.stage, folder, root, cache) as pilot:
        for step in demo.steps:
            letters = ["space" if letter == " " else letter for letter in step.typed]
            waits = [(key, _LETTER) for key in letters] + [(key, step.seconds) for key in step.keys.split()]
            if not waits:
                film.add(Frame(await screenshot(pilot, step.title), step.title, step.seconds))
            elif not step.keys:
                waits[-1] = (waits[-1][0], step.seconds)
            for key, seconds in waits:
                await press(pilot, key)
                if isinstance(pilot.app.screen, FindScreen):  # no timer decides which results a picture shows
                    pilot.app.screen.settle()
                    await settled(pilot)
                film.add(Frame(await screenshot(pilot, step.title), step.title, seconds))
    return film.svg(demo.label)
