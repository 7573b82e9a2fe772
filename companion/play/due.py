"""What comes due as the marker moves on the turn track. Raised once each, and kept with the move that raised it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.formula import FormulaError, Unanswered, compiled
from companion.model import Arrival, GameModule, Orders, Sequence
from companion.model.event import Prompt
from companion.play.clock import Moment, Position, clock_names, forward, moments, stamp, time_words, turn_at
from companion.play.state import Order, Table

FARTHEST = 200
"""Turns that a jump may pass over and still be looked at one by one."""


def raised(module: GameModule, table: Table, to: Position) -> tuple[Prompt, ...]:
    """What a move from the table's position to `to` raises: all that came due on the way, each once.

    What recurs each turn is raised for the turn arrived at alone. A move back raises nothing.
    """
    sequence = module.sequence
    if sequence is None or to <= table.position or to.turn - table.position.turn > FARTHEST:
        return ()
    seen = {prompt.id for prompt in table.prompts}
    found: dict[str, Prompt] = {}
    here = table.position
    while here < to:
        here = forward(sequence, here)
        for prompt in due_at(module, sequence, table, here):
            passed = here != to and "@" in prompt.id
            if prompt.id not in seen and not passed:
                found.setdefault(prompt.id, prompt)
    return tuple(found.values())


def begun(module: GameModule, table: Table) -> tuple[Prompt, ...]:
    """What is due at the very start of the table's position, as when a scenario begins."""
    if module.sequence is None:
        return ()
    seen = {prompt.id for prompt in table.prompts}
    every = due_at(module, module.sequence, table, table.position)
    return tuple({prompt.id: prompt for prompt in every if prompt.id not in seen}.values())


def due_at(module: GameModule, sequence: Sequence, table: Table, at: Position) -> Iterator[Prompt]:
    """Everything that comes due at the start of a moment. Ids with @ recur each turn."""
    moment = moments(sequence)[at.moment]
    names = clock_names(sequence, table.clock, at)
    if at.moment == 0:
        yield from _ends(module, table, at)
        yield from _arrivals(module, sequence, table, at)
    yield from _cup_left(sequence, table, at, moment)
    yield from _reminders(sequence, at, moment, names)
    if sequence.orders is not None:
        for order in table.orders:
            yield from _order(sequence.orders, table, order, at, moment, names)


def _reminders(sequence: Sequence, at: Position, moment: Moment, names: dict[str, Any]) -> Iterator[Prompt]:
    """What is to be told at this moment; of every turn's what belongs to a phase stands in that phase alone."""
    for each in sequence.reminders:
        told = each.phase == moment.phase.id or (not each.phase and at.moment == 0)
        if not told or not true(each.when, names):
            continue
        if each.every == "once":
            yield Prompt(f"reminder-{each.id}", each.says, at.turn, each.cite, each.procedure)
            continue
        order = moments(sequence)
        within = tuple(place for place, one in enumerate(order) if one.phase.id == each.phase)
        name = f"reminder-{each.id}@{at.turn}"
        yield Prompt(name, each.says, at.turn, each.cite, each.procedure, within=within)


def true(formula: str, names: dict[str, Any]) -> bool:
    """Whether a formula over the clock holds; one that reads an unknown time of day does not."""
    try:
        return not formula or bool(compiled(formula)(names))
    except (Unanswered, FormulaError):
        return False


def _order(
    rules: Orders, table: Table, order: Order, at: Position, moment: Moment, names: dict[str, Any]
) -> Iterator[Prompt]:
    slip = order.slip
    if moment.phase.who == "each side" and moment.side != slip.side:
        return
    if moment.phase.id == rules.phase and order.state == "in transit" and at.turn >= slip.arrives:
        what = "roll to accept" if rules.accept else "it may be acted on"
        if rules.accept and slip.condition:
            what += f", once {slip.condition}"
        yield Prompt(
            f"order-{order.number}-arrives",
            f"Order to {slip.recipient} arrives: {what}",
            at.turn,
            rules.cite,
            rules.accept,
            order.number,
            slip.recipient,
        )
        if rules.again == "yes" and at.turn > slip.arrives:
            yield Prompt(
                f"order-{order.number}-again@{at.turn}",
                f"{slip.recipient} may try again to accept its order",
                at.turn,
                rules.cite,
                rules.accept,
                order.number,
                slip.recipient,
            )
    handed_on = slip.relay and order.live and at.turn >= slip.arrives + slip.relay
    if moment.phase.id == rules.phase and handed_on:
        for formation in slip.formations:
            says = f"The order to {slip.recipient} reaches {formation}"
            yield Prompt(
                f"order-{order.number}-relay-{formation}",
                says,
                at.turn,
                rules.cite,
                "",
                order.number,
                formation,
            )
    if order.state == "accepted":
        yield from _checks(rules, order, at, moment, names)


