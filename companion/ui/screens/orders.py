"""Orders: on their way, in force, over; what comes when."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.model.event import OrderState, Prompt
from companion.play import dispatch
from companion.play.prompts import when_words
from companion.play.state import Order
from companion.render.calendar import coming
from companion.render.log import slip_words
from companion.render.text import shown, wrapped
from companion.ui.messages import OpenRule
from companion.ui.screens.order_form import OrderForm
from companion.ui.screens.table import TableScreen, refill
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.prose import Lines, Prose
from companion.ui.widgets.told import Told
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk

CALENDAR = 150
"""Turns ahead that are looked through for arrivals."""


class OrdersScreen(TableScreen):
    """Write, take, end orders; Enter on one that is due opens its roll."""

    HELP = (
        "n writes an order, w puts the marked one right. Enter on one that is due opens its roll; "
        "a and f say whether it was accepted, e ends it, x loses it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", id="orders.new", tooltip="Write an order"),
        Binding(
            "enter",
            "roll",
            "Roll",
            id="orders.roll",
            tooltip="What is due of the marked order",
            priority=True,
        ),
        Binding("a", "become('accepted')", "Accepted", id="orders.accept"),
        Binding("f", "not_accepted", "Failed", id="orders.fail", tooltip="It was not accepted"),
        Binding("e", "become('ended')", "Ended", id="orders.end"),
        Binding("x", "become('lost')", "Lost", id="orders.lose"),
        Binding("w", "rewrite", "Put right", id="orders.rewrite"),
        Binding("r", "rule", "Rule", id="orders.rule", tooltip="The rule of orders", show=False),
        Binding("escape", "dismiss(None)", "Back", id="orders.back"),
    ]

    def compose(self) -> ComposeResult:
        """The orders, and what comes when."""
        yield Where(id="where")
        with Horizontal(id="orders-room"):
            yield OptionList(id="orders")
            with VerticalScroll(id="calendar-side"):
                yield Prose(id="calendar")
        yield Told("said")
        yield Keys()

    def on_mount(self) -> None:
        """Shows the orders."""
        self.show()
        self.query_one("#orders").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for the order that is marked."""
        if action in ("new", "rule"):
            return self._known()
        if action not in ("become", "not_accepted", "roll", "rewrite"):
            return True
        order = self._marked()
        if order is None:
            return False
        if action == "roll":
            return bool(self._due(order))
        if action == "not_accepted" or parameters == ("accepted",):
            return order.state == "in transit"
        return order.live

    def action_new(self) -> None:
        """Writes an order."""
        self.app.push_screen(OrderForm(self.ready), self._sent)

    def _sent(self, sent: bool | None) -> None:
        """The order just written is marked."""
        if sent:
            self.show()
            listed = self.query_one("#orders", OptionList)
            listed.highlighted = listed.get_option_index(str(len(self.ready.session.game_state.orders)))

    def action_rewrite(self) -> None:
        """Puts the marked order right."""
        order = self._marked()
        if order is not None:
            self.app.push_screen(OrderForm(self.ready, order))

    def action_become(self, state: OrderState) -> None:
        """The marked order is taken, ended or lost."""
        order = self._marked()
        if order is not None:
            self.attempt(
                lambda: dispatch.change_state(self.ready.session, order.number, state),
                f"Order {order.number} to {order.slip.recipient}: {state}",
            )

    def action_not_accepted(self) -> None:
        """The marked order was tried and not taken."""
        order = self._marked()
        if order is not None:
            self.attempt(partial(dispatch.not_accepted, self.ready.session, order.number), "Not accepted")

    def action_roll(self) -> None:
        """What is due of the marked order."""
        order = self._marked()
        if order is None:
            return
        due = self._due(order)
        if due:
            self.see_to(next((each for each in due if each.procedure), due[0]))
        elif order.state == "in transit":
            when = when_words(self.ready.module, self.ready.session.game_state, order.slip.arrives)
            self.say(f"Order {order.number} arrives on {when}; nothing is due of it now.")
        else:
            self.say(f"Nothing is due of order {order.number} now.")

    @on(OptionList.OptionSelected, "#orders")
    def _selected(self) -> None:
        self.action_roll()

    @on(OptionList.OptionHighlighted, "#orders")
    def _highlighted(self) -> None:
        self.refresh_bindings()

    def action_rule(self) -> None:
        """The rule of orders."""
        sequence = self.ready.module.sequence
        if sequence is not None and sequence.orders is not None:
            self.app.post_message(OpenRule(f"{self.ready.game}:{sequence.orders.cite}"))

    def show(self) -> None:
        """The orders as the session has them."""
        desk = self.tell("Orders")
        if desk is None:
            return
        refill(self.query_one("#orders", OptionList), self._lines(desk))
        self.query_one("#orders").display = self._known()
        self.query_one("#calendar", Prose).show(_calendar(desk, self._known()))

    def _lines(self, desk: Desk) -> list[Option]:
        lines = []
        orders = desk.session.game_state.orders
        on_way = sorted(
            (each for each in orders if each.state == "in transit"),
            key=lambda each: (each.slip.arrives, each.number),
        )
        groups = (
            ("On their way", on_way),
            ("In force", [each for each in orders if each.state == "accepted"]),
            ("Over", [each for each in reversed(orders) if not each.live]),
        )
        for head, group in groups:
            if group:
                lines.append(Option(Content.styled(head, "bold $text-accent"), disabled=True))
                lines += [Option(self._line(desk, each), id=str(each.number)) for each in group]
        return lines or [Option("No orders yet. n writes one.", disabled=True)]

    def _line(self, desk: Desk, order: Order) -> Content:
        slip, table = order.slip, desk.session.game_state
        when = {
            "in transit": f"arrives {when_words(desk.module, table, slip.arrives)}",
            "accepted": f"since turn {order.since}",
        }.get(order.state, f"{order.state}, turn {order.since}")
        due = bool(self._due(order))
        on_to = f"; on to {', '.join(slip.formations)}" if slip.formations else ""
        return Content.assemble(
            ("! " if due else "  ", "bold $text-warning"),
            (f"{order.number} {shown(slip.recipient)}", "bold" if order.live else "$text-muted"),
            f" ({shown(slip.side)})  {when}",
            ("  DUE" if due else "", "bold $text-warning"),
            (f"\n    {shown(slip_words(slip) + on_to)}", "$text-muted"),
        )

    def _due(self, order: Order) -> list[Prompt]:
        return [each for each in self.ready.session.game_state.due() if each.order == order.number]

    def _marked(self) -> Order | None:
        if not self.is_mounted or self.app.desk is None:
            return None
        option = self.query_one("#orders", OptionList).highlighted_option
        number = int(option.id) if option is not None and option.id else 0
        return self.app.desk.session.game_state.order(number)

    def _known(self) -> bool:
        try:
            dispatch.rules_of(self.ready.session)
        except Refused:
            return False
        return True


def _calendar(desk: Desk, known: bool) -> Lines:
    module, table = desk.module, desk.session.game_state
    if not known:
        none = f"{module.game.name} sends no orders."
        return lambda width: wrapped(none, width)
    told = [
        f"- {when_words(module, table, each.turn)}: {each.says}" for each in coming(module, table, CALENDAR)
    ]
    sequence = module.sequence
    notes = list(sequence.orders.notes) if sequence is not None and sequence.orders is not None else []

    def lines(width: int) -> list[str]:
        found = ["What comes when"]
        for each in told or ["Nothing yet."]:
            found += wrapped(each, width, "", "  ")
        for each in notes:
            found += ["", *wrapped(each, width)]
        return found

    return lines
