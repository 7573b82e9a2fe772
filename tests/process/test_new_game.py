"""`companion new-game` and `companion schema`: a new game without faults."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from companion.cli.new_game import SKELETON
from companion.load.library import read_library
from companion.load.places import Places
from companion.load.schema import FILE_KINDS, schema
from tests.process.conftest import Say

OPTION = re.compile(r"(?m)^(\s*)# (?=[a-z_]+: |- \{)")
"""Comment sign in front of an optional key."""


@pytest.fixture
def mine(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the skeleton of `ford`."""
    monkeypatch.setenv("COMPANION_OVERLAY", str(tmp_path / "mine"))
    assert say("new-game", "ford").status == 0
    return tmp_path / "mine"


def files_of(folder: Path) -> list[Path]:
    """The files below a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_the_skeleton_in_the_players_folder_has_no_faults(mine: Path, say: Say) -> None:
    """The skeleton has no faults, alone or beside the shipped games; its examples hold."""
    assert say("check", str(mine)).out == "0 faults in 1 game.\n"
    assert say("check").out == "0 faults in 6 games (1 of your own).\n"
    cases = sorted(map(str, (mine / "tests" / "cases").iterdir()))
    assert [Path(each).name for each in cases] == ["ford-own.jsonl", "ford-questions.jsonl"]
    assert say("check", str(mine), "--cases", *cases).out == "3 of 3 hold\n"
    assert say("check", str(mine), "--cases", str(mine / "tests" / "cases")).out == "3 of 3 hold\n"
    say("check", str(mine), "--cases", str(mine)).refused(2, "contains no example files (*.jsonl)")


def test_the_skeleton_can_be_played(mine: Path, say: Say) -> None:
    """Rule, calculator with odds, turn, cup and scenario work."""
    assert "Roll two dice" in say("show", "ford:2.1").out
    answer = say("calc", "ford:fire", "strength=5", "range=close", "--roll", "9", "--json").json
    assert answer["outcome"]["loss"] == 1
    volleys = {"strength": 4, "companies": [{"men": 4}, {"men": 3}], "weather": []}
    rolls = [arg for die in ("5,1,6", "70", "8") for arg in ("--roll", die)]
    answer = say("calc", "ford:volleys", "--input", json.dumps(volleys), *rolls, "--json").json
    assert (answer["outcome"]["hits"], answer["outcome"]["loss"]) == (2, 1)
    assert say("session", "new", "Friday").status == 0
    assert say("session", "game", "ford").status == 0
    assert "09:00" in say("session", "scenario", "first").out
    assert say("turn", "to", "1", "action").status == 0
    assert "1st Company" in say("cup", "fill").out


def test_every_key_of_every_record_is_mentioned(mine: Path) -> None:
    """Every key is used, or mentioned in a comment."""
    for kind, each in FILE_KINDS.items():
        ending = each.files.rpartition(" ")[2].replace("SLUG", "ford")
        text = "\n".join(path.read_text() for path in mine.glob(ending))
        for name, part in schema(kind)["$defs"].items():
            lacking = [key for key in part["properties"] if not re.search(rf"(?m)[\s{{]{key}:", text)]
            assert lacking == [], f"{kind}: {name}"


def test_the_skeleton_with_all_optional_keys_has_no_faults(mine: Path, say: Say) -> None:
    """The commented keys are legal once uncommented."""
    signs = 0
    for path in mine.rglob("*.yaml"):
        text, found = OPTION.subn(r"\1", path.read_text())
        path.write_text(text)
        signs += found
    assert signs > 100
    assert say("check", str(mine)).out == "0 faults in 1 game.\n"


def test_every_file_names_its_schema(mine: Path) -> None:
    """The first line of each file names the schema of its kind, which accepts the file."""
    found = list(mine.rglob("*.yaml"))
    assert len(found) == 11
    for path in found:
        first = path.read_text().splitlines()[0]
        named = first.removeprefix("# yaml-language-server: $schema=")
        assert named != first
        target = (path.parent / named).resolve()
        kind = FILE_KINDS[target.name.removesuffix(".schema.json")]
        below = path.relative_to(mine)
        assert below.match(kind.files.replace("SLUG", "ford")), below
        schema_of_kind: dict[str, Any] = json.loads(target.read_text())
        assert list(Draft7Validator(schema_of_kind).iter_errors(yaml.safe_load(path.read_text()))) == []


def test_nothing_is_overwritten(mine: Path, say: Say) -> None:
    """An existing game is not overwritten, and the slug of a shipped one is refused."""
    before = {path: path.read_bytes() for path in files_of(mine)}
    say("new-game", "ford").refused(2, "tables/ford already exists")
    say("new-game", "lob", "--folder", str(mine)).refused(2, "tables/lob already exists")
    (mine / "tests" / "cases" / "mill-own.jsonl").write_text("mine\n")
    say("new-game", "mill").refused(2, "mill-own.jsonl already exists")
    after = {path: path.read_bytes() for path in files_of(mine) if path.name != "mill-own.jsonl"}
    assert after == before


def test_a_second_game_in_the_same_folder(mine: Path, say: Say) -> None:
    """Two games in one folder have no faults."""
    assert say("new-game", "mill-2").status == 0
    assert say("check", str(mine)).out == "0 faults in 2 games.\n"


def test_another_folder(tmp_path: Path, say: Say) -> None:
    """--folder chooses the folder; the output lists the files and the next steps."""
    answer = say("new-game", "ford", "--folder", str(tmp_path / "there"))
    assert f"companion check {tmp_path / 'there'}" in answer.out
    assert "COMPANION_OVERLAY" in answer.out
    other = say("new-game", "ford", "--folder", str(tmp_path / "other"), "--json").json
    assert sorted(other) == [str(path) for path in files_of(tmp_path / "other")]
    assert len(files_of(SKELETON)) + len(FILE_KINDS) == len(other)


def test_a_small_game_has_two_files(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game has two files and no faults; its rule is found, and a calculator can be added at once."""
    folder = tmp_path / "mine"
    monkeypatch.setenv("COMPANION_OVERLAY", str(folder))
    answer = say("new-game", "ford", "--small")
    names = ["rulebook/ford/01-rules.md", "tables/ford/game.yaml"]
    assert [path.relative_to(folder).as_posix() for path in files_of(folder)] == names
    assert answer.out.count("wrote ") == 2
    assert "schema" not in answer.out
    assert say("check", str(folder)).out == "0 faults in 1 game.\n"
    assert say("find", "shoot", "--game", "ford", "--json").json[0]["id"] == "ford:1.0"
    answers = ("title=Made", "cite=1.0", "summary=A sum.", "method=sum", "start=1", "result=Sum")
    options = [word for each in answers for word in ("--answer", each)]
    assert say("new-calculator", "--game", "ford", *options).status == 0
    assert say("check", str(folder)).out == "0 faults in 1 game.\n"
    say("new-game", "ford").refused(2, "tables/ford already exists")


