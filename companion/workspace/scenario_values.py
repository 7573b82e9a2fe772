"""Converts a scenario between its file and the values of a form."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import Refused
from companion.load.own_scenarios import Item, Parts
from companion.model import Arrival, GameModule, Scenario
from companion.model.event import ClockSetting
from companion.model.scenario import Victory
from companion.play.clock import day_name, time_of
from companion.play.side_names import LONGEST
from companion.workspace.arrival_lines import ArrivalLine, checked_arrival, read_line
from companion.workspace.pasted_lines import fault_words
from companion.workspace.scenario_turns import (
    ScenarioTurns,
    first_turn,
    has_turns,
    typed_days,
    typed_lights,
)
from companion.workspace.victory_lines import VictoryLine, checked_condition, read_condition


class ScenarioValues:
    """Converts one scenario of a game between its file and the form."""

    def __init__(self, module: GameModule, before: Parts, named: Mapping[str, str]) -> None:
        """`before`: the scenario in the file, with empty lists for a new one.

        `named`: the session's names of the sides, by the game's names.
        """
        self.module = module
        self.before: Item = next(iter(before["scenarios"]), {})
        self.named = named
        self.arrivals = {
            _arrival_line(msgspec.convert(item, Arrival, strict=False), self.before): item
            for item in before["arrivals"]
        }
        """The arrivals in the file, by their lines in the form."""
        self.victory = {
            _condition_line(msgspec.convert(item, Victory, strict=False)): item for item in before["victory"]
        }
        """The victory conditions in the file, by their lines in the form."""

    @property
    def asks_turns(self) -> bool:
        """Whether to ask for first turn, last turn and arrivals: the turns of the game have a time of day."""
        return has_turns(self.module.clock)

    @property
    def asks_schedule(self) -> bool:
        """Whether to ask about the game's own arrivals: it has some that do not belong to a single scenario."""
        return self.asks_turns and any(not arrival.scenario for arrival in self.module.scenarios.arrivals)

    def values(self) -> dict[str, str]:
        """Return the initial values of the form, by field; lists have a line for each item."""
        scenario = msgspec.convert({"id": "", "title": "", **self.before}, Scenario, strict=False)
        names = scenario.sides or tuple("" for _ in self.module.sides)
        return {
            "title": scenario.title,
            "days": ", ".join(scenario.days),
            "first": _when(scenario.days, scenario.day, scenario.time),
            "last": _when(scenario.days, scenario.last_day or scenario.day, scenario.last_time),
            "light": ", ".join(f"{band.time} {band.light}" for band in scenario.light),
            **{f"side{place}": name for place, name in enumerate(names)},
            "schedule": "yes" if scenario.arrivals == "yes" else "no",
            "arrivals": "\n".join(self.arrivals),
            "rules": "\n".join(" ".join(rule.splitlines()) for rule in scenario.notes),
            "victory": "\n".join(self.victory),
        }

    def sides(self, values: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return pairs of each side's name in the game and its name in the scenario, or else in the session."""
        return [(own, name or self.named.get(own, own)) for own, name in self._typed_names(values)]

    def _typed_names(self, values: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return each side with the name typed for it; empty for none."""
        return [
            (own, " ".join(values.get(f"side{place}", "").split()))
            for place, own in enumerate(self.module.sides)
        ]

    def written(self, name: str, values: Mapping[str, str]) -> Parts:
        """Return the scenario as it is saved, with its arrivals and victory conditions; saving leaves out empty keys.

        Raises Refused.
        """
        item: dict[str, Any] = {**self.before, "id": name, "title": values["title"]}
        days = typed_days(values["days"])
        item["days"] = list(days)
        item["sides"] = self._names(values)
        arrivals: list[Item] = []
        if self.asks_turns:
            item |= dict.fromkeys(("day", "time", "last_day", "last_time", "light"), "")
            turns = self._turns(values, days, item)
            arrivals = self._arrivals(name, values, turns)
            default = "own" if arrivals and self.asks_schedule else "yes" if arrivals else ""
            item["arrivals"] = "yes" if values.get("schedule") == "yes" else default
        scenario = {key: value for key, value in item.items() if key != "notes"} | {
            "notes": _lines(values["rules"])
        }
        return {"scenarios": [scenario], "arrivals": arrivals, "victory": self._victory(name, values)}

    def arrival_check(self, values: Mapping[str, str]) -> Callable[[ArrivalLine], object]:
        """Return a function that raises Refused for an arrival on no turn; without a first turn it accepts all."""
        turns = self._turns(values, typed_days(values["days"]), {}) if values["first"].strip() else None
        return lambda arrival: turns.number(arrival.turn) if turns is not None else None

    def _names(self, values: Mapping[str, str]) -> list[str]:
        """Return the names of the sides; empty if the game's names are used. Raises Refused."""
        typed = self._typed_names(values)
        if not any(name for _, name in typed):
            return []
        names = [name or own for own, name in typed]
        if len({name.casefold() for name in names}) < len(names):
            raise Refused(f"two sides are called {names[0]}; give each its own name")
        for name in names:
            if len(name) > LONGEST or "," in name:
                raise Refused(
                    f"{name[:LONGEST]} is not a valid name for a side: at most {LONGEST} letters, no commas"
                )
        return names

    def _turns(
        self, values: Mapping[str, str], days: tuple[str, ...], item: dict[str, Any]
    ) -> ScenarioTurns | None:
        """Set first turn, last turn and light in `item`, and return the turns; None without a first turn."""
        lights = typed_lights(values.get("light", ""))
        item["light"] = [{"time": time_of(light.minute), "light": light.light} for light in lights]
        if not values["first"].strip():
            needing = (values["last"], values.get("light", ""), values.get("arrivals", ""))
            if values.get("schedule") == "yes" or any(text.strip() for text in needing):
                raise Refused("the first turn is missing: its time, as in 09:00")
            return None
        field = "first turn"
        try:
            day, minute = first_turn(self.module.clock, values["first"], days)
            item |= {"day": str(day), "time": time_of(minute)}
            turns = ScenarioTurns(self.module.clock, ClockSetting(day, minute, lights, days))
            if values["last"].strip():
                field = "last turn"
                number = turns.number(values["last"])
                last = turns.at(number)
                item |= {"last_day": str(last.day), "last_time": last.time}
                return ScenarioTurns(self.module.clock, ClockSetting(day, minute, lights, days, number))
        except Refused as error:
            raise Refused(f"{field}: {error}") from None
        return turns

    def _arrivals(self, name: str, values: Mapping[str, str], turns: ScenarioTurns | None) -> list[Item]:
        """Return the arrivals as they are saved. Raises Refused, naming each invalid one."""
        if turns is None:
            return []
        arrivals: list[Item] = []
        faults = []
        for number, line in enumerate(_lines(values.get("arrivals", "")), 1):
            try:
                arrival = checked_arrival(read_line(line), self.sides(values))
                when = turns.at(turns.number(arrival.turn))
            except Refused as error:
                faults.append(f"arrival {number}: {error}")
                continue
            new: Item = {
                "scenario": name,
                "side": arrival.side,
                "day": str(when.day),
                "time": when.time,
                "where": arrival.where,
                "says": arrival.units,
            }
            arrivals.append({**self.arrivals.get(arrival.text(), {}), **new})
        if faults:
            raise Refused(fault_words(faults))
        return arrivals

    def _victory(self, name: str, values: Mapping[str, str]) -> list[Item]:
        """Return the victory conditions as they are saved. Raises Refused."""
        conditions: list[Item] = []
        own = {str(item["id"]) for item in self.victory.values()}
        taken = own | {known.id for known in self.module.scenarios.victory if known.scenario != name}
        for line in _lines(values["victory"]):
            condition = checked_condition(read_condition(line), self.sides(values))
            new = {
                "title": condition.title,
                "says": condition.says or condition.title,
                "side": condition.side,
                "scenario": name,
            }
            old = self.victory.get(condition.text()) or {
                "id": new_id(f"{name} {condition.title}", taken, "victory")
            }
            taken.add(str(old["id"]))
            conditions.append({**old, **new})
        return conditions


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _arrival_line(arrival: Arrival, before: Item) -> str:
    days = [str(day) for day in before.get("days") or ()]
    turn = _when(days, arrival.day, arrival.time)
    flat = (" ".join(text.split()) for text in (arrival.side, arrival.says, arrival.where))
    return ArrivalLine(turn, *flat).text()


def _condition_line(condition: Victory) -> str:
    says = "" if condition.says == condition.title else condition.says
    flat = (" ".join(text.split()) for text in (condition.title, condition.side, says))
    return VictoryLine(*flat).text()


def _when(days: Sequence[str], day: int, time: str) -> str:
    """Return a time as players type it, with its day unless there is only one."""
    if not time or (day == 1 and len(days) < 2):
        return time
    return f"{day_name(days, day)} {time}"


def new_id(title: str, taken: Collection[str], default: str) -> str:
    """Return an id made from a title: `hill-fight`, with a number if it is taken; `default` if it has no letters."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = "".join(character if character.isalnum() else " " for character in plain).split()
    name = "-".join(words) or default
    number = 1
    while (candidate := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return candidate
