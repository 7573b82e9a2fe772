"""What may be written after `companion`; each command says its own part."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, NoReturn

from companion import __version__
from companion.cli import fail


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Ends with status 2."""
        raise SystemExit(
            fail(f"{message} (companion {self.prog.partition(' ')[2]} --help)".replace(" ( ", " ("), 2)
        )


def parser(commands: Iterable[str], wanted: str) -> Parser:
    """The parser; where `wanted` is one of the commands, it alone is laid out, else all of them."""
    found = Parser(prog="companion", description="Rules, calculators and turn keeping beside the map.")
    found.add_argument("--version", action="version", version=f"companion {__version__}")
    found.add_argument("--game", default="", help="game to start with, by its slug")
    found.add_argument(
        "--session", default="", help="session to start with; the one of last time where left out"
    )
    found.set_defaults(json=False)
    parts = found.add_subparsers(dest="command", metavar="command", parser_class=Parser)
    for name in (wanted,) if wanted in commands else commands:
        module(name).add(parts)
    return found


def module(command: str) -> Any:
    """Where a command is written."""
    return __import__(f"companion.cli.{command.replace('-', '_')}", fromlist=["run"])
