"""Play random sessions in the app, in every game, with checks after each step.

    python -m tests.proofs.play --actions 10000 --seed 1
    python -m tests.proofs.play --game lob --size 80x24 --seed 7 --replay '[["press", "f2"], ["press", "1"]]'

Steps are keys, commands, words, dice and touches. Checks after each step: no exception, a key that leaves the screen,
a consistent session, no horizontal scrollbar. Checks now and then: the search line can be reached within `HOME` keys;
ctrl+z undoes everything back to the first state, and ctrl+y restores the last one. At the end, prints which bindings
were pressed and which screens were seen. A failing walk prints its seed and its steps, shortened within a few dozen
attempts, for --replay. If it is interrupted, it prints what was done so far.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.engine import Dice
from companion.load.places import Places
from companion.search.loading import load_finder
from tests.conftest import ROOT
from tests.proofs.hands import opened
from tests.proofs.player import Act, Player
from tests.proofs.reached import Reached
from tests.proofs.session_start import begin

GAMES = ("lob", "bp", "bar", "pub", "aor")
SIZES = ((80, 24), (40, 20), (120, 40))
EVENING = 250
"""Steps from one start of the app to the next."""
_TRIES = 40
"""Replays spent on shortening the steps to a failure."""


class Evening(NamedTuple):
    """A session in the app, from one start to the next."""

    seed: int
    game: str
    size: tuple[int, int]


class Failure(NamedTuple):
    """A failure, and the steps that lead to it."""

    why: str
    trail: list[Act]


def evenings(seed: int) -> Iterator[Evening]:
    """Yield sessions without end, through all games and sizes."""
    for number in count():
        yield Evening(
            seed * 100_000 + number, GAMES[number % len(GAMES)], SIZES[number // len(GAMES) % len(SIZES)]
        )


async def walk(cache: Path, evening: Evening, steps: int, reached: Reached) -> Failure | None:
    """Play random steps, then undo and redo everything; return the failure, if any."""
    return await _played(cache, evening, reached, steps, None)


async def replay(cache: Path, evening: Evening, trail: list[Act]) -> Failure | None:
    """Repeat these steps; return the failure, if any."""
    return await _played(cache, evening, Reached(), 0, trail)


async def _played(
    cache: Path, evening: Evening, reached: Reached, steps: int, trail: list[Act] | None
) -> Failure | None:
    with tempfile.TemporaryDirectory() as folder:
        places = Places((ROOT, Path(folder) / "own"), cache, Path(folder) / "data")
        chance = random.Random(evening.seed)
        done: list[Act] = []
        try:
            begin(places, evening.game, chance)
            async with opened(places, evening.game, evening.size, Dice(random.Random(evening.seed))) as hands:
                player = Player(hands, chance, reached, done)
                if trail is None:
                    await player.walk(steps)
                else:
                    await player.follow(trail)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            return Failure(_why(error), done)
        finally:
            _free_memory()
    return None


def _why(error: BaseException) -> str:
    """The error, the last line of the project in its traceback, and the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if str(ROOT) in each.filename]
    places = dict.fromkeys(f"{Path(each.filename).name}:{each.lineno}" for each in (*ours[-1:], *frames[-1:]))
    return f"{type(error).__name__}: {error} ({', '.join(places)})"


async def shortened(cache: Path, evening: Evening, failure: Failure) -> Failure:
    """Remove steps that the failure does not need, within a limited number of attempts."""
    trail, tries, chunk = failure.trail, 0, max(len(failure.trail) // 2, 1)
    kind = failure.why.partition(":")[0]
    while chunk and tries < _TRIES:
        place = 0
        while place < len(trail) and tries < _TRIES:
            shorter = trail[:place] + trail[place + chunk :]
            tries += 1
            again = await replay(cache, evening, shorter)
            if again is not None and again.why.partition(":")[0] == kind:
                trail, failure = again.trail, again
            else:
                place += chunk
        chunk //= 2
    return Failure(failure.why, trail)


def told(evening: Evening, failure: Failure) -> str:
    """The failure, and the command that repeats it."""
    width, height = evening.size
    return (
        f"seed {evening.seed}, {evening.game} at {width}x{height}, step {len(failure.trail)}: {failure.why}\n"
        f"python -m tests.proofs.play --game {evening.game} --size {width}x{height} --seed {evening.seed} "
        f"--replay '{json.dumps(failure.trail)}'"
    )


def warm(folder: Path) -> Path:
    """Create a cache with library and index."""
    load_finder(Places((ROOT, folder / "own"), folder / "cache", folder / "data"))
    return folder / "cache"


def main() -> int:
    """Walk or replay, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--actions", type=int, default=10_000, help="at least this many keys, touches and commands"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="continue with the next walk after a failure")
    parser.add_argument("--game", default="lob", help="for --replay")
    parser.add_argument("--size", default="80x24", help="for --replay")
    parser.add_argument("--replay", default="", help="the steps that a failing walk printed")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, _stop)
    with tempfile.TemporaryDirectory() as folder:
        cache = warm(Path(folder))
        if options.replay:
            width, _, height = options.size.partition("x")
            evening = Evening(options.seed, options.game, (int(width), int(height)))
            trail = [(kind, what) for kind, what in json.loads(options.replay)]
            failure = asyncio.run(replay(cache, evening, trail))
            print(told(evening, failure) if failure else "no failure")
            return failure is not None
        return _walks(cache, options)


def _free_memory() -> None:
    """Free what the app keeps for the rest of its process."""
    gc.unfreeze()
    gc.collect()


def _stop(*given: object) -> None:
    raise KeyboardInterrupt


def _walks(cache: Path, options: argparse.Namespace) -> int:
    reached, failed, began = Reached(), 0, time.monotonic()
    with suppress(KeyboardInterrupt):
        for evening in evenings(options.seed):
            if reached.actions >= options.actions:
                break
            failure = asyncio.run(walk(cache, evening, EVENING, reached))
            if failure is not None:
                failed += 1
                print(told(evening, asyncio.run(shortened(cache, evening, failure))), flush=True)
                if not options.go_on:
                    break
    seconds, steps = time.monotonic() - began, sum(reached.kinds.values())
    print(
        f"{reached.actions} actions in {steps} steps from seed {options.seed} in {seconds:.0f} s, "
        f"{reached.actions / seconds:.0f} actions a second"
    )
    print(f"{failed} walks failed\n{reached.summary()}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
