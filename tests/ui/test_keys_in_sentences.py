"""A key in a sentence has the colour of keys."""

from __future__ import annotations

import pytest
from rich.color import Color
from textual.pilot import Pilot

from companion.load.places import Places
from tests.ui.helpers import painted, press, started, until


def style_of(pilot: Pilot[None], text: str, place: int) -> tuple[Color | None, bool]:
    """Return colour and boldness of a character of a text on the screen."""
    (y, line), *_ = ((y, line) for y, line in enumerate(painted(pilot).splitlines()) if text in line)
    x = line.index(text) + place
    for segment in pilot.app.screen._compositor.render_strips()[y]:
        if x < len(segment.text):
            assert segment.style is not None
            return segment.style.color, bool(segment.style.bold)
        x -= len(segment.text)
    raise AssertionError(text)


def accent(pilot: Pilot[None]) -> Color:
    """Return the colour of keys."""
    return Color.parse(pilot.app.theme_variables["accent"])


@pytest.mark.parametrize(
    ("keys", "text", "place"),
    [
        ("ctrl+b", "Press b on an open rule", len("Press ")),
        ("f3 u", "Press = in a calculator", len("Press ")),
        ("f3 g", "b Activity Phase", 0),
        ("f2 2 c 2", ", or r to roll", len(", or ")),
        ("f2 2 c", "A  B [C]", 0),
        ("f2 1 b escape 1", "Press ^O to continue", len("Press ")),
        ("f1", "only, ^G other games", len("only, ")),
    ],
)
async def test_a_key_in_a_sentence_has_the_colour_of_keys(
    places: Places, keys: str, text: str, place: int
) -> None:
    """The key is bold and has the colour that keys have in the footer; the words beside it have not."""
    async with started(places, (120, 40)) as pilot:
        await press(pilot, keys)
        await until(pilot, lambda: text in painted(pilot))
        assert style_of(pilot, text, place) == (accent(pilot), True)
        assert style_of(pilot, text, len(text) - 1)[0] != accent(pilot)
