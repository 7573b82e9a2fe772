"""The themes: legible in every combination, and chosen by the settings."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from textual.theme import Theme

from companion.load.settings import FILE, write_setting
from companion.load.settings import THEMES as NAMED
from companion.ui.themes import DARK, LIGHT, THEMES, kept_theme
from tests.looks.contrast import LEAST, Pair, contrast

GROUNDS = ("background", "panel", "surface", "block-cursor-background", "block-hover-background")
TEXTS = (
    *("foreground", "text", "text-muted", "text-disabled", "text-accent", "text-success", "text-warning"),
    *("text-error", "block-cursor-foreground", "footer-key-foreground"),
)


@pytest.mark.parametrize(
    ("pair", "ratio"),
    [
        (Pair("#000000", "#ffffff"), 21.0),
        (Pair("#ffffff", "#ffffff"), 1.0),
        (Pair("#777777", "#ffffff"), 4.478),
        (Pair("#ff0000", "#ffffff"), 3.998),
    ],
)
def test_contrast_is_that_of_wcag(pair: Pair, ratio: float) -> None:
    """Known values, and the same either way round."""
    assert contrast(pair) == pytest.approx(ratio, abs=0.001)
    assert contrast(Pair(pair.ground, pair.text)) == contrast(pair)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_text_is_legible_on_every_ground(theme: Theme) -> None:
    """7 to 1 in each combination, marked lines and the line under the mouse too."""
    colours = {**theme.to_color_system().generate(), **theme.variables}
    faint = [
        (text, ground, round(contrast(Pair(colours[text], colours[ground])), 2))
        for text, ground in product(TEXTS, GROUNDS)
        if contrast(Pair(colours[text], colours[ground])) < LEAST
    ]
    assert faint == []


def test_the_settings_name_every_theme() -> None:
    """And no other one: they are checked without Textual."""
    assert tuple(THEMES) == NAMED


def test_the_theme_of_the_settings_is_used(tmp_path: Path) -> None:
    """Its folder need not exist yet."""
    folder = tmp_path / "config"
    assert kept_theme(folder) == DARK.name
    write_setting(folder, "theme", LIGHT.name)
    assert kept_theme(folder) == LIGHT.name


@pytest.mark.parametrize("text", ["", "sepia", "\x00\x1b[2J", "light dark"])
def test_an_unknown_theme_is_the_dark_one(tmp_path: Path, text: str) -> None:
    """As where a later version wrote the file."""
    (tmp_path / FILE).write_text(f"theme: {text}\n")
    assert kept_theme(tmp_path) == DARK.name
