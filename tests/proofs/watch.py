"""What every hostile input must keep to: an end in time, a status, nothing printed that a terminal would obey."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from companion.cli import main
from companion.render.text import shown

BOUND = 5
"""Seconds one input may take."""


class Hung(BaseException):
    """It took too long."""


@contextlib.contextmanager
def bounded(seconds: float = BOUND) -> Iterator[None]:
    """Raises Hung after so many seconds."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hung(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def steers(text: str) -> str:
    """The characters in `text` that a terminal would obey."""
    return "".join(sorted({char for char in text if char != "\n" and shown(char) != char}))


def command(arguments: list[str], given: str = "") -> tuple[int, str]:
    """Status and all that a command prints, in this process. Raises AssertionError for what must never be printed."""
    out, before = io.StringIO(), sys.stdin
    status = 0
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode(errors="surrogateescape")), "utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), bounded():
            status = main(arguments)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 2
    finally:
        sys.stdin = before
    text = out.getvalue()
    assert status in (0, 1, 2), f"{arguments}: status {status}"
    assert not steers(text), f"{arguments}: prints {steers(text)!r}"
    assert "Traceback" not in text, arguments
    return status, text
