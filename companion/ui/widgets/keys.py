"""The bottom line: the keys that work here, wrapped where the screen is narrow, each one a touch target."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

NAMES = {"escape": "esc", "enter": "⏎", "backspace": "⌫"}


class Keys(Static):
    """Drawn from the live bindings of the screen; never typed by hand."""

    def __init__(self) -> None:
        super().__init__("", id="keys", markup=False)

    def on_mount(self) -> None:
        """Follows the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._draw)
        self._draw(self.screen)

    def _draw(self, screen: Screen[object]) -> None:
        seen: dict[str, tuple[Binding, str]] = {}
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled:
                seen.setdefault(binding.action, (binding, binding.key))
        parts: list[tuple[str, str | Style]] = []
        for binding, key in seen.values():
            name = binding.key_display or NAMES.get(key, key)
            touch = Style.from_meta({"@click": f"app.simulate_key('{key}')"})
            parts += [(f"{name}\u00a0", touch + Style(bold=True)), (binding.description, touch), ("  ", "")]
        self.update(Content.assemble(*parts[:-1]))
