"""Options and types that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

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


def complete(action: argparse.Action, how: Any) -> None:
    """Set what a shell completes an argument with: `file`, `directory`, or a shell command for each shell."""
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
    """Add the options of every session command."""
    session_option(parser, "session to work with; by default the one used last")
    game_option(parser, "game to switch to")
    json_option(parser)


class Actions:
    """The actions of one command, as in `turn next`."""

    def __init__(
        self,
        parser: argparse.ArgumentParser,
        options: Callable[[argparse.ArgumentParser], None] = session_options,
    ) -> None:
        """`options` adds the options that may precede or follow the action."""
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
    """A number of turns, lines, losses, with or without a sign. Raises ArgumentTypeError."""
    digits = text.strip().lstrip("+-")
    if (
        not (digits.isascii() and digits.isdecimal())
        or len(digits) > 6
        or len(text.strip()) - len(digits) > 1
    ):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number up to 999999")
    return int(text)
