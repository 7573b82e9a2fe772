"""The sessions: open another one, or begin a new one."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from companion.play.session_files import checked_name, last_used, session_names, session_path, sessions_folder
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.lines import Lines, row
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import Window
from companion.ui.widgets.status_line import StatusLine
from companion.workspace.session_list import words_of_session

_CHOSEN = "Everyone plays in session {}, which was chosen on the computer that runs companion serve."
"""Text for a guest, who cannot change the session."""


class SessionsScreen(Page[None], ModalScreen[None]):
    """The sessions, last used first, and a line for the name of a new one; for a guest, why there are none."""

    short_labels = {"sessions.scenario": "Scenario"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Open", id="sessions.open", priority=True),
        Binding("n", "name", "New session", id="sessions.new"),
        Binding(
            "a", "add_scenario", "Add a scenario", id="sessions.scenario", tooltip="A battle of your own"
        ),
        Binding("escape", "dismiss(None)", "Back", id="sessions.back"),
    ]

    class WasRead(Message):
        """A session was read; `words` name its battle and its turn."""

        def __init__(self, name: str, words: str) -> None:
            super().__init__()
            self.name = name
            self.words = words

    def __init__(self) -> None:
        super().__init__()
        self.current = self.context.session.name
        self.names = session_names(sessions_folder(self.context.places.data))

    def compose(self) -> ComposeResult:
        """Heading, names, the line for a new name, keys."""
        if self.context.guest:
            with Window(f"Sessions\n{_CHOSEN.format(shown(self.current))}"):
                yield Keys()
            return
        with Window("Sessions"):
            yield OptionList(*(Option(self._prompt(name), id=name) for name in self.names))
            yield Input(placeholder="Name of the new session, then Enter", compact=True)
            yield StatusLine()
            yield Keys()

    def _prompt(self, name: str, words: str = "") -> Lines:
        """Return a session with the day on which it was last used; below, its battle and its turn."""
        used = last_used(session_path(sessions_folder(self.context.places.data), name))
        day = datetime.fromtimestamp(used / 1e9).strftime("%Y-%m-%d") if used else ""
        right = "open now" if name == self.current else day
        below = Content.styled(shown(words) or " ", "$quiet")
        return row(
            Content(""), Content.styled(shown(name), "bold"), Content.styled(right, "$quiet"), below, most=2
        )

    def on_mount(self) -> None:
        """Mark the open session."""
        if self.context.guest:
            return
        sessions = self.option_list
        if self.current in self.names:
            sessions.highlighted = self.names.index(self.current)
        sessions.display = bool(self.names)
        self.query_one(Input).display = not self.names
        (sessions if self.names else self.query_one(Input)).focus()
        self._read_sessions()

    @work(thread=True, exclusive=True, group="sessions")
    def _read_sessions(self) -> None:
        """Read the sessions in a thread, the open one first, then the last used; post `WasRead` for each."""
        folder, library = sessions_folder(self.context.places.data), self.context.library
        for name in self.names:
            if get_current_worker().is_cancelled:
                return
            self.post_message(self.WasRead(name, words_of_session(folder, name, library)))

    @on(WasRead)
    def _show_words(self, event: WasRead) -> None:
        if self.is_mounted:
            self.option_list.replace_option_prompt(event.name, self._prompt(event.name, event.words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let a guest only leave, and offer no letters while a name is typed."""
        if self.context.guest:
            return action not in ("take", "name", "add_scenario")
        return action not in ("name", "add_scenario") or not isinstance(self.focused, Input)

    def action_name(self) -> None:
        """Show the line for a new name."""
        line = self.query_one(Input)
        line.display = True
        line.focus()

    def action_add_scenario(self) -> None:
        """Add a scenario, with which a new session may begin."""
        from companion.ui.screens.scenario_form import open_scenario_form  # the list opens sooner without it

        open_scenario_form(self)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._open(self.names[event.option_index])

    def action_take(self) -> None:
        """Open the session that is marked, or the one whose name is typed."""
        line = self.query_one(Input)
        if line.has_focus:
            with self.reporting():
                self._open(checked_name(line.value))
        else:
            self.option_list.action_select()

    def _open(self, name: str) -> None:
        self.dismiss(None)
        if name != self.current:
            self.app.change_session(name)
