"""The session commands: sessions, turn, cup, orders, units, as text and as JSON, and their refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model.event import Moved, PlayerClockSet
from companion.play.opening import open_session
from companion.play.session_files import sessions_folder
from companion.play.store.session_file import SessionFile
from tests.conftest import ROOT
from tests.process.conftest import Say


@pytest.mark.usefixtures("shipped")
class TestSessions:
    """Starting, listing and changing sessions."""

    def test_reading_writes_nothing(self, say: Say, tmp_path: Path) -> None:
        """Before the first session, turn 1 is shown and no file is written."""
        assert say("turn", "--json").json["turn"] == 1
        assert say("session", "--json").json == []
        for command in ("log", "units", "orders", "ruling"):
            assert say(command, "--json").status == 0
        assert not (tmp_path / "data").exists()

    def test_new_and_use_and_list(self, say: Say) -> None:
        """The session started or used last is current; each keeps its own state."""
        assert say("session", "new", "Day one").status == 0
        say("turn", "to", "3")
        say("session", "new", "Day two")
        assert say("turn", "--json").json["turn"] == 1
        assert say("session", "use", "day ONE", "--json").json["name"] == "Day one"
        assert say("turn", "--json").json["turn"] == 3
        listed = {each["name"]: each["current"] for each in say("session", "--json").json}
        assert listed == {"Day one": True, "Day two": False}
        assert "* Day one: Turn 3" in say("session").out

    def test_the_list_names_the_battle(self, say: Say) -> None:
        """The scenario, else the chosen battle, before the position."""
        say("session", "new", "Pickett", "--game", "aor")
        say("session", "scenario", "little-round-top")
        say("session", "new", "Silesia", "--game", "bar")
        say("session", "set", "battle=leuthen")
        listed = {each["name"]: each["battle"] for each in say("session", "--json").json}
        assert listed == {"Pickett": "Little Round Top", "Silesia": "Leuthen"}
        told = " ".join(say("session").out.split())
        assert "Pickett: Little Round Top; Turn 1, July 2, 16:00, Start of the turn; Age of Rifles" in told
        assert "* Silesia: Leuthen; Turn 1, " in told

    def test_a_session_starts_although_it_cannot_be_saved_as_current(self, say: Say, tmp_path: Path) -> None:
        """The session starts although it cannot be saved as the current one."""
        (tmp_path / "data" / "session.txt").mkdir(parents=True)
        say("session", "new", "A")
        assert say("turn", "--json").json["session"] == "A"
        assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["session.txt", "sessions"]

    def test_a_named_session_is_used(self, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
        """--session, before or after the action, or the environment variable chooses the session."""
        say("session", "new", "A")
        say("session", "new", "B")
        say("turn", "--session", "A", "to", "4")
        say("turn", "to", "5", "--session", "b")
        assert [say("turn", "--session", name, "--json").json["turn"] for name in "AB"] == [4, 5]
        monkeypatch.setenv("COMPANION_SESSION", "A")
        assert say("turn", "--json").json["session"] == "A"

    @pytest.mark.parametrize(
        "action", [("turn", "next"), ("turn",), ("log", "note", "x"), ("ruling",), ("find", "fire")]
    )
    def test_an_unknown_session_is_refused(self, say: Say, action: tuple[str, ...]) -> None:
        """A misspelt name does not start a session."""
        say("session", "new", "A")
        say(*action, "--session", "B").refused(1, "unknown session B", "A")

    def test_new_refuses_a_taken_or_illegal_name(self, say: Say) -> None:
        """A name must differ from others in more than case, and be a legal file name."""
        say("session", "new", "A")
        say("session", "new", "a").refused(2, "session A already exists")
        say("session", "new", "../x").refused(2, "is not a valid session name")

    def test_switching_the_game_is_permanent(self, say: Say) -> None:
        """`session game` and --game switch the game permanently."""
        say("session", "new", "A")
        say("session", "game", "chess").refused(1, "unknown game chess", "lob")
        assert say("turn", "--game", "lob", "--json").json["game"] == "lob"

    def test_clock(self, say: Say) -> None:
        """Turns become times, with the length that each light has; days wrap at midnight."""
        say("session", "clock", "19:45", "--light", "day=05:30", "--light", "night=20:00")
        assert say("turn", "to", "2", "--json").json["time"] == "20:00"
        found = say("turn", "to", "11", "--json").json
        assert (found["day"], found["time"], found["light"]) == (2, "00:30", "night")
        assert "Due:" not in say("session", "clock", "19:45", "--light", "night=20:00").out
        say("turn", "to", "3")
        twilight = say("session", "clock", "05:00", "--light", "twilight=05:30", "--light", "day=06:30")
        assert "1 On the first twilight turn of the day, all divisions recover" in twilight.out
        say("session", "clock", "25:00").refused(2, "25:00", "00:00 to 23:59")
        say("session", "clock", "10:00", "--light", "dusk=20:00").refused(2, "dusk", "twilight")

    def test_a_result_is_due_until_applied(self, say: Say) -> None:
        """A kept unit that is named takes part; its result is applied or set aside by its number."""
        say("units", "--game", "lob", "keep", "5th Texas", "sps=6")
        volley = (
            "calc",
            "lob:opening-volley",
            "range=1",
            "--who",
            "target=5TH texas",
            "--log",
            "--roll",
            "5",
        )
        for _ in range(2):
            assert say(*volley).status == 0
        due = say("turn", "--json").json["due"]
        assert [(each["number"], each["id"]) for each in due] == [(1, "result-3"), (2, "result-4")]
        assert "Due:\n  1 Apply to 5th Texas: Opening volley at 5TH texas: 1 SP lost" in say("turn").out
        assert "Applied: 5th Texas: Strength points 6 -> 5\nDue:\n  1 Apply" in say("turn", "apply", "1").out
        say("turn", "apply", "result-3").refused(1, "result-3 is not a result that is due", "result-4")
        assert say("turn", "done", "1", "--how", "set aside").out == "Nothing else is due.\n"
        assert say("units", "--json").json["units"][0]["facts"] == {"sps": 5}

    def test_a_correction_names_later_lines_with_old_values(self, say: Say) -> None:
        """The loss was applied, and the next calculation used the strength that was left."""
        say("units", "--game", "lob", "keep", "5th Texas", "sps=6")
        say("calc", "lob:opening-volley", "range=1", "--who", "target=5th Texas", "--log", "--roll", "5")
        say("turn", "apply", "1")
        charge = [
            "rating=B",
            "attacker_sps=5",
            "defender_rating=B",
            "defender_sps=5",
            "enemy_can_fire=no",
            "volley=no",
        ]
        who = ("--who", "attacker=5th Texas", "--log", "--roll", "7")
        assert say("calc", "lob:charge", *charge, *who).status == 0
        later = say("log", "amend", "3", "range=3", "--json").json["later"]
        assert later == [{"line": 5, "procedure": "lob:charge", "inputs": ["attacker_sps"]}]
        assert "Used the old values: line 5 (Attacking SPs)" in say("log", "amend", "3", "range=3").out
        assert "Used the old" not in say("log", "amend", "3", "wrecked=yes").out

    def test_a_step_names_its_units(self, say: Say) -> None:
        """A step lists the units whose state calls for it, in a phase of one side only that side's."""
        for name, side, morale in (
            ("IR7", "Side A", "routed"),
            ("IR20", "Side B", "routed"),
            ("IR3", "Side B", "good"),
        ):
            say("units", "--game", "bar", "keep", name, f"morale={morale}", "--side", side)
        say("turn", "to", "1", "rally")
        steps = {step["title"]: step["units"] for step in say("turn", "--json").json["steps"]}
        assert steps == {"Modifiers": [], "Rally Check": ["IR7", "IR20"], "Rout Retreat": []}
        assert "        - IR7\n        - IR20\n" in say("turn").out
        for name, side, state in (
            ("5th Texas", "Second", "R"),
            ("2nd Maine", "First", "Sh"),
            ("1st Maine", "First", "Normal"),
        ):
            say("units", "--game", "lob", "keep", name, f"state={state}", "--side", f"{side} player")
        say("turn", "to", "1", "rally", "--side", "First player")
        assert [step["units"] for step in say("turn", "--json").json["steps"]] == [["2nd Maine"], [], []]

    def test_a_clock_of_printed_turns(self, say: Say) -> None:
        """A time is legal only if a turn begins then."""
        say("session", "new", "Rifles", "--game", "aor")
        assert say("session", "clock", "06:00").status == 0
        assert say("turn", "--json").json["time"] == "06:00"
        say("session", "clock", "10:30").refused(2, "no turn begins at 10:30", "09:00, 10:00, 11:00")

    def test_the_sides_have_names(self, say: Say) -> None:
        """The game suggests names; players change them, and every command accepts them."""
        say("session", "new", "A", "--game", "lob")
        assert "companion session sides Union Confederate" in say("session", "sides").out
        named = say("session", "sides", "Union", "Confederate", "--json").json
        assert named["sides"][1] == {"side": "Second player", "name": "Confederate"}
        assert named["suggested"][1] == ["Confederate", "Union"]
        order = ("--to", "Hood", "--kind", "attack", "--text", "the ridge", "--in", "1", "--json")
        say("orders", "send", "--side", "Union", *order)
        assert say("orders", "--json").json["orders"][0]["side"] == "Union"
        say("orders", "send", "--side", "First player", *order[:-1]).refused(2, "Union, Confederate")
        assert (
            say("turn", "to", "1", "command", "--side", "Confederate", "--json").json["side"] == "Confederate"
        )
        say("session", "sides", "Union").refused(2, "each side needs a name")
        assert say("session", "sides", "--reset").out == (
            "First player\nSecond player\ncompanion session sides Union Confederate\n"
            "companion session sides Confederate Union\n"
        )

    def test_the_outcome(self, say: Say) -> None:
        """The conditions of the scenario, who won, and what is refused; the report opens with it."""
        say("session", "new", "A", "--game", "aor")
        say("session", "scenario", "first-day")
        shown = say("session", "outcome")
        assert shown.out.startswith("No outcome recorded.\npoints: Victory points (21.12): ")
        ids = [each["id"] for each in say("session", "outcome", "--json").json["victory"]]
        assert ids == ["points", "first-day-lgg-23-2"]
        report = say("log", "export").out
        assert "**The battle was not finished:** nobody recorded an outcome." in report
        say("session", "outcome", "French").refused(
            2, "winner: 'French' is not one of Union, Confederate, draw"
        )
        say("session", "outcome", "Union", "--level", "pionts").refused(1, "points")
        say("session", "outcome", "--why", "no ammunition").refused(2, "outcome requires the side that won")
        won = say("session", "outcome", "union", "--level", "points", "--why", "the  ridge held")
        assert won.out == "Winner: Union. Victory points (21.12). the ridge held.\n"
        assert say("session", "outcome", "--json").json["outcome"]["winner"] == "Union"
        head = say("log", "export").out.partition("## ")[2]
        assert "\n\n**Winner: Union.**\n\nVictory points (21.12): Add up " in head.partition("###")[0]
        assert "\n\n“the ridge held”\n\nLosses of each side:\n\n- Union: none recorded.\n" in head
        say("turn", "undo")
        assert say("session", "outcome", "--json").json["outcome"] is None
        assert say("session", "outcome", "Draw").out == "Draw.\n"
        assert "**Draw.**" in say("log", "export").out

    @pytest.mark.parametrize("game", ["aor", "bar", "bp", "lob", "pub"])
    def test_every_game_says_where_its_victory_conditions_are(self, say: Say, game: str) -> None:
        """Each condition cites a rule that can be opened; none of them is a figure of the companion's own."""
        say("session", "new", "A", "--game", game)
        known = say("session", "outcome", "--json").json["victory"]
        assert known
        for each in known:
            assert say("show", f"{game}:{each['cite']}").status == 0
            assert "not in the sources" in each["says"] or "is in the sources" in each["says"]

    def test_the_player_clock(self, say: Say) -> None:
        """Off at first; started and stopped; the lines of the log say so, and undo leaves it."""
        say("session", "new", "A", "--game", "lob")
        assert say("session", "player-clock").out == "The player clock is off.\n"
        started = say("session", "player-clock", "on", "--json").json
        assert (started["runs"], set(started)) == (True, {"runs", "sides", "turns"})
        say("turn", "next")
        say("turn", "undo")
        assert say("session", "player-clock").out.startswith("The player clock is on: ")
        say("session", "player-clock", "on").refused(2, "the player clock is already running")
        assert not say("session", "player-clock", "off", "--json").json["runs"]
        say("session", "player-clock", "off").refused(2, "the player clock is already off")
        assert "Player clock started" in say("log").out
        assert say("session", "player-clock", "up").status == 2

    def test_the_player_clock_shows_the_times_of_the_file(self, say: Say) -> None:
        """The lines of the log have the times; a stopped clock shows the same at any time."""
        say("session", "new", "A", "--game", "lob")
        places = usual_places()
        with closing(SessionFile(sessions_folder(places.data), "A")) as file:
            file.add("lob", [PlayerClockSet(True)], "2026-01-01T10:00:00")
            file.add("lob", [Moved(1, 1)], "2026-01-01T10:07:30")
            file.add("lob", [PlayerClockSet(False)], "2026-01-01T11:20:00")
        shown = say("session", "player-clock")
        assert shown.out == "The player clock is off: First player 1 h 20 min, Second player 0 min\n"
        assert say("session", "player-clock", "--json").json["turns"] == [
            {
                "turn": 1,
                "sides": [
                    {"side": "First player", "seconds": 4800},
                    {"side": "Second player", "seconds": 0},
                ],
            }
        ]
        assert "| Total | 1 h 20 min | 0 min |" in say("log", "export").out
        page = say("log", "export", "--format", "html").out
        assert "<td>Total</td>" in page and ">1 h 20 min</td>" in page

    def test_a_calculation_in_the_log_has_names(self, say: Say) -> None:
        """Names are given by role or in the order of the roles; a correction keeps or changes them."""
        say("session", "new", "A", "--game", "lob")
        run = ("calc", "lob:closing-roll", "rating=B", "leader_morale=0", "--roll", "4", "--log")
        assert say(*run, "--who", "5th Texas", "--who", "2nd Wisconsin").status == 0
        assert "5th Texas closes with 2nd Wisconsin: rolled 4, needed 3" in say("log").out
        say("log", "amend", "2", "shaken=yes", "--keep")
        say("log", "amend", "3", "--who", "enemy=Iron Brigade", "--keep")
        lines = [line["says"] for line in say("log", "--json").json]
        assert lines[-2].startswith("5th Texas closes with 2nd Wisconsin: rolled 4, needed 4")
        assert lines[-1].startswith("5th Texas closes with Iron Brigade: rolled 4, needed 4")
        say(*run, "--who", "foe=Iron Brigade").refused(2, "foe=Iron Brigade", "one of stack, enemy")
        say(*run, "--who", "a", "--who", "b", "--who", "c").refused(2, "one of stack, enemy")
        say(*run[:-1], "--who", "5th Texas").refused(2, "--who requires --log")

    def test_a_second_process_may_only_read(self, say: Say) -> None:
        """A second process may read the session but not write it."""
        places = usual_places()
        held = open_session(places.data, load_library(places), "A")
        held.open_game("lob")
        try:
            assert say("turn", "--session", "A", "--json").json["turn"] == 1
            for action in (("turn", "next"), ("log", "note", "x"), ("ruling", "add", "3.5", "x")):
                say(*action).refused(2, "open elsewhere", "read-only")
            assert say("session", "--json").json[0]["lines"] == 1
        finally:
            held.close()
        assert say("turn", "next").status == 0

    def test_reading_does_not_lock_the_session(self, say: Say) -> None:
        """Reading leaves the lock alone, so that another process may start to play."""
        from companion.play.store.session_file import SessionFile

        say("session", "new", "A")
        folder = usual_places().data / "sessions"
        looking = SessionFile(folder, "A", write=False)
        playing = SessionFile(folder, "A")
        assert (looking.read_only, playing.read_only) == (True, False)
        playing.close()
        looking.close()

    def test_a_damaged_file_is_reported_and_repaired(self, say: Say) -> None:
        """The list reports a damaged file; reading repairs it with a warning."""
        say("session", "new", "A")
        path = usual_places().data / "sessions" / "A.session"
        path.write_bytes(b"nothing of the kind" * 400)
        found = say("turn", "--json")
        assert found.json["turn"] == 1
        assert "the damaged file is kept as" in found.err

    def test_a_separate_process(self) -> None:
        """A separate process prints the same output; only the app needs a terminal."""
        run = [sys.executable, "-m", "companion"]
        done = subprocess.run(
            [*run, "turn", "next", "--json"], capture_output=True, text=True, cwd=ROOT, timeout=300
        )
        assert json.loads(done.stdout)["phase"]["id"] == "activity"
        app = subprocess.run(
            [*run, "--session", "Table"],
            capture_output=True,
            text=True,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            timeout=300,
        )
        assert (app.returncode, app.stdout) == (2, "")
        assert "needs a terminal" in app.stderr


