"""The long proofs, in short runs; each module names the command for the long run."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Library
from tests.proofs import dice_identity
from tests.proofs.game_proofs import GameProofs
from tests.proofs.kill import kill_once
from tests.proofs.mutate import GAMES, PROVED, try_game
from tests.proofs.quick import shipped
from tests.proofs.walk import Walker


@pytest.mark.variants
@pytest.mark.parametrize("seed", range(8))
def test_what_was_shown_outlives_a_kill(seed: int, tmp_path: Path) -> None:
    """Every event that had been shown is in the log."""
    assert kill_once(tmp_path, seed) > 0


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4])
def test_flips_and_amendments_use_each_die_for_its_own_roll(library: Library, seed: int) -> None:
    """A charge, a volley with two leaders, a shot, a combat round and a whole combat, against brute force."""
    faults: list[str] = []
    counts = dice_identity.prove(library, 1, seed, faults.append)
    assert faults == [] and counts[list(dice_identity.KINDS)[seed]] == 1


@pytest.mark.variants
@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_evenings(start: int) -> None:
    """Cup and drawn chits make up the set; undo with redo, and closing with opening, change nothing."""
    for seed in range(start, start + 100):
        Walker(seed, None).walk()


@pytest.mark.variants
@pytest.mark.parametrize("seed", range(3))
def test_a_random_evening_on_disk(seed: int, tmp_path: Path) -> None:
    """Closing and opening the file changes nothing."""
    walker = Walker(seed, tmp_path)
    walker.walk(60)
    walker.session.close()


@pytest.mark.variants
@pytest.mark.parametrize("game", GAMES)
def test_no_change_of_the_data_goes_unnoticed(game: str) -> None:
    """A sample of changes to the data; each change to a chart or modifier must be noticed."""
    fates = try_game(GameProofs(shipped(game), cases=0), 200, 1)
    survivors = [mutant for mutant, fate in fates if fate.proof == "survives"]
    assert [each.key for each in survivors if each.kind in PROVED] == []
