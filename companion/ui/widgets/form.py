"""A calculator's questions, built from its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual import on
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from companion.engine.answers import CheckedAnswers, asked_now, legal_choices
from companion.model import Input
from companion.model.answer_path import answer_at
from companion.render.text import shown
from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.answer_letters import UnitLetters
from companion.ui.widgets.entry_rows import ChoiceRow, NumberRow
from companion.ui.widgets.form_paths import aside, is_under, scope_of
from companion.ui.widgets.rows import AddRow, MemberRow, Path, Row, YesNoRow
from companion.ui.widgets.sight import KeptInSight, RowScroll, in_sight, reveal
from companion.workspace.answer_sheet import AnswerSheet

MOVING = ("up", "down", "tab", "shift+tab", "enter")
"""Keys that do not change the answer of a row; Enter may enter a typed number."""


class Form(RowScroll):
    """A row for every question; those that do not apply are hidden."""

    @dataclass
    class Changed(Message):
        """Answers changed."""

        after: Row | None
        """The row to go on from; None to stay."""
        focus: Row | None = None
        """The row to go to; None lets the screen decide."""
        replaced: str = ""
        """The previous answer in words, to be shown to the player; empty if none was replaced."""
        message: str = ""
        """Message about a unit that was added or removed; empty for none."""

    @dataclass
    class Unseen(Message):
        """An answer changed whose row is now out of sight, because the mark has moved on."""

        row: Row

    @dataclass
    class Left(Message):
        """The player moved past the last row (1) or before the first (-1)."""

        step: int

    app: SerialKeyApp

    def __init__(self, sheet: AnswerSheet, letters: Mapping[str, str]) -> None:
        """`letters`: of the modifiers of the game, by sign."""
        super().__init__(id="form")
        self.sheet = sheet
        self.letters = UnitLetters(letters)
        self.ruled: frozenset[str] = frozenset()
        """Paths of questions whose modifiers have a table ruling."""
        self.rows: list[Row] = []
        self._kept = KeptInSight(self)
        self.changed: Row | None = None
        """The row whose answer changed last; it stays in sight if there is room."""
        self._unreported = False
        """Whether that change may still need a report, if its row goes out of sight before the mark moves."""
        self._heads: dict[str, Static] = {}
        self.alone: Row | None = None
        """The only row on the screen, step by step; None if all are shown."""

    @property
    def step_by_step(self) -> bool:
        """Whether one question is shown at a time."""
        return self.alone is not None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the rows, at most those of the panel; lines cut off could not be scrolled to."""
        height = super().get_content_height(container, viewport, width)
        return min(height, container.height) if container.height else height

    async def build(self) -> None:
        """Create the rows, also after a unit is added; messages of removed rows are ignored."""
        self.rows, self._heads, self.alone = [], {}, None
        await self.remove_children()
        parts: list[Static] = []
        for given in self.sheet.procedure.inputs:
            parts += self._parts(given, (), self.sheet.values.get(given.name))
        self.letters.put(self.rows)
        await self.mount_all(parts)

    def _parts(self, given: Input, above: Path, value: Any) -> Iterator[Static]:
        path = (*above, given.name)
        match given.kind:
            case "yes-no":
                yield self._row(YesNoRow(path, given))
            case "number":
                yield self._row(NumberRow(path, given))
            case "choice":
                yield self._row(ChoiceRow(path, given))
            case "set":
                yield self._head(given.label, ".".join(path))
                for choice in given.choices:
                    yield self._row(MemberRow(path, given, choice))
            case "group":
                yield self._head(given.label, ".".join(path))
                for field in given.fields:
                    yield from self._parts(field, path, (value or {}).get(field.name))
            case "rows" if given.most == 0:
                return
            case "rows":
                for number, row in enumerate(value or [], 1):
                    yield self._head(f"{given.label} {number}", ".".join((*path, str(number))))
                    for field in given.fields:
                        yield from self._parts(field, (*path, str(number)), row.get(field.name))
                yield self._row(AddRow(path, given))

    def _row(self, row: Row) -> Row:
        row.intercept = self.intercept
        self.rows.append(row)
        return row

    def _head(self, label: str, path: str) -> Static:
        head = Static(Content(shown(label)), classes="head")
        self._heads[path] = head
        return head

    def show(self, taken: CheckedAnswers, missing: tuple[str, ...], fault: tuple[str, str]) -> None:
        """Update every row. `fault` is an input and the reason its answer is refused, both empty for none."""
        for row in self.rows:
            dotted = ".".join(row.path)
            scope = scope_of(taken.values, row.path)
            asked = dotted in taken.asked or isinstance(row, AddRow)
            row.asked = asked and asked_now(row.given, scope)
            answer = self.sheet.at(row.path)
            value: Any = answer
            legal = legal_choices(row.given, scope)
            if isinstance(row, MemberRow):
                value = row.choice.key in (answer or [])
                row.asked = row.asked and any(choice.key == row.choice.key for choice in legal)
            elif isinstance(row, YesNoRow):
                value = bool(answer_at(taken.values, row.path))
            row.aside = aside(row, self.sheet, self.ruled)
            if row.shown_once and value != row.value:
                row.flash()
            invalid = (
                isinstance(row, ChoiceRow) and value is not None and all(each.key != value for each in legal)
            )
            row.put(
                value,
                dotted in missing or invalid,
                fault[1] if fault[0] == dotted else "",
                legal,
            )
        self.lay_out()

    def on_mount(self) -> None:
        """Follow the layout."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self.keep_in_sight)

    def keep_in_sight(self, screen: Screen[Any]) -> None:
        """Keep the changed and the marked row in sight, and the row after the marked one if there is room."""
        marked = screen.focused if isinstance(screen.focused, Row) else None
        changed = self.changed if self.changed in self.rows else None
        row = marked or changed
        if row is None or row not in self.rows:
            return
        if self._kept.follow(self.beside(row, 1) if marked is not None else None, changed, marked):
            self._report_change()

    def _report_change(self) -> None:
        """Report the changed row if there is no room for it beside the marked one."""
        if self._unreported and self.changed in self.rows and not self.shows(self.changed):
            self.post_message(self.Unseen(self.changed))
            self._unreported = False

    def forget_change(self) -> None:
        """Do not report the changed row any more, as the player has moved the mark."""
        self._unreported = False

    def lay_out(self) -> None:
        """Show the rows that are asked, or only the current one in a walk."""
        for row in self.rows:
            row.display = row.asked and self.alone in (None, row)
            if row.alone is not (row is self.alone):
                row.alone = row is self.alone
                row.draw()
        for path, head in self._heads.items():
            under = (row for row in self.rows if is_under(".".join(row.path), path))
            head.display = self.alone is None and any(row.display for row in under)

    def asked_rows(self) -> list[Row]:
        """Return the rows that are asked, in order."""
        return [row for row in self.rows if row.asked]

    def head_of(self, row: Row) -> str:
        """Return the heading over a row, such as its group or unit; empty if there is none."""
        paths = [path for path in self._heads if is_under(".".join(row.path), path)]
        return str(self._heads[max(paths, key=len)].content) if paths else ""

    def next_missing(self) -> Row | None:
        """Return the first row that must still be answered."""
        return next((row for row in self.rows if row.asked and row.missing), None)

    def intercept(self, row: Row, event: Key) -> bool:
        """Handle a key before its row does: one that would change a row out of sight, and the steps of a walk.

        In a walk, Enter and Right go on, Left goes back; y and n answer and go on. Keys of the app, such as Undo and
        Help, are not handled here. Return whether the key was handled.
        """
        other = self.row_of(event.character or "")
        if other is not None and other is not row and not isinstance(row, NumberRow):
            return False
        if event.key not in MOVING and not in_sight(row, self):
            active = self.screen.active_bindings.get(event.key)
            if active is not None and active.node is self.app:
                return False
            reveal(row, self, shown(event.character or "").strip() or event.key.capitalize())
            return True
        if not self.step_by_step:
            return False
        turns = isinstance(row, YesNoRow | AddRow)
        step = {"left": -1, "right": 1, "enter": 1 if turns else 0}.get(event.key, 0)
        if isinstance(row, YesNoRow) and event.character in ("y", "n"):
            row.take_key(event)
            row.answered_early()
            step = 1
        if step:
            self.post_message(Row.Moved(row, step))
        return bool(step)

    def row_of(self, character: str) -> Row | None:
        """Return the row that a letter toggles, or that + and - act on; None if the key has no row here."""
        rows = [row for row in self.rows if row.asked]
        if character in ("+", "-"):
            return next((row for row in rows if isinstance(row, AddRow)), None)
        return next((row for row in rows if character and row.hotkey == character.lower()), None)

    def choice_with(self, key: str) -> ChoiceRow | None:
        """Return the first question with a choice that has this letter; None if there is none."""
        choices = (row for row in self.asked_rows() if isinstance(row, ChoiceRow) and key.isalpha())
        return next((row for row in choices if key.lower() in row.keys().values()), None)

    def shows(self, row: Row) -> bool:
        """Return whether the question and its answer are completely in sight."""
        return row.display and in_sight(row, self)

    def row_at(self, path: str) -> Row | None:
        """Return the visible row of an input, by its path."""
        return next((row for row in self.asked_rows() if ".".join(row.path) == path), None)

    @on(Row.Moved)
    def _row_moved(self, event: Row.Moved) -> None:
        event.stop()
        if event.row not in self.rows:
            return
        self.forget_change()
        row = self.beside(event.row, event.step)
        if row is None:
            self.post_message(self.Left(event.step))
            return
        event.row.left()
        self.screen.set_focus(row)

    def instead_of(self, row: Row) -> Row | None:
        """Return the row to mark if `row` is no longer asked: the answer that caused this if it takes no digits."""
        if isinstance(self.changed, YesNoRow) and self.changed.asked and self.changed in self.rows:
            return self.changed
        return self.beside(row, 1) or self.beside(row, -1)

    def beside(self, row: Row, step: int) -> Row | None:
        """Return the row asked after (1) or before (-1) `row`; None past the ends."""
        rows = [each for each in self.rows if each.asked or each is row]
        place = rows.index(row) + step if row in rows else -1
        return rows[place] if 0 <= place < len(rows) else None

    @on(Row.Answered)
    async def _row_answered(self, event: Row.Answered) -> None:
        event.stop()
        row = event.row
        if row not in self.rows:
            return
        if isinstance(row, AddRow):
            await (self.add_unit(row) if event.value == "+" else self.drop_unit(row))
            return
        value = event.value
        if isinstance(row, MemberRow):
            others = [member for member in self.sheet.at(row.path) or [] if member != row.choice.key]
            value = [*others, row.choice.key] if event.value else others
        before = self.sheet.at(row.path)
        is_other = event.settled and before is not None and str(before) != str(value)
        replaced = row.answer_line().removeprefix(f"{shown(row.given.label)}: ") if is_other else ""
        self.changed, self._unreported = row, not replaced
        self.sheet.answer(row.path, value)
        self.post_message(self.Changed(row if event.settled else None, replaced=replaced))

    async def add_unit(self, row: AddRow) -> None:
        """Add a unit and focus its first question."""
        marked = self.screen.focused
        typed = f"{marked.typed_line()}; " if isinstance(marked, NumberRow) and marked.half_typed else ""
        self.enter_typed()
        number = self.sheet.units_in(row.path) + 1
        if row.given.most is not None and number > row.given.most:
            self.notify(f"{row.given.label}: at most {row.given.most}", severity="warning")
            return
        self.sheet.add_unit(row.path)
        await self.build()
        first = (*row.path, str(number))
        start = next(row for row in self.rows if row.path[: len(first)] == first)
        self.post_message(self.Changed(None, start, message=f"{typed}Added: {self.head_of(start)}"))

    async def drop_unit(self, row: AddRow) -> None:
        """Remove the last unit; if the mark was on it, mark the row that adds units."""
        number, least = self.sheet.units_in(row.path), row.given.least or 0
        if number <= least:
            self.notify(f"{row.given.label}: at least {least}", severity="warning")
            return
        marked = self.screen.focused
        self.sheet.drop_unit(row.path)
        await self.build()
        here = None
        if isinstance(marked, Row):
            same = [each for each in self.rows if each.is_like(marked)]
            here = next(iter(same or [each for each in self.rows if each.is_like(row)]))
        self.post_message(self.Changed(None, here, message=f"Removed: {row.given.label} {number}"))

    def enter_typed(self) -> bool:
        """Enter numbers that are half typed on the sheet; return whether there were any."""
        typed = [row for row in self.rows if isinstance(row, NumberRow) and row.typed.strip("-")]
        for row in typed:
            self.sheet.answer(row.path, row.typed)
            row.typed = ""
        return bool(typed)
