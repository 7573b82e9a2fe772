"""Compare the time of `companion find` with importing Whoosh, opening the same index and running one query.

    python tests/benchmarks/one_find.py [RUNS]

Measures whole processes in turn with the index ready. Prints medians in milliseconds.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BARE = """
import sys
from whoosh.index import open_dir
from whoosh.query import Or, Term
index = open_dir(sys.argv[1])
with index.searcher() as searcher:
    hits = searcher.search(Or([Term("text", "close"), Term("text", "roll")]), limit=10)
    stored = searcher.reader().column_reader("stored")
    print([stored[hit.docnum][:40] for hit in hits])
"""


def milliseconds(command: list[str], environment: dict[str, str]) -> float:
    """Milliseconds that a process takes."""
    begun = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return (time.perf_counter() - begun) * 1000


def main() -> None:
    """Print the medians and their ratio."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        environment = {**os.environ, "COMPANION_CACHE": str(cache), "COMPANION_DATA": f"{folder}/data"}
        environment["COMPANION_CONFIG"] = f"{folder}/config"
        ours = [sys.executable, "-m", "companion", "find", "closing", "roll"]
        milliseconds(ours, environment)
        bare = [sys.executable, "-c", BARE, str(next(cache.glob("index-*")))]
        pairs = [(milliseconds(ours, environment), milliseconds(bare, environment)) for _ in range(runs)]
    mine, other = (statistics.median(each) for each in zip(*pairs, strict=True))
    print(
        f"companion find: {mine:.0f}; importing Whoosh, opening, one query: {other:.0f}; {mine / other:.2f} times"
    )


if __name__ == "__main__":
    main()
