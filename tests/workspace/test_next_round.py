"""The next round of a calculator without dice: there is none, because nothing is rolled."""

from __future__ import annotations

from pathlib import Path

from companion.load.library import load_library
from companion.play.opening import open_session
from companion.workspace.context import AppContext
from companion.workspace.next_round import next_round
from tests.unit.test_loading_faults import FILES, places_of, write
from tests.workspace.opened import opened

MARCH = """\
id: march
title: March
cite: "1.1"
summary: One hex after another.
inputs:
  - {name: hexes, label: Hexes, kind: number, least: 1, most: 9}
steps:
  - {do: work-out, values: {left: 9 - hexes}}
outcome:
  - {name: left, label: Left, show: headline}
next:
  - {says: March on., cite: "1.1", procedure: march, carry: {hexes: hexes + 1}}
"""


def test_a_step_without_dice_is_no_next_round(tmp_path: Path) -> None:
    """It has the same calculator and asks nothing, but it is a step like any other."""
    places = places_of(tmp_path)
    write(places.bases[0], {**FILES, "tables/xx/procedures/march.yaml": MARCH})
    library = load_library(places)
    assert library.faults == ()
    session = open_session(places.data, library)
    session.open_game("xx")
    march = opened(AppContext(places, library, session), "xx:march", {}, hexes=1)
    (step,) = march.next_steps()
    assert march.context.engine.resolve(step.procedure, step.carry).done
    assert next_round(march) is None
    session.close()
