"""Arguments of the commands that answer from the books."""

from __future__ import annotations

import argparse

from companion.cli.arguments.shared import Actions, complete, game_option, json_option, session_option


def find(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `find`."""
    parser.add_argument("words", nargs="*", help="words to look for, or a rule number")
    game_option(parser, "list the results of this game first")
    session_option(parser, "session whose table rulings and log are searched; by default the one used last")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        help="only rules, errata, charts, calculators, terms, rulings, notes, the log or yours",
    )
    parser.add_argument("--battle", metavar="NAME", help="only points that are printed for this battle")
    parser.add_argument("--optional", choices=("yes", "no"), help="yes: only optional rules; no: none")
    parser.add_argument(
        "--exact", action="store_true", help="search for the words as written: no synonyms, no corrections"
    )
    parser.add_argument("--why", action="store_true", help="show the features that rank each result")
    parser.add_argument(
        "--limit", type=_limit, default=10, metavar="N", help="show N results at most, 1 to 500 (default: 10)"
    )
    parser.add_argument(
        "--stdin",
        action="store_true",
        help="read one question a line from standard input; with --json one array a line",
    )
    json_option(parser)


def _limit(text: str) -> int:
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 1 to 500")
    return int(text)


def compare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `compare`."""
    parser.add_argument("words", nargs="+", help="a term")
    json_option(parser)


def show(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `show`."""
    parser.add_argument("id", help="id, rule number or term, as in lob:3.5c, 3.5c, combat-table or ER")
    game_option(parser, "game to look in, if the id does not name it")
    session_option(parser, "session whose table rulings come first; by default the one used last")
    parser.add_argument("--around", action="store_true", help="also list the entries before, after and above")
    json_option(parser)


def import_(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `import`."""
    file = parser.add_argument(
        "file", nargs="?", default="", help="PDF, Word (.docx), web page, Markdown or text file"
    )
    complete(file, "file")
    game_option(parser, "game that the document belongs to")
    parser.add_argument("--name", default="", help="name of the document; by default that of the file")
    parser.add_argument("--yes", action="store_true", help="keep the document without asking")
    parser.add_argument("--preview", action="store_true", help="show what was found, and keep nothing")
    parser.add_argument("--list", action="store_true", help="list the imported documents")
    parser.add_argument("--remove", default="", metavar="NAME", help="remove an imported document")
    json_option(parser)


def bookmarks(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bookmarks`."""
    actions = Actions(parser, _bookmark_options)
    for name, summary in (("set", "set a bookmark"), ("drop", "remove a bookmark"), ("note", "write a note")):
        action = actions.add(name, summary)
        action.add_argument("id", help="id or rule number, as in lob:3.5c, 3.5c or combat-table")
        if name == "note":
            action.add_argument("text", nargs="*", help="one line; without any text the note is removed")


def _bookmark_options(parser: argparse.ArgumentParser) -> None:
    game_option(parser, "game to look in, if the id does not name it")
    json_option(parser)


def calc(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `calc`."""
    parser.add_argument(
        "procedure", nargs="?", metavar="calculator", help="id of a calculator, as in lob:closing-roll"
    )
    parser.add_argument(
        "answers",
        nargs="*",
        metavar="key=value",
        help="answers, as in target.rear=yes or firers.1.sps=4; of a choice also the number or the beginning",
    )
    game_option(parser, "list only the calculators of this game")
    session_option(parser, "session whose rulings count, and whose log --log writes to")
    parser.add_argument(
        "--log", action="store_true", help="write the finished calculation to the log of the session"
    )
    parser.add_argument(
        "--who",
        action="append",
        default=[],
        metavar="[ROLE=]NAME",
        help="unit or leader it is about, for the log (repeatable)",
    )
    _dice_and_output(parser)


def _dice_and_output(parser: argparse.ArgumentParser) -> None:
    """Add the dice of `calc`, and what it prints."""
    parser.add_argument("--list", action="store_true", help="list the calculators")
    parser.add_argument("--describe", action="store_true", help="list the questions of a calculator")
    parser.add_argument("--input", metavar="JSON", help="answers as a JSON object; - reads standard input")
    parser.add_argument(
        "--roll",
        action="append",
        default=[],
        metavar="N[,N...]",
        help="dice rolled at the table (7 or 3+4), or app",
    )
    parser.add_argument("--odds", action="store_true", help="show the odds and stop before the dice")
    parser.add_argument(
        "--proof", action="store_true", help="also draw the charts around each cell that was used"
    )
    parser.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="key=value",
        help="compare the odds with these answers changed, or with another calculator: CALCULATOR key=value ...",
    )
    json_option(parser)
