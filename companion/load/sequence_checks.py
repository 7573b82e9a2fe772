"""Checks a game's sequence.yaml, scenarios.yaml and units.yaml against each other and against its calculators."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from companion.formula import BOOL, NUMBER, choice_of
from companion.formula.types import ANY
from companion.load.faults import Faults
from companion.load.formula_checks import Scope, check_formula
from companion.load.inputs import input_paths
from companion.load.suggestions import nearest, suggest, suggest_id
from companion.load.text_yaml import Path
from companion.load.turn_times import TIME, check_times, minutes
from companion.load.value_kinds import input_kind
from companion.model import EACH_COMMAND, Clock, Orders, Procedure, Scenarios, Sequence, Units
from companion.model.scenario import Scenario


class SequenceChecker:
    """Notes the faults of one game's sequence, scenarios and units."""

    def __init__(self, slug: str, procedures: Mapping[str, Procedure], left_out: Collection[str]) -> None:
        """`left_out` are the ids of procedures that exist but have faults."""
        self.slug = slug
        self.procedures = procedures
        self.left_out = left_out
        self.known = {*procedures, *left_out}

    def sequence(self, sequence: Sequence, faults: Faults) -> None:
        """Check phases, clock, cup, orders and reminders."""
        phases = [phase.id for phase in sequence.phases]
        _check_unique(phases, "phases", faults)
        scope = _clock_scope(sequence)
        for number, phase in enumerate(sequence.phases):
            known = ("each side", "both", EACH_COMMAND, *sequence.sides)
            _check_known(phase.who, known, ("phases", number, "who"), faults)
            for index, step in enumerate(phase.steps):
                at: Path = ("phases", number, "steps", index)
                self._procedure(step.procedure, (*at, "procedure"), faults)
                check_formula(step.when, (*at, "when"), scope, faults, "yes-no")
        _check_activation(sequence, faults)
        _check_clock(sequence.clock, scope, faults)
        if sequence.cup is not None:
            _check_phase(sequence.cup.phase, ("cup", "phase"), phases, faults)
            _check_unique([use.id for use in sequence.cup.uses], "cup.uses", faults)
            for index, use in enumerate(sequence.cup.uses):
                self._procedure(use.procedure, ("cup", "uses", index, "procedure"), faults)
        if sequence.orders is not None:
            self._orders(sequence.orders, phases, scope, faults)
        _check_unique([reminder.id for reminder in sequence.reminders], "reminders", faults)
        for index, reminder in enumerate(sequence.reminders):
            _check_phase(reminder.phase, ("reminders", index, "phase"), phases, faults)
            self._procedure(reminder.procedure, ("reminders", index, "procedure"), faults)
            check_formula(reminder.when, ("reminders", index, "when"), scope, faults, "yes-no")

    def scenarios(self, battles: Scenarios, sequence: Sequence | None, faults: Faults) -> None:
        """Check scenarios, arrivals, Commands, counters and settings; `sequence` is None if the game has none."""
        sides = sequence.sides if sequence else ()
        names = [command.name for command in battles.commands]
        _check_unique([scenario.id for scenario in battles.scenarios], "scenarios", faults)
        _check_unique(names, "commands", faults, "name")
        _check_unique([counter.id for counter in battles.counters], "counters", faults)
        _check_unique([setting.name for setting in battles.settings], "settings", faults, "name")
        for index, scenario in enumerate(battles.scenarios):
            _check_scenario(scenario, ("scenarios", index), names, sequence, faults)
        for index, arrival in enumerate(battles.arrivals):
            _check_known(arrival.side, sides, ("arrivals", index, "side"), faults)
            _check_turn_time(arrival.time, ("arrivals", index, "time"), sequence, faults)
        if sequence is not None:
            check_times(battles, sequence.clock, faults)
        for index, command in enumerate(battles.commands):
            _check_known(command.side, sides, ("commands", index, "side"), faults)
        for index, counter in enumerate(battles.counters):
            if counter.side:
                _check_known(counter.side, sides, ("counters", index, "side"), faults)
        for index, setting in enumerate(battles.settings):
            if setting.labels and len(setting.labels) != len(setting.choices):
                says = "one label is needed for each choice"
                faults.add(("settings", index, "labels"), says, "or none at all")

    def units(self, units: Units, faults: Faults) -> None:
        """Check that facts refer to inputs of calculators, and that changes read results of calculators."""
        names = [fact.name for fact in units.facts]
        _check_unique(names, "facts", faults, "name")
        inputs = chain.from_iterable(procedure.inputs for procedure in self.procedures.values())
        paths = {path for given in inputs for path in input_paths(given, rows=True)}
        for index, fact in enumerate(units.facts):
            name, _, path = fact.like.partition(".")
            owner = self._procedure(name, ("facts", index, "like"), faults)
            if owner is not None:
                own = {own_path for given in owner.inputs for own_path in input_paths(given, rows=True)}
                if path not in own:
                    faults.add(
                        ("facts", index, "like"), f"{name} has no input {path}", "write procedure.input"
                    )
            for number, filled in enumerate(fact.fills):
                if filled not in paths and not self.left_out:
                    mend = nearest(filled, paths)
                    faults.add(("facts", index, "fills", number), f"no calculator asks {filled}", mend)
        for index, change in enumerate(units.changes):
            at: Path = ("changes", index)
            _check_known(change.fact, names, (*at, "fact"), faults)
            owner = self._procedure(change.procedure, (*at, "procedure"), faults)
            if owner is not None:
                scope: Scope = {given.name: input_kind(given) for given in owner.inputs}
                scope |= {outcome.name: ANY for outcome in owner.outcome if "." not in outcome.name}
                check_formula(change.to, (*at, "to"), {**scope, "was": ANY}, faults)
                check_formula(change.when, (*at, "when"), {**scope, "was": ANY}, faults, "yes-no")

    def _orders(self, orders: Orders, phases: list[str], scope: Scope, faults: Faults) -> None:
        _check_phase(orders.phase, ("orders", "phase"), phases, faults)
        kinds = [kind.key for kind in orders.kinds]
        _check_unique(kinds, "orders.kinds", faults, "key")
        for key, name, result in (
            ("delay", orders.delay, orders.delay_outcome),
            ("accept", orders.accept, orders.accept_outcome),
        ):
            owner = self._procedure(name, ("orders", key), faults)
            results = {outcome.name for outcome in owner.outcome} if owner else set()
            if owner is not None and (result or key == "delay") and result not in results:
                says = f"{name} has no result {result or 'without a name'}"
                faults.add(("orders", f"{key}_outcome"), says, suggest("", results))
        for index, check in enumerate(orders.checks):
            at: Path = ("orders", "checks", index)
            _check_phase(check.phase, (*at, "phase"), phases, faults)
            self._procedure(check.procedure, (*at, "procedure"), faults)
            check_formula(check.when, (*at, "when"), {**scope, "since": NUMBER}, faults, "yes-no")
            for number, kind in enumerate(check.kinds):
                _check_known(kind, kinds, (*at, "kinds", number), faults)

    def _procedure(self, name: str, at: Path, faults: Faults) -> Procedure | None:
        """Return the usable procedure `name`; note a fault if there is none at all."""
        full = f"{self.slug}:{name}"
        if name and full not in self.known:
            faults.add(at, f"no procedure {name}", suggest_id(name, self.known, self.slug))
        return self.procedures.get(full) if name else None


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


