"""The log and the rulings from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.process.conftest import Say

pytestmark = pytest.mark.usefixtures("shipped")

ROLL = ("calc", "lob:closing-roll", "rating=C", "leader_morale=2", "--roll", "3", "--log")
CHECK = "Moving stack is Shaken"


def kinds(say: Say) -> list[str]:
    """Kinds of the lines of the log."""
    return [each["kind"] for each in say("log", "--all", "--json").json]


def test_a_calculation_is_logged_only_with_log(say: Say) -> None:
    """--log records the calculation with its dice; the output has its line number."""
    say("session", "new", "A")
    say(*ROLL[:-1])
    assert kinds(say) == ["opened"]
    answer = say(*ROLL, "--json").json
    assert (answer["logged"], answer["session"]) == (2, "A")
    line = say("log", "--expand", "2", "--json").json
    assert line["says"] == "Closing roll: The stack closes (rolled 3 on 1d6)"
    assert line["event"]["rolls"][0]["source"] == "typed"
    assert "Logged as line 3 of session A." in say(*ROLL).out


def test_an_unfinished_calculation_is_not_logged(say: Say) -> None:
    """Neither an unfinished calculation nor odds alone are logged."""
    say("session", "new", "A")
    say(*ROLL[:4], "--log").refused(2, "needs a roll")
    say(*ROLL[:4], "--log", "--odds").refused(2, "leave out --odds")
    assert kinds(say) == ["opened"]


def test_the_companions_dice_are_in_the_log_before_the_result(say: Say) -> None:
    """The companion's dice precede the calculation and are marked as its own."""
    say("calc", "lob:command-roll", "command_value=2", "--roll", "app", "--log")
    assert kinds(say) == ["opened", "rolled", "calculated"]
    assert "rolled by the companion" in say("log", "--expand", "3").out


def test_lines_notes_and_bookmarks(say: Say) -> None:
    """A note on a line or on its own, a star for a bookmark, `(undone)` for an undone line."""
    say(*ROLL)
    assert say("log", "note", "they never came", "--on", "2", "--json").json["line"] == 3
    say("log", "pin", "2")
    say("log", "note", "on its own")
    say("turn", "undo")
    lines = say("log").out.splitlines()
    assert any(line.startswith("   2 ") and "* Closing roll" in line for line in lines)
    assert any(line.startswith("   5 ") and line.endswith("on its own (undone)") for line in lines)
    assert "Note: they never came" in say("log", "--expand", "2").out
    assert "Bookmark removed from line 2." in say("log", "pin", "2").out
    say("log", "pin", "99").refused(2, "no line 99")
    say("log", "note", "x", "--on", "99").refused(2, "no line 99")
    say("log", "note", " ").refused(2, "the note is empty")


def test_lines_of_one_turn(say: Say) -> None:
    """--turn lists the lines of a turn, starting with the move to it."""
    say("turn", "to", "4")
    say("log", "note", "here")
    say("turn", "to", "5")
    says = [each["says"] for each in say("log", "--turn", "4", "--json").json]
    assert says == ["Turn 4, First player, Command Phase", "Note: here"]


def test_only_the_last_lines_unless_asked(say: Say) -> None:
    """The last 40 lines are listed, with the number of earlier ones."""
    for number in range(41):
        say("log", "note", f"number {number}")
    assert "2 earlier lines. Show all with --all." in say("log").out
    assert len(say("log", "--json").json) == 40
    assert "number 0" in say("log", "--all").out


