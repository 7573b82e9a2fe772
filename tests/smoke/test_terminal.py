"""The installed app in a real terminal, under the interpreter that runs the tests."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.smoke.terminal import Terminal

COMPANION = str(Path(sys.executable).with_name("companion"))


@pytest.mark.slow
def test_from_the_search_to_a_closing_roll(folders: dict[str, str]) -> None:
    """A player can find rule 3.5, complete a closing roll and quit; the exit status is 0."""
    with Terminal([COMPANION, "--game", "lob"], folders) as terminal:
        terminal.until("Type words or a rule number")
        terminal.press("3.5", "enter")
        terminal.until("Closing rolls 3.5", "Esc Back")
        terminal.press("f2")
        terminal.until("2 Closing roll")
        terminal.press("2")
        terminal.until("Morale rating")
        terminal.press("c", "2", "s", "4")
        terminal.until("CLOSES")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


@pytest.mark.slow
def test_keys_pressed_during_the_start_take_effect(folders: dict[str, str]) -> None:
    """A whole closing roll may be typed while the interpreter is still starting."""
    with Terminal([COMPANION, "--game", "lob"], folders) as terminal:
        terminal.press("f2", "2", "c", "2", "s", "4")
        terminal.until("CLOSES")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


@pytest.mark.slow
def test_text_typed_during_the_start_is_searched(folders: dict[str, str]) -> None:
    """A search with Enter, typed during the start, opens its rule."""
    with Terminal([COMPANION, "--game", "lob"], folders) as terminal:
        terminal.press("3.5", "enter")
        terminal.until("Closing rolls 3.5", "Esc Back")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


def test_game_and_sides_are_chosen_during_the_start(folders: dict[str, str]) -> None:
    """Two digits pressed at once choose game and sides; the next start asks nothing."""
    with Terminal([COMPANION], folders) as terminal:
        terminal.press("2", "1")
        terminal.until("French Command phase", "^Q Quit")
        terminal.press("ctrl+q")
        assert terminal.status() == 0
    with Terminal([COMPANION], folders) as terminal:
        terminal.until("French Command phase", "^Q Quit")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_app_and_restores_the_terminal(
    folders: dict[str, str], number: signal.Signals
) -> None:
    """The terminal shows its own screen and its cursor again, and the session is a single file."""
    with Terminal([COMPANION, "--game", "lob", "--session", "Evening"], folders) as terminal:
        terminal.until("Type words or a rule number", "^Q Quit")
        terminal.press("f3")
        terminal.until("Command Phase")
        terminal.send(number)
        assert terminal.status() == 128 + number
        assert b"\x1b[?1049l" in terminal.last_bytes and b"\x1b[?25h" in terminal.last_bytes
    sessions = Path(folders["COMPANION_DATA"]) / "sessions"
    assert not [path.name for path in sessions.iterdir() if path.suffix not in (".session", ".lock")]
