"""`companion compare`: one term in every game, side by side if the output is wide enough."""

from __future__ import annotations

import argparse
from itertools import zip_longest
from typing import Any

from companion.cli.output import print_result, width
from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model import GameModule, Term
from companion.render.term import term_json
from companion.render.text import numbered_title, wrapped
from companion.search.finder import Finder
from companion.search.loading import load_finder
from companion.search.tokens import tokens_of

MOST_ENTRIES = 3
_LEAST_COLUMN = 30
"""Minimum width of a column for listing games side by side."""
_GAP = " | "


def run(options: argparse.Namespace) -> int:
    """Print the term and the rules named after it, for each game; return 1 if no game has it."""
    places = usual_places()
    library, finder = load_library(places), load_finder(places)
    word = " ".join(options.words)
    games = [_in_game(word, module, finder) for module in library.modules]
    print_result(options, games, _lines(games, width()))
    return 0 if any(game["terms"] or game["entries"] for game in games) else 1


def _in_game(word: str, module: GameModule, finder: Finder) -> dict[str, Any]:
    """Return the terms called `word`, the entries with it in their title, and other terms that players use it for."""
    wanted = tokens_of(word)
    slug = module.game.slug
    terms = [term_json(term, slug) for term in module.terms if _is_named(term, wanted)]
    meanings = [
        meaning
        for synonym in module.synonyms
        if wanted and any(tokens_of(name) == wanted for name in synonym.say)
        for meaning in synonym.means
    ]
    results = finder.find(f"game:{slug} kind:rule {word}", limit=20, exact=True).results if wanted else ()
    entries = [result for result in results if set(wanted) <= set(tokens_of(result.title))]
    return {
        "game": slug,
        "name": module.game.name,
        "terms": terms,
        "entries": [
            {"id": entry.id, "section": entry.section, "title": entry.title, "snippet": entry.snippet}
            for entry in entries[:MOST_ENTRIES]
        ],
        "said_for": [] if terms else list(dict.fromkeys(meanings)),
    }


def _is_named(term: Term, wanted: list[str]) -> bool:
    names = (term.term, *term.short, *term.also)
    return bool(wanted) and any(tokens_of(name) == wanted for name in names)


def _lines(games: list[dict[str, Any]], wide: int) -> list[str]:
    room = (wide - len(_GAP) * (len(games) - 1)) // max(len(games), 1)
    if room < _LEAST_COLUMN:
        return [line for game in games for line in (*_column(game, wide), "")][:-1]
    rows = zip_longest(*(_column(game, room) for game in games), fillvalue="")
    return [_GAP.join(line.ljust(room) for line in row).rstrip() for row in rows]


def _column(game: dict[str, Any], wide: int) -> list[str]:
    """Return the column of a game: the meaning of the term, then the rules named after it."""
    lines = wrapped(game["name"], wide)
    for term in game["terms"]:
        rule = f" ({term['section']})" if term["section"] else ""
        lines += wrapped(f"{term['title']}: {' '.join(term['means'].split())}{rule}", wide, "  ", "  ")
    for entry in game["entries"]:
        title = numbered_title(entry["section"], entry["title"])
        lines += wrapped(f"{title}  {entry['id']}", wide, "  ", "    ")
        lines += wrapped(entry["snippet"], wide, "    ", "    ")
    if not game["terms"] and not game["entries"]:
        lines += wrapped("term not found", wide, "  ", "  ")
    if game["said_for"]:
        lines += wrapped(f"players use it for: {', '.join(game['said_for'])}", wide, "  ", "  ")
    return lines
