"""The state of a session, which results from applying its events in order."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.model.event import (
    ChitDrawn,
    ChitMarked,
    ChitTried,
    ClockChanged,
    ClockSetting,
    Counted,
    CupFilled,
    DiceRolled,
    Event,
    Moved,
    Opened,
    OrderBecame,
    OrderRewritten,
    OrderSent,
    OutcomeRecorded,
    Pinned,
    PromptSettled,
    RulingDropped,
    RulingMade,
    ScenarioChosen,
    SettingChosen,
    SidesNamed,
    Ticked,
    UnitDropped,
    UnitKept,
)
from companion.model.recorded import OrderSlip, OrderState, Prompt, TableRuling, Tape
from companion.play.clock import Position
from companion.play.cup import LEFT, Cup
from companion.play.side_names import rename_state


class Order(msgspec.Struct, frozen=True):
    """An order of the session's game."""

    number: int
    """Counted from 1."""
    slip: OrderSlip
    state: OrderState = "in transit"
    since: int = 0
    """Turn in which it entered this state."""
    why: str = ""
    """Reason for the state; empty for none."""

    @property
    def live(self) -> bool:
        """Whether it is in transit or in force."""
        return self.state in ("in transit", "accepted")


class Unit(msgspec.Struct, frozen=True):
    """A unit whose facts the players recorded."""

    name: str
    side: str
    facts: dict[str, Any]


class GameState(msgspec.Struct, frozen=True):
    """The state of one game of the session."""

    scenario: str = ""
    """Id of the scenario; empty for none."""
    clock: ClockSetting | None = None
    settings: dict[str, str] = {}
    sides: dict[str, str] = {}
    """The players' names for the sides, by the game's own names; empty if the game's are used."""
    position: Position = Position()
    ticks: frozenset[tuple[int, int, int, str]] = frozenset()
    """(turn, moment, step, Command) of the steps that are done; the Command is empty outside activations."""
    prompts: tuple[Prompt, ...] = ()
    """Prompts that were ever raised, in order."""
    settled: dict[str, str] = {}
    """How prompts were settled, by id."""
    cup: Cup = Cup()
    orders: tuple[Order, ...] = ()
    units: dict[str, Unit] = {}
    counters: dict[str, int] = {}
    outcome: OutcomeRecorded | None = None
    """Who won; None until that is recorded."""

    def due(self) -> tuple[Prompt, ...]:
        """Return the prompts that are raised and not settled.

        Recurring prompts are due only in their own turn, prompts of a phase only in that phase. A new roll for an
        order replaces the earlier ones. Of the prompts about chits left in the cup, only the last counts.
        """
        due: dict[tuple[str, ...], Prompt] = {}
        for prompt in self.prompts:
            key = (prompt.procedure, str(prompt.order), prompt.about) if prompt.order else (prompt.id,)
            if prompt.turn > self.position.turn:
                continue
            if prompt.within and self.position.moment not in prompt.within:
                continue
            if prompt.id.startswith(LEFT) and prompt.id != self.cup.left_id:
                continue
            if prompt.id in self.settled:
                due.pop(key, None)
            elif not is_recurring(prompt) or prompt.turn == self.position.turn:
                due[key] = prompt
        return tuple(due.values())

    def order(self, number: int) -> Order | None:
        """Return the order with this number; None if there is none."""
        return next((order for order in self.orders if order.number == number), None)


def is_recurring(prompt: Prompt) -> bool:
    """Whether the prompt is raised again in other turns."""
    return "@" in prompt.id


class State(msgspec.Struct, frozen=True):
    """The state of the whole session."""

    game: str = ""
    """Slug of the game in play; empty until one is chosen."""
    games: dict[str, GameState] = {}
    dice_rolled: dict[Tape, int] = {}
    """Number of dice that the companion rolled and that were not undone, by the roll they belong to."""
    rulings: dict[str, TableRuling] = {}
    pins: frozenset[int] = frozenset()
    """Numbers of the events with a bookmark."""

    def of_game(self, slug: str) -> GameState:
        """Return the state of one game."""
        return self.games.get(slug, GameState())


