"""`companion completion`: scripts for shells that complete commands, options, files and games."""

from __future__ import annotations

import argparse
from typing import Any

from companion.cli.parser import command, json_option
from companion.cli.screen import put, put_json
from companion.cli.streams import write

SHELLS = ("bash", "zsh", "fish", "tcsh")


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "completion",
        "print a script with which your shell completes companion's commands",
        "completion bash > ~/.local/share/bash-completion/completions/companion",
        "completion zsh > ~/.zfunc/_companion",
        "completion fish > ~/.config/fish/completions/companion.fish",
    )
    found.add_argument("shell", nargs="?", choices=SHELLS, help="the shell that reads the script")
    found.add_argument(
        "--games", action="store_true", help="list the games instead, one a line; the scripts ask for it"
    )
    json_option(found)


def run(options: argparse.Namespace) -> int:
    """Print the script or the games. Raises Refused where neither is asked for."""
    from companion.model import Refused

    if options.games:
        games = _games()
        put_json(games) if options.json else put(games)
        return 0 if games else 1
    if options.shell is None:
        raise Refused(f"name the shell that reads the script: {', '.join(SHELLS)}")
    import shtab

    from companion.cli import COMMANDS
    from companion.cli.parser import parser

    script = shtab.complete(parser(COMMANDS), options.shell)
    put_json({"shell": options.shell, "script": script}) if options.json else write(script)
    return 0


def _games() -> list[str]:
    """Slugs of the games; the library need not be read for them."""
    from companion.load.places import usual_places

    return sorted(
        {file.parent.name for base in usual_places().bases for file in base.glob("tables/*/game.yaml")}
    )
