"""The process that reads a document: limited in memory and CPU time, so that no file can harm the companion.

It prints a line of JSON for each step of its progress, and one with the result or an error message.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.formats import read_source
from companion.importing.sections import sectioned


def limit() -> None:
    """Limit CPU time and memory of this process, where the system supports it."""
    try:
        import resource
    except ImportError:  # Windows: the parent ends a process that takes too long
        return
    for kind, most in ((resource.RLIMIT_CPU, bounds.MOST_CPU), (resource.RLIMIT_AS, bounds.MOST_MEMORY)):
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (most, hard))
        except (ValueError, OSError):  # macOS does not limit memory
            continue


def _send(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


def main() -> int:
    """Read the file named on the command line; always return 0, since errors are sent as messages."""
    limit()
    try:
        kind, source = read_source(Path(sys.argv[1]), lambda done, of: _send({"done": done, "of": of}))
        sections, doubts = sectioned(source)
    except Refused as error:
        _send({"refused": str(error)})
        return 0
    except MemoryError:
        _send({"refused": f"the document needs more than {bounds.MOST_MEMORY // 1_000_000:,} MB of memory"})
        return 0
    _send({"kind": kind, "pages": source.pages, "sections": sections, "doubts": doubts})
    return 0


if __name__ == "__main__":
    sys.exit(main())