def _check_clock(clock: Clock, scope: Scope, faults: Faults) -> None:
    for index, time in enumerate(clock.times):
        _check_time(time, ("clock", "times", index), faults)
    for index, time in enumerate(clock.night_times):
        _check_time(time, ("clock", "night_times", index), faults)
        if time not in clock.times:
            faults.add(("clock", "night_times", index), f"{time} is none of the times", "list it there too")
    _check_unique([length.light for length in clock.lengths], "clock.lengths", faults, "light")
    for index, length in enumerate(clock.lengths):
        if length.minutes < 1:
            at = ("clock", "lengths", index, "minutes")
            faults.add(at, "a turn lasts a minute or more", "write minutes")
    for name, value in clock.fills.items():
        _check_known(value, scope, ("clock", "fills", name), faults)


def _check_scenario(
    scenario: Scenario, at: Path, commands: list[str], sequence: Sequence | None, faults: Faults
) -> None:
    sides = sequence.sides if sequence else ()
    orders = sequence.orders if sequence else None
    kinds = [kind.key for kind in orders.kinds] if orders else []
    for key, time in (("time", scenario.time), ("last_time", scenario.last_time)):
        if time:
            _check_turn_time(time, (*at, key), sequence, faults)
    for number, band in enumerate(scenario.light):
        _check_time(band.time, (*at, "light", number, "time"), faults)
    for number, order in enumerate(scenario.orders):
        _check_known(order.side, sides, (*at, "orders", number, "side"), faults)
        if order.kind:
            _check_known(order.kind, kinds, (*at, "orders", number, "kind"), faults)
    for number, name in enumerate(scenario.commands):
        _check_known(name, commands, (*at, "commands", number), faults)


