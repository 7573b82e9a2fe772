"""Moves tables that are printed at the head or foot of a page to the section that names them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from companion.importing.numbers import numbered
from companion.model.imported import ImportedSection, Paragraph

_CAPTION = re.compile(r"((?:table|chart)\s+(\d+(?:\.\d+)*[a-z]?))(?![\w.]*\w)", re.IGNORECASE)
"""The beginning of a caption: `Table 8.4`."""


def with_placed_tables(sections: Sequence[ImportedSection]) -> tuple[ImportedSection, ...]:
    """Return the sections, each with the tables whose captions have its number if its text names them.

    A table that the section where it is printed names stays there.
    """
    found = list(sections)
    places = {section.number: place for place, section in enumerate(found) if section.number}
    for place, section in enumerate(sections):
        for label, number, block in _captioned(section.paragraphs):
            target = places.get(number, place)
            if target == place or _names(found[place], label) or not _names(found[target], label):
                continue
            held = {id(paragraph) for paragraph in block}
            left = tuple(each for each in found[place].paragraphs if id(each) not in held)
            found[place] = replace(found[place], paragraphs=left)
            last = max(found[target].last_page, *(each.page for each in block))
            moved = (*found[target].paragraphs, *block)
            found[target] = replace(found[target], paragraphs=moved, last_page=last)
    return tuple(found)


def _captioned(paragraphs: Sequence[Paragraph]) -> list[tuple[str, str, list[Paragraph]]]:
    """Return each table with a numbered caption: its label, its number, and the caption with the rows."""
    found: list[tuple[str, str, list[Paragraph]]] = []
    for place, paragraph in enumerate(paragraphs):
        caption = _CAPTION.match(paragraph.text)
        rows: list[Paragraph] = []
        for below in paragraphs[place + 1 :]:
            if not below.row:
                break
            rows.append(below)
        if caption and rows and not paragraph.row and (number := numbered(f"{caption[2]} X")):
            found.append((caption[1], number.number, [paragraph, *rows]))
    return found


def _names(section: ImportedSection, label: str) -> bool:
    """Return whether a text of a section, not a caption, names a table."""
    pattern = re.compile(rf"\b{re.escape(label)}(?![\w]|\.\d)", re.IGNORECASE)
    return any(pattern.search(each.text) and not _CAPTION.match(each.text) for each in section.paragraphs)
