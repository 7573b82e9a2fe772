"""Dialogs of a calculator: answers that can be filled in, and units that the result changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.base.dialogs import ask, numbered_choices
from companion.ui.base.page import Page
from companion.workspace import autofill
from companion.workspace.calculation import Calculation


def offer_answers(
    page: Page[Any], calculation: Calculation, marked: tuple[str, ...], filled: Callable[[str], object]
) -> None:
    """Ask from where to fill in open questions; `filled` gets the path of the first answer that was filled in."""
    offers = autofill.offers(calculation, marked)
    if not offers:
        page.notify(
            "Nothing that is kept answers an open question here."
            if page.context.session.game_state.units
            else "Nothing is kept that could answer here: units, chits, settings and the clock can."
        )
        return

    def fill(place: str) -> None:
        offer = offers[int(place)]
        autofill.accept(calculation, offer)
        filled(next(iter(offer.answers)))

    words = [(str(place), autofill.offer_words(calculation, offer)) for place, offer in enumerate(offers)]
    ask(page, "Fill in the open questions from:", numbered_choices(words), fill)


def offer_changes(page: Page[Any], calculation: Calculation, applied: Callable[[], object]) -> None:
    """Ask which unit takes the result over; `applied` is called once one has."""
    changes = autofill.unit_changes(calculation)
    if not changes:
        page.notify("This result changes no unit that is kept.")
        return
    words = [autofill.change_words(calculation, change) for change in changes]

    def apply(place: str) -> None:
        with page.reporting():
            autofill.apply(calculation, changes[int(place)])
            page.notify(words[int(place)], title="Taken over")
            applied()

    choices = numbered_choices([(str(place), text) for place, text in enumerate(words)])
    ask(page, "Take the result over to which unit?", choices, apply)
