"""A process that is killed while it writes.

It is forked, where the system can do that, from one that has imported everything, so that most of its time goes into
writing.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Play = Callable[[Path, int], None]
"""Writes without end into a folder, with a seed, and prints a line after each change."""


def play_and_kill(
    play: Play, folder: Path, seed: int, longest: float, variables: Mapping[str, str]
) -> list[str]:
    """Run `play` and kill it at most `longest` seconds after its first line; return the lines that it has printed."""
    printed = folder / "printed.txt"
    printed.touch()
    if sys.platform == "win32":
        context = multiprocessing.get_context("spawn")
    else:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([f"tests.proofs.kill_{way}" for way in ("app", "line", "session")])
    player = context.Process(target=_run, args=(play, folder, seed, {**os.environ, **variables}, printed))
    player.start()
    while not printed.stat().st_size:
        assert player.is_alive(), "nothing was printed"
        time.sleep(0.005)
    time.sleep(random.Random(seed).random() * longest)
    player.kill()
    player.join()
    return [line for line in printed.read_text().splitlines(keepends=True) if line.endswith("\n")]


def _run(play: Play, folder: Path, seed: int, environment: Mapping[str, str], printed: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with printed.open("w") as sys.stdout:
        play(folder, seed)
