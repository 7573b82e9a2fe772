"""`companion completion`: scripts for shells that complete commands, options, files and games."""

from __future__ import annotations

import argparse

from companion.cli.arguments.system import SHELLS
from companion.cli.commands import COMMANDS
from companion.cli.output import print_json, print_result
from companion.cli.parser import build_parser
from companion.cli.streams import write
from companion.errors import Refused
from companion.load.places import usual_places


def run(options: argparse.Namespace) -> int:
    """Print the script or the games. Raises Refused if neither is requested."""
    if options.games:
        games = _games()
        print_result(options, games, games)
        return 0 if games else 1
    if options.shell is None:
        raise Refused(f"a shell is required: {', '.join(SHELLS)}")
    import shtab  # not needed for --games, which shells wait for

    script = shtab.complete(build_parser(COMMANDS), options.shell)
    print_json({"shell": options.shell, "script": script}) if options.json else write(script)
    return 0


def _games() -> list[str]:
    """Return the slugs of the games, without reading their data."""
    return sorted(
        {file.parent.name for base in usual_places().bases for file in base.glob("tables/*/game.yaml")}
    )
