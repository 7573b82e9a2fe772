"""The values of the form of a scenario: from its file, and back to what the file will have."""

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
from companion.workspace.pasted_lines import told_faults
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
        """`before` is what the file has of the scenario; its lists are empty for a new one.

        `named` are the names that the session gives the sides, by those of the game.
        """
        self.module = module
        self.before: Item = next(iter(before["scenarios"]), {})
        self.named = named
        self.arrivals = {
            _arrival_line(msgspec.convert(each, Arrival, strict=False), self.before): each
            for each in before["arrivals"]
        }
        """The arrivals in the file, by their lines in the form."""
        self.victory = {
            _condition_line(msgspec.convert(each, Victory, strict=False)): each for each in before["victory"]
        }
        """The victory conditions in the file, by their lines in the form."""

    @property
    def asks_turns(self) -> bool:
        """Whether the turns of the game have a time of day, so that there are a first and a last turn, and arrivals."""
        return has_turns(self.module.clock)

    @property
    def asks_schedule(self) -> bool:
        """Whether the game has arrivals that belong to no single scenario."""
        return self.asks_turns and any(not each.scenario for each in self.module.scenarios.arrivals)

    def values(self) -> dict[str, str]:
        """Return the values with which the form begins, by field; lists have a line for each item."""
        known = msgspec.convert({"id": "", "title": "", **self.before}, Scenario, strict=False)
        names = known.sides or tuple("" for _ in self.module.sides)
        return {
            "title": known.title,
            "days": ", ".join(known.days),
            "first": _when(known.days, known.day, known.time),
            "last": _when(known.days, known.last_day or known.day, known.last_time),
            "light": ", ".join(f"{band.time} {band.light}" for band in known.light),
            **{f"side{place}": name for place, name in enumerate(names)},
            "schedule": "yes" if known.arrivals == "yes" else "no",
            "arrivals": "\n".join(self.arrivals),
            "rules": "\n".join(" ".join(rule.splitlines()) for rule in known.notes),
            "victory": "\n".join(self.victory),
        }

    def sides(self, values: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return each side, with its name in the game and the one that it has in the scenario or in the session."""
        return [(own, name or self.named.get(own, own)) for own, name in self._typed_names(values)]

    def _typed_names(self, values: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return each side with the name that is typed for it, or empty text."""
        return [
            (own, " ".join(values.get(f"side{place}", "").split()))
            for place, own in enumerate(self.module.sides)
        ]

    def written(self, name: str, values: Mapping[str, str]) -> Parts:
        """Return the scenario as the file will have it, with its arrivals and victory conditions. Raises Refused."""
        item: dict[str, Any] = {**self.before, "id": name, "title": values["title"]}
        days = typed_days(values["days"])
        item["days"] = list(days)
        item["sides"] = self._names(values)
        arrivals: list[Item] = []
        if self.asks_turns:
            item |= dict.fromkeys(("day", "time", "last_day", "last_time", "light"), "")
            turns = self._turns(values, days, item)
            arrivals = self._arrivals(name, values, turns)
            own = "own" if arrivals and self.asks_schedule else "yes" if arrivals else ""
            item["arrivals"] = "yes" if values.get("schedule") == "yes" else own
        scenario = {key: each for key, each in item.items() if key != "notes"} | {
            "notes": _lines(values["rules"])
        }
        return {"scenarios": [scenario], "arrivals": arrivals, "victory": self._victory(name, values)}

    def arrival_check(self, values: Mapping[str, str]) -> Callable[[ArrivalLine], object]:
        """Return a function that raises Refused for an arrival on no turn of the form; on any, without a first turn."""
        turns = self._turns(values, typed_days(values["days"]), {}) if values["first"].strip() else None
        return lambda arrival: turns.number(arrival.turn) if turns is not None else None

    def _names(self, values: Mapping[str, str]) -> list[str]:
        """Return the names of the sides; empty if they have those of the game. Raises Refused."""
        typed = self._typed_names(values)
        if not any(name for _, name in typed):
            return []
        names = [name or own for own, name in typed]
        if len({named.casefold() for named in names}) < len(names):
            raise Refused(f"two sides are called {names[0]}; give each its own name")
        for named in names:
            if len(named) > LONGEST or "," in named:
                raise Refused(
                    f"{named[:LONGEST]} is not a valid name for a side: at most {LONGEST} letters, no commas"
                )
        return names

    def _turns(
        self, values: Mapping[str, str], days: tuple[str, ...], item: dict[str, Any]
    ) -> ScenarioTurns | None:
        """Put first turn, last turn and light into `item`, and return the turns; None without a first turn."""
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
        """Return the arrivals as the file will have them. Raises Refused naming each that is wrong."""
        if turns is None:
            return []
        found: list[Item] = []
        faults = []
        for number, line in enumerate(_lines(values.get("arrivals", "")), 1):
            try:
                arrival = checked_arrival(read_line(line), self.sides(values))
                when = turns.at(turns.number(arrival.turn))
            except Refused as error:
                faults.append(f"arrival {number}: {error}")
                continue
            made: Item = {
                "scenario": name,
                "side": arrival.side,
                "day": str(when.day),
                "time": when.time,
                "where": arrival.where,
                "says": arrival.units,
            }
            old = self.arrivals.get(line)
            found.append({**(old or {}), **{key: each for key, each in made.items() if each}})
        if faults:
            raise Refused(told_faults(faults))
        return found

    def _victory(self, name: str, values: Mapping[str, str]) -> list[Item]:
        """Return the victory conditions as the file will have them. Raises Refused."""
        found: list[Item] = []
        kept = {str(each["id"]) for each in self.victory.values()}
        taken = kept | {each.id for each in self.module.scenarios.victory if each.scenario != name}
        for line in _lines(values["victory"]):
            condition = checked_condition(read_condition(line), self.sides(values))
            made = {
                "title": condition.title,
                "says": condition.says or condition.title,
                "side": condition.side,
                "scenario": name,
            }
            old = self.victory.get(line) or {"id": new_id(f"{name} {condition.title}", taken, "victory")}
            taken.add(str(old["id"]))
            found.append({key: each for key, each in {**old, **made}.items() if each})
        return found


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
    """Return a time as it is typed: with its day, unless it is the only one."""
    if not time or (day == 1 and len(days) < 2):
        return time
    return f"{day_name(days, day)} {time}"


def new_id(title: str, taken: Collection[str], default: str) -> str:
    """Return an id made from a title: `hill-fight`, with a number if it is taken; `default` if it has no letters."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = "-".join("".join(sign if sign.isalnum() else " " for sign in plain).split()) or default
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return found
