"""The second transcription of the order of play: `tests/keyed/<game>/sequence.yaml`, `scenarios.yaml` and
`units.yaml`.

They contain the names, orders, rules, calculators and formulas of the records, but no sentences. A phase is written
`id, who: title (rule)`, a step `title (rule) -> calculator; only WORDS; when FORMULA`. Arrivals are compared with
`schedule-*.csv`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import yaml

from companion.model import GameModule
from companion.model.scenario import (
    Arrival,
    Command,
    Counter,
    Scenario,
    Scenarios,
    UnitChange,
    UnitPart,
    Victory,
)
from companion.model.sequence import Phase, PhaseStep, Sequence
from tests.charts.domains import KEYED

KINDS = ("sequence", "scenarios", "units")
SENTENCES = {"says", "because", "notes", "allows", "relay", "label", "is_state"}
"""Fields with sentences, and one about columns on the screen, which are not compared."""
SPELT = {
    "A.P.Hill": "A.P. Hill",
    "Sedgewick": "Sedgwick",
    "Cav train": "Cavalry train",
    "ANV train": "train",
    "ANV HQ": "HQ",
}
"""Printed names that are spelled differently here; the schedule names Meade's train and HQ after the other army."""


class Entry(NamedTuple):
    """A row of the printed schedule."""

    side: str
    day: int
    time: str
    where: str
    units: str
    others: str

    def is_of(self, arrival: Arrival) -> bool:
        """Whether the arrival matches this row: side, turn, hex, unit numbers, leaders and trains."""
        units = f"({self.units})" if self.units != "-" else ""
        names = [name.strip(" +") for name in self.others.split(",")] if self.others != "-" else []
        turn = (arrival.side, arrival.day, arrival.time, arrival.where)
        same = turn == (self.side, self.day, self.time, f"hex {self.where}") and units in arrival.says
        return same and all(SPELT.get(name, name) in arrival.says for name in names)


def printed_arrivals(game: str) -> Iterator[Entry]:
    """Yield the rows of the schedule's second transcription."""
    for file in sorted((KEYED / game).glob("schedule-*.csv")):
        for turn, where, units, others in list(csv.reader(file.read_text(encoding="utf-8").splitlines()))[1:]:
            date, time, _ = turn.split(", ", 2)
            side = file.stem.removeprefix("schedule-").title()
            yield Entry(side, int(date[-1]), time.zfill(5), where, units, others)


def differing(module: GameModule) -> list[str]:
    """Kinds of records that differ from their second transcription."""
    game, kinds = module.game.slug, records(module)
    found = [kind for kind in KINDS if kinds[kind] != _keyed(game, kind)]
    wanted, arrivals = list(printed_arrivals(game)), module.scenarios.arrivals
    once = all(sum(entry.is_of(each) for each in arrivals) == 1 for entry in wanted)
    return found if once and len(wanted) == len(arrivals) else [*found, "arrivals"]


def records(module: GameModule) -> dict[str, Any]:
    """The records of each kind in the form of the transcription; None for a kind that the game does not have."""
    sequence = _of_sequence(module.sequence) if module.sequence else None
    return {
        "sequence": sequence,
        "scenarios": _of_scenarios(module.scenarios) or None,
        "units": _facts(module.units) or None,
    }


def _keyed(game: str, kind: str) -> Any:
    file = KEYED / game / f"{kind}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else None


def _facts(record: Any) -> Any:
    """A record without sentences, empty fields, and conditions that fit every unit."""
    if isinstance(record, UnitPart) and record.fits == "yes":
        record = msgspec.structs.replace(record, fits="")
    if isinstance(record, UnitChange) and record.removes == "no":
        record = msgspec.structs.replace(record, removes="")
    if isinstance(record, msgspec.Struct):
        record = {name: getattr(record, name) for name in record.__struct_fields__}
    if isinstance(record, dict):
        facts = {name: _facts(value) for name, value in record.items() if name not in SENTENCES}
        return {name: value for name, value in facts.items() if value not in ("", None, [], {})}
    return [_facts(each) for each in record] if isinstance(record, tuple) else record


def _of_sequence(sequence: Sequence) -> dict[str, Any]:
    facts: dict[str, Any] = _facts(msgspec.structs.replace(sequence, phases=()))
    return {**facts, "phases": [{_phase(each): list(map(_step, each.steps))} for each in sequence.phases]}


def _phase(phase: Phase) -> str:
    return f"{phase.id}, {phase.who}: {phase.title} ({phase.cite})"


def _step(step: PhaseStep) -> str:
    opens = f" -> {step.procedure}" if step.procedure else ""
    only = f"; only {step.only}" if step.only else ""
    units = f"; units {step.units}" if step.units else ""
    return f"{step.title} ({step.cite}){opens}{only}" + (f"; when {step.when}" if step.when else "") + units


def _of_scenarios(scenarios: Scenarios) -> dict[str, Any]:
    rest = msgspec.structs.replace(scenarios, scenarios=(), arrivals=(), commands=(), counters=(), victory=())
    every = {
        "scenarios": [_scenario(each) for each in scenarios.scenarios],
        "commands": [_command(each) for each in scenarios.commands],
        "counters": [_counter(each) for each in scenarios.counters],
        "arrivals": sorted({each.cite for each in scenarios.arrivals}),
        "victory": [_victory(each) for each in scenarios.victory],
    }
    return {**_facts(rest), **{name: value for name, value in every.items() if value}}


def _scenario(scenario: Scenario) -> dict[str, Any]:
    facts: dict[str, Any] = _facts(msgspec.structs.replace(scenario, orders=()))
    orders = [f"{each.side} {each.who}: {each.kind or '-'} ({each.cite})" for each in scenario.orders]
    return {**facts, "orders": orders} if orders else facts


def _victory(victory: Victory) -> str:
    limits = ", ".join(filter(None, (victory.scenario, victory.side)))
    return f"{victory.id}, {limits or 'all'}: {victory.title} ({victory.cite})"


def _command(command: Command) -> str:
    return f"{command.name}, {command.side}: {command.leader} {command.rating} ({command.cite})"


def _counter(counter: Counter) -> str:
    limit = "" if counter.limit is None else f" {counter.limit}"
    return f"{counter.id}, {counter.side}: {counter.title}{limit} ({counter.cite})"
