"""Checks a game's sequence.yaml and scenarios.yaml against each other and against its calculators."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from math import inf

import msgspec

from companion.formula import BOOL, NUMBER, choice_of
from companion.load.faults import Faults
from companion.load.formula_checks import Scope, check_formula
from companion.load.record_checks import CalculatorChecker, check_known, check_unique, single_inputs
from companion.load.side_checks import check_named_sides, check_side_names
from companion.load.suggestions import nearest, suggest
from companion.load.text_yaml import Path, walk
from companion.model import CHIT_NAMES, EACH_COMMAND, ORDER_NAMES, Clock, Scenarios, Sequence
from companion.model.scenario import Scenario

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_DAY = 24 * 60
_MOST_TURNS = 2000
"""Turns of a scenario that are checked; sessions are shorter."""


class SequenceChecker(CalculatorChecker):
    """Notes the faults of one game's sequence and scenarios."""

    def sequence(self, sequence: Sequence, faults: Faults, facts: Scope | None) -> None:
        """Check phases, clock, cup, orders and reminders; `facts` are those of units, None if they have faults."""
        orders = sequence.orders
        kinds = orders.kinds if orders else ()
        phases = [phase.id for phase in sequence.phases]
        check_unique(sequence.phases, "phases", faults)
        check_unique(sequence.cup.uses if sequence.cup else (), "cup.uses", faults)
        check_unique(kinds, "orders.kinds", faults, "key")
        check_unique(sequence.reminders, "reminders", faults)
        known = {
            "who": ("each side", "both", EACH_COMMAND, *sequence.sides),
            "kinds": [kind.key for kind in kinds],
        }
        scope = _clock_scope(sequence)
        for at, key, value in _texts(sequence):
            if at[0] == "clock" or "fills" in at:  # these keys are names of inputs
                continue
            if key == "procedure":
                self.procedure(value, at, faults)
            elif key == "when":
                known_here = {**scope, "since": NUMBER} if "checks" in at else scope
                check_formula(value, at, known_here, faults, "yes-no")
            elif key == "units" and facts is not None:
                check_formula(value, at, facts, faults, "yes-no")
            elif key == "phase" and value:
                check_known(value, phases, at, faults)
            elif key in known:
                check_known(value, known[key], at, faults)
        _check_activation(sequence, faults)
        check_side_names(sequence, faults)
        _check_clock(sequence.clock, faults)
        self._check_fills(sequence.clock.fills, scope, ("clock", "fills"), faults)
        if sequence.cup is not None:
            self._check_fills(sequence.cup.fills, CHIT_NAMES, ("cup", "fills"), faults)
        if orders is not None:
            self._check_fills(orders.fills, ORDER_NAMES, ("orders", "fills"), faults)
            self._check_result(orders.delay, orders.delay_outcome, "delay", faults)
            self._check_result(orders.accept, orders.accept_outcome, "accept", faults)
            for check in orders.checks:
                self._check_result(check.procedure, check.stops, "checks", faults)

    def scenarios(self, battles: Scenarios, sequence: Sequence | None, faults: Faults) -> None:
        """Check scenarios, arrivals, Commands, counters and settings; `sequence` is None if the game has none."""
        orders = sequence.orders if sequence else None
        check_unique(battles.scenarios, "scenarios", faults)
        check_unique(battles.commands, "commands", faults, "name")
        check_unique(battles.counters, "counters", faults)
        check_unique(battles.settings, "settings", faults, "name")
        check_unique(battles.victory, "victory", faults)
        known: dict[str, Collection[str]] = {
            "side": sequence.sides if sequence else (),
            "kind": [kind.key for kind in orders.kinds] if orders else (),
            "commands": [command.name for command in battles.commands],
            "scenario": [scenario.id for scenario in battles.scenarios],
        }
        optional = (
            "counters.side",
            "orders.kind",
            "scenarios.time",
            "scenarios.last_time",
            "arrivals.scenario",
            "victory.side",
            "victory.scenario",
        )
        for at, key, value in _texts(battles):
            *_, holder = (step for step in at[:-1] if isinstance(step, str))
            if not value and f"{holder}.{key}" in optional:
                continue
            if key in known:
                check_known(value, known[key], at, faults)
            elif key in ("time", "last_time"):
                _check_time(value, at, faults)
                if holder != "light":
                    _check_printed_time(value, at, sequence, faults)
        check_named_sides(battles, sequence, faults)
        if sequence is not None:
            _check_times(battles, sequence.clock, faults)
        for index, setting in enumerate(battles.settings):
            if setting.labels and len(setting.labels) != len(setting.choices):
                says = "expected one label for each choice"
                faults.add(("settings", index, "labels"), says, "write one each, or leave out labels")

    def _check_fills(
        self, fills: Mapping[str, str], names: Collection[str], at: Path, faults: Faults
    ) -> None:
        """Check that calculators ask for the inputs that are filled, and that the names that fill them are known."""
        paths = single_inputs(self.procedures.values())
        for path, name in fills.items():
            check_known(name, names, (*at, path), faults)
            if path not in paths and not self.left_out:
                says = f"no calculator has a single-answer input {path}"
                faults.add((*at, path), says, nearest(path, paths))

    def _check_result(self, procedure: str, result: str, key: str, faults: Faults) -> None:
        """Check a calculator that orders use, and its result; the delay needs a result."""
        owner = self.procedure(procedure, ("orders", key), faults)
        results = {outcome.name for outcome in owner.outcome} if owner else set()
        if owner is not None and (result or key == "delay") and result not in results:
            says = f"{procedure} has no result {result}" if result else f"{key}_outcome is missing"
            faults.add(("orders", f"{key}_outcome"), says, suggest("", results))


