"""Every calculator and game in the command palette."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from companion.ui.messages import OpenCalculator


class CompanionCommands(Provider):
    """Calculators of the game in play."""

    def _commands(self) -> Iterator[tuple[str, str, Any]]:
        desk = getattr(self.app, "desk", None)
        if desk is None:
            return
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
