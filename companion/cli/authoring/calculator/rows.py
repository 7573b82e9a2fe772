"""Asks about several rows of a table of modifiers at once, by their numbers in the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.cli.authoring.calculator.conditions import read_terms
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.other_side import BOTH, sides_in
from companion.cli.authoring.printed.table import ModifierTable
from companion.errors import Refused

_NONE = "none"
_ONLY = "Rows that are in neither list count for both sides, each by its own answers."


@dataclass
class RowList:
    """The rows of a table. The terminal lists them once; all questions use the same numbers."""

    draft: Draft
    table: ModifierTable
    is_listed: bool = False
    """Whether the terminal has shown the list."""

    def ask(
        self,
        name: str,
        says: str,
        default: Sequence[str] = (),
        explains: str = "",
        check: Callable[[list[str]], None] = lambda _: None,
        has_list: bool = True,
    ) -> list[str]:
        """Ask for rows, by number or label, and return their labels; none if the answer is none.

        `check` raises Refused for rows that cannot be chosen. Without `has_list`, the text lists what is needed.
        """
        every = "; ".join(f"{number} {row}" for number, row in self.table.listed.items())
        shown = "" if self.is_listed or not has_list else f": {every}"
        self.is_listed = self.is_listed or (has_list and self.draft.interview.asks_now)

        def checked(text: str) -> str:
            labels = self._read(text)
            check(labels)
            return " or ".join(labels) or _NONE

        typed = self.draft.need(
            name,
            f"{says}{shown}",
            default=" or ".join(default) or _NONE,
            check=checked,
            lists=True,
            explains=f"{explains} Type the numbers of the rows: {every}.",
        )
        return self._read(typed)

    def _read(self, text: str) -> list[str]:
        """Return the labels of typed rows. Raises Refused."""
        if text.strip().casefold() in ("0", _NONE):
            return []
        several = ", ".join(text.split()) if re.fullmatch(r"\d+(\s+\d+)+", text.strip()) else text
        terms = [term for terms in read_terms(several, self.table.labels) for term in terms]
        if any(term.is_not for term in terms):
            raise Refused("name the rows that it concerns, as in 2 3")
        return list(dict.fromkeys(term.label for term in terms))


def ask_row_sides(rows: RowList, sides: tuple[str, ...]) -> list[str]:
    """Ask which rows count for one side only, and return the side of each row, or BOTH."""
    labels = rows.table.labels
    found = dict.fromkeys(labels, BOTH)

    def is_free(typed: list[str]) -> None:
        for label in typed:
            if found[label] != BOTH:
                raise Refused(f"{label} already counts for {found[label]} only; < goes back to that question")

    for side in sides:
        named = {label for label in labels if sides_in(label, sides) == [side]}
        groups = (group for group in rows.table.exclusive if named & set(group))
        named |= {label for group in groups for label in group if not sides_in(label, sides)}
        hinted = [label for label in labels if found[label] == BOTH and label in named]
        name, says = f"rows-of-{sides.index(side) + 1}", f"Which rows count for {side} only (as in 2 3)"
        found |= dict.fromkeys(rows.ask(name, says, hinted, _ONLY, is_free), side)
    return [found[label] for label in labels]