def _clock_scope(sequence: Sequence) -> Scope:
    """Return the names that conditions of a sequence may read."""
    return {
        "turn": NUMBER,
        "day": NUMBER,
        "hour": NUMBER,
        "minute": NUMBER,
        "time": choice_of(frozenset()),
        "light": choice_of(frozenset({"day", "twilight", "night"})),
        "night": BOOL,
        "phase": choice_of(frozenset(phase.id for phase in sequence.phases)),
        "side": choice_of(frozenset({"", *sequence.sides})),
    }


def _check_clock(clock: Clock, faults: Faults) -> None:
    for index, time in enumerate(clock.times):
        _check_time(time, ("clock", "times", index), faults)
    for index, time in enumerate(clock.night_times):
        _check_time(time, ("clock", "night_times", index), faults)
        if time not in clock.times:
            faults.add(
                ("clock", "night_times", index), f"{time} is not one of the times", "add it to times too"
            )
    check_unique(clock.lengths, "clock.lengths", faults, "light")
    for index, length in enumerate(clock.lengths):
        if length.minutes < 1:
            at = ("clock", "lengths", index, "minutes")
            faults.add(at, "a turn must last at least 1 minute", "write a positive number")


def _texts(record: msgspec.Struct) -> Iterator[tuple[Path, str, str]]:
    """Yield the key path, the last key in it and the value of each text in a record, defaults included."""
    for at, value in walk(msgspec.to_builtins(record)):
        if isinstance(value, str):
            yield at, next(step for step in reversed(at) if isinstance(step, str)), value


def _check_printed_time(time: str, at: Path, sequence: Sequence | None, faults: Faults) -> None:
    """Note a fault if no turn of a clock with printed times begins at a valid time."""
    times = sequence.clock.times if sequence else ()
    if times and _TIME.fullmatch(time) and time not in times:
        valid = [turn for turn in times if _TIME.fullmatch(turn)]
        closest = sorted(sorted(valid, key=lambda turn: abs(_minutes(turn) - _minutes(time)))[:2])
        faults.add(at, f"no turn begins at {time}", f"nearest turns: {' and '.join(closest)}")


def _check_time(time: str, at: Path, faults: Faults) -> None:
    if not _TIME.fullmatch(time):
        faults.add(at, f"{time!r} is not a time of day", "write hours and minutes, as in 09:00")


