"""`game:`, `kind:`, `optional:` and what else a game's points may be limited to, as `battle:`, typed in a question."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.search.lexicon import Lexicon

KINDS = ("rule", "erratum", "chart", "calculator", "term", "ruling")
_KIND_WORDS = {"rules": "rule", "entry": "rule", "entries": "rule", "errata": "erratum", "charts": "chart"}
_KIND_WORDS |= {"table": "chart", "tables": "chart", "calculators": "calculator", "calc": "calculator"}
_KIND_WORDS |= {"procedure": "calculator", "terms": "term", "rulings": "ruling"}
_YES = {"yes": "yes", "only": "yes", "no": "no"}

_FILTER = r"(?<![\w:])([a-z]+):\s?([\w.'-]+)"


class Filters(NamedTuple):
    """What a question is limited to."""

    game: str = ""
    """Slug of the game it names; empty for none."""
    marks: tuple[str, ...] = ()
    """Each as it is indexed: `kind/chart`, `battle/kolin`; with `!` before it, what must not be so."""
    understood: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def filters_of(text: str, lexicon: Lexicon) -> tuple[str, Filters]:
    """The text without its filters, and the filters."""
    if ":" not in text:
        return text, Filters()
    limits = {kind for kinds in lexicon.limits.values() for kind in kinds}
    found = Filters()

    def taken(match: re.Match[str]) -> str:
        nonlocal found
        name, value = match[1], match[2]
        if name not in ("game", "kind", "optional", *limits):
            return match[0]
        found = _with(found, name, value, lexicon)
        return " "

    return re.sub(_FILTER, taken, text), found


def _with(found: Filters, name: str, value: str, lexicon: Lexicon) -> Filters:
    if name == "game":
        return _game(found, value, lexicon)
    if name == "kind":
        known = {each: each for each in KINDS} | _KIND_WORDS
    elif name == "optional":
        known = _YES
    else:
        known = _limit_words(name, lexicon)
    key = known.get(value)
    if key is None:
        there = ", ".join(dict.fromkeys(known.values()))
        return found._replace(faults=(*found.faults, f"no {name} {value}; there are {there}"))
    mark = "!optional/yes" if (name, key) == ("optional", "no") else f"{name}/{key}"
    said = f"{name} {key}"
    return found._replace(
        marks=tuple(dict.fromkeys((*found.marks, mark))), understood=(*found.understood, said)
    )


def _game(found: Filters, value: str, lexicon: Lexicon) -> Filters:
    slug = lexicon.games.get(value.replace("-", " ").replace("_", " "))
    if slug is None:
        there = ", ".join(list(lexicon.names)[:12])
        return found._replace(faults=(*found.faults, f"no game {value}; there are {there}"))
    return found._replace(game=slug, understood=(*found.understood, f"game {lexicon.names[slug]}"))


def _limit_words(kind: str, lexicon: Lexicon) -> dict[str, str]:
    """Keys, and names in lower case, to keys."""
    words: dict[str, str] = {}
    for kinds in lexicon.limits.values():
        for key, name in kinds.get(kind, {}).items():
            words |= {key: key, name.lower(): key}
    return words
