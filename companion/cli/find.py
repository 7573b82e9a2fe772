"""`companion find`: ranked entries for a question."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.search.finder import Answer, Finder


def add(commands: Any) -> None:
    """Lays out the command."""
    parser = commands.add_parser("find", help="find rules, charts, calculators and terms")
    parser.add_argument("words", nargs="*", help="what to look for, or a rule number")
    parser.add_argument("--game", default="", help="look in this game only")
    parser.add_argument("--limit", type=_limit, default=10, help="results at most (default 10)")
    parser.add_argument("--stdin", action="store_true", help="a question a line from standard input")
    parser.add_argument("--json", action="store_true", help="JSON out")


def _limit(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text!r} is no limit; 1 to 500")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Prints what is found; 1 where nothing is."""
    from companion.load.places import usual_places
    from companion.search.ready import ready_finder

    finder = ready_finder(usual_places())
    _known_game(options.game, finder)
    if options.stdin:
        return _many(finder, options)
    question = " ".join(options.words)
    if not question.strip():
        from companion.model import Refused

        raise Refused("find needs words or a rule number, as in: companion find closing roll")
    answer = finder.find(question, options.game, options.limit)
    if options.json:
        put_json([each._asdict() for each in answer.results])
    else:
        put(_lines(answer, question))
    return 0 if answer.results else 1


def _many(finder: Finder, options: argparse.Namespace) -> int:
    found = False
    for line in sys.stdin:
        question, game = _asked(line, options.game)
        answer = finder.find(question, game, options.limit)
        found = found or bool(answer.results)
        if options.json:
            put_json([each._asdict() for each in answer.results])
        else:
            put([*_lines(answer, question), ""])
    return 0 if found else 1


def _asked(line: str, game: str) -> tuple[str, str]:
    """A plain question, or {"q": ..., "game": ...}."""
    text = line.strip()
    if text.startswith("{"):
        try:
            given = json.loads(text)
        except ValueError:
            return text, game
        if isinstance(given, dict) and isinstance(given.get("q"), str):
            named = given.get("game")
            return given["q"], named if isinstance(named, str) else game
    return text, game


def _known_game(game: str, finder: Finder) -> None:
    slugs = sorted(set(finder.lexicon.games.values()))
    if game and game not in slugs:
        from companion.model import Refused

        raise Refused(f"no game {game}; there are {', '.join(slugs)}")


def _lines(answer: Answer, question: str) -> list[str]:
    from companion.render.text import shown, wrapped

    wide = width()
    lines: list[str] = []
    for typed, read in answer.changed:
        lines += wrapped(f"{typed} is read as {read}.", wide)
    if answer.unknown:
        lines += wrapped(f"Stands nowhere: {', '.join(answer.unknown)}.", wide)
    if not answer.results:
        return [*lines, *wrapped(f"Nothing found for {shown(question[:60])!r}.", wide)]
    for each in answer.results:
        number = f"{each.section} " if each.section and each.kind != "term" else ""
        lines += wrapped(f"{each.game} {number}{each.title}  [{each.kind}]  {each.id}", wide, "", "  ")
        lines += wrapped(each.snippet, wide, "    ", "    ")
    return lines
