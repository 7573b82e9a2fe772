"""The orders, and the calendar of coming events."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from companion.model.recorded import OrderState, Prompt
from companion.play import dispatch
from companion.play.prompts import when_words
from companion.play.state import Order
from companion.ui.base.page import Page
from companion.ui.due_prompts import open_prompt
from companion.ui.screens.order_form import order_form
from companion.ui.screens.order_lines import calendar_lines, journeys, order_rows
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, key_hint
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText

_EMPTY = "Enter who sends an order, to whom, and when it arrives. The companion tells you when it is due."


class OrdersScreen(Page[None]):
    """Lists the orders, to write, accept and end them; Enter on an order that is due opens its roll."""

    HELP = (
        "n writes an order, w edits the marked order. Enter on an order that is due opens its roll; "
        "a and f mark the order as accepted or not accepted, e as ended, x as lost."
    )
    heading = "Orders"
    main_view = "turn"
    hints = {"#orders": ("orders.roll",)}
    short_labels = {"orders.new": "New", "orders.fail": "Failed", "orders.lose": "Lost"}
    titles = {"#journeys": "Order timeline", "#calendar-side": "Coming up"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New order", id="orders.new"),
        Binding("enter", "roll", "Roll", id="orders.roll", tooltip="For the marked order", priority=True),
        Binding("a", "become('accepted')", "Accepted", id="orders.accept"),
        Binding("f", "not_accepted", "Not accepted", id="orders.fail"),
        Binding("e", "become('ended')", "Ended", id="orders.end"),
        Binding("x", "become('lost')", "Order lost", id="orders.lose"),
        Binding("w", "rewrite", "Edit", id="orders.rewrite", tooltip="The marked order"),
        Binding("f4", "rule", "Rule", id="orders.rule", tooltip="The rule for orders", show=False),
        Binding("escape", "dismiss(None)", "Back", id="orders.back"),
    ]

    def compose(self) -> ComposeResult:
        """Header, orders, calendar, status, keys."""
        yield Header()
        with Horizontal(id="orders-room"):
            yield OptionList(id="orders", classes="panel")
            with Vertical(id="orders-side"):
                yield PlainText(id="journeys", classes="panel")
                with VerticalScroll(id="calendar-side", classes="panel"):
                    yield PlainText(id="calendar")
        yield Keys()
        yield StatusLine("said")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the actions that are possible for the marked order."""
        if action in ("new", "rule"):
            return self.context.module.orders is not None
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
        """Write an order and mark it."""
        self.app.push_screen(order_form(self.context), self._sent)

    def _sent(self, sent: bool | None) -> None:
        if sent:
            self.redraw()
            newest = str(len(self.context.session.game_state.orders))
            self.option_list.highlighted = self.option_list.get_option_index(newest)

    def action_rewrite(self) -> None:
        """Edit the marked order."""
        order = self._marked()
        if order is not None:
            self.app.push_screen(order_form(self.context, order))

    def action_become(self, state: OrderState) -> None:
        """Mark the order as accepted, ended or lost."""
        order = self._marked()
        if order is not None:
            self.attempt(
                lambda: dispatch.change_state(self.context.session, order.number, state),
                f"Order {order.number} to {order.slip.recipient}: {state}",
            )

    def action_not_accepted(self) -> None:
        """Mark the order as not accepted."""
        order = self._marked()
        if order is not None:
            self.attempt(partial(dispatch.not_accepted, self.context.session, order.number), "Not accepted")

    @on(OptionList.OptionSelected)
    def action_roll(self) -> None:
        """Open what is due for the marked order."""
        order = self._marked()
        if order is None:
            return
        due = self._due(order)
        if due:
            open_prompt(self, next((prompt for prompt in due if prompt.procedure), due[0]))
        elif order.state == "in transit":
            when = when_words(self.context.module, self.context.session.game_state, order.slip.arrives)
            self.say(f"Order {order.number} arrives on {when}. Nothing to do yet.")
        else:
            self.say(f"Nothing is due for order {order.number} now.")

    @on(OptionList.OptionHighlighted, "#orders")
    def _highlighted(self) -> None:
        self.refresh_bindings()

    def action_rule(self) -> None:
        """Open the rule for orders."""
        rules = self.context.module.orders
        self.open_rule(rules.cite if rules is not None else "")

    def draw(self) -> None:
        """Show the orders, their timeline and the calendar."""
        module, table = self.context.module, self.context.session.game_state
        rules = module.orders
        if rules is None:
            empty = empty_state(f"{module.game.name} has no written orders.")
        else:
            empty = empty_state("No orders yet", _EMPTY, key_hint("n", "New order"))
        self.option_list.refill(order_rows(module, table), empty)
        self.query_one("#journeys", PlainText).show_or_hide(journeys(table))
        coming = calendar_lines(module, table, rules) if rules is not None else None
        self.query_one("#calendar", PlainText).show_or_hide(coming)
        self.query_one("#calendar-side").set_class(coming is None, "-nothing")

    def _due(self, order: Order) -> list[Prompt]:
        return [prompt for prompt in self.context.session.game_state.due() if prompt.order == order.number]

    def _marked(self) -> Order | None:
        """Return the marked order."""
        if not self.is_mounted:
            return None
        return self.context.session.game_state.order(int(self.option_list.marked_id or 0))
