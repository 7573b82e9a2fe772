"""Arguments of the commands that look up rules and run calculators."""

from __future__ import annotations

import argparse

from companion.cli.arguments.shared import Actions, complete, game_option, json_option, session_option


def find(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `find`."""
    parser.add_argument("words", nargs="*", help="words to search for, or a rule number")
    game_option(parser, "list the results of this game first")
    session_option(parser, "session whose table rulings and log are searched (default: the last one used)")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        help="show only rules, errata, charts, calculators, terms, rulings, notes, log or yours",
    )
    parser.add_argument("--battle", metavar="NAME", help="show only points printed for this battle")
    parser.add_argument(
        "--optional", choices=("yes", "no"), help="yes: show only optional rules; no: leave them out"
    )
    parser.add_argument(
        "--exact", action="store_true", help="search for the exact words, without synonyms or corrections"
    )
    parser.add_argument("--why", action="store_true", help="explain the rank of each result")
    parser.add_argument(
        "--limit", type=_limit, default=10, metavar="N", help="show at most N results, 1 to 500 (default: 10)"
    )
    parser.add_argument(
        "--stdin",
        action="store_true",
        help="read one question per line from standard input; with --json, print one array per line",
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
    parser.add_argument("id", help="id, rule number or term, such as lob:3.5c, 3.5c, combat-table or ER")
    game_option(parser, "game to search if the id does not name one")
    session_option(parser, "session whose table rulings are shown first (default: the last one used)")
    parser.add_argument(
        "--around", action="store_true", help="also list the previous and next entries, and the one above"
    )
    json_option(parser)


def import_(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `import`."""
    file = parser.add_argument(
        "file", nargs="?", default="", help="PDF, Word (.docx), web page, Markdown or text file"
    )
    complete(file, "file")
    game_option(parser, "game that the document belongs to")
    parser.add_argument("--name", default="", help="name of the document (default: the name of the file)")
    parser.add_argument("--yes", action="store_true", help="keep the document without asking")
    parser.add_argument("--preview", action="store_true", help="show what was found without keeping it")
    parser.add_argument("--list", action="store_true", help="list the imported documents")
    parser.add_argument("--remove", default="", metavar="NAME", help="remove an imported document")
    json_option(parser)


def bookmarks(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bookmarks`."""
    actions = Actions(parser, _bookmark_options)
    for name, summary in (("set", "set a bookmark"), ("drop", "remove a bookmark"), ("note", "write a note")):
        action = actions.add(name, summary)
        action.add_argument("id", help="id or rule number, such as lob:3.5c, 3.5c or combat-table")
        if name == "note":
            action.add_argument(
                "text", nargs="*", help="text of the note, one line; leave it out to remove the note"
            )


def _bookmark_options(parser: argparse.ArgumentParser) -> None:
    game_option(parser, "game to search if the id does not name one")
    json_option(parser)


def calc(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `calc`."""
    parser.add_argument(
        "procedure", nargs="?", metavar="calculator", help="id of a calculator, such as lob:closing-roll"
    )
    parser.add_argument(
        "answers", nargs="*", metavar="key=value", help="answers, such as target.rear=yes or firers.1.sps=4"
    )
    game_option(parser, "list only the calculators of this game")
    session_option(
        parser, "session whose rulings apply, and whose log --log writes to (default: the last one used)"
    )
    parser.add_argument(
        "--log", action="store_true", help="write the finished calculation to the log of the session"
    )
    parser.add_argument(
        "--who",
        action="append",
        default=[],
        metavar="[ROLE=]NAME",
        help="unit or leader involved, for the log (repeatable)",
    )
    _dice_and_output(parser)


def _dice_and_output(parser: argparse.ArgumentParser) -> None:
    """Add the options of `calc` for dice and output."""
    parser.add_argument("--list", action="store_true", help="list the calculators")
    parser.add_argument("--describe", action="store_true", help="list the questions of the calculator")
    parser.add_argument(
        "--input", metavar="JSON", help="answers as a JSON object, or - to read it from standard input"
    )
    parser.add_argument(
        "--roll",
        action="append",
        default=[],
        metavar="N[,N...]",
        help="dice rolled at the table (7 or 3+4), or app to let the companion roll",
    )
    parser.add_argument("--odds", action="store_true", help="show the odds without rolling")
    parser.add_argument(
        "--proof", action="store_true", help="also show each chart that was used, with the cell"
    )
    parser.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="key=value",
        help="compare the odds with these answers, or with another calculator: CALCULATOR key=value ...",
    )
    json_option(parser)
