"""Opens what a due prompt asks for, and lets the player say how it was settled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.model import Resolution
from companion.model.event import Prompt
from companion.play import dispatch
from companion.play.turn import settle
from companion.render.summary import headline
from companion.ui.base.dialogs import Choice, ChooseScreen
from companion.ui.base.session_screen import SessionScreen
from companion.ui.messages import OpenRule
from companion.ui.screens.calculator import CalculatorScreen
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext


def calculate(screen: SessionScreen, procedure: str, then: Callable[[Calculation, Resolution], None]) -> None:
    """Open a calculator of the game on top of `screen`; call `then` if the player finishes the calculation."""

    def closed(calculation: Calculation | None) -> None:
        if calculation is not None and calculation.resolution is not None:
            then(calculation, calculation.resolution)

    with screen.reporting():
        calculation = Calculation(screen.ready, f"{screen.ready.game}:{procedure}", {})
        screen.app.push_screen(CalculatorScreen(calculation), closed)


def see_to(screen: SessionScreen, prompt: Prompt) -> None:
    """Open what a due prompt asks for: its calculator or the result of that, its order, or its rule."""
    context = screen.ready
    order = context.session.game_state.order(prompt.order)
    rolled = context.rolled(prompt)
    if rolled is not None:
        again = Choice("r", "again", "Roll anew; what was rolled stays in the log")
        _offer(screen, prompt, rolled, again)
    elif prompt.procedure:
        _calculate(screen, prompt)
    elif order is not None and order.state == "in transit":
        _offer(screen, prompt, None)
    elif prompt.cite:
        screen.app.post_message(OpenRule(f"{context.game}:{prompt.cite}"))


def _calculate(screen: SessionScreen, prompt: Prompt) -> None:
    def finished(calculation: Calculation, resolution: Resolution) -> None:
        screen.ready.keep_rolled(prompt, calculation.draft.line, resolution)
        _offer(screen, prompt, resolution)

    calculate(screen, prompt.procedure, finished)


def _offer(screen: SessionScreen, prompt: Prompt, resolution: Resolution | None, *more: Choice) -> None:
    """Ask how the prompt was settled; nothing is settled unless the player says so."""
    context = screen.ready
    heading = prompt.says
    if resolution is not None:
        heading += f"\n{headline(resolution, context.library.procedure(resolution.procedure))}"
    choices = [*_choices(context, prompt, resolution), *more]
    screen.app.push_screen(ChooseScreen(heading, choices), partial(_settle, screen, prompt))


def _settle(screen: SessionScreen, prompt: Prompt, choice: str | None) -> None:
    session = screen.ready.session
    match choice:
        case "accepted" | "lost":
            screen.attempt(lambda: dispatch.change_state(session, prompt.order, choice))
        case "ended":
            screen.attempt(lambda: dispatch.change_state(session, prompt.order, "ended", prompt.says))
        case "not accepted":
            screen.attempt(lambda: dispatch.not_accepted(session, prompt.order))
        case "done":
            screen.attempt(lambda: settle(session, prompt.id))
        case "again":
            _calculate(screen, prompt)
        case _ if screen.ready.rolled(prompt) is not None:
            screen.say(f"Still due: {prompt.says}. What was rolled is in the log; Enter goes on with it.")


def _choices(context: AppContext, prompt: Prompt, resolution: Resolution | None) -> list[Choice]:
    """How the prompt may be settled; what the roll says comes first."""
    order = context.session.game_state.order(prompt.order)
    rules = context.module.sequence.orders if context.module.sequence else None
    if order is None or rules is None or not order.live:
        return [Choice("d", "done", "Done")]
    if order.state == "accepted":
        return [
            Choice("d", "done", "Done; the order stands"),
            Choice("e", "ended", f"Order {order.number} ends"),
        ]
    if resolution is None:
        return [
            Choice("a", "accepted", f"Order {order.number} is in force"),
            Choice("x", "lost", "The order is lost"),
        ]
    taken = resolution.outcome.get(rules.accept_outcome) is True
    yes = Choice("a", "accepted", "Accepted" + (", as the roll says" if taken else ""))
    no = Choice("f", "not accepted", "Not accepted" + ("" if taken else ", as the roll says"))
    return [yes, no] if taken else [no, yes]
