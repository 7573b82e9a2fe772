"""`companion find`: ranked entries for a question."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.play.held import Held
    from companion.search.finder import Answer, Finder


def add(commands: Any) -> None:
    """Lays out the command."""
    parser = commands.add_parser("find", help="find rules, charts, calculators and terms")
    parser.add_argument("words", nargs="*", help="what to look for, or a rule number")
    parser.add_argument("--game", default=argparse.SUPPRESS, help="game in play: its results come first")
    parser.add_argument("--session", default=argparse.SUPPRESS, help="session whose table rulings come first")
    parser.add_argument(
        "--kind", metavar="KIND", help="rule, erratum, chart, calculator, term or ruling only"
    )
    parser.add_argument("--battle", metavar="NAME", help="points of this battle only, as printed on them")
    parser.add_argument("--optional", choices=("yes", "no"), help="optional rules only, or none of them")
    parser.add_argument("--exact", action="store_true", help="words as written: no synonyms, nothing mended")
    parser.add_argument("--limit", type=_limit, default=10, help="results at most (default 10)")
    parser.add_argument("--stdin", action="store_true", help="a question a line from standard input")
    parser.add_argument("--json", action="store_true", help="JSON out")


def _limit(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text!r} is no limit; 1 to 500")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Prints what is found, table rulings first; 1 where nothing is."""
    from companion.cli.ruled import rulings_in_force
    from companion.load.places import usual_places
    from companion.search.ready import ready_finder

    places = usual_places()
    finder = ready_finder(places)
    _known_game(options.game, finder)
    rulings = rulings_in_force(options, places.data)
    if options.stdin:
        return _many(finder, options, rulings)
    question = " ".join(options.words)
    filters = _filters(options, finder)
    if not f"{question}{filters}".strip():
        from companion.model import Refused

        raise Refused("find needs words or a rule number, as in: companion find closing roll")
    asked = f"{filters}{question}"
    answer = finder.find(asked, options.game, options.limit, exact=options.exact)
    answer = _ruled(answer, asked, finder, options.game, options.limit, rulings)
    if options.json:
        put_json([each._asdict() for each in answer.results])
    else:
        put(_lines(answer, question))
    return 0 if answer.results else 1


def _filters(options: argparse.Namespace, finder: Finder) -> str:
    """The options that limit the search, as they are typed in a question. Raises Refused for a value there is not."""
    from companion.search.filters import filters_of

    given = [(name, getattr(options, name)) for name in ("kind", "battle", "optional")]
    text = "".join(
        f"{name}:{'-'.join(value.lower().split()) or '-'} " for name, value in given if value is not None
    )
    _, filters = filters_of(text, finder.lexicon)
    if filters.faults:
        from companion.model import Refused

        raise Refused(filters.faults[0])
    return text


def _ruled(
    answer: Answer, question: str, finder: Finder, game: str, limit: int, rulings: list[Held]
) -> Answer:
    """The answer with the table rulings that belong to it first."""
    if not rulings:
        return answer
    from companion.search.tabled import Ruled, with_rulings

    held = [
        Ruled(
            each.about,
            each.text,
            f"{each.id}, session {each.session}" if each.session else f"{each.id}, for good",
        )
        for each in rulings
    ]

    def titled(record: str) -> tuple[str, str]:
        slug, _, rest = record.partition(":")
        said = finder.find(f"game:{slug} {rest.replace('-', ' ')}", exact=True).results
        return next(((each.section, each.title) for each in said if each.id == record), ("", ""))

    answer = with_rulings(answer, question, held, finder.lexicon, titled, game)
    return answer._replace(results=answer.results[:limit])


def _many(finder: Finder, options: argparse.Namespace, rulings: list[Held]) -> int:
    found = False
    filters = _filters(options, finder)
    for line in sys.stdin:
        question, game = _asked(line, options.game)
        asked = f"{filters}{question}"
        answer = finder.find(asked, game, options.limit, exact=options.exact)
        answer = _ruled(answer, asked, finder, game, options.limit, rulings)
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
        except (ValueError, RecursionError):
            return text, game
        if isinstance(given, dict) and isinstance(given.get("q"), str):
            named = given.get("game")
            return given["q"], named if isinstance(named, str) else game
    return text, game


def _known_game(game: str, finder: Finder) -> None:
    slugs = sorted(finder.lexicon.names)
    if game and game not in slugs:
        from companion.model import Refused

        raise Refused(f"no game {game}; there are {', '.join(slugs)}")


def _lines(answer: Answer, question: str) -> list[str]:
    from companion.render.text import shown, wrapped

    wide = width()
    lines = [line for told in answer.told() for line in wrapped(f"{told}.", wide)]
    if not answer.results:
        return [*lines, *wrapped(f"Nothing found for {shown(question[:60])!r}.", wide)]
    first_other = len(answer.results) - answer.others
    for place, each in enumerate(answer.results):
        if place == first_other:
            lines += wrapped("Other games:" if place else "Not in this game; in others:", wide)
        number = f"{each.section} " if each.section and each.kind not in ("term", "ruling") else ""
        mark = "[TABLE]" if each.kind == "ruling" else f"[{each.kind}]"
        lines += wrapped(f"{each.game} {number}{each.title}  {mark}  {each.id}", wide, "", "  ")
        lines += wrapped(each.snippet, wide, "    ", "    ")
        if also := answer.folded.get(each.id):
            lines += wrapped(f"also under {', '.join(also)}", wide, "    ", "    ")
    return lines
