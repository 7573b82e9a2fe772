"""Where to on the turn track: a turn, then Enter or a phase of it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Label, Static

from companion.model import Sequence
from companion.play.clock import LAST_TURN, moments
from companion.render.text import shown
from companion.ui.base.page import Modal
from companion.ui.widgets.keys import Keys

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""One a phase of the turn."""


class TurnTarget(NamedTuple):
    """Where to; None for the turn in play, phases counted from 1."""

    turn: int | None
    phase: int | None


class GoScreen(Modal[TurnTarget | None]):
    """Digits are the turn, a letter the phase; Enter goes to the turn's first phase."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "Go", id="go.go"),
        Binding("escape", "dismiss(None)", "Stay", id="go.back"),
    ]

    def __init__(self, game: str, sequence: Sequence) -> None:
        super().__init__()
        self.of_game = game
        self.phases = moments(sequence)
        self.typed = ""

    def compose(self) -> ComposeResult:
        """The turn as it is typed, the phases with their letters."""
        with Vertical(id="dialog"):
            yield Label("Turn, then Enter or the letter of a phase", markup=False)
            yield Static(id="typed", markup=False)
            with VerticalScroll(can_focus=False, id="letters"):
                for letter, each in zip(LETTERS, self.phases, strict=False):
                    side = f" · {each.side}" if each.side else ""
                    line = (f"{letter} ", "bold $text-accent"), shown(f"{each.phase.title}{side}")
                    yield Static(Content.assemble(*line))
            yield Keys()

    def on_mount(self) -> None:
        """Nothing is typed yet."""
        self._draw()

    def on_key(self, event: Key) -> None:
        """Digits add up, a letter ends it."""
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
        self._draw()

    def action_go(self) -> None:
        """To the first phase of the turn typed."""
        self.dismiss(TurnTarget(self._turn(), None) if self.typed else None)

    def _turn(self) -> int | None:
        return int(self.typed) if self.typed else None

    def _draw(self) -> None:
        self.query_one("#typed", Static).update(Content.styled(f"Turn [{self.typed}_]", "bold"))
