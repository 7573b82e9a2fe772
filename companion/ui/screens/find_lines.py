"""The lines of the search results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from companion.render.text import shown
from companion.ui.widgets.lines import Lines, mark_words, row

if TYPE_CHECKING:
    from companion.search.answer import SearchResult

_KINDS = {"chart": "Chart", "procedure": "Calculator", "term": "Term"}
_KINDS |= {"ruling": "TABLE", "note": "YOUR NOTE", "log": "LOG", "import": "YOURS"}
_LEAST, _MOST = 6, 10
"""Least and most columns for the rule numbers of results; a longer one is in the column of the titles."""


def number_columns(results: Sequence[SearchResult]) -> int:
    """Return the columns for the rule numbers of results."""
    longest = (len(result.section) + 2 for result in results if result.kind != "term")
    return max((_LEAST, *(columns for columns in longest if columns <= _MOST)))


def result_row(
    result: SearchResult, chapter: str, other_game: bool, families: tuple[str, ...], columns: int
) -> Lines:
    """Return a result: number and title, its chapter or kind at the right, at most two lines of text.

    `other_game`: the result belongs to a game that is not in play, which is named. `families`: other headings under
    which the result appears. `columns` are for the number.
    """
    kind = _KINDS.get(result.kind, "")
    number = "" if result.kind == "term" else result.section
    also = f" (also under {', '.join(families)})" if families else ""
    lead = f"{shown(number):{columns - 1}} "
    name = Content.assemble(
        (f"{result.game}: " if other_game else "", "bold $heed"), (shown(result.title), "bold")
    )
    if len(lead) > columns:
        lead, name = " " * columns, Content.assemble((f"{shown(number)}  ", "bold $link"), name)
    right = Content.styled(kind, "bold") if kind else Content.styled(shown(chapter), "$quiet")
    text = mark_words(Content.styled(shown(f"{result.snippet}{also}"), "$quiet"), result.matched)
    return row(Content.styled(lead, "bold $link"), name, right, text, most=2, right_needed=False)
