"""Start of the debugging log of one command line."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence
from pathlib import Path

from companion import __version__, trace
from companion.errors import Refused
from companion.load.places import usual_places


def start_log(file: str, words: Sequence[str]) -> None:
    """Start the debugging log in `file` for the command line `words`. Raises Refused where it cannot be written."""
    try:
        trace.start(Path(file))
    except OSError as error:
        raise Refused(f"the debugging log {file} cannot be written: {error.strerror}") from None
    trace.note("companion %s: %s", __version__, shlex.join(words) or "(the app)")
    trace.note("Python %s on %s", platform.python_version(), platform.platform())
    trace.note("%s", usual_places())
