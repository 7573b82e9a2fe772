"""The queue of all keys and clicks: each is handed out only after everything before it has taken effect.

Textual sends a key to whatever has the focus when the key arrives. Keys that arrive in a burst, typed fast, pasted or
delayed by a slow line, would be sent before the first of them has moved the focus or opened its dialog.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

# Private, but App.run_test(message_hook=) sets the same variable. It notices that a message has caused another one,
# which empty queues do not show. Waiting for rest costs a key 1 ms with it, on a screen of 30 widgets.
from textual._context import message_hook
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.events import Callback, Click, Event, Key, MouseDown, MouseUp, Paste
from textual.message import Message
from textual.messages import InvokeLater, Prompt
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker, WorkerError

from companion.ui.plain import PlainApp


class Inserted(Paste):
    """Text that a phone's keyboard inserts at once, such as a swiped word; may replace letters typed before."""

    def __init__(self, text: str, erased: int = 0) -> None:
        super().__init__(text)
        self.erased = erased
        """Number of letters before the cursor that the text replaces."""


Entered = Key | Paste | MouseDown | MouseUp
"""Input of the player; a click waits behind the keys that arrived before it."""
Queued = Entered | Click
"""Input handed out to widgets; a click that completes a half-typed number is handed out again."""
AWAITED = ("load", "session", "search")
"""Groups of workers whose results decide what a key does."""
_NO_FIELD = "no text field is selected. Here, each letter is a key; press keys one at a time."
_EXCERPT = 20
"""Characters of a refused text that are shown."""
_QUIET = 2
"""Rounds in a row without a new message after which nothing is left to do: painting may ask for another layout."""
_INTERNAL = (InvokeLater, Prompt)
"""Messages that widgets send while waiting for each other."""
_LOST = 1.0
"""Seconds until another round begins, since a removed widget never answers."""


