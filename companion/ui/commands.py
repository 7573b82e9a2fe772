"""The command palette: what can be done on the screen it was called from, everywhere, and every calculator."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from companion.render.text import shown
from companion.ui.active_commands import ActiveCommand, active_commands, rows
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator
from companion.ui.themes import THEMES
from companion.ui.typed_words import match

_SCREENS = (
    ("Chit cup", "Chits, order of moves", "cup"),
    ("Orders", "Orders on their way and in force", "orders"),
    ("Units", "Units at the table", "units"),
    ("Table rulings", "How it is played here", "rulings"),
    ("Charts", "Every chart of the game", "charts"),
    ("Bookmarks", "Bookmarks and notes on rules and charts", "bookmarks"),
    ("Set up", "Scenario, time of day, settings", "setup"),
)
"""Screens of the session that no key opens from everywhere."""


class Command(NamedTuple):
    """A line of the palette."""

    title: str
    key: str
    """Key that does the same; empty for none."""
    summary: str
    run: Callable[[], Any]

    @property
    def words(self) -> str:
        """What is searched: the title and what is said of it, for some titles are short."""
        return f"{self.title}  {self.key}  {self.summary}"

    def line(self) -> Content:
        """What is shown."""
        return Content.assemble(shown(self.title), (f"  {self.key}", "$text-accent"))


class Palette(CommandPalette, Page[None]):
    """The command palette; a key for its list does nothing before that is on the screen, nor once it is gone."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a list to act on."""
        lists = self.query(CommandList)
        if action == "command_list":
            return any(each.scrollable_content_region for each in lists)
        return bool(lists) if action == "cursor_down" else True


class CompanionCommands(Provider):
    """This screen first, then what works everywhere, then the calculators of the game in play."""

    def _commands(
        self, told: Callable[[list[ActiveCommand]], list[ActiveCommand]] = list
    ) -> Iterator[Command]:
        here, everywhere = active_commands(self.screen)
        yield from map(self._key, told(here))
        yield from map(self._key, everywhere)
        for name, theme in THEMES.items():
            light = "dark" if theme.dark else "light"
            yield Command(
                f"Colours: {name}", "", f"Kept for the next start; {light}", self._act(f"colours('{name}')")
            )
        desk = getattr(self.app, "desk", None)
        if desk is None:
            return
        for title, summary, name in _SCREENS:
            yield Command(title, "", summary, self._act(f"open('{name}')"))
        for procedure in desk.module.procedures:
            run = partial(self.app.post_message, OpenCalculator(procedure.id))
            yield Command(f"{procedure.title} ({procedure.cite})", "", procedure.summary, run)

    def _key(self, doing: ActiveCommand) -> Command:
        run = partial(self.app.run_action, doing.action, default_namespace=doing.node)
        return Command(doing.title, doing.key, doing.says, run)

    def _act(self, action: str) -> Callable[[], Any]:
        return partial(self.app.run_action, action)

    async def discover(self) -> Hits:
        """Shown before anything is typed; keys that take a line on the screen by its sign come when asked for."""
        for each in self._commands(rows):
            yield DiscoveryHit(each.line(), each.run, text=each.title, help=each.summary)

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Hits in the title, then in the key and in what is said of a command."""
        for each in self._commands():
            score = max(2 * match(query, each.title), match(query, each.words))
            if score > 0:
                yield Hit(score, each.line(), each.run, text=each.title, help=each.summary)
