"""Write the man page docs/companion.1, from the same parser as the help.

python -m tests.tools.manpage
"""

from __future__ import annotations

import os
import re
from unittest.mock import patch

from argparse_manpage.manpage import Manpage

from companion.cli import COMMANDS
from companion.cli.parser import EXAMPLES, STATUSES, VARIABLES, build_parser
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "companion.1"


def page() -> str:
    """Return the man page as troff."""
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        found = build_parser(COMMANDS)
        found.epilog = None
        made = Manpage(found, format="single-commands-section")
        made.description = "rules, calculators and turn tracking beside the map"
        made.date, made.source, made.manual = "", "Tabletop Companion", "User Commands"
        made.add_section("FILES", ">", _table(_files()))
        made.add_section("ENVIRONMENT", ">", _table(VARIABLES))
        made.add_section("EXIT STATUS", ">", _table(STATUSES))
        made.add_section("EXAMPLES", ">", "\n".join((".nf", *map(_plain, EXAMPLES), ".fi")))
        return re.sub(r"(?m)^(\.SS .*\n).*\n\n", r"\1", str(made))  # the description repeats this text


def _files() -> tuple[tuple[str, str], ...]:
    return (
        ("config.yaml", "settings: theme, game and keys; in the folder for settings"),
        ("player.db", "bookmarks, notes and permanent rulings; in the data folder"),
        ("own/", "your own games and rules; in the data folder"),
    )


def _table(rows: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f".TP\n\\fB{_plain(name)}\\fR\n{_plain(says)}" for name, says in rows)


def _plain(text: str) -> str:
    """Escape the characters that troff interprets."""
    return text.replace("\\", "\\e").replace("-", "\\-")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
