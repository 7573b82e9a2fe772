"""Help: the purpose of a screen, its keys, and the keys that work everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.style import Style

from companion.render.text import shown
from companion.ui.active_commands import ActiveCommand, active_commands, grouped
from companion.ui.base.page import Page
from companion.ui.key_names import key_label, with_keys
from companion.ui.keymap import EVERYWHERE, bound
from companion.ui.screens.find import FindScreen
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.lines import Lines, blank, row, section, side_by_side, stack, text_lines
from companion.ui.widgets.text import PlainText

_KEY = 9
"""Columns for the keys of a command."""
_TWO = 80
"""Width from which the keys are listed in two columns."""
_FIRST = (
    ("", "Enter", "open the marked line; in a calculator, go on"),
    ("", "Esc", "back"),
    ("mode('calculators')", "", "the calculators: odds, modifiers, results"),
    ("mode('turn')", "", "the turn: phases, and what is due"),
    ("help", "", "the keys of a screen; a dialog shows its own"),
    ("quit", "", "quit; everything is saved"),
)
"""Action, key (if it has no action of the app) and effect of each key to start with."""
_LAST = (
    "Click a line to run its command. p lists all commands by name. docs/keys.md explains the keys; "
    "companion keys shows how to change them."
)


class HelpScreen(Page[None], ModalScreen[None]):
    """The help text, made from the bindings that are active on a screen."""

    titles = {"#help": "Keys"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="help.back"),
        Binding("f1", "dismiss(None)", "Help", id="help.help", show=False),
        Binding("p", "commands", "All commands", id="help.commands", tooltip="By name, with their keys"),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self.about = about
        self.here, self.everywhere = active_commands(about)
        """The commands of the screen and of the app; a click on a line runs its command."""
        self.widget_help = about.focused.HELP or "" if about.focused is not None else ""

    def compose(self) -> ComposeResult:
        """Text and keys."""
        with VerticalScroll(id="help", classes="panel"):
            yield PlainText(self.lines(), id="help-text")
        yield Keys()

    def lines(self) -> Lines:
        """Return the purpose of the screen, then its keys beside those that work everywhere."""
        texts = [text_lines(with_keys(text)) for text in (self.about.HELP or "", self.widget_help) if text]
        changed = self._changed_keys()
        texts += [text_lines(changed)] if changed else []
        texts = [self._first_keys(), *texts] if isinstance(self.about, FindScreen) else texts
        here, everywhere = (
            stack([section(name), *(self._line(each) for each in grouped(commands))])
            for name, commands in (("On this screen", self.here), ("Everywhere", self.everywhere))
        )
        keys = side_by_side(here, everywhere, _TWO) if self.here else everywhere
        return stack(
            [*(part for text in texts for part in (text, blank())), keys, blank(), text_lines(_LAST)]
        )

    def _first_keys(self) -> Lines:
        """Return the six keys that a newcomer needs."""
        commands = {command.action: command for command in self.everywhere}
        rows = [
            self._key(commands[action].key if action in commands else key, effect, commands.get(action))
            for action, key, effect in _FIRST
        ]
        return stack([section("Six keys to start with"), *rows])

    def _line(self, command: ActiveCommand) -> Lines:
        effect = command.title + (f": {command.summary}" if command.summary else "")
        return self._key(command.key, effect, command)

    def _key(self, key: str, effect: str, command: ActiveCommand | None) -> Lines:
        """Return a key with its effect; a click runs its command, unless the line stands for several keys."""
        commands = [*self.here, *self.everywhere]
        style = Style()
        if command in commands:
            style = Style.from_meta({"@click": f"screen.touch({commands.index(command)})"})
        lead = Content.styled(f"{shown(key):<{_KEY}}", "bold $accent").stylize(style)
        return row(lead, Content.styled(shown(effect), style))

    def action_touch(self, place: int) -> None:
        """Close the help and run a command."""
        command = [*self.here, *self.everywhere][place]
        self.dismiss(None)
        self.app.call_later(partial(self.app.run_action, command.action, default_namespace=command.node))

    def _changed_keys(self) -> str:
        """Return a sentence on the keys that the player has changed; empty if there are none here."""
        keymap = self.app.key_changes.keymap if self.app.key_changes is not None else {}
        here = (EVERYWHERE, type(self.about).__name__)
        changes = [
            f"{command.says.partition(':')[0]} is {_either(keymap[command.id].split(','))}, "
            f"not {_either(command.keys)}"
            for command in (bound() if keymap else ())
            if command.id in keymap and command.screen in here
        ]
        return f"Changed by you: {'; '.join(changes)}." if changes else ""

    async def action_commands(self) -> None:
        """Open the command palette of the screen that the help is about."""
        await self.dismiss(None)
        self.app.action_command_palette()


def _either(keys: Sequence[str]) -> str:
    return " or ".join(map(key_label, keys))