def test_a_new_game_claims_no_edition(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a rule has the name of the game without an edition, until the author writes it into game.yaml."""
    monkeypatch.setenv("COMPANION_OVERLAY", str(tmp_path))
    assert say("new-game", "ford", "--small", "--name", "The Ford").status == 0
    assert "\nThe Ford, Rules; your own\n" in say("show", "ford:1.0").out
    game = tmp_path / "tables/ford/game.yaml"
    game.write_text(game.read_text().replace('edition: ""', 'edition: "2.0"'))
    assert "\nThe Ford 2.0, Rules; your own\n" in say("show", "ford:1.0").out
    assert "own words" not in game.read_text()


@pytest.mark.parametrize("small", [(), ("--small",)])
@pytest.mark.parametrize("name", ["Ridge: River", "#1 'Ford'"])
def test_a_game_gets_the_name_that_the_author_gives(
    small: tuple[str, ...], name: str, tmp_path: Path, say: Say
) -> None:
    """With `--name`; otherwise the answer says where the name can be changed."""
    folder = tmp_path / "named"
    answer = say("new-game", "ford", "--name", f" {name} ", "--folder", str(folder), *small)
    assert answer.status == 0 and "changes that" not in answer.out
    library = read_library(Places((folder,), tmp_path, tmp_path))
    assert (library.module("ford").game.name, library.faults) == (name, ())
    assert "The game is called The game mill" in say("new-game", "mill", "--folder", str(folder), *small).out


@pytest.mark.parametrize("slug", ["Ford", "2nd", "../ford", "a b", "", "f" * 32, "förd"])
def test_an_illegal_slug_is_refused(slug: str, tmp_path: Path, say: Say) -> None:
    """Nothing is written."""
    say("new-game", slug, "--folder", str(tmp_path / "there")).refused(
        2, "is not a valid slug", "lower-case letters"
    )
    assert not (tmp_path / "there").exists()


def test_an_unwritable_folder_is_refused(tmp_path: Path, say: Say) -> None:
    """A folder that cannot be written is refused in one line with status 2."""
    (tmp_path / "file").write_text("")
    say("new-game", "ford", "--folder", str(tmp_path / "file")).refused(2, "cannot be written")
    say("schema", "--out", str(tmp_path / "file")).refused(2, "cannot be written")


def test_schema_lists_kinds_prints_one_and_writes_them(tmp_path: Path, say: Say) -> None:
    """The printed schema is the written one."""
    assert [line.split()[0] for line in say("schema").out.splitlines()] == list(FILE_KINDS)
    assert [each["kind"] for each in say("schema", "--json").json] == list(FILE_KINDS)
    assert say("schema", "chart", "--json").json == schema("chart")
    assert say("schema", "chart", "--out", str(tmp_path / "one")).out == (
        f"wrote {tmp_path / 'one' / 'chart.schema.json'}\n"
    )
    assert say("schema", "--out", str(tmp_path / "all")).status == 0
    written = {path.name: json.loads(path.read_text()) for path in (tmp_path / "all").iterdir()}
    assert written == {f"{kind}.schema.json": schema(kind) for kind in FILE_KINDS}
    say("schema", "chrat").refused(2, "unknown kind chrat", "chart")


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_schema_of_a_kind_is_a_list_for_people(kind: str, say: Say) -> None:
    """Every key of every record is listed with kind, purpose, and whether it is required."""
    page = say("schema", kind).out
    for name, part in schema(kind)["$defs"].items():
        record = page.partition(f"\n{name}: ")[2].partition("\n\n")[0]
        for key, value in part["properties"].items():
            line = next(each for each in record.splitlines() if each.startswith(f"  {key} ("))
            if len(line) < 70:
                assert (", required)" in line) == (key in part.get("required", ()))
            first = value.get("description", "").partition(" ")[0]
            assert first in record
    assert "null" not in page and "object" not in page


def test_the_list_describes_kinds_in_plain_words(say: Say) -> None:
    """The list describes values as authors write them."""
    page = " ".join(say("schema", "game").out.split())
    assert "slug (text, required): Name in ids and folders: a few lower-case letters." in page
    assert "documents (list of Document, required): The sources that chapters and charts come from." in page
    assert "order (whole number): Position in lists of games, lowest first." in page
    assert "authority (one of " in page


@pytest.mark.slow
def test_check_of_a_folder_that_adds_to_a_shipped_game(tmp_path: Path, say: Say) -> None:
    """The folder is read with the shipped games: links into them work, and only its own faults are reported."""
    chapter = tmp_path / "add" / "rulebook" / "pub" / "90-house.md"
    chapter.parent.mkdir(parents=True)
    chapter.write_text("---\ntitle: House\n---\n\n# Rule of the club\n\n- See [[pub:march]].\n")
    assert say("check", str(tmp_path / "add")).status == 0
    chapter.write_text("---\ntitle: House\n---\n\n# Rule of the club\n\n- See [[pub:mrach]].\n")
    answer = say("check", str(tmp_path / "add"))
    assert (answer.status, answer.out.count("90-house.md:7: broken link [[pub:mrach]]")) == (1, 1)
    assert "pub:march" in answer.out


def test_a_question_that_finds_another_entry_fails(mine: Path, say: Say) -> None:
    """The failure lists the entries found."""
    file = mine / "tests" / "cases" / "wrong.jsonl"
    accept = [{"game": "ford", "section": "1.0"}]
    file.write_text(json.dumps({"q": "how do I shoot", "game": "ford", "accept": accept}) + "\n")
    answer = say("check", str(mine), "--cases", str(file))
    assert (answer.status, answer.out.splitlines()[-1]) == (1, "0 of 1 hold")
    assert "wrong.jsonl:1: found ford:2.1 Firing" in answer.out
    accept = [{"game": "ford", "heading": "firing"}]
    file.write_text(json.dumps({"q": "how do I shoot", "game": "ford", "accept": accept}) + "\n")
    assert say("check", str(mine), "--cases", str(file)).out == "1 of 1 hold\n"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"accept": [{"game": "ford", "section": "3.9"}]}, "rule 3.9 not found in ford"),
        ({"accept": [{"game": "ford", "section": 2.1}]}, 'section: must be text, as in "2.1"'),
        ({"accept": [{"game": "ford", "heading": "firring"}]}, "heading firring not found in ford"),
        ({"accept": [{"game": "fort", "section": "2.1"}]}, "unknown game fort; known: ford"),
        ({"accept": [{"game": "ford", "sections": "2.1"}]}, "unknown key sections (did you mean section?)"),
        ({"accept": [{"game": "ford"}]}, "accept: entry, section or heading is required"),
        ({"accept": ["2.1"]}, 'accept: each answer is {"game": ..., "section": ...}'),
        ({"accept": []}, "accept: a list of accepted answers is required"),
        ({}, "accept: a list of accepted answers is required"),
        ({"accept": [{"game": "ford", "section": "2.1"}], "gane": "ford"}, "unknown key gane (did you mean game?)"),
        ({"accept": [{"game": "ford", "section": "2.1"}], "game": ["ford"]}, "unknown game ['ford']"),
        ({"accept": [{"game": "ford", "section": "2.1"}], "q": 4}, "q: a question in words is required"),
    ],
)  # fmt: skip
def test_a_question_without_a_possible_answer_is_reported(
    more: dict[str, Any], says: str, mine: Path, say: Say
) -> None:
    """A faulty question is reported with its line."""
    file = mine / "tests" / "cases" / "wrong.jsonl"
    file.write_text(json.dumps({"q": "how do I shoot", "game": "ford", **more}) + "\n")
    answer = say("check", str(mine), "--cases", str(file))
    assert answer.status == 1
    assert answer.out.startswith(f"wrong.jsonl:1: {says}")
    assert "found ford" not in answer.out


def test_one_existing_answer_is_enough(mine: Path, say: Say) -> None:
    """Some of several accepted answers may belong to another edition."""
    file = mine / "tests" / "cases" / "several.jsonl"
    accept = [{"game": "ford", "section": "3.9"}, {"game": "ford", "section": "2.1"}]
    file.write_text(json.dumps({"q": "how do I shoot", "game": "ford", "accept": accept}) + "\n")
    assert say("check", str(mine), "--cases", str(file)).out == "1 of 1 hold\n"
