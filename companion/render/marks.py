"""Marks of authority on points, and the legend of these marks."""

from __future__ import annotations

from companion.model import Entry, Game, Point

MARKS = {
    "rule": "RULE",
    "erratum": "ERRATUM",
    "chart": "CHART",
    "designer": "DESIGNER",
    "clarification": "UNOFFICIAL",
    "notes": "NOTES",
    "reading": "ASSUMED",
    "companion": "OUR NOTE",
    "ruling": "TABLE",
}
"""Mark of each authority."""

UNMARKED = ("rule", "clarification")
"""Authorities of most chapters: marked only in a chapter with another authority."""


def is_marked(authority: str, own: str) -> bool:
    """Return whether a point of this authority is marked in a chapter with the authority `own`."""
    return authority not in UNMARKED or authority != own


def point_mark(point: Point, own: str) -> str:
    """Return the mark of a point: its authority and what it is limited to, as in `[CHART, Brandywine] `."""
    marks = [MARKS[point.authority]] if is_marked(point.authority, own) else []
    marks += [point.mark] if point.mark else []
    return f"[{', '.join(marks)}] " if marks else ""


def authorities_told(entry: Entry, game: Game) -> str:
    """Return the legend of an entry: the authority of points without a mark, and each mark; empty without points."""
    own = entry.authority
    marked = [name for name in sorted(entry.authorities) if is_marked(name, own)]
    sentences = [] if entry.authorities <= set(marked) else [f"Unmarked points are: {game.words_for(own)}."]
    legend = "; ".join(f"[{MARKS[name]}] {game.words_for(name)}" for name in marked)
    return " ".join([*sentences, *([f"{legend}."] if legend else [])])
