"""The command palette: commands of the screen, commands that work everywhere, and all calculators."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from companion.render.text import shown
from companion.ui.active_commands import ActiveCommand, active_commands, grouped
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator
from companion.ui.screens.scenario_form import open_scenario_form
from companion.ui.themes import THEMES
from companion.ui.typed_words import match
from companion.workspace.own_scenarios import may_write

_SCREENS = (
    ("Chit cup", "Chits, order of moves", "cup"),
    ("Orders", "On their way and in force", "orders"),
    ("Units", "Those at the table, with their facts", "units"),
    ("Table rulings", "How we play it here", "rulings"),
    ("Charts", "Every chart of the game", "charts"),
    ("Bookmarks", "Marked rules and charts, and your notes on them", "bookmarks"),
    ("Your documents", "Import your own rulebook; list or remove it", "documents"),
    ("Setup", "Scenario, time of day, sides, settings", "setup"),
)
"""Title, summary and name of the session screens that have no key on every screen."""


class Command(NamedTuple):
    """A line of the palette."""

    title: str
    key: str
    """Key with the same effect; empty if there is none."""
    summary: str
    run: Callable[[], Any]

    @property
    def words(self) -> str:
        """The text to search: titles alone are too short."""
        return f"{self.title}  {self.key}  {self.summary}"

    def line(self) -> Content:
        """Return the text that is shown."""
        return Content.assemble(shown(self.title), (f"  {self.key}", "$accent"))


class Palette(CommandPalette, Page[None]):
    """The command palette; keys of its list have no effect until the list is laid out, or after it is removed."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow keys of the list only while there is one."""
        lists = self.query(CommandList)
        if action == "command_list":
            return any(commands.scrollable_content_region for commands in lists)
        return bool(lists) if action == "cursor_down" else True


class CompanionCommands(Provider):
    """The commands of the screen, those that work everywhere, themes, session screens, calculators."""

    def _commands(
        self, select: Callable[[list[ActiveCommand]], list[ActiveCommand]] = list
    ) -> Iterator[Command]:
        here, everywhere = active_commands(self.screen)
        screens = {f"open('{name}')": (title, summary) for title, summary, name in _SCREENS}
        for command in (*select(here), *everywhere):
            run = partial(self.app.run_action, command.action, default_namespace=command.node)
            title, _ = screens.pop(command.action.removeprefix("app."), ("", ""))
            other_name = title if title != command.title else ""
            summary = ": ".join(filter(None, (other_name, command.summary)))
            yield Command(command.title, command.key, summary, run)
        for name, theme in THEMES.items():
            kind = "Dark" if theme.dark else "Light"
            run = partial(self.app.run_action, f"colours('{name}')")
            yield Command(f"Colours: {name}", "", f"{kind} theme, saved for the next start", run)
        context = getattr(self.app, "context", None)
        if context is None:
            return
        page = self.screen
        if isinstance(page, Page) and may_write(context):
            yield Command("Add a scenario", "", "A battle of your own", partial(open_scenario_form, page))
        for action, (title, summary) in screens.items():
            yield Command(title, "", summary, partial(self.app.run_action, action))
        for procedure in context.module.procedures:
            post = partial(self.app.post_message, OpenCalculator(procedure.id))
            yield Command(f"{procedure.title} ({procedure.cite})", "", procedure.summary, post)

    async def discover(self) -> Hits:
        """Yield the commands shown before anything is typed; those that differ only in their key are merged."""
        for command in self._commands(grouped):
            yield DiscoveryHit(command.line(), command.run, text=command.title, help=command.summary)

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Yield the commands that match; a match in the title counts twice."""
        for command in self._commands():
            score = max(2 * match(query, command.title), match(query, command.words))
            if score > 0:
                yield Hit(score, command.line(), command.run, text=command.title, help=command.summary)
