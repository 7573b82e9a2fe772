"""Results that are not applied to their units are due until they are applied or set aside."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import NotFound
from companion.model.event import Calculated, UnitDropped
from companion.play import turn
from companion.play.unit_results import due, unapplied
from companion.play.units_and_notes import drop_unit, keep_unit
from companion.render.log import LogWords
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit
from companion.workspace.unit_changes import apply, apply_result, due_changes

MAINE, TEXAS = "20th Maine", "5th Texas"


@pytest.fixture
def units(context: AppContext) -> AppContext:
    """Return a context with two units of Line of Battle."""
    for name in (MAINE, TEXAS):
        keep_unit(context.session, name, {"rating": "B", "sps": 6, "leader_morale": 0, "state": "Normal"})
    return context


def volley(context: AppContext, die: str, **answers: Any) -> Calculation:
    """Return an opening volley at the 5th Texas, which is in the log and not applied; 5 costs 1 SP, 1 costs none."""
    calculation = Calculation(context, "lob:opening-volley", {})
    assign_unit(calculation, "target", TEXAS)
    for name, value in {"range": 1, **answers}.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    calculation.enter_roll(die)
    assert calculation.done
    calculation.commit()
    return calculation


def check(context: AppContext, die: str) -> Calculation:
    """Return a morale check of the 5th Texas, which is in the log and not applied."""
    calculation = Calculation(context, "lob:morale-check", {})
    assign_unit(calculation, "stack", TEXAS)
    for name, value in {"cause": "small_arms", "range": 1}.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    calculation.enter_roll(die)
    assert calculation.done, calculation.resolution
    calculation.commit()
    return calculation


def shown(context: AppContext) -> list[str]:
    """Return the texts of the tasks that are due."""
    return [prompt.says for prompt in due(context.session)]


def sps(context: AppContext) -> Any:
    """Return the strength points of the 5th Texas."""
    return context.session.game_state.units[TEXAS].facts["sps"]


def test_a_result_is_due_until_it_is_applied(units: AppContext) -> None:
    """Whether in its calculator or from the list; undo makes it due again. One that changes nothing is never due."""
    volley(units, "1")
    assert shown(units) == []
    turn.jump(units.session, 3, 1)
    calculation = volley(units, "5")
    assert shown(units) == ["Apply to 5th Texas: Opening volley at 5th Texas: 1 SP lost; rolled 5"]
    assert due(units.session)[0].turn == 3
    apply(calculation, due_changes(calculation))
    assert (shown(units), sps(units)) == ([], 5)
    units.session.undo()
    assert len(shown(units)) == 1
    assert apply_result(units.session, due(units.session)[0].id) == "5th Texas: Strength points 6 -> 5"
    assert (shown(units), sps(units)) == ([], 5)
    assert due_changes(calculation) == []


def test_results_add_up_in_any_order(units: AppContext) -> None:
    """Each loss counts from the strength that the unit has when it is applied."""
    volley(units, "5")
    volley(units, "5")
    first, second = (prompt.id for prompt in due(units.session))
    apply_result(units.session, second)
    apply_result(units.session, first)
    assert (shown(units), sps(units)) == ([], 4)


def test_a_state_that_a_later_result_has_set_is_no_longer_due(units: AppContext) -> None:
    """Nor is a fact that the players have changed by hand since."""
    check(units, "11")
    later = check(units, "12")
    changes = [change.facts for each in unapplied(units.session) for change in each.changes]
    assert all("state" in facts for facts in changes) and len(changes) == 2
    apply(later, due_changes(later))
    assert all("state" not in change.facts for each in unapplied(units.session) for change in each.changes)
    keep_unit(units.session, TEXAS, {"sps": 2, "losses": 4})
    assert shown(units) == []
    volley(units, "5")
    drop_unit(units.session, TEXAS)
    assert shown(units) == []


def test_a_unit_that_comes_back_has_no_older_results(units: AppContext) -> None:
    """Whether the players removed it or another result did."""
    check(units, "12")
    volley(units, "5")
    units.session.add(UnitDropped(TEXAS, result=units.session.log[-1].id, part="target"))
    keep_unit(units.session, TEXAS, {"rating": "B"})
    assert shown(units) == []


def test_a_result_that_is_set_aside_stays_so(units: AppContext) -> None:
    """Also if it is corrected later. The log says which result it was."""
    calculation = volley(units, "5")
    prompt = due(units.session)[0].id
    turn.settle(units.session, prompt, "set aside")
    assert shown(units) == []
    words = LogWords(units.session.find_module)
    words.learn(units.session.log)
    assert words.line(units.session.log[-1]) == f"Set aside: result of line {calculation.logged_line}"
    amendment = Amendment(units, calculation.logged_line)
    amendment.sheet.answer(("frontal_canister",), True)
    amendment.update()
    amendment.keep()
    assert shown(units) == []
    with pytest.raises(NotFound, match="result-99"):
        apply_result(units.session, "result-99")


def test_only_the_corrected_result_is_due(units: AppContext) -> None:
    """The line that it corrects is not; the units that took part are still known."""
    calculation = volley(units, "3")
    assert shown(units) == []
    amendment = Amendment(units, calculation.logged_line)
    amendment.sheet.answer(("frontal_canister",), True)
    amendment.update()
    line = amendment.keep()
    assert isinstance(line.event, Calculated) and line.event.units == {"target": TEXAS}
    assert [prompt.id for prompt in due(units.session)] == [f"result-{line.id}"]
    units.session.undo()
    assert shown(units) == []
