"""Change the data one value at a time: a proof must notice each change.

`python -m tests.proofs.mutate --times 0` tries every change of every game; `--times 500 --seed 3` tries a sample. A
change is tried only on the cases in which the changed formula has another value. The proofs, in the order in which
they are tried:

- keyed: the second transcription (`tests/keyed`)
- example: a worked example (`tests/cases`)
- oracle: a random case on which the oracle (`tests/oracles`) differs; `.ci/run` compares the same cases

Changes without any effect are listed in `equivalent.yaml` with the reason. Every other survivor is printed with what
a player sees of it in the random cases: refusal, question, result, follow-up, explanation.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable

from tests.proofs.drawn_cases import CASES
from tests.proofs.game_proofs import SEEN, Fate, GameProofs
from tests.proofs.mutants import Mutant, longer_formulas
from tests.proofs.quick import shipped

PROVED = {"cell", "shade", "ends", "mark", "amount", "modifier", "bar", "factor", "alternatives"}
"""Kinds of changes that must always be noticed."""
GAMES = ("aor", "bar", "bp", "lob", "pub")
PROOFS = ("keyed", "example", "oracle", "equivalent")


def try_game(proofs: GameProofs, times: int, seed: int, only: str = "") -> list[tuple[Mutant, Fate]]:
    """Try every change, or `times` of them drawn by `seed`, or those of one record; return what became of each."""
    with longer_formulas():
        every = [mutant for mutant in proofs.mutants() if only in ("", mutant.record)]
        if times and times < len(every):
            every = random.Random(seed).sample(every, times)
        return [(mutant, proofs.fate(mutant)) for mutant in every]


def table(fates: Iterable[tuple[Mutant, Fate]]) -> list[str]:
    """Table with the number of changes that each proof noticed, by kind, and what a player sees of survivors."""
    counts: Counter[tuple[str, str]] = Counter()
    for mutant, fate in fates:
        noticed_by = f"{fate.seen or 'nothing'} seen" if fate.proof == "survives" else fate.proof
        counts[mutant.kind, noticed_by] += 1
        counts[mutant.kind, "tried"] += 1
        counts["all", noticed_by] += 1
        counts["all", "tried"] += 1
    columns = ["tried", *PROOFS, *(f"{each} seen" for each in (*SEEN, "nothing"))]
    used = [each for each in columns if counts["all", each]]
    kinds = sorted({kind for kind, _ in counts} - {"all"})
    rows = [
        ["kind", *used],
        *([kind, *(str(counts[kind, each]) for each in used)] for kind in [*kinds, "all"]),
    ]
    return ["  ".join(cell.rjust(12) for cell in row) for row in rows]


def main() -> int:
    """Try the changes and print the results; return 1 if a change survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.mutate")
    parser.add_argument("--times", type=int, default=0, help="changes of each game; 0 for all")
    parser.add_argument(
        "--cases", type=int, default=CASES, help="random cases of each calculator; 0 for none"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--only", default="", metavar="ID", help="one calculator or chart, as in lob:fire")
    parser.add_argument("--kind", action="append", help="list only survivors of this kind")
    options = parser.parse_args()
    left = 0
    for game in options.game or GAMES:
        started = time.monotonic()
        fates = try_game(GameProofs(shipped(game), options.cases), options.times, options.seed, options.only)
        survivors = [(mutant, fate.seen) for mutant, fate in fates if fate.proof == "survives"]
        for mutant, seen in survivors:
            if not options.kind or mutant.kind in options.kind:
                summary = f"{seen or 'nothing'} seen"
                print(f"{game} {mutant.kind}, {summary}: {mutant.key}   (was {mutant.was})")
        print("\n".join(table(fates)))
        spent = time.monotonic() - started
        summary = f"{len(fates)} changes, seed {options.seed}, {len(survivors)} survive"
        print(f"{game}: {summary}; {spent:.0f} s", flush=True)
        left += len(survivors)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
