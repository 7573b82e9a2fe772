"""Filters typed in a question: `game:`, `kind:`, `optional:`, and the limits of a game's points such as `battle:`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from companion.search.lexicon import Lexicon

KINDS = ("rule", "erratum", "chart", "calculator", "term", "ruling", "note", "log", "yours")
_KIND_WORDS = {kind: kind for kind in KINDS}  # typed word to kind
_KIND_WORDS |= {"rules": "rule", "entry": "rule", "entries": "rule", "errata": "erratum", "charts": "chart"}
_KIND_WORDS |= {"table": "chart", "tables": "chart", "calculators": "calculator", "calc": "calculator"}
_KIND_WORDS |= dict.fromkeys(("import", "imports", "imported"), "yours")
_KIND_WORDS |= {"procedure": "calculator", "terms": "term", "rulings": "ruling", "notes": "note"}
_YES_NO = {"yes": "yes", "only": "yes", "no": "no"}

_FILTER = r"(?<![\w:])([a-z]+):\s?([\w.'-]+)"


class Filters(NamedTuple):
    """The filters of a question."""

    game: str = ""
    """Slug of the only game to search; empty for all."""
    marks: tuple[str, ...] = ()
    """Marks as they are indexed, such as `kind/chart` or `battle/kolin`; after `!`, a mark to exclude."""
    understood: tuple[str, ...] = ()
    """Filters in words."""
    faults: tuple[str, ...] = ()
    """Messages about values that do not exist."""


def filters_of(text: str, lexicon: Lexicon) -> tuple[str, Filters]:
    """Return the text without its filters, and the filters."""
    if ":" not in text:
        return text, Filters()
    limits = {kind for kinds in lexicon.limits.values() for kind in kinds}
    filters = Filters()

    def remove(match: re.Match[str]) -> str:
        nonlocal filters
        name, value = match[1], match[2]
        if name not in ("game", "kind", "optional", *limits):
            return match[0]
        filters = _with_filter(filters, name, value, lexicon)
        return " "

    return re.sub(_FILTER, remove, text), filters


def _with_filter(filters: Filters, name: str, value: str, lexicon: Lexicon) -> Filters:
    """Return the filters with one more, or with a message if its value does not exist."""
    if name == "game":
        return _with_game(filters, value, lexicon)
    known = {"kind": _KIND_WORDS, "optional": _YES_NO}.get(name) or _limit_words(name, lexicon)
    key = known.get(value)
    if key is None:
        return _with_fault(filters, name, value, dict.fromkeys(known.values()))
    mark = "!optional/yes" if (name, key) == ("optional", "no") else f"{name}/{key}"
    marks = tuple(dict.fromkeys((*filters.marks, mark)))
    return filters._replace(marks=marks, understood=(*filters.understood, f"{name} {key}"))


def _with_game(filters: Filters, value: str, lexicon: Lexicon) -> Filters:
    slug = lexicon.games.get(value.replace("-", " ").replace("_", " "))
    if slug is None:
        return _with_fault(filters, "game", value, dict.fromkeys(list(lexicon.names)[:12]))
    return filters._replace(game=slug, understood=(*filters.understood, f"game {lexicon.names[slug]}"))


def _with_fault(filters: Filters, name: str, value: str, known: Mapping[str, None]) -> Filters:
    fault = f"unknown {name} {value}; known: {', '.join(known)}"
    return filters._replace(faults=(*filters.faults, fault))


def _limit_words(kind: str, lexicon: Lexicon) -> dict[str, str]:
    """Return the keys of a kind of limit; each can be looked up by itself and by its name in lower case."""
    words: dict[str, str] = {}
    for kinds in lexicon.limits.values():
        for key, name in kinds.get(kind, {}).items():
            words |= {key: key, name.lower(): key}
    return words
