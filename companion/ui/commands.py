"""Every calculator and every screen of the session in the command palette."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from companion.ui.messages import OpenCalculator

_SCREENS = (
    ("Log", "What happened, line by line", "log"),
    ("Chit cup", "Chits, order of moves", "cup"),
    ("Orders", "Orders on their way and in force", "orders"),
    ("Units", "Units at the table", "units"),
    ("Table rulings", "How it is played here", "rulings"),
    ("Set up", "Scenario, time of day, settings", "setup"),
    ("Sessions", "Another session, or a new one", "sessions"),
    ("Games", "Another game on the table", "games"),
)


class Palette(CommandPalette):
    """The command palette; a key that turns a page before its list is on the screen turns none."""

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)


class CompanionCommands(Provider):
    """Calculators of the game in play, and the session."""

    def _commands(self) -> Iterator[tuple[str, str, Any]]:
        desk = getattr(self.app, "desk", None)
        if desk is None:
            return
        for title, summary, name in _SCREENS:
            yield title, summary, partial(self.app.run_action, f"open('{name}')")
        yield "Undo", "Take back what happened last", partial(self.app.run_action, "history(-1)")
        yield "Redo", "Bring back what was undone", partial(self.app.run_action, "history(1)")
        yield (
            "Write here, or hand over",
            "Which window writes the session",
            partial(self.app.run_action, "pen"),
        )
        for procedure in desk.module.procedures:
            run = partial(self.app.post_message, OpenCalculator(procedure.id))
            yield f"{procedure.title} ({procedure.cite})", procedure.summary, run

    async def discover(self) -> Hits:
        """Shown before anything is typed."""
        for title, summary, run in self._commands():
            yield DiscoveryHit(title, run, help=summary)

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Fuzzy hits."""
        matcher = self.matcher(query)
        for title, summary, run in self._commands():
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, help=summary)
