"""The player's folders on each system, and environment variables for other folders."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from companion.load.places import usual_places

VARIABLES = ("COMPANION_CACHE", "COMPANION_CONFIG", "COMPANION_DATA", "COMPANION_OVERLAY")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all variables that set folders."""
    for name in (*VARIABLES, "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", "C:/Users/Ann/AppData/Local")


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("system", "data", "config", "cache"),
    [
        (Unix, "/home/ann/.local/share/companion", "/home/ann/.config/companion", "/home/ann/.cache/companion"),
        (
            MacOS,
            "/home/ann/Library/Application Support/companion",
            "/home/ann/Library/Application Support/companion",
            "/home/ann/Library/Caches/companion",
        ),
        (Windows, *("C:/Users/Ann/AppData/Local/companion",) * 2, "C:/Users/Ann/AppData/Local/companion/Cache"),
    ],
)  # fmt: skip
@pytest.mark.skipif(sys.platform == "win32", reason="compares paths as Unix writes them")
def test_folders_of_each_system(
    system: type, data: str, config: str, cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of the app occurs once in each."""
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)
    places = usual_places()
    assert (str(places.data), str(places.config), str(places.cache)) == (data, config, cache)
    assert places.own == places.data / "own"


def test_variables_name_other_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variable sets one folder."""
    for name in VARIABLES:
        monkeypatch.setenv(name, str(tmp_path / name))
    places = usual_places()
    assert [places.cache, places.config, places.data, places.own] == [tmp_path / name for name in VARIABLES]


@pytest.mark.usefixtures("plain")
def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders cannot exist; everything else works."""

    def homeless(*given: object, **named: object) -> None:
        raise RuntimeError("no home")

    monkeypatch.setattr(platformdirs, "PlatformDirs", homeless)
    places = usual_places()
    assert not places.data.exists()
    assert not places.config.exists()
