"""The turn: moves on the turn track, checklist, prompts, scenario, settings, time of day, counters."""

from __future__ import annotations

from collections.abc import Sequence as Items

import msgspec

from companion.errors import shortened
from companion.model import Counter, NotFound, Refused, Scenario, Sequence, Setting
from companion.model.event import (
    ClockChanged,
    ClockSetting,
    Counted,
    Event,
    Light,
    Moved,
    PromptSettled,
    ScenarioChosen,
    SettingChosen,
    Ticked,
)
from companion.model.library import nearest
from companion.model.recorded import OrderSlip, Prompt
from companion.play.activation import acting, choosing, next_phase
from companion.play.clock import LAST_TURN, Position, back, legal, minute_of, moments, time_of
from companion.play.prompts import new_prompts, prompts_for_move, prompts_of_turn, scenario_end
from companion.play.session import Session
from companion.play.side_names import naming_event, with_sides
from companion.play.unit_results import due

LIGHTS = ("day", "twilight", "night")


def sequence_of(session: Session) -> Sequence:
    """Return the game's sequence of play. Raises Refused if it has none."""
    sequence = session.module.sequence
    if sequence is None:
        raise Refused(f"{session.module.game.name} has no sequence of play")
    return sequence


def here(session: Session) -> Position:
    """Return the current position, or the nearest one that exists in the sequence of play."""
    sequence = session.module.sequence
    position = session.game_state.position
    return legal(sequence, position) if sequence else position


def move_to(session: Session, to: Position) -> tuple[Prompt, ...]:
    """Move the marker; return the prompts that this raises. Raises Refused for a turn or phase that does not exist."""
    sequence = sequence_of(session)
    last = len(moments(sequence))
    if not 1 <= to.turn <= LAST_TURN:
        raise Refused(f"turn {to.turn} is outside 1 to {LAST_TURN}")
    if not 0 <= to.moment < last:
        raise Refused(f"phase {to.moment + 1} is outside 1 to {last}")
    prompts = prompts_for_move(session.module, session.game_state, to)
    if to != session.game_state.position or prompts:
        session.add(Moved(to.turn, to.moment, prompts, acting(sequence, session.game_state.cup, to)))
    return prompts


def step(session: Session, by: int) -> tuple[Prompt, ...]:
    """Move to the next phase (`by` 1) or the previous one (-1); return the prompts that this raises.

    Raises Refused if a Command must be chosen first.
    """
    sequence, cup, at = sequence_of(session), session.game_state.cup, here(session)
    if by == -1:
        return move_to(session, back(sequence, at))
    if choosing(sequence, cup, at):
        if cup.turn != at.turn:
            raise Refused(f"the cup holds the Commands of turn {cup.turn}; fill it for turn {at.turn}")
        raise Refused(f"choose the Command that acts next: {', '.join((*cup.within, *cup.returning))}")
    return move_to(session, next_phase(sequence, cup, at))


def jump(session: Session, turn: int | None, phase: int | None) -> tuple[Prompt, ...]:
    """Move as `move_to` to a phase, counted from 1 and by default the first, of a turn, by default the current one."""
    moment = phase - 1 if phase is not None else 0
    return move_to(session, Position(here(session).turn if turn is None else turn, moment))


def tick(session: Session, number: int) -> None:
    """Toggle the tick of a step of this phase; steps count from 1. Raises Refused."""
    at = here(session)
    sequence, table = sequence_of(session), session.game_state
    steps = moments(sequence)[at.moment].phase.steps
    if not 1 <= number <= len(steps):
        raise Refused(f"there is no step {number}; steps in this phase: {len(steps)}")
    command = acting(sequence, table.cup, at)
    done = (at.turn, at.moment, number - 1, command) in table.ticks
    session.add(Ticked(at.turn, at.moment, number - 1, not done, command))


def settle(session: Session, prompt: str, how: str = "done") -> None:
    """Settle a prompt that is due. Raises NotFound, which suggests the nearest."""
    known = [raised.id for raised in due(session)]
    if prompt not in known:
        raise NotFound(f"{prompt} is not due{nearest(prompt, known)}")
    session.add(PromptSettled(prompt, how))


