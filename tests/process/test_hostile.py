"""Short runs of hostile input; `python -m tests.proofs.fuzz` runs everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model import Library
from companion.play.opening import open_session
from companion.play.units_and_notes import add_note
from tests.proofs import escapes, hostile
from tests.proofs.fuzz import TARGETS, Sandbox, attempt, special
from tests.proofs.watch import bounded, command, steers


@pytest.fixture(autouse=True)
def shared_games() -> None:
    """Override the fixture: each test reads the hostile games itself."""


@pytest.fixture(scope="module")
def plain_sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """Folders for hostile input, shared by the tests of a worker."""
    with pytest.MonkeyPatch.context() as kept:
        _kept(kept)
        return Sandbox(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def hostile_sandbox(tmp_path_factory: pytest.TempPathFactory, library: Library) -> Sandbox:
    """Folders with games that contain escape sequences."""
    with pytest.MonkeyPatch.context() as kept:
        _kept(kept)
        sandbox = Sandbox(tmp_path_factory.mktemp("planted"))
        session = open_session(sandbox.data, escapes.planted(usual_places(), library), "Evening")
        session.open_game("lob")
        add_note(session, f"a note{escapes.ESCAPE}")
        session.close()
    return sandbox


def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore working folder and environment after the test."""
    monkeypatch.chdir(Path.cwd())
    for kind in ("DATA", "CACHE", "OVERLAY", "CONFIG", "SESSION", "LOG"):
        name = f"COMPANION_{kind}"
        monkeypatch.setenv(name, "")


@pytest.fixture
def sandbox(plain_sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Enter the folders for one test."""
    _kept(monkeypatch)
    plain_sandbox.enter()
    return plain_sandbox


@pytest.fixture
def planted(hostile_sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Enter the folders with escape sequences for one test."""
    _kept(monkeypatch)
    hostile_sandbox.enter()
    return hostile_sandbox


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(1), range(1, 12)])
@pytest.mark.parametrize("target", list(TARGETS))
def test_hostile_input_is_refused(target: str, seeds: range, sandbox: Sandbox) -> None:
    """Each input is refused clearly, within a bounded number of calls, and prints no escape sequences."""
    assert [error for seed in seeds if (error := attempt(sandbox, target, seed))] == []


@pytest.mark.variants
@pytest.mark.parametrize("name", list(hostile.SPECIAL))
def test_a_file_made_to_take_long_does_not(name: str, sandbox: Sandbox) -> None:
    """Nesting, size, cycles and exponential growth are read or refused within a bounded number of calls."""
    library = special(sandbox, name)
    assert library.module("bp").procedures


@pytest.mark.variants
@pytest.mark.parametrize(
    "name", ["billion laughs", "deep flow", "huge file", "uses that explode", "headings"]
)
def test_input_beyond_the_limits_is_reported(name: str, sandbox: Sandbox) -> None:
    """Input beyond a limit is reported."""
    assert special(sandbox, name).faults


SHOWS = [
    ["find", "charge"],
    ["find", "charge", "--json"],
    ["show", "bp:shooting"],
    ["show", "lob:combat-table"],
    ["show", "lob:fire", "--json"],
    ["calc", "--list"],
    ["calc", "bp:shoot", "--describe"],
    ["calc", "lob:command-roll", "command_value=2", "--roll", "7"],
    ["calc", "lob:command-roll", "command_value=2", "--odds"],
    ["calc", "lob:command-roll"],
    ["turn"],
    ["cup"],
    ["orders"],
    ["units"],
    ["log"],
    ["log", "--json"],
    ["session"],
    ["ruling"],
    ["check"],
]


@pytest.mark.slow
def test_no_text_of_a_game_controls_the_terminal(planted: Sandbox) -> None:
    """Escape sequences in any text of any record are printed visibly."""
    library = load_library(usual_places())
    assert "\x1b" in library.procedure("lob:fire").title
    assert "\x1b" in library.module("bp").game.name
    for arguments in SHOWS:
        _, text = command(arguments)
        assert not steers(text), arguments
        if arguments[0] in ("show", "log"):
            assert "<1b>" in text or "\\u001b" in text, arguments


def test_control_sequences_are_found() -> None:
    """The search for escape sequences finds them."""
    assert steers("a\x1b[31mb") == "\x1b"
    assert steers("plain\ntext") == ""
    with pytest.raises(BaseException, match="more than"), bounded(1000):
        while True:
            len("")
