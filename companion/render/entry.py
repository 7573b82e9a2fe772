"""Entries of a rulebook and conflicts of sources, as lines and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.model import Chart, Conflict, Entry, Game, GameModule, Point, Procedure
from companion.render.citations import links_to, phases_of, same_number, used_by
from companion.render.documents import document
from companion.render.marks import authority_legend, point_mark
from companion.render.text import listed, numbered_title, table_lines, unlinked, wrapped

GAP = "The sources do not cover this. The page says what is missing and what to use instead."
"""Text under the title of a gap."""
OPTIONAL = "Optional rule."
"""Text under the title of an optional rule whose title and chapter do not say so."""


def entry_title(entry: Entry) -> str:
    """Return the printed numbers and the title, as in `3.5c Must succeed closing rolls`; a gap says so."""
    return numbered_title(", ".join(entry.numbers), entry.listed_title)


def book_words(entry: Entry, module: GameModule) -> str:
    """Return the game, edition and chapter of an entry."""
    own = "; your own" if entry.overlay else ""
    return f"{module.game.full_name}, {entry.chapter}{own}"


def notice(entry: Entry) -> str:
    """Return the text under the title of an entry: that it is a gap, or an optional rule; empty for other rules."""
    if entry.gap:
        return GAP
    is_told = "optional" in f"{entry.title} {entry.chapter}".lower()
    return OPTIONAL if entry.optional and not is_told else ""


def record_title(record: Entry | Chart | Procedure) -> str:
    """Return the title of a record, for an entry with its numbers."""
    return entry_title(record) if isinstance(record, Entry) else record.title


def entry_lines(
    entry: Entry,
    module: GameModule,
    width: int,
    others: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the entry with marks and conflicts, calculators, and links in both directions.

    `others`: limits that do not apply to the session, each with its replacement; points with such a limit come last.
    """
    lines = listed([entry_title(entry), book_words(entry, module), notice(entry)], width)
    lines.append("")
    played, elsewhere = apart(entry.points, others or {})
    lines += point_lines(played, entry.authority, module, width)
    if elsewhere:
        chosen = dict.fromkeys((others or {})[point.mark.split(", ")[0]] for point in elsewhere if point.mark)
        lines += [""] if played else []
        lines += wrapped(f"Not for this session ({', '.join(chosen)}):", width)
        lines += point_lines(elsewhere, entry.authority, module, width)
    lines += _tail(entry, module, width)
    legend = authority_legend(entry, module.game)
    return lines + (["", *wrapped(legend, width)] if legend else [])


def apart(points: Sequence[Point], others: Mapping[str, str]) -> tuple[list[Point], list[Point]]:
    """Return the points that apply, and those limited to what is not played; subpoints stay with their point."""
    played: list[Point] = []
    elsewhere: list[Point] = []
    above = [played]
    for point in points:
        del above[point.depth + 1 :]
        away = bool(point.mark) and all(mark in others for mark in point.mark.split(", "))
        above.append(elsewhere if away else above[-1])
        above[-1].append(point)
    return played, elsewhere


def point_lines(points: Sequence[Point], own: str, module: GameModule, width: int) -> list[str]:
    """Return the points with their marks; `own` is the authority of their chapter."""
    named = link_names(module)
    lines: list[str] = []
    for point in points:
        text, mark = unlinked(point.text, named), point_mark(point, own)
        if point.kind == "table":
            lines += wrapped(mark, width) if point.mark else []
            lines += table_lines(text, width)
        else:
            indent = "  " * point.depth
            lead = f"{indent}- " if point.kind == "point" else indent
            lines += wrapped(f"{mark}{text}", width, lead, " " * len(lead))
    return lines


def link_names(module: GameModule) -> dict[str, str]:
    """Return the text for a link to each record, by id: a number, a family and number, or a title.

    Titles of calculators are in quotation marks. Entries that share family and number also have their subject:
    Square 8.1d on facing.
    """
    names = {chart.id: chart.title for chart in module.charts}
    names |= {procedure.id: f'"{procedure.title}"' for procedure in module.procedures}
    shared = Counter(_numbered(entry) for entry in module.entries)
    for entry in module.entries:
        words = _numbered(entry) or entry.title
        if shared[words] > 1:
            words = " on ".join(filter(None, (words, _subject(entry))))
        names |= dict.fromkeys((entry.id, *entry.also), words)
    return names


def _numbered(entry: Entry) -> str:
    """Return the family and number of an entry; empty without a number."""
    return f"{entry.family} {entry.number}".strip() if entry.number else ""


def _subject(entry: Entry) -> str:
    """Return the subject after the family in a title: `facing` in `Square, facing: to a hexside`; empty if none."""
    head, colon, _ = entry.title.partition(":")
    family, comma, subject = head.partition(", ")
    return subject if colon and comma and family == entry.family else ""


def several_lines(wanted: str, entries: Sequence[Entry], width: int) -> list[str]:
    """Return a list of the entries that share the number or name `wanted`."""
    lines = wrapped(f"{wanted} is in {len(entries)} places. Show one of them:", width)
    return lines + listed((f"{entry.id}  {entry_title(entry)}" for entry in entries), width, "  ", "      ")


def _tail(entry: Entry, module: GameModule, width: int) -> list[str]:
    """Return conflicts of sources and three groups of references, each after an empty line."""
    lines = conflicts_lines(entry.id, module, width)
    groups = (
        (
            ("Calculators", [procedure.id for procedure in used_by(entry, module)]),
            ("Phases", phases_of(entry, module)),
        ),
        ((f"Also numbered {entry.number}", [other.id for other in same_number(entry, module)]),),
        (("See", entry.links), ("Cited by", [other.id for other in links_to(entry.id, module)])),
    )
    for group in groups:
        texts = [f"{head}: {', '.join(names)}" for head, names in group if names]
        lines += ["", *listed(texts, width, "", "  ")] if texts else []
    return lines


def conflicts_lines(record: str, module: GameModule, width: int) -> list[str]:
    """Return the conflicts of sources about the record with this id, each after an empty line."""
    return [
        line
        for conflict in module.conflicts_of(record)
        for line in ("", *conflict_lines(conflict, module.game, width))
    ]


def conflict_lines(conflict: Conflict, game: Game, width: int) -> list[str]:
    """Return the readings of a conflict, the one taken, and the reason."""
    readings = (
        f"{reading.says} ({reading.cite}, {game.words_for(reading.authority)})"
        for reading in conflict.readings
    )
    return [
        *wrapped(f"Sources differ: {conflict.title}", width, "", "  "),
        *listed(readings, width, "  - ", "    "),
        *wrapped(f"Used here: {conflict.taken.rstrip('.')}. {conflict.why}", width, "  ", "  "),
    ]


def entry_json(entry: Entry, module: GameModule) -> dict[str, Any]:
    """Return an entry as `companion show ID --json` prints it."""
    return document(
        entry,
        kind="entry",
        same_number=[other.id for other in same_number(entry, module)],
        cited_by=[other.id for other in links_to(entry.id, module)],
        calculators=[procedure.id for procedure in used_by(entry, module)],
        phases=phases_of(entry, module),
        conflicts=module.conflicts_of(entry.id),
    )
