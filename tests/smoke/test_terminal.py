"""The installed app in a real terminal, under the interpreter that runs the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.smoke.terminal import Terminal

COMPANION = str(Path(sys.executable).with_name("companion"))


@pytest.mark.slow
def test_from_the_search_to_a_closing_roll(folders: dict[str, str]) -> None:
    """Start, find rule 3.5, complete a closing roll, quit with status 0."""
    with Terminal([COMPANION], folders) as terminal:
        terminal.until("F2 lists the calculators")
        terminal.press("3.5", "enter")
        terminal.until("3.5 Closing rolls", "esc Back")
        terminal.press("f2")
        terminal.until("2 Closing roll")
        terminal.press("2")
        terminal.until("Morale rating")
        terminal.press("c", "2", "m", "4")
        terminal.until("closes  (rolled 4 on 1d6)")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


def test_keys_pressed_before_the_app_is_there_count(folders: dict[str, str]) -> None:
    """A whole closing roll is typed while the interpreter is still starting."""
    with Terminal([COMPANION], folders) as terminal:
        terminal.press("f2", "2", "c", "2", "m", "4")
        terminal.until("closes  (rolled 4 on 1d6)")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


@pytest.mark.slow
def test_text_typed_before_the_app_is_there_is_searched_for(folders: dict[str, str]) -> None:
    """Digits and Enter too."""
    with Terminal([COMPANION], folders) as terminal:
        terminal.press("3.5", "enter")
        terminal.until("3.5 Closing rolls", "esc Back")
        terminal.press("ctrl+q")
        assert terminal.status() == 0
