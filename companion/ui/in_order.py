"""One key after the other: each is worked off, with all that it opens, before the next one is handed out.

Textual puts a key into the queue of what has the focus when the key arrives. Typed fast, pasted, or come late over a
slow line in one go, several keys arrive before the first has moved the focus or opened a dialog, and would miss it.
"""

from __future__ import annotations

import time

from textual.dom import DOMNode
from textual.events import Event, Key

from companion.ui.plain import PlainApp

PATIENCE = 2.0
"""Seconds after which a key is held to be done, whatever it still does."""
_LOOK = 0.01
"""Seconds from one look at what keys wait for to the next."""
_TRIPS = 4
"""A key may have something told, and that something opened: each trip through the queues comes behind one of them."""


class InOrder(PlainApp):
    """An app that takes its time with every key."""

    def __init__(self, theme: str) -> None:
        super().__init__(theme)
        self._keys: list[Key] = []
        """The one that is being worked off, and those that wait."""
        self._out: Key | None = None
        """The one that was handed out last."""
        self._begun = 0.0
        """When it was handed out."""
        self._at: DOMNode | None = None
        """In whose queue stands what waits for its end; None while nobody does."""

    @property
    def keys_wait(self) -> bool:
        """Whether keys wait for one that is being worked off."""
        return len(self._keys) > 1

    async def on_event(self, event: Event) -> None:
        """Puts keys in a row; one that was handed out and comes back, for nothing had a use for it, goes its way."""
        if not isinstance(event, Key) or event.is_forwarded:
            await super().on_event(event)
            return
        self._keys.append(event)
        if len(self._keys) == 1:
            await self._hand_out()
        elif len(self._keys) == 2:
            await self._look_on()

    async def _hand_out(self) -> None:
        """The first key goes to what has the focus, once the screen and its lines are there."""
        key = self._keys[0]
        if key is self._out:
            return
        if not self.screen_stack or not self.screen.is_mounted:
            self.set_timer(_LOOK, self._hand_out)
            return
        self._out = key
        self._begun, self._at = time.monotonic(), None
        await super().on_event(key)
        if len(self._keys) > 1:
            self._see_off(key, _TRIPS)

    def _see_off(self, key: Key, trips: int) -> None:
        """Goes through the queues, from what has the focus up to the app's own, behind what the key set going."""
        if self.screen_stack:
            self._at = self.focused or self.screen
            self._at.call_later(self._pass, key, self._at, trips)

    async def _pass(self, key: Key, node: DOMNode, trips: int) -> None:
        if node is not self:
            self._at = node.parent or self
            self._at.call_later(self._pass, key, self._at, trips)
        elif trips > 1:
            self._see_off(key, trips - 1)
        else:
            await self._done(key)

    async def _look_on(self) -> None:
        """While keys wait: a queue may be gone with what the key has closed."""
        if len(self._keys) < 2:
            return
        first = self._keys[0]
        gone = self._at is None or not (self._at is self or self._at.is_attached)
        if first is self._out and time.monotonic() - self._begun > PATIENCE:
            await self._done(first)
        elif first is self._out and gone:
            self._see_off(first, _TRIPS)
        self.set_timer(_LOOK, self._look_on)

    async def _done(self, key: Key) -> None:
        """The next one, unless that is long since under way."""
        if self._keys and self._keys[0] is key:
            self._keys.pop(0)
            if self._keys:
                await self._hand_out()
