"""Opens what a due prompt asks for, and lets the player say how it was settled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.model import Resolution
from companion.model.recorded import Prompt
from companion.play import dispatch
from companion.play.prompts import OVER
from companion.play.turn import settle
from companion.play.unit_results import RESULT
from companion.render.summary import headline
from companion.ui.base.dialogs import Choice, ChooseScreen, ask
from companion.ui.base.page import Page
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.outcome_form import outcome_form
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import Place, prompt_place
from companion.workspace.unit_changes import apply_result, changes_words, result_changes


def calculate(
    page: Page[Any], procedure: str, place: Place, then: Callable[[Calculation, Resolution], None]
) -> None:
    """Open a calculator of the game on top of `page`; call `then` if the player finishes the calculation."""

    def closed(calculation: Calculation | None) -> None:
        if calculation is not None and calculation.resolution is not None:
            then(calculation, calculation.resolution)

    with page.reporting():
        calculation = Calculation(page.context, f"{page.context.game}:{procedure}", {}, place)
        page.app.push_screen(CalculatorScreen(calculation), closed)


def open_prompt(page: Page[Any], prompt: Prompt) -> None:
    """Open what a due prompt asks for: its calculator or the calculator's result, its order, or its rule."""
    context = page.context
    if prompt.id.startswith(RESULT):
        _ask_to_apply(page, prompt)
        return
    order = context.session.game_state.order(prompt.order)
    rolled = context.rolled(prompt)
    if rolled is not None:
        again = Choice("r", "again", "Roll again; the first roll stays in the log")
        _offer(page, prompt, rolled, again)
    elif prompt.procedure:
        _calculate(page, prompt)
    elif order is not None and order.state == "in transit":
        _offer(page, prompt, None)
    elif prompt.id == OVER:
        page.app.push_screen(outcome_form(context))
    else:
        page.open_rule(prompt.cite)


def _ask_to_apply(page: Page[Any], prompt: Prompt) -> None:
    """Show what a result would change that was not applied, and ask whether to apply it."""
    session = page.context.session
    changes = changes_words(session.module, result_changes(session, prompt.id))
    choices = [Choice("a", "apply", f"Apply: {changes}")] if changes else []
    choices.append(Choice("s", "aside", "Set aside: leave the units unchanged"))

    def take(choice: str) -> None:
        if choice == "apply":
            page.attempt(lambda: apply_result(session, prompt.id))
        else:
            page.attempt(lambda: settle(session, prompt.id, "set aside"))

    ask(page, prompt.says, choices, take)


def _calculate(page: Page[Any], prompt: Prompt) -> None:
    def finished(calculation: Calculation, resolution: Resolution) -> None:
        page.context.remember_result(prompt, calculation.draft.line, resolution)
        _offer(page, prompt, resolution)

    calculate(page, prompt.procedure, prompt_place(page.context, prompt), finished)


def _offer(page: Page[Any], prompt: Prompt, resolution: Resolution | None, *more: Choice) -> None:
    """Ask how the prompt was settled; without an answer it stays due."""
    context = page.context
    heading = prompt.says
    if resolution is not None:
        heading += f"\n{headline(resolution, context.library.procedure(resolution.procedure))}"
    choices = [*_choices(context, prompt, resolution), *more]
    page.app.push_screen(ChooseScreen(heading, choices), partial(_settle, page, prompt))


def _settle(page: Page[Any], prompt: Prompt, choice: str | None) -> None:
    session = page.context.session
    match choice:
        case "accepted" | "lost":
            page.attempt(lambda: dispatch.change_state(session, prompt.order, choice))
        case "ended":
            page.attempt(lambda: dispatch.change_state(session, prompt.order, "ended", prompt.says))
        case "not accepted":
            page.attempt(lambda: dispatch.not_accepted(session, prompt.order))
        case "done":
            page.attempt(lambda: settle(session, prompt.id))
        case "again":
            _calculate(page, prompt)
        case _ if page.context.rolled(prompt) is not None:
            page.say(f"Still due: {prompt.says}. The roll is in the log; press Enter to settle it.")


def _choices(context: AppContext, prompt: Prompt, resolution: Resolution | None) -> list[Choice]:
    """Return how the prompt can be settled; what was rolled comes first."""
    order = context.session.game_state.order(prompt.order)
    rules = context.module.orders
    if order is None or rules is None or not order.live:
        return [Choice("d", "done", "Done")]
    if order.state == "accepted":
        results = [check.stops for check in rules.checks if check.procedure == prompt.procedure]
        stopped = resolution is not None and any(resolution.outcome.get(name) is True for name in results)
        others = stopped and len(order.slip.formations) > 1
        done = Choice("d", "done", "Done; the order stands" + (" for the other formations" if others else ""))
        ends = Choice("e", "ended", f"Order {order.number} ends")
        return [ends, done] if stopped and not others else [done, ends]
    if resolution is None:
        return [
            Choice("a", "accepted", f"Order {order.number} is in force"),
            Choice("x", "lost", "The order is lost"),
        ]
    accepted = resolution.outcome.get(rules.accept_outcome)
    yes = Choice("a", "accepted", "Accepted" + (", as rolled" if accepted is True else ""))
    no = Choice("f", "not accepted", "Not accepted" + (", as rolled" if accepted is False else ""))
    return [yes, no] if accepted else [no, yes]
