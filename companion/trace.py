"""The debugging log: `--log FILE` or COMPANION_LOG.

Any part of the companion may call `note`. While no log is asked for that is one comparison, and the `logging` module
is not even imported: it would add a sixth to the time of a look-up.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logging import Logger

_log: Logger | None = None


def note(message: str, *values: object, exc_info: bool = False) -> None:
    """Write a fact to the log, `values` put into `message` as `logging` does it; with the exception being handled."""
    if _log is not None:
        _log.info(message, *values, exc_info=exc_info)


def start(path: Path) -> None:
    """Write a log to the end of the file `path` from now on. Raises OSError where that is impossible.

    A log that later fails, as on a full disk, stops without a word: it must not disturb what it observes.
    """
    global _log
    import logging

    logging.raiseExceptions = False
    with open(path, "a", encoding="utf-8", opener=_open_without_waiting) as file:
        file.write("\n")
    handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(
        logging.Formatter("%(asctime)s.%(msecs)03d %(process)d %(message)s", "%Y-%m-%d %H:%M:%S")
    )
    log = logging.getLogger("companion")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(handler)
    _log = log
    sys.excepthook = _unexpected


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody reads is an error instead of a wait without end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _unexpected(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Write an exception that nobody handled to the log too."""
    if _log is not None:
        _log.critical("unexpected error", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)
