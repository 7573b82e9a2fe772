"""A small game that uses every feature of the turn screens: cup, orders, clock, scenario, counters, settings."""

from __future__ import annotations

from companion.load.places import Places
from companion.workspace.context import AppContext
from tests.ui.helpers import write

GAME = """\
slug: creek
name: Creek
edition: "1"
order: 3
about: Two corps and a creek.
credits: Nobody.
documents:
  - {id: rules, title: Creek rules, authority: rule}
"""

RULES = """\
---
title: Creek
document: rules
authority: rule
---

# 1.0 Turn

- A turn is played.

## 1.1 Chits

- Each command has a chit.

## 1.2 Altering

- An HQ may try once.

# 2.0 Orders

- Orders take time.
"""

SEQUENCE = """\
cite: "1.0"
sides: [Blue, Gray]
clock:
  lengths:
    - {light: day, minutes: 15}
    - {light: twilight, minutes: 15}
    - {light: night, minutes: 30}
cup:
  title: Chits
  phase: moves
  cite: "1.1"
  fills: {rating: rating}
  uses:
    - {id: delay, title: Delay, does: goes back after the next draw, cite: "1.2", procedure: attempt}
    - {id: now, title: Move now, does: moves before the drawn chit, cite: "1.2", procedure: attempt}
    - {id: reserve, title: Reserve, does: stands aside, cite: "1.2"}
  marks: [ordered, failed]
orders:
  cite: "2.0"
  kinds: [{key: attack, label: Attack}, {key: move, label: Move}]
  phase: command
  delay: delivery
  delay_outcome: turns
  accept: acceptance
  accept_outcome: taken
  relay: A corps hands its order on.
  checks:
    - {id: stop, title: Stop check, phase: command, cite: "2.0", procedure: attempt, kinds: [attack], when: turn > 8}
reminders:
  - {id: third, says: Fog lifts., cite: "1.0", when: turn == 3}
phases:
  - id: command
    title: Command Phase
    who: each side
    cite: "1.0"
    allows: [Write orders.]
    steps:
      - {title: Write, cite: "2.0"}
      - {title: Alter, cite: "1.2", procedure: attempt}
      - {title: Recover, cite: "1.0", only: midnight turn, when: time == '00:00'}
  - {id: moves, title: Moves Phase, who: both, cite: "1.0"}
"""

SCENARIOS = """\
scenarios:
  - id: first
    title: The first day
    cite: "1.0"
    day: 1
    time: "10:00"
    last_day: 1
    last_time: "19:00"
    days: [July 1, July 2]
    light:
      - {time: "05:30", light: day}
      - {time: "20:00", light: twilight}
      - {time: "20:30", light: night}
    orders: [{side: Gray, who: Guard, says: hold the bridge, kind: attack}]
    arrivals: "yes"
    commands: [I Corps, II Corps, Guard]
    notes: [Ammunition is short.]
  - {id: second, title: The second day}
arrivals:
  - {side: Blue, time: "10:00", says: Scouts, where: the ford, cite: "1.0"}
  - {side: Gray, time: "10:30", says: Long column, where: the road, cite: "1.0"}
commands:
  - {name: I Corps, side: Blue, rating: 3}
  - {name: II Corps, side: Blue, rating: 2}
  - {name: Guard, side: Gray, rating: 4}
  - {name: Reserve Corps, side: Gray}
counters:
  - {id: losses, title: Losses of I Corps, side: Blue, limit: 2, says: demoralized, cite: "1.0"}
settings:
  - {name: weather, label: Weather, choices: [dry, wet], labels: [Dry ground, Wet ground]}
"""

ATTEMPT = """\
id: attempt
title: Attempt
cite: "1.2"
summary: One die, at most the rating.
inputs:
  - {name: rating, label: Rating, kind: number, least: 0, most: 6, cite: "1.2"}
steps:
  - {do: roll, name: dice, dice: 1d6, label: Attempt, cite: "1.2"}
  - do: work-out
    values: {works: dice <= rating}
outcome:
  - {name: works, label: Works, show: headline, words: {"yes": "yes", "no": "no"}}
"""

ACCEPTANCE = ATTEMPT.replace("attempt", "acceptance").replace("works", "taken").replace("Works", "Taken")

DELIVERY = """\
id: delivery
title: Delivery
cite: "2.0"
summary: Turns on the way.
inputs:
  - {name: hexes, label: Hexes, kind: number, least: 0, most: 9, cite: "2.0"}
steps:
  - do: work-out
    values: {turns: hexes + 1}
outcome:
  - {name: turns, label: Turns, show: headline}
"""


def add_creek(places: Places) -> None:
    """Write the game into the player's own folder."""
    write(places.own / "tables/creek/game.yaml", GAME)
    write(places.own / "tables/creek/sequence.yaml", SEQUENCE)
    write(places.own / "tables/creek/scenarios.yaml", SCENARIOS)
    write(places.own / "tables/creek/procedures/attempt.yaml", ATTEMPT)
    write(places.own / "tables/creek/procedures/acceptance.yaml", ACCEPTANCE)
    write(places.own / "tables/creek/procedures/delivery.yaml", DELIVERY)
    write(places.own / "rulebook/creek/01-creek.md", RULES)


def play_creek(places: Places, scenario: str = "first") -> None:
    """Create a session of the game, with this scenario if it is not empty."""
    add_creek(places)
    context = AppContext.open(places, "creek")
    assert not context.library.faults, context.library.faults
    if scenario:
        from companion.play.turn import choose_scenario

        choose_scenario(context.session, scenario)
    context.close()
