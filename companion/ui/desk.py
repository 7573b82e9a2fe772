"""What the screens work with: the library, the engine, the finder, the place in the turn."""

from __future__ import annotations

from typing import Any

from companion.engine import Dice, Engine
from companion.load.cache import writable
from companion.load.places import Places
from companion.load.source import load_library
from companion.model import GameModule, Library, NotFound
from companion.play.bookmark import Bookmark
from companion.play.clock import Position, legal, words
from companion.search.finder import Finder
from companion.search.ready import ready_finder


class Desk:
    """Made off the UI thread, then only read, but for the bookmark."""

    def __init__(self, places: Places, game: str = "", dice: Dice | None = None) -> None:
        self.places = places
        self.library: Library = load_library(places)
        self.engine = Engine(self.library)
        self.finder: Finder = ready_finder(places)
        self.dice = dice or Dice()
        self.bookmark = Bookmark(places.data)
        self.drafts: dict[str, tuple[dict[str, Any], list[Any]]] = {}
        """Calculations left unfinished: answers and dice, by procedure."""
        slugs = [module.game.slug for module in self.library.modules]
        if not slugs:
            raise NotFound("no game is installed: no tables/SLUG/game.yaml was found")
        if game:
            self.library.module(game)
        kept = self.bookmark.game if self.bookmark.game in slugs else slugs[0]
        self.game = game or kept

    @property
    def module(self) -> GameModule:
        """The game in play."""
        return self.library.module(self.game)

    @property
    def position(self) -> Position:
        """Where the game in play stands."""
        position = self.bookmark.positions.get(self.game, Position())
        return legal(self.module.sequence, position) if self.module.sequence else position

    def move_to(self, position: Position) -> None:
        """Keeps where the game stands, on disk before anything shows it."""
        sequence = self.module.sequence
        self.bookmark.keep(self.game, legal(sequence, position) if sequence else position)

    def switch(self, game: str) -> None:
        """Takes another game into play."""
        self.library.module(game)
        self.game = game
        self.bookmark.keep(game)

    def where(self) -> str:
        """`Turn 3, First player, Command Phase · Line of Battle`."""
        sequence = self.module.sequence
        place = f"{words(sequence, self.position)} · " if sequence else ""
        return f"{place}{self.module.game.name}"

    def warnings(self) -> list[str]:
        """What the player should know before relying on anything."""
        told = [str(fault) for fault in self.library.faults[:3]]
        more = len(self.library.faults) - len(told)
        if more > 0:
            told.append(f"and {more} more faults; companion check lists them")
        if self.bookmark.warning:
            told.append(self.bookmark.warning)
        elif not writable(self.places.data):
            told.append(f"{self.places.data} cannot be written: the turn will not be kept")
        return told