@pytest.mark.usefixtures("shipped")
class TestTurn:
    """Moving through the turn, ticking steps, settling due prompts."""

    def test_phases_in_order_and_back(self, say: Say) -> None:
        """Each side has its own part of the turn, followed by the shared end."""
        say("turn", "next")
        assert say("turn", "next", "--json").json["phase"]["id"] == "rally"
        found = say("turn", "next", "--json").json
        assert (found["side"], found["phase"]["number"]) == ("Second player", 4)
        assert say("turn", "back", "--json").json["side"] == "First player"

    @pytest.mark.parametrize(
        ("arguments", "number"),
        [
            (("3",), 1),
            (("3", "7"), 7),
            (("3", "rally"), 3),
            (("3", "rally", "--side", "second"), 6),
            (("3", "end"), 7),
        ],
    )
    def test_to_any_turn_and_phase(self, say: Say, arguments: tuple[str, ...], number: int) -> None:
        """Phases are chosen by number, by id, or by id and side."""
        found = say("turn", "to", *arguments, "--json").json
        assert (found["turn"], found["phase"]["number"]) == (3, number)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("0",), ("turn 0", "1 to 999")),
            (("3", "8"), ("phase 8", "1 to 7")),
            (("3", "tea"), ("tea", "command, activity, rally, end")),
            (("3", "rally", "--side", "third"), ("third", "First player, Second player")),
            (("x",), ("whole number",)),
        ],
    )
    def test_to_refuses_with_the_domain(
        self, say: Say, arguments: tuple[str, ...], words: tuple[str, ...]
    ) -> None:
        """A refused move leaves the turn as it was."""
        say("turn", "to", "2")
        say("turn", "to", *arguments).refused(2, *words)
        assert say("turn", "--json").json["turn"] == 2

    def test_ticks_are_kept_and_toggled(self, say: Say) -> None:
        """Ticking a step twice clears the tick."""
        assert "2 [x] Orders" in say("turn", "tick", "2").out
        assert [each["done"] for each in say("turn", "--json").json["steps"]] == [
            False,
            True,
            False,
            False,
            False,
        ]
        assert "2 [ ] Orders" in say("turn", "tick", "2").out
        say("turn", "tick", "9").refused(2, "step 9", "5")

    def test_undo_and_redo_by_command(self, say: Say) -> None:
        """An undone line is marked in the log, and redo restores it."""
        say("turn", "to", "3")
        before = say("turn", "--json").json
        assert (
            say("turn", "undo", "--json").json["undone"][0]["says"] == "Turn 3, First player, Command Phase"
        )
        assert say("turn", "--json").json["turn"] == 1
        say("turn", "redo")
        assert say("turn", "--json").json == before
        say("turn", "redo").refused(2, "nothing to redo")

    def test_undone_dice_repeat(self, say: Say) -> None:
        """The companion's dice repeat after undo, whatever they are rolled for."""
        roll = ("calc", "lob:command-roll", "command_value=2", "--roll", "app", "--log", "--json")
        first = say(*roll).json["roll"]
        for _ in range(5):
            say("turn", "undo")
            assert say(*roll).json["roll"] == first


