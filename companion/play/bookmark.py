"""Where each game stood, kept in one small file, so that the next start resumes there."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from companion.play.clock import Position

_NAME = "bookmark.json"


class Bookmark:
    """The game in play and the position of each game. Written whole, so a crash leaves the old or the new one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = ""
        self.positions: dict[str, Position] = {}
        self.warning = ""
        """Why it could not be read or kept; empty where all is well."""
        self._read()

    def keep(self, game: str, position: Position | None = None) -> None:
        """Writes the game in play and, where given, its position."""
        self.game = game
        if position is not None:
            self.positions[game] = position
        data = {"game": self.game, "positions": {slug: list(each) for slug, each in self.positions.items()}}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=self.folder, delete=False) as file:
                json.dump(data, file)
                name = file.name
            Path(name).replace(self.folder / _NAME)
            self.warning = ""
        except OSError as error:
            self.warning = f"the turn cannot be kept in {self.folder}: {error.strerror}"

    def _read(self) -> None:
        try:
            data = json.loads((self.folder / _NAME).read_text())
            self.game = str(data["game"])
            self.positions = {
                str(slug): Position(int(turn), int(moment))
                for slug, (turn, moment) in data["positions"].items()
            }
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self.game, self.positions = "", {}
            self.warning = f"{self.folder / _NAME} cannot be read ({type(error).__name__}); starting afresh"
