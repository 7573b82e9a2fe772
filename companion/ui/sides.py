"""Asks for the names of the sides: chosen from the game's suggestions, or typed."""

from __future__ import annotations

from typing import Any

from companion.play.side_names import name_sides
from companion.ui.base.dialogs import Choice, ChooseScreen, numbered_choices
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.widgets.fields import Field
from companion.workspace.context import AppContext

_TYPE, _OWN = "type", "own"
"""Values of the choices that are not suggestions."""


def own_sides(context: AppContext) -> tuple[str, ...]:
    """Return the game's own names of the sides; empty for a game without sides."""
    return context.library.module(context.game).sides


def ask_sides(page: Page[Any], heading: str = "") -> None:
    """Ask for the names of the sides; without an answer they keep their names."""
    context = page.context
    own = own_sides(context)
    suggested = [list(names) for names in context.module.side_names]
    choices = numbered_choices([(str(place), ", ".join(names)) for place, names in enumerate(suggested)])
    choices += [Choice("t", _TYPE, "Type the names"), Choice("0", _OWN, ", ".join(own))]

    def answered(value: str | None) -> None:
        if value == _TYPE:
            _type_names(page, own)
        elif value is not None:
            page.attempt(lambda: name_sides(context.session, [] if value == _OWN else suggested[int(value)]))
            page.app.changed()

    page.app.push_screen(ChooseScreen(heading or f"Names for {' and '.join(own)}", choices), answered)


def _type_names(page: Page[Any], own: tuple[str, ...]) -> None:
    context = page.context
    named = context.session.game_state.sides
    fields = [Field(f"side{place}", side, named.get(side, "")) for place, side in enumerate(own)]

    def save(values: dict[str, str]) -> None:
        name_sides(context.session, list(values.values()))

    form = FormScreen("Names of the sides", fields, save, "Save", of_game=context.game)
    page.app.push_screen(form, lambda saved: page.app.changed() if saved else None)
