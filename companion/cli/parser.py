"""The parser of the command line: the source of help, completion and man page."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NoReturn

from companion.cli.arguments.shared import GAMES, complete
from companion.cli.commands import COMMANDS, module_name
from companion.cli.streams import write
from companion.errors import Refused

DESCRIPTION = """\
Rules, calculators and turn tracking beside the map. Without a command, the terminal app starts."""
STATUSES = (
    ("0", "success"),
    ("1", "nothing found, a check failed, or the output could not be written"),
    ("2", "wrong usage or invalid input; one line on standard error says what is allowed"),
)
VARIABLES = (
    ("COMPANION_DATA", "data folder, with sessions, bookmarks and rulings"),
    ("COMPANION_CACHE", "cache folder"),
    ("COMPANION_CONFIG", "settings folder, with config.yaml"),
    ("COMPANION_OVERLAY", "folder of your own games and rules (default: `own` in the data folder)"),
    ("COMPANION_SESSION", "session to use, as with --session"),
    ("COMPANION_LOG", "file for a debugging log, as with --log"),
    ("COMPANION_PASSPHRASE", "pass phrase for serve --lan"),
    ("COLUMNS", "width of the output, in characters"),
    ("NO_COLOR", "if set, the app uses no colour"),
)
EXAMPLES = (
    "companion",
    "companion find closing roll canister",
    "companion calc lob:closing-roll",
    "companion turn next",
)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help formatter that wraps each line separately, with a hanging indent, to keep examples and tables aligned."""

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
    """Argument parser whose one-line errors suggest the nearest valid word; it accepts no abbreviated options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=Formatter, allow_abbrev=False)

    def print_help(self, file: Any = None) -> None:
        """Print the help. Raises OutputFailed on a full disk, which argparse would ignore."""
        write(self.format_help().rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        """Raise Refused with a message from argparse."""
        raise Refused(f"{_plain(message)} ({self.prog} --help)")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments. Raises Refused for unknown arguments, with the nearest option."""
        options, rest = super().parse_known_args(args, namespace)
        if rest:
            unknown = next((word.partition("=")[0] for word in rest if word.startswith("-")), "")
            known = re.findall(r"(?<!\S)\[?(--[a-z-]+)", self.format_help())
            dice = " (separate several dice with commas, as in --roll 6,6)" if "--roll" in known else ""
            self.error(
                f"unknown option {unknown!r}.{nearest(unknown, known)}"
                if unknown
                else f"unexpected argument {rest[0]!r}{dice if rest[0].isdecimal() else ''}"
            )
        return options, rest


def _plain(message: str) -> str:
    """Return the message of argparse; for an invalid choice, a shorter one with the nearest choice."""
    invalid = re.fullmatch(
        r"argument (\S+): invalid choice: ['\"](.*)['\"] \(choose from (.*)\)", message, re.DOTALL
    )
    if not invalid:
        return message
    argument, word, known = invalid.groups()
    choices = [choice.strip("' ") for choice in known.split(",")]
    return f"{argument}: {word!r} is not one of {', '.join(choices)}.{nearest(word, choices)}"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ` Did you mean 'find'?`; empty if no known word is near."""
    from difflib import get_close_matches  # only for refusals

    close = get_close_matches(word, list(known), 1)
    return f" Did you mean {close[0]!r}?" if close else ""


def build_parser(names: Iterable[str]) -> Parser:
    """Return the parser of `companion` with the named commands."""
    parser = Parser(prog="companion", description=DESCRIPTION, epilog=_epilog())
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    complete(parser.add_argument("--game", default="", metavar="SLUG", help="game to start with"), GAMES)
    parser.add_argument(
        "--session", default="", metavar="NAME", help="session to start with (default: the last one used)"
    )
    log = parser.add_argument(
        "--log",
        dest="trace",
        default="",
        metavar="FILE",
        help="append a debugging log to FILE; goes before the command",
    )
    complete(log, "file")
    parser.set_defaults(json=False)
    parsers = parser.add_subparsers(dest="command", metavar="command", title="commands", parser_class=Parser)
    for name in names:
        _add_command(parsers, name)
    return parser


def _add_command(parsers: Any, name: str) -> None:
    command = COMMANDS[name]
    parser = parsers.add_parser(
        name,
        help=command.summary,
        description=f"{command.summary[0].upper()}{command.summary[1:]}.",
        epilog="\n".join(("examples:", *(f"  companion {example}" for example in command.examples))),
    )
    arguments = import_module(f"companion.cli.arguments.{command.arguments}")
    getattr(arguments, module_name(name))(parser)


def _epilog() -> str:
    """Return the end of the help: examples, environment variables and exit statuses."""
    wide = max(len(name) for name, _ in VARIABLES)
    return "\n".join(
        (
            "`companion COMMAND --help` describes one command.",
            *("", "examples:", *(f"  {example}" for example in EXAMPLES)),
            *("", "environment:", *(f"  {name:<{wide}}  {use}" for name, use in VARIABLES)),
            *("", "exit status:", *(f"  {number}  {meaning}" for number, meaning in STATUSES)),
        )
    )