@pytest.mark.usefixtures("shipped")
def test_forty_columns_and_no_control_characters(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider than 40 columns, and typed text cannot steer the terminal."""
    monkeypatch.setenv("COLUMNS", "40")
    say(
        "orders",
        "send",
        "--side",
        "first",
        "--to",
        "II\x1b[31m Corps",
        "--kind",
        "attack",
        "--text",
        "go " * 30,
        "--in",
        "0",
    )
    say("units", "keep", "A very long name of a unit of infantry", "rating=B", "sps=5")
    say("log", "note", "what a day\x07")
    for arguments in (
        ("turn",),
        ("orders",),
        ("units",),
        ("log",),
        ("session",),
        ("turn", "next"),
        ("log", "--expand", "2"),
    ):
        out = say(*arguments).out
        assert max(map(len, out.splitlines())) <= 40, out
        assert "\x1b" not in out and "\x07" not in out


def test_a_folder_that_cannot_be_written(
    say: Say, shipped: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading commands work; writing ones are refused in one line."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file" / "data"))
    assert say("turn", "--json").json["turn"] == 1
    assert say("find", "closing", "roll", "--json").json[0]["id"] == "lob:3.5"
    say("turn", "next").refused(2, "cannot be saved")


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    "arguments",
    [
        ("turn", "to", "9" * 30),
        ("turn", "done", "9" * 30),
        ("turn", "count", "losses", "9" * 30),
        (
            "orders",
            "send",
            "--side",
            "first",
            "--to",
            "x",
            "--kind",
            "move",
            "--text",
            "t",
            "--in",
            "1",
            "--relay",
            "9" * 30,
        ),
        ("session", "clock", "10:00", "--day", "9" * 30),
        ("log", "--expand", "9" * 30),
    ],
)
def test_huge_numbers_are_refused(say: Say, arguments: tuple[str, ...]) -> None:
    """Huge numbers are refused in one line, and nothing is logged."""
    say("session", "new", "A")
    answer = say(*arguments)
    assert answer.status in (1, 2) and answer.err.count("\n") == 1
    assert len(say("log", "--json").json) == 1


@pytest.mark.usefixtures("shipped")
def test_undecodable_bytes(say: Say) -> None:
    """Undecodable bytes are replaced."""
    assert say("log", "note", "caf\udce9").status == 0
    assert say("log", "--json").json[-1]["says"] == "Note: caf\ufffd"


def test_a_look_up_does_not_load_the_session_modules(tmp_path: Path) -> None:
    """A search does not import the modules of the session."""
    probe = (
        "import sys; from companion.cli import main; status = main(['find', 'closing roll', '--json']); "
        "print(status, sorted(name for name in sys.modules if name.startswith('companion.play') or name == 'sqlite3'))"
    )
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert run.stdout.splitlines()[-1] == "0 []", run
