"""Kill a playing process at random moments: everything that it had shown must have been kept.

`python -m tests.proofs.kill --times 1000 --seed 1` sends SIGKILL to 1000 separate processes, which write the events
of a session; `--way line`, `app` and `served` to processes that write notes, bookmarks, permanent rulings and
settings.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.proofs.kill_app import kill_app, kill_served
from tests.proofs.kill_line import kill_line
from tests.proofs.kill_session import kill_session
from tests.proofs.own_folders import fill_cache

WAYS = {"session": kill_session, "line": kill_line, "app": kill_app, "served": kill_served}


def main() -> int:
    """Run `--times` kills; return 1 at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--way", choices=WAYS, default="session")
    options = parser.parse_args()
    started, events = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as cache:
        fill_cache(Path(cache))
        for seed in range(options.seed, options.seed + options.times):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    events += WAYS[options.way](Path(folder), seed)
                except AssertionError as error:
                    print(f"seed {seed} fails: {error}")
                    return 1
    spent = time.monotonic() - started
    print(
        f"{options.way}: killed {options.times} times from seed {options.seed}: "
        f"{events} changes shown, all kept; {spent:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
