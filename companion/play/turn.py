"""Moving on the turn track, the checklist, the scenario, the time of day, counters."""

from __future__ import annotations

from collections.abc import Sequence as Items

import msgspec

from companion.model import Counter, NotFound, Refused, Scenario, Sequence, Setting
from companion.model.event import (
    ClockSet,
    ClockWasSet,
    Counted,
    Event,
    Light,
    Moved,
    Prompt,
    PromptSettled,
    ScenarioChosen,
    SettingChosen,
    Slip,
    Ticked,
)
from companion.model.library import nearest
from companion.play.activation import acting, choosing, onward
from companion.play.clock import LAST_TURN, Position, back, legal, minute_of, moments
from companion.play.due import begun, raised, scenario_end
from companion.play.session import Session
from companion.play.state import folded

LIGHTS = ("day", "twilight", "night")


def sequence_of(session: Session) -> Sequence:
    """The order of play of the game. Raises Refused where it has none."""
    sequence = session.module.sequence
    if sequence is None:
        raise Refused(f"{session.module.game.name} has no sequence of play")
    return sequence


def here(session: Session) -> Position:
    """Where the marker stands, inside the sequence."""
    sequence = session.module.sequence
    position = session.table.position
    return legal(sequence, position) if sequence else position


def move_to(session: Session, to: Position) -> tuple[Prompt, ...]:
    """Puts the marker anywhere; gives what that raises. Raises Refused outside turns and phases."""
    sequence = sequence_of(session)
    most = len(moments(sequence))
    if not 1 <= to.turn <= LAST_TURN:
        raise Refused(f"turn {to.turn} is none; 1 to {LAST_TURN}")
    if not 0 <= to.moment < most:
        raise Refused(f"phase {to.moment + 1} is none; 1 to {most}")
    prompts = raised(session.module, session.table, to)
    if to != session.table.position or prompts:
        session.add(Moved(to.turn, to.moment, prompts, acting(sequence, session.table.cup, to)))
    return prompts


def step(session: Session, by: int) -> tuple[Prompt, ...]:
    """The phase after (1) or before (-1). Raises Refused where a Command must be chosen first."""
    sequence, cup, at = sequence_of(session), session.table.cup, here(session)
    if by < 0:
        return move_to(session, back(sequence, at))
    if choosing(sequence, cup, at):
        if cup.turn != at.turn:
            raise Refused(f"the cup holds the Commands of turn {cup.turn}; fill it for turn {at.turn}")
        raise Refused(f"choose the Command that acts next: {', '.join((*cup.within, *cup.returning))}")
    return move_to(session, onward(sequence, cup, at))


def jump(session: Session, turn: int | None, phase: int | None) -> tuple[Prompt, ...]:
    """A turn, at its first phase, or a phase by its number, of this turn where none is given."""
    moment = phase - 1 if phase is not None else 0
    return move_to(session, Position(here(session).turn if turn is None else turn, moment))


def tick(session: Session, number: int) -> None:
    """Turns the tick of a step of this phase over; steps count from 1. Raises Refused."""
    at = here(session)
    sequence, table = sequence_of(session), session.table
    steps = moments(sequence)[at.moment].phase.steps
    if not 1 <= number <= len(steps):
        raise Refused(f"step {number} is none; this phase has {len(steps)}")
    command = acting(sequence, table.cup, at)
    done = (at.turn, at.moment, number - 1, command) in table.ticks
    session.add(Ticked(at.turn, at.moment, number - 1, not done, command))


def settle(session: Session, prompt: str, how: str = "done") -> None:
    """Something due is seen to. Raises NotFound naming what is due."""
    due = [each.id for each in session.table.due()]
    if prompt not in due:
        raise NotFound(f"nothing due is called {prompt}{nearest(prompt, due)}")
    session.add(PromptSettled(prompt, how))


def set_clock(
    session: Session, time: str, day: int = 1, lights: Items[tuple[str, str]] = (), days: Items[str] = ()
) -> None:
    """Turn 1 begins at `time` (HH:MM) of `day`; `lights` are (time, light) pairs. Raises Refused."""
    clock = sequence_of(session).clock
    minute = minute_of(time)
    if clock.times and f"{minute // 60:02}:{minute % 60:02}" not in clock.times:
        raise Refused(f"no turn begins at {time}; turns begin at {', '.join(clock.times)}")
    if not (clock.times or clock.lengths):
        raise Refused(f"the turns of {session.module.game.name} are not tied to the time of day")
    if day < 1:
        raise Refused(f"day {day} is none; 1 or more")
    bands = []
    for when, light in lights:
        if light not in LIGHTS:
            raise Refused(f"{light[:20]!r} is no light; one of {', '.join(LIGHTS)}")
        bands.append(Light(minute_of(when), light))
    made = ClockSet(day, minute, tuple(bands), tuple(days))
    ends = scenario_end(session.module, msgspec.structs.replace(session.table, clock=made))
    session.add(ClockWasSet(msgspec.structs.replace(made, last_turn=ends)))


def choose_scenario(session: Session, name: str) -> tuple[Prompt, ...]:
    """Begins a scenario at its first turn: time, standing orders, what is due at once. Raises NotFound."""
    scenario = session.module.scenario(name)
    sequence = session.module.sequence
    events: list[Event] = []
    if scenario.time and sequence is not None:
        lights = tuple(Light(minute_of(each.time), each.light) for each in scenario.light)
        clock = ClockSet(scenario.day, minute_of(scenario.time), lights, scenario.days)
        asked = msgspec.structs.replace(session.table, clock=clock, scenario=name)
        clock = msgspec.structs.replace(clock, last_turn=scenario_end(session.module, asked))
        events.append(ClockWasSet(clock))
    else:
        events.append(ClockWasSet(None))
    events += [ScenarioChosen(name, _standing(scenario)), Moved(1, 0)]
    state = session.state
    for event in events:
        state = folded(state, session.state.game, event)
    prompts = begun(session.module, state.table(session.state.game))
    events[-1] = Moved(1, 0, prompts)
    session.add(*events)
    return prompts


def choose_setting(session: Session, name: str, value: str) -> None:
    """A fact for the session, or with an empty value none. Raises NotFound and Refused."""
    setting = setting_of(session, name)
    if value and value not in setting.choices:
        raise Refused(f"{name}: {value[:40]!r} is not one of {', '.join(setting.choices)}")
    session.add(SettingChosen(name, value))


def setting_of(session: Session, name: str) -> Setting:
    """The setting `name` of the game. Raises NotFound."""
    every = {each.name: each for each in session.module.scenarios.settings}
    if name not in every:
        raise NotFound(f"{session.module.game.name} has no setting {name}{nearest(name, list(every))}")
    return every[name]


def count(session: Session, name: str, by: int) -> Counter:
    """Moves a counter. Raises NotFound, and Refused below nothing."""
    every = {each.id: each for each in session.module.scenarios.counters}
    if name not in every:
        raise NotFound(f"nothing is counted as {name}{nearest(name, list(every))}")
    now = session.table.counters.get(name, 0)
    if now + by < 0:
        raise Refused(f"{every[name].title}: {now} cannot go down by {-by}")
    session.add(Counted(name, by))
    return every[name]


def _standing(scenario: Scenario) -> tuple[Slip, ...]:
    return tuple(Slip(each.side, "", each.who, each.kind, each.says, 1, 1) for each in scenario.orders)
