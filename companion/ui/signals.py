"""Quits the app cleanly when the system asks it to end."""

from __future__ import annotations

import asyncio
import signal
import sys
from functools import partial
from typing import Any

from textual.app import App


def end_on_signals(app: App[Any]) -> None:
    """Quit the app if its terminal is closed or its process is asked to end.

    The session's file is closed and the terminal is restored. Windows has no such
    signals.
    """
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, partial(app.exit, return_code=128 + number))
