"""Only changed files are indexed again, and the updated index gives the same results as a new one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.load.places import Places
from companion.model import Entry, Library
from companion.search import documents, index
from companion.search.finder import Finder
from companion.search.index import build_index, open_index, refresh_index
from companion.search.lexicon_builder import counted as counts_of
from companion.search.lexicon_builder import recounted
from companion.search.loading import load_finder
from companion.search.question_cases import finder_of
from tests.conftest import fill, json_lines
from tests.red_and_blue import GAMES

pytestmark = pytest.mark.variants


@pytest.fixture
def indexed(tmp_path: Path, ready: Path) -> Path:
    """A cache with the index of the shipped games."""
    fill(tmp_path / "indexed", ready)
    return tmp_path / "indexed"


def changed(library: Library, entry_id: str, **change: Any) -> Library:
    """The library with a change in one entry."""
    modules = []
    for module in library.modules:
        entries = tuple(
            msgspec.structs.replace(each, **change) if each.id == entry_id else each
            for each in module.entries
        )
        modules.append(msgspec.structs.replace(module, entries=entries))
    return msgspec.structs.replace(library, modules=tuple(modules), content=f"{library.content}-changed")


def renamed(library: Library) -> Library:
    """The library with another title for one entry."""
    return changed(library, "lob:10.9", title="Skedaddle and zouaves")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the documents that are created from now on."""
    made: list[str] = []
    real = documents._entry

    def entry(record: Entry, *rest: Any) -> documents.Document:
        made.append(record.id)
        return real(record, *rest)

    monkeypatch.setattr(documents, "_entry", entry)
    return made


def test_only_changed_entries_are_indexed(library: Library, indexed: Path, counted: list[str]) -> None:
    """A renamed entry and the entries below it, which contain its title; no others."""
    refresh_index(renamed(library), indexed)
    module = next(each for each in library.modules if each.game.slug == "lob")
    assert counted == [each.id for each in module.entries if "lob:10.9" in (each.id, each.parent)]


def test_the_path_of_a_file_is_not_indexed(library: Library, indexed: Path, counted: list[str]) -> None:
    """Unchanged entries read from another folder are not indexed again."""
    refresh_index(changed(library, "lob:10.9", file="/elsewhere/10.md", line=99), indexed)
    assert counted == []


@pytest.mark.slow
def test_an_updated_index_gives_the_results_of_a_new_one(
    library: Library, tmp_path: Path, indexed: Path
) -> None:
    """First results and scores agree for words, numbers and filters; the old words are gone."""
    other = renamed(changed(library, "lob:3.5", title="Closing in")).modules
    new = msgspec.structs.replace(library, modules=other, content="new")
    renewed, fresh = (
        Finder(refresh_index(new, indexed)),
        Finder(build_index(new, tmp_path / "fresh")),
    )
    asked = [each["q"] for each in json_lines("lob-questions.jsonl")]
    for question in [*asked, "zouaves", "10.9", "10", "kind:erratum charge", "closing", "skedadle"]:
        for game in ("", "lob"):
            one, two = (each.find(question, game).results[:3] for each in (renewed, fresh))
            assert one == two, question
    assert renewed.lexicon.stems == fresh.lexicon.stems
    assert renewed.lexicon.words == fresh.lexicon.words
    assert renewed.lexicon.mean_length == pytest.approx(fresh.lexicon.mean_length)


def test_an_updated_index_counts_like_a_new_one() -> None:
    """Documents, their words and their lengths: those that are gone no longer count."""
    finder = finder_of(GAMES)
    every = [finder.postings.document(number) for number in range(finder.postings.size)]
    assert recounted(finder.lexicon, every[:3], every[1:2]) == counts_of([every[1], *every[3:]])


def test_an_updated_index_replaces_the_old_one(one_game: Library, tmp_path: Path) -> None:
    """The index can be opened again, and after many updates it still has every document once."""
    opened, game = build_index(one_game, tmp_path), one_game
    for number in range(8):
        game = msgspec.structs.replace(
            changed(game, "lob:3.5", title=f"Closing {number}"), content=f"c{number}"
        )
        refresh_index(game, tmp_path)
        again = open_index(tmp_path, game.content)
        assert again is not None
        opened = again
        assert len(list(tmp_path.iterdir())) <= 3
    found = [each for each in Finder(opened).find("3.5", "lob", 50).results if each.id == "lob:3.5"]
    assert [each.title for each in found] == ["Closing 7"]


