"""Run hostile input with limits: a bounded number of calls, a valid exit status, no control sequences in the output."""

from __future__ import annotations

import contextlib
import io
import itertools
import sys
from collections.abc import Iterator
from types import FrameType

from companion.cli import main
from companion.render.text import shown

BOUND = 30_000_000
"""Most function calls for one input; the heaviest in the tests takes 12.5 million."""


class TooManyCalls(AssertionError):
    """The input took too many calls."""


@contextlib.contextmanager
def bounded(most: int = BOUND) -> Iterator[None]:
    """Raise TooManyCalls after `most` function calls, which are the same on every machine."""
    left = itertools.count(most, -1)

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call") and not next(left):
            raise TooManyCalls(f"more than {most} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def steers(text: str) -> str:
    """The characters in `text` that would control a terminal."""
    return "".join(sorted({char for char in text if char != "\n" and shown(char) != char}))


def command(arguments: list[str], given: str = "") -> tuple[int, str]:
    """Run a command in this process; return status and output. Asserts no traceback and no control sequences."""
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
