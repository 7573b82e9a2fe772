"""Options and types shared by several commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

_GAMES = "companion completion --games"
"""Shell command that lists the games for completion."""
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
"""Shell completion of an argument that names a game."""


def complete(action: argparse.Action, how: Any) -> None:
    """Set the shell completion of an argument: `file`, `directory`, or a command for each shell."""
    action.complete = how  # type: ignore[attr-defined]


def game_option(parser: argparse.ArgumentParser, description: str) -> None:
    """Add --game."""
    option = parser.add_argument("--game", default=argparse.SUPPRESS, metavar="SLUG", help=description)
    complete(option, GAMES)


def session_option(parser: argparse.ArgumentParser, description: str) -> None:
    """Add --session."""
    parser.add_argument("--session", default=argparse.SUPPRESS, metavar="NAME", help=description)


def json_option(parser: argparse.ArgumentParser, description: str = "print JSON") -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=description)


def session_options(parser: argparse.ArgumentParser) -> None:
    """Add the options shared by the session commands."""
    session_option(parser, "session to use (default: the last one used)")
    game_option(parser, "game to switch to")
    json_option(parser)


class Actions:
    """The actions of one command, such as `next` in `turn next`."""

    def __init__(
        self,
        parser: argparse.ArgumentParser,
        options: Callable[[argparse.ArgumentParser], None] = session_options,
    ) -> None:
        """`options` adds the options that may come before or after the action."""
        options(parser)
        self._options = options
        self._parsers: Any = parser.add_subparsers(dest="action", metavar="action", title="actions")

    def add(self, name: str, summary: str) -> argparse.ArgumentParser:
        """Add an action; `summary` is a sentence without a full stop."""
        parser: argparse.ArgumentParser = self._parsers.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        self._options(parser)
        return parser


def whole_number(text: str) -> int:
    """Return a whole number, with or without a sign. Raises ArgumentTypeError."""
    digits = text.strip().lstrip("+-")
    if (
        not (digits.isascii() and digits.isdecimal())
        or len(digits) > 6
        or len(text.strip()) - len(digits) > 1
    ):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number up to 999999")
    return int(text)
