"""The themes: readable in every combination, and chosen in the settings."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from textual.theme import Theme

from companion.load.settings import FILE
from companion.load.settings import THEMES as NAMED
from companion.ui.themes import DARK, LIGHT, ROLES, THEMES, saved_theme
from companion.workspace.settings_file import write_setting
from tests.conftest import ROOT
from tests.looks.contrast import LEAST, Pair, contrast

GROUNDS = ("ground", "raised", "mark", "background", "surface", "panel", "block-hover-background")
TEXTS = (
    *("text", "quiet", "accent", "link", "good", "heed", "bad", "side-a", "side-b"),
    *(
        "foreground",
        "text-muted",
        "text-disabled",
        "text-accent",
        "text-success",
        "text-warning",
        "text-error",
    ),
)
FRAME = 3.0
"""Minimum contrast of frames with the background."""


@pytest.mark.parametrize(
    ("pair", "ratio"),
    [
        (Pair("#000000", "#ffffff"), 21.0),
        (Pair("#ffffff", "#ffffff"), 1.0),
        (Pair("#777777", "#ffffff"), 4.478),
        (Pair("#ff0000", "#ffffff"), 3.998),
    ],
)
def test_contrast_matches_wcag(pair: Pair, ratio: float) -> None:
    """The contrast has known values, in either order of the colours."""
    assert contrast(pair) == pytest.approx(ratio, abs=0.001)
    assert contrast(Pair(pair.ground, pair.text)) == contrast(pair)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_text_is_readable_on_every_background(theme: Theme) -> None:
    """7 to 1 in each combination, including marked lines and the line under the mouse."""
    colours = _colours(theme)
    faint = [
        (text, ground, round(contrast(Pair(colours[text], colours[ground])), 2))
        for text, ground in product(TEXTS, GROUNDS)
        if contrast(Pair(colours[text], colours[ground])) < LEAST
    ]
    assert faint == []


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_frames_chips_and_bands_are_readable(theme: Theme) -> None:
    """Frames on the background, background colour on filled chips, text on shaded cells."""
    colours = _colours(theme)
    least = {
        **{(frame, "ground"): FRAME for frame in ("line", "accent", "good", "heed", "bad")},
        **{("ground", chip): LEAST for chip in ("accent", "good", "heed", "bad", "text", "side-a", "side-b")},
        **{("text", band): LEAST for band in ("band-a", "band-b")},
    }
    ratios = {pair: contrast(Pair(colours[pair[0]], colours[pair[1]])) for pair in least}
    assert [(pair, ratios[pair]) for pair in least if ratios[pair] < least[pair]] == []


def test_the_style_sheets_name_colours_by_role() -> None:
    """Style sheets and texts use neither Textual's palette nor colour values."""
    folder = ROOT / "companion" / "ui"
    for path in (*folder.glob("*.tcss"), *folder.rglob("*.py")):
        if path.name != "themes.py":
            text = path.read_text()
            assert re.findall(r"#[0-9a-fA-F]{6}\b", text) == [], path
            assert set(re.findall(r"\$([a-z][a-z-]*)", text)) <= {*ROLES}, path


def _colours(theme: Theme) -> dict[str, str]:
    return {**theme.to_color_system().generate(), **theme.variables}


def test_the_settings_name_every_theme() -> None:
    """The settings know exactly these themes, and check them without Textual."""
    assert tuple(THEMES) == NAMED


def test_the_theme_of_the_settings_is_used(tmp_path: Path) -> None:
    """The folder of the settings need not exist."""
    folder = tmp_path / "config"
    assert saved_theme(folder) == DARK.name
    write_setting(folder, "theme", LIGHT.name)
    assert saved_theme(folder) == LIGHT.name


@pytest.mark.parametrize("text", ["", "sepia", "\x00\x1b[2J", "light dark"])
def test_an_unknown_theme_is_the_dark_one(tmp_path: Path, text: str) -> None:
    """An unknown theme may come from a file of a later version."""
    (tmp_path / FILE).write_text(f"theme: {text}\n")
    assert saved_theme(tmp_path) == DARK.name
