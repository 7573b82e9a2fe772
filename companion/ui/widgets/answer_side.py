"""Odds, ledger and other explanations of the result; for a correction, the differences from the logged line."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.worker import get_current_worker

from companion.model import Procedure, Resolution
from companion.render.calculator import Section, rulings_by_modifier
from companion.render.text import wrapped
from companion.ui.widgets.card import Card, PanelColumn
from companion.ui.widgets.ledger import ROLLED, Notes, ledger_rows, odds_rows, total_note
from companion.ui.widgets.lines import section as section_head
from companion.ui.widgets.panel import heading
from companion.ui.widgets.text import styled
from companion.workspace.calculation import Calculation
from companion.workspace.rulings import rulings_on
from companion.workspace.what_if import WhatIf, can_weigh, work_out

SECTIONS = ("by-hand", "changes", "looked", "differ", "notes")
"""Texts in the panel below the ledger; on a short screen they end the ledger."""


class AnswerSide(PanelColumn):
    """Odds, ledger, further texts; a thread works out what each modifier that does not count would change."""

    @dataclass
    class WorkedOut(Message):
        """The effects of modifiers have been worked out for one state of the answers."""

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
        self._is_short = self._is_narrow = False

    def compose(self) -> ComposeResult:
        """The panels."""
        yield Card("odds", "odds-text")
        yield Card("ledger", "answer")
        yield Card("more", "more-text")

    def put(self) -> None:
        """Show the calculation, and begin working out the effects of modifiers unless they are known."""
        now, before = self.calculation.resolution, self._about
        if now is None or before is None or now.rolls or now != before:
            same_odds = now is not None and before is not None and now.odds == before.odds
            self.what_if, self._about = WhatIf(self.what_if.runs if same_odds else ()), now
            if now is not None and can_weigh(now):
                self._work_out(now, deepcopy(self.calculation.sheet.values))
        self._show()

    def on_resize(self) -> None:
        """Move texts between the ledger and the panel below it, and the total between its edges."""
        if (self._is_short, self._is_narrow) != self._room():
            self._show()
        self.call_after_refresh(self._scroll_to_rolled)

    def _room(self) -> tuple[bool, bool]:
        return self.screen.has_class("-short"), self.screen.has_class("-narrow")

    def _scroll_to_rolled(self) -> None:
        """Scroll the odds to the result that was rolled."""
        card = self.query_one("#odds", Card)
        lines = card.text.render().plain.splitlines()
        for row in (number for number, line in enumerate(lines) if line.startswith(ROLLED)):
            card.scroll_to(y=row, animate=False)

    def scroll(self, lines: int) -> None:
        """Scroll the ledger, and the panel below it."""
        for panel in (self.query_one("#ledger", Card), self.query_one("#more", Card)):
            panel.scroll_relative(y=lines, animate=False)

    def _show(self) -> None:
        self._is_short, self._is_narrow = self._room()
        texts = self.calculation.sections()
        self._show_odds()
        above = [text for text in texts if text.name not in SECTIONS]
        below = [text for text in texts if text.name in SECTIONS]
        self._show_ledger(above, below if self._is_short else [])
        more = self.query_one("#more", Card)
        if below and not self._is_short:
            more.put(below[0].title, partial(_sections, below))
        else:
            more.hide()

    def _show_odds(self) -> None:
        card, now = self.query_one("#odds", Card), self.calculation.resolution
        card.hide()
        if now is None or self.calculation.instead_of_ledger() is not None:
            return
        odds, runs = (now.odds_now, ()) if now.odds_now else (now.odds, self.what_if.runs)
        if odds:
            when = "after the dice so far" if now.odds_now else "before the roll"
            rolled = _rolled_words(now, self.calculation.procedure) if now.done else ""
            card.put(heading("Odds", when), partial(odds_rows, odds, runs, rolled))
            self.call_after_refresh(self._scroll_to_rolled)

    def _show_ledger(self, above: list[Section], below: list[Section]) -> None:
        card, calculation, now = (
            self.query_one("#ledger", Card),
            self.calculation,
            self.calculation.resolution,
        )
        instead = calculation.instead_of_ledger()
        if now is None or instead is not None:
            about, lines = instead or ("About", partial(wrapped, calculation.procedure.summary))
            card.put(about, lambda width: styled(lines(width)), Content(""))
            return
        if not (now.totals or above or below):
            card.hide()
            return
        rulings = rulings_by_modifier(now, rulings_on(calculation))
        notes = Notes(rulings, self.what_if.would, self._is_short)
        only = now.totals[0] if len(now.totals) == 1 else None
        total = total_note(now, self.what_if.runs)
        title = heading("Ledger", (only.title or "").lower() if only and not self._is_narrow else "")
        title = Content.assemble(title, "  ", total) if only and self._is_narrow else title

        def draw(width: int) -> Content:
            parts = [_titled(section, width) for section in above]
            parts += [ledger_rows(now, notes, width)] if now.totals else []
            parts += [_titled(section, width) for section in below]
            return Content("\n\n").join(parts)

        card.put(title, draw, total)

    @work(thread=True, exclusive=True, group="weigh")
    def _work_out(self, now: Resolution, answers: dict[str, Any]) -> None:
        worker, engine = get_current_worker(), self.calculation.context.engine
        effects = work_out(engine, self.calculation.procedure, answers, now, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.WorkedOut(now, effects))

    @on(WorkedOut)
    def _worked_out(self, event: WorkedOut) -> None:
        event.stop()
        if self._about is event.resolution:
            self.what_if = event.what_if
            self._show()
            self.post_message(self.Known())


def _rolled_words(resolution: Resolution, procedure: Procedure) -> str:
    """Return the headline results, worded as in the odds."""
    outcome = {result.source: resolution.outcome[result.name] for result in procedure.headlines}
    return procedure.headline_words(outcome)


def _titled(section: Section, width: int) -> Content:
    return Content.assemble((section.title, "bold"), "\n", _text(section, width))


def _sections(sections: list[Section], width: int) -> Content:
    """Return the texts of several sections, each but the first below a line with its title."""
    first, *others = sections
    parts = [_text(first, width)]
    for section in others:
        parts += [*section_head(section.title).at(width), _text(section, width)]
    return Content("\n").join(parts)


def _text(section: Section, width: int) -> Content:
    return styled(section.lines(width), first="")
