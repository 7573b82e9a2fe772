"""Help: what the screen is for, its keys, and the keys that work everywhere."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen

from companion.render.text import shown, wrapped
from companion.ui.active_commands import ActiveCommand, active_commands, grouped
from companion.ui.base.page import Page
from companion.ui.keymap import EVERYWHERE, bound
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.text import WrappedText

_KEY = 9
"""Columns for the keys of a command."""


class HelpScreen(Page[None], ModalScreen[None]):
    """The help text, made from the bindings that are active on a screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "dismiss(None)", "Back", id="help.back"),
        Binding("p", "commands", "All commands", id="help.commands", tooltip="By name, with their keys"),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self.about = about
        self.here, self.everywhere = active_commands(about)
        self.widget_help = about.focused.HELP or "" if about.focused is not None else ""

    def compose(self) -> ComposeResult:
        """Text and keys."""
        with VerticalScroll(id="help"):
            yield WrappedText("help-text", self.lines)
        yield Keys()

    def lines(self, width: int) -> list[str]:
        """The help text."""
        lines = ["Help"]
        for text in (self.about.HELP or "", self.widget_help):
            if text:
                lines += [*wrapped(shown(text), width), ""]
        lines += [line for line in wrapped(self._changed_keys(), width) if line]
        for heading, commands in (("On this screen", self.here), ("Everywhere", self.everywhere)):
            if commands:
                lines.append(f"* {heading}")
                lines += [line for command in grouped(commands) for line in _line(command, width)]
                lines.append("")
        last = "p lists every command by name. Keys may be changed: companion keys says how."
        return [*lines, *wrapped(last, width)]

    def _changed_keys(self) -> str:
        """The player's own keys that differ from the help text."""
        keymap = self.app.key_changes.keymap if self.app.key_changes is not None else {}
        here = (EVERYWHERE, type(self.about).__name__)
        changes = [
            f"{command.says.partition(':')[0]} is {keymap[command.id].replace(',', ' or ')}, "
            f"not {' or '.join(command.keys)}"
            for command in (bound() if keymap else ())
            if command.id in keymap and command.screen in here
        ]
        return f"Changed by you: {'; '.join(changes)}." if changes else ""

    async def action_commands(self) -> None:
        """Open the command palette of the screen that the help is about."""
        await self.dismiss(None)
        self.app.action_command_palette()


def _line(command: ActiveCommand, width: int) -> list[str]:
    text = command.title + (f": {command.summary}" if command.summary else "")
    keys = f"- {command.key} "
    return wrapped(shown(text), width, f"{keys:<{_KEY}}", " " * _KEY)
