"""A roll against a number is proposed from the rules: the number of a table or a rating, and the margin on a chart."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed
from tests.process.test_calculator_tables import HEAD

CHANCES = """\
# 6 Bombs

- Find the basic chance from the table, add what is listed in 6.1, and throw the percentage dice.
- At or under the chance is a hit. Look the margin up on the Blast Chart, in the column of the bomb.

| Crew | Near | Far |
| --- | --- | --- |
| Old hands | 60 (up to 8") | 40 (up to 16") |
| Boys | 30 | - |

## 6.1 What alters the chance

- +10 if the target is big, -20 if it is in a wood.
- No chance is ever less than 5 or more than 90.
"""
BLAST = """\
id: blast
title: Blast Chart
cite: "6"
page: Card
columns_title: Bomb
grid: |
  Margin | Small | Large
  0-9    | 1     | 2
  10+    | 2     | 4
"""


@pytest.mark.parametrize(
    ("given", "dice", "blast"),
    [
        ({"crew": "Old hands", "range": "Near"}, 60, "1"),
        ({"crew": "Old hands", "range": "Near"}, 61, "0"),
        ({"crew": "Boys", "range": "Near", "bomb": "Large"}, 20, "4"),
        ({"crew": "Boys", "range": "Near", "it_is_in_a_wood": True}, 11, "0"),
        ({"crew": "Old hands", "range": "Near", "the_target_is_big": True}, 70, "1"),
    ],
)
def test_a_chance_of_a_table(
    given: dict[str, object], dice: int, blast: str, maker: Maker, typed: Typed
) -> None:
    """Enter makes the table a chart of numbers needed, changes them within their limits, and reads the margin."""
    (maker.folder / "tables/ford/charts/blast.yaml").write_text(BLAST)
    (maker.folder / "rulebook/ford/06-bombs.md").write_text(HEAD + CHANCES)
    typed("Made", "6", ">", "", "", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    outcome = maker.outcome([dice], **{"bomb": "Small", **given})
    assert str(outcome["result"]) == blast


def test_a_rating_that_the_player_types(maker: Maker, typed: Typed) -> None:
    """The rules want a rating or less; what they change is the rating."""
    text = "- Throw 2D6. A band wants its Nerve or less.\n\n## 6.1 Changes to Nerve\n\n- Drums +1\n- Fog -1\n"
    (maker.folder / "rulebook/ford/06-nerve.md").write_text(f"{HEAD}# 6 Test\n\n{text}")
    typed("Made", "6", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert maker.outcome([8], nerve=7, drums=True)["success"] is True
    assert maker.outcome([8], nerve=7)["success"] is False
