"""Prompts: what comes due as the marker moves on the turn track. The move that raises a prompt records it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.formula import FormulaError, Unanswered, compiled
from companion.model import Arrival, GameModule, Orders, Scenario, Sequence
from companion.model.recorded import Prompt
from companion.play.activation import activation
from companion.play.clock import Moment, Position, clock_names, forward, moments, stamp, time_words, turn_at
from companion.play.state import GameState, Order, is_recurring

FARTHEST = 200
"""Most turns that a jump may skip and still raise the prompts that came due on the way."""

OVER = "over"
"""Id of the prompt that the scenario is over."""


def prompts_for_move(module: GameModule, state: GameState, to: Position) -> tuple[Prompt, ...]:
    """Return the prompts that a move from the current position to `to` raises: each that comes due on the way, once.

    Recurring prompts are raised only at `to`. A move back raises none.
    """
    sequence = module.sequence
    if sequence is None or to.turn - state.position.turn > FARTHEST:
        return ()
    return _raised(module, sequence, state, forward(sequence, state.position), to)


def prompts_of_turn(module: GameModule, state: GameState) -> tuple[Prompt, ...]:
    """Return the prompts up to the current phase of this turn that were not raised yet, as after setting the clock."""
    sequence, at = module.sequence, state.position
    return _raised(module, sequence, state, Position(at.turn), at) if sequence is not None else ()


def _raised(
    module: GameModule, sequence: Sequence, state: GameState, position: Position, to: Position
) -> tuple[Prompt, ...]:
    """Return the prompts from `position` to `to`, recurring ones only at `to`, without those raised before."""
    raised = {prompt.id for prompt in state.prompts}
    prompts: dict[str, Prompt] = {}
    while position <= to:
        for prompt in prompts_at(module, sequence, state, position):
            if prompt.id not in raised and (position == to or not is_recurring(prompt)):
                prompts.setdefault(prompt.id, prompt)
        if position == to:
            break
        position = forward(sequence, position)
    return tuple(prompts.values())


def new_prompts(module: GameModule, state: GameState) -> tuple[Prompt, ...]:
    """Return the prompts at the current position that were not raised yet, as when a scenario begins."""
    raised = {prompt.id for prompt in state.prompts}
    prompts = prompts_at(module, module.sequence, state, state.position) if module.sequence else ()
    return tuple({prompt.id: prompt for prompt in prompts if prompt.id not in raised}.values())


def prompts_at(
    module: GameModule, sequence: Sequence, state: GameState, position: Position
) -> Iterator[Prompt]:
    """Yield all prompts of a position, including those raised before."""
    moment = moments(sequence)[position.moment]
    names = clock_names(sequence, state.clock, position)
    if position.moment == 0:
        yield from _end_of_scenario(module, state, position)
        for name, arrival in arrivals_at(module, state, position.turn):
            yield Prompt(name, arrival_words(arrival), position.turn, arrival.cite)
    yield from _chits_left(sequence, state, position)
    yield from _reminders(sequence, position, moment, names)
    if sequence.orders is not None:
        for order in state.orders:
            if moment.phase.who != "each side" or moment.side == order.slip.side:
                yield from _order_prompts(sequence.orders, order, position, moment, names)


def holds(formula: str, names: dict[str, Any]) -> bool:
    """Whether a formula over the clock is true. An empty formula is; one that reads an unknown time of day is not."""
    try:
        return not formula or bool(compiled(formula)(names))
    except (Unanswered, FormulaError):
        return False


def _reminders(
    sequence: Sequence, position: Position, moment: Moment, names: dict[str, Any]
) -> Iterator[Prompt]:
    for reminder in sequence.reminders:
        in_phase = reminder.phase == moment.phase.id if reminder.phase else position.moment == 0
        if not in_phase or not holds(reminder.when, names):
            continue
        name = f"reminder-{reminder.id}"
        within: tuple[int, ...] = ()
        if reminder.every != "once":
            name += f"@{position.turn}"
            within = tuple(
                place for place, other in enumerate(moments(sequence)) if other.phase.id == reminder.phase
            )
        yield Prompt(name, reminder.says, position.turn, reminder.cite, reminder.procedure, within=within)


def _order_prompts(
    rules: Orders, order: Order, position: Position, moment: Moment, names: dict[str, Any]
) -> Iterator[Prompt]:
    slip, turn = order.slip, position.turn
    if moment.phase.id == rules.phase and order.state == "in transit" and turn >= slip.arrives:
        what = "roll to accept" if rules.accept else "it may be acted on"
        if rules.accept and slip.condition:
            what += f", once {slip.condition}"
        about = (turn, rules.cite, rules.accept, order.number, slip.recipient)
        yield Prompt(f"order-{order.number}-arrives", f"Order to {slip.recipient} arrives: {what}", *about)
        if rules.again == "yes" and turn > slip.arrives:
            says = f"{slip.recipient} may try again to accept its order"
            yield Prompt(f"order-{order.number}-again@{turn}", says, *about)
    if moment.phase.id == rules.phase and slip.relay and order.live and turn >= slip.arrives + slip.relay:
        for formation in slip.formations:
            says = f"The order to {slip.recipient} reaches {formation}"
            name = f"order-{order.number}-relay-{formation}"
            yield Prompt(name, says, turn, rules.cite, "", order.number, formation)
    if order.state == "accepted":
        yield from _checks(rules, order, position, moment, names)


def _checks(
    rules: Orders, order: Order, position: Position, moment: Moment, names: dict[str, Any]
) -> Iterator[Prompt]:
    """Yield the rolls that an accepted order requires. Formations roll from the turn after the relay reaches them."""
    since = position.turn - order.since
    if order.slip.formations and position.turn <= order.slip.arrives + order.slip.relay:
        return
    for check in rules.checks:
        if check.phase != moment.phase.id or (check.kinds and order.slip.kind not in check.kinds):
            continue
        if since <= order.slip.grace or not holds(check.when, {**names, "since": since}):
            continue
        each = f", {check.each}" if check.each and not order.slip.formations else ""
        for formation in order.slip.formations or (order.slip.recipient,):
            yield Prompt(
                f"{check.id}-{order.number}-{formation}@{position.turn}",
                f"{check.title}: {formation}{each}",
                position.turn,
                check.cite,
                check.procedure,
                order.number,
                formation,
            )


def arrivals_at(module: GameModule, state: GameState, turn: int) -> Iterator[tuple[str, Arrival]]:
    """Yield the scenario's arrivals in a turn, each with the id of its prompt; none if the time of day is unknown."""
    scenario = module.find_scenario(state.scenario)
    last = state.clock.last_turn if state.clock else None
    if scenario is None or scenario.arrivals == "no" or (last is not None and turn > last):
        return
    when = stamp(module.clock, state.clock, turn)
    for name, arrival in arrivals_of(module, scenario):
        if when is not None and (arrival.day, arrival.time) == (when.day, when.time):
            yield name, arrival


