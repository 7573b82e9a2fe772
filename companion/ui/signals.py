"""Ends the app in good order when the system asks for it."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from functools import partial
from typing import Any

from textual.app import App


def end_on_signals(app: App[Any]) -> None:
    """End the app as quitting does if its terminal is closed or its process is asked to end.

    The session's file is closed and the terminal gets its own screen back. A system without these signals does
    without.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, partial(app.exit, return_code=128 + number))
