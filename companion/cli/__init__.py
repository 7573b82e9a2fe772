"""The `companion` command: plain text in and out, or the terminal app if no command is given.

Exit status: 0 success; 1 nothing found, a check failed, or the output could not be written; 2 wrong usage or invalid
input. With --json, standard output always gets one JSON document; for an error it is {"error": ..., "status": ...}.

`commands` lists the commands, `arguments` declares their arguments, and `companion.cli.NAME.run` runs the command NAME.
Only the module of that command is imported; the others would double the time of a look-up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from companion import __version__, trace
from companion.cli import streams
from companion.cli.commands import COMMANDS, module_name
from companion.errors import CompanionError, NotFound, Refused

__all__ = ["COMMANDS", "main"]

_UNKNOWN_IS_USAGE = ("calc", "check", "coverage", "schema", "serve")
"""Commands that exit with 2 for an unknown name, as for wrong usage; the others exit with 1, as for nothing found."""
_OPTIONS = ("--game", "--session", "--log")
_FLAGS = ("--version", "--help", "-h")
"""Options before the command: those above take a value, these do not."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status."""
    streams.prepare()
    words = [_encodable(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    try:
        status = _run(words)
    except SystemExit as end:  # argparse has printed help
        status = end.code if isinstance(end.code, int) else 0
    except streams.OutputFailed as failure:
        status = streams.status_after(failure.error)
    except KeyboardInterrupt:
        status = 130
    trace.note("exit status %s", status)
    return streams.finish(status)


def _encodable(word: str) -> str:
    """Return a word of the command line with undecodable bytes replaced, because they could not be saved."""
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _run(words: list[str]) -> int:
    """Run a command line, report errors, and return the exit status."""
    command, log, unknown = _leading_options(words)
    try:
        if log:
            _start_log(log, words)
        if not words:
            return _start_app("", "")
        return _run_command(words, command, unknown)
    except CompanionError as error:
        missing = isinstance(error, NotFound) and command in COMMANDS and command not in _UNKNOWN_IS_USAGE
        return _refuse(words, str(error), 1 if missing else 2)
    except OSError as error:  # not handled by the command: a name too long, a folder deleted
        place = f"{error.filename}: " if error.filename else ""
        return _refuse(words, f"{place}{error.strerror or error}", 2)


def _run_command(words: list[str], command: str | None, unknown: str) -> int:
    """Run the command, or the app without one; refuse an unknown option. Raises CompanionError and OSError."""
    from companion.cli.parser import (
        build_parser,
        nearest,
    )  # argparse would delay the first frame by 2 ms

    if unknown:
        near = nearest(unknown, (*_OPTIONS, *_FLAGS))
        raise Refused(f"unknown option {unknown[:40]!r}.{near} (companion --help)")
    if command is not None and command not in COMMANDS:
        near = nearest(command, COMMANDS) or " companion --help lists the commands."
        raise Refused(f"unknown command {command[:40]!r}.{near}")
    every = COMMANDS if {"-h", "--help"} & set(words) else ()
    options = build_parser(every if command is None else (command,)).parse_args(words)
    if options.version:
        streams.write(f"companion {__version__}")
        return 0
    if not options.command:
        return _start_app(options.game, options.session)
    status: int = import_module(f"companion.cli.{module_name(options.command)}").run(options)
    return status


def _leading_options(words: list[str]) -> tuple[str | None, str, str]:
    """Return the command, the debugging log file and an unknown option before the command; None or empty if absent.

    These are read before argparse runs: it would need the arguments of every command, and its errors are logged too.
    """
    rest, log = iter(words), os.environ.get("COMPANION_LOG", "")
    for word in rest:
        option, sign, value = word.partition("=")
        if option in _OPTIONS:
            value = value if sign else next(rest, "")
            log = value if option == "--log" else log
        elif not word.startswith("-"):
            return word, log, ""
        elif word not in _FLAGS:
            return None, log, option
    return None, log, ""


def _start_log(file: str, words: list[str]) -> None:
    """Start the debugging log in `file` for the command line `words`. Raises Refused if it cannot be written."""
    # Rarely needed: 5 ms
    import platform
    import shlex
    from pathlib import Path

    from companion.load.places import usual_places

    try:
        trace.start(Path(file))
    except OSError as error:
        raise Refused(f"the debugging log {file} cannot be written: {error.strerror}") from None
    trace.note("companion %s: %s", __version__, shlex.join(words) or "(the app)")
    trace.note("Python %s on %s", platform.python_version(), platform.platform())
    trace.note("%s", usual_places())


def _start_app(game: str, session: str) -> int:
    from companion.ui import start  # imports Textual, which no command may do

    return start(game, session or os.environ.get("COMPANION_SESSION", ""))


def _refuse(words: list[str], message: str, status: int) -> int:
    """Report an error on standard error, with --json also as a document; return the status."""
    trace.note("refused: %s", message, exc_info=True)
    streams.warn(message)
    if "--json" in words[: words.index("--") if "--" in words else None]:
        from companion.cli.output import print_json  # imports json, which --version and help do not need

        print_json({"error": message, "status": status})
    return status
