"""Two ways through a calculator: all questions on one list, or one at a time with its rule below it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widget import Widget

from companion.model import Entry, GameModule, LedgerLine
from companion.render.question import question_lines, speaks_of
from companion.ui.screens.kept import KeptScreen
from companion.ui.widgets.questions import Questions
from companion.ui.widgets.rows import AddRow, MemberRow, Row, YesNoRow


class GuidedScreen(KeptScreen):
    """A calculator's questions; both ways share answers, dice and log."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "slash",
            "walk(True)",
            "Guided",
            id="calculator.walk",
            key_display="/",
            tooltip="One question at a time, its rule below it; Enter next, Left back",
        ),
        Binding(
            "slash",
            "walk(False)",
            "List",
            id="calculator.list",
            key_display="/",
            tooltip="All questions on one list, a key each",
        ),
        Binding("pagedown", "turn_rule(1)", "Rule down", id="calculator.rule_down", show=False),
        Binding("pageup", "turn_rule(-1)", "Rule up", id="calculator.rule_up", show=False),
    ]

    module: GameModule
    fault: str
    """Input that a rule refuses, empty for none."""
    would: Mapping[str, str] = {}
    """What an uncounted modifier would change, by the key of its line."""

    @property
    def walking(self) -> bool:
        """Whether one question is asked at a time."""
        return self.desk.walking

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Shows the question that gets the focus before it has it; only what is on show can."""
        if isinstance(widget, Row):
            widget.display = True
        super().set_focus(widget, scroll_visible, from_app_focus)
        self.mark()

    def mark(self) -> None:
        """Shows the question that has the focus, and what stands behind it."""
        row = self.focused if isinstance(self.focused, Row) else None
        for questions in self.query(Questions):
            questions.walk(self.walking)
            questions.mark(row, None if row is None else lambda width: self.behind(row, width))

    def behind(self, row: Row, width: int) -> list[str]:
        """Table rulings, modifiers and rules of a question."""
        label = row.choice.label or row.choice.key if isinstance(row, MemberRow) else row.given.label
        lines = self.decided(row)
        cites = dict.fromkeys(cite for cite in (row.given.cite, *(each.cite for each in lines)) if cite)
        entries = self._entries(list(cites)) or self._entries([self.procedure.cite])
        abouts = {f"{self.procedure.id}/{each.label}" for each in lines} | {each.id for each in entries}
        units = {each.name: each.unit for each in self.resolution.totals} if self.resolution else {}
        told = question_lines(
            label,
            entries,
            [(each, units.get(each.tally, "")) for each in lines],
            [each for each in self.table_rulings() if each.about in abouts],
            self.module,
            width,
            self.would,
        )
        return told or [f"Source: {', '.join(cites) or self.procedure.cite}"]

    def decided(self, row: Row) -> list[LedgerLine]:
        """The ledger lines that a yes/no decides, or a member of a set."""
        if not isinstance(row, YesNoRow) or self.resolution is None:
            return []
        path = ".".join(step for step in row.path if not step.isdecimal())
        lines = [each for each in self.resolution.ledger if path in each.inputs]
        if isinstance(row, MemberRow):
            label = row.choice.label or row.choice.key
            return [each for each in lines if speaks_of(label, each.label)]
        return lines

    def _entries(self, cites: list[str]) -> list[Entry]:
        found = (each for cite in cites for each in self.desk.library.find(f"{self.procedure.game}:{cite}"))
        return list({each.id: each for each in found if isinstance(each, Entry)}.values())

    @abstractmethod
    def update_all(self) -> None:
        """Works everything out anew and shows it."""

    async def first(self, event: Key) -> bool:
        """In a walk Enter and Right go on, Left back; y and n answer and go on.

        Enter right behind an answer that was taken at once is that answer's, not the next question's.
        """
        row = self.focused
        taken, self.form.just_taken = self.form.just_taken, False
        if taken and event.key == "enter" and isinstance(row, Row):
            return True
        if not self.walking or not isinstance(row, Row):
            return False
        turns = isinstance(row, YesNoRow | AddRow)
        step = {"left": -1, "right": 1, "enter": 1 if turns else 0}.get(event.key, 0)
        if not step and isinstance(row, YesNoRow) and event.character in ("y", "n"):
            await row.take(event)
            step = 1
        if step:
            await self.form.hear(Row.Moved(row, step))
        return bool(step)

    async def letter(self, event: Key) -> bool:
        """A letter turns its modifier over, wherever the focus is; in a walk only the one that is asked."""
        letter = (event.character or "").lower()
        if len(letter) != 1:
            return False
        row = self.focused
        if self.walking and isinstance(row, Row) and row.hotkey != letter:
            return self.form.swallow(letter)
        return await self.form.lettered(letter)

    def onward(self, after: Row) -> None:
        """From a question that was answered to the one to be answered next."""
        blamed = self.form.row_at(self.fault) if self.fault else None
        if not self.walking:
            self.go_on()
        elif blamed is not None or after.missing:
            self.set_focus(blamed or after)
        else:
            following = self.form.beside(after, 1)
            if following is None:
                self.go_on()
            else:
                self.set_focus(following)

    def begin_walk(self) -> bool:
        """Goes to the first question nobody answered; False where there is none."""
        rows = (each for each in self.form.asked_rows() if self.form.said(each.path) is None)
        row = next(rows, None)
        if row is not None:
            self.set_focus(row)
        return row is not None

    def action_walk(self, walking: bool) -> None:
        """One question at a time, or all at once; what was answered stays."""
        self.desk.walking = walking
        if walking and not isinstance(self.focused, Row) and not (self.resolution and self.resolution.done):
            self.begin_walk()
        self.mark()
        self.refresh_bindings()
        if isinstance(self.focused, Row):
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def action_turn_rule(self, step: int) -> None:
        """Scrolls the rule of the question."""
        self.query_one("#rule-side", VerticalScroll).scroll_relative(y=step * 4, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The key to change over says where it leads."""
        if action == "walk":
            return parameters != (self.walking,)
        return super().check_action(action, parameters)