@pytest.mark.parametrize("is_there", [False, True])
def test_an_updated_index_that_cannot_get_its_name(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that another process has put there is used; without it, the index is in memory."""
    build_index(GAMES, tmp_path)

    def rename(work: Path, target: Path) -> None:
        if is_there:
            shutil.copytree(work, target)
        raise OSError("not empty")

    monkeypatch.setattr(Path, "rename", rename)
    new = changed(GAMES, "red:12", title="Zouaves")
    assert Finder(refresh_index(new, tmp_path)).find("zouaves", "red").results[0].id == "red:12"
    assert (open_index(tmp_path, new.content) is not None) is is_there


def test_a_removed_chapter_is_not_found(one_game: Library, tmp_path: Path) -> None:
    """Neither the removed entries nor their words are found."""
    build_index(one_game, tmp_path)
    modules = tuple(
        msgspec.structs.replace(
            module, entries=tuple(each for each in module.entries if each.id != "lob:10.9")
        )
        for module in one_game.modules
    )
    finder = Finder(
        refresh_index(msgspec.structs.replace(one_game, modules=modules, content="less"), tmp_path)
    )
    assert "lob:10.9" not in [each.id for each in finder.find("skedaddle", "lob", 50).results]
    assert "lob:10.9" not in [each.id for each in finder.find("10.9", "lob", 50).results]


def test_a_damaged_index_is_rebuilt(one_game: Library, tmp_path: Path, counted: list[str]) -> None:
    """No document of the damaged index is used."""
    build_index(one_game, tmp_path)
    segment = next(tmp_path.glob("index-*/*.seg"))
    segment.write_bytes(segment.read_bytes()[:-3])
    counted.clear()
    finder = Finder(refresh_index(renamed(one_game), tmp_path))
    assert len(counted) == sum(len(module.entries) for module in one_game.modules)
    assert finder.find("zouaves", "lob").results[0].id == "lob:10.9"


def test_a_search_without_any_game_finds_nothing(tmp_path: Path) -> None:
    """An installation whose folders are missing answers, and reads ahead."""
    finder = load_finder(Places((tmp_path / "a", tmp_path / "b"), tmp_path / "cache", tmp_path / "data"))
    assert (finder.find("fire").results, finder.find("3.5", typing=True).results) == ((), ())
    finder.warm()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("change", ["for the group", "for all", "of somebody else", "a link"])
def test_an_index_that_others_could_write_is_not_opened(
    change: str, one_game: Library, tmp_path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoosh unpickles it; so another one is made, although its checksums are right."""
    cache = tmp_path / "cache"
    build_index(one_game, cache)
    assert open_index(cache, one_game.content) is not None
    folder = next(cache.glob("index-*"))
    if change == "a link":
        folder.rename(tmp_path / "elsewhere")
        folder.symlink_to(tmp_path / "elsewhere")
    elif change == "of somebody else":
        monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    else:
        folder.chmod({"for the group": 0o770, "for all": 0o707}[change])
    assert open_index(cache, one_game.content) is None
    counted.clear()
    assert Finder(refresh_index(one_game, cache)).find("10.9", "lob").results[0].id == "lob:10.9"
    assert len(counted) == sum(len(module.entries) for module in one_game.modules)


@pytest.mark.slow
def test_an_index_of_other_code_is_rebuilt(
    one_game: Library, tmp_path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed code may create other documents."""
    build_index(one_game, tmp_path)
    counted.clear()
    monkeypatch.setattr(index, "_form", lambda: "another")
    assert open_index(tmp_path, one_game.content) is None
    refresh_index(renamed(one_game), tmp_path)
    assert len(counted) == sum(len(module.entries) for module in one_game.modules)


def test_only_a_changed_player_file_is_indexed(places: Places, counted: list[str]) -> None:
    """A rule is added, changed and removed, each time through `load_finder`."""
    load_finder(places)
    folder = places.own / "rulebook" / "lob"
    folder.mkdir(parents=True)
    house = folder / "90-house.md"
    for word in ("zouaves", "sharpshooters"):
        counted.clear()
        house.write_text(
            f"---\ntitle: House\nauthority: ruling\n---\n# {word.title()}\n\n- {word} always stand.\n"
        )
        assert load_finder(places).find(word, "lob").results[0].id == f"lob:{word}"
        assert counted == [f"lob:{word}"]
    house.unlink()
    assert "lob:sharpshooters" not in [
        each.id for each in load_finder(places).find("sharpshooters", "lob").results
    ]
