"""Measures the contrast of every screen in every theme, or makes the pictures of the README, still or moving.

python -m tests.looks [contrast|pictures|demo]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from companion.load.places import Places
from companion.ui.themes import THEMES
from tests.conftest import ROOT
from tests.looks.contrast import LEAST, Pair, Seen, contrast, pairs
from tests.looks.demo import DEMO, play
from tests.looks.pictures import FOLDER, PICTURES, draw
from tests.looks.tour import tour

SIZES = ((80, 24), (40, 20))


async def faint(folder: Path, cache: Path, theme: str, size: tuple[int, int]) -> tuple[int, dict[Seen, str]]:
    """How many pairs a theme shows at a size, and those below the least contrast, with the stop they were seen at."""
    places = Places((ROOT, folder / "own"), cache, folder / "data", folder / "config")
    seen: set[Pair] = set()
    found: dict[Seen, str] = {}
    async for stop in tour(places, size, theme):
        for each in pairs(stop.pilot.app.screen):
            seen.add(each.pair)
            if contrast(each.pair) < LEAST:
                found.setdefault(each._replace(words=""), f"{stop.name}: {each.words}")
    return len(seen), found


def _contrast() -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for theme in THEMES:
            for size in SIZES:
                place = Path(folder) / f"{theme}-{size[0]}"
                number, found = asyncio.run(faint(place, Path(folder) / "cache", theme, size))
                wrong += len(found)
                print(f"{theme} at {size[0]}x{size[1]}: {number} pairs, {len(found)} below {LEAST:g} to 1")
                for seen, where in found.items():
                    pair = seen.pair
                    print(f"  {contrast(pair):.1f}  {pair.text} on {pair.ground}  {seen.widget}  {where}")
    return 1 if wrong else 0


def _pictures() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for each in PICTURES:
            place = Path(folder) / each.name
            svg = asyncio.run(draw(each, place, ROOT, Path(folder) / "cache"))
            (FOLDER / f"{each.name}.svg").write_text(svg, encoding="utf-8")
            print(f"{FOLDER / each.name}.svg  {len(svg)} characters")
    return 0


def _demo() -> int:
    with tempfile.TemporaryDirectory() as folder:
        svg = asyncio.run(play(DEMO, Path(folder), ROOT, Path(folder) / "cache"))
    path = FOLDER / f"{DEMO.name}.svg"
    path.write_text(svg, encoding="utf-8")
    print(f"{path}  {path.stat().st_size} bytes")
    return 0


_WAYS = {"contrast": _contrast, "pictures": _pictures, "demo": _demo}


def main() -> int:
    """Runs one of them. Returns the exit status: 1 if the contrast of a text is too low."""
    parser = argparse.ArgumentParser(prog="python -m tests.looks", description=__doc__)
    parser.add_argument("what", nargs="?", choices=_WAYS, default="contrast")
    return _WAYS[parser.parse_args().what]()


if __name__ == "__main__":
    sys.exit(main())
