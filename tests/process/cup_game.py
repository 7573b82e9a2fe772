"""A test game written as a player would add it: chit cup, orders, settings, counters, scenario."""

from __future__ import annotations

from pathlib import Path

GAME = """
slug: drum
name: Drum and Colours
edition: "1"
credits: none
documents: []
order: 90
"""

SEQUENCE = """
cite: "1"
sides: [Red, Blue]
clock:
  lengths: [{light: day, minutes: 15}, {light: night, minutes: 30}]
phases:
  - {id: orders, title: Orders, who: both}
  - id: moves
    title: Moves
    who: both
    steps: [{title: Draw a chit, says: One at a time.}]
  - {id: combat, title: Combat, who: both}
cup:
  title: Chits
  phase: moves
  cite: "1.1"
  fills: {rating: rating}
  uses:
    - {id: delay, title: Delay, does: goes back after the next draw, cite: "1.2", procedure: alter}
    - {id: now, title: Move now, does: moves before the drawn chit, cite: "1.2", procedure: alter}
    - {id: reserve, title: Reserve, does: stands aside, cite: "1.3"}
  marks: [ordered, failed]
orders:
  cite: "2.1"
  kinds: [{key: attack}, {key: move}]
  phase: orders
"""

SCENARIOS = """
scenarios:
  - id: first
    title: The first day
    time: "10:00"
    last_time: "11:00"
    days: [July 1]
    commands: [I Corps, II Corps, Guard]
commands:
  - {name: I Corps, side: Red, rating: 3}
  - {name: II Corps, side: Red}
  - {name: Guard, side: Blue, rating: 4}
  - {name: Reserve, side: Blue, rating: 2}
counters:
  - {id: losses, title: Losses of I Corps, side: Red, limit: 2, says: it is demoralized, cite: "4"}
settings:
  - {name: battle, label: Battle, choices: [north, south]}
"""

ALTER = """
id: alter
title: Alter the order
cite: "1.2"
summary: One die, the rating or less.
inputs:
  - {name: rating, label: HQ rating, kind: number, least: 1, most: 6, cite: "1.2"}
  - {name: near, label: The army commander is near, kind: yes-no, cite: "1.2"}
  - {name: again, label: Tried already, kind: yes-no, cite: "1.2"}
steps:
  - do: tally
    name: bonus
    modifiers:
      - {label: The army commander is near, add: 1, when: near, cite: "1.2"}
      - {label: Tried already, add: -1, when: again, cite: "1.2"}
  - {do: roll, name: die, dice: 1d6, label: Alter, cite: "1.2"}
  - do: work-out
    values: {success: die <= rating + bonus}
total: bonus
outcome:
  - {name: success, label: The order is altered, show: headline}
"""

UNITS = """
facts:
  - {name: rating, label: HQ rating, like: alter.rating, fills: [rating]}
"""


def write_game(folder: Path) -> None:
    """Write the game into a player's own folder."""
    tables = folder / "tables" / "drum"
    (tables / "procedures").mkdir(parents=True)
    files = {
        "game": GAME,
        "sequence": SEQUENCE,
        "scenarios": SCENARIOS,
        "units": UNITS,
        "procedures/alter": ALTER,
    }
    for name, text in files.items():
        (tables / f"{name}.yaml").write_text(text)
