"""A calculator's questions, built from its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual import on
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from companion.engine.answers import CheckedAnswers, asked_now, legal_choices
from companion.model import Input
from companion.model.answer_path import answer_at
from companion.render.text import shown
from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.entry_rows import ChoiceRow, NumberRow
from companion.ui.widgets.rows import AddRow, MemberRow, Path, Row, YesNoRow
from companion.workspace.answer_sheet import AnswerSheet

RESERVED = "ryn"
"""Letters that mean something else: roll, yes, no."""


class Form(VerticalScroll, can_focus=False):
    """A row for every question; those that do not apply are hidden."""

    @dataclass
    class Changed(Message):
        """Answers changed."""

        after: Row | None
        """The row to go on from; None to stay."""
        focus: Row | None = None
        """The row to go to; None to leave it to the screen."""

    @dataclass
    class Left(Message):
        """The player moved past the last row (1) or before the first (-1)."""

        step: int

    app: SerialKeyApp

    def __init__(self, sheet: AnswerSheet, reserved: str = "") -> None:
        """`reserved`: further letters that the screen keeps for itself."""
        super().__init__(id="form")
        self.sheet = sheet
        self.reserved = RESERVED + reserved
        self.ruled: frozenset[str] = frozenset()
        """Paths of questions about whose modifiers there is a table ruling."""
        self.rows: list[Row] = []
        self._letters: dict[str, Row] = {}
        self._assigned: dict[str, str] = {}
        """The letter of each yes/no question, by path and member; kept when units are added or removed."""
        self._tail = ""
        """The letters of a choice that was taken before it was typed in full: they are ignored if typed."""
        self._taken_at = -1
        """Number of the key that completed an answer early: an Enter right behind it belongs to that answer."""
        self._in_sight: tuple[Row, Region, Size] | None = None
        """Marked row, its place and the size of the form when it was scrolled to last."""
        self._heads: dict[str, Static] = {}
        self.alone: Row | None = None
        """The only row on the screen, step by step; None if all are shown."""

    @property
    def step_by_step(self) -> bool:
        """Whether one question is shown at a time."""
        return self.alone is not None

    async def build(self) -> None:
        """Create the rows, also after a unit was added; messages of rows that are gone are ignored."""
        self.rows, self._letters, self._heads, self.alone = [], {}, {}, None
        await self.remove_children()
        for given in sorted(self.sheet.procedure.inputs, key=lambda each: each.kind == "rows"):
            self._assign(given, (), self.sheet.values.get(given.name))
        parts: list[Static] = []
        for given in self.sheet.procedure.inputs:
            parts += self._parts(given, (), self.sheet.values.get(given.name))
        await self.mount_all(parts)

    def _parts(self, given: Input, above: Path, value: Any) -> Iterator[Static]:
        path = (*above, given.name)
        match given.kind:
            case "yes-no":
                yield self._row(YesNoRow(path, given, self._assigned.get(_sign(path), "")))
            case "number":
                yield self._row(NumberRow(path, given))
            case "choice":
                yield self._row(ChoiceRow(path, given))
            case "set":
                yield self._head(given.label, ".".join(path))
                for choice in given.choices:
                    yield self._row(
                        MemberRow(path, given, choice, self._assigned.get(_sign(path, choice.key), ""))
                    )
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
        if row.hotkey:
            self._letters[row.hotkey] = row
        return row

    def _head(self, label: str, path: str) -> Static:
        head = Static(Content(shown(label)), classes="head")
        self._heads[path] = head
        return head

    def _assign(self, given: Input, above: Path, value: Any) -> None:
        """Give every yes/no question a letter; units come last, so that adding a unit changes no letter."""
        path = (*above, given.name)
        if given.kind == "yes-no":
            self._letter(_sign(path), given.label)
        elif given.kind == "set":
            for choice in given.choices:
                self._letter(_sign(path, choice.key), choice.label or choice.key)
        elif given.kind == "group":
            for field in given.fields:
                self._assign(field, path, None)
        elif given.kind == "rows":
            for number in range(1, len(value or []) + 1):
                for field in given.fields:
                    self._assign(field, (*path, str(number)), None)

    def _letter(self, sign: str, label: str) -> None:
        """Assign a free letter, if possible one of the label."""
        if sign in self._assigned:
            return
        taken = {*self._assigned.values(), *self.reserved}
        free = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in taken]
        own = [letter for letter in label.lower() if letter in free]
        self._assigned[sign] = next(iter([*own, *free]), "")

    def show(self, taken: CheckedAnswers, missing: tuple[str, ...], fault: tuple[str, str]) -> None:
        """Update every row. `fault` is (input, why its answer is refused), both empty for none."""
        for row in self.rows:
            dotted = ".".join(row.path)
            scope = _scope(taken.values, row.path)
            asked = dotted in taken.asked or isinstance(row, AddRow)
            row.asked = asked and asked_now(row.given, scope)
            said = self.sheet.at(row.path)
            value: Any = said
            if isinstance(row, MemberRow):
                value = row.choice.key in (said or [])
            elif isinstance(row, YesNoRow):
                value = bool(answer_at(taken.values, row.path))
            row.aside = self._aside(row)
            row.put(
                value,
                dotted in missing,
                fault[1] if fault[0] == dotted else "",
                legal_choices(row.given, scope),
            )
        self.lay_out()

    def on_mount(self) -> None:
        """Follow the layout."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self.keep_in_sight)

    def keep_in_sight(self, screen: Screen[Any]) -> None:
        """Scroll to the marked row if it is another one or has moved, or if the form has another size."""
        row = screen.focused
        if isinstance(row, Row) and row in self.rows:
            place = (row, row.virtual_region, self.size)
            if place != self._in_sight:
                self._in_sight = place
                self.scroll_to_widget(row, animate=False)

    def lay_out(self) -> None:
        """Show the rows that are asked, or the only one in a walk."""
        for row in self.rows:
            row.display = row.asked and self.alone in (None, row)
            if row.alone is not (row is self.alone):
                row.alone = row is self.alone
                row.draw()
        for path, head in self._heads.items():
            under = (row for row in self.rows if _under(".".join(row.path), path))
            head.display = self.alone is None and any(row.display for row in under)

    def asked_rows(self) -> list[Row]:
        """The rows that are asked, in order."""
        return [row for row in self.rows if row.asked]

    def head_of(self, row: Row) -> str:
        """Return the heading over a row, such as its group or unit; empty if there is none."""
        found = [path for path in self._heads if _under(".".join(row.path), path)]
        return str(self._heads[max(found, key=len)].content) if found else ""

    def _aside(self, row: Row) -> str:
        """`(from 5th Texas)`, and whether the table has a ruling on what the row decides."""
        dotted = ".".join(row.path)
        plain = ".".join(step for step in row.path if not step.isdecimal())
        source = "" if isinstance(row, MemberRow) else self.sheet.origins.get(dotted, "")
        told = [f"(from {source})"] if source else []
        if plain in self.ruled and not isinstance(row, AddRow):
            told.append("TABLE")
        return " ".join(told)

    def next_missing(self) -> Row | None:
        """The first row that must still be answered."""
        return next((row for row in self.rows if row.asked and row.missing), None)

    def intercept(self, row: Row, event: Key) -> bool:
        """Take a key before its row: Enter right behind an answer that was taken early, and the steps of a walk.

        Step by step Enter and Right go on, Left goes back; y and n answer and go on.
        """
        if event.key == "enter" and self._taken_at == self.app.keys_handed_out - 1:
            return True
        if not self.step_by_step:
            return False
        turns = isinstance(row, YesNoRow | AddRow)
        step = {"left": -1, "right": 1, "enter": 1 if turns else 0}.get(event.key, 0)
        if isinstance(row, YesNoRow) and event.character in ("y", "n"):
            row.take_key(event)
            step = 1
        if step:
            self.post_message(Row.Moved(row, step))
        return bool(step)

    def take_letter(self, event: Key) -> bool:
        """Toggle the yes/no question with this letter; False if none has it and it continues no word.

        Step by step, only the question on the screen has its letter.
        """
        letter = (event.character or "").lower()
        if len(letter) != 1:
            return False
        if self._tail.startswith(letter):
            self._tail = self._tail[1:]
            self._taken_at = self.app.keys_handed_out
            return True
        self._tail = ""
        row = self._letters.get(letter)
        if isinstance(row, YesNoRow) and row.asked and self.alone in (None, row):
            row.toggle()
            return True
        return False

    def row_at(self, path: str) -> Row | None:
        """The visible row of an input, by its path."""
        for row in self.rows:
            if row.asked and ".".join(row.path) == path:
                return row
        return None

    @on(Row.Moved)
    def _row_moved(self, event: Row.Moved) -> None:
        event.stop()
        if event.row not in self.rows:
            return
        row = self.beside(event.row, event.step)
        if row is None:
            self.post_message(self.Left(event.step))
            return
        event.row.left()
        self.screen.set_focus(row)

    def beside(self, row: Row, step: int) -> Row | None:
        """The row asked after (1) or before (-1) `row`; None past the ends."""
        rows = [each for each in self.rows if each.asked or each is row]
        place = rows.index(row) + step if row in rows else -1
        return rows[place] if 0 <= place < len(rows) else None

    @on(Row.Answered)
    async def _row_answered(self, event: Row.Answered) -> None:
        event.stop()
        row = event.row
        if row not in self.rows:
            return
        self._tail = event.tail or ""
        if event.tail is not None:
            self._taken_at = self.app.keys_handed_out
        if isinstance(row, AddRow):
            await (self.add_unit(row) if event.value == "+" else self.drop_unit())
            return
        value = event.value
        if isinstance(row, MemberRow):
            others = [member for member in self.sheet.at(row.path) or [] if member != row.choice.key]
            value = [*others, row.choice.key] if event.value else others
        self.sheet.answer(row.path, value)
        self.post_message(self.Changed(row if event.settled else None))

    async def add_unit(self, row: AddRow) -> None:
        """Add a unit and focus its first question."""
        self.enter_typed()
        number = self.sheet.units(row.path) + 1
        if row.given.most is not None and number > row.given.most:
            self.notify(f"At most {row.given.most}: {row.given.label}", severity="warning")
            return
        self.sheet.add_unit(row.path)
        await self.build()
        first = (*row.path, str(number))
        start = next(row for row in self.rows if row.path[: len(first)] == first)
        self.post_message(self.Changed(None, start))
        self.call_after_refresh(start.scroll_visible)

    async def drop_unit(self) -> None:
        """Remove the last unit."""
        for row in self.rows:
            if isinstance(row, AddRow) and self.sheet.units(row.path) > (row.given.least or 0):
                self.sheet.drop_unit(row.path)
                await self.build()
                self.post_message(self.Changed(None))
                return

    def enter_typed(self) -> bool:
        """Put numbers that were typed and not entered on the sheet; return whether there were any."""
        typed = [row for row in self.rows if isinstance(row, NumberRow) and row.typed.strip("-")]
        for row in typed:
            self.sheet.answer(row.path, row.typed)
            row.typed = ""
        return bool(typed)


def _under(path: str, above: str) -> bool:
    return path == above or path.startswith(f"{above}.")


def _sign(path: Path, member: str = "") -> str:
    return ".".join(path) + (f"={member}" if member else "")


def _scope(values: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Return the values that a condition of the row at `path` may read: all answers, and those of its group or unit."""
    inner = answer_at(values, path[:-1]) if len(path) > 1 else {}
    return {**values, **(inner if isinstance(inner, Mapping) else {})}
