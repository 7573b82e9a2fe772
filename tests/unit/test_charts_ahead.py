"""The charts that a calculator can still read, and what the answers decide about their cells."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Engine

FIRE = {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}


@pytest.mark.parametrize(
    ("name", "answers", "chart", "known"),
    [
        ("lob:fire", {}, "lob:combat-table", ("", "")),
        ("lob:fire", FIRE, "lob:combat-table", ("", "6-8")),
        ("lob:fire", {**FIRE, "range": 99}, "lob:combat-table", ("", "")),
        ("lob:charge", {}, "lob:closing-roll-table", ("", "Success")),
        ("lob:charge", {"rating": "C"}, "lob:closing-roll-table", ("C", "Success")),
    ],
)
def test_what_is_known_of_a_chart(
    engine: Engine, name: str, answers: dict[str, Any], chart: str, known: tuple[str, str]
) -> None:
    """Row and column come from the answers so far; of refused answers, from none."""
    found = {each.chart.id: (each.row, each.column) for each in engine.charts_ahead(name, answers, [])}
    assert found[chart] == known


def test_a_chart_that_is_out_of_question_is_left_out(engine: Engine) -> None:
    """Small arms do not read the range of artillery; before the arm is known, both are possible."""
    artillery = "lob:artillery-range-shifts"
    assert artillery in [each.chart.id for each in engine.charts_ahead("lob:fire", {}, [])]
    assert artillery not in [each.chart.id for each in engine.charts_ahead("lob:fire", FIRE, [])]
