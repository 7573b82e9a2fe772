"""The debugging log: `--log FILE` or COMPANION_LOG.

Any part of the companion may call `note`. Without a log, a call costs one comparison, and the `logging` module is not
imported: it would add a sixth to the time of a look-up.
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
    """Log `message` with `values` inserted as `logging` does; with `exc_info`, add the current exception."""
    if _log is not None:
        _log.info(message, *values, exc_info=exc_info)


def start(path: Path) -> None:
    """Append a log to the file `path` from now on. Raises OSError if it cannot be written.

    Later write errors, such as a full disk, are ignored: the log must not disturb the program.
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
    """Open a file; a pipe without a reader is an error, instead of blocking forever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _unexpected(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an unhandled exception, then report it as usual."""
    if _log is not None:
        _log.critical("unexpected error", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)
