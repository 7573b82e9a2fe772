"""The app as `companion serve` runs it for a visitor: through pipes, and without access to files."""

from __future__ import annotations

import sys
import warnings
from contextlib import suppress
from itertools import chain
from threading import Event
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from textual.binding import Binding
from textual.drivers.web_driver import WebDriver
from textual.events import AppFocus, Key, Resize
from textual.keys import key_to_character
from textual.message import Message
from textual.messages import ExitApp
from textual.screen import Screen

from companion.ui.key_names import key_name
from companion.ui.key_queue import Inserted, SerialKeyApp
from companion.ui.widgets.bars import VIEWS, enabled_bindings, footer_bindings, key_purpose

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp

_MODES = "\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h\x1b[?25l\x1b[?2004h"
"""Sets the modes of a new terminal as Textual's driver does at its start: alternate screen, mouse, no cursor, paste."""
MOST_WAITING = 200
"""Limit of keys and messages waiting for the app; beyond it they wait in the pipe, and the browser is held up."""
MOST_ERASED = 1000
"""Limit of letters that inserted text replaces."""
MOST_MEMORY = 1_000_000_000
"""Limit of the app's memory in bytes, where the system can set one; it usually needs a tenth."""


class GuestDriver(WebDriver):
    """Connects the app with the server by pipes, and sends the keys that the screen offers."""

    _sent: tuple[object, ...] = ()
    """The keys last sent to the server, and the screen they belong to."""
    _page_focused = False
    """Whether the page in the browser has the focus."""

    def start_application_mode(self) -> None:
        """Start, and follow the keys of every screen."""
        super().start_application_mode()
        self._app.call_later(self._focus_if_page_focused)
        if self._app.is_running:  # not if the visitor is gone already
            self._app.screen_change_signal.subscribe(self._app, self._follow)
            self._app.call_after_refresh(lambda: self._follow(self._app.screen))

    def _focus_if_page_focused(self) -> None:
        """Focus the app again if the page had the focus before Textual's driver blurred the app at its start."""
        if self._page_focused:
            self._app.post_message(AppFocus())

    def _follow(self, screen: Screen[Any]) -> None:
        if not self._app.is_running:
            return
        screen.bindings_updated_signal.unsubscribe(self._app)
        screen.bindings_updated_signal.subscribe(self._app, self._send_keys)
        self._send_keys(screen)

    def _send_keys(self, screen: Screen[Any]) -> None:
        """Send the keys of the footer, without Escape, and those of the main views: name, name shown, purpose."""
        if screen.is_active:
            *groups, right = footer_bindings(screen, enabled_bindings(screen))
            more = [binding for binding in right if binding.id == "help"]
            others = [binding for binding in right if binding.key != "escape" and binding not in more]
            keys = [_labelled(binding, screen) for binding in [*more, *chain.from_iterable(groups), *others]]
            everywhere = [active.binding for active in screen.active_bindings.values()]
            views = {str(each.id): _labelled(each, screen) for each in everywhere if each.id in VIEWS}
            if self._sent != (screen, keys, views):
                is_new = not self._sent or self._sent[0] is not screen
                self._sent = (screen, keys, views)
                self.write_meta({"type": "keys", "keys": keys, "views": views, "new": is_new})

    def process_message(self, message: Message) -> None:
        """Pass on input once the app can take it; drop sizes, which are not limited here."""
        if not isinstance(message, Resize):
            self._wait_for_app()
            super().process_message(message)

    def _wait_for_app(self) -> None:
        """Wait while too much input is waiting for the app; called in the thread that reads the input."""
        assert isinstance(self._app, SerialKeyApp)
        arrived = Event()
        self._loop.call_soon_threadsafe(arrived.set)  # behind what was sent before
        while not self.exit_event.is_set():
            if arrived.wait(0.1) and self._app.input_waiting < MOST_WAITING:
                break
            self.exit_event.wait(0.01)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Act on a message of the server: press a key, insert text, leave or return."""
        self._wait_for_app()
        match packet_type, payload:
            case "key", {"key": str(key)}:
                self.process_message(Key(key, key_to_character(key)))
            case "insert", {"erased": int(erased), "text": str(text)}:
                self.process_message(Inserted(text, min(erased, MOST_ERASED)))
            case "leave", _:
                self._app.call_later(self._leave)
            case "return", {"number": int(number), "width": int(width), "height": int(height)}:
                self._app.call_later(self._return, number, width, height)
            case _:
                if packet_type in ("focus", "blur"):
                    self._page_focused = packet_type == "focus"
                super().on_meta(packet_type, payload)

    def _leave(self) -> None:
        """Let other windows write, as the browser is disconnected; the server waits for the answer."""
        cast("CompanionApp", self._app).leave()
        self.write_meta({"type": "left"})

    def _return(self, number: int, width: int, height: int) -> None:
        """Draw everything for a new terminal, which receives only output after the answer."""
        self.write_meta({"type": "returned", "number": number})
        self.write(_MODES)
        super().on_meta("resize", {"width": width, "height": height})
        cast("CompanionApp", self._app).come_back()
        self._sent = ()
        self._send_keys(self._app.screen)

    def run_input_thread(self) -> None:
        """Pass keys on until the server is gone, then end the app, which releases the session."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())

    def deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> None:
        """Refuse to send a file to the browser."""
        binary.close()
        self._app.notify("Files are not sent to the browser.", severity="warning")

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Ignore links, which would open in the visitor's browser."""


def _labelled(binding: Binding, screen: Screen[Any]) -> list[str]:
    """Return a key as the page needs it: its name, its name as shown, and its purpose."""
    return [binding.key, key_name(binding), key_purpose(binding, screen)]


def main(arguments: list[str]) -> int:
    """Run the app for one visitor; the argument is the name of the session."""
    from companion.load.places import usual_places
    from companion.ui.app import CompanionApp

    _limit_memory()
    # Keys that arrive while the app ends are handed out to nobody.
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    app = CompanionApp(usual_places(), session=arguments[0], guest=True)
    app.driver_class = GuestDriver
    app.run()
    return app.return_code or 0


def _limit_memory() -> None:
    """Limit the memory, so that a visitor who fills it ends the app and not the machine."""
    try:
        import resource  # not on Windows
    except ModuleNotFoundError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > MOST_MEMORY:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
