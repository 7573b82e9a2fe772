"""Remarks on the English of rules; each case has a similar text without a remark. They never make a check fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.load.wording_lint import remarks_on

pytestmark = pytest.mark.usefixtures("games_are_read_once")

THIRTY = f"Word {' '.join(['word'] * 29)}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It needs 6 SPs.", "subject"),
        ("Otherwise Sickles moves.", "subject"),
        ("The same holds for guns.", ""),
        ("May not charge.", "subject"),
        ("Such may not fire.", "subject"),
        ("Such a battalion may not fire.", ""),
        ("A unit may not charge.", ""),
        ("Firing first at the nearest.", "subject"),
        ("Firing costs 1 MP.", ""),
        ("Moving and facing: see 3.1.", ""),
        ("Units fire. It then ends.", ""),
        (f"{THIRTY} more.", "long"),
        (f"{THIRTY}.", ""),
        (f"{THIRTY}. {THIRTY}.", ""),
        ("A shaken unit does not charge.", "describes"),
        ("The gun is not moved.", "describes"),
        ("A leader never fires.", "describes"),
        ("A leader is never alone.", ""),
        ("A shaken unit may not charge.", ""),
        ("A shaken unit cannot charge.", ""),
        ("This does not count. {.erratum}", "subject"),
        ("A crossed road does not count.", ""),
    ],
)
def test_remarks_on_a_rule(text: str, kind: str) -> None:
    """A remark, and a similar text without one."""
    assert [found for found, _ in remarks_on(text)] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It has moved this turn", "subject"),
        ("Has moved this turn", ""),
        ("The sheet does not print one", ""),
        (f"{THIRTY} more", "long"),
    ],
)
def test_remarks_on_other_texts(text: str, kind: str) -> None:
    """A label needs no verb, and a note may describe."""
    assert [found for found, _ in remarks_on(text, is_rule=False)] == ([kind] if kind else [])


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """A game with a remark in its rules and one in its tables."""
    (tmp_path / "tables" / "ford").mkdir(parents=True)
    (tmp_path / "rulebook" / "ford").mkdir(parents=True)
    game = 'slug: ford\nname: The Ford\nedition: "1"\ncredits: Nobody.\ndocuments: []\n'
    (tmp_path / "tables" / "ford" / "game.yaml").write_text(game)
    terms = 'terms:\n  - {term: Men, means: "These are counted."}\n'
    (tmp_path / "tables" / "ford" / "glossary.yaml").write_text(terms)
    chapter = "---\ntitle: Rules\n---\n\n# 1.0 Men\n\n- A company has men.\n- It is shaken\n  or steady.\n"
    (tmp_path / "rulebook" / "ford" / "rules.md").write_text(chapter)
    return tmp_path


def test_the_command_lists_remarks(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File, line, remark and excerpt, then the count of each kind; the exit status does not change."""
    assert main(("check", str(ford), "--prose")) == 0
    assert capsys.readouterr().out.splitlines() == [
        "rulebook/ford/rules.md:8: begins with 'It': name the subject: It is shaken or steady.",
        "tables/ford/glossary.yaml:2: begins with 'These': name the subject: These are counted.",
        "2 remarks: subject 2.",
        "0 faults in 1 game.",
    ]


def test_json_and_games(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON lists remarks as records, for one game if it is given; an unknown game is refused."""
    assert main(("check", str(ford), "--json", "--prose", "ford")) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["faults"] == []
    assert [(each["file"], each["line"], each["kind"]) for each in document["remarks"]] == [
        ("rulebook/ford/rules.md", 8, "subject"),
        ("tables/ford/glossary.yaml", 2, "subject"),
    ]
    assert main(("check", str(ford), "--prose", "fort")) == 2


def test_faults_still_fail(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A remark never hides a fault."""
    (ford / "rulebook" / "ford" / "rules.md").write_text(
        "---\ntitle: R\n---\n\n# 1.0 A\n\n- See [[ford:9.9]].\n"
    )
    assert main(("check", str(ford), "--prose")) == 1
    assert "1 fault in 1 game." in capsys.readouterr().out
