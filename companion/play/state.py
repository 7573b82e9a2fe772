"""What the events come to: the state is their fold, and nothing else."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from companion.model.event import (
    ChitDrawn,
    ChitMarked,
    ChitTried,
    ClockSet,
    ClockWasSet,
    Counted,
    CupFilled,
    DiceRolled,
    Event,
    Moved,
    Opened,
    OrderBecame,
    OrderRewritten,
    OrderSent,
    OrderState,
    Pinned,
    Prompt,
    PromptSettled,
    Ruled,
    ScenarioChosen,
    SettingChosen,
    Slip,
    TableRuling,
    Ticked,
    UnitDropped,
    UnitKept,
    Unruled,
)
from companion.play.clock import Position
from companion.play.cup import LEFT, Cup

R = TypeVar("R", bound=msgspec.Struct)


class Order(msgspec.Struct, frozen=True):
    """An order on its way, in force or over."""

    number: int
    """Counted from 1 in the session's game."""
    slip: Slip
    state: OrderState = "in transit"
    since: int = 0
    """Turn it came into its state."""
    why: str = ""

    @property
    def live(self) -> bool:
        """Whether it is on its way or in force."""
        return self.state in ("in transit", "accepted")


class Unit(msgspec.Struct, frozen=True):
    """What is known of a unit."""

    name: str
    side: str
    facts: dict[str, Any]


class Table(msgspec.Struct, frozen=True):
    """One game of the session."""

    scenario: str = ""
    clock: ClockSet | None = None
    settings: dict[str, str] = {}
    position: Position = Position()
    ticks: frozenset[tuple[int, int, int, str]] = frozenset()
    """(turn, moment, step, Command) of the steps that are done; the Command is empty outside activations."""
    prompts: tuple[Prompt, ...] = ()
    """Everything that was ever raised, in order."""
    settled: dict[str, str] = {}
    """How prompts were seen to, by id."""
    cup: Cup = Cup()
    orders: tuple[Order, ...] = ()
    units: dict[str, Unit] = {}
    counters: dict[str, int] = {}

    def due(self) -> tuple[Prompt, ...]:
        """What was raised by now and not seen to; of what recurs only this turn's, in its phase where it has one.

        Of one order's rolls only the last: once it is seen to, those before it are too. Of what was left in the cup
        only the set that went in last.
        """
        now: dict[tuple[str, ...], Prompt] = {}
        for each in self.prompts:
            recurs = "@" in each.id
            same = (each.procedure, str(each.order), each.about) if each.order else (each.id,)
            if each.turn > self.position.turn or (each.within and self.position.moment not in each.within):
                continue
            if each.id.startswith(LEFT) and each.id != self.cup.left_id:
                continue
            if each.id in self.settled:
                now.pop(same, None)
            elif not recurs or each.turn == self.position.turn:
                now[same] = each
        return tuple(now.values())

    def order(self, number: int) -> Order | None:
        """The order with this number."""
        return next((each for each in self.orders if each.number == number), None)


class State(msgspec.Struct, frozen=True):
    """The whole session."""

    game: str = ""
    """Game in play; empty before the first one came up."""
    tables: dict[str, Table] = {}
    fallen: dict[int, int] = {}
    """How many of the companion's dice fell, by their sides."""
    rulings: dict[str, TableRuling] = {}
    pins: frozenset[int] = frozenset()

    def table(self, game: str) -> Table:
        """The state of one game."""
        return self.tables.get(game, Table())


def folded(state: State, game: str, event: Event) -> State:
    """The state after an event of `game`. Undoing is no matter of the fold: undone events are left out of it."""
    match event:
        case Opened(game=slug):
            return _with(state, game=slug)
        case DiceRolled(sides=sides, faces=faces):
            return _with(state, fallen={**state.fallen, sides: state.fallen.get(sides, 0) + len(faces)})
        case Ruled(ruling=ruling):
            return _with(state, rulings={**state.rulings, ruling.id: ruling})
        case Unruled(ruling=name):
            return _with(state, rulings=_without(state.rulings, name))
        case Pinned(about=about, on=on):
            return _with(state, pins=state.pins | {about} if on else state.pins - {about})
    table = _folded(state.table(game), event)
    return _with(state, tables={**state.tables, game: table})


def _folded(table: Table, event: Event) -> Table:
    match event:
        case Moved(turn=turn, moment=moment, raises=raises):
            return _with(table, position=Position(turn, moment), prompts=(*table.prompts, *raises))
        case Ticked(turn=turn, moment=moment, step=step, on=on, command=command):
            mark = {(turn, moment, step, command)}
            return _with(table, ticks=table.ticks | mark if on else table.ticks - mark)
        case PromptSettled(prompt=prompt, how=how):
            return _with(table, settled={**table.settled, prompt: how})
        case ClockWasSet(clock=clock):
            return _with(table, clock=clock)
        case SettingChosen(name=name, value=value):
            rest = _without(table.settings, name)
            return _with(table, settings={**rest, name: value} if value else rest)
        case Counted(counter=counter, by=by):
            return _with(table, counters={**table.counters, counter: table.counters.get(counter, 0) + by})
        case UnitKept(name=name, facts=facts, side=side):
            known = table.units.get(name, Unit(name, "", {}))
            unit = Unit(name, side or known.side, {**known.facts, **facts})
            return _with(table, units={**table.units, name: unit})
        case UnitDropped(name=name):
            return _with(table, units=_without(table.units, name))
        case CupFilled() | ChitDrawn() | ChitTried() | ChitMarked():
            return _with(table, cup=_cup(table.cup, event))
        case ScenarioChosen() | OrderSent() | OrderBecame() | OrderRewritten():
            return _orders(table, event)
    return table


def _cup(cup: Cup, event: CupFilled | ChitDrawn | ChitTried | ChitMarked) -> Cup:
    match event:
        case CupFilled(chits=chits, turn=turn):
            return cup.filled(chits, turn)
        case ChitDrawn(chit=chit):
            return cup.draw(chit)
        case ChitMarked(chit=chit, mark=mark):
            return cup.marked(chit, mark)
        case ChitTried(hq=hq, use=use, does=does, success=success, chit=chit, counts=counts):
            return cup.tried(hq, use, does, success, chit or hq, counts)


def _orders(table: Table, event: ScenarioChosen | OrderSent | OrderBecame | OrderRewritten) -> Table:
    match event:
        case ScenarioChosen(scenario=name, orders=slips):
            first = len(table.orders) + 1
            stand = tuple(
                Order(first + place, slip, "accepted", slip.arrives) for place, slip in enumerate(slips)
            )
            return _with(table, scenario=name, orders=(*table.orders, *stand))
        case OrderSent(slip=slip):
            order = Order(len(table.orders) + 1, slip, since=slip.sent)
            return _with(table, orders=(*table.orders, order))
        case OrderRewritten(order=number, slip=slip):
            return _changed(table, number, slip=slip)
        case OrderBecame(order=number, state=state, turn=turn, why=why):
            return _changed(table, number, state=state, since=turn, why=why)


def _changed(table: Table, number: int, **changes: Any) -> Table:
    orders = tuple(
        msgspec.structs.replace(each, **changes) if each.number == number else each for each in table.orders
    )
    return _with(table, orders=orders)


def _with(record: R, **changes: Any) -> R:
    return msgspec.structs.replace(record, **changes)


def _without(mapping: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in mapping.items() if name != key}