def _checks(
    rules: Orders, order: Order, at: Position, moment: Moment, names: dict[str, Any]
) -> Iterator[Prompt]:
    since = at.turn - order.since
    for check in rules.checks:
        if check.phase != moment.phase.id or (check.kinds and order.slip.kind not in check.kinds):
            continue
        if since <= order.slip.grace or not true(check.when, {**names, "since": since}):
            continue
        for formation in order.slip.formations or (order.slip.recipient,):
            yield Prompt(
                f"{check.id}-{order.number}-{formation}@{at.turn}",
                f"{check.title}: {formation}",
                at.turn,
                check.cite,
                check.procedure,
                order.number,
                formation,
            )


def _arrivals(module: GameModule, sequence: Sequence, table: Table, at: Position) -> Iterator[Prompt]:
    scenario = next((each for each in module.scenarios.scenarios if each.id == table.scenario), None)
    if scenario is None or scenario.arrivals == "no":
        return
    when = stamp(sequence.clock, table.clock, at.turn)
    last = table.clock.last_turn if table.clock else None
    if when is None or (last is not None and at.turn > last):
        return
    for number, arrival in enumerate(module.scenarios.arrivals, 1):
        if (arrival.day, arrival.time) == (when.day, when.time):
            yield Prompt(f"arrival-{number}", arrival_words(arrival), at.turn, arrival.cite)


def arrival_words(arrival: Arrival) -> str:
    """`Union reinforcements at hex H: Reynolds`."""
    where = f" at {arrival.where}" if arrival.where else ""
    return f"{arrival.side} reinforcements{where}: {arrival.says}"


def _ends(module: GameModule, table: Table, at: Position) -> Iterator[Prompt]:
    last = table.clock.last_turn if table.clock else None
    if last is None:
        return
    title = next((each.title for each in module.scenarios.scenarios if each.id == table.scenario), "the game")
    if at.turn >= last:
        yield Prompt("last-turn", f"Last turn of {title}", last)
    if at.turn > last:
        yield Prompt("over", f"{title} is over", last + 1)


def _cup_left(sequence: Sequence, table: Table, at: Position, moment: Moment) -> Iterator[Prompt]:
    rules, cup = sequence.cup, table.cup
    left = (*cup.within, *cup.returning)
    if rules is None or not left:
        return
    order = [each.phase.id for each in moments(sequence)]
    after = at.turn > cup.turn or (at.turn == cup.turn and at.moment > _last(order, rules.phase))
    if after:
        what = "still in the cup" if rules.how == "drawn" else "not acted"
        yield Prompt(cup.left_id, f"{what.capitalize()}: {', '.join(left)}", at.turn, rules.cite)


def _last(order: list[str], phase: str) -> int:
    return max((place for place, each in enumerate(order) if each == phase), default=0)


def when_words(module: GameModule, table: Table, turn: int) -> str:
    """`turn 12, 10:45`, or the turn alone where time is not known."""
    clock = module.sequence.clock if module.sequence else None
    when = time_words(table.clock, stamp(clock, table.clock, turn)) if clock else ""
    return f"turn {turn}, {when}" if when else f"turn {turn}"


def scenario_end(module: GameModule, table: Table) -> int | None:
    """The last turn of the scenario in play; None where it has none, or time is not known."""
    scenario = next((each for each in module.scenarios.scenarios if each.id == table.scenario), None)
    if scenario is None or module.sequence is None or not scenario.last_time:
        return None
    return turn_at(module.sequence.clock, table.clock, scenario.last_day or scenario.day, scenario.last_time)