class TestAmend:
    """Correcting a logged calculation."""

    def test_shows_what_differs_and_changes_nothing(self, say: Say) -> None:
        """With the same die the stack no longer closes, so the opening volley is not due."""
        say(*ROLL)
        found = say("log", "amend", "2", "shaken=yes", "--json").json
        assert [each["label"] for each in found["ledger"]] == [CHECK]
        assert found["ledger"][0]["was"] == {"state": "not applied", "value": -1}
        assert found["ledger"][0]["now"] == {"state": "applied", "value": -1}
        assert found["numbers"] == {"total": {"was": 1, "now": 0}}
        assert found["outcome"]["success"] == {"was": True, "now": False}
        assert found["no_longer"] == [
            "Resolve any opening volley before the charge or fire that follows.",
            "An open order capable target withdraws 2 hexes instead of firing an opening volley, "
            "unless it faces a mounted charge.",
            "If the stack charges and no opening volley is fired, continue with the defender's loss.",
            "A leader who took part in this closing roll should also take part "
            "in a second closing roll and its charge.",
        ]
        assert not found["books_changed"]
        out = say("log", "amend", "2", "shaken=yes").out
        assert f"{CHECK}\n  was [ ] -1" in out
        assert "was closes" in out and "now does not close" in out
        assert kinds(say) == ["opened", "calculated"]

    def test_keep_logs_the_correction_and_undo_removes_it(self, say: Say) -> None:
        """--keep logs the calculation with the same dice, and the number of the line it corrects."""
        say(*ROLL)
        assert say("log", "amend", "2", "shaken=yes", "--keep", "--json").json["logged"] == 3
        event = say("log", "--expand", "3", "--json").json["event"]
        assert (event["amends"], event["rolls"][0]["value"]) == (2, 3)
        say("turn", "undo")
        assert say("log", "--json").json[2]["undone"]

    def test_nothing_differs(self, say: Say) -> None:
        """Amending with the same answer shows no difference."""
        say(*ROLL)
        assert "No differences." in say("log", "amend", "2", "shaken=no").out

    def test_rows_are_reached_by_number(self, say: Say) -> None:
        """An answer about one firing unit can be changed."""
        firers = [{"sps": 4, "weapon": "R"}, {"sps": 4, "weapon": "R"}]
        given = json.dumps({"arm": "small_arms", "range": 1, "firers": firers})
        say("calc", "lob:fire", "--input", given, "--roll", "8", "--log")
        found = say("log", "amend", "2", "firers.2.dg=yes", "--json").json
        assert found["inputs"]["firers"][1]["dg"] is True
        assert found["outcome"]["sps"] == {"was": 8, "now": 6}

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("2", "shakn=yes"), ("shakn", "did you mean shaken")),
            (("2", "rating=G"), ("rating", "A, B, C, D, E, F")),
            (("1", "shaken=yes"), ("line 1 is not a calculation",)),
            (("9", "shaken=yes"), ("no line 9",)),
            (("2",), ("no changes given",)),
            (("2", "rating="), ("still needs rating",)),
            (("2", "shaken=yes", "--roll", "4"), ("too many",)),
        ],
    )
    def test_refused(self, say: Say, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
        """Each mistake is refused in one line."""
        say(*ROLL)
        say("log", "amend", *arguments).refused(2, *words)

    def test_an_undone_line_is_not_corrected(self, say: Say) -> None:
        """An undone line can be compared but not corrected."""
        say(*ROLL)
        say("turn", "undo")
        assert say("log", "amend", "2", "shaken=yes").status == 0
        say("log", "amend", "2", "shaken=yes", "--keep").refused(2, "line 2 was undone")


def test_notes_and_the_log_are_found(say: Say) -> None:
    """A note on a rule is marked above it; the log is searched if asked for, also in a session that is named."""
    say("session", "new", "Table")
    say("bookmarks", "note", "lob:3.5", "Marmaduke forgets this")
    first, second = say("find", "3.5", "--game", "lob", "--json").json[:2]
    assert (first["id"], first["kind"], first["snippet"]) == ("lob:3.5", "note", "Marmaduke forgets this")
    assert (second["id"], second["kind"]) == ("lob:3.5", "entry")
    assert "[YOUR NOTE]" in say("find", "3.5").out
    say("log", "note", "The Zanzibar Rifles never closed")
    found = say("find", "--kind", "log", "zanzibar", "--session", "Table")
    assert "Line 2  [LOG]  line/2" in found.out
    assert say("find", "kind:log", "xylophone").status == 1


class TestRulings:
    """Table rulings."""

    def test_rulings_come_first_and_apart(self, say: Say) -> None:
        """Rulings come first in show, find and calc, marked and apart from the official points."""
        say("ruling", "add", "3.5", "No closing roll on Sundays")
        say("ruling", "add", "lob:closing-roll/shaken", "It counts double here", "--permanent")
        assert say("show", "3.5").out.startswith(
            "[TABLE] No closing roll on Sundays (table-1, session Game 1"
        )
        shown = say("show", "3.5", "--json").json
        assert [each["text"] for each in shown["rulings"]] == ["No closing roll on Sundays"]
        assert not any("Sundays" in point["text"] for point in shown["points"])
        found = say("find", "closing", "roll", "canister", "--game", "lob", "--json", "--limit", "5").json
        listed = [(each["id"], each["kind"], each["authority"], each["source"]) for each in found[:3]]
        assert listed[0] == ("lob:3.5", "ruling", "table ruling", "table-1, session Game 1")
        assert listed[1] == ("lob:closing-roll", "ruling", "table ruling", "house-1, permanent")
        assert listed[2][:3] == ("lob:3.5", "entry", "erratum")
        assert len(found) == 5
        lines = say(*ROLL[:-1]).out.splitlines()
        place = next(place for place, line in enumerate(lines) if CHECK in line)
        assert "[TABLE] It counts double here (house-1)" in lines[place + 1]
        assert [each["id"] for each in say(*ROLL[:-1], "--json").json["rulings"]] == ["house-1"]

    def test_found_by_its_own_words(self, say: Say) -> None:
        """Rulings on any kind of record are found by their words, but not in another game."""
        say("ruling", "add", "10.6", "Couriers may be shot")
        found = say("find", "shot", "couriers", "--json").json[0]
        assert (found["id"], found["snippet"]) == ("lob:10.6", "Couriers may be shot")
        assert (found["section"], found["kind"]) == ("10.6", "ruling")
        assert "No match for" not in say("find", "shot", "couriers").out
        others = say("find", "shot", "couriers", "--game", "pub", "--json").json
        assert "ruling" not in {each["kind"] for each in others}

    def test_searched_by_kind(self, say: Say) -> None:
        """--kind and the typed filter list only rulings; other kinds exclude them."""
        say("ruling", "add", "10.6", "Couriers may be shot")
        for line in (["--kind", "ruling"], ["kind:ruling", "couriers"], ["--kind", "ruling", "shot"]):
            found = say("find", *line, "--json").json
            assert ("lob:10.6", "table ruling") in {(each["id"], each["authority"]) for each in found}
            assert {each["kind"] for each in found} <= {"ruling", "entry"}
        for line in (["--kind", "chart", "couriers"], ["kind:term", "couriers", "shot"]):
            assert "table ruling" not in say("find", *line, "--json").out

    def test_for_one_session_or_for_good(self, say: Say) -> None:
        """A ruling belongs to its session and can be undone; a permanent one stays."""
        say("session", "new", "A")
        say("ruling", "add", "3.5", "for tonight")
        say("ruling", "add", "3.5", "for good", "--permanent")
        listed = say("ruling", "--json").json
        assert [(each["id"], each["session"], each["permanent"]) for each in listed] == [
            ("table-1", "A", False),
            ("house-1", None, True),
        ]
        say("session", "new", "B")
        assert [each["id"] for each in say("ruling", "--json").json] == ["house-1"]
        assert len(say("ruling", "--session", "A", "--json").json) == 2
        say("turn", "undo", "--session", "A")
        assert [each["id"] for each in say("ruling", "--session", "A", "--json").json] == ["house-1"]
        say("turn", "redo", "--session", "A")
        assert len(say("ruling", "--session", "A", "--json").json) == 2

    def test_export_without_rulings(self, say: Say, tmp_path: Path) -> None:
        """Without rulings no file is written."""
        say("ruling", "export", str(tmp_path / "none.json")).refused(1, "no table ruling")
        assert not (tmp_path / "none.json").exists()

    def test_dropped(self, say: Say) -> None:
        """Both kinds are removed by id."""
        say("ruling", "add", "3.5", "one")
        say("ruling", "add", "3.5", "two", "--permanent")
        say("ruling", "drop", "table-1")
        say("ruling", "drop", "house-1")
        assert say("ruling", "--json").json == []
        say("ruling", "drop", "house-1").refused(1, "unknown ruling house-1")
        assert "rulings" not in say(*ROLL[:-1], "--json").json

    def test_ids_of_two_sessions_and_of_permanent_rulings_differ(self, say: Say) -> None:
        """A permanent ruling made in another session never has the id of one of this session."""
        say("session", "new", "A")
        say("ruling", "add", "3.5", "for tonight")
        say("session", "new", "B")
        say("ruling", "add", "10.6", "for good", "--permanent")
        say("ruling", "drop", "table-1", "--session", "A")
        assert [each["text"] for each in say("ruling", "--session", "A", "--json").json] == ["for good"]

    def test_exported_and_imported(self, say: Say, tmp_path: Path) -> None:
        """Known rulings are not duplicated; those about unknown records are left out with a warning."""
        file = tmp_path / "ours.json"
        say("ruling", "add", "3.5", "one")
        assert say("ruling", "export", str(file)).out == f"1 ruling written to {file}.\n"
        say("ruling", "add", "lob:closing-roll/shaken", "two", "--permanent")
        assert say("ruling", "export", str(file)).out == f"2 rulings written to {file}.\n"
        say("session", "new", "B")
        content = json.loads(file.read_bytes())
        content["records"].append({"id": "table-9", "about": "chess:1", "text": "castling"})
        file.write_text(json.dumps(content))
        taken = say("ruling", "import", str(file), "--json")
        assert taken.json == {"new": ["table-1"], "known": 1, "left_out": 1}
        assert "chess:1" in taken.err
        assert {each["text"] for each in say("ruling", "--json").json} == {"one", "two"}

    @pytest.mark.parametrize("text", ["", "{}", '[{"id": 1}]', "[nonsense"])
    def test_a_file_without_rulings(self, say: Say, tmp_path: Path, text: str) -> None:
        """A file without rulings is refused as a whole."""
        file = tmp_path / "bad.json"
        file.write_text(text)
        say("ruling", "import", str(file)).refused(2, "not a file of exported table rulings")

    @pytest.mark.parametrize(
        ("about", "text", "status", "words"),
        [
            ("lob:99.9", "x", 1, ("lob:99.9",)),
            ("lob:closing-roll/tea", "x", 2, ("no modifier tea", CHECK)),
            ("3.5/tea", "x", 2, ("not a calculator",)),
            ("3.5", " ", 2, ("needs text",)),
        ],
    )
    def test_refused(self, say: Say, about: str, text: str, status: int, words: tuple[str, ...]) -> None:
        """Unknown records and empty rulings are refused."""
        say("ruling", "add", about, text).refused(status, *words)

    def test_look_ups_repair_a_damaged_file_of_rulings(self, say: Say, tmp_path: Path) -> None:
        """The first says so in one line; then everything works again."""
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "player.db").write_text("{")
        found = say("find", "closing", "roll", "--json")
        assert found.json[0]["id"] == "lob:3.5"
        assert found.err.count("\n") == 1 and "player.db was damaged" in found.err
        assert len(list((tmp_path / "data").glob("player damaged *.db.bad"))) == 1
        added = say("ruling", "add", "3.5", "x", "--permanent")
        assert (added.status, added.err) == (0, "")

    def test_an_id_of_a_permanent_ruling_is_never_used_again(self, say: Say, tmp_path: Path) -> None:
        """Notes of the players may still name the old one."""
        say("ruling", "add", "3.5", "one", "--permanent")
        say("ruling", "drop", "house-1")
        assert say("ruling", "add", "3.5", "two", "--permanent", "--json").json["id"] == "house-2"
        say("ruling", "drop", "house-2")
        file = tmp_path / "ours.json"
        say("ruling", "add", "3.5", "three")
        say("ruling", "export", str(file))
        say("ruling", "drop", "table-1")
        assert say("ruling", "import", str(file), "--permanent", "--json").json["new"] == ["house-3"]


