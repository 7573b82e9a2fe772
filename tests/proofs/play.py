"""Random evenings at the app: keys, commands, words, dice and touches in every game, and what must hold after each.

    python -m tests.proofs.play --actions 10000 --seed 1
    python -m tests.proofs.play --game lob --size 80x24 --seed 7 --replay '[["press", "f2"], ["press", "1"]]'

After each step: no exception, a key that leads out, a whole session, nothing to be scrolled sideways. Now and then:
the search line within `HOME` keys; ctrl+z as often as there is something, to the first state, and ctrl+y back to the
last. What was pressed and seen of the whole app is told at the end. A walk that fails prints its seed and a trail,
shortened as far as a few dozen tries take it, that --replay plays again. Ended early, it tells what was walked.
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
from tests.proofs.begun import begin
from tests.proofs.hands import opened
from tests.proofs.player import Act, Player
from tests.proofs.reached import Reached

GAMES = ("lob", "bp", "bar", "pub", "aor")
SIZES = ((80, 24), (40, 20), (120, 40))
EVENING = 250
"""Steps from one start of the app to the next."""
_TRIES = 40
"""Replays spent on shortening a trail."""


class Evening(NamedTuple):
    """One start of the app."""

    seed: int
    game: str
    size: tuple[int, int]


class Fell(NamedTuple):
    """What went wrong, and the steps to it."""

    why: str
    trail: list[Act]


def evenings(seed: int) -> Iterator[Evening]:
    """Evenings without end, through all games and sizes."""
    for number in count():
        yield Evening(
            seed * 100_000 + number, GAMES[number % len(GAMES)], SIZES[number // len(GAMES) % len(SIZES)]
        )


async def walk(cache: Path, evening: Evening, steps: int, reached: Reached) -> Fell | None:
    """Plays so many steps and looks whether undoing all and redoing all ends well; what went wrong, if anything."""
    return await _played(cache, evening, reached, steps, None)


async def replay(cache: Path, evening: Evening, trail: list[Act]) -> Fell | None:
    """Plays the steps of a trail."""
    return await _played(cache, evening, Reached(), 0, trail)


async def _played(
    cache: Path, evening: Evening, reached: Reached, steps: int, trail: list[Act] | None
) -> Fell | None:
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
            return Fell(_why(error), done)
        finally:
            _let_go()
    return None


def _why(error: BaseException) -> str:
    """The fault, the last place of the project that it came through, and where it came up."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if str(ROOT) in each.filename]
    places = dict.fromkeys(f"{Path(each.filename).name}:{each.lineno}" for each in (*ours[-1:], *frames[-1:]))
    return f"{type(error).__name__}: {error} ({', '.join(places)})"


async def shortened(cache: Path, evening: Evening, fell: Fell) -> Fell:
    """The trail without what it does not need, as far as so many tries find out."""
    trail, tries, chunk = fell.trail, 0, max(len(fell.trail) // 2, 1)
    kind = fell.why.partition(":")[0]
    while chunk and tries < _TRIES:
        place = 0
        while place < len(trail) and tries < _TRIES:
            shorter = trail[:place] + trail[place + chunk :]
            tries += 1
            again = await replay(cache, evening, shorter)
            if again is not None and again.why.partition(":")[0] == kind:
                trail, fell = again.trail, again
            else:
                place += chunk
        chunk //= 2
    return Fell(fell.why, trail)


def told(evening: Evening, fell: Fell) -> str:
    """What went wrong, and the command that does it again."""
    width, height = evening.size
    return (
        f"seed {evening.seed}, {evening.game} at {width}x{height}, step {len(fell.trail)}: {fell.why}\n"
        f"python -m tests.proofs.play --game {evening.game} --size {width}x{height} --seed {evening.seed} "
        f"--replay '{json.dumps(fell.trail)}'"
    )


def warm(folder: Path) -> Path:
    """A cache with library and index ready."""
    load_finder(Places((ROOT, folder / "own"), folder / "cache", folder / "data"))
    return folder / "cache"


def main() -> int:
    """Walks, counts, prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--actions", type=int, default=10_000, help="keys, touches, commands at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="after a walk that fails, with the next")
    parser.add_argument("--game", default="lob", help="of a replay")
    parser.add_argument("--size", default="80x24", help="of a replay")
    parser.add_argument("--replay", default="", help="a trail, as a walk that failed printed it")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, _stop)
    with tempfile.TemporaryDirectory() as folder:
        cache = warm(Path(folder))
        if options.replay:
            width, _, height = options.size.partition("x")
            evening = Evening(options.seed, options.game, (int(width), int(height)))
            trail = [(kind, what) for kind, what in json.loads(options.replay)]
            fell = asyncio.run(replay(cache, evening, trail))
            print(told(evening, fell) if fell else "nothing goes wrong")
            return fell is not None
        return _walks(cache, options)


def _let_go() -> None:
    """What the app keeps for as long as its process lives, and that is one evening."""
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
            fell = asyncio.run(walk(cache, evening, EVENING, reached))
            if fell is not None:
                failed += 1
                print(told(evening, asyncio.run(shortened(cache, evening, fell))), flush=True)
                if not options.go_on:
                    break
    seconds, steps = time.monotonic() - began, sum(reached.kinds.values())
    print(
        f"{reached.actions} actions in {steps} steps from seed {options.seed} in {seconds:.0f} s, "
        f"{reached.actions / seconds:.0f} actions a second"
    )
    print(f"{failed} walks failed\n{reached.told()}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
