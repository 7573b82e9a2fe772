"""An index that is renewed where games or rules have changed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from companion.model import Library
from companion.search.index import (
    OldIndex,
    build_index,
    newest_index,
    open_index,
    refresh_index,
    renewed_index,
)
from tests.red_and_blue import BLUE, RED, entry
from tests.small_index import HASHES, OTHER, RULES, aged, found, library


@pytest.mark.parametrize(
    ("games", "changed"),
    [
        ({"red": ("r1", "r2"), "blue": ("b1", "b2")}, []),
        ({"red": ("r1", "x"), "blue": ("b1", "b2")}, ["red"]),
        ({"red": ("x", "r2"), "blue": ("b1", "x")}, ["red", "blue"]),
        ({"red": ("x", "x"), "blue": ("b1", "b2")}, None),
        ({"red": ("r1", "r2"), "blue": ("x", "x")}, None),
        ({"red": ("r1", "r2")}, None),
        ({"red": ("r1", "r2"), "blue": ("b1", "b2"), "green": ("g1", "g2")}, None),
        ({"blue": ("b1", "b2"), "red": ("r1", "r2")}, None),
    ],
)
def test_the_games_whose_hashes_have_changed(
    games: dict[str, tuple[str, str]], changed: list[str] | None, tmp_path: Path
) -> None:
    """None if games were added, removed or sorted, or if both hashes of a game differ."""
    opened = build_index(library(), tmp_path)
    known = {slug: list(hashes) for slug, hashes in HASHES.items()}
    lists = {slug: list(hashes) for slug, hashes in games.items()}
    assert OldIndex(tmp_path, opened, {"games": known}).changed(lists) == changed


def test_the_newest_index_that_can_be_opened(tmp_path: Path) -> None:
    """In any of the folders."""
    assert newest_index([tmp_path]) is None
    for place, content in enumerate(("c1", "c2", "c3")):
        build_index(library(*RULES, content=content), tmp_path / str(place), HASHES)
        aged(tmp_path / str(place) / f"index-{content}", 300 - 100 * place)
    folders = [tmp_path / str(place) for place in range(3)]
    newest = newest_index(folders)
    assert newest is not None and newest.folder.name == "index-c3"
    assert newest.manifest["games"] == {"red": ["r1", "r2"], "blue": ["b1", "b2"]}
    (tmp_path / "2" / "index-c3" / "manifest.json").write_text("{}")
    newest = newest_index(folders)
    assert newest is not None and newest.folder.name == "index-c2"


# renewed


def test_changed_rules_are_indexed_again(tmp_path: Path) -> None:
    """Removed ones and their words are no longer found."""
    build_index(library(*RULES, OTHER), tmp_path, HASHES)
    changed = msgspec.structs.replace(RULES[0], title="Rule turcos")
    renewed = refresh_index(library(changed, *RULES[1:], OTHER, content="c2"), tmp_path, None, HASHES)
    assert (found(renewed, "turcos"), found(renewed, "fife"), found(renewed, "zouaves")) == (
        ["blue:1"],
        [],
        ["blue:4"],
    )
    assert (renewed.lexicon.size, renewed.lexicon.words["drum"]) == (4, 1)
    again = open_index(tmp_path, "c2")
    assert again is not None and again.lexicon.data == renewed.lexicon.data
    newest = newest_index([tmp_path])
    assert newest is not None and list(newest.manifest["games"]) == list(HASHES)
    fresh = build_index(library(changed, *RULES[1:], OTHER), tmp_path / "fresh")
    assert fresh.lexicon.data == renewed.lexicon.data


def test_an_index_is_built_again_if_a_third_of_it_is_deleted(tmp_path: Path) -> None:
    """Exactly a third is renewed; earlier deletions count."""
    build_index(library(*RULES), tmp_path)
    old = newest_index([tmp_path])
    assert old is not None
    assert renewed_index(old, library(*RULES[:1], content="c2"), tmp_path, {}) is None
    assert renewed_index(old, library(*RULES[:2], content="c3"), tmp_path, {}) is not None
    smaller = open_index(tmp_path, "c3")
    assert smaller is not None
    third = OldIndex(
        tmp_path / "index-c3", smaller, json.loads((tmp_path / "index-c3" / "manifest.json").read_text())
    )
    assert renewed_index(third, library(*RULES[:1], content="c4"), tmp_path, {}) is None
    assert found(refresh_index(library(*RULES[:1], content="c5"), tmp_path), "fife") == ["blue:1"]


def test_games_that_are_not_read_stay_in_the_index(tmp_path: Path) -> None:
    """Only the rules of the changed games are compared."""
    red = msgspec.structs.replace(
        RED,
        entries=(entry("red", "1", "Howitzer"), entry("red", "2", "Mantlet")),
        terms=(),
        charts=(),
        synonyms=(),
    )
    blue = msgspec.structs.replace(BLUE, entries=(*RULES, OTHER), synonyms=())
    build_index(Library((red, blue), content="c1"), tmp_path, HASHES)
    old = newest_index([tmp_path])
    assert old is not None
    part = Library((msgspec.structs.replace(red, entries=(entry("red", "1", "Mortar"),)),), content="c2")
    renewed = renewed_index(old, part, tmp_path, HASHES, ["red"])
    assert (found(renewed, "mortar"), found(renewed, "howitzer"), found(renewed, "fife")) == (
        ["red:1"],
        [],
        ["blue:1"],
    )
    assert renewed is not None and set(renewed.lexicon.names) == {"red", "blue"}
    manifest = json.loads((tmp_path / "index-c2" / "manifest.json").read_text())
    assert sorted(manifest["units"]) == [
        *(f"blue/entry/blue:{number}" for number in (1, 2, 3, 4)),
        "red/entry/red:1",
    ]
    whole = renewed_index(old, Library((blue,), content="c3"), tmp_path, {})
    assert (found(whole, "howitzer"), found(whole, "fife")) == ([], ["blue:1"])
    assert whole is not None and set(whole.lexicon.names) == {"blue"}


def test_the_seventh_segment_is_merged_with_the_small_ones(tmp_path: Path) -> None:
    """Each renewal adds a segment; the first one, with most documents, stays."""
    many = [entry("blue", str(number), f"Rule {number}") for number in range(10, 40)]
    opened = build_index(library(*many, content="c0"), tmp_path)
    segments = []
    for number in range(1, 8):
        rules = (*many, entry("blue", "99", f"Zouaves {number}"))
        opened = refresh_index(library(*rules, content=f"c{number}"), tmp_path)
        segments.append(len(opened.postings.reader.leaf_readers()))
    assert segments[:6] == [2, 3, 4, 5, 6, 2]
    assert found(opened, "zouaves") == ["blue:99"]


def test_files_that_cannot_be_linked_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system without hard links."""

    def link(old: Path, new: Path) -> None:
        raise OSError("no links here")

    build_index(library(*RULES), tmp_path)
    monkeypatch.setattr(os, "link", link)
    renewed = refresh_index(library(*RULES, OTHER, content="c2"), tmp_path)
    assert (found(renewed, "zouaves"), found(renewed, "drum")) == (["blue:4"], ["blue:2"])
    assert open_index(tmp_path, "c2") is not None
