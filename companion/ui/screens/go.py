"""Asks for a turn and phase to go to."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen

from companion.model import Sequence
from companion.play.clock import LAST_TURN, moments
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.panel import Window, touch
from companion.ui.widgets.text import PlainText

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The keys of the phases."""


class TurnTarget(NamedTuple):
    """A turn and phase to go to."""

    turn: int | None
    """None for the turn in play."""
    phase: int | None
    """Counted from 1; None for the first phase."""


class GoScreen(Page[TurnTarget | None], ModalScreen[TurnTarget | None]):
    """Asks for a turn by digits; a letter goes to a phase of that turn, Enter to its first phase."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "Go", id="go.go"),
        Binding("escape", "dismiss(None)", "Stay", id="go.back"),
    ]

    def __init__(self, sequence: Sequence) -> None:
        super().__init__()
        self.of_game = self.context.game
        self.phases = moments(sequence)
        self.typed = ""

    def compose(self) -> ComposeResult:
        """Heading, the turn typed so far, the phases with their letters, keys."""
        with Window("Go to\nType a turn, then press Enter or the letter of a phase."):
            yield PlainText(id="typed")
            with VerticalScroll(can_focus=False, id="letters"):
                for letter, moment in zip(LETTERS, self.phases, strict=False):
                    side = f" · {moment.side}" if moment.side else ""
                    title = shown(f"{moment.phase.title}{side}")
                    line = Content.assemble((f"{letter} ", "bold $accent"), title)
                    yield PlainText(line.stylize(touch(letter)))
            yield Keys()

    def on_key(self, event: Key) -> None:
        """Take digits, Backspace and the letters of phases."""
        key = event.character or ""
        if key.isdecimal() and key.isascii() and len(self.typed) < len(str(LAST_TURN)):
            self.typed += key
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
        elif key and key in LETTERS[: len(self.phases)]:
            self.dismiss(TurnTarget(self._turn(), LETTERS.index(key) + 1))
        else:
            return
        event.stop()
        self.draw()

    def action_go(self) -> None:
        """Go to the first phase of the turn typed."""
        self.dismiss(TurnTarget(self._turn(), None) if self.typed else None)

    def _turn(self) -> int | None:
        return int(self.typed) if self.typed else None

    def draw(self) -> None:
        """Show the turn typed so far."""
        self.query_one("#typed", PlainText).update(Content.styled(f"Turn [{self.typed}_]", "bold"))
