"""A program in a real pseudo-terminal, and the screen that a terminal emulator shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType

import pyte

PATIENCE = 120.0
"""Timeout of a wait in seconds; far longer than any machine needs."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "down": "\x1b[B",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "ctrl+q": "\x11",
}
"""Bytes that a terminal sends for keys other than characters."""


class Screen:
    """The screen of a terminal emulator after the bytes fed to it."""

    def __init__(self, columns: int, lines: int) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)

    def feed(self, data: bytes) -> None:
        """Interpret output of a program."""
        self._stream.feed(data)

    @property
    def text(self) -> str:
        """The lines of the screen without trailing blanks."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def light(self) -> bool:
        """Whether the ground of the last line is light."""
        ground = self._screen.buffer[self._screen.lines - 1][0].bg
        return bool(re.fullmatch("[0-9a-f]{6}", ground)) and int(ground[:2], 16) > 127


def single_spaced(text: str) -> str:
    """Return text with each run of blanks replaced by a single one."""
    return re.sub(" +", " ", text)


class Terminal:
    """A program in a pseudo-terminal; a context manager."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], columns: int = 80, lines: int = 24
    ) -> None:
        self.screen = Screen(columns, lines)
        self.last_bytes = b""
        """The last bytes that the program has written."""
        self._pid, self._file = pty.fork()
        if not self._pid:
            os.execvpe(command[0], list(command), {**os.environ, "TERM": "xterm-256color", **environment})
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pid:
            os.kill(self._pid, 9)
            os.waitpid(self._pid, 0)
        os.close(self._file)

    def press(self, *keys: str) -> None:
        """Send keys by name, or text as it is, all at once."""
        os.write(self._file, "".join(KEYS.get(key, key) for key in keys).encode())

    def send(self, number: int) -> None:
        """Send a signal."""
        os.kill(self._pid, number)

    def until(self, *words: str, gone: str = "") -> str:
        """Wait until all these words are on the screen and `gone` is not. Return the text.

        Runs of blanks count as one.
        """

        def appeared() -> bool:
            text = single_spaced(self.screen.text)
            return all(each in text for each in words) and not (gone and gone in text)

        end = time.monotonic() + PATIENCE
        while not appeared():
            if not self.read() or time.monotonic() > end:
                raise AssertionError(f"{words} did not appear; on the screen:\n{self.screen.text}")
        return self.screen.text

    def status(self) -> int:
        """Wait until the program has ended. Return its exit status."""
        end = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < end, f"the program does not end; on the screen:\n{self.screen.text}"
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return os.waitstatus_to_exitcode(status)

    def read(self) -> bool:
        """Read what the program has written, for at most 0.2 s. Return False once it has ended."""
        ready, _, _ = select.select([self._file], [], [], 0.2)
        if not ready:
            return True
        try:
            data = os.read(self._file, 65536)
        except OSError:
            return False
        self.screen.feed(data)
        self.last_bytes = (self.last_bytes + data)[-4096:]
        return bool(data)