class TestExport:
    """The after-action report."""

    def test_the_same_log_gives_the_same_bytes(self, say: Say, tmp_path: Path) -> None:
        """The report is the same on screen and in a file, at any time."""
        say(*ROLL)
        first = say("log", "export").out
        file = tmp_path / "report.md"
        say("log", "export", "--out", str(file))
        assert file.read_text() == first == say("log", "export").out
        assert first.startswith("# After-action report: Game 1\n")

    def test_json_holds_the_same(self, say: Say) -> None:
        """JSON has turns, lines and calculations."""
        say(*ROLL)
        facts: dict[str, Any] = say("log", "export", "--format", "json").json
        assert facts == say("log", "export", "--json").json
        line = facts["games"][0]["turns"][0]["lines"][0]
        dice = {"label": "Closing roll", "dice": "1d6", "value": 3, "faces": [], "source": "typed"}
        assert line["calculation"]["dice"] == [dice]
        assert say("log", "export", "--game", "lob", "--json").json == facts
        assert say("log", "export", "--game", "pub", "--json").json == {**facts, "games": []}
        say("log", "export", "--game", "chess").refused(1, "chess")

    def test_a_place_that_cannot_be_written(self, say: Say, tmp_path: Path) -> None:
        """A path that cannot be written is refused in one line."""
        say("log", "export", "--out", str(tmp_path / "no" / "report.md")).refused(2, "cannot be written")
