"""A roll of both sides is proposed from the rules: its table of margins, natural rolls, and modifiers in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Engine
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

MELEE = """\
# 7.2 Quality

| Quality | At long range (7.5) | In hand to hand (8.1) |
| --- | --- | --- |
| Weak | 0 | -1 |
| Fair | +1 | 0 |
| Fine | +2 | +1 |

# 8 Charges

- The charger goes in.

## 8.1 Brawl

- Both sides throw one D6 and add their quality (7.2) and:

| Case | Add |
| --- | --- |
| Lances / swords (first round only) | +2 / +1 |
| Uphill | +1 |

- A tired side counts -1; one hit from behind counts -3 instead, tired or not.
- In a hedge +1, in a ditch +2 (the side charged only).
- {pair}
- The higher total wins.

| Won by | What happens |
| --- | --- |
| 0 | Again |
| 1-2 | Push |
| 3 or more | Rout |
"""


def make(maker: Maker, typed: Typed, pair: str) -> str:
    """Return what is shown for a calculator that is made from the rules by Enter alone."""
    (maker.folder / "rulebook/ford/08-melee.md").write_text(HEAD + MELEE.format(pair=pair))
    typed("Brawl", ">", "", "?", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    return " ".join(answer.out.split())


PAIR = "Brawl|2.1|opposed||||1d6||3|>|natural|6 and 1|6 against 1: +9|yes"
"""Answers for a roll of both sides without modifiers, and then for natural rolls of both."""
ADDS = "If one die is a natural 6 and the other a natural 1, the 6 adds 2 more."
LOSES = (
    "If one side throws a natural 1 and the other a natural 6, the side with the 1 has lost by at least 3."
)
EXACTLY = (
    "If one side throws a natural 6 and the other a natural 1, do not bother to add up: the 6 has won by 3, no more "
    "and no less."
)
WINS = "If one side throws a natural 6 and the other a natural 1, the side with the 6 wins by 3, or by more."


@pytest.mark.parametrize(
    ("pair", "dice", "given", "result", "difference"),
    [
        (ADDS, (6, 1), {}, "Rout", 7),
        (ADDS, (1, 6), {}, "Rout", 7),
        (ADDS, (6, 2), {}, "Rout", 4),
        (WINS, (6, 1), {}, "Rout", 5),
        (EXACTLY, (6, 1), {}, "Rout", 3),
        (EXACTLY, (6, 1), {"behind": "Charger", "uphill": "Side"}, "Rout", 3),
        (LOSES, (6, 1), {"behind": "Charger", "uphill": "Side"}, "Rout", 3),
        (WINS, (6, 1), {"behind": "Charger", "uphill": "Side"}, "Rout", 3),
        (WINS, (5, 1), {"behind": "Charger"}, "Push", 1),
        (WINS, (4, 4), {}, "Again", 0),
    ],
)
def test_all_is_proposed(
    pair: str,
    dice: tuple[int, int],
    given: dict[str, str],
    result: str,
    difference: int,
    maker: Maker,
    typed: Typed,
) -> None:
    """The table is read by the winner's lead; two natural rolls add to a total, or win by a number at least."""
    make(maker, typed, pair)
    inputs = maker.library.procedure("ford:brawl").inputs
    answers: dict[str, Any] = {each.name: "fair" for each in inputs if each.label.startswith("Quality")}
    for each in inputs:
        keys = [choice.key for choice in each.choices] or ["yes"]
        for words, side in given.items():
            chosen = [key for key in keys if words in key] or ["yes"] * (words in each.label.casefold())
            if chosen and f"({side}" in each.label:
                answers[each.name] = chosen[0] if each.choices else True
    resolution = Engine(maker.library).resolve("ford:brawl", answers, list(dice))
    assert (resolution.outcome["result"], resolution.outcome["difference"]) == (result, difference)


def test_what_the_rules_say(maker: Maker, typed: Typed) -> None:
    """Sides, values of the right column, remarks for all modifiers of a sentence, and the id are right."""
    out = make(maker, typed, ADDS)
    out = out.partition("answers. Dice: ")[2] or out.rpartition("Brawl (rule 8.1): ")[2]
    assert "Charger and Side charged roll 1d6 each" in out
    charged = out.partition("Modifiers of Side charged")[2]
    charger = out.partition("Modifiers of Charger")[2].removesuffix(charged)
    assert "In a hedge (the side charged only) +1; In a ditch (the side charged only) +2" in charged
    assert "hedge" not in charger
    assert "Lances (first round only) +2; swords (first round only) +1; Uphill +1" in charger
    assert "A tired side -1" in charger and "One hit from behind -3" in charger
    assert "Weak -1 (7.2)" in charger
    assert "A natural 6 against a natural 1 +2" in out
    assert "By hand, shown with every result: 1 The charger goes in. (8) " in out
    assert {chart.id for chart in maker.library.module("ford").charts} >= {"ford:brawl-chart"}


def test_a_chart_that_begins_at_1(maker: Maker, typed: Typed) -> None:
    """Equal totals have no result, instead of that of the first row."""
    text = MELEE.format(pair=ADDS).replace("| 0 | Again |\n", "").replace("3 or more", "3+")
    (maker.folder / "rulebook/ford/08-melee.md").write_text(HEAD + text)
    typed("Brawl", ">", "", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    inputs = maker.library.procedure("ford:brawl").inputs
    answers = {each.name: "fair" for each in inputs if each.label.startswith("Quality")}
    found = [Engine(maker.library).resolve("ford:brawl", answers, dice).outcome for dice in ([4, 4], [4, 3])]
    assert [each["result"] for each in found] == ["no effect", "Push"]


def test_rows_with_several_modifiers(maker: Maker, typed: Typed) -> None:
    """A row may have two modifiers, count each of something, or continue the one before."""
    rows = (
        "| Tired -1, and Lost -1 (both may count) | -1 each |\n| Each man lost so far | -1 each, -3 at most |\n"
        "| More men | +1 |\n| \u2026 or twice as many | +2 |\n| the same, on a hill | +3 instead |\n"
        "| Horse (heavy / light) | +2 / +1 |\n"
    )
    text = MELEE.format(pair=ADDS).replace("| Uphill | +1 |\n", rows)
    (maker.folder / "rulebook/ford/08-melee.md").write_text(HEAD + text)
    typed("Brawl", ">", "", "?", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = (
        " ".join(answer.out.split())
        .partition("Modifiers of Side charged")[0]
        .rpartition("Modifiers of Charger")[2]
    )
    assert "Tired -1; Lost -1; Each man lost so far -1 for each" in out and "at most -3" in out
    assert "More men, twice as many +2" in out and "More men, on a hill +3" in out
    assert "Horse: heavy +2; Horse: light +1" in out


def test_a_pair_that_is_typed(maker: Maker, typed: Typed) -> None:
    """It is asked for only if the author wants to add one; other texts are refused with an example."""
    typed(*PAIR.split("|"))
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert (
        "'6 and 1' is not two natural rolls of 1d6 and what the first gets, as in 6 against 1: +2"
        in " ".join(answer.out.split())
    )
    outcome = Engine(maker.library).resolve("ford:brawl", {}, [1, 6]).outcome
    assert (outcome["winner"], outcome["margin"]) == ("defender", 14)


def test_a_pair_is_no_modifier(maker: Maker, typed: Typed) -> None:
    """Its amount is not offered among the modifiers."""
    (maker.folder / "rulebook/ford/08-melee.md").write_text(HEAD + MELEE.format(pair=ADDS))
    out = shown(maker, typed, "Brawl", "", "", "", "", "", "", "")
    assert "natural 1, the six +2" not in out
