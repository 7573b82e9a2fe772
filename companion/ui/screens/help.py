"""Help: the screen it was called from in a few words, its keys, then the keys that work everywhere."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from companion.render.text import shown, wrapped
from companion.ui.keymap import EVERYWHERE, bound
from companion.ui.live_keys import Doing, doings, rows
from companion.ui.page import Modal
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose

_KEY = 9
"""Columns for a key."""


class HelpScreen(Modal[None]):
    """Read from the live bindings; never typed by hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "dismiss(None)", "Back", id="help.back"),
        Binding("p", "commands", "All commands", id="help.commands", tooltip="By name, with their keys"),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self.about = about
        self.here, self.everywhere = doings(about)
        self.at = about.focused.HELP or "" if about.focused is not None else ""

    def compose(self) -> ComposeResult:
        """One text to scroll."""
        with VerticalScroll(id="help"):
            yield Prose(id="help-text")
        yield Keys()

    def on_mount(self) -> None:
        """Shows it."""
        self.query_one("#help-text", Prose).show(self.lines)
        self.query_one("#help").focus()

    def lines(self, width: int) -> list[str]:
        """What the screen is for and what the keys do."""
        told = ["Help"]
        for says in (self.about.HELP or "", self.at):
            if says:
                told += [*wrapped(shown(says), width), ""]
        told += [line for line in wrapped(self._changed(), width) if line]
        for head, doing in (("On this screen", self.here), ("Everywhere", self.everywhere)):
            if doing:
                told.append(f"* {head}")
                told += [line for each in rows(doing) for line in _line(each, width)]
                told.append("")
        return [
            *told,
            *wrapped("p lists every command by name. Keys may be changed: companion keys says how.", width),
        ]

    def _changed(self) -> str:
        """Keys of the player's own that differ from what the text above says."""
        keymap = self.app.key_changes.keymap if self.app.key_changes is not None else {}
        mine = [
            f"{each.says.partition(':')[0]} is {keymap[each.id].replace(',', ' or ')}, not {' or '.join(each.keys)}"
            for each in (bound() if keymap else ())
            if each.id in keymap and each.screen in (EVERYWHERE, type(self.about).__name__)
        ]
        return f"Changed by you: {'; '.join(mine)}." if mine else ""

    async def action_commands(self) -> None:
        """The command palette, for the screen that help was about."""
        await self.dismiss(None)
        self.app.action_command_palette()


def _line(doing: Doing, width: int) -> list[str]:
    says = doing.title + (f": {doing.says}" if doing.says else "")
    keys = f"- {doing.key} "
    return wrapped(shown(says), width, f"{keys:<{_KEY}}", " " * _KEY)
