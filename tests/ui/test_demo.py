"""The animated picture of the README: it plays to its end, is small, and loads nothing."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.load.places import Places
from tests.conftest import ROOT
from tests.looks.demo import DEMO, LARGEST, play
from tests.looks.film import Film, Frame
from tests.looks.pictures import FOLDER

_SVG = "{http://www.w3.org/2000/svg}"


def _frames(svg: str) -> list[str]:
    """Return the text of each frame, its title first."""
    page = ElementTree.fromstring(svg)
    lines = {
        each.attrib["id"]: "".join(each.itertext()) for each in page.iter(f"{_SVG}g") if "id" in each.attrib
    }
    film = next(each for each in page.iter(f"{_SVG}g") if each.attrib.get("class") == "film")
    return [
        " ".join(
            [(frame[0].text or ""), *(lines[use.attrib["href"][1:]] for use in frame.iter(f"{_SVG}use"))]
        )
        for frame in film
    ]


@pytest.mark.slow
async def test_the_demo_goes_from_the_first_letter_to_the_result(places: Places, tmp_path: Path) -> None:
    """Every step appears in the film, and a second run produces the same film."""
    svg = await play(DEMO, tmp_path / "first", ROOT, places.cache)
    frames = [each.replace("\xa0", " ") for each in _frames(svg)]
    titles = list(dict.fromkeys(step.title for step in DEMO.steps))
    assert (
        list(dict.fromkeys(next(title for title in titles if each.startswith(title)) for each in frames))
        == titles
    )
    for words in ("closing canister", "Closing rolls", "[C]"):
        assert any(words in each for each in frames), words
    assert "closes" in frames[-1]
    assert svg == await play(DEMO, tmp_path / "second", ROOT, places.cache)


def test_the_readme_shows_the_demo() -> None:
    """The film is small, repeats, respects reduced motion, and refers to no other address."""
    svg = (FOLDER / f"{DEMO.name}.svg").read_text(encoding="utf-8")
    assert f"docs/pictures/{DEMO.name}.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(svg.encode()) < LARGEST
    assert "step-end infinite" in svg
    assert "prefers-reduced-motion" in svg
    assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]
    stops = re.findall(r"[\d.]+% \{ transform", svg)
    assert len(stops) == len(_frames(svg)) > len(DEMO.steps)


def test_a_repeated_frame_lasts_longer() -> None:
    """Equal frames are stored once; the durations stay the same."""
    shot = (
        '<svg viewBox="0 0 30.2 74.4" xmlns="http://www.w3.org/2000/svg"><style>.terminal-1-r1 { fill: #fff }</style>'
        '<g clip-path="url(#a)"><rect fill="#000" x="0" y="1.5" width="12.2"/>'
        '<text class="terminal-1-r1" x="0" y="20" textLength="12.2">WORD</text></g></svg>'
    )
    film = Film()
    for words, seconds in (("x", 1.0), ("x", 1.0), ("y", 2.0)):
        film.add(Frame(shot.replace("WORD", words), "Title & more", seconds))
    svg = film.svg('What "it" shows')
    assert [each.split() for each in _frames(svg)] == [
        ["Title", "&", "more", "x"],
        ["Title", "&", "more", "y"],
    ]
    assert re.findall(r"([\d.]+)% \{", svg) == ["0.000", "50.000"]
    assert "film 4s" in svg
