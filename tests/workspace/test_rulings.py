"""Table rulings: made, dropped, exported and imported, for the session or for good; those on a calculation."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from companion.load.places import Places
from companion.model import Library, NotFound, Refused
from companion.model.event import RulingDropped, RulingMade
from companion.model.recorded import TableRuling
from companion.play.opening import open_session
from companion.play.rulings import export_rulings
from companion.play.store.errors import NotSaved
from companion.play.store.player_file import PlayerFile, changing
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.rulings import (
    add_exported,
    drop,
    export,
    import_rulings_file,
    make,
    ruled_paths,
    ruling_targets,
    rulings_on,
)
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"
SHAKEN = f"{CLOSING}/Moving stack is Shaken"


@pytest.fixture(autouse=True)
def on_a_winter_day(context: AppContext) -> None:
    """Let the clock of the session stand still."""
    context.session.now = lambda: datetime(2026, 1, 2, 14, 5)


def made_or_dropped(context: AppContext) -> list[object]:
    """Return the events of the log about rulings."""
    return [line.event for line in context.session.log if isinstance(line.event, RulingMade | RulingDropped)]


@pytest.fixture
def read_only(context: AppContext, places: Places, library: Library) -> AppContext:
    """A second window of the session of `context`, which cannot write."""
    return AppContext(places, library, open_session(places.data, library, context.session.name))


def test_a_ruling_of_the_session_is_an_event(context: AppContext) -> None:
    """A session ruling is an event with the next id, today's date and its text, stripped of outer spaces."""
    first = make(context, SHAKEN, " Counts twice. ", permanent=False)
    second = make(context, "3.5", "Roll openly.", permanent=False)
    assert first == TableRuling("table-1", SHAKEN, "Counts twice.", "2026-01-02")
    assert (second.id, second.about) == ("table-2", "lob:3.5")
    assert made_or_dropped(context) == [RulingMade(first), RulingMade(second)]
    assert (context.rulings(), context.permanent_rulings) == ((first, second), ())


def test_the_id_of_a_dropped_ruling_is_free_again_only_if_it_was_the_highest(context: AppContext) -> None:
    """Ids follow the highest in force, so a dropped ruling frees its id only if that was the highest."""
    make(context, CLOSING, "One.", permanent=False)
    make(context, CLOSING, "Two.", permanent=False)
    drop(context, "table-1")
    assert make(context, CLOSING, "Three.", permanent=False).id == "table-3"


def test_a_permanent_ruling_is_in_the_file_and_not_in_the_log(context: AppContext) -> None:
    """A permanent ruling is saved in the file, not in the log, and is listed after session rulings."""
    first = make(context, CLOSING, "Roll openly.", permanent=True)
    second = make(context, CLOSING, "Roll twice.", permanent=True)
    mine = make(context, CLOSING, "Roll.", permanent=False)
    assert first == TableRuling("house-1", CLOSING, "Roll openly.", "2026-01-02")
    assert second.id == "house-2"
    assert context.rulings() == (mine, first, second)
    assert made_or_dropped(context) == [RulingMade(mine)]


@pytest.mark.parametrize("permanent", [False, True])
def test_a_ruling_without_text_is_refused(context: AppContext, permanent: bool) -> None:
    """A ruling without text is refused, and not saved."""
    with pytest.raises(Refused, match=r"^a ruling needs text$"):
        make(context, CLOSING, " ", permanent)
    context.reload_rulings()
    assert context.rulings() == ()


def test_rulings_are_dropped_where_they_were_made(context: AppContext) -> None:
    """Session rulings are dropped in the log, and permanent rulings in the file."""
    make(context, CLOSING, "Roll openly.", permanent=True)
    make(context, CLOSING, "Roll.", permanent=False)
    drop(context, "house-1")
    assert [ruling.id for ruling in context.rulings()] == ["table-1"]
    drop(context, "table-1")
    assert context.rulings() == ()
    assert made_or_dropped(context)[1:] == [RulingDropped("table-1")]
    with pytest.raises(NotFound, match=r"^unknown ruling table-1; there are no rulings$"):
        drop(context, "table-1")


def test_a_read_only_window_changes_no_permanent_ruling(context: AppContext, read_only: AppContext) -> None:
    """The refusal is the warning of the session; the file stays as it is."""
    made = make(context, CLOSING, "Roll openly.", permanent=True)
    for change in (
        lambda: make(read_only, CLOSING, "Roll.", permanent=True),
        lambda: drop(read_only, "house-1"),
    ):
        with pytest.raises(NotSaved, match=r"^session Game 1 is open elsewhere; it is read-only here$"):
            change()
    context.reload_rulings()
    assert context.permanent_rulings == (made,)


