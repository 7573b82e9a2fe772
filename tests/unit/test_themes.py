"""The colours: legible in every combination, and the choice kept."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from textual.theme import Theme

from companion.ui.themes import DARK, LIGHT, THEMES, keep_theme, kept_theme
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


def test_the_choice_is_kept(tmp_path: Path) -> None:
    """In the player's data folder, which need not be there yet."""
    folder = tmp_path / "data"
    assert kept_theme(folder) == DARK.name
    assert keep_theme(folder, LIGHT.name) == ""
    assert kept_theme(folder) == LIGHT.name


@pytest.mark.parametrize("text", ["", "sepia", "\x00\x1b[2J", "light dark"])
def test_a_choice_that_is_none_is_the_dark_one(tmp_path: Path, text: str) -> None:
    """As where the file was written by another version."""
    (tmp_path / "theme").write_text(text)
    assert kept_theme(tmp_path) == DARK.name


def test_a_choice_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    """With the folder and the reason."""
    (tmp_path / "file").write_text("in the way")
    assert str(tmp_path / "file") in keep_theme(tmp_path / "file", LIGHT.name)
    assert kept_theme(tmp_path / "file") == DARK.name
