"""The changes of units by results: what was applied before, and what a corrected result still changes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Game, GameModule, Library, NotFound, UnitPart
from companion.model.event import Calculated, UnitDropped, UnitKept
from companion.model.scenario import UnitChange as Rule
from companion.model.scenario import Units
from companion.play.state import Unit
from companion.play.unit_results import UnitChange
from companion.play.units_and_notes import drop_unit, keep_unit
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_changes import (
    Applied,
    applied_to,
    apply,
    apply_result,
    due_changes,
    exchanged,
    facts_after,
    facts_before,
    legal_changes,
    possible_changes,
    result_changes,
    unit_events,
)
from tests.workspace.opened import opened
from tests.workspace.test_pub_results_applied import rolled

GUARD, LINE, RESERVE = "Old Guard", "Blue Line", "Reserve"
FRESH = {"type": "infantry", "state": "fresh", "quality": "regular"}
PART = UnitPart(procedure="check", id="target", title="Target")
ROWS = UnitPart(procedure="check", id="firers", title="Firer", rows="firers")


@pytest.fixture
def pub(context: AppContext) -> AppContext:
    """Return a context with two Fresh pieces."""
    context.switch("pub")
    for name in (GUARD, LINE):
        keep_unit(context.session, name, FRESH)
    return context


def combat(context: AppContext, attack: list[int], defence: list[int]) -> Calculation:
    """Return a round of combat with these dice, in the log; each 4, 5 and 6 is a hit."""
    both = {"attacking": GUARD, "defending": LINE}
    done = rolled(opened(context, "pub:combat-round", both, mode="melee"), attack, defence)
    done.commit()
    return done


def corrected(calculation: Calculation, cover: bool = True) -> Amendment:
    """Return the correction of a round of combat: cover saves the Defender from a hit."""
    amendment = Amendment(calculation.context, calculation.logged_line)
    amendment.sheet.answer(("defender", "cover"), cover)
    amendment.update()
    return amendment


def brief(changes: list[UnitChange]) -> list[tuple[str, dict[str, Any], str, str]]:
    """Return name, facts, part and kind of changes."""
    return [(change.unit.name, change.facts, change.part.id, change.how) for change in changes]


def test_nothing_is_applied_before_the_player_applies_it(pub: AppContext) -> None:
    """Neither without a line in the log, nor with one; changes by hand are none of the result."""
    assert applied_to(opened(pub, "pub:combat-round", {"attacking": GUARD}, mode="melee")) == {}
    done = combat(pub, [4, 1, 1], [1, 1, 1])
    keep_unit(pub.session, LINE, {"state": "spent"})
    assert applied_to(done) == {}


def test_an_applied_change_has_the_unit_from_before_and_the_values_of_the_result(pub: AppContext) -> None:
    """Each unit by its part; changes of another result are not among them."""
    other = combat(pub, [1, 1, 1], [4, 1, 1])
    apply(other, due_changes(other))
    done = combat(pub, [4, 1, 1], [1, 1, 1])
    apply(done, due_changes(done))
    ((key, applied),) = applied_to(done).items()
    assert (key, applied.before) == (("defending", LINE), Unit(LINE, "", FRESH))
    assert (applied.values["mode"], applied.values["defender_end"]) == ("melee", "spent")
    assert list(applied_to(other)) == [("attacking", GUARD)]


def test_an_undone_change_is_not_applied(pub: AppContext) -> None:
    """Undo takes back the change, not the result."""
    done = combat(pub, [4, 1, 1], [1, 1, 1])
    apply(done, due_changes(done))
    pub.session.undo()
    assert applied_to(done) == {}
    pub.session.redo()
    assert list(applied_to(done)) == [("defending", LINE)]


def test_a_corrected_change_counts_from_before_the_first(pub: AppContext) -> None:
    """The values are those of the version that was applied last; a version that is undone counts no more."""
    done = combat(pub, [4, 5, 6], [1, 1, 1])
    apply(done, due_changes(done))
    again = Amendment(pub, corrected(done).keep(with_units=True).id)
    applied = applied_to(again)[("defending", LINE)]
    assert (applied.before.facts, applied.values["defender_end"]) == (FRESH, "retreats")
    pub.session.undo()
    applied = applied_to(done)[("defending", LINE)]
    assert (applied.before.facts, applied.values["defender_end"]) == (FRESH, "destroyed")


def test_a_correction_that_was_not_applied_leaves_the_values_of_the_first(pub: AppContext) -> None:
    """They say what the unit has gone through."""
    done = combat(pub, [4, 5, 6], [1, 1, 1])
    apply(done, due_changes(done))
    again = Amendment(pub, corrected(done).keep().id)
    assert applied_to(again)[("defending", LINE)].values["defender_end"] == "destroyed"


def test_facts_from_before_the_result(pub: AppContext) -> None:
    """Of units that took part and of units that the result changed; a unit that is gone has none."""
    done = combat(pub, [4, 5, 6], [4, 1, 1])
    keep_unit(pub.session, RESERVE, FRESH)
    assert facts_before(done) == {GUARD: FRESH, LINE: FRESH}
    apply(done, due_changes(done))
    keep_unit(pub.session, GUARD, {"rate": 2})
    assert facts_before(done) == {GUARD: FRESH, LINE: FRESH}
    drop_unit(pub.session, GUARD)
    assert facts_before(done) == {GUARD: FRESH, LINE: FRESH}
    other = opened(pub, "pub:combat-round", {"attacking": RESERVE, "defending": GUARD})
    assert facts_before(other) == {RESERVE: FRESH}
    facts_before(other)[RESERVE]["state"] = "spent"
    assert pub.session.game_state.units[RESERVE].facts == FRESH


def test_a_final_result_changes_the_units_that_took_part(pub: AppContext) -> None:
    """In the order in which they took part; nothing is due before the last die, or of a unit that is gone."""
    started = opened(pub, "pub:combat-round", {"attacking": GUARD, "defending": LINE}, mode="melee")
    assert due_changes(started) == possible_changes(started) == []
    done = combat(pub, [4, 5, 6], [4, 1, 1])
    assert brief(due_changes(done)) == [
        (GUARD, {"state": "spent"}, "attacking", "changes"),
        (LINE, {}, "defending", "removes"),
    ]
    drop_unit(pub.session, LINE)
    assert brief(due_changes(done)) == [(GUARD, {"state": "spent"}, "attacking", "changes")]


def test_nothing_is_due_while_another_game_is_in_play(pub: AppContext) -> None:
    """Its units are not those of the calculation."""
    done = combat(pub, [4, 1, 1], [4, 1, 1])
    pub.switch("lob")
    assert due_changes(done) == possible_changes(done) == []
    pub.switch("pub")
    assert len(due_changes(done)) == 2


def test_a_part_that_the_game_no_longer_has_changes_nothing(pub: AppContext) -> None:
    """An older version of the files may have had it."""
    done = combat(pub, [4, 1, 1], [1, 1, 1])
    pub.session.add(UnitKept(GUARD, {"rate": 2}, "", done.logged_line, "gone"))
    done.sheet.units["also-gone"] = GUARD
    assert brief(due_changes(done)) == [(LINE, {"state": "spent"}, "defending", "changes")]


def test_a_unit_that_was_changed_but_no_longer_takes_part_is_due(pub: AppContext) -> None:
    """A corrected result changes it, once, whatever part other units have."""
    done = combat(pub, [4, 5, 6], [1, 1, 1])
    apply(done, due_changes(done))
    amendment = corrected(done)
    assert amendment.sheet.units == {}
    assert brief(due_changes(amendment)) == [(LINE, {**FRESH, "state": "spent"}, "defending", "restores")]
    amendment.sheet.units["defending"] = LINE
    assert len(due_changes(amendment)) == 1


def test_other_units_may_take_open_parts(pub: AppContext) -> None:
    """Each part that no unit took, with each unit that takes none; not a part that was applied to a unit."""
    keep_unit(pub.session, RESERVE, FRESH)
    done = rolled(
        opened(pub, "pub:combat-round", {"attacking": GUARD}, mode="melee", defender={"type": "infantry"}),
        [4, 1, 1],
        [4, 1, 1],
    )
    possible = possible_changes(done)
    assert brief(possible) == [(name, {"state": "spent"}, "defending", "changes") for name in (LINE, RESERVE)]
    apply(done, possible[:1])
    assert done.sheet.units == {"attacking": GUARD, "defending": LINE}
    del done.sheet.units["defending"]
    assert possible_changes(done) == []


def test_a_removed_unit_stays_removed(pub: AppContext) -> None:
    """A corrected result that removes it again changes nothing; one that is back is removed again."""
    done = combat(pub, [4, 5, 6], [1, 1, 1])
    apply(done, due_changes(done))
    assert due_changes(Amendment(pub, done.logged_line)) == []
    amendment = Amendment(pub, done.logged_line)
    amendment.update()
    assert due_changes(amendment) == []
    keep_unit(pub.session, LINE, FRESH)
    assert brief(due_changes(amendment)) == [(LINE, {}, "defending", "removes")]
    assert due_changes(corrected(done)) == [], "it is back without the correction"


def test_a_corrected_result_removes_a_unit_that_it_had_changed(pub: AppContext) -> None:
    """A unit that was removed by hand since is not changed."""
    done = combat(pub, [4, 5, 6], [1, 1, 1])
    line = corrected(done).keep().id
    first = Amendment(pub, line)
    first.update()
    pub.session.add(*unit_events(due_changes(first), line))
    pub.session.add(UnitKept(LINE, {"state": "spent"}, "", line, "defending"))
    again = corrected(first, cover=False)
    assert brief(due_changes(again)) == [(LINE, {}, "defending", "removes")]
    drop_unit(pub.session, LINE)
    assert due_changes(again) == []
    less = Amendment(pub, line)
    less.sheet.answer(("defender", "cover"), True)
    less.update()
    assert due_changes(less) == []


@pytest.mark.parametrize(
    ("facts", "was", "wanted", "changes"),
    [
        ({"sps": 4}, {"sps": 4}, {"sps": 4}, {}),
        ({"sps": 4}, {"sps": 4}, {"sps": 3}, {"sps": 3}),
        ({"sps": 2}, {"sps": 4}, {"sps": 3}, {"sps": 1}),
        ({"sps": 6}, {"sps": 4}, {"sps": 7}, {"sps": 9}),
        ({"state": "R"}, {"state": "Sh"}, {"state": "DG"}, {}),
        ({"state": "Sh"}, {"state": "Sh"}, {"state": None}, {"state": None}),
        ({"state": "Sh"}, {"state": "Sh"}, {}, {"state": None}),
        ({}, {}, {"state": "Sh"}, {"state": "Sh"}),
        ({"state": "R"}, {}, {"state": "Sh"}, {}),
        ({"sps": 4}, {}, {"sps": 3}, {}),
        ({"sps": None}, {"sps": 4}, {"sps": 3}, {}),
        ({"wrecked": True}, {"wrecked": False}, {"wrecked": 1}, {}),
        ({"a": 1, "b": 1, "c": 5}, {"a": 1, "b": 1}, {"c": 5, "b": 2, "a": 2}, {"a": 2, "b": 2}),
    ],
)
def test_a_corrected_result_replaces_the_applied_one(
    facts: dict[str, Any], was: dict[str, Any], wanted: dict[str, Any], changes: dict[str, Any]
) -> None:
    """A number changes by the difference; any other fact only if it still has the value from the applied result."""
    assert exchanged(facts, was, wanted) == changes


def test_facts_after_the_applied_and_the_corrected_result() -> None:
    """Both start from the facts before the result; facts that the result leaves alone are included."""
    rule = Rule(procedure="check", part="target", fact="steps", to="was - loss", when="loss > 0")
    module = GameModule(Game("duel", "Duel", "1", "none", ()), units=Units(changes=(rule,)))
    before = Unit("Maine", "Union", {"steps": 6, "rating": "B"})
    assert facts_after(module, PART, Applied(before, {"loss": 1}), {"loss": 3}) == (
        {"steps": 5, "rating": "B"},
        {"steps": 3, "rating": "B"},
    )
    assert facts_after(module, PART, Applied(before, {"loss": 0}), {"loss": 0}) == (
        before.facts,
        before.facts,
    )


def test_invalid_values_are_left_out_of_changes(library: Library) -> None:
    """A fact may become unknown; a change without valid facts is none, unless it removes or restores the unit."""
    module, unit = library.module("lob"), Unit("Hood", "", {})
    changes = [
        UnitChange(unit, {"rating": "B", "sps": -1, "state": None}, PART),
        UnitChange(unit, {"sps": -1}, PART),
        UnitChange(unit, {}, PART, "removes"),
        UnitChange(unit, {"sps": -1}, PART, "restores"),
    ]
    assert list(legal_changes(module, changes)) == [
        UnitChange(unit, {"rating": "B", "state": None}, PART),
        UnitChange(unit, {}, PART, "removes"),
        UnitChange(unit, {}, PART, "restores"),
    ]


def test_changes_are_events_of_their_result() -> None:
    """Only a restored unit gets its side again."""
    unit = Unit("Maine", "Union", {"steps": 6})
    changes = [
        UnitChange(unit, {"steps": 5}, PART),
        UnitChange(unit, {}, PART, "removes"),
        UnitChange(unit, {"steps": 4}, ROWS, "restores"),
    ]
    assert unit_events(changes, 7) == [
        UnitKept("Maine", {"steps": 5}, "", 7, "target"),
        UnitDropped("Maine", 7, "target"),
        UnitKept("Maine", {"steps": 4}, "Union", 7, "firers"),
    ]
    assert unit_events([], 7) == []


def test_applying_logs_the_result_first(context: AppContext) -> None:
    """The units are changed in one step after it, and take part from then on, except those of a list."""
    units = [keep_unit(context.session, name, {"sps": 6}) for name in ("Hood", "Law")]
    loss = opened(context, "lob:charge-loss", {"attacker": "Hood"})
    loss.sheet.answer(("attacker_small",), False)
    loss.update()
    assert loss.logged_line == 0
    (change,) = (each for each in possible_changes(loss) if each.unit.name == "Law")
    apply(loss, iter([change, UnitChange(units[0], {"sps": 4}, ROWS)]))
    assert loss.sheet.units == {"attacker": "Hood", "defender": "Law"}
    line = loss.logged_line
    assert [(each.id, each.event) for each in context.session.log[-2:]] == [
        (line + 1, UnitKept("Law", {"sps": 5}, "", line, "defender")),
        (line + 2, UnitKept("Hood", {"sps": 4}, "", line, "firers")),
    ]
    event = context.session.event(line).event
    assert isinstance(event, Calculated) and event.units == loss.sheet.units
    context.session.undo()
    assert context.session.game_state.units["Hood"].facts == {"sps": 6}


def test_the_result_of_a_prompt_is_applied_once(pub: AppContext) -> None:
    """In one step; after that the result is not due."""
    line = combat(pub, [4, 5, 6], [4, 1, 1]).logged_line
    combat(pub, [1, 1, 1], [4, 1, 1])
    assert brief(result_changes(pub.session, f"result-{line}")) == [
        (GUARD, {"state": "spent"}, "attacking", "changes"),
        (LINE, {}, "defending", "removes"),
    ]
    assert apply_result(pub.session, f"result-{line}") == f"{GUARD}: Fresh -> Spent; {LINE}: removed"
    assert [each.event for each in pub.session.log[-2:]] == [
        UnitKept(GUARD, {"state": "spent"}, "", line, "attacking"),
        UnitDropped(LINE, line, "defending"),
    ]
    assert result_changes(pub.session, f"result-{line}") == []
    with pytest.raises(NotFound) as refused:
        apply_result(pub.session, f"result-{line}")
    assert str(refused.value) == f"result-{line} is not a result that is due"
    pub.session.undo()
    assert set(pub.session.game_state.units) == {GUARD, LINE}


def test_an_unknown_prompt_is_refused_with_the_nearest(pub: AppContext) -> None:
    """A long one is quoted in part."""
    line = combat(pub, [4, 1, 1], [1, 1, 1]).logged_line
    with pytest.raises(NotFound) as refused:
        apply_result(pub.session, "x" * 50)
    assert str(refused.value) == f"{'x' * 40}... is not a result that is due; known: result-{line}"
    with pytest.raises(NotFound) as refused:
        apply_result(pub.session, "result-0")
    assert str(refused.value) == f"result-0 is not a result that is due; nearest: result-{line}"
