"""The order of play of each game matches its second transcription."""

from __future__ import annotations

import msgspec
import pytest

from companion.model import Library
from tests.charts.domains import KEYED
from tests.charts.play import differing

GAMES = sorted(folder.name for folder in KEYED.iterdir() if folder.is_dir())


@pytest.mark.parametrize("game", GAMES)
def test_the_play_of_a_game_is_the_same_twice(game: str, library: Library) -> None:
    """Phases, clock, cup, orders, reminders, scenarios, settings and unit forms all agree."""
    assert differing(library.module(game)) == []


def test_another_order_of_phases_and_another_arrival_are_noticed(library: Library) -> None:
    """The comparison notices a swapped phase and a changed arrival."""
    module = library.module("aor")
    assert module.sequence
    phases = msgspec.structs.replace(module.sequence, phases=module.sequence.phases[::-1])
    assert differing(msgspec.structs.replace(module, sequence=phases)) == ["sequence"]
    fewer = msgspec.structs.replace(module.scenarios, arrivals=module.scenarios.arrivals[1:])
    assert differing(msgspec.structs.replace(module, scenarios=fewer)) == ["arrivals"]


def test_another_answer_of_a_unit_is_noticed(library: Library) -> None:
    """The comparison covers facts, parts and changes of units."""
    module = library.module("lob")
    part = msgspec.structs.replace(module.units.parts[0], answers={"rating": "rating"})
    units = msgspec.structs.replace(module.units, parts=(part, *module.units.parts[1:]))
    assert differing(msgspec.structs.replace(module, units=units)) == ["units"]
    fewer = msgspec.structs.replace(module.units, changes=module.units.changes[1:])
    assert differing(msgspec.structs.replace(module, units=fewer)) == ["units"]
