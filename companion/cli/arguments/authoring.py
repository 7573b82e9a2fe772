"""Arguments of the commands for authors of games."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.arguments.shared import GAMES, complete, game_option, json_option


def check(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    path = parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="folder",
        help="folder with rulebook/ and tables/; additions to a shipped game are applied on top of it (default: the "
        "shipped games and your own)",
    )
    complete(path, "directory")
    cases = parser.add_argument(
        "--cases",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="files of worked examples and questions, one JSON object per line; for a folder, its .jsonl files",
    )
    complete(cases, "file")
    parser.add_argument(
        "--procedure",
        action="append",
        default=[],
        metavar="ID",
        help="check only examples of this calculator (repeatable)",
    )
    parser.add_argument(
        "--prose",
        nargs="*",
        metavar="GAME",
        help="also list remarks on the English of the rules, of all games or only of these; the exit status does not "
        "change",
    )
    json_option(parser)


def coverage(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `coverage`."""
    game_option(parser, "only this game")
    tests = parser.add_argument(
        "--tests",
        type=Path,
        metavar="DIR",
        help="folder with cases/ and keyed/ (default: tests and your own)",
    )
    complete(tests, "directory")
    parser.add_argument(
        "--all", action="store_true", help="list every item, not only those without a record or a proof"
    )
    json_option(parser, "print JSON: a list of games, or one game with --game")


def new_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-game`."""
    parser.add_argument("slug", help="short name of the game: lower-case letters, digits and -")
    parser.add_argument("--name", default="", metavar="TEXT", help="name of the game, as shown to players")
    parser.add_argument(
        "--small",
        action="store_true",
        help="write only the two required files, not one of every kind",
    )
    _folder_option(parser)
    json_option(parser, "print JSON: the files written")


def new_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-rules`."""
    parser.add_argument(
        "name", metavar="NAME", help="name of the imported document; companion import --list shows all"
    )
    _game_option(parser)
    parser.add_argument(
        "--sections",
        default="",
        metavar="NUMBERS",
        help="printed numbers, ranges and titles, as in 3.1,3.5,4 or 3.1-3.9 or 'Morale Results', each "
        "including its sub-sections (default: every section with a number)",
    )
    parser.add_argument("--all", action="store_true", help="also include sections without a number")
    parser.add_argument(
        "--document",
        default="",
        metavar="ID",
        help="document in game.yaml that the rules come from (default: the one with the same name)",
    )
    parser.add_argument(
        "--title",
        default="",
        metavar="TEXT",
        help="title of the chapter, which also names its file (default: the title of the document and the sections)",
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="write nothing; list every rule that would be written, every section left out, and what is doubtful",
    )
    _folder_option(parser)
    json_option(
        parser, "print JSON: the file written, its sections, the sections left out, and doubtful places"
    )


def new_chart(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-chart`."""
    file = parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        nargs="?",
        help="table in a .csv, .tsv, .xlsx or .md file (default: the tables printed in the rules of the game)",
    )
    complete(file, "file")
    _addition_options(parser)
    json_option(parser, "print JSON: the file written, the number of cells compared, and the changes")


def new_calculator(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-calculator`."""
    _addition_options(parser)
    json_option(parser, "print JSON: the files written")


def new_example(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-example`."""
    parser.add_argument(
        "calculator", metavar="GAME:CALCULATOR", help="id of a calculator; companion calc --list shows all"
    )
    _folder_option(parser)
    _answer_option(parser)
    json_option(parser, "print JSON: the file, the examples written, and whether all agree")


def new_turn(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-turn`."""
    _addition_options(parser)
    json_option(
        parser, "print JSON: the file written, the phases, and the keys of the former file that no longer fit"
    )


def _addition_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the commands that add a file to a game."""
    _game_option(parser)
    _folder_option(parser)
    _answer_option(parser)


def _answer_option(parser: argparse.ArgumentParser) -> None:
    """Add --answer."""
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="NAME=TEXT",
        help="answer a question in advance (repeatable); without a terminal, the error lists the questions without an "
        "answer",
    )


def _game_option(parser: argparse.ArgumentParser) -> None:
    game = parser.add_argument("--game", required=True, metavar="SLUG", help="game to add it to")
    complete(game, GAMES)


def _folder_option(parser: argparse.ArgumentParser) -> None:
    folder = parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="folder to write to (default: your own)"
    )
    complete(folder, "directory")


def schema(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `schema`."""
    parser.add_argument("kind", nargs="?", default="", help="kind of file (default: list all kinds)")
    out = parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write KIND.schema.json to this folder (default: for every kind)",
    )
    complete(out, "directory")
    json_option(parser, "print JSON: the schema, the kinds, or the files written")