class SerialKeyApp(PlainApp):
    """An app that handles one key after the other."""

    def __init__(self, theme: str) -> None:
        super().__init__(theme)
        self._keys: deque[Queued] = deque()
        """Keys, pasted text and clicks that are waiting to be handed out."""
        self._pressed_on: Widget | None = None
        """The widget under the pointer when the mouse button was pressed."""
        self.asks_first = False
        """Whether a dialog will open after loading; text typed before then belongs to the dialog."""
        self.any_key = False
        """Whether a key has arrived since the start."""
        self.keys_handed_out = 0
        """Number of the key that is being handled, counted from 1."""
        self._answered_early = -1
        """Number of the key that completed an answer without Enter."""
        self._doubtful = self._why = ""
        self._accepting = False
        """Whether the first screen is ready for keys."""
        self._one_round = asyncio.Lock()
        """Held during a round: two rounds at a time would see each other's messages and never end."""
        self._probe: Callable[[], None] | None = None
        """Callback of this round's own messages, which are not counted."""
        self._messages = 0
        """Messages handled by all widgets so far."""

    @property
    def keys_waiting(self) -> bool:
        """Whether keys are waiting to be handed out."""
        return bool(self._keys)

    @property
    def input_waiting(self) -> int:
        """Number of keys waiting to be handed out and of messages that the app itself has not handled."""
        return len(self._keys) + self.message_queue_size

    def on_load(self) -> None:
        """Prepare the event loop, before any widget exists."""
        # Textual 8 starts widgets eagerly on Python 3.12 and newer: the first screen runs on_mount before it is on the
        # screen stack and the app ends with ScreenStackError (Textual #6444, not fixed in 8.2.8). The ordinary
        # task factory is what Python 3.11 and run_test() use. Unnecessary once a release fixes it.
        asyncio.get_running_loop().set_task_factory(None)
        message_hook.set(self._handled)

    def on_ready(self) -> None:
        """Begin to hand out keys, first those that arrived earlier."""
        self._accepting = True
        if self._keys:
            self._start()

    async def on_event(self, event: Event) -> None:
        """Queue what the player enters; pass on all other events, and keys that no widget has used."""
        if isinstance(event, Entered) and not event.is_forwarded:
            # Enter pressed before Textual has set up the terminal arrives as a line feed.
            early = isinstance(event, Key) and event.key == "ctrl+j"
            self._keys.append(Key("enter", "\r") if early else event)
            self.any_key = self.any_key or isinstance(event, Key | Paste)
            if self._accepting and len(self._keys) == 1:
                self._start()
        else:
            await super().on_event(event)

    def delay_update(self, delay: float = 0.05) -> None:
        """Paint at once after a change of mode.

        Textual would delay layout and painting, and keys would act on a screen that is not laid out.
        """

    async def settle(self) -> None:
        """Wait until every key that has arrived has taken effect, searches and other background work included."""
        while self.is_running:
            await self._at_rest(AWAITED)
            if not self.keys_waiting:
                return

    def _start(self) -> None:
        self.run_worker(self._hand_out(), name="keys", group="keys")

    async def _hand_out(self) -> None:
        while self._keys:
            await self._at_rest(() if self._is_immediate(self._keys[0]) else AWAITED)
            if not self.call_later(self._dispatch, self._keys[0]):
                return
            self._keys.popleft()

    @dataclass
    class KeyRefused(Message):
        """A key was pressed that could belong to the answer that the key before it completed."""

        why: str

    class EnterDropped(Message):
        """Enter was pressed right after an answer that had been taken without it."""

    def answered_early(self, doubtful: str = "", why: str = "") -> None:
        """Note that the current key completes an answer: an Enter right after it belongs to that answer.

        A key in `doubtful` might belong to it too: right after it, such a key is refused once, and `why` is shown.
        """
        self._answered_early = self.keys_handed_out
        self._doubtful, self._why = doubtful, why

    def press_again(self, key: Key) -> None:
        """Hand out the current key again, after what it has just completed has taken effect."""
        self._put_first(
            Key(key.key, key.character).set_sender(self)
        )  # else it bubbles no further than its maker

    def _put_first(self, *keys: Queued) -> None:
        """Hand these out before all others that are waiting."""
        is_idle = not self._keys
        self._keys.extendleft(reversed(keys))
        if is_idle:
            self._start()

    def enter_typed(self) -> bool:
        """Enter what is half typed; return whether there was anything. The base class has nothing to enter."""
        return False

    async def _dispatch(self, key: Queued) -> None:
        self.keys_handed_out += 1
        is_next = self._answered_early == self.keys_handed_out - 1
        if is_next and isinstance(key, Key) and key.character and key.character in self._doubtful:
            self.screen.post_message(self.KeyRefused(self._why))
        elif is_next and isinstance(key, Key) and key.key == "enter":
            self.screen.post_message(self.EnterDropped())
        elif isinstance(key, Inserted):
            self._insert(key)
        elif isinstance(key, Click):
            self._click(key)
        elif isinstance(key, MouseUp):
            await self._release(key)
        else:
            if isinstance(key, MouseDown):
                self._pressed_on = self._widget_at(key)
            await super().on_event(key)

    def _widget_at(self, event: MouseDown | MouseUp) -> Widget | None:
        try:
            return self.get_widget_at(event.x, event.y)[0]
        except NoWidget:
            return None

    async def _release(self, up: MouseUp) -> None:
        """Pass on the release of a mouse button, after entering what is half typed, which may move lines.

        The click then acts on what was under the pointer when the button was pressed.
        """
        widget = self._widget_at(up)
        style = self.screen.get_style_at(up.x, up.y)
        if self.enter_typed() and widget is not None and widget is self._pressed_on:
            x, y = up.x - widget.region.x, up.y - widget.region.y
            mouse = (up.delta_x, up.delta_y, up.button, up.shift, up.meta, up.ctrl, up.x, up.y)
            click = Click(widget, x, y, *mouse, style=style)
            click._set_forwarded()  # Private. Otherwise Textual sends it to the screen again when it bubbles up.
            widget.suppress_click()
            self._put_first(click)
        await super().on_event(up)

    def _click(self, click: Click) -> None:
        """Pass on a click that waited for a number to be entered, unless its target is gone."""
        if click.widget is not None and click.widget.is_attached and click.widget.display:
            click.widget.post_message(click)
        else:
            self.screen.post_message(self.KeyRefused("Entering the number removed the line you clicked"))

    def _insert(self, text: Inserted) -> None:
        """Insert text in the focused text field; without one, refuse it, since its letters would act as keys."""
        self.app_focus = True  # as for a key
        if not isinstance(self.focused, Input):
            start = f"{text.text[:_EXCERPT]}…" if len(text.text) > _EXCERPT else text.text
            self.screen.post_message(self.KeyRefused(f'"{start.strip()}" not entered: {_NO_FIELD}'))
            return
        line, newline, rest = text.text.partition("\n")
        later = rest.lstrip("\n")
        enters = len(newline + rest) - len(later)
        keys: list[Queued] = [*[Key("backspace", "\x7f")] * text.erased, Paste(line)]
        keys += [Key("enter", "\r")] * enters
        self._put_first(*keys, *([Inserted(later)] if later else []))

    def _is_immediate(self, key: Queued) -> bool:
        """Return whether a key means the same whatever workers are doing: text for a field, and quitting."""
        if isinstance(key, MouseDown | MouseUp | Click):
            return False
        if isinstance(key, Key) and key.key == "ctrl+q":
            return True
        typed = (
            isinstance(key, Paste) or key.is_printable or key.key in ("backspace", "delete", "left", "right")
        )
        return typed and isinstance(self.focused, Input) and not self.asks_first

    async def _at_rest(self, groups: tuple[str, ...]) -> None:
        """Wait until no widget has a message left, the screen is painted and no worker of these groups runs."""
        quiet = 0
        while self.is_running and quiet < _QUIET:
            async with self._one_round:
                quiet = quiet + 1 if await self._round() else 0
            for worker in list(self._busy(groups)) if quiet else ():
                quiet = 0
                with suppress(WorkerError):
                    await worker.wait()

    async def _round(self) -> bool:
        """Wait for all messages that are queued now; return whether they caused no others."""
        before = self._messages
        nodes: list[DOMNode] = [self]
        if self.screen_stack:
            nodes += self.screen.walk_children(with_self=True)
        await self._pass_through(nodes)
        await self._painted()
        return self._messages == before and not any(node.message_queue_size for node in nodes)

    def _busy(self, groups: tuple[str, ...]) -> Iterator[Worker[object]]:
        return (each for each in self.workers if each.group in groups and not each.is_finished)

    async def _pass_through(self, nodes: list[DOMNode]) -> None:
        """Wait until each of these has handled the messages that are in its queue now."""
        left = 0
        reached = asyncio.Event()

        def arrive() -> None:
            nonlocal left
            left -= 1
            if not left:
                reached.set()

        self._probe = arrive
        for node in nodes:
            left += node.post_message(Callback(callback=arrive))
        with suppress(TimeoutError):
            await asyncio.wait_for(reached.wait(), _LOST)

    async def _painted(self) -> None:
        """Wait for the next refresh of the screen, and for callbacks that wait for it."""
        refreshed = asyncio.Event()
        if self.call_after_refresh(refreshed.set):
            with suppress(TimeoutError):
                await asyncio.wait_for(refreshed.wait(), _LOST)

    def _handled(self, message: Message) -> None:
        """Count a message that a widget is about to handle."""
        is_probe = isinstance(message, Callback) and message.callback is self._probe
        self._messages += not (is_probe or isinstance(message, _INTERNAL))
