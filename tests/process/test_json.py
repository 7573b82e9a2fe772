"""`--json`: one document on standard output, whatever the result of the command."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from tests.conftest import ROOT
from tests.process.conftest import Say
from tests.process.test_readme import typed

REFUSED = [
    (2, ["find"]),
    (2, ["find", "x", "--game", "chess"]),
    (2, ["find", "x", "--limit", "0"]),
    (2, ["compare"]),
    (1, ["show", "lob:9.99zz"]),
    (1, ["bookmarks", "set", "lob:9.99zz"]),
    (2, ["import"]),
    (2, ["import", "nowhere.pdf"]),
    (2, ["import", "nowhere.pdf", "--game", "lob"]),
    (2, ["import", "nowhere.pdf", "--game", "lob", "--yes"]),
    (2, ["import", "nowhere.pdf", "--game", "chess", "--yes"]),
    (2, ["import", "nowhere.pdf", "--list"]),
    (1, ["import", "--remove", "nothing"]),
    (1, ["show", "import/nothing/1"]),
    (2, ["calc", "lob:nothing"]),
    (2, ["calc", "lob:closing-roll"]),
    (1, ["session", "use", "nobody's"]),
    (2, ["turn", "nxt"]),
    (2, ["turn", "to", "x"]),
    (2, ["cup", "--game", "lob"]),
    (1, ["orders", "accept", "9"]),
    (1, ["units", "drop", "nobody"]),
    (2, ["log", "--expand", "999"]),
    (1, ["ruling", "drop", "table-9"]),
    (2, ["check", "nowhere"]),
    (2, ["coverage", "--game", "chess"]),
    (2, ["new-game", "9"]),
    (1, ["new-rules", "nothing", "--game", "lob"]),
    (2, ["new-chart", "nowhere.csv", "--game", "lob"]),
    (2, ["new-calculator", "--game", "lob"]),
    (2, ["new-example", "lob:closing-roll"]),
    (2, ["new-turn", "--game", "lob", "--answer", "rule=none"]),
    (2, ["schema", "chess"]),
    (2, ["keys", "x"]),
    (2, ["completion"]),
    (2, ["serve", "--port", "x"]),
    (2, ["fnd"]),
    (2, ["--ses", "Friday"]),
    (2, []),
]


def test_every_command_is_in_the_table() -> None:
    """The table above has every command."""
    assert set(COMMANDS) <= {words[0] for _, words in REFUSED if words}


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("status", "words"), REFUSED, ids=lambda given: " ".join(given) if isinstance(given, list) else ""
)
def test_a_refusal_is_a_document_too(status: int, words: list[str], say: Say) -> None:
    """The document has the message of standard error and the status without --json."""
    plain, document = say(*words), say(*words, "--json")
    assert document.status == status
    parsed = json.loads(document.out)
    assert list(parsed) == ["error", "status"]
    assert parsed["status"] == status
    assert " ".join(document.err.split()) == f"companion: {' '.join(parsed['error'].split())}"
    if words:
        assert (plain.status, plain.out, plain.err) == (status, "", document.err)


@pytest.mark.usefixtures("shipped")
def test_after_two_dashes_json_is_a_word(say: Say) -> None:
    """After --, `--json` is a word to search for."""
    assert say("find", "--", "--json").out.startswith('No match for "json"')


@pytest.mark.slow
@pytest.mark.usefixtures("shipped")
def test_every_line_of_the_readme_gives_one_document(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The README's commands, run in order, print one document each."""
    shutil.copytree(ROOT / "tests" / "cases", tmp_path / "tests" / "cases")
    shutil.copytree(ROOT / "tests" / "keyed", tmp_path / "tests" / "keyed")
    monkeypatch.chdir(tmp_path)
    for line in typed():
        answer = say(*shlex.split(line.partition(" > ")[0])[1:], "--json")
        assert json.loads(answer.out) is not None, (line, answer)


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    "words",
    [
        ["coverage"],
        ["check"],
        ["session", "set"],
        ["session", "scenario"],
        ["session", "clock"],
        ["turn", "count"],
        ["ruling"],
        ["log", "export", "--format", "json"],
        ["log", "export", "--out", "report.md"],
        ["completion", "fish"],
        ["completion", "--games"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_commands_that_the_readme_leaves_out(
    words: list[str], say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands that the README leaves out print one document each."""
    monkeypatch.chdir(tmp_path)
    answer = say(*words, "--json")
    assert answer.status in (0, 1)
    assert isinstance(json.loads(answer.out), list | dict)


@pytest.mark.usefixtures("shipped")
def test_coverage_of_one_game_is_an_object_and_of_all_a_list(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The object for one game is the element of the list for all."""
    monkeypatch.chdir(tmp_path)  # without the worked examples, to save time
    one, every = (json.loads(say("coverage", *words, "--json").out) for words in (["--game", "pub"], []))
    assert one["game"] == "pub"
    assert one in every
