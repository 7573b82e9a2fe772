"""Finds the rule with the sequence of play, and reads its phases from a table, a numbered list, heads or headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.model import Entry, GameModule
from companion.model.rulebook import Point
from companion.render.text import table_cells, unlinked

MOST_PHASES = 40
"""Maximum number of phases of a turn."""
LONGEST_TITLE = 40
_MOST_WORDS = 4
"""Maximum number of words before the sign that ends the name of a phase."""
_PHASE = re.compile(r"\b(?:phase|step|segment|stage)s?\b", re.IGNORECASE)
_NAMED = re.compile(r"[^:,;.]*\b(?:phase|step|segment|stage)", re.IGNORECASE)
"""The heading of a rule about one phase: `Movement Phase`."""
_SEQUENCE = re.compile(
    r"\b(?:(?:sequence|order) of (?:play|(?:(?:a|the) )?turns?|phases?)|turn (?:sequence|order)|play sequence)\b",
    re.IGNORECASE,
)
"""Words for the sequence of play in a heading, or above the list of phases."""
_TURN = re.compile(r"\b(?:turns?|phases?|rounds?|sequence)\b", re.IGNORECASE)
"""Words of other headings that may be above the list of phases."""
_ITEM = re.compile(
    r"(?:^|(?<=[.;:,])\s|\s(?=\())(?:(?:phase|step|stage)\s+)?\(?(\d{1,2}|[A-Za-z])[.):]\s+(?=\S)",
    re.IGNORECASE,
)
"""The number of a phase in a text: `1. `, `(a) `, `Step 2: `."""
_WITH_COMMA = re.compile(
    r"((?:^|(?<=[.;:]\s))(?:phase|step|stage)\s+(?:\d{1,2}|[A-Z])),(?=\s)", re.IGNORECASE
)
"""The number of a phase before a comma: `Phase 1, Command.`"""
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_ROMAN = re.compile(rf"\(({'|'.join(_NUMERALS)})\)")
_CELL = re.compile(r"\(?(\d{1,2}|[A-Za-z])[.):]?(?:\s+(\S.*))?")
"""A cell with a number, and perhaps the name of a phase: `1 Command`."""
_BOLD = re.compile(r"(\*\*|__)(.+?)\1\s*[.:]?\s*(.*)")
_HEAD = re.compile(r"([^.:;,(\u2013\u2014]{1,60}?)\s*(?:[.:;]|\s[-\u2013\u2014](?=\s)|(?=\()|$)\s*(.*)")
_COMMA = re.compile(r"(\w[\w'\u2019-]*(?:\s[\w'\u2019-]+){0,2}),\s+(.*)")
_VERB = re.compile(r"(\w[\w'\u2019-]*(?:\s[\w'\u2019-]+){0,2}?)\s+(?:is|are|may|must|can|will)\b")


_ABOVE = re.compile(r"\b(?:these|following|all)\b[^.;:]{0,20}\bphases\b|\bphases in order\b", re.IGNORECASE)
"""Words above a list of phases: `The players take turns. Each goes through these six phases.`"""
_IN_THE = re.compile(rf"In the ([^,.:;]{{1,40}} {_PHASE.pattern}),\s+(.*)", re.IGNORECASE)


class PrintedPhase(NamedTuple):
    """A phase as printed in a rule."""

    title: str
    text: str = ""
    """Description in the rule; empty if the rule only names the phase."""
    cite: str = ""
    """Number of its own rule, if the phases are rules below the one with the sequence."""


class SequenceRule(NamedTuple):
    """A rule with phases."""

    entry: Entry
    phases: list[PrintedPhase]
    score: int
    """How surely it is the sequence of play; from 2 on, the command proposes it."""

    @property
    def label(self) -> str:
        """Number and heading of the rule."""
        return " ".join(dict.fromkeys((self.entry.cites[0], self.entry.title)))

    @property
    def text(self) -> str:
        """The text of all points of the rule."""
        return "\n".join(unlinked(point.text) for point in self.entry.points)


def sequence_rules(module: GameModule) -> list[SequenceRule]:
    """Return the rules of a game that have phases, the likeliest sequence of play first."""
    found = [
        rule for entry in module.entries if (rule := sequence_rule(module, entry)).phases and rule.entry.cites
    ]
    return sorted(found, key=lambda rule: (-rule.score, -len(rule.phases)))


def sequence_rule(module: GameModule, entry: Entry, is_chosen: bool = False) -> SequenceRule:
    """Return a rule with its phases, none if it has fewer than two.

    `is_chosen` says that the author named the rule, so that points with a head are phases under any heading.
    """
    points = [point for point in entry.points if point.authority != "companion"]
    by_title = 3 if _SEQUENCE.search(entry.title) else 2 if _TURN.search(entry.title) else 0
    readings = (
        _rows(points),
        _numbered(points),
        _headed(points, is_chosen or by_title > 0),
        _below(module, entry) if by_title or is_chosen else [],
    )
    phases = next((each for each in readings if _are_phases(each)), [])
    score = by_title + (2 if entry.points and _SEQUENCE.search(_above(points)) else 0)
    score += 1 if any(_PHASE.search(phase.title) for phase in phases) else 0
    return SequenceRule(entry, phases[:MOST_PHASES], 0 if entry.optional else score)


def _are_phases(phases: Sequence[PrintedPhase]) -> bool:
    """Return whether there are at least two phases, each with another name."""
    return len(phases) > 1 and len({phase.title.casefold() for phase in phases}) == len(phases)


def _above(points: Sequence[Point]) -> str:
    """Return the first point of a rule, and the head of its first table."""
    tables = [" ".join(table_cells(point.text)[:1][0]) for point in points if point.kind == "table"][:1]
    return "\n".join([*(point.text for point in points[:1] if point.kind != "table"), *tables])


def _rows(points: Sequence[Point]) -> list[PrintedPhase]:
    """Return the phases in a table whose rows are numbered, or whose head has a column of phases."""
    for point in points:
        if point.kind != "table":
            continue
        head, *rows = [[unlinked(cell) for cell in row] for row in table_cells(point.text)]
        column = next((place for place, cell in enumerate(head) if _names_phases(cell)), None)
        if column is None:
            rows = [head, *rows] if head[0] and _CELL.fullmatch(head[0]) else rows
            numbers = [_CELL.fullmatch(row[0]) for row in rows if row]
            if any(match is None or match[1] != str(place) for place, match in enumerate(numbers, 1)):
                continue
        phases = [_of_row(row, column or 0) for row in rows if len(row) > (column or 0)]
        if named := [phase for phase in phases if phase.title]:
            return named
    return []


def _names_phases(cell: str) -> bool:
    """Return whether the head of a column says that phases are in it: `Phase`, `Phase of the turn`."""
    return _PHASE.search(cell) is not None and len(cell.split()) <= _MOST_WORDS


def _of_row(row: Sequence[str], column: int) -> PrintedPhase:
    """Return the phase in a row; its name is in the cell at `column`, or in the next if this is only a number."""
    number = _CELL.fullmatch(row[column])
    after = list(row[column + 1 :])
    title = row[column] if number is None else number[2] or (after.pop(0) if after else "")
    if number is not None and number[1].isalpha() and number[2]:
        title = title if row[column][1:2] in (".", ")", ":") else row[column]
    title, rest = named(title)
    return PrintedPhase(title, ". ".join(text.rstrip(".") for text in (rest, *after) if text))


def _numbered(points: Sequence[Point]) -> list[PrintedPhase]:
    """Return the phases of the first numbered list of at least two, with the points between them."""
    texts: list[str] = []
    kept: list[str] = []
    for number, text in _items(points):
        if number == _following(len(texts), number):
            if texts:
                texts[-1] = " ".join([texts[-1], *kept])
            texts.append(text)
            kept = []
        elif texts and not number:
            kept.append(text)
        elif texts and len(texts) < 2:
            texts, kept = [], []
        elif texts:
            break
    return [phase for phase in (PrintedPhase(*named(text)) for text in texts) if phase.title]


def _items(points: Sequence[Point]) -> Iterator[tuple[str, str]]:
    """Yield each number with the text after it; an empty number for a text before the first number of a point."""
    for point in points:
        if point.kind == "table":
            continue
        plain = " ".join(unlinked(point.text).split())
        plain = _WITH_COMMA.sub(r"\1.", plain)
        if "(ii)" in plain:
            plain = _ROMAN.sub(lambda found: f"({_NUMERALS.index(found[1]) + 1})", plain)
        first, *parts = _ITEM.split(plain)
        if first.strip():
            yield "", first.strip()
        for number, text in zip(parts[::2], parts[1::2], strict=True):
            yield number.lower(), text.strip()


def _following(count: int, number: str) -> str:
    """Return the number after `count` others, as a numeral or a letter like `number`; empty for none."""
    return str(count + 1) if number.isdecimal() else chr(ord("a") + count) if number and count < 26 else "-"


def _headed(points: Sequence[Point], takes_all: bool) -> list[PrintedPhase]:
    """Return the phases in points that begin with a name: in bold, with the word phase, or any if `takes_all`."""
    phases = []
    for point in points:
        if point.kind == "table" or point.depth:
            continue
        title, rest = named(point.text)
        is_short = len(title.split()) <= _MOST_WORDS and not unlinked(point.text).endswith(":")
        is_head = bool(_BOLD.match(point.text) or _PHASE.search(title))
        if _ABOVE.search(unlinked(point.text)):
            continue
        if title and is_short and (is_head or (takes_all and _begins(point.text))):
            phases.append(PrintedPhase(title, rest))
    return phases


def _begins(text: str) -> bool:
    """Return whether a text begins with a short name before a full stop or colon, or is only a name."""
    head = _HEAD.fullmatch(unlinked(text))
    return head is not None and len(head[1].split()) <= _MOST_WORDS


def _below(module: GameModule, entry: Entry) -> list[PrintedPhase]:
    """Return the rules below a rule whose headings name a phase."""
    below = [each for each in module.entries if each.parent == entry.id and each.cites and not each.optional]
    return [
        PrintedPhase(_title(each.title), cite=each.cites[0]) for each in below if _NAMED.fullmatch(each.title)
    ]


def named(text: str) -> tuple[str, str]:
    """Return the name of a phase and what happens in it: `Fire` and `Both sides fire` of `Fire. Both sides fire.`"""
    if bold := _BOLD.match(text):
        return _title(unlinked(bold[2])), unlinked(bold[3]).strip()
    plain = " ".join(unlinked(text).split())
    if phase := _IN_THE.fullmatch(plain):
        return _title(phase[1]), phase[2]
    for pattern in (_HEAD, _COMMA):
        head = pattern.fullmatch(plain)
        if head is not None and len(head[1].split()) <= _MOST_WORDS and not _VERB.match(head[1]):
            return _title(head[1]), re.sub(r"^(?:and|then)\s+", "", head[2])
    if verb := _VERB.match(plain):
        return _title(verb[1]), plain
    return _title(plain), plain


def _title(text: str) -> str:
    """Return a name on one line that is not too long, with a capital letter first."""
    plain = text if any(map(str.isalpha, text)) else ""
    plain = " ".join("".join(char if char.isprintable() else " " for char in plain).split()).strip(
        " .:;,*_|-"
    )
    if len(plain) > LONGEST_TITLE:
        plain = plain[:LONGEST_TITLE].rpartition(" ")[0] or plain[:LONGEST_TITLE]
    if plain.isupper() and len(plain) > _MOST_WORDS:
        return plain.capitalize()
    return plain[:1].upper() + plain[1:]
