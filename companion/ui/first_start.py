"""Questions at the start of a session: which game, and the names of its sides. Escape takes the defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.ui.base.dialogs import ChooseScreen, numbered_choices
from companion.ui.base.page import Page
from companion.ui.sides import ask_sides, own_sides

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp


def ask_game(page: Page[Any]) -> None:
    """Ask for the game, then for the names of its sides."""
    context = page.context
    games = [module.game for module in context.library.modules]
    choices = numbered_choices([(game.slug, game.name) for game in games])
    heading = "Which game are you playing?\nF9 switches games later."

    def chosen(slug: str | None) -> None:
        if slug is None:
            return
        with page.reporting():
            context.switch(slug)
            page.app.changed()
            _ask_sides(page)

    page.app.push_screen(ChooseScreen(heading, choices), chosen)


def switch_game(app: CompanionApp, slug: str) -> None:
    """Switch to another game; the first time in a session, ask for the names of its sides.

    Choosing the game in play also asks for them, as long as the sides have no names.
    """
    page = app.screen
    if not isinstance(page, Page):
        return
    context = page.context
    unnamed = context.game == slug and not context.session.game_state.sides
    asks = all(line.game != slug for line in context.session.log) or unnamed
    with app.reporting():
        context.switch(slug)
        app.changed()
        if asks and not context.session.store.read_only:
            _ask_sides(page)


def _ask_sides(page: Page[Any]) -> None:
    """Ask for the names of the sides, if the game's own names say only who plays first."""
    context = page.context
    sequence = context.module.sequence
    if sequence is not None and sequence.side_names:
        own = " and ".join(own_sides(context))
        ask_sides(page, f"{context.module.game.name}\nWho are {own}?")