def arrivals_of(module: GameModule, scenario: Scenario) -> Iterator[tuple[str, Arrival]]:
    """Yield the arrivals of a scenario, each with the id of its prompt: first the game's, then its own."""
    schedules = {"yes": ("", scenario.id), "own": (scenario.id,), "no": ()}
    for owner in schedules[scenario.arrivals]:
        schedule = [arrival for arrival in module.scenarios.arrivals if arrival.scenario == owner]
        for number, arrival in enumerate(schedule, 1):
            yield f"arrival-{f'{owner}-' if owner else ''}{number}", arrival


def arrival_words(arrival: Arrival) -> str:
    """Return an arrival in words: `Union reinforcements at hex H: Reynolds`."""
    where = f" at {arrival.where}" if arrival.where else ""
    return f"{arrival.side} reinforcements{where}: {arrival.says}"


def _end_of_scenario(module: GameModule, state: GameState, position: Position) -> Iterator[Prompt]:
    last = state.clock.last_turn if state.clock else None
    if last is None or position.turn < last:
        return
    scenario = module.find_scenario(state.scenario)
    title = scenario.title if scenario else "the game"
    yield Prompt("last-turn", f"Last turn of {title}", last)
    if position.turn > last:
        yield Prompt(OVER, f"{title} is over", last + 1)


def _chits_left(sequence: Sequence, state: GameState, position: Position) -> Iterator[Prompt]:
    rules, cup = sequence.cup, state.cup
    left = (*cup.within, *cup.returning)
    if rules is None or not left:
        return
    phases = [moment.phase.id for moment in moments(sequence)]
    cup_phases = (place for place, phase in enumerate(phases) if rules.phase in ("", phase))
    last = max((*cup_phases, *activation(sequence)))
    if position > Position(cup.turn, last):
        what = "Still in the cup" if rules.how == "drawn" else "Not acted"
        yield Prompt(cup.left_id, f"{what}: {', '.join(left)}", position.turn, rules.cite)


def when_words(module: GameModule, state: GameState, turn: int) -> str:
    """Return a turn in words: `turn 12, 10:45`, without the time of day if that is unknown."""
    clock = module.sequence.clock if module.sequence else None
    when = time_words(state.clock, stamp(clock, state.clock, turn)) if clock else ""
    return f"turn {turn}, {when}" if when else f"turn {turn}"


def scenario_end(module: GameModule, state: GameState) -> int | None:
    """Return the last turn of the scenario; None if it has none, or if the time of day is unknown."""
    scenario = module.find_scenario(state.scenario)
    if scenario is None or module.sequence is None or not scenario.last_time:
        return None
    day = scenario.last_day or scenario.day
    return turn_at(module.sequence.clock, state.clock, day, scenario.last_time)
