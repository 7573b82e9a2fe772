"""The keys that work on every screen. The keys of one screen are in the file of the screen."""

from __future__ import annotations

from textual.binding import Binding, BindingType

EVERYWHERE: list[BindingType] = [
    Binding("f1", "help", "Help", id="help", tooltip="Keys of this screen"),
    Binding("f2", "mode('calculators')", "Calc", id="calculators", tooltip="All calculators of the game"),
    Binding("f3", "mode('turn')", "Turn", id="turn", tooltip="The current turn and phase"),
    Binding(
        "f5", "mode('find')", "Find", id="find", tooltip="Rules, charts and calculators, by words or number"
    ),
    Binding("f9", "open('games')", "Game", id="games", tooltip="Play another game", show=False),
    Binding("f10", "open('log')", "Log", id="log", tooltip="What happened so far", show=False),
    Binding("f11", "open('sessions')", "Sessions", id="sessions", show=False),
    Binding("ctrl+z", "history(-1)", "Undo", id="undo", tooltip="Take back the last action", show=False),
    Binding(
        "ctrl+y", "history(1)", "Redo", id="redo", tooltip="Repeat the action that was undone", show=False
    ),
    Binding("f12", "toggle_writer", "Take control", id="pen", tooltip="Or hand it over", show=False),
    Binding(
        "ctrl+p",
        "command_palette",
        "Commands",
        id="commands",
        tooltip="By name, with their keys",
        show=False,
        priority=True,
    ),
    Binding("ctrl+q", "quit", "Quit", id="quit", show=False, priority=True),
]
