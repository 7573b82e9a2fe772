"""Actions of a calculator: its title, its footer, logging, and the screens that its keys open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.content import Content
from textual.events import Key

from companion.render.large import of_resolution
from companion.ui.base.page import Page
from companion.ui.screens.against import AgainstScreen
from companion.ui.screens.calculator_keys import CALCULATOR_KEYS
from companion.ui.screens.forms import names_form, ruling_form
from companion.ui.screens.large import LargeScreen
from companion.ui.screens.proof import ProofScreen
from companion.ui.widgets.panel import heading
from companion.ui.widgets.rows import Row
from companion.workspace.autofill import has_open_part
from companion.workspace.calculation import Calculation
from companion.workspace.rulings import ruling_targets
from companion.workspace.unit_changes import possible_changes
from companion.workspace.what_if import current_option, keep_option_a, option_a

AMENDING = {"discard", "keep", "differences", "as_logged"}
"""Actions that exist only while a logged calculation is being corrected."""
NEW = {"leave", "finish", "ledger", "restart", "fill", "take", "keep_a", "against", "continue"}
"""Actions that exist only in a new calculation."""


def calculator_heading(calculation: Calculation, in_play: str) -> Content:
    """Return the title with names, rule and place, and the game unless it is `in_play`."""
    game = calculation.module.game
    other = "" if game.slug == in_play else f"{game.name}, not in play"
    place = calculation.place.title if calculation.names else calculation.place.words
    whom = place if place and place.lower() not in calculation.title.lower() else ""
    rest = "  ".join(part for part in (whom, other) if part)
    return heading(calculation.title, rest, calculation.procedure.cite)


def footer(calculation: Calculation, narrow: bool) -> tuple[tuple[str, ...], ...]:
    """Return the ids of the keys that come first in the footer, in groups."""
    resolution = calculation.resolution
    looks = ("calculator.ledger",) if narrow else ()
    goes = ("calculator.rule", "calculator.charts")
    if calculation.done:
        return (
            ("calculator.keep", "open", "calculator.restart", *looks, "retype"),
            ("calculator.large",),
            goes,
        )
    if resolution is not None and resolution.missing:
        return ("calculator.fill", *looks, "calculator.restart"), ("calculator.walk", "calculator.list"), goes
    first = ("calculator.keep", "calculator.roll", *looks, "calculator.restart")
    return first, ("calculator.walk", "calculator.list", "calculator.keep_a"), goes


def command_keys(page: Page[Any]) -> set[str]:
    """Return the player's keys for all commands of a calculator, including commands that are not possible now."""
    keymap = page.app.key_changes.keymap if page.app.key_changes is not None else {}
    keys = [keymap.get(binding.id or "", binding.key) for binding in CALCULATOR_KEYS]
    return {key for listed in keys for key in listed.split(",")}


def enter_before(page: Page[Any], event: Key) -> bool:
    """Enter a number that is still being typed before a command runs; return whether the key was handled.

    The command then gets its key again. The calculator's own commands, except Escape, are blocked by an invalid number.
    """
    row, is_own = page.focused, event.key in command_keys(page)
    active = page.active_bindings.get(event.key)
    is_command = is_own or (active is not None and active.node is page.app)
    if not (is_command and isinstance(row, Row) and row.half_typed):
        return False
    if not row.finish(settled=False) and row.half_typed:
        return is_own and event.key != "escape"
    page.app.press_again(event)
    return True


def is_possible(action: str, calculation: Calculation, marked: tuple[str, ...] | None) -> bool:
    """Return whether an action is possible now; `marked` is the path of the marked question, None for none."""
    match action:
        case "leave" | "finish":
            return calculation.done is (action == "finish")
        case "large":
            resolution = calculation.resolution
            complete = resolution is not None and not resolution.missing
            return complete and (calculation.done or marked is None)
        case "fill":
            return not calculation.done or has_open_part(calculation)
        case "take":
            return not has_open_part(calculation) and bool(possible_changes(calculation))
        case "continue":
            return bool(calculation.earlier_text())
        case "ruling":
            return marked is not None and len(ruling_targets(calculation, marked)) > 1
        case "keep_a" | "against":
            return (option_a(calculation) is None) is (action == "keep_a")
    return True


def commit(page: Page[Any], calculation: Calculation) -> None:
    """Log a finished result; if it corrects a line of the log, say so."""
    draft = calculation.draft
    before = draft.line if draft.is_logged else 0
    logged = calculation.commit()
    if logged is not None and before:
        page.app.notify(f"Line {logged.id} of the log corrects line {before}.", timeout=3)
    elif draft.log_error:
        page.app.notify(calculation.status(), severity="error")


def show_charts(page: Page[Any], calculation: Calculation) -> None:
    """Show the charts that were read and, before the result, those that can still be read."""
    resolution = calculation.resolution
    looked = resolution.looked if resolution is not None else ()
    procedure, answers = calculation.procedure, calculation.sheet.values
    done = resolution is not None and resolution.done
    ahead = [] if done else page.context.engine.charts_ahead(procedure.id, answers, calculation.rolls)
    page.app.push_screen(ProofScreen(calculation.module, procedure.title, looked, ahead))


def show_large(page: Page[Any], calculation: Calculation) -> None:
    """Show the result so that it can be read across the table."""
    if calculation.resolution is not None:
        large = of_resolution(calculation.resolution, calculation.procedure, calculation.title)
        page.app.push_screen(LargeScreen(large))


def ask_names(page: Page[Any], calculation: Calculation, named: Callable[[], None]) -> None:
    """Ask for the names of the units or leaders of a calculation; `named` is called afterwards."""
    page.app.push_screen(names_form(calculation), lambda _: named())


def make_ruling(page: Page[Any], abouts: list[tuple[str, str]], made: Callable[[], None]) -> None:
    """Ask for a table ruling about one of `abouts`; `made` is called once it is made."""
    form = ruling_form(page.context, abouts)
    page.app.push_screen(form, lambda is_made: made() if is_made else None)


def keep_as_a(page: Page[Any], calculation: Calculation, done: Callable[[], None]) -> None:
    """Keep the answers as option A; `done` is called if that succeeds."""
    with page.reporting():
        keep_option_a(calculation)
        page.notify("Kept as option A. Change answers to compare; rolling ends this.")
        done()


def show_against(page: Page[Any], calculation: Calculation, closed: Callable[[], None]) -> None:
    """Compare option A with the current answers on the whole screen; `closed` is called afterwards."""
    a = option_a(calculation)
    with page.reporting():
        b = current_option(calculation)
        if a is not None:
            page.app.push_screen(AgainstScreen(a, b), lambda _: closed())
