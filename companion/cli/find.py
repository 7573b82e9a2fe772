"""`companion find`: ranked rules, charts, calculators, terms and your own texts for a question."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.cli.defaults import game_in_settings
from companion.cli.output import Marked, print_result, width
from companion.cli.own_texts import logged_texts, own_texts
from companion.cli.streams import input_lines
from companion.errors import Refused
from companion.load.places import usual_places
from companion.render.text import listed, numbered_title, shown, wrapped
from companion.search.filters import filters_of
from companion.search.finder import Answer, Finder
from companion.search.loading import load_finder

if TYPE_CHECKING:
    from companion.search.own_results import OwnText

_MARKS = {"ruling": "TABLE", "note": "YOUR NOTE", "log": "LOG", "import": "YOURS"}
"""Marks of the players' own texts in the results."""


def run(options: argparse.Namespace) -> int:
    """Print the results, table rulings and notes first; return 1 if there are none."""
    places = usual_places()
    finder = load_finder(places)
    _check_game(options.game, finder)
    options.game = options.game or game_in_settings(places, finder.lexicon.names)
    own = own_texts(options, places.data)
    filters = _filters(options, finder)
    if options.stdin:
        return _answer_each_line(finder, options, filters, own)
    question = " ".join(options.words)
    if not f"{question}{filters}".strip():
        raise Refused("find requires words or a rule number, as in companion find closing roll")
    answer = _answer(finder, options, f"{filters}{question}", options.game, own)
    _print(options, answer, _lines(answer, question, _why(finder, options, question)))
    return 0 if answer.results else 1


def _answer_each_line(finder: Finder, options: argparse.Namespace, filters: str, own: list[OwnText]) -> int:
    """Answer each line of standard input; return 1 if none has a result."""
    any_result = False
    for line in input_lines():
        question, game = _question(line, options.game)
        answer = _answer(finder, options, f"{filters}{question}", game, own)
        any_result = any_result or bool(answer.results)
        _print(options, answer, [*_lines(answer, question, _why(finder, options, question)), ""])
    return 0 if any_result else 1


def _print(options: argparse.Namespace, answer: Answer, lines: list[str | Marked]) -> None:
    print_result(options, [result._asdict() for result in answer.results], lines)


def _question(line: str, game: str) -> tuple[str, str]:
    """Return question and game of an input line: plain text, or {"q": ..., "game": ...}."""
    text = line.strip()
    if text.startswith("{"):
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            return text, game
        if isinstance(document, dict) and isinstance(document.get("q"), str):
            named = document.get("game")
            return document["q"], named if isinstance(named, str) else game
    return text, game


def _check_game(game: str, finder: Finder) -> None:
    slugs = sorted(finder.lexicon.names)
    if game and game not in slugs:
        raise Refused(f"unknown game {game}; known: {', '.join(slugs)}")


def _filters(options: argparse.Namespace, finder: Finder) -> str:
    """Return the options that limit the search as filters of a question. Raises Refused for an unknown value."""
    values = [(name, getattr(options, name)) for name in ("kind", "battle", "optional")]
    text = "".join(
        f"{name}:{'-'.join(value.lower().split()) or '-'} " for name, value in values if value is not None
    )
    _, filters = filters_of(text, finder.lexicon)
    if filters.faults:
        raise Refused(filters.faults[0])
    return text


def _why(finder: Finder, options: argparse.Namespace, question: str) -> dict[str, str]:
    """Return, with --why, the weighted features of each ranked record, the largest first."""
    if not options.why:
        return {}
    return {
        document.id: f"{features.score:.1f} = "
        + ", ".join(f"{name} {value:.2f} ({points:+.1f})" for name, value, points in features.parts())
        for features, document in finder.compared(question, options.game)
    }


def _answer(
    finder: Finder, options: argparse.Namespace, question: str, game: str, own: list[OwnText]
) -> Answer:
    """Return the answer to a question with its filters, with matching table rulings and notes first."""
    answer = finder.find(question, game, options.limit, exact=options.exact)
    _, filters = filters_of(question, finder.lexicon)
    in_log = "kind/log" in filters.marks
    if not own and not in_log:
        return answer
    from companion.search.own_results import with_own  # not needed by most searches

    def titled(record: str) -> tuple[str, str]:
        slug, _, name = record.partition(":")
        results = finder.find(f"game:{slug} {name.replace('-', ' ')}", exact=True).results
        return next(((result.section, result.title) for result in results if result.id == record), ("", ""))

    log = logged_texts(options) if in_log else ()
    answer = with_own(answer, question, own, finder.lexicon, titled, game, log=log)
    return answer._replace(results=answer.results[: options.limit])


def _lines(answer: Answer, question: str, why: Mapping[str, str]) -> list[str | Marked]:
    wide = width()
    lines: list[str | Marked] = [*listed((f"{note}." for note in answer.notices()), wide)]
    if not answer.results:
        return [*lines, *wrapped(f"No match for {shown(question[:60])!r}.", wide)]
    first_other = len(answer.results) - answer.others
    for place, result in enumerate(answer.results):
        if place == first_other:
            here = f"Other games (add game:{answer.results[0].game} to leave them out):"
            lines += wrapped(here if place else "Not found in this game; in other games:", wide)
        number = result.section if result.kind not in ("term", "ruling") else ""
        mark = f"[{_MARKS.get(result.kind, result.kind)}]"
        title = numbered_title(number, result.title)
        where = f"{mark} {result.source}" if result.kind == "import" else mark
        lines += wrapped(f"{result.game} {title}  {where}  {result.id}", wide, "", "  ")
        lines += [Marked(line, result.matched) for line in wrapped(result.snippet, wide, "    ", "    ")]
        if result.id in why:
            lines += wrapped(f"why: {why[result.id]}", wide, "    ", "      ")
        if also := answer.also_under.get(result.id):
            lines += wrapped(f"also under {', '.join(also)}", wide, "    ", "    ")
    return lines
