"""The keys that work on every screen. The keys of one screen are in the file of the screen."""

from __future__ import annotations

from textual.binding import Binding, BindingType

EVERYWHERE: list[BindingType] = [
    Binding("f1", "help", "Help", id="help", tooltip="Keys of this screen"),
    Binding("f2", "mode('calculators')", "Calc", id="calculators", tooltip="All calculators of the game"),
    Binding("f3", "mode('turn')", "Turn", id="turn", tooltip="Where the turn stands"),
    Binding("f5", "mode('find')", "Find", id="find", tooltip="Find a rule"),
    Binding("f9", "games", "Game", id="games", tooltip="Play another game", show=False),
    Binding("f10", "open('log')", "Log", id="log", tooltip="What happened", show=False),
    Binding("f11", "open('sessions')", "Sessions", id="sessions", show=False),
    Binding("ctrl+z", "history(-1)", "Undo", id="undo", tooltip="Take back what happened last", show=False),
    Binding("ctrl+y", "history(1)", "Redo", id="redo", tooltip="Bring back what was undone", show=False),
    Binding(
        "f12", "toggle_writer", "Write here", id="pen", tooltip="Hand writing over, or take it", show=False
    ),
    Binding(
        "ctrl+p",
        "command_palette",
        "Commands",
        id="commands",
        tooltip="All of them, by name",
        show=False,
        priority=True,
    ),
    Binding("ctrl+q", "quit", "Quit", id="quit", show=False, priority=True),
]