def _check_phase(name: str, at: Path, phases: list[str], faults: Faults) -> None:
    if name:
        _check_known(name, phases, at, faults)


def _check_known(name: str, known: Collection[str], at: Path, faults: Faults) -> None:
    if name not in known:
        faults.add(at, f"{name!r} is not known here", suggest(name, known))


def _check_turn_time(time: str, at: Path, sequence: Sequence | None, faults: Faults) -> None:
    """Note a fault if a time is invalid, or if no turn of a clock with printed times begins then."""
    _check_time(time, at, faults)
    times = sequence.clock.times if sequence else ()
    if times and TIME.fullmatch(time) and time not in times:
        valid = [turn for turn in times if TIME.fullmatch(turn)]
        closest = sorted(sorted(valid, key=lambda turn: abs(minutes(turn) - minutes(time)))[:2])
        faults.add(at, f"no turn begins at {time}", f"nearest turns: {' and '.join(closest)}")


def _check_time(time: str, at: Path, faults: Faults) -> None:
    if not TIME.fullmatch(time):
        faults.add(at, f"{time!r} is no time of day", "write hours and minutes, as in 09:00")


def _check_unique(names: Iterable[str], path: str, faults: Faults, key: str = "id") -> None:
    """Note each name that repeats an earlier one; `path` is the list with the names at `key`, dots between keys."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            at: Path = (*path.split("."), index, key)
            faults.add(at, f"{name} stands twice", "choose another name")
        seen.add(name)


def _check_activation(sequence: Sequence, faults: Faults) -> None:
    """Check that the phases of each command are two or more, stand together and begin with the phase of the cup."""
    places = [place for place, phase in enumerate(sequence.phases) if phase.who == EACH_COMMAND]
    if not places:
        return
    at: Path = ("phases", places[0], "who")
    first = sequence.phases[places[0]].id
    if sequence.cup is None:
        faults.add(at, "no command is known here", "add a cup: its chits are the commands")
        return
    known = {phase.id for phase in sequence.phases}
    if sequence.cup.phase in known - {first}:
        faults.add(("cup", "phase"), f"the phases of each command begin with {first}", f"write {first}")
    if len(places) < 2:
        faults.add(at, "a command is chosen here and then has no phase", "add a phase of each command")
    if places[-1] - places[0] >= len(places):
        faults.add(at, "the phases of each command do not stand together", "move them together")
    for index, use in enumerate(sequence.cup.uses):
        if use.does == "moves before the drawn chit":
            says = "a command cannot move before one that has begun its own phases"
            faults.add(("cup", "uses", index, "does"), says, "leave the use out")
