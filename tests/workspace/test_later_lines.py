"""A correction names the later calculations that took values from the line that it corrects."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.units_and_notes import keep_unit
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.later_lines import later_words
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.opened import opened
from tests.workspace.test_pub_results_applied import BOTH, GUARD, LINE, follow, rolled


@pytest.fixture
def pub(context: AppContext) -> AppContext:
    """Return a context with two Fresh pieces."""
    context.switch("pub")
    for name in (GUARD, LINE):
        keep_unit(context.session, name, {"type": "infantry", "state": "fresh", "quality": "regular"})
    return context


def corrected(calculation: Calculation, *path: str, to: Any = True) -> Amendment:
    """Return the correction of a logged calculation with another answer."""
    amendment = Amendment(calculation.context, calculation.logged_line)
    amendment.sheet.answer(path, to)
    amendment.update()
    assert amendment.done, amendment.refusal
    return amendment


def test_follow_ups_with_values_of_the_old_result_are_named(pub: AppContext) -> None:
    """Cover saves the Defender from its hit: the next round had it Spent. The round after took from that one."""
    first = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [4, 1, 1], [4, 1, 1])
    second = rolled(follow(first, "pub:combat-round"), [1, 1, 1], [1, 1, 1])
    second.commit()
    rolled(follow(second, "pub:combat-round"), [1, 1, 1], [1, 1, 1]).commit()
    amendment = corrected(first, "defender", "cover")
    told = (
        "Defender's state; Defender hit in an earlier round of this combat; "
        "Defender in Woods, or on a Hill attacked from lower ground"
    )
    assert later_words(amendment) == f"line {second.logged_line} ({told})"
    instead = amendment.instead_of_ledger()
    assert instead is not None
    assert any(
        line.startswith(f"Used the old values: line {second.logged_line} (") for line in instead[1](200)
    )
    assert later_words(Amendment(pub, first.logged_line)) == ""


def test_a_follow_up_that_is_no_longer_called_for_is_named(pub: AppContext) -> None:
    """Without the second hit the Defender does not retreat."""
    first = rolled(opened(pub, "pub:bombardment", {"artillery": GUARD, "target": LINE}), [4, 4, 1])
    retreat = follow(first, "pub:retreat-check")
    retreat.sheet.answer(("friends",), True)
    retreat.update()
    retreat.commit()
    assert (
        later_words(corrected(first, "target", "cover")) == f"line {retreat.logged_line} (no longer follows)"
    )


def test_calculations_of_units_that_the_result_had_changed_are_named(pub: AppContext) -> None:
    """Only those after the change, and only if the answer came from the fact; a corrected line is not named again."""
    early = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [1, 1, 1], [1, 1, 1])
    early.commit()
    first = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [4, 1, 1], [1, 1, 1])
    apply(first, due_changes(first))
    first.commit()
    later = rolled(opened(pub, "pub:combat-round", BOTH, mode="melee"), [1, 1, 1], [1, 1, 1])
    later.commit()
    assert later.sheet.values["defender"]["state"] == "spent"
    amendment = corrected(first, "defender", "cover")
    assert later_words(amendment) == f"line {later.logged_line} (Defender's state)"
    corrected(later, "defender", "state", to="fresh").keep()
    assert later_words(amendment) == ""


def test_answers_that_pass_a_calculator_between_are_named(context: AppContext) -> None:
    """The terrain of the target counted in its Morale Check modifier."""
    context.switch("bar")
    target = opened(context, "bar:fire-target", {}, sps=6, terrain="woods")
    target.commit()
    loss = follow(target, "bar:fire-loss")
    for name, value in {"loss": 1, "target": "AC"}.items():
        loss.sheet.answer((name,), value)
    loss.update()
    loss.commit()
    check = follow(loss, "bar:morale-modifier")
    check.sheet.answer(("shaken",), True)
    check.update()
    check.commit()
    amendment = corrected(target, "terrain", to="clear")
    assert later_words(amendment) == f"line {check.logged_line} (Terrain of the unit's hex)"
