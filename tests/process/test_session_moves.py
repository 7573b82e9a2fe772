"""Sessions are renamed, copied and archived on the command line; nothing in them changes."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from companion.play.store.session_file import SessionFile
from tests.process.conftest import Say


@pytest.fixture
def friday(say: Say) -> list[str]:
    """A session with a note. Returns the lines of its log."""
    say("session", "new", "Friday", "--game", "lob")
    say("log", "note", "the bridge is down")
    return say("log").out.splitlines()


def sessions() -> Path:
    """Return the folder of the sessions."""
    return Path(os.environ["COMPANION_DATA"]) / "sessions"


def test_a_renamed_session_keeps_its_log_and_stays_current(say: Say, friday: list[str]) -> None:
    """The old name is free again, and no file of it is left."""
    assert say("session", "rename", "friday", "Saturday").out == "Session friday renamed to Saturday.\n"
    assert say("log").out.splitlines() == friday
    assert "* Saturday: Turn 1" in say("session").out
    assert [path.name for path in sessions().iterdir() if "Friday" in path.name] == []
    assert say("session", "rename", "Saturday", "SATURDAY").status == 0
    assert "SATURDAY" in say("session").out


def test_a_copy_goes_its_own_way(say: Say, friday: list[str]) -> None:
    """The session itself stays current and does not get what is added to the copy."""
    assert say("session", "copy", "Friday", "What if").status == 0
    assert say("--session", "What if", "log").out.splitlines() == friday
    say("--session", "What if", "log", "note", "only here")
    say("session", "use", "Friday")
    assert say("log").out.splitlines() == friday
    assert "only here" in say("--session", "What if", "log").out


def test_an_archived_session_is_listed_only_in_the_archive(say: Say, friday: list[str]) -> None:
    """An archived session is listed only in the archive; restoring it brings back its log unchanged."""
    assert say("session", "archive", "Friday").out == "Session Friday archived.\n"
    assert say("session").out == "No sessions yet. Start one with companion session new NAME.\n"
    assert say("session", "list", "--archived").out == "Friday\n"
    assert say("session", "restore", "friday").status == 0
    assert say("log").out.splitlines() == friday
    assert say("session", "list", "--archived").out == "The archive is empty.\n"


def test_a_name_that_is_taken_is_refused(say: Say, friday: list[str]) -> None:
    """A name already used in the list or the archive, in any case, is refused, and nothing is overwritten."""
    say("session", "new", "Saturday", "--game", "pub")
    for action in ("rename", "copy"):
        refused = say("session", action, "Friday", "saturday")
        assert refused.status == 2
        assert refused.err == "companion: session Saturday already exists; rename one of them first\n"
    say("session", "archive", "Saturday")
    say("session", "new", "saturday", "--game", "bp")
    assert "session Saturday already exists in the archive" in say("session", "archive", "saturday").err
    assert "session saturday already exists" in say("session", "restore", "Saturday").err
    assert say("session", "rename", "Friday", "con").status == 2
    assert say("session", "archive", "Monday").status == 1
    assert say("--session", "Friday", "log").out.splitlines() == friday


def test_a_session_that_is_open_elsewhere_is_only_copied(say: Say, friday: list[str]) -> None:
    """A session open elsewhere can be copied, not renamed or archived, which would lose its next events."""
    with closing(SessionFile(sessions(), "Friday")):
        for words in (("rename", "Friday", "Saturday"), ("archive", "Friday")):
            refused = say("session", *words)
            assert (refused.status, refused.err) == (
                2,
                "companion: session Friday is open elsewhere; close it there first\n",
            )
        assert say("session", "copy", "Friday", "Saturday").status == 0
    assert say("--session", "Saturday", "log").out.splitlines() == friday


def test_the_files_of_a_crash_move_with_the_session(say: Say, friday: list[str]) -> None:
    """A file that SQLite cannot open is moved as it is, with what lies beside it."""
    (sessions() / "Torn.session").write_bytes(b"torn")
    Path(f"{sessions() / 'Torn.session'}-wal").write_bytes(b"rest")
    assert say("session", "rename", "Torn", "Mended").status == 0
    assert (sessions() / "Mended.session").read_bytes() == b"torn"
