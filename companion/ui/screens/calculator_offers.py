"""Dialogs of a calculator: answers that can be filled in, and units that the result changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from companion.model import CompanionError
from companion.ui.base.dialogs import Choice, ChooseScreen
from companion.workspace import autofill
from companion.workspace.calculation import Calculation

DIGITS = "123456789"


def offer_answers(
    screen: Screen[Any], calculation: Calculation, marked: tuple[str, ...], filled: Callable[[str], object]
) -> None:
    """Ask from where to fill in open questions; `filled` gets the path of the first answer that was filled in."""
    offers = autofill.offers(calculation, marked)
    if not offers:
        kept = calculation.context.session.game_state.units
        screen.notify(
            "Nothing that is kept answers an open question here."
            if kept
            else "Nothing is kept that could answer here: units, chits, settings and the clock can.",
            markup=False,
        )
        return

    def fill(place: str | None) -> None:
        if place is not None:
            offer = offers[int(place)]
            autofill.accept(calculation, offer)
            filled(next(iter(offer.answers)))

    words = [autofill.offer_words(calculation, offer) for offer in offers]
    screen.app.push_screen(ChooseScreen("Fill in the open questions from:", _ways(words)), fill)


def offer_changes(screen: Screen[Any], calculation: Calculation, applied: Callable[[], object]) -> None:
    """Ask which unit takes the result over; `applied` is called once one has."""
    changes = autofill.unit_changes(calculation)
    if not changes:
        screen.notify("This result changes no unit that is kept.", markup=False)
        return
    words = [autofill.change_words(calculation, change) for change in changes]

    def apply(place: str | None) -> None:
        if place is None:
            return
        try:
            autofill.apply(calculation, changes[int(place)])
        except CompanionError as error:
            screen.notify(str(error), severity="error", markup=False)
            return
        screen.notify(words[int(place)], title="Taken over", markup=False)
        applied()

    screen.app.push_screen(ChooseScreen("Take the result over to which unit?", _ways(words)), apply)


def _ways(words: list[str]) -> list[Choice]:
    return [
        Choice(DIGITS[place] if place < len(DIGITS) else "", str(place), text)
        for place, text in enumerate(words)
    ]
