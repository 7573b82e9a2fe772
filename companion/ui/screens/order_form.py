"""The form for writing or correcting an order."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from companion.model import Orders, Refused
from companion.model.event import OrderSlip
from companion.play import dispatch
from companion.play.prompts import when_words
from companion.play.state import Order
from companion.play.turn import here, sequence_of
from companion.ui.base.dialogs import Choice, ChooseScreen
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.fields import Field
from companion.ui.widgets.status_line import StatusLine
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext


class OrderForm(FormScreen):
    """A line for each part of an order; F4 works out how many turns the order takes to arrive."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f4", "delay", "Work out delay", id="order.delay")]

    def __init__(self, context: AppContext, order: Order | None = None) -> None:
        self.context = context
        self.order = order
        self.rules = dispatch.rules_of(context.session)
        heading = "New order" if order is None else f"Order {order.number}"
        super().__init__(
            f"{heading}, turn {here(context.session).turn}",
            _fields(context, self.rules, order.slip if order else None),
            self._send,
            done="Send" if order is None else "Keep",
            note=self.rules.relay,
            of_game=context.game,
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer F4 if the game has a calculator for the delay."""
        return bool(self.rules.delay) if action == "delay" else True

    def action_delay(self) -> None:
        """Open the calculator of the delay; its result is offered, not taken."""
        calculation = Calculation(self.context, f"{self.context.game}:{self.rules.delay}", {})
        self.app.push_screen(CalculatorScreen(calculation), self._offer_delay)

    def _offer_delay(self, calculation: Calculation | None) -> None:
        resolution = calculation.resolution if calculation is not None else None
        turns = resolution.outcome.get(self.rules.delay_outcome) if resolution is not None else None
        if not isinstance(turns, int):
            self.query_one(StatusLine).say("The calculator gave no delay.")
            return
        arrives = here(self.context.session).turn + turns
        when = when_words(self.context.module, self.context.session.game_state, arrives)
        choices = [Choice("y", str(turns), f"{turns}: arrives {when}")]
        self.app.push_screen(ChooseScreen("Turns until it arrives", choices), self._take_delay)

    def _take_delay(self, turns: str | None) -> None:
        if turns is not None:
            self.put("delay", turns)
            self.action_go(0)

    def _send(self, values: dict[str, str]) -> None:
        """Send or correct the order. Raises Refused if the form is incomplete or wrong."""
        if not values["delay"]:
            raise Refused(
                "turns until it arrives: 0 or more" + (", f4 works them out" * bool(self.rules.delay))
            )
        session = self.context.session
        sent = self.order.slip.sent if self.order else here(session).turn
        formations = (" ".join(part.split()) for part in values.get("formations", "").split(","))
        slip = OrderSlip(
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
        if self.order is None:
            dispatch.send(session, slip)
        else:
            dispatch.rewrite(session, self.order.number, slip)


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
        Field("condition", "Only once", was.condition, "a condition, if any"),
    ]
    if rules.relay or was.formations or was.relay:
        fields += [
            Field("formations", "Handed on to", ", ".join(was.formations), "divisions, with commas"),
            Field("relay", "Turns for that", str(was.relay or ""), "0 unless said", number=True),
        ]
    if rules.checks or was.grace:
        fields.append(Field("grace", "Turns of grace", str(was.grace or ""), "0 unless said", number=True))
    return fields
