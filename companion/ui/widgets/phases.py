"""The phases of the turn, the one that is being played set off by its mark and its weight."""

from __future__ import annotations

from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from companion.render.text import wrapped


class Phases(Static):
    """A head, then a line a phase, numbered as the keys jump to them."""

    def __init__(self) -> None:
        super().__init__("", id="phases", markup=False)
        self.head = ""
        self.phases: list[str] = []
        self.here = 0

    def put(self, head: str, phases: list[str], here: int) -> None:
        """Shows a turn; `here` is the place of the phase in play."""
        self.head, self.phases, self.here = head, phases, here
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Wraps anew."""
        self._draw()

    def row(self) -> int:
        """The row on which the mark stands."""
        width = self._width()
        above = [wrapped(self.head, width), [""]]
        above += [
            _line(each, number, False, width) for number, each in enumerate(self.phases[: self.here], 1)
        ]
        return sum(map(len, above))

    def _width(self) -> int:
        return max(self.content_size.width, 1)

    def _draw(self) -> None:
        width = self._width()
        parts: list[str | tuple[str, str]] = [("\n".join(wrapped(self.head, width)), "bold"), "\n"]
        for place, each in enumerate(self.phases):
            now = place == self.here
            lines = "\n".join(_line(each, place + 1, now, width))
            parts.append((f"\n{lines}", "bold" if now else ""))
        self.update(Content.assemble(*parts))


def _line(phase: str, number: int, now: bool, width: int) -> list[str]:
    return wrapped(phase, width, f"{'>' if now else ' '} {number} ", "    ")
