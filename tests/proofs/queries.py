"""Ask the search random and hostile questions: no exception, and no question slower than 0.2 s.

    python -m tests.proofs.queries [COUNT] [SEED]

Questions consist of words of the corpus (whole, cut off, misspelt, joined), numbers in many forms, filters, quotes,
brackets, operators, control characters, many scripts, and endless words. Half of them are typed letter by letter;
some are asked in one game, some in all. Prints the seed, which repeats the run.
"""

from __future__ import annotations

import random
import string
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.load.library import read_library
from companion.load.places import Places
from companion.search.finder import Finder
from companion.search.index import build_index
from tests.conftest import ROOT

SLOWEST = 0.2
"""Most seconds that a question may take."""
_SIGNS = "\"'()[]{}*?~^:+-!&|\\/<>=;,.#§$%@`_…“”„»«"
_FILTERS = (
    "game:",
    "kind:",
    "battle:",
    "optional:",
    "game:lob ",
    "kind:chart ",
    "optional:no ",
    "kind:kind:",
    "x:y ",
)
_ODD = "🎲🐎\u200b\u202e\ufeff\x00\x1b\x7fßİıﬁﷺé漢字عربעב𝔘½²\ud7ff\U0010ffff"


def question(words: list[str], chance: random.Random) -> str:
    """A random question."""
    makers: tuple[Callable[[], str], ...] = (
        lambda: chance.choice(words),
        lambda: chance.choice(words)[: chance.randint(1, 6)],
        lambda: _misspelt(chance.choice(words), chance),
        lambda: chance.choice(words) + chance.choice(words),
        lambda: _number(chance),
        lambda: chance.choice(_FILTERS),
        lambda: "".join(chance.choices(_SIGNS, k=chance.randint(1, 8))),
        lambda: "".join(chance.choices(_ODD, k=chance.randint(1, 8))),
        lambda: chr(chance.choice((chance.randrange(0xD800), chance.randrange(0xE000, 0x110000)))),
        lambda: f'"{chance.choice(words)} {chance.choice(words)}"',
        lambda: f"={chance.choice(words)}",
        lambda: "".join(chance.choices(string.printable, k=chance.randint(1, 30))),
    )
    if chance.random() < 0.01:
        return chance.choice(makers)() * chance.choice((50, 2_000, 10_000))
    return chance.choice((" ", " ", "  ", "", "\t")).join(
        chance.choice(makers)() for _ in range(chance.choice((1, 1, 2, 3, 5, 8, 20)))
    )


def _misspelt(word: str, chance: random.Random) -> str:
    letters = list(word)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(letters) + 1)
        letters[place : place + chance.randint(0, 2)] = chance.choice(string.ascii_lowercase + " ")
    return "".join(letters)


def _number(chance: random.Random) -> str:
    number = ".".join(
        str(chance.randrange(chance.choice((9, 30, 10**6)))) for _ in range(chance.randint(1, 4))
    )
    letter = chance.choice(("", "", "a", "(b)", " c", ".d", "z"))
    return f"{chance.choice(('', 's', '§', 'rule ', 'section '))}{number}{letter}{chance.choice(('', ' 4', '(2)'))}"


def run(finder: Finder, count: int, seed: int) -> tuple[float, str]:
    """Ask `count` questions; return the slowest time in seconds, and its question. Exceptions are not caught.

    A question that took too long is asked twice more and its best time counts, because other programs may have run.
    """
    chance = random.Random(seed)
    words = sorted(finder.lexicon.words)
    games = ["", "", *finder.lexicon.names, "no-such-game"]
    slowest = (0.0, "")
    for _ in range(count):
        asked, game, typing = question(words, chance), chance.choice(games), chance.random() < 0.5
        limit, exact = chance.choice((1, 10, 30)), chance.random() < 0.1
        taken = _taken(finder, asked, game, limit, typing, exact)
        for _ in range(2 if taken > SLOWEST else 0):
            taken = min(taken, _taken(finder, asked, game, limit, typing, exact))
        slowest = max(slowest, (taken, asked))
    return slowest


def _taken(finder: Finder, asked: str, game: str, limit: int, typing: bool, exact: bool) -> float:
    begun = time.perf_counter()
    finder.find(asked, game, limit, typing=typing, exact=exact).notices()
    return time.perf_counter() - begun


def main() -> int:
    """Print the seed and the slowest question; return 1 if it was too slow."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**9)
    print(f"seed {seed}", flush=True)
    nowhere = Path("/nonexistent")
    library = read_library(Places((ROOT, nowhere), nowhere, nowhere), "asked")
    with tempfile.TemporaryDirectory() as folder:
        seconds, asked = run(Finder(build_index(library, Path(folder))), count, seed)
    print(f"{count} questions, no exception; the slowest took {seconds * 1000:.0f} ms: {asked[:80]!r}")
    return int(seconds > SLOWEST)


if __name__ == "__main__":
    raise SystemExit(main())