def apply_event(state: State, game: str, event: Event) -> State:
    """Return the state after an event of `game`. Raises Refused if the event is impossible.

    Undone and Redone change nothing here: the session does not apply undone events. The player clock is computed from
    the log (`play/player_clock.py`).
    """
    match event:
        case Opened(game=slug):
            return replace(state, game=slug)
        case DiceRolled(tape=tape, faces=faces):
            rolled = state.dice_rolled.get(tape, 0) + len(faces)
            return replace(state, dice_rolled={**state.dice_rolled, tape: rolled})
        case RulingMade(ruling=ruling):
            return replace(state, rulings={**state.rulings, ruling.id: ruling})
        case RulingDropped(ruling=name):
            return replace(state, rulings=_without(state.rulings, name))
        case Pinned(about=about, on=on):
            return replace(state, pins=state.pins | {about} if on else state.pins - {about})
    return replace(state, games={**state.games, game: _apply_to_game(state.of_game(game), event)})


def _apply_to_game(state: GameState, event: Event) -> GameState:
    match event:
        case Moved(turn=turn, moment=moment, raises=raises):
            return replace(state, position=Position(turn, moment), prompts=(*state.prompts, *raises))
        case Ticked(turn=turn, moment=moment, step=step, on=on, command=command):
            mark = {(turn, moment, step, command)}
            return replace(state, ticks=state.ticks | mark if on else state.ticks - mark)
        case PromptSettled(prompt=prompt, how=how):
            return replace(state, settled={**state.settled, prompt: how})
        case ClockChanged(clock=clock):
            return replace(state, clock=clock)
        case SettingChosen(name=name, value=value):
            others = _without(state.settings, name)
            return replace(state, settings={**others, name: value} if value else others)
        case SidesNamed(sides=sides):
            return rename_state(state, sides)
        case Counted(counter=counter, by=by):
            return replace(state, counters={**state.counters, counter: state.counters.get(counter, 0) + by})
        case UnitKept(name=name, facts=facts, side=side):
            known = state.units.get(name, Unit(name, "", {}))
            unit = Unit(name, side or known.side, {**known.facts, **facts})
            return replace(state, units={**state.units, name: unit})
        case OutcomeRecorded():
            return replace(state, outcome=event)
        case UnitDropped(name=name):
            return replace(state, units=_without(state.units, name))
        case CupFilled() | ChitDrawn() | ChitTried() | ChitMarked():
            return replace(state, cup=_apply_to_cup(state.cup, event))
        case ScenarioChosen() | OrderSent() | OrderBecame() | OrderRewritten():
            return _apply_to_orders(state, event)
    return state


def _apply_to_cup(cup: Cup, event: CupFilled | ChitDrawn | ChitTried | ChitMarked) -> Cup:
    match event:
        case CupFilled(chits=chits, turn=turn):
            return cup.filled(chits, turn)
        case ChitDrawn(chit=chit):
            return cup.draw(chit)
        case ChitMarked(chit=chit, mark=mark):
            return cup.marked(chit, mark)
        case ChitTried(hq=hq, use=use, does=does, success=success, chit=chit, counts=counts):
            return cup.tried(hq, use, does, success, chit, counts)


def _apply_to_orders(
    state: GameState, event: ScenarioChosen | OrderSent | OrderBecame | OrderRewritten
) -> GameState:
    match event:
        case ScenarioChosen(scenario=name, orders=slips):
            first = len(state.orders) + 1
            in_force = (
                Order(number, slip, "accepted", slip.arrives) for number, slip in enumerate(slips, first)
            )
            return replace(state, scenario=name, orders=(*state.orders, *in_force), outcome=None)
        case OrderSent(slip=slip):
            order = Order(len(state.orders) + 1, slip, since=slip.sent)
            return replace(state, orders=(*state.orders, order))
        case OrderRewritten(order=number, slip=slip):
            return _with_order(state, number, {"slip": slip})
        case OrderBecame(order=number, state=became, turn=turn, why=why):
            return _with_order(state, number, {"state": became, "since": turn, "why": why})


def _with_order(state: GameState, number: int, changes: dict[str, Any]) -> GameState:
    orders = (replace(order, **changes) if order.number == number else order for order in state.orders)
    return replace(state, orders=tuple(orders))


def _without(mapping: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in mapping.items() if name != key}
