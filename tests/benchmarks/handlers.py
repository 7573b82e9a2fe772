"""Measure how long each message handler blocks the app while players play.

    python -m tests.benchmarks.handlers [RUNS]

Plays the app by keys at 80x24: a search, a charge, a shot, an order, the cup, the log. Measures every iteration of
the event loop, during which no key can be handled, and assigns it to the last message it dispatched. Prints
milliseconds; iterations before the first frame are not counted.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from asyncio.events import Handle
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textual.message_pump import MessagePump

from companion.load.places import Places
from companion.search.loading import load_finder
from tests.conftest import ROOT
from tests.ui.helpers import press, started, type_in

BOUND = 16.0
LISTED = 12

KEYS = (
    "f2 1 b a 2 6 enter c 4 enter l 1 4 5 1 0 7 9",
    "ctrl+g ctrl+g escape f2 3 1 1 enter 3 enter r plus 2 enter m 4 plus 5 escape",
    "f3 right right left space down down plus g 4 enter o n escape escape c f escape escape s escape",
    "f10 up enter enter slash c h a r escape escape u escape f5",
)


class LoopTimes:
    """Durations of event-loop iterations in milliseconds, by the last dispatched message."""

    def __init__(self) -> None:
        self.held: dict[str, list[float]] = defaultdict(list)
        self.label = "-"

    @contextmanager
    def on(self) -> Iterator[None]:
        """Measure inside this context."""
        run, dispatch = Handle._run, MessagePump._dispatch_message

        def timed(handle: Handle) -> None:
            self.label = "-"
            begun = time.perf_counter()
            run(handle)
            self.held[self.label].append((time.perf_counter() - begun) * 1000)

        async def labelled(pump: MessagePump, message: Any) -> None:
            self.label = f"{type(message).__qualname__} to {type(pump).__name__}"
            await dispatch(pump, message)

        Handle._run, MessagePump._dispatch_message = timed, labelled  # type: ignore[method-assign,assignment]
        try:
            yield
        finally:
            Handle._run, MessagePump._dispatch_message = run, dispatch  # type: ignore[method-assign]


async def play(places: Places, times: LoopTimes) -> None:
    """Play a short session by keys."""
    async with started(places) as pilot:
        with times.on():
            await type_in(pilot, "can routed units skedaddle")
            await press(pilot, "enter 2 escape escape")
            for keys in KEYS:
                for key in keys.split():
                    await press(pilot, key)


def main() -> None:
    """Print the longest iterations, and the 95th percentile of each message."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    times = LoopTimes()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        load_finder(Places((ROOT, home / "own"), home / "cache", home))
        for run in range(runs):
            asyncio.run(play(Places((ROOT, home / "own"), home / "cache", home / f"data{run}"), times))
    every = sorted(each for held in times.held.values() for each in held)
    over = sum(each > BOUND for each in every)
    last = max(times.held, key=lambda label: max(times.held[label]))
    print(f"iterations {len(every)}, p95 {_p95(every):.1f}, over {BOUND:.0f} ms: {over}")
    print(f"longest {every[-1]:.0f}: {last}")
    print(f"{'p95':>6} {'max':>6} {'times':>6}")
    for label, held in sorted(times.held.items(), key=lambda each: -_p95(each[1]))[:LISTED]:
        print(f"{_p95(held):6.1f} {max(held):6.1f} {len(held):6}  {label}")


def _p95(held: list[float]) -> float:
    return statistics.quantiles(held, n=20, method="inclusive")[-1] if len(held) > 1 else held[0]


if __name__ == "__main__":
    main()
