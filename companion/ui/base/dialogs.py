"""Small dialogs: one of a few ways to go on, and a form of a few lines."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ScreenResultType
from textual.widgets import Label
from textual.widgets.option_list import Option

from companion.model import CompanionError
from companion.render.text import shown
from companion.ui.base.page import Modal
from companion.ui.widgets.fields import ChoiceField, Field, SendRow, TextField
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.rows import Row
from companion.ui.widgets.status_line import StatusLine


class Choice(NamedTuple):
    """One way to go on."""

    key: str
    """Letter that takes it; empty for none."""
    value: str
    says: str


class ChooseScreen(Modal[str | None]):
    """Gives the value of the way taken, None where none was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Take", id="choose.take", priority=True),
        Binding("escape", "dismiss(None)", "Not now", id="choose.back"),
    ]

    def __init__(self, says: str, ways: list[Choice]) -> None:
        super().__init__()
        self.says = says
        self.ways = ways

    def compose(self) -> ComposeResult:
        """What it is about, the ways."""
        with Vertical(id="dialog"):
            yield Label(shown(self.says), id="says", markup=False)
            yield OptionList(
                *(
                    Option(Content.assemble((f"{each.key or ' '} ", "bold $text-accent"), shown(each.says)))
                    for each in self.ways
                )
            )
            yield Keys()

    def on_mount(self) -> None:
        """The first way is marked."""
        self.query_one(OptionList).highlighted = 0

    def on_key(self, event: Key) -> None:
        """The letter of a way takes it."""
        for each in self.ways:
            if each.key and event.character == each.key:
                event.stop()
                self.dismiss(each.value)
                return

    def action_take(self) -> None:
        """The way that is marked."""
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.ways[event.option_index].value)


class UnsavedDialog(Modal[ScreenResultType]):
    """A dialog that something is made in: what is not kept yet is not let go unasked."""

    NOT_KEPT = ""
    """What is said before it is."""
    _let_go: object = None
    """What may be left without a word: what stood there at first, then what was warned of."""

    @abstractmethod
    def made(self) -> object:
        """Return what the player has entered so far; equal values mean no change."""

    def begin(self) -> None:
        """What stands there now is not the player's work."""
        self._let_go = self.made()

    def action_leave(self) -> None:
        """Out; where something was made, at the second time."""
        made = self.made()
        if made == self._let_go:
            self.dismiss()
            return
        self._let_go = made
        self.query_one(StatusLine).say(self.NOT_KEPT)


class FormScreen(UnsavedDialog[bool]):
    """Asks a few lines and does something with them; gives whether it was done."""

    NOT_KEPT = "What you wrote is not kept. Done keeps it, Leave once more lets it go."

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "go(1)", "Down", id="form.down", show=False),
        Binding("up", "go(-1)", "Up", id="form.up", show=False),
        Binding("enter", "go(1)", "Next", id="form.next", show=True),
        Binding("ctrl+s", "send", "Done", id="form.done", key_display="^s"),
        Binding("escape", "leave", "Leave", id="form.back"),
    ]

    def __init__(
        self,
        says: str,
        fields: list[Field],
        do: Callable[[dict[str, str]], object],
        done: str = "Done",
        note: str = "",
        of_game: str = "",
    ) -> None:
        """`do` gets what was written, by field, and raises what is told in the form; `of_game` as in `Modal`."""
        super().__init__()
        self.of_game = of_game
        self.says = says
        self.fields = fields
        self.do = do
        self.done = done
        self.note = note
        self._just_taken = False
        """Whether a choice was taken as its key was pressed: an Enter behind it is that choice's."""

    def compose(self) -> ComposeResult:
        """A line a field, and one that ends it."""
        with Vertical(id="dialog"):
            yield Label(shown(self.says), id="says", markup=False)
            with VerticalScroll(id="fields", can_focus=False):
                for field in self.fields:
                    yield ChoiceField(field) if field.choices else TextField(field)
                yield SendRow(self.done)
            yield StatusLine(text=self.note)
            yield Keys()

    def on_mount(self) -> None:
        """The first line that is empty has the focus."""
        lines = self._lines()
        empty = (each for each in lines if isinstance(each, SendRow) or not each.answer)
        next(empty).take_focus()
        self.begin()

    def written(self) -> dict[str, str]:
        """What stands in the form."""
        return {each.field.name: each.answer for each in self._lines() if not isinstance(each, SendRow)}

    def made(self) -> object:
        """The same."""
        return self.written()

    def put(self, name: str, value: str) -> None:
        """Writes one line for the player."""
        self.query_one(f"#field-{name}", TextField).answer = value

    def told(self, text: str, refused: bool = False) -> None:
        """Says something under the form."""
        self.query_one(StatusLine).say(text, refused)

    def action_go(self, step: int) -> None:
        """The line after or before."""
        self._just_taken = False
        lines = self._lines()
        here = next((place for place, each in enumerate(lines) if each.has_focus_within), 0)
        lines[max(0, min(here + step, len(lines) - 1))].take_focus()

    @on(Row.Moved)
    def _moved(self, event: Row.Moved) -> None:
        self.action_go(event.step)

    @on(Row.Answered)
    def _answered(self, event: Row.Answered) -> None:
        assert isinstance(event.row, ChoiceField)
        event.row.answer = event.value or ""
        if event.settled:
            self.action_go(1)
        self._just_taken = event.tail is not None

    @on(TextField.Changed)
    def _written(self) -> None:
        self._just_taken = False

    @on(TextField.Submitted)
    def _ended(self) -> None:
        taken, self._just_taken = self._just_taken, False
        if not taken:
            self.action_go(1)

    @on(SendRow.Sent)
    def action_send(self) -> None:
        """Does it, or says why not."""
        try:
            self.do(self.written())
        except CompanionError as error:
            self.told(str(error), refused=True)
        else:
            self.dismiss(True)

    def _lines(self) -> list[TextField | ChoiceField | SendRow]:
        found = self.query_one("#fields").children
        return [each for each in found if isinstance(each, TextField | ChoiceField | SendRow)]
