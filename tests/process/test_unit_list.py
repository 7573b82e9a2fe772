"""An order of battle is imported as a list, all or nothing, and exported so that it can be imported again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Library, Refused
from companion.workspace.unit_list import MOST_UNITS, listed_units
from tests.process.conftest import Say

LIST = """\
5th Texas (First player): rating=B, sps=5
2nd Wisconsin: Morale rating C, Strength points 6

Hood  (second): Leader's command value 3
"""
TABLE = "Unit;Side;Morale rating;sps\n5th Texas;First player;B;5\n2nd Wisconsin;;C;6; ;\n"


@pytest.fixture
def friday(say: Say) -> Say:
    """A session of Line of Battle."""
    say("session", "new", "Friday", "--game", "lob")
    return say


def test_a_list_is_kept_at_once_and_taken_back_at_once(friday: Say, tmp_path: Path) -> None:
    """Blank lines do not matter; facts by name or label; sides abbreviated; one undo takes all back."""
    (tmp_path / "oob.txt").write_text(LIST)
    kept = friday("units", "import", str(tmp_path / "oob.txt"))
    assert kept.out == "3 units imported: 5th Texas, 2nd Wisconsin, Hood.\n"
    listed = friday("units").out
    assert "5th Texas (First player): Morale rating B, Strength points 5" in listed
    assert "2nd Wisconsin: Morale rating C, Strength points 6" in listed
    assert "Hood (Second player): Leader's command value 3" in listed
    friday("turn", "undo")
    assert "5th Texas" not in friday("units").out


@pytest.mark.parametrize("sign", [";", ",", "\t"])
def test_a_table_with_headings_is_read(friday: Say, tmp_path: Path, sign: str) -> None:
    """Commas, semicolons or tabs; empty cells say nothing, one too many either; a byte order mark is ignored."""
    (tmp_path / "oob.csv").write_text("\ufeff" + TABLE.replace(";", sign), encoding="utf-8")
    assert friday("units", "import", str(tmp_path / "oob.csv")).status == 0
    assert "5th Texas (First player): Morale rating B, Strength points 5" in friday("units").out


def test_an_export_is_imported_as_it_was(friday: Say, tmp_path: Path) -> None:
    """In another session the units are the same."""
    (tmp_path / "oob.txt").write_text(LIST + "4th Alabama: state=DG, weapon=R, arm=infantry, wrecked=yes\n")
    friday("units", "import", str(tmp_path / "oob.txt"))
    pack = tmp_path / "pack.csv"
    assert friday("units", "export", str(pack)).out == f"4 units written to {pack}.\n"
    before = friday("units", "--json").json["units"]
    friday("session", "new", "Saturday", "--game", "lob")
    friday("units", "import", str(pack))
    assert friday("units", "--json").json["units"] == before
    assert friday("units", "export").out == pack.read_text()


def test_a_bad_line_is_named_and_nothing_is_kept(friday: Say, tmp_path: Path) -> None:
    """Each bad line with its number, at most five of them."""
    (tmp_path / "oob.txt").write_text(LIST + "Starke: rating=Z\n: sps=3\n5th texas\nLaw (Rebels)\n")
    refused = friday("units", "import", str(tmp_path / "oob.txt"))
    assert refused.status == 2
    for fault in (
        "line 5: rating:",
        "line 6: a unit needs a name",
        "line 7: 5th texas is in the list twice",
        "line 8: side: 'Rebels' is not one of First player, Second player",
    ):
        assert fault in refused.err
    assert "No units yet" in friday("units").out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the list is empty"),
        (" \n\n", "the list is empty"),
        ("name;morale\nX;B", "unknown unit fact 'morale'; known: rating"),
        ("name;sps\nX;B", "line 2: sps:"),
        ("name;sps\nX;3;4", "line 2: it has 3 columns; the first line names 2"),
        (f"name;sps\n{'X' * 200_000};3", "line 2: the line is not CSV: field larger"),
        ("X" * 200_000, "the line is not CSV: field larger"),
        ("X: sps", "line 1: sps: a value is required"),
        ("X: Strength points", "line 1: sps: a value is required"),
        ("X: glory 3", "line 1: unknown unit fact 'glory 3'"),
        ("\n".join(f"unit {number}: sps=0.5" for number in range(9)), "and 4 more lines"),
        ("\n".join(f"unit {number}: sps=0.5" for number in range(6)), "or more; and 1 more line$"),
        ("\n".join(f"unit {number}: sps=0.5" for number in range(5)), "line 5: [^;]*; allowed: 0 or more$"),
        ("\n".join(map(str, range(MOST_UNITS + 1))), "has 1,001 lines; at most 1,000 units"),
        ("\n".join(["name", *map(str, range(MOST_UNITS + 1))]), "has 1,002 lines; at most 1,000 units"),
    ],
)
def test_what_cannot_be_read_is_refused(library: Library, text: str, why: str) -> None:
    """The message says what is legal."""
    with pytest.raises(Refused, match=why):
        listed_units(library.module("lob"), text)


@pytest.mark.parametrize("heading", [[], ["name"]])
def test_a_list_may_have_as_many_units_as_are_read_at_once(library: Library, heading: list[str]) -> None:
    """The line with the headings is none of them, and blank lines do not count."""
    names = [str(number) for number in range(MOST_UNITS)]
    listed = listed_units(library.module("lob"), "\n\n".join([*heading, *names]))
    assert [unit.name for unit in listed] == names
