"""The form for writing or correcting an order."""

from __future__ import annotations

from companion.model import Orders, Refused
from companion.model.event import OrderSlip
from companion.play import dispatch
from companion.play.prompts import when_words
from companion.play.state import Order
from companion.play.turn import here, sequence_of
from companion.ui.base.dialogs import Choice, ask
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.fields import Field
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext


def order_form(context: AppContext, order: Order | None = None) -> FormScreen:
    """Return the form for a new order, or for correcting `order`; F4 works out how many turns it takes to arrive."""
    rules = dispatch.rules_of(context.session)
    heading = "New order" if order is None else f"Order {order.number}"

    def send(values: dict[str, str]) -> None:
        if not values["delay"]:
            how = ", f4 works them out" if rules.delay else ""
            raise Refused(f"turns until it arrives: 0 or more{how}")
        slip = _slip(values, order.slip.sent if order else here(context.session).turn)
        if order is None:
            dispatch.send(context.session, slip)
        else:
            dispatch.rewrite(context.session, order.number, slip)

    return FormScreen(
        f"{heading}, turn {here(context.session).turn}",
        _fields(context, rules, order.slip if order else None),
        send,
        done="Send" if order is None else "Keep",
        note=rules.relay,
        of_game=context.game,
        work_out=(lambda form: _work_out_delay(form, rules)) if rules.delay else None,
    )


def _work_out_delay(form: FormScreen, rules: Orders) -> None:
    """Open the calculator of the delay; its result is offered, not filled in."""
    context = form.context

    def offer(calculation: Calculation | None) -> None:
        resolution = calculation.resolution if calculation is not None else None
        turns = resolution.outcome.get(rules.delay_outcome) if resolution is not None else None
        if not isinstance(turns, int):
            form.say("The calculator gave no delay.")
            return
        when = when_words(context.module, context.session.game_state, here(context.session).turn + turns)
        choices = [Choice("y", str(turns), f"{turns}: arrives {when}")]
        ask(form, "Turns until it arrives", choices, lambda taken: form.put("delay", taken))

    calculation = Calculation(context, f"{context.game}:{rules.delay}", {})
    form.app.push_screen(CalculatorScreen(calculation), offer)


def _slip(values: dict[str, str], sent: int) -> OrderSlip:
    """The order with the values of the form, sent in turn `sent`."""
    formations = (" ".join(part.split()) for part in values.get("formations", "").split(","))
    return OrderSlip(
        values["side"],
        values["sender"],
        values["recipient"],
        values["kind"],
        values["text"],
        sent,
        sent + int(values["delay"]),
        values["condition"],
        tuple(filter(None, formations)),
        int(values.get("relay") or 0),
        int(values.get("grace") or 0),
    )


def _fields(context: AppContext, rules: Orders, slip: OrderSlip | None) -> list[Field]:
    sides = tuple((side, side) for side in sequence_of(context.session).sides)
    kinds = tuple((kind.key, kind.label or kind.key) for kind in rules.kinds)
    was = slip or OrderSlip("", "", "", "", "", 0, 0)
    fields = [
        Field("side", "Side", was.side, choices=sides),
        Field("sender", "From", was.sender, "who sends it"),
        Field("recipient", "To", was.recipient, "who gets it"),
        Field("kind", "Kind", was.kind, choices=kinds),
        Field("text", "Text", was.text, "as it is written"),
        Field("delay", "Turns to arrive", str(was.arrives - was.sent) if slip else "", "turns", number=True),
        Field("condition", "Condition", was.condition, "if any"),
    ]
    if rules.relay or was.formations or was.relay:
        fields += [
            Field("formations", "Handed on to", ", ".join(was.formations), "divisions, with commas"),
            Field("relay", "Relay delay", str(was.relay or ""), "turns, default 0", number=True),
        ]
    if rules.checks or was.grace:
        fields.append(Field("grace", "Grace turns", str(was.grace or ""), "default 0", number=True))
    return fields
