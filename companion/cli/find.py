"""`companion find`: ranked entries for a question."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, game_option, json_option, session_option
from companion.cli.screen import put, put_json, width
from companion.cli.streams import given_lines

if TYPE_CHECKING:
    from companion.play.active_rulings import ActiveRuling
    from companion.search.finder import Answer, Finder


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "find",
        "find rules, charts, calculators and terms",
        "find closing roll canister",
        "find 3.5 --game lob",
        "find --kind chart fire --json",
    )
    found.add_argument("words", nargs="*", help="words to look for, or a rule number")
    game_option(found, "list the results of this game first")
    session_option(found, "session whose table rulings come first; by default the one used last")
    found.add_argument(
        "--kind", metavar="KIND", help="only rules, errata, charts, calculators, terms or rulings"
    )
    found.add_argument("--battle", metavar="NAME", help="only points that are printed for this battle")
    found.add_argument("--optional", choices=("yes", "no"), help="only optional rules, or none of them")
    found.add_argument(
        "--exact", action="store_true", help="search for the words as written: no synonyms, no corrections"
    )
    found.add_argument(
        "--limit", type=_limit, default=10, metavar="N", help="show N results at most, 1 to 500 (default: 10)"
    )
    found.add_argument(
        "--stdin",
        action="store_true",
        help="read one question a line from standard input; with --json one array a line",
    )
    json_option(found)


def _limit(text: str) -> int:
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 1 to 500")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Prints what is found, table rulings first; 1 where nothing is."""
    from companion.cli.ruled import rulings_in_force, usual
    from companion.load.places import usual_places
    from companion.search.loading import load_finder

    places = usual_places()
    finder = load_finder(places)
    _known_game(options.game, finder)
    options.game = options.game or usual(places, finder.lexicon.names)
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
    answer: Answer, question: str, finder: Finder, game: str, limit: int, rulings: list[ActiveRuling]
) -> Answer:
    """The answer with the table rulings that belong to it first."""
    if not rulings:
        return answer
    from companion.search.ruling_results import SearchableRuling, with_rulings

    held = [
        SearchableRuling(
            ruling.about,
            ruling.text,
            f"{ruling.id}, session {ruling.session}" if ruling.session else f"{ruling.id}, for good",
        )
        for ruling in rulings
    ]

    def titled(record: str) -> tuple[str, str]:
        slug, _, rest = record.partition(":")
        said = finder.find(f"game:{slug} {rest.replace('-', ' ')}", exact=True).results
        return next(((each.section, each.title) for each in said if each.id == record), ("", ""))

    answer = with_rulings(answer, question, held, finder.lexicon, titled, game)
    return answer._replace(results=answer.results[:limit])


def _many(finder: Finder, options: argparse.Namespace, rulings: list[ActiveRuling]) -> int:
    found = False
    filters = _filters(options, finder)
    for line in given_lines():
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
    from companion.render.text import numbered_title, shown, wrapped

    wide = width()
    lines = [line for told in answer.notices() for line in wrapped(f"{told}.", wide)]
    if not answer.results:
        return [*lines, *wrapped(f"Nothing found for {shown(question[:60])!r}.", wide)]
    first_other = len(answer.results) - answer.others
    for place, each in enumerate(answer.results):
        if place == first_other:
            lines += wrapped("Other games:" if place else "Not in this game; in others:", wide)
        number = each.section if each.kind not in ("term", "ruling") else ""
        mark = "[TABLE]" if each.kind == "ruling" else f"[{each.kind}]"
        lines += wrapped(
            f"{each.game} {numbered_title(number, each.title)}  {mark}  {each.id}", wide, "", "  "
        )
        lines += wrapped(each.snippet, wide, "    ", "    ")
        if also := answer.also_under.get(each.id):
            lines += wrapped(f"also under {', '.join(also)}", wide, "    ", "    ")
    return lines
