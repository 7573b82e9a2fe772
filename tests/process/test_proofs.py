"""Short runs of the long proofs; each module names the command for the long run."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from companion.model import Library
from tests.proofs import dice_identity, requests
from tests.proofs.game_proofs import GameProofs
from tests.proofs.hostile_requests import KINDS
from tests.proofs.kill_line import kill_line
from tests.proofs.kill_session import kill_session
from tests.proofs.mutate import GAMES, PROVED, try_game
from tests.proofs.quick import shipped
from tests.proofs.walk import Walker


@pytest.mark.variants
@pytest.mark.parametrize("seed", range(8))
def test_shown_events_survive_a_kill(seed: int, tmp_path: Path) -> None:
    """Every event that had been shown is in the session file."""
    assert kill_session(tmp_path, seed) > 0


@pytest.mark.usefixtures("own_cache")
@pytest.mark.variants
@pytest.mark.parametrize("seed", range(4))
def test_what_commands_printed_survives_a_kill(seed: int, tmp_path: Path) -> None:
    """Notes, bookmarks, permanent rulings, a setting and the log are as the last command left them."""
    assert kill_line(tmp_path, seed) > 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("way", ["app", "served"])
@pytest.mark.parametrize("seed", range(2))
def test_what_the_app_showed_survives_a_kill(way: str, seed: int, tmp_path: Path) -> None:
    """In a terminal and through the server."""
    from tests.proofs.kill import WAYS  # needs a pseudo-terminal

    assert WAYS[way](tmp_path, seed) > 0


@pytest.mark.slow
@pytest.mark.variants
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4])
def test_flips_and_amendments_use_each_die_for_its_own_roll(library: Library, seed: int) -> None:
    """Agrees with brute force for a charge, a volley with two leaders, a shot, a combat round and a whole combat."""
    faults: list[str] = []
    counts = dice_identity.prove(library, 1, seed, faults.append)
    assert faults == [] and counts[list(dice_identity.KINDS)[seed]] == 1


@pytest.mark.variants
@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_sessions(start: int) -> None:
    """Drawn and undrawn chits make up the set; undo and redo, or close and reopen, change nothing."""
    for seed in range(start, start + 100):
        Walker(seed, None).walk()


@pytest.mark.variants
@pytest.mark.parametrize("seed", range(3))
def test_a_random_session_on_disk(seed: int, tmp_path: Path) -> None:
    """Closing and reopening the file changes nothing."""
    walker = Walker(seed, tmp_path)
    walker.walk(60)
    walker.session.close()


@pytest.mark.slow
@pytest.mark.variants
@pytest.mark.parametrize("game", GAMES)
def test_no_change_of_the_data_goes_unnoticed(game: str) -> None:
    """Of a sample of changes, each change of a chart or modifier is noticed."""
    fates = try_game(GameProofs(shipped(game), cases=0), 200, 1)
    survivors = [mutant for mutant, fate in fates if fate.proof == "survives"]
    assert [each.key for each in survivors if each.kind in PROVED] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_change_of_the_data_is_noticed(game: str) -> None:
    """A sample of changes of every kind, with the random cases of the oracles."""
    fates = try_game(GameProofs(shipped(game)), 300, 2)
    assert [mutant.key for mutant, fate in fates if fate.proof == "survives"] == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all addresses of 127.0.0.0/8")
def test_an_attack_on_the_server_harms_nobody(tmp_path: Path) -> None:
    """The guest gets an answer to each key, the server prints nothing of what attackers send, and ends as usual."""
    outcome = asyncio.run(requests.attack_server(tmp_path / "evening", 400, 1))
    assert outcome.faults() == []
    assert sum(outcome.attacks.values()) == 400 and len(outcome.waits_before) > 10
    assert {each.partition(":")[0] for each in outcome.attacks} >= set(KINDS) - {"as visitor"}
    assert {each.rpartition(": ")[2] for each in outcome.attacks} >= {"400", "401", "403", "413", "429"}
