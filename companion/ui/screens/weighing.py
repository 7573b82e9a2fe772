"""Before the roll: what each uncounted modifier would change, and option A beside what is answered now."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from companion.engine.what_if import TotalRange, WhatIf, total_ranges, what_if
from companion.model import Resolution
from companion.render.comparison import Option, comparison_table
from companion.render.what_if import what_if_by_line
from companion.ui.screens.against import AgainstScreen
from companion.ui.screens.guided import GuidedScreen


class WeighingScreen(GuidedScreen):
    """Works out off the UI thread what else could be; the ledger tells it once it is known."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "asterisk",
            "keep_a",
            "Keep as A",
            id="calculator.keep_a",
            key_display="*",
            tooltip="Keep these answers as option A, to hold others against them",
        ),
        Binding(
            "asterisk",
            "against",
            "A or B",
            id="calculator.against",
            key_display="*",
            tooltip="Option A and what is answered now, side by side",
        ),
    ]

    runs: tuple[TotalRange, ...] = ()
    """Which roll gives what."""
    _weighed: Resolution | None = None

    @dataclass
    class Weighed(Message):
        """What else could be is known, for one state of the answers."""

        resolution: Resolution
        runs: tuple[TotalRange, ...]
        would: dict[str, WhatIf]

    def weigh(self) -> None:
        """Begins to work out what else could be; what was known of other answers is forgotten."""
        now = self.resolution
        before = self._weighed
        if now is not None and before is not None and not now.rolls and now == before:
            return
        self.runs, self.would, self._weighed = (), {}, now
        if now is not None and not now.missing and not now.rolls:
            self._weigh(now, deepcopy(self.form.answers))

    @work(thread=True, exclusive=True, group="weigh")
    def _weigh(self, now: Resolution, answers: dict[str, Any]) -> None:
        worker, engine = get_current_worker(), self.desk.engine
        runs = tuple(total_ranges(engine, answers, now))
        would = what_if(engine, answers, now, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.Weighed(now, runs, would))

    @on(Weighed)
    def _told(self, event: Weighed) -> None:
        if self._weighed is event.resolution:
            self.runs = event.runs
            self.would = what_if_by_line(event.resolution, event.would, self.procedure)
            self.show_answer()
            self.mark()

    def show_answer(self) -> None:
        """Shows what stands beside the questions."""

    def option(self) -> Option | None:
        """What is answered now, None where it is not allowed."""
        return Option(self.procedure, self.resolution) if self.resolution is not None else None

    @property
    def option_a(self) -> Option | None:
        """What was kept, where it is of this game."""
        kept = self.desk.option_a
        return kept if kept is not None and kept.procedure.game == self.procedure.game else None

    def against_a(self, width: int) -> list[str]:
        """Option A beside what is answered now, in a few lines; nothing where none is kept or it is the same."""
        kept, now = self.option_a, self.option()
        if kept is None or now is None or _same(kept, now):
            return []
        return ["Option A, and B as answered now", *comparison_table(kept, now, width), ""]

    def action_keep_a(self) -> None:
        """Keeps what is answered as option A."""
        now = self.option()
        if now is None or now.resolution.missing:
            self.notify("Option A needs every answer first.", severity="warning", markup=False)
            return
        self.desk.option_a = now
        self.notify(
            "Kept as option A. Change answers, or open another calculator: the two stand side by side.",
            markup=False,
        )
        self.update_all()

    def action_against(self) -> None:
        """Option A and what is answered now, over the whole screen."""
        kept, now = self.option_a, self.option()
        if kept is None or now is None:
            self.notify("What is answered now is not allowed.", severity="warning", markup=False)
            return
        self.app.push_screen(AgainstScreen(self.desk, kept, now), self._compared)

    def _compared(self, _: object) -> None:
        self.update_all()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The same key keeps option A first and holds against it then."""
        if action in ("keep_a", "against"):
            return (self.option_a is None) is (action == "keep_a")
        return super().check_action(action, parameters)


def _same(a: Option, b: Option) -> bool:
    return a.procedure.id == b.procedure.id and a.resolution.inputs == b.resolution.inputs
