"""The texts of the orders screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import GameModule, Orders
from companion.play.prompts import when_words
from companion.play.state import GameState, Order
from companion.render.calendar import coming
from companion.render.log import slip_words
from companion.render.text import shown
from companion.ui.widgets.lines import Lines, blank, bullets, row, section, stack, text_lines
from companion.ui.widgets.markers import side_mark

CALENDAR = 150
"""Turns ahead that the calendar covers."""
_TURN = 8
"""Columns of a turn in the timeline, at least."""
_TURNS = 5
"""Turns of the timeline, at most."""


def order_rows(module: GameModule, table: GameState) -> list[Option]:
    """Return the orders in three groups: on their way, in force, over."""
    on_way = [order for order in table.orders if order.state == "in transit"]
    groups = (
        ("On their way", sorted(on_way, key=lambda order: (order.slip.arrives, order.number))),
        ("In force", [order for order in table.orders if order.state == "accepted"]),
        ("Over", [order for order in reversed(table.orders) if not order.live]),
    )
    due = {prompt.order for prompt in table.due()}

    listed = []
    for name, group in groups:
        if group:
            listed.append(Option(section(name, str(len(group))), disabled=True))
            listed += [
                Option(_order(module, table, order, order.number in due), id=str(order.number))
                for order in group
            ]
    return listed


def _order(module: GameModule, table: GameState, order: Order, due: bool) -> Lines:
    slip = order.slip
    if due:
        right = Content.styled(" DUE ", "bold $ground on $heed")
    else:
        says = {
            "in transit": f"arrives {when_words(module, table, slip.arrives)}",
            "accepted": f"since turn {order.since}",
        }.get(order.state, f"{order.state}, turn {order.since}")
        right = Content.styled(shown(says), "bold" if order.state == "in transit" else "$quiet")
    mark = side_mark(module.sides, slip.side)
    head = Content.assemble(
        mark,
        " " if mark.plain else "",
        (shown(slip.recipient), "bold" if order.live else "$quiet"),
        (f"  {shown(slip.side)}", "$quiet"),
    )
    lead = Content.styled(f"{'!' if due else ' '}{order.number:>2}  ", "bold $heed" if due else "$quiet")
    relayed = f"; on to {', '.join(slip.formations)}" if slip.formations else ""
    text = Content.styled(shown(slip_words(slip, module) + relayed), "" if order.live else "$quiet")
    return row(lead, head, right, text)


def journeys(table: GameState) -> Lines | None:
    """Return a timeline of the orders on their way, from the turn sent to the turn of arrival; None without any."""
    on_way = [order for order in table.orders if order.state == "in transit"]
    if not on_way:
        return None
    on_way.sort(key=lambda order: (order.slip.arrives, order.number))
    now = table.position.turn
    names = [shown(f"{order.number} {order.slip.recipient}") for order in on_way]

    def draw(width: int) -> list[Content]:
        room = min(max(map(len, names)) + 2, width // 2)
        count = max(min((width - room) // _TURN, _TURNS), 2)
        cell = (width - room) // count
        first = max(now - 1, 1)
        turns = range(first, first + count)
        rows = [_cells(room, cell, turns, now, "▼ now"), _cells(room, cell, turns, now, "")]
        for name, order in zip(names, on_way, strict=True):
            label = Content.styled(name, "bold").truncate(room - 1, ellipsis=True)
            parts = [_leg(order, turn, now, (cell, turn == turns[-1])) for turn in turns]
            rows.append(Content.assemble(label, " " * (room - label.cell_length), *parts))
        return rows

    return Lines(draw)


def _cells(room: int, cell: int, turns: range, now: int, sign: str) -> Content:
    """Return a row of the timeline: `sign` at the current turn, or the numbers of the turns if `sign` is empty."""
    parts = [
        _band(
            Content.styled((sign if turn == now else "") if sign else f"Turn {turn}", "bold"),
            cell,
            turn == now,
        )
        for turn in turns
    ]
    return Content.assemble(" " * room, *parts)


def _leg(order: Order, turn: int, now: int, room: tuple[int, bool]) -> Content:
    """Return the part of an order's journey that falls in a turn."""
    cell, last = room
    sent, arrives = order.slip.sent, order.slip.arrives
    if turn == arrives or (turn == now and arrives < now):
        text = Content.assemble(("▶", "bold $accent"), (" due" if arrives <= now else "", "bold $heed"))
    elif turn < sent or turn > arrives:
        text = Content("")
    else:
        start = "●" if turn == sent else "━"
        end = "▶"[: last and arrives > turn]
        text = Content.styled(start + "━" * (cell - 1 - len(end)) + end, "$accent")
    return _band(text, cell, turn == now)


def _band(text: Content, cell: int, now: bool) -> Content:
    text = text.truncate(cell, pad=True)
    return text.stylize("on $raised") if now else text


def turn_sections(module: GameModule, table: GameState, by_turn: Mapping[int, Sequence[str]]) -> list[Lines]:
    """Return coming events, a section for each turn."""
    parts = []
    for turn, events in by_turn.items():
        when = when_words(module, table, turn)
        parts += [section(f"{when[:1].upper()}{when[1:]}"), bullets(events)]
    return parts


def calendar_lines(module: GameModule, table: GameState, rules: Orders) -> Lines | None:
    """Return arrivals and reminders of later turns, by turn, and the notes on orders; None if there are none."""
    by_turn: dict[int, list[str]] = {}
    for event in coming(module, table, CALENDAR):
        by_turn.setdefault(event.turn, []).append(event.says)
    if not by_turn and not rules.notes:
        return None

    parts = turn_sections(module, table, by_turn)
    parts += [blank()] if parts and rules.notes else []
    parts += [text_lines(Content.styled(shown(note), "$quiet")) for note in rules.notes]
    return stack(parts)
