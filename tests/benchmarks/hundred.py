"""Multiply the shipped corpus: copies of every record in the same five games, each copy with some words changed."""

from __future__ import annotations

import random
import re

import msgspec

from companion.model import Chart, Entry, GameModule, Library, Procedure, Term

_WORD = re.compile(r"[A-Za-z]{5,}")
_CHANGED = 0.1
"""Share of the longer words that differ in a copy."""


def many(library: Library, times: int, seed: int = 7) -> Library:
    """Return the library with `times` as many entries, charts, calculators and terms, under new ids and files."""
    chance = random.Random(seed)
    words = sorted(set(_WORD.findall(" ".join(_all_text(library)))))
    modules = [_copied(module, times, words, chance) for module in library.modules]
    return msgspec.structs.replace(library, modules=tuple(modules), content=f"{times}-times")


def _all_text(library: Library) -> list[str]:
    return [point.text for module in library.modules for entry in module.entries for point in entry.points]


def _copied(module: GameModule, times: int, words: list[str], chance: random.Random) -> GameModule:
    def reworded(text: str) -> str:
        return _WORD.sub(lambda match: chance.choice(words) if chance.random() < _CHANGED else match[0], text)

    entries: list[Entry] = list(module.entries)
    charts: list[Chart] = list(module.charts)
    procedures: list[Procedure] = list(module.procedures)
    terms: list[Term] = list(module.terms)
    for copy in range(1, times):
        entries += [_entry(entry, copy, reworded) for entry in module.entries]
        charts += [msgspec.structs.replace(each, id=f"{each.id}-{copy}") for each in module.charts]
        procedures += [msgspec.structs.replace(each, id=f"{each.id}-{copy}") for each in module.procedures]
        terms += [
            msgspec.structs.replace(
                each, term=f"{each.term} {copy}", short=(), also=(), means=reworded(each.means)
            )
            for each in module.terms
        ]
    return msgspec.structs.replace(
        module,
        entries=tuple(entries),
        charts=tuple(charts),
        procedures=tuple(procedures),
        terms=tuple(terms),
    )


def _entry(entry: Entry, copy: int, reword: object) -> Entry:
    assert callable(reword)
    points = tuple(msgspec.structs.replace(point, text=reword(point.text)) for point in entry.points)
    return msgspec.structs.replace(
        entry,
        id=f"{entry.id}~{copy}",
        parent=f"{entry.parent}~{copy}" if entry.parent else "",
        file=f"{copy}-{entry.file}",
        title=reword(entry.title),
        points=points,
    )
