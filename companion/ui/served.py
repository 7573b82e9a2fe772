"""The app as `companion serve` runs it for a visitor: through pipes, and without access to files."""

from __future__ import annotations

import sys
from typing import Any, BinaryIO, TextIO

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class GuestDriver(WebDriver):
    """Connects the app with the server by pipes."""

    def run_input_thread(self) -> None:
        """Pass keys on until the server is gone, then end the app, which releases the session."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())

    def deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> None:
        """Refuse to send a file to the browser."""
        binary.close()
        self._app.notify("No file goes to the browser.", severity="warning")

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Ignore links, which would open in the visitor's browser."""


def main(arguments: list[str]) -> int:
    """Run the app for one visitor; the argument is the name of the session."""
    from companion.load.places import usual_places
    from companion.ui.app import CompanionApp

    app = CompanionApp(usual_places(), session=arguments[0], guest=True)
    app.driver_class = GuestDriver
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
