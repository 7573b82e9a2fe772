"""Actions of the app on its session: resume, undo, redo, switch session or game, show edited files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.model import Fault
from companion.model.event import DiceRolled, Logged, Moved
from companion.play.session_files import session_names, sessions_folder
from companion.play.turn import choose_scenario
from companion.ui.base.page import Page
from companion.ui.first_start import ask_game
from companion.ui.screens.faults import FaultsScreen
from companion.workspace.settings_file import write_setting

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import AppContext


def resume(app: CompanionApp, context: AppContext, stay: bool = False) -> None:
    """Show the warnings, then the mode that was open last; with `stay`, remain in the current mode."""
    key_faults = app.key_changes.faults if app.key_changes is not None else ()
    for warning in (*context.warnings(), *map(str, key_faults)):
        app.notify(warning, title="Please note", severity="warning", timeout=15)
    mode = context.session.store.value("screen")
    if mode in app.FIRST and mode != "find" and not stay:
        app.switch_mode(mode)


async def show_edited(app: CompanionApp, faults: tuple[Fault, ...]) -> None:
    """Show edited rules and tables on every screen, or the faults that keep them from being used."""
    panel = next((screen for screen in app.screen_stack if isinstance(screen, FaultsScreen)), None)
    showing = [
        screen for screen in app.screen_stack if isinstance(screen, Page) and screen.show_faults(faults)
    ]
    if faults and panel is None and app.screen in showing:
        app.screen.refresh()
    elif faults and panel is None:
        await app.push_screen(FaultsScreen(faults))
    elif faults and panel is not None:
        panel.put(faults)
    else:
        if panel is not None:
            panel.dismiss(None)
        app.changed()
        app.notify("Rules and tables were edited; the new version is in use.")


def step_history(app: CompanionApp, context: AppContext, step: int) -> None:
    """Undo the last action (-1) or redo what was undone last (1), and notify of what it was."""
    with app.reporting():
        lines = context.session.undo() if step < 0 else context.session.redo()
        dice = step < 0 and any(isinstance(line.event, DiceRolled) for line in lines)
        same = "\nRolling again gives the same dice." if dice else ""
        app.notify(f"{_summary(context, lines)}{same}", title="Undone" if step < 0 else "Redone")
        app.changed()


def change_theme(app: CompanionApp, name: str) -> None:
    """Switch to another theme and save it for the next start, except for a guest."""
    app.theme = name
    if app.context is None or not app.context.guest:
        with app.reporting("Theme not saved"):
            write_setting(app.places.config, "theme", name)


async def change_session(app: CompanionApp, context: AppContext, name: str, scenario: str = "") -> None:
    """Close all open screens and continue another session, or begin a scenario of this game there."""
    for mode in reversed(app.FIRST):
        await app.switch_mode(mode)
        while len(app.screen_stack) > 1:
            await app.pop_screen()
    is_new = name not in session_names(sessions_folder(context.places.data))
    with app.reporting():
        game = context.game
        context.change_session(name)
        if scenario:
            context.switch(game)
            choose_scenario(context.session, scenario)
        app.notify(f"Switched to session {context.session.name}")
        app.changed()
        resume(app, context)
        if is_new and not (scenario or context.usual_game) and isinstance(app.screen, Page):
            ask_game(app.screen)


def _summary(context: AppContext, lines: Sequence[Logged]) -> str:
    """Return lines of the log in words, without moves and dice unless there is nothing else."""
    without_dice = [line for line in lines if not isinstance(line.event, DiceRolled)] or list(lines)
    named = [line for line in without_dice if not isinstance(line.event, Moved)] or without_dice
    context.log_words.learn(context.session.log)
    return "; ".join(context.log_words.line(line) for line in named)
