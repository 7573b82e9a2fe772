"""The session of a window: started elsewhere, taken over, switched; warnings at the start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from companion.load.places import Places
from companion.model import Fault, Library, NotFound, Refused
from companion.model.event import ChitDrawn, Noted
from companion.model.recorded import Prompt, TableRuling
from companion.play.opening import open_session
from companion.play.rulings import session_ids, sort_incoming
from companion.play.session_files import sessions_folder
from companion.play.store.player_file import changing
from companion.play.store.session_file import SessionFile
from companion.workspace import context as context_module
from companion.workspace import rulings
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.settings_file import write_setting


def test_a_session_that_is_being_started_elsewhere_is_not_switched_to(
    context: AppContext, places: Places, library: Library
) -> None:
    """The old session stays open, and nothing holds the file of the other one."""
    other = open_session(places.data, library, "Started")
    before = context.session
    with pytest.raises(Refused, match="being started elsewhere") as refused:
        context.change_session("Started")
    assert context.session is before and refused.value is not None
    other.close()
    assert [path.name for path in sessions_folder(places.data).glob("Started*-wal")] == []
    context.change_session("Started")
    assert (context.session.name, context.game) == ("Started", "lob")


def test_a_session_without_a_game_begins_with_the_first_when_it_is_taken_over(
    places: Places, library: Library
) -> None:
    """The window that started it was closed before it chose a game."""
    other = open_session(places.data, library, "Started")
    context = AppContext(places, library, open_session(places.data, library, "Started"))
    assert not context.take_over()
    other.close()
    assert context.take_over()
    assert context.game == library.modules[0].game.slug
    context.close()


@pytest.mark.usefixtures("games_are_read_once")
def test_a_window_waits_for_the_game_of_another(
    places: Places, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window waits until another one has chosen a game, and shows that game; after a while it gives up."""
    other = open_session(places.data, library, "Started")
    pauses: list[Callable[[], object]] = []

    def pause() -> None:
        pauses.append(pause)
        if len(pauses) == 70:
            other.open_game("pub")

    monkeypatch.setattr(context_module, "short_pause", pause)
    with pytest.raises(Refused, match="open elsewhere and has no game yet; try again") as refused:
        AppContext.open(places, session="Started")
    assert len(pauses) == 60 and refused.value is not None
    context = AppContext.open(places, session="Started")
    assert (len(pauses), context.game, context.session.store.read_only) == (70, "pub", True)
    context.close()
    other.close()
    assert list(sessions_folder(places.data).glob("Started*-wal")) == []


@pytest.mark.usefixtures("games_are_read_once")
def test_a_game_that_is_not_installed_opens_no_session(places: Places, library: Library) -> None:
    """A game that is not installed is refused, even if another window is open; no session is created."""
    with pytest.raises(NotFound, match="chess"):
        AppContext.open(places, "chess")
    assert list(places.data.rglob("*.db")) == []
    other = open_session(places.data, library, "Started")
    other.open_game("pub")
    with pytest.raises(NotFound, match="chess"):
        AppContext.open(places, "chess", session="Started")
    other.close()


@pytest.mark.usefixtures("games_are_read_once")
@pytest.mark.parametrize(
    ("asked", "last", "usual", "opened"),
    [
        ("bp", "pub", "lob", "bp"),
        ("", "pub", "aor", "pub"),
        ("", "", "aor", "aor"),
        ("", "", "chess", "lob"),
        ("", "", "", "lob"),
    ],
)
def test_the_game_at_the_start(places: Places, asked: str, last: str, usual: str, opened: str) -> None:
    """The game that is asked for, else the last one of the session, that of the settings, or the first."""
    if usual:
        write_setting(places.config, "game", usual)
    if last:
        AppContext.open(places, last).close()
    context = AppContext.open(places, asked)
    assert (context.game, context.usual_game) == (opened, "" if usual == "chess" else usual)
    assert ("unknown game 'chess'" in context.game_fault) is (usual == "chess")
    context.close()


def test_warnings_at_the_start(places: Places, library: Library, tmp_path: Path) -> None:
    """Three faults are written out, and others are counted, as are events that this version cannot apply."""
    store = SessionFile(sessions_folder(places.data), "Evening")
    store.add("pub", [ChitDrawn("nobody", "app")], "2026-01-01T00:00:00")
    store.add("pub", [Noted("the fog lifts")], "2026-01-01T00:00:00")
    store.close()

    def warnings(faults: int) -> list[str]:
        told = tuple(Fault("tables/xx/game.yaml", number, "", "is wrong") for number in range(faults))
        session = open_session(places.data, library, "Evening")
        context = AppContext(places, msgspec.structs.replace(library, faults=told), session)
        shown = context.warnings()
        context.close()
        return shown

    ignored = "ignored 1 event in the log that cannot be applied"
    assert warnings(0) == [ignored]
    assert len(warnings(3)) == 4
    assert warnings(4)[3:] == ["and 1 more fault; companion check lists them all", ignored]
    assert warnings(5)[3:] == ["and 2 more faults; companion check lists them all", ignored]


