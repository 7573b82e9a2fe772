"""The man page agrees with the parser."""

from __future__ import annotations

import tomllib

from companion.cli import COMMANDS
from companion.cli.parser import VARIABLES
from tests.conftest import ROOT
from tests.tools.manpage import PAGE, page


def test_the_page_is_up_to_date() -> None:
    """`python -m tests.tools.manpage` writes the same page, except for line breaks."""
    assert PAGE.read_text().split() == page().split()


def test_it_has_every_command_and_variable() -> None:
    """The page names every command and variable."""
    text = PAGE.read_text().replace("\\-", "-")
    assert [each for each in COMMANDS if f".SS \\fBcompanion {each}\\fR" not in text] == []
    assert [name for name, _ in VARIABLES if f"\\fB{name}\\fR" not in text] == []


def test_it_is_installed_where_man_looks() -> None:
    """`pip install` puts the page into share/man."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert build["shared-data"] == {"docs/companion.1": "share/man/man1/companion.1"}
