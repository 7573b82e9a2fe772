"""What is imported when it is asked for: the first frame waits for the first screen alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.screen import Screen


def screen(name: str, kind: str, *given: object) -> Screen[Any]:
    """A screen by its file and class."""
    made: Screen[Any] = getattr(import_module(f"companion.ui.screens.{name}"), kind)(*given)
    return made


def commands() -> type[Provider]:
    """What the command palette offers."""
    from companion.ui.commands import CompanionCommands

    return CompanionCommands
