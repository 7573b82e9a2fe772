"""The letters of a form: which row each letter toggles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model.answer_keys import letter_at
from companion.ui.widgets.rows import Path, Row, YesNoRow


class UnitLetters:
    """Gives modifiers their letters; in a list of units, only the unit that was marked last has them."""

    def __init__(self, letters: Mapping[str, str]) -> None:
        self.letters = letters
        self._units: dict[Path, str] = {}
        """Number of the unit that has the letters, by the path of its list."""

    def put(self, rows: Sequence[Row], marked: Row | None = None) -> None:
        """Give the rows their letters; `marked` is the row that is marked now."""
        if marked is not None and (place := _unit(marked.path)) is not None:
            self._units[marked.path[:place]] = marked.path[place]
        for row in rows:
            letter = self._letter(row) if isinstance(row, YesNoRow) else ""
            if letter != row.hotkey:
                row.hotkey = letter
                if row.shown_once:
                    row.draw()

    def _letter(self, row: Row) -> str:
        place = _unit(row.path)
        if place is not None and row.path[place] != self._units.get(row.path[:place], "1"):
            return ""
        return letter_at(self.letters, row.path, row.member.key if row.member else "")


def _unit(path: Path) -> int | None:
    """Return the index of the unit number in a path; None outside lists."""
    return next((place for place, step in enumerate(path) if step.isdecimal()), None)
