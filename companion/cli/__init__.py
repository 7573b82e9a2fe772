"""The `companion` command: plain lines in and out, and the terminal app when no command is given.

Exit status 0 done, 1 nothing found or a check failed, 2 wrong usage or input refused.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

COMMANDS = (
    *("find", "compare", "show", "calc"),
    *("session", "turn", "cup", "orders", "units", "log", "ruling"),
    *("check", "coverage", "new-game", "schema", "keys", "serve"),
)
_USAGE = ("calc", "check", "coverage", "schema", "serve")
"""Commands for which a name that there is not is wrong usage; for the others it is nothing found."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Ends with status 2."""
        raise SystemExit(
            _fail(f"{message} (companion {self.prog.partition(' ')[2]} --help)".replace(" ( ", " ("), 2)
        )


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
    options = _parser(given[0] if given and given[0] in COMMANDS else None).parse_args(given)
    try:
        if not options.command:
            from companion.ui import start

            return start(options.game, options.session or os.environ.get("COMPANION_SESSION", ""))
        command = _module(options.command)
        status: int = command.run(options)
        return status
    except _companion_error() as error:
        from companion.model import NotFound

        unknown = isinstance(error, NotFound) and options.command and options.command not in _USAGE
        return _fail(str(error), 1 if unknown else 2)


def _module(command: str) -> Any:
    """Where a command is written."""
    return __import__(f"companion.cli.{command.replace('-', '_')}", fromlist=["run"])


def _companion_error() -> type[Exception]:
    """Imported only when something went wrong: `find` must not pay for it."""
    from companion.model import CompanionError

    return CompanionError


def _fail(message: str, status: int) -> int:
    from companion.render.text import shown

    print(f"companion: {shown(' '.join(message.split()))}", file=sys.stderr)
    return status


def _parser(wanted: str | None) -> Parser:
    """The parser; of the commands only `wanted` is laid out, all of them where it is None."""
    from companion import __version__

    parser = Parser(prog="companion", description="Rules, calculators and turn keeping beside the map.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument("--game", default="", help="game to start with, by its slug")
    parser.add_argument(
        "--session", default="", help="session to start with; the one of last time where left out"
    )
    parser.set_defaults(json=False)
    commands = parser.add_subparsers(dest="command", metavar="command", parser_class=Parser)
    for name in COMMANDS if wanted is None else (wanted,):
        _module(name).add(commands)
    return parser
