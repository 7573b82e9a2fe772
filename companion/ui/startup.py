"""Optimizations for an early first frame and for key presses without pauses.

The time that each one saves: docs/speed.md, "Start-up".
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.play.session_files import current_name, session_names, sessions_folder

if TYPE_CHECKING:
    from textual.app import App
    from textual.command import Provider
    from textual.screen import Screen

    from companion.load.places import Places
    from companion.workspace.context import AppContext

FIRST_STYLES = "first.tcss"
"""Styles of the first screen and of what every screen contains; all other styles are read after the first frame."""
_OTHER_STYLES = Path(__file__).with_name("companion.tcss")
_GC_THRESHOLDS = (2_000, 10, 15)
"""High enough that `collect_garbage` collects the oldest generation before Python does so between two keys."""


def first_start(places: Places, game: str, session: str, guest: bool) -> bool:
    """Return whether this is the first start: there is no session yet, and no game or session is given.

    For a guest the server gives the session, even one that does not exist yet.
    """
    if guest:
        return session not in session_names(sessions_folder(places.data))
    return not (game or session or current_name(places.data))


def asks_game(context: AppContext, first: bool) -> bool:
    """Return whether to ask for game and sides: on the `first` start, and for a guest until something is chosen."""
    default = context.library.modules[0].game.slug
    untouched = context.guest and context.game == default and len(context.session.log) <= 1
    return (first or untouched) and not (context.usual_game or context.session.store.read_only)


def pause_gc() -> None:
    """Disable garbage collection until the first frame, since imports create no garbage."""
    gc.disable()


def resume_gc() -> None:
    """Re-enable garbage collection, with higher thresholds, after the first frame."""
    gc.enable()
    gc.set_threshold(*_GC_THRESHOLDS)


def freeze_gc() -> None:
    """Exclude all present objects, such as the library, from later collections."""
    gc.freeze()


def collect_garbage() -> None:
    """Collect garbage while the player is idle; no effect while collection is disabled or there is little garbage."""
    if gc.isenabled() and gc.get_count()[2] > 0:
        gc.collect()


def set_first_theme(app: App[Any], name: str) -> None:
    """Set the theme before the style sheet is read, so that it is read once."""
    app.set_reactive(type(app).theme, name)
    app.set_class(app.current_theme.dark, "-dark-mode", update=False)
    app.set_class(not app.current_theme.dark, "-light-mode", update=False)
    app.stylesheet.set_variables(app.get_css_variables())


def without_restyling(app: App[Any], create: Callable[[], Screen[Any]]) -> Screen[Any]:
    """Create the first screen of a mode; Textual need not apply the style sheet to it a second time."""
    screen = create()
    screen._css_update_count = app._css_update_count  # private: Textual has no switch for this
    return screen


def set_size_classes(screen: Screen[Any]) -> None:
    """Give a new screen the classes of its size, such as `-narrow`, before its widgets are styled."""
    width, height = screen.app.size
    for breakpoints, size in (
        (screen.app.HORIZONTAL_BREAKPOINTS, width),
        (screen.app.VERTICAL_BREAKPOINTS, height),
    ):
        classes = [name for least, name in sorted(breakpoints or []) if least <= size]
        screen.set_class(True, *classes[-1:], update=False)


def read_other_styles(app: App[Any]) -> None:
    """Read the styles that the first frame does not need."""
    app.stylesheet.read(_OTHER_STYLES)
    app.refresh_css(animate=False)


def lazy_screen(module: str, name: str, *arguments: object) -> Screen[Any]:
    """Create a screen, importing its module from `companion.ui.screens` only now."""
    screen: Screen[Any] = getattr(import_module(f"companion.ui.screens.{module}"), name)(*arguments)
    return screen


def lazy_commands() -> type[Provider]:
    """Return the provider of the command palette, importing its module only now."""
    from companion.ui.commands import CompanionCommands

    return CompanionCommands
