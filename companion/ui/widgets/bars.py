"""The lines around every screen: the top bar, the status line, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.style import Style

from companion.render.text import shown
from companion.ui.key_names import key_name
from companion.ui.widgets.text import PlainText

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class TopBar(PlainText):
    """Shows how much is due, the turn and phase, and the game."""

    def show_loading(self, step: str) -> None:
        """Show what is being loaded."""
        self.update(Content(f"{shown(step)} ..."))

    def show(self, context: AppContext | None, title: str = "") -> None:
        """Show `title` and where the game stands, or that it is being loaded."""
        if context is None:
            self.show_loading("Opening the rulebooks")
            return
        due = len(context.session.game_state.due())
        reading = "only reading · " if context.session.store.read_only else ""
        lead = f"{shown(title)} · " if title else ""
        self.update(Content(lead + reading + (f"{due} due · " if due else "") + shown(context.where())))


class StatusLine(PlainText):
    """A message that stays until the next one; without a message the line takes no room."""

    def __init__(self, id: str = "told", text: str = "") -> None:  # noqa: A002 - Textual's own name
        super().__init__(text, id=id)
        self.display = bool(text)

    def say(self, text: str, refused: bool = False) -> None:
        """Show `text`; an error starts with `!`, an empty text hides the line."""
        self.display = bool(text)
        if refused:
            self.update(Content.styled(f"! {shown(text)}", "bold $text-warning"))
        else:
            self.update(Content(shown(text)))


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
        named: dict[str, tuple[Binding, str]] = {}
        for active in screen.active_bindings.values():
            if active.binding.show and active.enabled:
                named.setdefault(active.binding.action, (active.binding, active.binding.key))
        lines: list[list[Content]] = [[]]
        room = width = max(self.content_size.width, 20)
        for binding, key in named.values():
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