def test_the_roll_for_a_prompt_is_remembered_while_it_counts(context: AppContext) -> None:
    """The prompt then asks for its consequence, not for another roll; an undone roll is due again."""
    prompt, other = Prompt("check-1@3", "Check", 3), Prompt("check-2@3", "Check", 3)
    calculation = Calculation(context, "lob:closing-roll", {})
    calculation.sheet.values |= {"rating": "C", "leader_morale": 2}
    calculation.update()
    calculation.enter_roll("4")
    assert calculation.resolution is not None
    context.remember_result(prompt, calculation.draft.line, calculation.resolution)
    assert context.rolled(prompt) is calculation.resolution
    assert context.rolled(other) is None
    context.session.undo()
    assert context.rolled(prompt) is None


def test_equal_rulings_of_a_file_are_taken_in_once(context: AppContext) -> None:
    """The second counts as known, like one that is in force already."""
    given = [TableRuling("a", "lob:fire", "Only once. "), TableRuling("b", "lob:fire", "Only once.")]
    incoming = sort_incoming(context.session, given, (), session_ids(()))
    assert ([each.text for each in incoming.new], incoming.known) == (["Only once."], 1)
    assert sort_incoming(context.session, given, incoming.new, session_ids(())).known == 2


def test_a_ruling_that_another_window_made_for_good_can_be_dropped(
    context: AppContext, places: Places, library: Library
) -> None:
    """The rulings are read again before one is looked for."""
    other = AppContext(places, library, open_session(places.data, library, "Other"))
    other.session.open_game("lob")
    made = rulings.make(other, "lob:3.5", "No closing roll on Sundays", permanent=True)
    rulings.drop(context, made.id)
    other.close()
    context.reload_rulings()
    assert context.permanent_rulings == ()


def test_rulings_on_a_record(context: AppContext) -> None:
    """Rulings on a record include those on its modifiers, and rulings of the session come first."""
    permanent = rulings.make(context, "lob:closing-roll", "Roll openly.", permanent=True)
    mine = rulings.make(context, "lob:closing-roll/Moving stack is Shaken", "Ask.", permanent=False)
    other = rulings.make(context, "lob:charge", "Ask.", permanent=False)
    assert context.rulings() == (mine, other, permanent)
    assert context.rulings_on("lob:closing-roll") == (mine, permanent)
    assert context.rulings_on("lob:fire") == ()


def test_rulings_of_another_process_are_read_on_request(context: AppContext, places: Places) -> None:
    """A fault is reported until they can be read."""
    with changing(places.data) as file:
        file.add_ruling("house-1", "lob:closing-roll", "Roll openly.", "2026-01-01")
    assert not context.permanent_rulings
    context.reload_rulings()
    assert list(context.permanent_rulings) == [
        TableRuling("house-1", "lob:closing-roll", "Roll openly.", "2026-01-01")
    ]
    path = places.data / "player.db"
    path.rename(places.data / "kept.db")
    path.mkdir()
    context.reload_rulings()
    assert (context.permanent_rulings, context.rulings()) == ((), ())
    assert context.rulings_fault == f"{path} cannot be read: unable to open database file"
    assert context.warnings() == [context.rulings_fault]
    path.rmdir()
    (places.data / "kept.db").rename(path)
    context.reload_rulings()
    assert (len(context.permanent_rulings), context.rulings_fault) == (1, "")


def test_a_damaged_file_of_rulings_is_repaired_at_the_start(places: Places, library: Library) -> None:
    """A damaged file of rulings is repaired at the start, and the repair is among the warnings."""
    places.data.mkdir(parents=True)
    (places.data / "player.db").write_bytes(b"no database" * 100)
    context = AppContext(places, library, open_session(places.data, library))
    assert context.repaired != "" and context.warnings() == [context.repaired]
    context.close()


def test_warnings_are_in_a_fixed_order(context: AppContext, places: Places) -> None:
    """Settings, session, repair, rulings, and last events that do not count."""
    assert context.warnings() == []
    context.game_fault, context.repaired, context.rulings_fault = "game", "repaired", "rulings"
    context.session.store.warning = "session"
    context.session.broken = {1, 2}
    ignored = "ignored 2 events in the log that cannot be applied"
    assert context.warnings() == ["game", "session", "repaired", "rulings", ignored]


def test_today_is_the_day_of_the_session(context: AppContext) -> None:
    """The day of the session is written as year, month and day."""
    context.session.now = lambda: datetime(2026, 11, 2, 23, 59)
    assert context.today() == "2026-11-02"


def test_a_closed_session_is_free(context: AppContext, places: Places, library: Library) -> None:
    """Another process may write a session that was closed."""
    context.close()
    again = open_session(places.data, library, context.session.name)
    assert not again.store.read_only
    again.close()
