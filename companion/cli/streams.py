"""Standard input, output and error of a command: usable from the start, and never the cause of a traceback.

What is done about a stream that cannot be used:

- closed output, full disk: one line on standard error, status 1;
- a reader that has gone (`companion find fire | head -1`): a quiet end, status 0;
- closed or full standard error: the message is lost, the status tells.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

LONGEST = 4_000_000
"""Bytes that a command reads of a file or of standard input at most."""
LONGEST_LINE = 100_000
"""Characters that a line of standard input may have."""


class Unwritten(Exception):
    """Standard output took no more; `error` says why."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def prepare() -> None:
    """Open what was closed at the start, and let no character be the end of a command.

    A closed descriptor would go to the next file that is opened, and what is printed would land in that file. Output
    that was closed is replaced by something that cannot be written to, so that writing fails as it should.
    """
    for number, (name, mode, flags) in enumerate(
        (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def write(line: str) -> None:
    """Print a line. Raises Unwritten."""
    try:
        print(line)
    except OSError as error:
        raise Unwritten(error) from None


def flush() -> None:
    """Write out what is still held back. Raises Unwritten."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise Unwritten(error) from None


def complain(message: str) -> None:
    """Print one line for the user on standard error; where that is impossible the message is lost."""
    from companion.render.text import shown

    try:
        print(f"companion: {shown(' '.join(message.split()))}", file=sys.stderr)
    except OSError:
        _discard(sys.stderr)


def ended(error: OSError) -> int:
    """Exit status after standard output failed with `error`; says why, unless its reader has gone."""
    _discard(sys.stdout)
    gone = isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)
    if gone:
        return 0
    closed = error.errno == errno.EBADF
    complain(f"the output could not be written: {'it is closed' if closed else error.strerror}")
    return 1


def finish(status: int) -> int:
    """Write out what is still held back; gives the exit status.

    What cannot be written is dropped: Python would try again at its end, complain, and change the status to 120.
    """
    try:
        flush()
    except Unwritten as failure:
        status = ended(failure.error)
    try:
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)
    return status


def _discard(stream: TextIO) -> None:
    """Send what `stream` still holds, and all that follows, to nowhere."""
    with suppress(OSError):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def given_bytes(source: str) -> bytes:
    """Content of the file `source`, of standard input for `-`. Raises Refused for what is unreadable or endless."""
    from companion.model import Refused

    name = "standard input" if source == "-" else source
    try:
        if source == "-":
            content = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with Path(source).open("rb") as file:
                content = file.read(LONGEST + 1)
    except OSError as error:
        raise Refused(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > LONGEST:
        raise Refused(f"{name} is longer than {LONGEST // 1_000_000} MB")
    return content


def given_lines() -> Iterator[str]:
    """Lines of standard input; bytes that are not text become U+FFFD. Raises Refused for unreadable or endless ones."""
    try:
        while line := sys.stdin.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                from companion.model import Refused

                raise Refused(f"a line of standard input is longer than {LONGEST_LINE} characters")
            yield line
    except OSError as error:
        from companion.model import Refused

        raise Refused(f"standard input cannot be read: {error.strerror}") from None
