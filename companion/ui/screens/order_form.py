"""The form for writing or editing an order."""

from __future__ import annotations

from companion.model import Orders, Refused
from companion.model.recorded import OrderSlip
from companion.model.wording import value_words
from companion.play import dispatch
from companion.play.clock import moments
from companion.play.prompts import when_words
from companion.play.state import Order
from companion.play.turn import here, sequence_of
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.fields import Field
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import order_place


def order_form(context: AppContext, order: Order | None = None) -> FormScreen:
    """Return the form for a new order, or for editing `order`; F2 works out the turns to arrive."""
    rules = dispatch.rules_of(context.session)
    opened: list[Calculation] = []
    heading = "New order" if order is None else f"Order {order.number}"

    def send(values: dict[str, str]) -> None:
        if not values["delay"]:
            how = ", or press F2 to work it out" if rules.delay else ""
            raise Refused(f"type the turns to arrive, 0 or more{how}")
        slip = _slip(values, order.slip.sent if order else here(context.session).turn)
        if order is None:
            dispatch.send(context.session, slip)
        else:
            dispatch.rewrite(context.session, order.number, slip)

    return FormScreen(
        f"{heading}, turn {here(context.session).turn}",
        _fields(context, rules, order.slip if order else None),
        send,
        done="Send" if order is None else "Save",
        note=rules.relay,
        of_game=context.game,
        edits=order is not None,
        work_out=(lambda form: _work_out_delay(form, rules, order, opened)) if rules.delay else None,
    )


def _work_out_delay(form: FormScreen, rules: Orders, order: Order | None, opened: list[Calculation]) -> None:
    """Open the calculator of the delay; its result is filled in when the player returns.

    `opened`: the calculation of this form, if any; it is continued, or its answers are used for another recipient.
    """
    context = form.context
    number = order.number if order is not None else len(context.session.game_state.orders) + 1
    place = order_place(context, number, form.values()["recipient"])

    def fill_in(calculation: Calculation | None) -> None:
        resolution = calculation.resolution if calculation is not None else None
        turns = resolution.outcome.get(rules.delay_outcome) if resolution is not None else None
        if not isinstance(turns, int):
            gave = f"{value_words(turns)} turns" if turns is not None else "no delay"
            form.say(f"The calculator gave {gave}. Type a whole number, or press F2 to answer more.")
            return
        when = when_words(context.module, context.session.game_state, here(context.session).turn + turns)
        form.put("delay", str(turns))
        form.say(f"{turns}: arrives {when}.")

    before = opened.pop() if opened else None
    if before is not None and before.place == place and not before.draft.is_stale:
        calculation = before
    else:
        answers = before.sheet.values if before is not None else {}
        calculation = Calculation(context, f"{context.game}:{rules.delay}", answers, place)
    opened.append(calculation)
    form.app.push_screen(CalculatorScreen(calculation), fill_in)


def _slip(values: dict[str, str], sent: int) -> OrderSlip:
    """Return the order with the values of the form, sent in turn `sent`."""
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
    sequence = sequence_of(context.session)
    sides = tuple((side, side) for side in sequence.sides)
    acting = moments(sequence)[context.position.moment].side
    kinds = tuple((kind.key, kind.label or kind.key) for kind in rules.kinds)
    was = slip or OrderSlip(acting, "", "", "", "", 0, 0)
    fields = [
        Field("side", "Side", was.side, choices=sides),
        Field("sender", "From", was.sender, "sender"),
        Field("recipient", "To", was.recipient, "recipient"),
        Field("kind", "Kind", was.kind, choices=kinds),
        Field("text", "Text", was.text, "as written"),
        Field("delay", "Turns to arrive", str(was.arrives - was.sent) if slip else "", "turns", number=True),
        Field("condition", "Condition", was.condition, "optional"),
    ]
    if rules.relay or was.formations or was.relay:
        fields += [
            Field("formations", "Relay to", ", ".join(was.formations), "divisions: A, B"),
            Field("relay", "Relay delay", str(was.relay or ""), "turns, default 0", number=True),
        ]
    if rules.checks or was.grace:
        fields.append(Field("grace", "Grace turns", str(was.grace or ""), "default 0", number=True))
    return fields
