"""A calculator's questions, built from its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from textual import on
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from companion.engine.answers import CheckedAnswers, asked_now, legal_choices
from companion.model import Input, Procedure
from companion.model.answer_path import AnswerPath, answer_at, put_answer
from companion.render.text import shown
from companion.ui.widgets.keyed import Keyed
from companion.ui.widgets.rows import AddRow, ChoiceRow, MemberRow, NumberRow, Path, Row, YesNoRow

RESERVED = "ryn"
"""Letters that mean something else: roll, yes, no."""


class Form(VerticalScroll, Keyed, can_focus=False):
    """Rows for every input; those that are not asked here are hidden."""

    @dataclass
    class Changed(Message):
        """Answers changed. `after` is the row to go on from, None to stay."""

        after: Row | None

    @dataclass
    class Left(Message):
        """The player moved past the last row (1) or before the first (-1)."""

        step: int

    def __init__(self, procedure: Procedure, answers: dict[str, Any], reserved: str = "") -> None:
        """`reserved`: further letters that the screen keeps for itself."""
        super().__init__(id="form")
        self.procedure = procedure
        self.answers = answers
        self.reserved = RESERVED + reserved
        self.origins: dict[str, str] = {}
        """Where answers were taken from, by path; those the player gave are not in it."""
        self.declined: set[str] = set()
        """Paths whose answer the player took away: nothing fills them in unasked."""
        self.ruled: frozenset[str] = frozenset()
        """Paths whose modifiers the table has a ruling on."""
        self.rows: list[Row] = []
        self._letters: dict[str, Row] = {}
        self._assigned: dict[str, str] = {}
        """Yes/no, by path and member, to its letter; kept while units come and go."""
        self.tail = ""
        """Letters of a choice that was understood early: typed on, they mean nothing more."""
        self.just_taken = False
        """Whether the last key went to an answer that was taken at once: an Enter behind it is that answer's."""
        self._heads: dict[str, Static] = {}
        self.alone: Row | None = None
        """The only row on show, in a walk; None where all are."""

    async def build(self) -> None:
        """Makes the rows anew, as after a unit was added; what a row that goes still tells is not heard."""
        self.rows, self._letters, self._heads, self.alone = [], {}, {}, None
        await self.remove_children()
        for given in sorted(self.procedure.inputs, key=lambda each: each.kind == "rows"):
            self._assign(given, (), self.answers.get(given.name))
        parts: list[Static] = []
        for given in self.procedure.inputs:
            parts += self._parts(given, (), self.answers.get(given.name))
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
        self.rows.append(row)
        if row.hotkey:
            self._letters[row.hotkey] = row
        return row

    def _head(self, label: str, path: str) -> Static:
        head = Static(Content(shown(label)), classes="head")
        self._heads[path] = head
        return head

    def _assign(self, given: Input, above: Path, value: Any) -> None:
        """Gives every yes/no a letter, those of units after all others, so that letters stay when units come."""
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
        """A free letter, of the label where one is left."""
        if sign in self._assigned:
            return
        taken = {*self._assigned.values(), *self.reserved}
        free = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in taken]
        own = [letter for letter in label.lower() if letter in free]
        self._assigned[sign] = next(iter([*own, *free]), "")

    def show(self, taken: CheckedAnswers, missing: tuple[str, ...], fault: tuple[str, str]) -> None:
        """Brings every row up to date. `fault` is (input, what is wrong), empty for none."""
        for row in self.rows:
            dotted = ".".join(row.path)
            scope = _scope(taken.values, row.path)
            asked = dotted in taken.asked or isinstance(row, AddRow)
            row.asked = asked and asked_now(row.given, scope)
            said = self.said(row.path)
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

    def on_resize(self) -> None:
        """What stands behind the marked question takes room from the questions."""
        self.keep_in_sight()

    def keep_in_sight(self) -> None:
        """Scrolls to the marked row, where it went out of sight with its neighbours or with room to show them."""
        row = self.screen.focused if self.is_attached else None
        if isinstance(row, Row) and row in self.rows:
            self.scroll_to_widget(row, animate=False)

    def lay_out(self) -> None:
        """Shows the rows that are asked, or the one that is asked alone."""
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
        """What stands over the row: its group, its unit of several; empty where nothing does."""
        found = [path for path in self._heads if _under(".".join(row.path), path)]
        return str(self._heads[max(found, key=len)].content) if found else ""

    def _aside(self, row: Row) -> str:
        """`(from 5th Texas)`, and whether the table has a ruling on what the row decides."""
        dotted = ".".join(row.path)
        plain = ".".join(step for step in row.path if not step.isdecimal())
        source = "" if isinstance(row, MemberRow) else self.origins.get(dotted, "")
        told = [f"(from {source})"] if source else []
        if plain in self.ruled and not isinstance(row, AddRow):
            told.append("TABLE")
        return " ".join(told)

    def fill(self, path: str, value: Any, source: str) -> None:
        """Keeps an answer that was taken from somewhere, and says so beside it."""
        self.put(path, value)
        self.origins[path] = source

    def said(self, path: Path) -> Any:
        """What the player answered at `path`, None where nothing."""
        return answer_at(self.answers, path)

    def next_missing(self) -> Row | None:
        """The first row that must still be answered."""
        return next((row for row in self.rows if row.asked and row.missing), None)

    async def lettered(self, letter: str) -> bool:
        """Turns the yes/no with this letter over; False where none has it and it ends no word."""
        if self.swallow(letter):
            return True
        row = self._letters.get(letter)
        if isinstance(row, YesNoRow) and row.asked:
            await row.toggle()
            return True
        return False

    def swallow(self, letter: str) -> bool:
        """Whether a letter only goes on with a choice that was understood before it was typed out."""
        if self.tail.startswith(letter):
            self.tail = self.tail[1:]
            self.just_taken = True
            return True
        self.tail = ""
        return False

    def row_at(self, path: str) -> Row | None:
        """The visible row of an input, by its path."""
        for row in self.rows:
            if row.asked and ".".join(row.path) == path:
                return row
        return None

    @on(Row.Moved)
    @on(Row.Answered)
    async def hear(self, event: Row.Moved | Row.Answered) -> None:
        """What a row tells."""
        event.stop()
        if event.row in self.rows:
            await (self._moved(event) if isinstance(event, Row.Moved) else self._answered(event))

    async def _moved(self, event: Row.Moved) -> None:
        row = self.beside(event.row, event.step)
        if row is not None:
            await event.row.left()
            self.screen.set_focus(row)
        else:
            await self.tell(self.Left(event.step))

    def beside(self, row: Row, step: int) -> Row | None:
        """The row asked after (1) or before (-1) `row`; None past the ends."""
        rows = [each for each in self.rows if each.asked or each is row]
        place = rows.index(row) + step if row in rows else -1
        return rows[place] if 0 <= place < len(rows) else None

    async def _answered(self, event: Row.Answered) -> None:
        row = event.row
        self.tail = event.tail or ""
        self.just_taken = event.tail is not None
        dotted = ".".join(row.path)
        self.origins.pop(dotted, None)
        if event.value is None:
            self.declined.add(dotted)
        if isinstance(row, AddRow):
            await (self.add_unit(row) if event.value == "+" else self.drop_unit())
            return
        if isinstance(row, MemberRow):
            members = [each for each in self.said(row.path) or [] if each != row.choice.key]
            self.put(row.path, [*members, row.choice.key] if event.value else members)
        else:
            self.put(row.path, event.value)
        await self.tell(self.Changed(row if event.settled else None))

    async def add_unit(self, row: AddRow) -> None:
        """One more unit, its first question in focus."""
        for each in self.rows:
            if isinstance(each, NumberRow) and each.typed:
                self.put(each.path, each.typed)
                each.typed = ""
        units = [*(self.said(row.path) or []), {}]
        if row.given.most is not None and len(units) > row.given.most:
            self.notify(f"At most {row.given.most}: {row.given.label}", severity="warning", markup=False)
            return
        self.put(row.path, units)
        await self.build()
        first = (*row.path, str(len(units)))
        start = next(each for each in self.rows if each.path[: len(first)] == first)
        await self.tell(self.Changed(None))
        self.screen.set_focus(start)
        self.call_after_refresh(start.scroll_visible)

    async def drop_unit(self) -> None:
        """Takes the last unit away."""
        for row in self.rows:
            if isinstance(row, AddRow) and len(self.said(row.path) or []) > (row.given.least or 0):
                units = self.said(row.path)
                gone = ".".join((*row.path, str(len(units)))) + "."
                self.origins = {
                    path: source for path, source in self.origins.items() if not path.startswith(gone)
                }
                self.put(row.path, units[:-1])
                await self.build()
                await self.tell(self.Changed(None))
                return

    def put(self, path: AnswerPath, value: Any) -> None:
        """Keeps an answer; None takes it away."""
        put_answer(self.answers, path, value)


def _under(path: str, above: str) -> bool:
    return path == above or path.startswith(f"{above}.")


def _sign(path: Path, member: str = "") -> str:
    return ".".join(path) + (f"={member}" if member else "")


def _scope(values: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Names a condition of the row at `path` may read: the answers, and those of its own group or unit."""
    inner = answer_at(values, path[:-1]) if len(path) > 1 else {}
    return {**values, **(inner if isinstance(inner, Mapping) else {})}
