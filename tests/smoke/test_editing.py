"""The app shows changes of rules and tables while it runs in a real terminal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.smoke.terminal import Terminal
from tests.smoke.test_terminal import COMPANION

RULE = "rulebook/lob/90-house.md"
SHAKEN = 'is Shaken, add: "-1"'
CLOSING = "tables/lob/procedures/closing-roll.yaml"


@pytest.fixture
def own(folders: dict[str, str]) -> Path:
    """Return the player's own folder, with a house rule and a copy of the closing roll."""
    folder = Path(folders["COMPANION_OVERLAY"])
    (folder / RULE).parent.mkdir(parents=True)
    (folder / CLOSING).parent.mkdir(parents=True)
    write_rule(folder, "Zouaves stand twice.")
    shutil.copy(ROOT / CLOSING, folder / CLOSING)
    return folder


def write_rule(own: Path, text: str) -> None:
    """Write the house rule."""
    (own / RULE).write_text(f"---\ntitle: House\nauthority: ruling\n---\n# Zouaves\n\n- {text}\n")


def edit(own: Path, old: str, new: str) -> None:
    """Replace text in the closing roll."""
    text = (own / CLOSING).read_text()
    assert old in text
    (own / CLOSING).write_text(text.replace(old, new))


@pytest.mark.slow
def test_an_edited_rule_is_shown_without_a_restart(folders: dict[str, str], own: Path) -> None:
    """A new rule is found, and a change is shown on the open screen."""
    with Terminal([COMPANION, "--game", "lob"], folders) as terminal:
        terminal.until("Type words or a rule number")
        terminal.press("zouaves", "enter")
        terminal.until("Zouaves stand twice.", "Esc Back")
        write_rule(own, "Zouaves stand three times.")
        terminal.until("Zouaves stand three times.")
        terminal.press("ctrl+q")
        assert terminal.status() == 0


@pytest.mark.slow
def test_an_edited_modifier_counts_and_the_answers_stay(folders: dict[str, str], own: Path) -> None:
    """The open calculator is recalculated; a fault is shown with its line until it is corrected."""
    with Terminal([COMPANION, "--game", "lob"], folders) as terminal:
        terminal.until("Type words or a rule number")
        terminal.press("f2", "2", "c", "2", "s")
        terminal.until("[C]", "[2]", "Moving stack is Shaken", "closes", "50%")
        edit(own, SHAKEN, SHAKEN.replace("-1", "-2"))
        terminal.until("[C]", "[2]", "33%")
        edit(own, "is Shaken, add", "is Shaken, ad")
        terminal.until("tables/lob/procedures/closing-roll.yaml:77", "Fix: did you mean add?")
        edit(own, "is Shaken, ad", "is Shaken, add")
        edit(own, SHAKEN.replace("-1", "-2"), SHAKEN)
        terminal.until("4 or more closes 50%", gone="did you mean add?")
        terminal.press("4")
        terminal.until("CLOSES")
        terminal.press("ctrl+q")
        assert terminal.status() == 0
