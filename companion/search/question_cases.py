"""Questions with their answers: is an entry that answers among the first found?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.model import Library, unknown_keys
from companion.search.documents import documents
from companion.search.finder import Finder, SearchResult
from companion.search.index import build_index

WITHIN = 3
"""Places within which the answer must stand."""

KEYS = ("id", "q", "game", "accept", "kind", "why", "evidence", "src")
ACCEPTED_KEYS = ("game", "section", "heading", "under", "container")


def finder_of(library: Library) -> Finder:
    """A finder over this library alone, kept nowhere."""
    return Finder(build_index(library, Path(os.devnull) / "index"))


def question_verdict(finder: Finder, question: Mapping[str, Any]) -> str:
    """Empty where one of `accept` is among the first three found, else what was found."""
    results = finder.find(str(question.get("q", "")), str(question.get("game") or ""), WITHIN).results
    if any(_answers(result, question.get("accept")) for result in results):
        return ""
    return f"found {', '.join(f'{each.id} {each.title}' for each in results) or 'nothing'}"


class Answerable:
    """What a question may accept: the numbers and titles of every game."""

    def __init__(self, library: Library) -> None:
        self.numbers: dict[str, set[str]] = {module.game.slug: set() for module in library.modules}
        self.titles: dict[str, list[str]] = {module.game.slug: [] for module in library.modules}
        for each in documents(library):
            self.numbers[each.game] |= {each.section, *each.numbers} - {""}
            self.titles[each.game].append(each.title.lower())

    def faults(self, question: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with the line itself, whatever is found."""
        yield from unknown_keys(question, KEYS)
        if not isinstance(question.get("q"), str) or not question["q"].strip():
            yield "q: a question in words is needed"
        if question.get("game") is not None:
            yield from self._game(question["game"])
        accepted = question.get("accept")
        if not isinstance(accepted, list) or not accepted:
            yield "accept: a list of what answers is needed"
            return
        absent: list[str] = []
        for each in accepted:
            if not isinstance(each, Mapping):
                yield 'accept: each is {"game": ..., "section": ...}, or heading for section'
                return
            yield from unknown_keys(each, ACCEPTED_KEYS)
            absent.append(self._absent(each))
        if all(absent):
            yield from absent

    def _game(self, slug: Any) -> Iterator[str]:
        if not isinstance(slug, str) or slug not in self.numbers:
            yield f"no game {slug}; there are {', '.join(self.numbers) or 'none'}"

    def _absent(self, accepted: Mapping[str, Any]) -> str:
        """Why nothing can be this answer; empty where something can."""
        for wrong in self._game(accepted.get("game")):
            return wrong
        slug, section, heading = accepted["game"], accepted.get("section"), accepted.get("heading")
        titles = self.titles[slug]
        if isinstance(section, str) and section in self.numbers[slug]:
            return ""
        if isinstance(heading, str) and heading and any(heading.lower() in each for each in titles):
            return ""
        if section is not None and not isinstance(section, str):
            return f'section: text is needed, as in "{section}"'
        if section is not None:
            return f"no rule {section} in {slug}"
        return "accept: section or heading is needed" if not heading else f"no heading {heading} in {slug}"


def _answers(found: SearchResult, accepted: Any) -> bool:
    """Whether the section is one that is accepted, or the title holds an accepted heading."""
    for each in accepted if isinstance(accepted, list) else []:
        if isinstance(each, Mapping) and found.game == each.get("game"):
            heading = str(each.get("heading", "")).lower()
            if found.section == each.get("section") or (heading and heading in found.title.lower()):
                return True
    return False
