"""The ledger with the effect of each unused modifier; for a correction, the differences from the logged line."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.worker import get_current_worker

from companion.model import Resolution
from companion.ui.widgets.text import WrappedText
from companion.workspace.calculation import Calculation
from companion.workspace.what_if import WhatIf, can_weigh, work_out


class AnswerSide(VerticalScroll, can_focus=False):
    """The ledger; a thread works out what each modifier that does not count would change."""

    @dataclass
    class WorkedOut(Message):
        """The effects of modifiers are known for one state of the answers."""

        resolution: Resolution
        what_if: WhatIf

    class Known(Message):
        """`what_if` has changed."""

    def __init__(self, calculation: Calculation) -> None:
        super().__init__(id="answer-side")
        self.calculation = calculation
        self.what_if = WhatIf()
        self._about: Resolution | None = None
        """The resolution that `what_if` is about, or is being worked out for."""

    def compose(self) -> ComposeResult:
        """A single text."""
        yield WrappedText(id="answer")

    def put(self) -> None:
        """Show the calculation, and begin to work out the effects of modifiers unless they are known."""
        now, before = self.calculation.resolution, self._about
        if now is None or before is None or now.rolls or now != before:
            self.what_if, self._about = WhatIf(), now
            if now is not None and can_weigh(now):
                self._work_out(now, deepcopy(self.calculation.sheet.values))
        self._show()

    def _show(self) -> None:
        calculation, what_if = self.calculation, self.what_if
        self.query_one(WrappedText).show(lambda width: calculation.answer_text(width, what_if))

    @work(thread=True, exclusive=True, group="weigh")
    def _work_out(self, now: Resolution, answers: dict[str, Any]) -> None:
        worker, engine = get_current_worker(), self.calculation.context.engine
        found = work_out(engine, self.calculation.procedure, answers, now, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.WorkedOut(now, found))

    @on(WorkedOut)
    def _worked_out(self, event: WorkedOut) -> None:
        event.stop()
        if self._about is event.resolution:
            self.what_if = event.what_if
            self._show()
            self.post_message(self.Known())
