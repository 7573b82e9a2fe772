"""A session in memory of a game that a test has written itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.load.places import Places
from companion.model import Game, GameModule, Library, Procedure
from companion.play.session import Session
from companion.play.store.memory import MemoryStore
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext


def context_of(folder: Path, *procedures: Procedure, **records: Any) -> AppContext:
    """Return a context with the game `xx`, which has these calculators and other records."""
    library = Library(
        (GameModule(Game("xx", "Own game", "1", "Nobody.", ()), procedures=procedures, **records),)
    )
    session = Session(MemoryStore("Evening", "of a test"), library)
    session.open_game("xx")
    return AppContext(Places((folder,), folder / "cache", folder / "data"), library, session)


def updated(context: AppContext, procedure: str, **answers: Any) -> Calculation:
    """Return a calculation with these answers of the player."""
    calculation = Calculation(context, procedure, {})
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation
