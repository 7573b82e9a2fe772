"""What the app does with its session: going on where it was left, taking back, changing to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.widgets import Input

from companion.load.settings import write_setting
from companion.model import CompanionError, Fault
from companion.model.event import DiceRolled, Logged, Moved
from companion.ui.screens.faults import FaultsScreen

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import Desk


def resume(app: CompanionApp, desk: Desk) -> None:
    """Says what is amiss, and goes to the screen of last time where nothing has been typed yet."""
    faults = app.key_changes.faults if app.key_changes is not None else ()
    for warning in (*desk.warnings(), *map(str, faults)):
        app.notify(warning, title="Please note", severity="warning", timeout=15, markup=False)
    kept = desk.session.store.value("screen")
    untouched = app.current_mode == "find" and len(app.screen_stack) == 1
    if untouched and kept in app.FIRST and kept != "find" and not app.screen.query_one(Input).value:
        app.switch_mode(kept)


async def show_edited(app: CompanionApp, faults: tuple[Fault, ...]) -> None:
    """Shows edited rules and tables on every screen; where they have faults, those instead."""
    panel = next((each for each in app.screen_stack if isinstance(each, FaultsScreen)), None)
    if faults and panel is None:
        await app.push_screen(FaultsScreen(faults))
    elif faults and panel is not None:
        panel.put(faults)
    else:
        if panel is not None:
            panel.dismiss(None)
        app.changed()
        app.notify("Rules and tables were edited; the new version is in use.", markup=False)


def keep_mode(app: CompanionApp, mode: str) -> None:
    """Keeps which screen the session is at, for the next start."""
    if app.desk is None:
        return
    try:
        app.desk.session.store.set_value("screen", mode)
    except CompanionError as error:
        app.notify(str(error), severity="warning", markup=False)


def take_back(app: CompanionApp) -> None:
    """Undoes what happened last and says what it was."""
    desk = app.desk
    if desk is None:
        return
    try:
        undone = desk.session.undo()
    except CompanionError as error:
        app.notify(str(error), severity="warning", markup=False)
        return
    dice = any(isinstance(each.event, DiceRolled) for each in undone)
    stay = "\nThe dice stay: rolled again they fall the same." if dice else ""
    app.notify(f"{_told(desk, undone)}{stay}", title="Undone", markup=False)
    app.changed()


def bring_back(app: CompanionApp) -> None:
    """Makes what was undone last happen again and says what it was."""
    desk = app.desk
    if desk is None:
        return
    try:
        done = desk.session.redo()
    except CompanionError as error:
        app.notify(str(error), severity="warning", markup=False)
        return
    app.notify(_told(desk, done), title="Done again", markup=False)
    app.changed()


def change_theme(app: CompanionApp, name: str) -> None:
    """Shows other colours; a guest's are for himself alone."""
    app.theme = name
    if app.desk is None or not app.desk.guest:
        try:
            write_setting(app.places.config, "theme", name)
        except CompanionError as error:
            app.notify(str(error), title="Theme not saved", severity="warning", markup=False)


def switch_game(app: CompanionApp, slug: str) -> None:
    """Takes another game into play."""
    if app.desk is None:
        return
    try:
        app.desk.switch(slug)
    except CompanionError as error:
        app.notify(str(error), severity="warning", markup=False)
    app.changed()


async def change_session(app: CompanionApp, name: str) -> None:
    """Puts away what is open and goes on with another session where it was left."""
    desk = app.desk
    if desk is None:
        return
    for mode in reversed(app.FIRST):
        await app.switch_mode(mode)
        while len(app.screen_stack) > 1:
            await app.pop_screen()
    try:
        desk.change_session(name)
    except CompanionError as error:
        app.notify(str(error), severity="warning", markup=False)
        return
    app.notify(f"Session {desk.session.name}", markup=False)
    app.changed()
    resume(app, desk)


def _told(desk: Desk, happened: Sequence[Logged]) -> str:
    """What happened, the moves and dice that came with it left out."""
    plain = [each for each in happened if not isinstance(each.event, DiceRolled)] or list(happened)
    told = [each for each in plain if not isinstance(each.event, Moved)] or plain
    desk.log_words.learn(desk.session.log)
    return "; ".join(desk.log_words.line(each) for each in told)
