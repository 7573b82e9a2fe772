"""An edit parses only the edited file and reads only its game, with the same result as reading everything."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.load import files, rulebook, usable
from companion.load import library as library_module
from companion.load.content import content_of
from companion.load.library import load_library, read_library
from companion.load.places import Places
from companion.search.loading import load_finder
from tests.unit.test_loading_faults import CHECK, FILES, FIRE, SHORT, cached

AGAIN = "next:\n  - {says: again, procedure: fire}\n"
BORROWED = "  - {name: weak, label: Weak, kind: borrowed, of: check, input: shaken}\nsteps:"
EDITS = [
    ("game", "name: Own game", "name: Another game"),
    ("game", "id: book", "id: volume"),
    ("game", "slug: xx", "slug: xy"),
    ("glossary", "term: Rating", "term: Ratings"),
    ("glossary", "means: A letter.", "maens: A letter."),
    ("sequence", "procedure: fire", "procedure: fir"),
    ("sequence", "sides:", "notes: [One, two]\nsides:"),
    ("conflicts", '"xx:fire"', '"xx:fir"'),
    ("chart", "Dice | A | B | C", "Dice | A | B | D"),
    ("chart", "id: table", "id: tables"),
    ("chart", "- | - | m", "- | - | 9"),
    ("fire", "range > 5", "range > 6"),
    ("fire", "range > 5", "rnge > 5"),
    ("fire", "row: total", "row: ["),
    ("fire", "kind: number, least: 1}", "kind: number, least: 99999999999999999999999}"),
    ("check", "title: Check", "title: Checking"),
    ("check", "name: holds,", "name: stands, value: holds,"),
    ("check", "shaken else", "shakn else"),
    ("check", "outcome:", f"{AGAIN}outcome:"),
    ("check", 'cite: "1.1"', 'cite: "1.7"'),
    ("both", "given: {shaken: shaken}", "given: {}"),
    ("both", "procedure: check", "procedure: fire"),
    ("both", "steps:", BORROWED),
    ("chapter", "## 1.1 Fire", "## 1.2 Fire"),
    ("chapter", "[[xx:table]]", "[[xx:tble]]"),
    ("chapter", "{.erratum}", "{.eratum}"),
]


@pytest.mark.slow
def test_successive_edits(tmp_path: Path) -> None:
    """Edits in the shipped and the player's folder, made, undone and repeated, with faults and without."""
    places, _, _ = cached(tmp_path)
    chance = random.Random(7)
    for _ in range(120):
        base = chance.choice(places.bases)
        name, old, new = chance.choice(EDITS)
        path = base / SHORT[name]
        text = path.read_text() if path.exists() else FILES[SHORT[name]]
        path.parent.mkdir(parents=True, exist_ok=True)
        if chance.random() < 0.2 and base == places.own:
            path.unlink(missing_ok=True)
        else:
            path.write_text(FILES[SHORT[name]] if new in text else text.replace(old, new, 1))
        assert load_library(places) == read_library(places, content_of(places).whole), (name, old, new)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List that collects what is parsed and checked from now on."""
    done: list[str] = []

    def counted(module: Any, name: str, which: int) -> None:
        real = getattr(module, name)

        def call(*given: Any) -> Any:
            done.append(str(getattr(given[which], "id", getattr(given[which], "file", given[which]))))
            return real(*given)

        monkeypatch.setattr(module, name, call)

    counted(files, "read_tree", 1)
    counted(rulebook, "read_chapter", 2)
    counted(usable, "check_procedure", 0)
    return done


@pytest.mark.parametrize(
    ("name", "old", "new", "checked"),
    [
        ("fire", "range > 5", "range > 6", ["xx:fire"]),
        ("check", "title: Check", "title: Checking", ["xx:fire", "xx:check", "xx:both"]),
        ("glossary", "term: Rating", "term: Ratings", []),
        ("chart", "- | - | m", "- | - | 9", ["xx:fire"]),
        ("chapter", "## 1.1 Fire", "## 1.1 Firing", []),
    ],
)
def test_only_the_edited_file_is_parsed(
    name: str, old: str, new: str, checked: list[str], tmp_path: Path, work: list[str]
) -> None:
    """Only calculators that use its records are checked; game.yaml decides whether the folder can be read."""
    places, _, _ = cached(tmp_path)
    work.clear()
    path = places.bases[0] / SHORT[name]
    path.write_text(path.read_text().replace(old, new, 1))
    load_library(places)
    head = [str(places.bases[0] / SHORT["game"])] if name != "chapter" else []
    assert sorted(work) == sorted([*head, str(path), *checked])


def test_a_faulty_calculator_among_two_that_follow_each_other(tmp_path: Path) -> None:
    """Checking one calculator does not affect the other."""
    places, _, _ = cached(tmp_path)
    follows = CHECK + AGAIN
    for text in (follows.replace("shaken else", "shakn else"), follows):
        (places.bases[0] / SHORT["check"]).write_text(text)
        (places.bases[0] / SHORT["fire"]).write_text(FIRE)
        assert load_library(places) == read_library(places, content_of(places).whole)


@pytest.mark.parametrize(
    ("name", "old", "new", "asked", "read"),
    [
        ("tables/lob/procedures/fire.yaml", "title: Fire", "title: Zouaves", "zouaves", 2),
        (
            "tables/lob/glossary.yaml",
            "\nterms:",
            "\nterms:\n  - {term: Zouave, means: A soldier.}",
            "zouave",
            2,
        ),
        ("tables/lob/game.yaml", "name: Line of Battle", "name: Zouaves", "game:zouaves fire", 10),
    ],
)
def test_search_reads_only_the_edited_game(
    name: str, old: str, new: str, asked: str, read: int, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules and tables; all games if its name may have changed."""
    load_finder(places)
    asked_for: list[str] = []
    real = library_module._cached

    def cached(places: Places, what: str, *rest: Any) -> Any:
        asked_for.append(what)
        return real(places, what, *rest)

    monkeypatch.setattr(library_module, "_cached", cached)
    text = (places.bases[0] / name).read_text()
    assert old in text
    (places.own / name).parent.mkdir(parents=True)
    (places.own / name).write_text(text.replace(old, new, 1))
    finder = load_finder(places)
    assert len(asked_for) == read
    assert finder.find(asked).results[0].game == "lob"
    assert finder.find("disorder", "bar").results[0].game == "bar"
