"""`companion compare`: one word in every game, side by side where there is room."""

from __future__ import annotations

import argparse
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, json_option
from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.model import GameModule, Term
    from companion.search.finder import Finder

MOST_ENTRIES = 3
_LEAST_COLUMN = 30
"""Characters a column must have for games to stand side by side."""
_GAP = " | "
_NONE = "no such term"


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "compare",
        "show what a term means in each game, side by side",
        "compare shaken",
        "compare close combat",
    )
    found.add_argument("words", nargs="+", help="a term")
    json_option(found)


def run(options: argparse.Namespace) -> int:
    """Prints the term and its rules game by game; 1 where no game has it."""
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.search.loading import load_finder

    places = usual_places()
    library, finder = load_library(places), load_finder(places)
    word = " ".join(options.words)
    told = [_in_game(word, module, finder) for module in library.modules]
    if options.json:
        put_json(told)
    else:
        put(_lines(told, width()))
    return 0 if any(each["terms"] or each["entries"] for each in told) else 1


def _in_game(word: str, module: GameModule, finder: Finder) -> dict[str, Any]:
    """The terms of that name, the entries that have it in their title, and what players mean by it otherwise."""
    from companion.render.entry import term_json
    from companion.search.tokens import tokens_of

    wanted = tokens_of(word)
    slug = module.game.slug
    terms = [term_json(term, slug) for term in module.terms if _named(term, wanted)]
    said = [
        meant
        for synonym in module.synonyms
        if wanted and any(tokens_of(each) == wanted for each in synonym.say)
        for meant in synonym.means
    ]
    found = finder.find(f"game:{slug} kind:rule {word}", limit=20, exact=True).results if wanted else ()
    entries = [each for each in found if set(wanted) <= set(tokens_of(each.title))]
    return {
        "game": slug,
        "name": module.game.name,
        "terms": terms,
        "entries": [
            {"id": each.id, "section": each.section, "title": each.title, "snippet": each.snippet}
            for each in entries[:MOST_ENTRIES]
        ],
        "said_for": [] if terms else list(dict.fromkeys(said)),
    }


def _named(term: Term, wanted: list[str]) -> bool:
    from companion.search.tokens import tokens_of

    names = (term.term, *term.short, *term.also)
    return bool(wanted) and any(tokens_of(name) == wanted for name in names)


def _lines(told: list[dict[str, Any]], wide: int) -> list[str]:
    room = (wide - len(_GAP) * (len(told) - 1)) // max(len(told), 1)
    if room < _LEAST_COLUMN:
        return [line for each in told for line in (*_column(each, wide), "")][:-1]
    columns = [_column(each, room) for each in told]
    rows = zip_longest(*columns, fillvalue="")
    return [_GAP.join(line.ljust(room) for line in row).rstrip() for row in rows]


def _column(told: dict[str, Any], wide: int) -> list[str]:
    """One game: what the term means, then the rules named after it."""
    from companion.render.text import numbered_title, wrapped

    lines = wrapped(told["name"], wide)
    for term in told["terms"]:
        rule = f" ({term['section']})" if term["section"] else ""
        lines += wrapped(f"{term['title']}: {' '.join(term['means'].split())}{rule}", wide, "  ", "  ")
    for each in told["entries"]:
        title = numbered_title(each["section"], each["title"])
        lines += wrapped(f"{title}  {each['id']}", wide, "  ", "    ")
        lines += wrapped(each["snippet"], wide, "    ", "    ")
    if not told["terms"] and not told["entries"]:
        lines += wrapped(_NONE, wide, "  ", "  ")
    if told["said_for"]:
        lines += wrapped(f"players say it for: {', '.join(told['said_for'])}", wide, "  ", "  ")
    return lines
