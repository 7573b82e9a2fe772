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
        help="folder with rulebook/ and tables/; additions to shipped games are read over these; by default the "
        "shipped games and your own",
    )
    complete(path, "directory")
    cases = parser.add_argument(
        "--cases",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="worked examples and questions, one JSON object a line; of a folder, its .jsonl files",
    )
    complete(cases, "file")
    parser.add_argument(
        "--procedure",
        action="append",
        default=[],
        metavar="ID",
        help="only examples of this calculator (repeatable)",
    )
    parser.add_argument(
        "--prose",
        nargs="*",
        metavar="GAME",
        help="also list remarks on the English of the rules, of these games only where they are named; they do not "
        "change the exit status",
    )
    json_option(parser)


def coverage(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `coverage`."""
    game_option(parser, "only this game")
    tests = parser.add_argument(
        "--tests",
        type=Path,
        metavar="DIR",
        help="folder of cases/ and keyed/; by default tests and your own",
    )
    complete(tests, "directory")
    parser.add_argument(
        "--all", action="store_true", help="list every item, not only those without a record or a proof"
    )
    json_option(parser, "print JSON: a list of games, with --game one of them")


def new_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-game`."""
    parser.add_argument("slug", help="short name of the game: lower-case letters, digits and -")
    parser.add_argument("--name", default="", metavar="TEXT", help="name of the game, as players read it")
    parser.add_argument(
        "--small",
        action="store_true",
        help="write only the two files that every game needs, not one of every kind",
    )
    _folder_option(parser)
    json_option(parser, "print JSON: the files written")


def new_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-rules`."""
    parser.add_argument("name", metavar="NAME", help="name of the document; companion import --list shows it")
    _game_option(parser)
    parser.add_argument(
        "--sections",
        default="",
        metavar="NUMBERS",
        help="printed numbers and ranges, as in 3.1,3.5,4 or 3.1-3.9, each with its sub-sections; by default every "
        "section with a number",
    )
    parser.add_argument("--all", action="store_true", help="also write sections without a number")
    parser.add_argument(
        "--document",
        default="",
        metavar="ID",
        help="document in game.yaml that the rules come from; by default the one with that name",
    )
    parser.add_argument(
        "--title",
        default="",
        metavar="TEXT",
        help="title of the chapter, which also names its file; by default the title of the document and the sections",
    )
    _folder_option(parser)
    json_option(parser, "print JSON: the file written, its sections, those left out")


def new_chart(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-chart`."""
    file = parser.add_argument(
        "file", type=Path, metavar="FILE", help="table in a .csv, .tsv, .xlsx or .md file"
    )
    complete(file, "file")
    _addition_options(parser)
    json_option(parser, "print JSON: the file written, how many texts were compared, what was changed")


def new_calculator(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `new-calculator`."""
    _addition_options(parser)
    json_option(parser, "print JSON: the files written")


def _addition_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the commands that add a file to a game."""
    _game_option(parser)
    _folder_option(parser)
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="NAME=TEXT",
        help="answer to a question, which is not asked then (repeatable); without a terminal, a refusal names the "
        "questions that need one",
    )


def _game_option(parser: argparse.ArgumentParser) -> None:
    game = parser.add_argument("--game", required=True, metavar="SLUG", help="game that it belongs to")
    complete(game, GAMES)


def _folder_option(parser: argparse.ArgumentParser) -> None:
    folder = parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="folder to write to; by default your own"
    )
    complete(folder, "directory")


def schema(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `schema`."""
    parser.add_argument("kind", nargs="?", default="", help="kind of file; by default all kinds are listed")
    out = parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write KIND.schema.json to this folder, for every kind by default",
    )
    complete(out, "directory")
    json_option(parser, "print JSON: the schema, the kinds, or the files written")
