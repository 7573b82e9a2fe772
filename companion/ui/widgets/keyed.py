"""A screen that deals its keys out itself: to what has the focus, to a letter that works anywhere on it, to a binding.

Its widgets tell it what they are told at once, not by message, so that an answer counts before the next key.
"""

from __future__ import annotations

from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from companion.ui.base.page import Page


class KeyScreen(Page[None]):
    """Hands each key to what has the focus by then; what no widget takes goes to the screen, then to the bindings."""

    async def hear(self, message: Message) -> None:
        """Acts at once on what a widget tells, before the next key."""
        self.post_message(message)

    async def first(self, event: Key) -> bool:
        """Takes a key before the widget that has the focus."""
        return False

    async def letter(self, event: Key) -> bool:
        """Takes a key that no widget took; False leaves it to the bindings."""
        return False

    async def on_key(self, event: Key) -> None:
        """One key, worked off to its end."""
        event.stop()
        event.prevent_default()
        if self.app.screen is not self:
            self.app.post_message(Key(event.key, event.character))
            return
        if await self.first(event):
            return
        here = self.focused
        if isinstance(here, Keyed) and await here.take(event):
            return
        if await self.letter(event):
            return
        active = self.active_bindings.get(event.key)
        if active is not None and active.enabled:
            await self.app.run_action(active.binding.action, active.node)


class Keyed(Widget):
    """What takes keys: in its turn on a `KeyScreen`, by itself on any other."""

    async def take(self, event: Key) -> bool:
        """Acts on a key; False where it means nothing here, as every key that is left to the bindings."""
        return False

    async def tell(self, message: Message) -> None:
        """Has a `KeyScreen` act on a message at once; any other gets it as messages go."""
        if isinstance(self.screen, KeyScreen):
            await self.screen.hear(message)
        else:
            self.post_message(message)

    def post_message(self, message: Message) -> bool:
        """Keys go to the screen, which deals them out."""
        if isinstance(message, Key) and self.is_attached and isinstance(self.screen, KeyScreen):
            return self.screen.post_message(message)
        return super().post_message(message)

    async def on_key(self, event: Key) -> None:
        """On a screen that hands no keys out."""
        if await self.take(event):
            event.stop()
            event.prevent_default()
