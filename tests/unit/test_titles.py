"""Titles of panels that are too long for their frame."""

from __future__ import annotations

import pytest

from companion.ui.widgets.panel import fit_heading, heading


@pytest.mark.parametrize(
    ("room", "fitted"),
    [
        (40, "Combat Table  5.6  Charts, Combat page"),
        (37, "Combat Table  5.6  Charts"),
        (24, "Combat Table  5.6  Char…"),
        (16, "Combat Tab…  5.6"),
    ],
)
def test_a_long_title_loses_whole_parts_first(room: int, fitted: str) -> None:
    """Then words are cut, and the number of the rule stays."""
    assert fit_heading(heading("Combat Table", "Charts, Combat page", "5.6"), room).plain == fitted
