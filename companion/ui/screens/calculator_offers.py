"""Dialogs of a calculator: answers to fill in, units that the result changes, units that a correction changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.play.unit_results import UnitChange
from companion.ui.base.dialogs import Choice, ask, numbered_choices
from companion.ui.base.page import Page
from companion.workspace import autofill, unit_changes
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.later_lines import LATER, later_words


def offer_answers(
    page: Page[Any], calculation: Calculation, marked: tuple[str, ...], filled: Callable[[str], object]
) -> None:
    """Ask which known answers to fill in; `filled` gets the path of the first one that was filled in.

    After a unit was filled in, ask who takes the other parts.
    """
    offers = autofill.offers(calculation, marked)
    if not offers:
        page.notify(
            "No known answers to the open questions."
            if page.context.session.game_state.units
            else "No known answers: none from units, chits, settings or the clock."
        )
        return
    _ask_for_offer(page, calculation, "Fill in open questions from:", offers, filled)


def _ask_for_offer(
    page: Page[Any],
    calculation: Calculation,
    heading: str,
    offers: list[autofill.Offer],
    filled: Callable[[str], object],
) -> None:
    """Ask which offer to accept; after a unit, ask who takes the parts that are still open."""

    def fill(place: str) -> None:
        offer = offers[int(place)]
        autofill.accept(calculation, offer)
        filled(next(iter(offer.answers), ""))
        if offer.is_unit:
            page.call_later(ask_further)

    def ask_further() -> None:
        others = autofill.offers_of_other_parts(calculation)
        if others:
            _ask_for_offer(page, calculation, "Who else takes part? (Esc: no one)", others, filled)

    words = [(str(place), autofill.offer_words(calculation, offer)) for place, offer in enumerate(offers)]
    ask(page, heading, numbered_choices(words), fill)


def offer_changes(page: Page[Any], calculation: Calculation, applied: Callable[[], object]) -> None:
    """Ask which other unit to apply the result to; `applied` is called once that is done."""
    changes = unit_changes.possible_changes(calculation)
    if not changes:
        page.notify("This result changes no unit.")
        return
    words = [
        f"{unit_changes.change_words(calculation.module, change)}{f' ({change.part.title})' * bool(change.part.title)}"
        for change in changes
    ]

    def apply(place: str) -> None:
        apply_changes(page, calculation, [changes[int(place)]], applied)

    choices = numbered_choices([(str(place), text) for place, text in enumerate(words)])
    ask(page, "Apply the result to which unit?", choices, apply)


def apply_due(page: Page[Any], calculation: Calculation, applied: Callable[[], object]) -> None:
    """Apply the result to the units that took part; `applied` is called once that is done."""
    apply_changes(page, calculation, unit_changes.due_changes(calculation), applied)


def apply_changes(
    page: Page[Any],
    calculation: Calculation,
    changes: list[UnitChange],
    applied: Callable[[], object],
) -> None:
    """Apply the result to units; `applied` is called once that is done."""
    with page.reporting():
        words = unit_changes.changes_words(calculation.module, changes)
        unit_changes.apply(calculation, changes)
        applied()
        page.redraw()
        page.say(f"Applied: {words}")


def keep_correction(page: Page[Any], amendment: Amendment, logged: Callable[[], object]) -> None:
    """Log a correction, then call `logged`; first ask whether to correct units that the old result changed."""

    def keep(how: str) -> None:
        with page.reporting():
            later = later_words(amendment)
            line = amendment.keep(with_units=how == "apply")
            message = f"Line {line.id} of the log corrects line {amendment.line}."
            warning = f"\n{LATER}: {later}. They are not corrected." * bool(later)
            page.app.notify(f"{message}{warning}", severity="warning" if later else "information")
            logged()

    with page.reporting():
        amendment.check()
        units = amendment.units_text()
        if not units:
            keep("")
            return
        choices = [
            Choice("a", "apply", f"Apply the difference: {units}"),
            Choice("l", "", "Leave the units unchanged"),
        ]
        heading = f"Line {amendment.line} changed units. Correct them as well?"
        ask(page, heading, choices, keep, "Not logged yet. k asks again; Esc discards the correction.")


def tell_discarded(page: Page[Any], amendment: Amendment | None) -> None:
    """Say that a correction is discarded, if it differs from the logged line."""
    if amendment is not None and amendment.differs:
        page.notify(f"Correction discarded. Line {amendment.line} of the log is unchanged.")
