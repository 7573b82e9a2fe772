"""Who says a point: its mark, and the line that tells what the marks mean."""

from __future__ import annotations

from companion.model import Entry, Game, Point

MARKS = {
    "rule": "RULE",
    "erratum": "ERRATUM",
    "chart": "CHART",
    "designer": "DESIGNER",
    "clarification": "COMMUNITY",
    "notes": "NOTES",
    "reading": "READING",
    "companion": "COMPANION",
    "ruling": "TABLE",
}
"""How a point says its authority."""

UNMARKED = ("rule", "clarification")
"""What most chapters consist of: marked only in a chapter whose own authority is another."""


def is_marked(authority: str, own: str) -> bool:
    """Whether a point says its authority, in a chapter whose own is `own`."""
    return authority not in UNMARKED or authority != own


def point_mark(point: Point, own: str) -> str:
    """`[CHART, Brandywine] ` before a point: who says so, and what it is limited to."""
    marks = [MARKS[point.authority]] if is_marked(point.authority, own) else []
    marks += [point.mark] if point.mark else []
    return f"[{', '.join(marks)}] " if marks else ""


def authorities_told(entry: Entry, game: Game) -> str:
    """Who says the points without a mark, and what each mark means; empty where there are no points."""
    own = entry.authority
    marked = [name for name in sorted(entry.authorities) if is_marked(name, own)]
    sentences = [] if entry.authorities <= set(marked) else [f"Unmarked points are: {game.words_for(own)}."]
    legend = "; ".join(f"[{MARKS[name]}] {game.words_for(name)}" for name in marked)
    return " ".join([*sentences, *([f"{legend}."] if legend else [])])