def test_rulings_are_exported_to_the_data_folder(context: AppContext, places: Places) -> None:
    """The name has the date, and the content has those of the session, then the permanent ones."""
    with pytest.raises(Refused, match=r"^there are no table rulings to export$"):
        export(context)
    permanent = make(context, CLOSING, "Roll openly.", permanent=True)
    mine = make(context, SHAKEN, "Counts twice.", permanent=False)
    path = export(context)
    assert path == places.data / "rulings 2026-01-02.json"
    assert path.read_bytes() == export_rulings([mine, permanent])


@pytest.mark.parametrize("typed", ["{}", "  {}\n"])
def test_a_file_is_imported_by_its_path(context: AppContext, tmp_path: Path, typed: str) -> None:
    """Spaces around the path do not count."""
    file = tmp_path / "theirs.json"
    file.write_bytes(export_rulings([TableRuling("table-9", CLOSING, "Roll openly.", "2026-01-01")]))
    incoming = import_rulings_file(context, typed.format(file), permanent=False)
    assert incoming.new == (TableRuling("table-1", CLOSING, "Roll openly.", "2026-01-01"),)
    assert (context.rulings(), context.permanent_rulings) == (incoming.new, ())


def test_a_path_may_begin_with_the_home_folder(
    context: AppContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path may begin with `~` for the home folder, as in a shell."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "theirs.json").write_bytes(export_rulings([TableRuling("a", CLOSING, "Roll openly.")]))
    assert len(import_rulings_file(context, "~/theirs.json", permanent=True).new) == 1
    assert [ruling.id for ruling in context.permanent_rulings] == ["house-1"]


@pytest.mark.parametrize(
    ("file", "refusal"),
    [
        ("/nonexistent/x.json", "/nonexistent/x.json cannot be read: No such file or directory"),
        ("~nobody-at-all/x", "~nobody-at-all/x cannot be read: Could not determine home directory."),
        ("a\0b", "a\0b cannot be read: embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_read(context: AppContext, file: str, refusal: str) -> None:
    """A file that cannot be read is refused with the reason."""
    with pytest.raises(Refused) as refused:
        import_rulings_file(context, file, permanent=False)
    assert str(refused.value) == refusal


def test_guests_name_no_files_of_the_host(places: Places, library: Library, tmp_path: Path) -> None:
    """The refusal comes before the file is read."""
    guest = AppContext(places, library, open_session(places.data, library), guest=True)
    with pytest.raises(Refused) as refused:
        import_rulings_file(guest, str(tmp_path / "missing"), permanent=False)
    assert (
        str(refused.value)
        == "guests cannot import files from the host; on the host, use companion ruling import"
    )
    guest.close()


THEIRS = (
    TableRuling("table-4", CLOSING, "Roll openly."),
    TableRuling("table-5", SHAKEN, "Counts twice."),
    TableRuling("table-6", "lob:no-such-rule", "Anything."),
)


def test_new_rulings_are_added_to_the_session_together(context: AppContext) -> None:
    """New rulings are added with one undo; known rulings and those on unknown records are left out."""
    make(context, CLOSING, "Roll openly.", permanent=True)
    make(context, CLOSING, "Roll.", permanent=False)
    theirs = (*THEIRS, TableRuling("table-7", CLOSING, "Roll twice."))
    incoming = add_exported(context, export_rulings(theirs), permanent=False)
    assert [(ruling.id, ruling.text) for ruling in incoming.new] == [
        ("table-2", "Counts twice."),
        ("table-3", "Roll twice."),
    ]
    assert (incoming.known, incoming.foreign) == (1, (THEIRS[2],))
    context.session.undo()
    assert [ruling.text for ruling in context.rulings()] == ["Roll.", "Roll openly."]


def test_known_rulings_add_nothing_to_the_log(context: AppContext) -> None:
    """Importing the same file again changes nothing."""
    add_exported(context, export_rulings(THEIRS), permanent=False)
    lines = len(context.session.log)
    again = add_exported(context, export_rulings(THEIRS), permanent=False)
    assert (again.new, again.known, len(context.session.log)) == ((), 2, lines)


def test_new_rulings_are_added_for_good(context: AppContext, places: Places) -> None:
    """When permanent rulings are added, those of the session or from another process count as known."""
    make(context, CLOSING, "Roll openly.", permanent=False)
    with changing(places.data) as file:
        file.add_ruling("house-1", SHAKEN, "Counts twice.", "2026-01-01")
    theirs = (*THEIRS, TableRuling("x", CLOSING, "Roll twice.", "2026-02-01"))
    incoming = add_exported(context, export_rulings(theirs), permanent=True)
    assert incoming.new == (TableRuling("house-2", CLOSING, "Roll twice.", "2026-02-01"),)
    assert (incoming.known, incoming.foreign) == (2, (THEIRS[2],))
    assert [ruling.id for ruling in context.permanent_rulings] == ["house-1", "house-2"]
    assert len(made_or_dropped(context)) == 1


def test_a_failed_import_adds_nothing(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulings that were added before the failure are taken back."""
    added: list[str] = []
    add = PlayerFile.add_ruling

    def full(file: PlayerFile, name: str, about: str, text: str, day: str) -> None:
        add(file, name, about, text, day)
        added.append(name)
        if len(added) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(PlayerFile, "add_ruling", full)
    with pytest.raises(NotSaved, match=r"No space left on device$"):
        add_exported(context, export_rulings(THEIRS), permanent=True)
    context.reload_rulings()
    assert (len(added), context.permanent_rulings) == (2, ())


@pytest.mark.parametrize(
    ("about", "found"),
    [
        (CLOSING, True),
        (SHAKEN, True),
        ("lob:3.5", True),
        ("lob:fire", False),
        ("lob:5.6", False),
    ],
)
def test_rulings_on_a_calculation(context: AppContext, about: str, found: bool) -> None:
    """Rulings on a calculation are those on the calculator, its modifiers, and the rules that it cites."""
    ruling = make(context, about, "Ask.", permanent=False)
    for calculation in (opened(context, CLOSING, {}, rating="C"), Calculation(context, CLOSING, {})):
        assert rulings_on(calculation) == ((ruling,) if found else ())


def test_rulings_on_the_rules_of_modifiers(context: AppContext) -> None:
    """The rule of a modifier counts once the answers are resolved, even if the modifier does not count."""
    calculation = Calculation(context, "lob:fluke-stoppage", {})
    ruling = make(context, "lob:10.7c", "No Reserves.", permanent=False)
    assert rulings_on(calculation) == ()
    calculation.sheet.values |= {"turn": 9, "command_value": 2}
    calculation.update()
    assert rulings_on(calculation) == (ruling,)


def test_questions_of_other_calculators_are_not_marked(context: AppContext) -> None:
    """A ruling on a modifier with the same label elsewhere does not count, nor one on a cited rule."""
    make(context, "lob:3.5", "Ask.", permanent=False)
    calculation = opened(context, CLOSING, {}, rating="C", leader_morale=2)
    assert ruled_paths(calculation) == frozenset()
    make(context, SHAKEN, "Ask.", permanent=False)
    assert ruled_paths(calculation) == {"shaken"}
    assert ruled_paths(opened(context, "lob:charge", {})) == frozenset()


def test_the_subjects_of_a_ruling_at_a_question(context: AppContext) -> None:
    """Ids of modifiers with their words in the order of the ledger, each once; last the calculator."""
    whole = (CLOSING, "Closing roll, as a whole")
    calculation = Calculation(context, CLOSING, {})
    assert ruling_targets(calculation, ("shaken",)) == [whole]
    calculation.update()
    assert ruling_targets(calculation, ("shaken",)) == [(SHAKEN, "Moving stack is Shaken"), whole]
    assert ruling_targets(calculation, ("rating",)) == [whole]
    assert ruling_targets(calculation, ()) == [whole]


def test_the_subjects_of_a_ruling_at_a_field(context: AppContext) -> None:
    """Modifiers that read this field of the group, not those that read a question with the same name."""
    calculation = Calculation(context, "lob:fire", {})
    calculation.update()
    whole = ("lob:fire", "Fire, as a whole")
    assert ruling_targets(calculation, ("target", "rear")) == [("lob:fire/Rear", "Rear"), whole]
    assert ruling_targets(calculation, ("cbf",)) == [
        ("lob:fire/Firer's CBF level", "Firer's CBF level"),
        whole,
    ]
    assert ruling_targets(calculation, ("target", "cbf")) == [whole]


def test_the_format_of_rulings_of_a_newer_version(context: AppContext) -> None:
    """Rulings in the format of a newer version are refused, and nothing is added."""
    newer = msgspec.json.encode({"format": 2, "records": []})
    with pytest.raises(Refused, match=r"newer version of the companion \(format 2\)$"):
        add_exported(context, newer, permanent=False)
    assert context.rulings() == ()
