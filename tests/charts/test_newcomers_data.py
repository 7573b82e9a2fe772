"""Calculator results that newcomers could overlook or misread."""

from __future__ import annotations

import pytest

from companion.engine import Engine
from companion.render.resolution import total_words


@pytest.mark.parametrize(
    ("calculator", "answers", "total"),
    [
        ("formation-change", {"arm": "infantry", "from": "Line", "to": "MC"}, "your diagram + 0 MPs"),
        ("formation-change", {"arm": "artillery", "from": "Limbered", "to": "Unlimbered"}, "2 MPs"),
        ("facing-change", {"formation": "MC"}, "your diagram + 0 MPs"),
        ("facing-change", {"formation": "Unlimbered"}, "a cost not in the sources + 0 MPs"),
    ],
)
def test_a_total_names_the_figure_it_is_added_to(
    engine: Engine, calculator: str, answers: dict[str, object], total: str
) -> None:
    """A cost that must be read from the player's own chart is not shown as 0."""
    resolution = engine.resolve(f"bar:{calculator}", answers)
    assert [total_words(worked) for worked in resolution.totals] == [total]


@pytest.mark.parametrize("calculator", ["shoot", "morale-saves"])
def test_a_shaken_target_is_in_the_headline(engine: Engine, calculator: str) -> None:
    """The headline shows "shaken" next to the casualties."""
    procedure = engine.library.procedure(f"bp:{calculator}")
    assert "shaken" in procedure.headline_words({"casualties": 4, "shaken": True}).split(", ")


def test_close_combat_is_worked_out_for_both_stacks(engine: Engine) -> None:
    """The calculator leads to one for the enemy stack, with everything that is known filled in."""
    answers = {
        "side": "attacker", "arm": "infantry", "formation": "AC", "enemy_arm": "infantry", "enemy_formation": "Line",
        "terrain": "clear",
    }  # fmt: skip
    steps = engine.resolve("bar:close-combat-modifier", answers).next
    enemy = next(step.carry for step in steps if step.procedure == "bar:close-combat-modifier")
    assert {name: enemy[name] for name in ("side", "arm", "formation", "enemy_formation")} == {
        "side": "defender",
        "arm": "infantry",
        "formation": "Line",
        "enemy_formation": "AC",
    }
    assert engine.resolve("bar:close-combat-modifier", enemy).missing == ("terrain",)