def set_clock(
    session: Session, time: str, day: int = 1, lights: Items[tuple[str, str]] = (), days: Items[str] = ()
) -> tuple[Prompt, ...]:
    """Set the time (HH:MM) and day of turn 1; return the prompts that are now due. Raises Refused.

    `lights`: pairs of a time and the light from then on; `days`: names of the days, from day 1.
    """
    clock = sequence_of(session).clock
    minute = minute_of(time)
    if clock.times and time_of(minute) not in clock.times:
        raise Refused(f"no turn begins at {time}; turns begin at {', '.join(clock.times)}")
    if not (clock.times or clock.lengths):
        raise Refused(f"the turns of {session.module.game.name} have no time of day")
    if day < 1:
        raise Refused(f"day {day} is not valid; days start at 1")
    bands = []
    for when, light in lights:
        if light not in LIGHTS:
            raise Refused(f"light: {shortened(light)!r} is not one of {', '.join(LIGHTS)}")
        bands.append(Light(minute_of(when), light))
    setting = ClockSetting(day, minute, tuple(bands), tuple(days))
    last_turn = scenario_end(session.module, msgspec.structs.replace(session.game_state, clock=setting))
    events: list[Event] = [ClockChanged(msgspec.structs.replace(setting, last_turn=last_turn))]
    at, state = here(session), session.preview(events).of_game(session.state.game)
    prompts = prompts_of_turn(session.module, msgspec.structs.replace(state, position=at))
    if prompts:
        events.append(Moved(*at, prompts, acting(sequence_of(session), state.cup, at)))
    session.add(*events)
    return prompts


def choose_scenario(session: Session, name: str) -> tuple[Prompt, ...]:
    """Begin a scenario at its first turn, with its time and orders; return its first prompts. Raises NotFound."""
    module = session.module
    scenario = module.scenario(name)
    events: list[Event] = []
    if scenario.sides:
        event = naming_event(session, scenario.sides)
        events.append(event)
        module = with_sides(session.library.module(session.state.game), event.sides)
        scenario = module.scenario(name)
    sequence = module.sequence
    if scenario.time and sequence is not None:
        lights = tuple(Light(minute_of(band.time), band.light) for band in scenario.light)
        clock = ClockSetting(scenario.day, minute_of(scenario.time), lights, scenario.days)
        state = msgspec.structs.replace(session.game_state, clock=clock, scenario=name)
        clock = msgspec.structs.replace(clock, last_turn=scenario_end(module, state))
        events.append(ClockChanged(clock))
    else:
        events.append(ClockChanged(None))
    events += [ScenarioChosen(name, _orders_in_force(scenario)), Moved(1, 0)]
    prompts = new_prompts(module, session.preview(events).of_game(session.state.game))
    events[-1] = Moved(1, 0, prompts)
    session.add(*events)
    return prompts


def choose_setting(session: Session, name: str, value: str) -> None:
    """Choose a setting for the session, or reset it with an empty value. Raises NotFound and Refused."""
    setting = setting_of(session, name)
    if value and value not in setting.choices:
        raise Refused(f"{name}: {shortened(value)!r} is not one of {', '.join(setting.choices)}")
    sides = setting.sides.get(value) or ()
    renaming = [naming_event(session, sides)] if sides else []
    session.add(
        SettingChosen(name, value),
        *(event for event in renaming if event.sides != session.game_state.sides),
    )


def setting_of(session: Session, name: str) -> Setting:
    """Return the setting `name` of the game. Raises NotFound."""
    settings = {setting.name: setting for setting in session.module.scenarios.settings}
    if name not in settings:
        raise NotFound(f"{session.module.game.name} has no setting {name}{nearest(name, list(settings))}")
    return settings[name]


def count(session: Session, name: str, by: int) -> Counter:
    """Change a counter by `by`. Raises NotFound, and Refused below 0."""
    counters = {counter.id: counter for counter in session.module.scenarios.counters}
    if name not in counters:
        raise NotFound(f"unknown counter {name}{nearest(name, list(counters))}")
    now = session.game_state.counters.get(name, 0)
    if now + by < 0:
        raise Refused(f"{counters[name].title}: {now} cannot be reduced by {-by}")
    session.add(Counted(name, by))
    return counters[name]


def _orders_in_force(scenario: Scenario) -> tuple[OrderSlip, ...]:
    return tuple(
        OrderSlip(order.side, "", order.who, order.kind, order.says, 1, 1) for order in scenario.orders
    )
