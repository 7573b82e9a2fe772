"""Help for one question: table rulings, the modifiers that it decides, and the text of its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.model import Entry, GameModule, LedgerLine, Point
from companion.model.event import TableRuling
from companion.render.entry import conflict_lines, entry_title, point_lines
from companion.render.resolution import ledger_line
from companion.render.text import listed, wrapped

_WORD = re.compile(r"[a-z]{3,}")
_COMMON = {"the", "and", "for", "with", "from", "into", "its", "this", "that", "any", "has", "unit", "units"}
STEM = 5
"""Number of letters by which words are compared: charge and charges are the same."""


def question_lines(
    label: str,
    entries: Sequence[Entry],
    lines: Sequence[tuple[LedgerLine, str]],
    rulings: Sequence[TableRuling],
    module: GameModule,
    width: int,
    would: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the help for the question `label`: rulings, modifiers, then the entries with their conflicts.

    `lines`: the ledger lines that the question decides, each with its tally's unit; `would`: the effect of a line, by
    its key. Of a rule, the points about the question come first, errata before others, then the rest in their order.
    """
    output: list[str] = []
    output += listed((f"[TABLE] {ruling.text}" for ruling in rulings), width, "", "  ")
    for line, unit in lines:
        output += wrapped(ledger_line(line, unit), width, "", "      ")
        output += listed([(would or {}).get(line.key, "")], width, "      ", "      ")
    for entry in entries:
        output += wrapped(entry_title(entry), width)
        for block in _ranked(label, entry.points):
            output += point_lines(block, entry.authority, module, width)
        for conflict in module.conflicts_of(entry.id):
            output += conflict_lines(conflict, module.game, width)
    return output


def _ranked(label: str, points: Sequence[Point]) -> list[list[Point]]:
    """Points with those under them, the ones that share most words with the question first, errata before others."""
    wanted = set(_stems(label))
    blocks: list[list[Point]] = []
    for point in points:
        if point.depth and blocks:
            blocks[-1].append(point)
        else:
            blocks.append([point])

    def rank(block: list[Point]) -> tuple[int, bool]:
        shared = wanted & {stem for point in block for stem in _stems(point.text)}
        return -len(shared), not any(point.authority == "erratum" for point in block)

    return sorted(blocks, key=rank)


def speaks_of(label: str, text: str) -> bool:
    """Return whether a text has a word in common with a label."""
    return bool(set(_stems(label)) & set(_stems(text)))


def _stems(text: str) -> Iterator[str]:
    return (word[:STEM] for word in _WORD.findall(text.lower()) if word not in _COMMON)
