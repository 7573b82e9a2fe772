"""The phases of the turn, with a mark on the phase in play."""

from __future__ import annotations

from textual.content import Content
from textual.events import Resize

from companion.render.text import wrapped
from companion.ui.widgets.text import PlainText


class Phases(PlainText):
    """A heading, then a line for each phase with the digit that jumps to it."""

    def __init__(self) -> None:
        super().__init__(id="phases")
        self.heading = ""
        self.phases: list[str] = []
        self.here = 0

    def put(self, heading: str, phases: list[str], here: int) -> None:
        """Show a turn; `here` is the place of the phase in play, counted from 0."""
        self.heading, self.phases, self.here = heading, phases, here
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines to the new width."""
        self._draw()

    def row(self) -> int:
        """The row of the mark."""
        width = self._width()
        before = enumerate(self.phases[: self.here], 1)
        lines = sum(len(_line(phase, number, False, width)) for number, phase in before)
        return len(wrapped(self.heading, width)) + 1 + lines

    def _width(self) -> int:
        return max(self.content_size.width, 1)

    def _draw(self) -> None:
        width = self._width()
        parts: list[str | tuple[str, str]] = [("\n".join(wrapped(self.heading, width)), "bold"), "\n"]
        for place, phase in enumerate(self.phases):
            now = place == self.here
            lines = "\n".join(_line(phase, place + 1, now, width))
            parts.append((f"\n{lines}", "bold" if now else ""))
        self.update(Content.assemble(*parts))


def _line(phase: str, number: int, now: bool, width: int) -> list[str]:
    return wrapped(phase, width, f"{'>' if now else ' '} {number} ", "    ")
