"""The list of calculators: those of the phase, those used last, then all; each keeps its key."""

from __future__ import annotations

from companion.model.event import Calculated, Noted
from companion.play.turn import jump
from companion.workspace.calculation import Calculation
from companion.workspace.calculator_list import KEYS, listed_calculators
from companion.workspace.context import AppContext


def early(context: AppContext, why: str) -> list[str]:
    """Return the calculators listed first for this reason; they come before all others."""
    listed = [each for each in listed_calculators(context) if each.why == why]
    return [each.procedure.id.removeprefix("lob:") for each in listed]


def test_calculators_of_the_phase_come_first_and_keep_their_keys(context: AppContext) -> None:
    """The key of a calculator is that of its place in the game's own list, in every phase."""
    own = [each.id for each in context.module.procedures]
    phases = 0
    for phase in (1, 2, 3, 7):
        jump(context.session, 2, phase)
        listed = listed_calculators(context)
        assert {each.procedure.id for each in listed} == set(own) and len(listed) == len(own)
        assert all(each.key == KEYS[own.index(each.procedure.id)] for each in listed)
        named = early(context, "this phase")
        assert [each.procedure.id for each in listed[: len(named)]] == [f"lob:{name}" for name in named]
        phases += bool(named)
    assert phases > 2
    jump(context.session, 2, 1)
    assert early(context, "this phase")[:2] == ["command-roll", "order-delivery"]
    jump(context.session, 2, 2)
    assert early(context, "this phase")[:3] == ["zero-rule", "closing-roll", "opening-volley"]


def test_recently_used_calculators_come_next(context: AppContext) -> None:
    """The latest first; undone calculations do not count, and calculators of the phase are not repeated."""
    jump(context.session, 2, 2)
    for name, answers, roll in (
        ("command-roll", {"command_value": 1}, "9"),
        ("closing-roll", {"rating": "B", "leader_morale": 0}, "4"),
        ("fluke-stoppage", {"turn": 3, "command_value": 1}, ""),
    ):
        calculation = Calculation(context, f"lob:{name}", {})
        for path, value in answers.items():
            calculation.sheet.put(path, value)
        calculation.update()
        if roll:
            calculation.enter_roll(roll)
        assert calculation.done
        calculation.commit()
    assert early(context, "recent") == ["fluke-stoppage", "command-roll"]
    context.session.undo()
    assert early(context, "recent") == ["command-roll"]


def test_five_calculators_are_recent(context: AppContext) -> None:
    """The last five calculators in the last 400 lines of the log are recent, each listed once."""
    names = [each.id for each in context.module.procedures if each.id != "lob:fluke-stoppage"][-6:]
    for name in (*names, names[-1]):
        context.session.add(Calculated(name, {}, (), ""))
    listed = [f"lob:{name}" for name in early(context, "recent")]
    assert listed == names[:0:-1]
    context.session.add(*(Noted("the fog lifts") for _ in range(399)))
    assert [f"lob:{name}" for name in early(context, "recent")] == [names[-1]]
    context.session.add(Noted("the fog is back"))
    assert early(context, "recent") == []
