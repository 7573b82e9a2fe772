"""Finds headings without a number that head rules, optional rules, and the designer's notes in imported sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from companion.cli.authoring.rules.sections import is_below
from companion.importing.numbers import parts_of
from companion.model.imported import ImportedDocument, ImportedSection

_OPTIONAL = re.compile(r"\boptional\b|\badvanced (?:rules?|game)\b", re.IGNORECASE)
"""Words of a heading whose rules, and those below it, are taken as optional."""
_NOTES = re.compile(
    r"(?:(?:design|author|develop|histor)\w*(?:['’]s?)? (?:notes?|background|commentary)"
    r"|credits|acknowledge?ments?)\b",
    re.IGNORECASE,
)
"""Beginning of a heading or paragraph that states no rule."""
_THANKS = re.compile(
    r"(?:(?:with|many|our|special) )*(?:thanks|play-?test)|.*\bwe (?:also )?(?:found|played|tested|tried)\b",
    re.IGNORECASE,
)
"""Beginning of a paragraph that thanks somebody, or tells how the game was made."""


class Headed(NamedTuple):
    """A document in which a heading without a number encloses the numbered sections that it heads."""

    document: ImportedDocument
    heads: frozenset[int]
    """Places of these headings."""


def headed(document: ImportedDocument) -> Headed:
    """Return the document with the levels of headings without a number, and of what they enclose, corrected."""
    sections = list(document.sections)
    heads = list(_heads(sections))
    for place in heads:
        own, first = sections[place].level, sections[place + 1].level
        if own < first:
            continue
        end = next(
            (at for at in range(place + 1, len(sections)) if _is_after(sections[at], own, first)),
            len(sections),
        )
        level = max(first - 1, 1)
        sections[place] = replace(sections[place], level=level)
        for at in range(place + 1, end):
            sections[at] = replace(sections[at], level=sections[at].level + level + 1 - first)
        if end < len(sections):
            is_beside = not sections[end].number
            sections[end] = replace(sections[end], level=level) if is_beside else sections[end]
    return Headed(replace(document, sections=tuple(sections)), frozenset(heads))


def _heads(sections: Sequence[ImportedSection]) -> Iterator[int]:
    """Yield the place of each heading without a number that seems to be the title of numbered sections below it."""
    before = ""
    for place, (section, below) in enumerate(pairwise(sections)):
        is_between = bool(before and section.title and not section.number and below.number)
        before = section.number or before
        if is_between and parts_of(below.number)[:1] != parts_of(before)[:1]:
            is_title = not section.paragraphs or section.level < below.level
            if is_title or _OPTIONAL.search(section.title):
                yield place


def _is_after(section: ImportedSection, own: int, first: int) -> bool:
    """Return whether a section ends those below a heading of level `own`, whose first section has level `first`."""
    return section.level < first if section.number else section.level <= own


def optional_sections(sections: Sequence[ImportedSection]) -> set[ImportedSection]:
    """Return the sections whose title, or a title above them, calls them optional or advanced rules."""
    return set(_below_titles(sections, _OPTIONAL.search))


def notes_of(sections: Sequence[ImportedSection]) -> set[ImportedSection]:
    """Return the sections under a heading such as Designer's Notes or Credits."""
    return set(_below_titles(sections, _NOTES.match))


def _below_titles(
    sections: Sequence[ImportedSection], matches: Callable[[str], object]
) -> list[ImportedSection]:
    """Return the sections whose title, or a title above them, matches."""
    found: list[ImportedSection] = []
    top: ImportedSection | None = None
    for section in sections:
        if top is None or not is_below(section, top):
            top = section if matches(section.title) else None
        found += [section] if top else []
    return found


def note_begins(text: str) -> bool:
    """Return whether a paragraph calls itself a note, as in `Designer's note: we tried it.`"""
    match = _NOTES.match(text)
    return match is not None and text[match.end() : match.end() + 1] in tuple(":.")


def may_be_notes(paragraphs: Sequence[str]) -> list[str]:
    """Return the paragraphs of a section that may state no rule: thanks, reports of tests, a last one in brackets."""
    last = [text for text in paragraphs[-1:] if text.startswith("(") and text.rstrip(".").endswith(")")]
    return [*(text for text in paragraphs if _THANKS.match(text)), *last]
