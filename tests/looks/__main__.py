"""Measure the contrast of every screen in every theme, or draw a sheet of all screens or the pictures of the
README.

python -m tests.looks [contrast|sheet FOLDER|pictures|demo]
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
from tests.looks.contrast import LEAST, Measured, Pair, contrast, pairs
from tests.looks.demo import DEMO, play
from tests.looks.pictures import FOLDER, PICTURES, draw
from tests.looks.sheet import Size, draw_stops, page
from tests.looks.tour import SIZES, tour


async def faint(
    folder: Path, cache: Path, theme: str, size: tuple[int, int]
) -> tuple[int, dict[Measured, str]]:
    """Return the number of colour pairs of a theme at a size, and those below the least contrast with their stop."""
    places = Places((ROOT, folder / "own"), cache, folder / "data", folder / "config")
    distinct: set[Pair] = set()
    found: dict[Measured, str] = {}
    async for stop in tour(places, size, theme):
        for each in pairs(stop.pilot.app.screen):
            distinct.add(each.pair)
            if contrast(each.pair) < LEAST:
                found.setdefault(each._replace(words="", stands_out=False), f"{stop.name}: {each.words}")
    return len(distinct), found


def _contrast() -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for theme in THEMES:
            for size in SIZES:
                place = Path(folder) / f"{theme}-{size[0]}"
                number, found = asyncio.run(faint(place, Path(folder) / "cache", theme, size))
                wrong += len(found)
                print(f"{theme} at {size[0]}x{size[1]}: {number} pairs, {len(found)} below {LEAST:g} to 1")
                for measured, where in found.items():
                    pair = measured.pair
                    print(f"  {contrast(pair):.1f}  {pair.text} on {pair.ground}  {measured.widget}  {where}")
    return 1 if wrong else 0


def _sheet(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    drawn: dict[str, dict[Size, dict[str, str]]] = {}
    with tempfile.TemporaryDirectory() as cache:
        for theme in THEMES:
            drawn[theme] = {}
            for size in SIZES:
                drawn[theme][size] = asyncio.run(draw_stops(folder, theme, size, Path(cache)))
                print(f"{theme} at {size[0]}x{size[1]}: {len(drawn[theme][size])} screens")
    (folder / "index.html").write_text(page(drawn), encoding="utf-8")
    print(folder / "index.html")
    return 0


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


_COMMANDS = {"contrast": _contrast, "pictures": _pictures, "demo": _demo}


def main() -> int:
    """Run the chosen command. Return the exit status: 1 if the contrast of a text is too low."""
    parser = argparse.ArgumentParser(prog="python -m tests.looks", description=__doc__)
    parser.add_argument("command", nargs="?", choices=("sheet", *_COMMANDS), default="contrast")
    parser.add_argument("folder", nargs="?", type=Path, help="folder of the sheet")
    options = parser.parse_args()
    if options.command != "sheet":
        return _COMMANDS[options.command]()
    if options.folder is None:
        parser.error("sheet needs a folder")
    return _sheet(options.folder)


if __name__ == "__main__":
    sys.exit(main())
