"""Function keys that a system may reserve: each command has another way."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from companion.load.places import Places
from companion.ui.bindings import EVERYWHERE
from tests.conftest import ROOT
from tests.ui.helpers import press, screen_text, settled, started, type_in, until

KEYS = [each.key for each in EVERYWHERE if isinstance(each, Binding) and each.key.startswith("f")]


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("f5", "f12")])
async def test_the_palette_does_what_a_function_key_does(places: Places, key: str) -> None:
    """ctrl+p, the name of the key and Enter open the same screen."""
    shown = []
    for keys in (key, "ctrl+p"):
        async with started(places) as pilot:
            await press(pilot, keys)
            if keys == "ctrl+p":
                await type_in(pilot, key)
                await until(pilot, lambda: key.upper() in screen_text(pilot).split())
                await press(pilot, "enter")
                if type(pilot.app.screen).__name__ == "Palette":
                    await press(pilot, "enter")
            await settled(pilot)
            shown.append(type(pilot.app.screen).__name__)
    assert shown[0] == shown[1] != "Palette"
    assert shown[0] != "FindScreen"


def test_keys_reserved_by_systems_are_documented() -> None:
    """The page lists the reserved keys that the app uses on every screen."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    for key in ("F1 ", "F3", "F10", "F11", "F12", "Ctrl+P"):
        assert f"| {key}" in page, key
