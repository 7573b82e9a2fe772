"""Writing an order, or putting one right."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from companion.model import Orders, Refused
from companion.model.event import OrderSlip
from companion.play import dispatch
from companion.play.prompts import when_words
from companion.play.state import Order
from companion.play.turn import here, sequence_of
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.dialogs import ChooseScreen, FormScreen, Way
from companion.ui.widgets.fields import Field
from companion.workspace.calculation import Calculation
from companion.workspace.context import Desk


class OrderForm(FormScreen):
    """A line for each part of an order; f4 works the delay out."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f4", "delay", "Work out delay", id="order.delay")]

    def __init__(self, desk: Desk, order: Order | None = None) -> None:
        self.desk = desk
        self.order = order
        self.rules = dispatch.rules_of(desk.session)
        at = here(desk.session)
        says = "New order" if order is None else f"Order {order.number}"
        fields = _fields(desk, self.rules, order.slip if order else None)
        super().__init__(
            f"{says}, turn {at.turn}",
            fields,
            self._send,
            "Send" if order is None else "Keep",
            self.rules.relay,
            desk.game,
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The delay is worked out where the game has a calculator for it."""
        return bool(self.rules.delay) if action == "delay" else True

    def action_delay(self) -> None:
        """Open the calculator of the delay; its result is offered, not taken."""
        calculation = Calculation(self.desk, f"{self.desk.game}:{self.rules.delay}", {})
        self.app.push_screen(CalculatorScreen(calculation), self._offer_delay)

    def _offer_delay(self, done: Calculation | None) -> None:
        turns = done.resolution.outcome.get(self.rules.delay_outcome) if done and done.resolution else None
        if not isinstance(turns, int):
            self.told("The calculator gave no delay.")
            return
        arrives = here(self.desk.session).turn + turns
        when = when_words(self.desk.module, self.desk.session.game_state, arrives)
        ways = [Way("y", str(turns), f"{turns}: arrives {when}")]
        self.app.push_screen(ChooseScreen("Turns until it arrives", ways), self._take)

    def _take(self, turns: str | None) -> None:
        if turns is not None:
            self.put("delay", turns)
            self.action_go(0)

    def _send(self, written: dict[str, str]) -> None:
        if not written["delay"]:
            raise Refused(
                "turns until it arrives: 0 or more" + (", f4 works them out" * bool(self.rules.delay))
            )
        old = self.order.slip if self.order else None
        sent = old.sent if old else here(self.desk.session).turn
        slip = OrderSlip(
            written["side"],
            written["sender"],
            written["recipient"],
            written["kind"],
            written["text"],
            sent,
            sent + int(written["delay"]),
            written["condition"],
            tuple(
                filter(None, (" ".join(each.split()) for each in written.get("formations", "").split(",")))
            ),
            int(written.get("relay") or 0),
            int(written.get("grace") or 0),
        )
        act: Any = partial(dispatch.send, self.desk.session)
        if self.order is not None:
            act = partial(dispatch.rewrite, self.desk.session, self.order.number)
        act(slip)


def _fields(desk: Desk, rules: Orders, slip: OrderSlip | None) -> list[Field]:
    sides = tuple((each, each) for each in sequence_of(desk.session).sides)
    kinds = tuple((each.key, each.label or each.key) for each in rules.kinds)
    blank = OrderSlip("", "", "", "", "", 0, 0)
    was = slip or blank
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
