"""Fixtures that run command lines in this process, with the folders of one test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest

from companion.cli import main
from tests.conftest import fill
from tests.process.calculator_maker import CHARTS, Maker
from tests.process.cup_game import write_game
from tests.process.example_runs import Examples


class CommandResult(NamedTuple):
    """Exit status and output of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output as JSON, for a command that succeeded."""
        assert self.status == 0, self
        return json.loads(self.out)

    def refused(self, status: int, *words: str) -> None:
        """Assert one line on standard error with these words, and nothing on standard output."""
        assert (self.status, self.out) == (status, ""), self
        assert self.err.startswith("companion: ") and self.err.count("\n") == 1, self
        for word in words:
            assert word in self.err


Say = Callable[..., CommandResult]


@pytest.fixture(autouse=True)
def shared_games(games_are_read_once: None) -> None:
    """Use the cache of the shipped games, and share the loaded library between command lines."""


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Run `companion` with these arguments."""

    def command(*arguments: str) -> CommandResult:
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(str(end.code))
        captured = capsys.readouterr()
        return CommandResult(status, captured.out, captured.err)

    return command


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the commands for authors ask, and type these lines; an exception stands for Ctrl+C or Ctrl+D."""

    def type_lines(*lines: str | type[BaseException]) -> None:
        rest = iter(lines)

        def read(prompt: str = "") -> str:
            line = next(rest)
            if isinstance(line, str):
                return line
            raise line

        monkeypatch.setattr("companion.cli.authoring.interview.has_terminal", lambda: True)
        monkeypatch.setattr("builtins.input", read)

    return type_lines


@pytest.fixture(scope="session")
def new_games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders that `companion new-game ford` writes, with and without `--small`; writing one takes 30 ms."""
    folders = {"": tmp_path_factory.mktemp("new"), "--small": tmp_path_factory.mktemp("small")}
    for option, folder in folders.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COMPANION_DATA", f"{folder}-data")
            assert main(["new-game", "ford", "--folder", str(folder), *option.split()]) == 0
    return folders


@pytest.fixture
def own_game(
    tmp_path: Path, new_games: dict[str, Path], monkeypatch: pytest.MonkeyPatch, only_own_games: None
) -> Callable[..., Path]:
    """Give the player a folder with a new game `ford`, and return it."""

    def make(option: str = "") -> Path:
        folder = tmp_path / "mine"
        monkeypatch.setenv("COMPANION_OVERLAY", str(folder))
        monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
        copytree(new_games[option], folder)
        return folder

    return make


@pytest.fixture
def maker(own_game: Callable[[], Path], say: Say) -> Maker:
    """A maker of calculators in a new game with a few charts."""
    folder = own_game()
    for name, text in CHARTS.items():
        head = f'id: {name}\ntitle: {name.capitalize()}\ncite: "2.1"\npage: Card\n'
        (folder / "tables/ford/charts" / f"{name}.yaml").write_text(head + text)
    rules = folder / "rulebook/ford/01-rules.md"
    lines = rules.read_text().splitlines(keepends=True)
    rules.write_text("".join(line for line in lines if not line.startswith("|")))  # no table of modifiers
    return Maker(folder, say)


@pytest.fixture
def examples(own_game: Callable[[], Path], say: Say, monkeypatch: pytest.MonkeyPatch) -> Examples:
    """The examples of a new game with a calculator of fire, and one with lists, pools and rounds."""
    monkeypatch.setenv("COLUMNS", "100")
    return Examples(own_game(), say)


@pytest.fixture(scope="session")
def read_once(tmp_path_factory: pytest.TempPathFactory, ready: Path) -> Path:
    """A cache with the shipped games and the test game, shared by the tests of one worker."""
    cache = tmp_path_factory.mktemp("drum") / "cache"
    fill(cache, ready)
    return cache


@pytest.fixture
def drum(tmp_path: Path, read_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the test game to the shipped games."""
    write_game(tmp_path / "own")
    monkeypatch.setenv("COMPANION_OVERLAY", str(tmp_path / "own"))
    monkeypatch.setenv("COMPANION_CACHE", str(read_once))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def only_own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the shipped games, for tests of commands that make a game: each change of a game loads all games."""
    monkeypatch.setattr("companion.load.places.shipped_folder", lambda: tmp_path / "no shipped games")


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use only the shipped games."""
    monkeypatch.setenv("COLUMNS", "100")
