"""A calculator shows the rules that it does not apply, before and after the result."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from tests.ui.helpers import painted, press, started
from tests.ui.test_edited_files import FIRE, Author

RULES = """\
by_hand:
  - {says: The Guard never retreat., cite: "1.0"}
  - {says: Powder that is wet does not burn., cite: "1.0"}
"""


@pytest.mark.parametrize(
    ("size", "keys"),
    [
        ((120, 40), ""),
        pytest.param((80, 24), "", marks=pytest.mark.slow),
        pytest.param((40, 20), "question_mark", marks=pytest.mark.slow),
    ],
)
async def test_rules_by_hand(places: Places, size: tuple[int, int], keys: str) -> None:
    """Below the ledger; where the result is shown, a line says that they are there."""
    author = Author(places)
    author.file.write_text(FIRE + RULES)
    async with started(places, size) as pilot:
        for typed in ("f2 enter", "4 enter 2"):
            await press(pilot, typed)
            assert size[0] == 40 or "By hand: 2 rules below the ledger." in painted(pilot)
            await press(pilot, keys)
            shown = painted(pilot)
            assert "By hand (not counted above)" in shown
            assert "The Guard never retreat. (1.0)" in shown
            await press(pilot, keys)
