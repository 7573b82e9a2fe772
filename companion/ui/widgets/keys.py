"""The keys that work on the screen, shown at its bottom; a touch on a key presses it."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.style import Style

from companion.ui.key_names import key_name
from companion.ui.widgets.plain_text import PlainText


class Keys(PlainText):
    """The active bindings of the screen, in as many lines as they need."""

    def __init__(self) -> None:
        super().__init__(id="keys")

    def on_mount(self) -> None:
        """Draw the keys whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._draw)
        self._draw(self.screen)

    def on_resize(self, event: Resize) -> None:
        """Wrap the line to the new width, never within a key."""
        self._draw(self.screen)

    def _draw(self, screen: Screen[object]) -> None:
        shown: dict[str, tuple[Binding, str]] = {}
        for active in screen.active_bindings.values():
            if active.binding.show and active.enabled:
                shown.setdefault(active.binding.action, (active.binding, active.binding.key))
        lines: list[list[Content]] = [[]]
        room = width = max(self.content_size.width, 20)
        for binding, key in shown.values():
            name = key_name(binding)
            touch = Style.from_meta({"@click": f"app.simulate_key('{key}')"})
            part = Content.assemble(
                (name, touch + Style(bold=True)), (f" {binding.description}", touch), "  "
            )
            if part.cell_length - 2 > room:
                lines.append([])
                room = width
            lines[-1].append(part)
            room -= part.cell_length
        self.update(Content("\n").join(Content.assemble(*line) for line in lines))
