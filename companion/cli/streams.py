"""Standard input, output and error of a command; an unusable stream never causes a traceback.

- Closed output or a full disk: one line on standard error, status 1.
- Output whose reader has exited (`companion find fire | head -1`): ends silently, status 0.
- Standard error closed or full: the message is lost; the exit status stays the same.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from companion.errors import Refused
from companion.render.text import shown

LONGEST = 4_000_000
"""Maximum number of bytes that a command reads from a file or standard input."""
LONGEST_LINE = 100_000
"""Maximum number of characters in a line of standard input."""


class OutputFailed(Exception):
    """Standard output cannot be written; `error` is the cause."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def prepare() -> None:
    """Reopen standard streams that were closed at the start, and replace characters that cannot be encoded.

    Otherwise the next opened file would get the closed descriptor, and printed lines would end up in that file. Closed
    output is replaced by a read-only descriptor, so that printing fails as it should.
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
    """Print a line. Raises OutputFailed."""
    try:
        print(line)
    except OSError as error:
        raise OutputFailed(error) from None


def flush() -> None:
    """Write out buffered output. Raises OutputFailed."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise OutputFailed(error) from None


def warn(message: str) -> None:
    """Print an error or warning as one line on standard error; if that fails, the message is lost."""
    try:
        print(f"companion: {shown(' '.join(message.split()))}", file=sys.stderr)
    except OSError:
        _discard(sys.stderr)


def status_after(error: OSError) -> int:
    """Return the exit status after standard output failed with `error`; warn unless the reader has exited."""
    _discard(sys.stdout)
    gone = isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)
    if gone:
        return 0
    closed = error.errno == errno.EBADF
    warn(f"the output could not be written: {'standard output is closed' if closed else error.strerror}")
    return 1


def finish(status: int) -> int:
    """Write out buffered output and return the exit status.

    Output that cannot be written is discarded: Python would try again on exit, print a warning, and return 120.
    """
    try:
        flush()
    except OutputFailed as failure:
        status = status_after(failure.error)
    try:
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)
    return status


def _discard(stream: TextIO) -> None:
    """Redirect `stream` to the null device, with its buffer and everything printed later."""
    with suppress(OSError):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def read_input(source: str) -> bytes:
    """Return the content of the file `source`, or of standard input for `-`. Raises Refused if that fails."""
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
        raise Refused(f"{name} is larger than {LONGEST // 1_000_000} MB")
    return content


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input, with undecodable bytes replaced. Raises Refused if unreadable or too long."""
    try:
        while line := sys.stdin.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise Refused(f"a line of standard input is longer than {LONGEST_LINE} characters")
            yield line
    except OSError as error:
        raise Refused(f"standard input cannot be read: {error.strerror}") from None


def write_file(path: Path, content: bytes, overwrite: bool = True, make_folder: bool = False) -> None:
    """Write a file. Raises Refused if that fails, or if the file exists and may not be overwritten."""
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb" if overwrite else "xb") as file:
            file.write(content)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None