def _check_activation(sequence: Sequence, faults: Faults) -> None:
    """Check that there are at least 2 phases of each command, consecutive, the first being the phase of the cup."""
    places = [place for place, phase in enumerate(sequence.phases) if phase.who == EACH_COMMAND]
    if not places:
        return
    at: Path = ("phases", places[0], "who")
    first = sequence.phases[places[0]].id
    if sequence.cup is None:
        faults.add(at, "phases of each command need a cup", "add a cup: its chits are the commands")
        return
    known = {phase.id for phase in sequence.phases}
    if sequence.cup.phase in known - {first}:
        faults.add(
            ("cup", "phase"),
            f"the phases of each command begin with {first}, not with this phase",
            f"write {first}",
        )
    if len(places) < 2:
        faults.add(at, "a command chosen here has no phase to play", "add a phase with who: each command")
    if places[-1] - places[0] >= len(places):
        faults.add(at, "the phases of each command must be consecutive", "move them together")
    for index, use in enumerate(sequence.cup.uses):
        if use.does == "moves before the drawn chit":
            says = "a command cannot move before another that has begun its phases"
            faults.add(("cup", "uses", index, "does"), says, "remove this use")


def _minutes(time: str) -> int:
    """Return the minutes since midnight of a valid `HH:MM`."""
    return int(time[:2]) * 60 + int(time[3:])


def _check_times(battles: Scenarios, clock: Clock, faults: Faults) -> None:
    """Note each arrival, and each last turn of a scenario, at a time when no turn begins.

    Arrivals apply to the scenarios whose turns include their time: to the one they name, or to all with arrivals: yes.
    """
    if clock.times or not clock.lengths or any(length.minutes < 1 for length in clock.lengths):
        return
    faulty: set[int] = set()
    for index, scenario in enumerate(battles.scenarios):
        if not all(
            _TIME.fullmatch(time) for time in (scenario.time, *(band.time for band in scenario.light))
        ):
            continue
        turns = list(_turns(scenario, clock))
        last = (scenario.last_day or scenario.day, scenario.last_time)
        if _TIME.fullmatch(scenario.last_time):
            _check_turn(*last, turns, ("scenarios", index, "last_time"), faults)
        if scenario.arrivals == "no":
            continue
        end = _moment(*last) if _TIME.fullmatch(scenario.last_time) else inf
        schedules = (scenario.id,) if scenario.arrivals == "own" else ("", scenario.id)
        for number, arrival in enumerate(battles.arrivals):
            applies = arrival.scenario in schedules and number not in faulty
            if not applies or not _TIME.fullmatch(arrival.time):
                continue
            is_during = turns[0] <= _moment(arrival.day, arrival.time) <= end
            at = ("arrivals", number, "time")
            if is_during and not _check_turn(arrival.day, arrival.time, turns, at, faults):
                faulty.add(number)


def _moment(day: int, time: str) -> int:
    """Return the minutes since midnight of the first day."""
    return (day - 1) * _DAY + _minutes(time)


def _turns(scenario: Scenario, clock: Clock) -> Iterator[int]:
    """Yield the beginning of each turn of a scenario, and of further turns up to _MOST_TURNS."""
    lengths: dict[str, int] = {length.light: length.minutes for length in clock.lengths}
    bands = sorted((_minutes(band.time), band.light) for band in scenario.light)
    moment = _moment(scenario.day, scenario.time)
    for _ in range(_MOST_TURNS):
        yield moment
        # Before the first band of a day, the last light of the day before continues.
        begun = [light for minute, light in bands if minute <= moment % _DAY] or [light for _, light in bands]
        moment += lengths.get(begun[-1], clock.lengths[0].minutes) if begun else clock.lengths[0].minutes


def _check_turn(day: int, time: str, turns: list[int], at: Path, faults: Faults) -> bool:
    """Return whether a turn begins at a time, or the time is outside all turns; otherwise note the nearest turns."""
    moment = _moment(day, time)
    if moment in turns or not turns[0] <= moment <= turns[-1]:
        return True
    after = next(turn for turn in turns if turn > moment)
    before = turns[turns.index(after) - 1]
    closest = " and ".join(f"{turn % _DAY // 60:02}:{turn % 60:02}" for turn in (before, after))
    faults.add(at, f"no turn begins at {time}", f"nearest turns: {closest}")
    return False
