"""The `companion` command: plain lines in and out, and the terminal app when no command is given.

Exit status: 0 done; 1 nothing found, a check failed, or the output could not be written; 2 wrong usage or input
refused. With --json standard output gets one JSON document in any case, {"error": ..., "status": ...} for a refusal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion import trace
from companion.cli import streams

if TYPE_CHECKING:
    from companion.model import CompanionError

COMMANDS = (
    *("find", "compare", "show", "bookmarks", "calc"),
    *("session", "turn", "cup", "orders", "units", "log", "ruling"),
    *("check", "coverage", "new-game", "schema", "keys", "serve", "completion"),
)
_USAGE = ("calc", "check", "coverage", "schema", "serve")
"""Commands for which an unknown name is wrong usage; for the others it is nothing found."""
_VALUED = ("--game", "--session", "--log")
_FLAGS = ("--version", "--help", "-h")
"""Options before the command, with and without a value."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; gives the exit status."""
    streams.prepare()
    given = [_readable(each) for each in (sys.argv[1:] if arguments is None else arguments)]
    try:
        status = _run(given)
    except SystemExit as end:  # argparse has shown help
        status = end.code if isinstance(end.code, int) else 0
    except streams.Unwritten as failure:
        status = streams.ended(failure.error)
    except KeyboardInterrupt:
        status = 130
    trace.note("exit status %s", status)
    return streams.finish(status)


def _readable(word: str) -> str:
    """A word of the command line with bytes that are not text replaced, for they could not be saved."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return word


def _run(given: list[str]) -> int:
    """Exit status of a command line; what is refused is told."""
    command, file, unknown = _looked_over(given)
    try:
        _start_trace(file, given)
        return _done(given, command, unknown)
    except _companion_error() as error:
        return _refuse(given, str(error), _status(error, command))
    except OSError as error:  # a file that no command expects to fail: a name too long, a folder that is gone
        place = f"{error.filename}: " if error.filename else ""
        return _refuse(given, f"{place}{error.strerror or error}", 2)


def _done(given: list[str], command: str | None, unknown: str) -> int:
    """Do what the command line says. Raises CompanionError and OSError."""
    if not given:
        return _app("", "")
    from companion.cli.parser import module, nearest, parser

    if unknown:
        near = nearest(unknown, (*_VALUED, *_FLAGS))
        raise _refused(f"unknown option {unknown[:40]!r}.{near} (companion --help)")
    if command is not None and command not in COMMANDS:
        near = nearest(command, COMMANDS) or " companion --help lists the commands."
        raise _refused(f"unknown command {command[:40]!r}.{near}")
    every = COMMANDS if {"-h", "--help"} & set(given) else ()
    options = parser(every if command is None else (command,)).parse_args(given)
    if options.version:
        from companion import __version__

        streams.write(f"companion {__version__}")
        return 0
    if not options.command:
        return _app(options.game, options.session)
    status: int = module(options.command).run(options)
    return status


def _looked_over(given: list[str]) -> tuple[str | None, str, str]:
    """The word that names the command, the file for the debugging log, an unknown option before the command.

    None or empty where there is none. So argparse need not lay out every command, and what it refuses is logged.
    """
    words, file = iter(given), os.environ.get("COMPANION_LOG", "")
    for word in words:
        option, sign, value = word.partition("=")
        if option in _VALUED:
            value = value if sign else next(words, "")
            file = value if option == "--log" else file
        elif not word.startswith("-"):
            return word, file, ""
        elif word not in _FLAGS:
            return None, file, option
    return None, file, ""


def _app(game: str, session: str) -> int:
    from companion.ui import start

    return start(game, session or os.environ.get("COMPANION_SESSION", ""))


def _start_trace(file: str, given: list[str]) -> None:
    """Start the debugging log, if `file` names one. Raises Refused where it cannot be written."""
    if not file:
        return
    import platform
    import shlex
    from pathlib import Path

    from companion import __version__
    from companion.load.places import usual_places

    try:
        trace.start(Path(file))
    except OSError as error:
        raise _refused(f"the debugging log {file} cannot be written: {error.strerror}") from None
    trace.note("companion %s: %s", __version__, shlex.join(given) or "(the app)")
    trace.note("Python %s on %s", platform.python_version(), platform.platform())
    trace.note("%s", usual_places())


def _companion_error() -> type[CompanionError]:
    """Imported only when something went wrong: `find` must not pay for it."""
    from companion.model import CompanionError

    return CompanionError


def _refused(message: str) -> CompanionError:
    """A refusal with this message; its class is not imported before there is one."""
    from companion.model import Refused

    return Refused(message)


def _status(error: CompanionError, command: str | None) -> int:
    """1 for what is not found where that is an answer, else 2."""
    from companion.model import NotFound

    return 1 if isinstance(error, NotFound) and command in COMMANDS and command not in _USAGE else 2


def _refuse(given: list[str], message: str, status: int) -> int:
    """Say in one line what is wrong, with --json as a JSON document too; gives the status."""
    trace.note("refused: %s", message, exc_info=True)
    streams.complain(message)
    if "--json" in given[: given.index("--") if "--" in given else None]:
        from companion.cli.screen import put_json

        put_json({"error": message, "status": status})
    return status
