"""`config.yaml`: reading settings, reporting faults, writing a setting."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.load.settings import FILE, read_settings, setting, usual_game
from companion.model import CompanionError
from companion.workspace.settings_file import write_setting

WHOLE = """\
# My settings
theme: light   # for the afternoon
game: "lob"

keys:
  find.kind: f8  # as on the old machine
  turn.go: w, G
"""


def written(folder: Path, text: str | bytes) -> Path:
    """Write the file; return its folder."""
    (folder / FILE).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def faults(folder: Path) -> list[str]:
    """The reported faults, without the path of the folder."""
    return [str(each).removeprefix(f"{folder}{os.sep}") for each in read_settings(folder).faults]


def test_every_setting_is_read(tmp_path: Path) -> None:
    """Values with and without quotes, keys as text."""
    settings = read_settings(written(tmp_path, WHOLE))
    assert (settings.theme, settings.game) == ("light", "lob")
    assert settings.keys == {"find.kind": "f8", "turn.go": "w, G"}
    assert (settings.lines["theme"], settings.lines["keys.turn.go"]) == (2, 7)
    assert settings.faults == ()
    assert (setting(tmp_path, "theme"), setting(tmp_path, "game")) == ("light", "lob")


@pytest.mark.parametrize("text", [None, "", "# nothing yet\n", "theme:\nkeys:\n"])
def test_every_setting_may_be_left_out(tmp_path: Path, text: str | None) -> None:
    """The file is optional, too."""
    if text is not None:
        written(tmp_path, text)
    settings = read_settings(tmp_path)
    assert settings[1:4] == ("", "", {})
    assert settings.faults == ()
    assert setting(tmp_path, "theme") == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("theme: ligth", "config.yaml:1: theme: unknown theme 'ligth' (did you mean light?)"),
        ("game: lob\ntheme: zzz", "config.yaml:2: theme: unknown theme 'zzz' (known: dark, light, contrast)"),
        ("them: light", "config.yaml:1: them: unknown setting (did you mean theme?)"),
        (
            "keys: f8",
            "config.yaml:1: keys: expected a list of keys (write one key per line below it, indented: find.kind: F8)",
        ),
        ("- light", "config.yaml:1: no settings found (write one setting per line, as in theme: light)"),
        ("theme: [light]", "config.yaml:1: theme: expected one word on the same line (write theme: and one word)"),
        ("{theme: light}", "config.yaml:1: theme: expected one word on the same line (write theme: and one word)"),
        ("theme: dark\ntheme: light", "config.yaml:2: key 'theme' appears twice, first in line 1 (keep one of them)"),
        ("keys:\n\tfind.kind: f8", "config.yaml:2: invalid YAML: found character"),
        (b"theme: \xe9", "config.yaml: cannot be read: 'utf-8' codec"),
    ],
)  # fmt: skip
def test_a_faulty_setting_is_reported(tmp_path: Path, text: str | bytes, message: str) -> None:
    """The fault has line and suggestion; the setting is ignored."""
    (fault,) = faults(written(tmp_path, text))
    assert fault.startswith(message)
    assert read_settings(tmp_path).theme == ""


def test_other_settings_stay_in_effect(tmp_path: Path) -> None:
    """A faulty setting does not affect the others."""
    settings = read_settings(written(tmp_path, "theme: sepia\ngame: lob\nkeys:\n  undo: ctrl+u\n"))
    assert (settings.theme, settings.game, dict(settings.keys)) == ("", "lob", {"undo": "ctrl+u"})


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    """The settings can be neither read nor written."""
    (tmp_path / FILE).mkdir()
    assert "cannot be read" in faults(tmp_path)[0]
    with pytest.raises(CompanionError, match=r"config\.yaml cannot be written"):
        write_setting(tmp_path, "theme", "light")


def test_the_usual_game(tmp_path: Path) -> None:
    """A known game is used; an unknown one is a fault with its line, if the file is YAML."""
    written(tmp_path, "theme: dark\ngame: lobb\n")
    game, fault = usual_game(tmp_path, ["aor", "lob"])
    assert game == ""
    assert fault.endswith("config.yaml:2: game: unknown game 'lobb' (did you mean lob?)")
    assert usual_game(tmp_path, ["lobb"]) == ("lobb", "")
    written(tmp_path, "theme: dark\ngame: lobb\nkeys: [\n")
    assert usual_game(tmp_path, ["lob"])[1].endswith(
        "config.yaml: game: unknown game 'lobb' (did you mean lob?)"
    )
    assert usual_game(tmp_path / "nowhere", ["lob"]) == ("", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (WHOLE, WHOLE.replace("theme: light   #", "theme: dark   #")),
        ("", "theme: dark\n"),
        ("game: lob", "game: lob\ntheme: dark\n"),
        ("keys:\n  undo: ctrl+u\n", "keys:\n  undo: ctrl+u\ntheme: dark\n"),
        ("theme:\n", "theme: dark\n"),
        ("# theme: light\n", "# theme: light\ntheme: dark\n"),
        ("theme: 'light'\r\ngame: lob\r\n", "theme: dark\r\ngame: lob\r\n"),
        ("game: lob\r\n", "game: lob\r\ntheme: dark\r\n"),
        ("theme: sepia\n", "theme: dark\n"),
        ("theme : light\n", "theme : dark\n"),
        ("theme: light\ngame: 'a\ntheme: b'\n", "theme: dark\ngame: 'a\ntheme: b'\n"),
        ("\ufefftheme: light\n", "theme: dark\n"),
        ("# mine\r\ngame: lob", "# mine\r\ngame: lob\r\ntheme: dark\r\n"),
        (
            "keys:\n  theme: f8\ngame: lob # theme: light\n",
            "keys:\n  theme: f8\ngame: lob # theme: light\ntheme: dark\n",
        ),
    ],
)
def test_writing_a_setting_changes_only_its_line(tmp_path: Path, before: str, after: str) -> None:
    """Comments, order and line ends stay."""
    write_setting(written(tmp_path, before), "theme", "dark")
    assert (tmp_path / FILE).read_bytes().decode() == after
    assert read_settings(tmp_path).theme == "dark"
    assert {each.name for each in tmp_path.iterdir()} == {FILE, "config.lock"}


@pytest.mark.parametrize(
    "text", ["{theme: light}\n", "theme: >\n  light\n", "keys: [\n", "a: 1\na: 2\n", b"\xff\xfe"]
)
def test_a_file_that_cannot_be_changed_safely_is_not_changed(tmp_path: Path, text: str | bytes) -> None:
    """The message says why."""
    before = (written(tmp_path, text) / FILE).read_bytes()
    with pytest.raises(CompanionError, match="was not changed"):
        write_setting(tmp_path, "theme", "dark")
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: 1\na: 2\n", "because of a fault in line 2: "),
        ("keys: [\n", "because of a fault in line "),
        (b"\xff\xfe", ": it is not UTF-8 text"),
        ("theme: >\n  light\n", ": theme is not on a separate line"),
        ("'\ntheme: light\n'\n", ": theme is not on a separate line"),
    ],
)
def test_the_reason_why_a_file_is_not_changed(tmp_path: Path, text: str | bytes, reason: str) -> None:
    """The message begins with the file."""
    path = written(tmp_path, text) / FILE
    with pytest.raises(CompanionError) as error:
        write_setting(tmp_path, "theme", "dark")
    assert str(error.value).startswith(
        f"{path} was not changed{reason if reason[0] == ':' else f' {reason}'}"
    )


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    """The message has the file and the reason of the system."""
    (tmp_path / FILE).mkdir()
    with pytest.raises(CompanionError, match=r"config\.yaml cannot be written: "):
        write_setting(tmp_path, "theme", "dark")


@pytest.mark.skipif(sys.platform == "win32", reason="links and access rights of Unix")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """This is for settings stored elsewhere; file permissions are kept too."""
    kept = tmp_path / "elsewhere.yaml"
    kept.write_text("theme: light\n")
    kept.chmod(0o640)
    (tmp_path / FILE).symlink_to(kept)
    write_setting(tmp_path, "theme", "dark")
    assert (tmp_path / FILE).is_symlink()
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == ("theme: dark\n", 0o640)


def test_a_folder_that_cannot_exist_is_reported(tmp_path: Path) -> None:
    """The message has the file and the reason."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CompanionError, match=r"config\.yaml cannot be written"):
        write_setting(tmp_path / "file", "theme", "light")


def test_a_full_disk_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings are as before, and no other file is left beside them."""
    path = tmp_path / FILE
    path.write_text("theme: dark\n")

    def full(_: Path, __: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CompanionError, match="cannot be written: No space left on device"):
        write_setting(tmp_path, "theme", "light")
    assert path.read_text() == "theme: dark\n"
    assert {each.name for each in tmp_path.iterdir()} == {FILE, "config.lock"}
