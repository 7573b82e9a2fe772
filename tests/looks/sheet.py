"""The contact sheet: every stop of the tour in every size and theme, as SVG files and a page that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.load.places import Places
from tests.conftest import ROOT
from tests.looks.pictures import exported
from tests.looks.tour import tour

_PAGE = """\
<!doctype html>
<meta charset="utf-8">
<title>Every screen</title>
<style>
body {{ background: #444; color: #fff; font: 16px sans-serif }}
table {{ border-spacing: 8px }}
th {{ text-align: left; vertical-align: top }}
td {{ vertical-align: top }}
img {{ display: block }}
</style>
{themes}
"""
_WIDTH = 7
"""Pixels for each column of the terminal."""

Size = tuple[int, int]


async def draw_stops(folder: Path, theme: str, size: Size, cache: Path) -> dict[str, str]:
    """Draw every stop in a theme at a size. Return the file names by stop."""
    files: dict[str, str] = {}
    with TemporaryDirectory() as own:
        folders = Path(own)
        places = Places((ROOT, folders / "own"), cache, folders / "data", folders / "config")
        async for stop in tour(places, size, theme):
            name = re.sub(r"\W+", "-", stop.name)
            file = f"{theme}-{name}-{size[0]}x{size[1]}.svg"
            (folder / file).write_text(await exported(stop.pilot, stop.name), encoding="utf-8")
            assert stop.name not in files, f"two stops have the name {stop.name}"
            files[stop.name] = file
    return files


def page(drawn: dict[str, dict[Size, dict[str, str]]]) -> str:
    """Return the HTML page: per theme, a table with a row for each stop and a column for each size."""
    return _PAGE.format(themes="\n".join(_table(theme, by_size) for theme, by_size in drawn.items()))


def _table(theme: str, by_size: dict[Size, dict[str, str]]) -> str:
    names = list(next(iter(by_size.values())))
    heads = "".join(f"<th>{width}x{height}</th>" for width, height in by_size)
    rows = [
        _row(name, ((size[0], files[name]) for size, files in by_size.items() if name in files))
        for name in names
    ]
    lines = "\n".join(rows)
    return f"<h1>{escape(theme)}</h1>\n<table>\n<tr><th></th>{heads}</tr>\n{lines}\n</table>"


def _row(name: str, files: Iterable[tuple[int, str]]) -> str:
    cells = "".join(
        f'<td><img loading="lazy" width="{columns * _WIDTH}" src="{escape(file)}" alt="{escape(name)}"></td>'
        for columns, file in files
    )
    return f"<tr><th>{escape(name)}</th>{cells}</tr>"
