"""Which session is open: another one, or a new one by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Label
from textual.widgets.option_list import Option

from companion.model import CompanionError
from companion.play.session_files import checked_name, session_names, sessions_folder
from companion.render.text import shown
from companion.ui.page import Modal
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.told import Told
from companion.workspace.context import Desk

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp


class SessionsScreen(Modal[None]):
    """The sessions, the one used last first; a name typed makes a new one."""

    app: CompanionApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Open", id="sessions.open", priority=True),
        Binding("n", "name", "New", id="sessions.new"),
        Binding("escape", "dismiss(None)", "Back", id="sessions.back"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.names = session_names(sessions_folder(desk.places.data))

    def compose(self) -> ComposeResult:
        """The names, and a line for a new one."""
        with Vertical(id="dialog"):
            yield Label(f"Session: {shown(self.desk.session.name)}. Another?", markup=False)
            yield OptionList(
                *(
                    Option(
                        Content.assemble(
                            ("> " if each == self.desk.session.name else "  ", "bold"), shown(each)
                        )
                    )
                    for each in self.names
                )
            )
            yield Input(placeholder="Name of a new session, then Enter", compact=True)
            yield Told()
            yield Keys()

    def on_mount(self) -> None:
        """The open one is marked."""
        listed = self.query_one(OptionList)
        if self.desk.session.name in self.names:
            listed.highlighted = self.names.index(self.desk.session.name)
        listed.display = bool(self.names)
        (listed if self.names else self.query_one(Input)).focus()

    def action_name(self) -> None:
        """To the line for a new name."""
        self.query_one(Input).focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._open(self.names[event.option_index])

    def action_take(self) -> None:
        """The session that is marked, or the name that is written."""
        line = self.query_one(Input)
        if line.has_focus:
            self._named(line.value)
        else:
            self.query_one(OptionList).action_select()

    def _named(self, name: str) -> None:
        try:
            self._open(checked_name(name))
        except CompanionError as error:
            self.query_one(Told).say(str(error), refused=True)

    def _open(self, name: str) -> None:
        self.dismiss(None)
        if name != self.desk.session.name:
            self.app.change_session(name)
