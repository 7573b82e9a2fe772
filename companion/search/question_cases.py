"""Checks labelled questions: whether an accepted entry is among the first results.

An entry is accepted by its id (`entry`), its number (`section`), or words of its title (`heading`).
"""

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
"""Number of first results among which the answer must be."""

KEYS = ("id", "q", "game", "accept", "kind", "why", "evidence", "src")
ACCEPTED_KEYS = ("game", "entry", "section", "heading", "under", "container")


def finder_of(library: Library) -> Finder:
    """Return a finder for a library, with an index in memory."""
    return Finder(build_index(library, Path(os.devnull) / "index"))


def question_verdict(finder: Finder, question: Mapping[str, Any]) -> str:
    """Return a message with the first results if none of them is accepted; otherwise an empty text."""
    results = finder.find(str(question.get("q", "")), str(question.get("game") or ""), WITHIN).results
    if any(_answers(result, question.get("accept")) for result in results):
        return ""
    return f"found {', '.join(f'{result.id} {result.title}' for result in results) or 'nothing'}"


class QuestionChecker:
    """Checks questions against the numbers and titles of every game."""

    def __init__(self, library: Library) -> None:
        self.numbers: dict[str, set[str]] = {module.game.slug: set() for module in library.modules}
        self.titles: dict[str, list[str]] = {module.game.slug: [] for module in library.modules}
        self.ids: set[str] = set()
        for document in documents(library):
            self.numbers[document.game] |= {document.section, *document.numbers} - {""}
            self.titles[document.game].append(document.title.lower())
            self.ids.add(document.id)

    def faults(self, question: Mapping[str, Any]) -> Iterator[str]:
        """Yield the faults of a question, regardless of its results."""
        yield from unknown_keys(question, KEYS)
        if not isinstance(question.get("q"), str) or not question["q"].strip():
            yield "q: a question in words is required"
        if question.get("game") is not None:
            yield from self._game_faults(question["game"])
        accepted = question.get("accept")
        if not isinstance(accepted, list) or not accepted:
            yield "accept: a list of accepted answers is required"
            return
        absent: list[str] = []
        for answer in accepted:
            if not isinstance(answer, Mapping):
                yield 'accept: each answer is {"game": ..., "section": ...}, or has heading instead of section'
                return
            yield from unknown_keys(answer, ACCEPTED_KEYS)
            absent.append(self._why_absent(answer))
        if all(absent):
            yield from absent

    def _game_faults(self, slug: Any) -> Iterator[str]:
        if not isinstance(slug, str) or slug not in self.numbers:
            yield f"unknown game {slug}; known: {', '.join(self.numbers) or 'none'}"

    def _why_absent(self, accepted: Mapping[str, Any]) -> str:
        """Return the reason why no entry matches an accepted answer; empty if an entry matches."""
        for fault in self._game_faults(accepted.get("game")):
            return fault
        if (entry := accepted.get("entry")) is not None:
            return "" if entry in self.ids else f"entry {entry} not found"
        slug, section, heading = accepted["game"], accepted.get("section"), accepted.get("heading")
        titles = self.titles[slug]
        if isinstance(section, str) and section in self.numbers[slug]:
            return ""
        if isinstance(heading, str) and heading and any(heading.lower() in title for title in titles):
            return ""
        if section is not None and not isinstance(section, str):
            return f'section: must be text, as in "{section}"'
        if section is not None:
            return f"rule {section} not found in {slug}"
        return (
            "accept: entry, section or heading is required"
            if not heading
            else f"heading {heading} not found in {slug}"
        )


def _answers(result: SearchResult, accepted: Any) -> bool:
    """Return whether the id or section of a result is accepted, or its title contains an accepted heading."""
    for answer in accepted if isinstance(accepted, list) else []:
        if isinstance(answer, Mapping) and result.game == answer.get("game"):
            heading = str(answer.get("heading", "")).lower()
            named = result.id == answer.get("entry") or result.section == answer.get("section")
            if named or (heading and heading in result.title.lower()):
                return True
    return False
