"""Checks the order of play, the scenarios and what units keep, before anyone plays by them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from companion.formula import BOOL, NUMBER, Kind, choice_of
from companion.formula.types import ANY
from companion.load.inputs import paths_of
from companion.load.kinds import input_kind
from companion.load.links import near
from companion.load.records import Faults
from companion.load.scope import Scope, check_formula, known_ids, known_words
from companion.load.text_yaml import Path
from companion.load.times import TIME, check_times, minutes
from companion.model import EACH_COMMAND, Orders, Procedure, Scenarios, Sequence, Units

Procedures = Mapping[str, Procedure]


class TurnChecker:
    """Notes the faults of one game's sequence.yaml, scenarios.yaml and units.yaml."""

    def __init__(self, slug: str, procedures: Procedures, left_out: Collection[str]) -> None:
        self.slug = slug
        self.procedures = procedures
        self.left_out = left_out
        self.known = {*procedures, *left_out}

    def sequence(self, sequence: Sequence, faults: Faults) -> None:
        """Ids once, phases and procedures that there are, formulas over the clock, times in order."""
        phases = [phase.id for phase in sequence.phases]
        self._once(phases, "phases", faults)
        scope = self._clock_scope(sequence)
        for number, phase in enumerate(sequence.phases):
            known = ("each side", "both", EACH_COMMAND, *sequence.sides)
            self._one_of(phase.who, known, ("phases", number, "who"), faults)
            for index, step in enumerate(phase.steps):
                at: Path = ("phases", number, "steps", index)
                self._procedure(step.procedure, (*at, "procedure"), faults)
                check_formula(step.when, (*at, "when"), scope, faults, "yes-no")
        self._activation(sequence, faults)
        for index, each in enumerate((*sequence.clock.times, *sequence.clock.night_times)):
            inside = index < len(sequence.clock.times)
            where = "times" if inside else "night_times"
            place = index if inside else index - len(sequence.clock.times)
            self._time(each, ("clock", where, place), faults)
            if not inside and each not in sequence.clock.times:
                faults.add(("clock", where, place), f"{each} is none of the times", "list it there too")
        self._once([each.light for each in sequence.clock.lengths], "clock.lengths", faults, "light")
        for index, length in enumerate(sequence.clock.lengths):
            if length.minutes < 1:
                faults.add(
                    ("clock", "lengths", index, "minutes"), "a turn lasts a minute or more", "write minutes"
                )
        for name, filled in sequence.clock.fills.items():
            self._one_of(filled, scope, ("clock", "fills", name), faults)
        if sequence.cup is not None:
            self._phase(sequence.cup.phase, ("cup", "phase"), phases, faults)
            self._once([use.id for use in sequence.cup.uses], "cup.uses", faults)
            for index, use in enumerate(sequence.cup.uses):
                self._procedure(use.procedure, ("cup", "uses", index, "procedure"), faults)
        if sequence.orders is not None:
            self._orders(sequence.orders, phases, scope, faults)
        self._once([each.id for each in sequence.reminders], "reminders", faults)
        for index, reminder in enumerate(sequence.reminders):
            self._phase(reminder.phase, ("reminders", index, "phase"), phases, faults)
            self._procedure(reminder.procedure, ("reminders", index, "procedure"), faults)
            check_formula(reminder.when, ("reminders", index, "when"), scope, faults, "yes-no")

    def _activation(self, sequence: Sequence, faults: Faults) -> None:
        """The phases of each command stand together, begin with the phase of the cup, and are two or more."""
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
                told = "a command cannot move before one that has begun its own phases"
                faults.add(("cup", "uses", index, "does"), told, "leave the use out")

    def scenarios(self, found: Scenarios, sequence: Sequence | None, faults: Faults) -> None:
        """Ids once, times of the clock, sides and kinds of orders that there are."""
        sides = sequence.sides if sequence else ()
        orders = sequence.orders if sequence else None
        kinds = [each.key for each in orders.kinds] if orders else []
        names = [each.name for each in found.commands]
        self._once([each.id for each in found.scenarios], "scenarios", faults)
        self._once(names, "commands", faults, "name")
        self._once([each.id for each in found.counters], "counters", faults)
        self._once([each.name for each in found.settings], "settings", faults, "name")
        for index, scenario in enumerate(found.scenarios):
            at: Path = ("scenarios", index)
            for key, time in (("time", scenario.time), ("last_time", scenario.last_time)):
                if time:
                    self._turn_time(time, (*at, key), sequence, faults)
            for number, band in enumerate(scenario.light):
                self._time(band.time, (*at, "light", number, "time"), faults)
            for number, order in enumerate(scenario.orders):
                self._one_of(order.side, sides, (*at, "orders", number, "side"), faults)
                if order.kind:
                    self._one_of(order.kind, kinds, (*at, "orders", number, "kind"), faults)
            for number, name in enumerate(scenario.commands):
                self._one_of(name, names, (*at, "commands", number), faults)
        for index, arrival in enumerate(found.arrivals):
            self._one_of(arrival.side, sides, ("arrivals", index, "side"), faults)
            self._turn_time(arrival.time, ("arrivals", index, "time"), sequence, faults)
        if sequence is not None:
            check_times(found, sequence.clock, faults)
        for index, command in enumerate(found.commands):
            self._one_of(command.side, sides, ("commands", index, "side"), faults)
        for index, counter in enumerate(found.counters):
            if counter.side:
                self._one_of(counter.side, sides, ("counters", index, "side"), faults)
        for index, setting in enumerate(found.settings):
            if setting.labels and len(setting.labels) != len(setting.choices):
                faults.add(
                    ("settings", index, "labels"), "one label is needed for each choice", "or none at all"
                )

    def units(self, units: Units, faults: Faults) -> None:
        """Facts are like inputs that there are, and fill such; changes read what their calculator gives."""
        self._once([each.name for each in units.facts], "facts", faults, "name")
        paths = {
            path
            for each in self.procedures.values()
            for given in each.inputs
            for path in paths_of(given, rows=True)
        }
        for index, fact in enumerate(units.facts):
            name, _, path = fact.like.partition(".")
            owner = self._procedure(name, ("facts", index, "like"), faults)
            if owner is not None and path not in {
                one for given in owner.inputs for one in paths_of(given, rows=True)
            }:
                faults.add(("facts", index, "like"), f"{name} has no input {path}", "write procedure.input")
            for number, fill in enumerate(fact.fills):
                if fill not in paths and not self.left_out:
                    faults.add(
                        ("facts", index, "fills", number), f"no calculator asks {fill}", near(fill, paths)
                    )
        facts = {fact.name for fact in units.facts}
        for index, change in enumerate(units.changes):
            at: Path = ("changes", index)
            self._one_of(change.fact, facts, (*at, "fact"), faults)
            owner = self._procedure(change.procedure, (*at, "procedure"), faults)
            if owner is not None:
                scope: Scope = {given.name: input_kind(given) for given in owner.inputs}
                scope |= {outcome.name: ANY for outcome in owner.outcome if "." not in outcome.name}
                check_formula(change.to, (*at, "to"), {**scope, "was": ANY}, faults)
                check_formula(change.when, (*at, "when"), {**scope, "was": ANY}, faults, "yes-no")

    def _orders(self, orders: Orders, phases: list[str], scope: Scope, faults: Faults) -> None:
        self._phase(orders.phase, ("orders", "phase"), phases, faults)
        self._once([each.key for each in orders.kinds], "orders.kinds", faults, "key")
        for key, name, result in (
            ("delay", orders.delay, orders.delay_outcome),
            ("accept", orders.accept, orders.accept_outcome),
        ):
            owner = self._procedure(name, ("orders", key), faults)
            named = result or key == "delay"
            if owner is not None and named and result not in {each.name for each in owner.outcome}:
                faults.add(
                    ("orders", f"{key}_outcome"),
                    f"{name} has no result {result or 'without a name'}",
                    known_words(each.name for each in owner.outcome),
                )
        kinds = [each.key for each in orders.kinds]
        for index, check in enumerate(orders.checks):
            at: Path = ("orders", "checks", index)
            self._phase(check.phase, (*at, "phase"), phases, faults)
            self._procedure(check.procedure, (*at, "procedure"), faults)
            check_formula(check.when, (*at, "when"), {**scope, "since": NUMBER}, faults, "yes-no")
            for number, kind in enumerate(check.kinds):
                self._one_of(kind, kinds, (*at, "kinds", number), faults)

    def _clock_scope(self, sequence: Sequence) -> dict[str, Kind]:
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

    def _procedure(self, name: str, at: Path, faults: Faults) -> Procedure | None:
        full = f"{self.slug}:{name}"
        if name and full not in self.known:
            faults.add(at, f"no procedure {name}", known_ids(self.known, self.slug, name))
        return self.procedures.get(full) if name else None

    def _phase(self, name: str, at: Path, phases: list[str], faults: Faults) -> None:
        if name:
            self._one_of(name, phases, at, faults)

    def _one_of(self, name: str, known: Collection[str], at: Path, faults: Faults) -> None:
        if name not in known:
            faults.add(at, f"{name!r} is not known here", known_words(known, name))

    def _turn_time(self, time: str, at: Path, sequence: Sequence | None, faults: Faults) -> None:
        self._time(time, at, faults)
        times = sequence.clock.times if sequence else ()
        if times and TIME.fullmatch(time) and time not in times:
            sound = [each for each in times if TIME.fullmatch(each)]
            nearest = sorted(sorted(sound, key=lambda each: abs(minutes(each) - minutes(time)))[:2])
            faults.add(at, f"no turn begins at {time}", f"nearest turns: {' and '.join(nearest)}")

    def _time(self, time: str, at: Path, faults: Faults) -> None:
        if not TIME.fullmatch(time):
            faults.add(at, f"{time!r} is no time of day", "write hours and minutes, as in 09:00")

    def _once(self, ids: Iterable[str], where: str, faults: Faults, key: str = "id") -> None:
        """Names that must differ, listed under `where`."""
        seen: set[str] = set()
        for index, name in enumerate(ids):
            if name in seen:
                at: Path = (*where.split("."), index, key)
                faults.add(at, f"{name} stands twice", "choose another name")
            seen.add(name)
