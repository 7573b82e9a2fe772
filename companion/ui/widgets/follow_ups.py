"""The follow-ups of a result: reminders and further calculators that the rules require."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.content import Content
from textual.events import Key
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets.option_list import Option

from companion.model import Decision, NextStep
from companion.render.text import shown
from companion.ui.widgets.option_list import OptionList


class FollowUps(OptionList):
    """A line for each follow-up; it opens a calculator, or else a rule."""

    @dataclass
    class Chosen(Message):
        """The player chose a follow-up."""

        step: NextStep

    @dataclass
    class Decided(Message):
        """The player made a choice that there is before the next roll."""

        decision: Decision

    def __init__(self) -> None:
        super().__init__(id="next", compact=True)
        self.steps: tuple[NextStep | Decision, ...] = ()
        self._shown_mark: int | None = 0
        """The line that was marked last; the first one of new steps does not scroll the result above it away."""

    def put(self, steps: tuple[NextStep, ...], decisions: tuple[Decision, ...]) -> None:
        """Show these follow-ups, calculators first; before a roll, the choices that the player has."""
        self.steps = (*decisions, *sorted(steps, key=lambda step: not step.procedure))
        self.set_options([Option(_prompt(each)) for each in self.steps])
        self.display = bool(self.steps)
        if self.steps:
            self.highlighted = self._shown_mark = 0

    class Back(Message):
        """Request to remove the last die."""

    class Left(Message):
        """The player went up past the first line."""

    def on_key(self, event: Key) -> None:
        """Remove the last die with Backspace; leave the list with Up from the first line."""
        if event.key == "backspace":
            self.post_message(self.Back())
        elif event.key in ("up", "shift+tab") and not self.highlighted:
            self.post_message(self.Left())
        else:
            return
        event.stop()
        event.prevent_default()

    @on(OptionList.OptionHighlighted)
    def _marked(self) -> None:
        """Scroll to the marked line if the mark has moved."""
        if self._shown_mark != self.highlighted:
            self._shown_mark = self.highlighted
            self.call_after_refresh(self._show_marked)

    def _show_marked(self) -> None:
        room = self.parent
        if isinstance(room, Widget) and self.display:
            y = self.caret.y - room.content_region.y + room.scroll_offset.y
            room.scroll_to_region(Region(0, y, 1, 1), animate=False)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        step = self.steps[event.option_index]
        self.post_message(self.Decided(step) if isinstance(step, Decision) else self.Chosen(step))


def _prompt(step: NextStep | Decision) -> Content:
    sign = "?  " if isinstance(step, Decision) else "-> " if step.procedure else "*  "
    cite = f" ({shown(step.cite)})" if step.cite else ""
    return Content.assemble((sign, "bold $text-accent"), shown(step.says), (cite, "$text-muted"))
