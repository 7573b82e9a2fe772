"""Reads a document in a separate process, and returns its sections."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Timer

import msgspec

import companion
from companion import trace
from companion.errors import Refused
from companion.importing import bounds
from companion.model.imported import Doubt, ImportedSection

Progress = Callable[[int, int], None]
"""Function called with the number of pages read and the total number of pages."""
_LONGEST_WAIT = 900
"""Seconds after which the reading process is ended, in case it hangs."""


class Cancellation:
    """Lets another thread cancel the reading of a document."""

    def __init__(self) -> None:
        self.is_cancelled = False
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def cancel(self) -> None:
        """End the reading process, now or as soon as it starts."""
        with self._lock:
            self.is_cancelled = True
            if self._process is not None:
                self._process.kill()

    def watch(self, process: subprocess.Popen[bytes]) -> None:
        """End this process when the reading is cancelled, or at once if it is cancelled already."""
        with self._lock:
            self._process = process
            if self.is_cancelled:
                process.kill()


class ReadDocument(msgspec.Struct, frozen=True):
    """The last message of the reading process: the content of the document."""

    kind: str
    pages: int
    sections: tuple[ImportedSection, ...]
    doubts: tuple[Doubt, ...]


class _Message(msgspec.Struct, frozen=True):
    """Any message of the reading process."""

    done: int = 0
    of: int = 0
    refused: str = ""
    kind: str = ""


def read_document(path: Path, progress: Progress, cancellation: Cancellation | None = None) -> ReadDocument:
    """Return the sections of a document. Raises Refused, also if the reading process fails or is cancelled."""
    cancellation = cancellation or Cancellation()
    home = str(Path(companion.__file__).parent.parent)
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (home, environment.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "companion.importing.child", str(path.absolute())]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        timeout = Timer(_LONGEST_WAIT, process.kill)
        timeout.daemon = True
        timeout.start()
        cancellation.watch(process)
        try:
            answer = _answer(process, progress)
        finally:
            timeout.cancel()
            process.kill()
    if cancellation.is_cancelled:
        raise Refused(f"{path.name} was not read: cancelled")
    if answer is None:
        trace.note("the reading process of %s ended with %s", path, process.returncode)
        raise Refused(
            f"{path.name} cannot be read: the reader failed, or needed more than {bounds.MOST_CPU} s of CPU time "
            f"or {bounds.MOST_MEMORY // 1_000_000:,} MB"
        )
    return answer


def _answer(process: subprocess.Popen[bytes], progress: Progress) -> ReadDocument | None:
    """Return the answer of the process; None if it ends without one. Raises Refused if it refuses the document."""
    assert process.stdout is not None
    remaining = bounds.MOST_ANSWERED
    while remaining > 0 and (line := process.stdout.readline(remaining)):
        remaining -= len(line)
        try:
            message = msgspec.json.decode(line, type=_Message)
            if message.refused:
                raise Refused(message.refused)
            if message.kind:
                return msgspec.json.decode(line, type=ReadDocument)
        except msgspec.DecodeError:
            return None
        progress(message.done, message.of)
    return None
