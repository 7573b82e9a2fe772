"""The command line as argparse knows it, the source of help, completion and man page. Each command adds its part."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NoReturn

from companion.cli.streams import write

DESCRIPTION = """\
Rules, calculators and turn keeping beside the map. Without a command the terminal app starts."""
STATUSES = (
    ("0", "done"),
    ("1", "nothing found, a check failed, or the output could not be written"),
    ("2", "wrong usage, or input refused: one line on standard error says what is legal"),
)
VARIABLES = (
    ("COMPANION_DATA", "folder of sessions, bookmarks and rulings"),
    ("COMPANION_CACHE", "folder of what can be made again"),
    ("COMPANION_CONFIG", "folder of config.yaml, the settings"),
    ("COMPANION_OVERLAY", "folder of your own games and rules; `own` in the data folder by default"),
    ("COMPANION_SESSION", "session to work with, as --session"),
    ("COMPANION_LOG", "file to write a debugging log to, as --log"),
    ("COMPANION_PASSPHRASE", "pass phrase for serve --lan"),
    ("COLUMNS", "width of the output"),
    ("NO_COLOR", "if set, the app uses no colour"),
)
EXAMPLES = (
    "companion",
    "companion find closing roll canister",
    "companion calc lob:closing-roll",
    "companion turn next",
)
_GAMES = "companion completion --games"
"""Shell command that lists what completes a game."""
GAMES = {
    "bash": "_companion_games",
    "zsh": "_companion_games",
    "fish": f"({_GAMES})",
    "tcsh": f"`{_GAMES}`",
    "preamble": {
        "bash": f'_companion_games() {{ compgen -W "$({_GAMES} 2>/dev/null)" -- "$1"; }}',
        "zsh": f"_companion_games() {{ compadd -- $({_GAMES} 2>/dev/null) }}",
    },
}
"""Completion of an argument that names a game."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Wraps text line by line, what is longer under its beginning, so that examples and tables stay as written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        # argparse has no public hook for this; RawDescriptionHelpFormatter overrides the same method
        lines = []
        for line in text.splitlines():
            table = re.match(r"  \S+  +|  ", line)
            rest = indent + " " * (table.end() if table else 0)
            lines += textwrap.wrap(
                line, width, initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False
            ) or [""]
        return "\n".join(lines)


class Parser(argparse.ArgumentParser):
    """Refuses in one line, with the nearest of what there is, and takes no abbreviated options."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, formatter_class=Formatter, allow_abbrev=False)

    def print_help(self, file: Any = None) -> None:
        """Print the help. Raises Unwritten; argparse would pass over a full disk in silence."""
        write(self.format_help().rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        """Raises Refused."""
        from companion.model import Refused

        raise Refused(f"{_plain(message)} ({self.prog} --help)")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Raises Refused for what is left over, here where the legal options are known."""
        options, rest = super().parse_known_args(args, namespace)
        if rest:
            unknown = next((each.partition("=")[0] for each in rest if each.startswith("-")), "")
            known = re.findall(r"(?<!\S)\[?(--[a-z-]+)", self.format_help())
            self.error(
                f"unknown option {unknown!r}.{nearest(unknown, known)}"
                if unknown
                else f"unexpected argument {rest[0]!r}"
            )
        return options, rest


def _plain(message: str) -> str:
    """What argparse says, a word that is none of the choices with the nearest of them."""
    found = re.fullmatch(
        r"argument (\S+): invalid choice: ['\"](.*)['\"] \(choose from (.*)\)", message, re.DOTALL
    )
    if not found:
        return message
    choices = [each.strip("' ") for each in found[3].split(",")]
    return f"{found[1]}: {found[2]!r} is not one of {', '.join(choices)}.{nearest(found[2], choices)}"


def nearest(word: str, known: Iterable[str]) -> str:
    """` Did you mean 'find'?`, empty where nothing is near."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), 1)
    return f" Did you mean {close[0]!r}?" if close else ""


def parser(commands: Iterable[str]) -> Parser:
    """The parser of `companion` with these commands."""
    found = Parser(prog="companion", description=DESCRIPTION, epilog=_epilog())
    found.add_argument("--version", action="store_true", help="print the version and exit")
    complete(found.add_argument("--game", default="", metavar="SLUG", help="game to start with"), GAMES)
    found.add_argument(
        "--session", default="", metavar="NAME", help="session to start with; by default the one used last"
    )
    log = found.add_argument(
        "--log",
        dest="trace",
        default="",
        metavar="FILE",
        help="append a debugging log to FILE; before the command",
    )
    complete(log, "file")
    found.set_defaults(json=False)
    parts = found.add_subparsers(dest="command", metavar="command", title="commands", parser_class=Parser)
    for name in commands:
        module(name).add(parts)
    return found


def _epilog() -> str:
    """Examples, environment and exit status, for the end of the help."""
    wide = max(len(name) for name, _ in VARIABLES)
    return "\n".join(
        (
            "`companion COMMAND --help` describes one command.",
            *("", "examples:", *(f"  {each}" for each in EXAMPLES)),
            *("", "environment:", *(f"  {name:<{wide}}  {says}" for name, says in VARIABLES)),
            *("", "exit status:", *(f"  {number}  {says}" for number, says in STATUSES)),
        )
    )


def command(parts: Any, name: str, says: str, *examples: str) -> Parser:
    """A parser for the command `name`: `says` describes it in one sentence without a full stop."""
    shown = "\n".join(("examples:", *(f"  companion {each}" for each in examples)))
    made: Parser = parts.add_parser(
        name, help=says, description=f"{says[0].upper()}{says[1:]}.", epilog=shown
    )
    return made


def game_option(found: argparse.ArgumentParser, says: str) -> None:
    """Add --game."""
    complete(found.add_argument("--game", default=argparse.SUPPRESS, metavar="SLUG", help=says), GAMES)


def session_option(found: argparse.ArgumentParser, says: str) -> None:
    """Add --session."""
    found.add_argument("--session", default=argparse.SUPPRESS, metavar="NAME", help=says)


def json_option(found: argparse.ArgumentParser, says: str = "print JSON") -> None:
    """Add --json."""
    found.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=says)


def complete(action: argparse.Action, how: Any) -> None:
    """Say what a shell completes an argument with: `file`, `directory`, or a shell command of each shell."""
    action.complete = how  # type: ignore[attr-defined]


def module(name: str) -> Any:
    """The module of a command."""
    return import_module(f"companion.cli.{name.replace('-', '_')}")
