"""The `companion` command: plain lines in and out, and the terminal app when no command is given.

Exit status 0 done, 1 nothing found or a check failed, 2 wrong usage or input refused.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

COMMANDS = (
    *("find", "compare", "show", "bookmarks", "calc"),
    *("session", "turn", "cup", "orders", "units", "log", "ruling"),
    *("check", "coverage", "new-game", "schema", "keys", "serve"),
)
_USAGE = ("calc", "check", "coverage", "schema", "serve")
"""Commands for which a name that there is not is wrong usage; for the others it is nothing found."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = [_readable(each) for each in (sys.argv[1:] if arguments is None else arguments)]
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _readable(word: str) -> str:
    """A word of the command line; bytes that are no text show as such, for they could not be kept."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return word


def _run(given: list[str]) -> int:
    command = ""
    try:
        if not given:
            return _app("", "")
        from companion.cli.parser import module, parser

        options = parser(COMMANDS, given[0]).parse_args(given)
        command = options.command or ""
        if not command:
            return _app(options.game, options.session)
        status: int = module(command).run(options)
        return status
    except _companion_error() as error:
        from companion.model import NotFound

        unknown = isinstance(error, NotFound) and command and command not in _USAGE
        return fail(str(error), 1 if unknown else 2)


def _app(game: str, session: str) -> int:
    from companion.ui import start

    return start(game, session or os.environ.get("COMPANION_SESSION", ""))


def _companion_error() -> type[Exception]:
    """Imported only when something went wrong: `find` must not pay for it."""
    from companion.model import CompanionError

    return CompanionError


def fail(message: str, status: int) -> int:
    """Says in one line what is wrong; gives the status."""
    from companion.render.text import shown

    print(f"companion: {shown(' '.join(message.split()))}", file=sys.stderr)
    return status
