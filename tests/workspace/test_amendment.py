"""The correction of a logged calculation: what it begins with, what it shows, when it is kept, and what it logs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import NotFound, Refused
from companion.model.event import Calculated
from companion.play.units_and_notes import add_note, keep_unit
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import LIST, Place
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": 2}
TEXAS, MAINE = "5th Texas", "4th Maine"


@pytest.fixture
def closed(context: AppContext) -> Calculation:
    """Return a logged closing roll of the 5th Texas."""
    calculation = opened(context, CLOSING, {}, **READY)
    calculation.name({"stack": TEXAS})
    calculation.enter_roll("4")
    return calculation


def correction(closed: Calculation, **answers: Any) -> Amendment:
    """Return the correction of a logged calculation with these answers."""
    amendment = Amendment(closed.context, closed.logged_line)
    for name, value in answers.items():
        amendment.sheet.answer((name,), value)
    amendment.update()
    return amendment


def lines(context: AppContext) -> list[Calculated]:
    """Return the calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


def test_only_calculations_are_corrected(context: AppContext) -> None:
    """Only calculations can be corrected; lines of other kinds and missing lines are refused."""
    note = add_note(context.session, "The fog lifts.").id
    with pytest.raises(Refused, match=rf"^line {note} is not a calculation$"):
        Amendment(context, note)
    with pytest.raises(Refused, match=rf"^the log has no line 99; the last is {note}$"):
        Amendment(context, 99)


def test_a_calculator_that_is_gone_is_not_corrected(context: AppContext) -> None:
    """A line of a calculator that the game no longer has cannot be corrected."""
    line = context.session.add(Calculated("lob:gone", {}, (), "Gone: 3"))[0].id
    with pytest.raises(NotFound, match="lob:gone"):
        Amendment(context, line)


def test_a_correction_begins_with_what_was_logged(closed: Calculation) -> None:
    """A correction begins with the logged answers, dice and names, without a place or a draft."""
    amendment = correction(closed)
    recorded = lines(closed.context)[0]
    assert (amendment.line, amendment.logged_line, amendment.recorded) == (
        closed.logged_line,
        closed.logged_line,
        recorded,
    )
    assert {name: amendment.sheet.values[name] for name in READY} == READY
    assert [roll.value for roll in amendment.rolls] == [4]
    assert (amendment.names, amendment.place) == ({"stack": TEXAS}, LIST)
    assert amendment.done and amendment.before == amendment.resolution
    assert (amendment.not_repeatable, amendment.refusal, amendment.differs) == ("", "", False)
    assert amendment.earlier_text() == ""


def test_answers_to_questions_that_were_not_asked_are_left_out(context: AppContext) -> None:
    """Answers set by the rules are left out, and asked for if the correction changes the deciding answer."""
    unopposed = opened(context, CLOSING, {}, **READY, enemy_can_fire=False)
    unopposed.commit()
    recorded = lines(context)[0]
    assert recorded.inputs["shaken"] is False
    amendment = correction(unopposed)
    assert "shaken" not in amendment.sheet.values
    assert amendment.sheet.values == {**READY, "enemy_can_fire": False}
    assert recorded.inputs["shaken"] is False, "the line itself is unchanged"


def test_a_correction_knows_and_assigns_nothing(closed: Calculation) -> None:
    """Units that are recorded since do not answer, even if they are named."""
    keep_unit(closed.context.session, TEXAS, {"rating": "A"})
    keep_unit(closed.context.session, MAINE, {"rating": "B"})
    amendment = correction(closed)
    amendment.name({"stack": MAINE})
    assert amendment.known() == {}
    assert amendment.sheet.units == {}
    assert amendment.sheet.values["rating"] == "C"
    assert amendment.names == {"stack": MAINE}


def test_a_correction_leads_nowhere(closed: Calculation) -> None:
    """Follow-ups are among the differences, and it is not opened from a place that waits."""
    assert closed.next_steps() != ()
    amendment = correction(closed)
    amendment.draft.place = Place(waits=True)
    assert (amendment.next_steps(), amendment.return_text(), amendment.changes_text()) == ((), "", "")
    assert amendment.sections() == []


@pytest.mark.parametrize("changed", ["answer", "name", "dice"])
def test_a_correction_differs_in_answers_names_or_dice(closed: Calculation, changed: str) -> None:
    """A restart discards the change."""
    amendment = correction(closed)
    match changed:
        case "answer":
            amendment.sheet.answer(("shaken",), True)
            amendment.update()
        case "name":
            amendment.name({"stack": MAINE})
        case "dice":
            amendment.take_back_roll()
            assert amendment.differs
            amendment.enter_roll("5")
    assert amendment.differs is True
    amendment.restart()
    amendment.update()
    assert amendment.differs is False
    assert {name: amendment.sheet.values[name] for name in READY} == READY
    assert (amendment.names, [roll.value for roll in amendment.rolls]) == ({"stack": TEXAS}, [4])


def test_refused_answers_are_no_difference(closed: Calculation) -> None:
    """A correction with refused answers makes no difference, so it cannot be saved."""
    amendment = correction(closed)
    amendment.resolution = None
    assert amendment.differs is False
    with pytest.raises(Refused, match=r"^There is no result yet: answer the open questions first\.$"):
        amendment.check()


def test_the_status_has_the_logged_result_and_what_to_do(closed: Calculation) -> None:
    """The title of the calculator is not repeated."""
    was = "5th Texas closes: rolled 4, needed 3"
    amendment = correction(closed)
    assert amendment.status() == amendment.notes_text() == f"Was: {was}. Correct the answers."
    amendment = correction(closed, shaken=True)
    keeps = "Press k to keep the correction, or Esc to discard it"
    assert amendment.status() == amendment.notes_text() == f"Was: {was}. {keeps}."


def test_the_title_is_left_out_of_the_logged_result(context: AppContext) -> None:
    """The logged result is shown without the calculator's title, which is the heading of the screen."""
    slope = opened(context, "lob:slope", {}, diff=2, range=3)
    slope.commit()
    (event,) = lines(context)
    assert event.summary.startswith("Slope: ")
    result = event.summary.removeprefix("Slope: ")
    assert correction(slope).status() == f"Was: {result}. Correct the answers."


def test_differences_take_the_place_of_the_ledger(closed: Calculation) -> None:
    """In a correction, differences are shown in place of the ledger, below the logged line."""
    title, text = correction(closed).instead_of_ledger() or ("", lambda _: [])
    head = f"Line {closed.logged_line}: 5th Texas closes: rolled 4, needed 3"
    assert (title, text(80)) == ("Differences", [head, "", "No differences."])
    _, text = correction(closed, shaken=True).instead_of_ledger() or ("", lambda _: [])
    assert text(80)[:4] == [head, "", "Answers", " Moving stack is Shaken (SH)"]
    assert max(map(len, text(30))) <= 30


def test_dice_that_are_no_longer_needed_are_named_above_the_differences(closed: Calculation) -> None:
    """The unit closes without a roll."""
    amendment = correction(closed, open_order_capable=True)
    assert amendment.done
    _, text = amendment.instead_of_ledger() or ("", lambda _: [])
    head, spare, blank, title, *_ = text(80)
    assert (head.startswith("Line "), spare, blank, title) == (
        True,
        "Dice no longer needed: 4 (Closing roll).",
        "",
        "Answers",
    )


@pytest.fixture
def fire(context: AppContext) -> Calculation:
    """Return a fire at the 5th Texas that cost 1 strength point, which is applied (4 -> 3)."""
    keep_unit(context.session, TEXAS, {"sps": 4, "arm": "infantry", "state": "Normal"})
    calculation = Calculation(context, "lob:fire", {"firers": [{"sps": 6, "weapon": "R"}]})
    calculation.sheet.units = {"target": TEXAS}
    calculation.sheet.values |= {"arm": "small_arms", "range": 1}
    calculation.update()
    calculation.enter_roll("9")
    apply(calculation, due_changes(calculation))
    return calculation


def test_changes_of_units_and_later_lines_are_below_the_differences(fire: Calculation) -> None:
    """Later lines only if the correction differs."""
    later = opened(
        fire.context, "lob:charge-size-modifier", {"defender": TEXAS}, attacker_sps=6, charge_arm="infantry"
    )
    later.commit()
    amendment = correction(fire)
    _, text = amendment.instead_of_ledger() or ("", lambda _: [])
    assert text(120)[-1] == "No differences."
    amendment.sheet.values["target"] = {**amendment.sheet.values.get("target", {}), "rear": True}
    amendment.update()
    assert amendment.units_text() == f"{TEXAS}: Strength points 3 -> 2"
    assert [line for line in text(120) if line.startswith(("Units", "Used"))] == [
        f"Units: {TEXAS}: Strength points 3 -> 2",
        f"Used the old values: line {later.logged_line} (Defending SPs that can fire)",
    ]


def test_a_correction_without_a_change_is_not_kept(closed: Calculation) -> None:
    """A correction without a change or without a result is not saved."""
    with pytest.raises(Refused, match=r"^Nothing has changed\.$"):
        correction(closed).keep()
    amendment = correction(closed, shaken=True)
    amendment.take_back_roll()
    with pytest.raises(Refused, match=r"^There is no result yet: answer the open questions first\.$"):
        amendment.keep()
    assert len(lines(closed.context)) == 1


def test_an_undone_line_is_not_corrected(closed: Calculation) -> None:
    """A line that was undone while its correction was open is not corrected."""
    line = closed.logged_line
    amendment = correction(closed, shaken=True)
    closed.context.session.undo()
    with pytest.raises(Refused, match=rf"^line {line} is undone; there is nothing to correct$"):
        amendment.keep()
    assert len(lines(closed.context)) == 1


def test_a_kept_correction_is_logged_with_names_and_units(fire: Calculation) -> None:
    """The units are unchanged unless the player wants their changes, too."""
    fire.commit()
    recorded = fire.context.session.event(fire.logged_line).event
    assert isinstance(recorded, Calculated) and recorded.units == {"target": TEXAS}
    amendment = correction(fire)
    amendment.sheet.values["target"] = {**amendment.sheet.values.get("target", {}), "rear": True}
    amendment.update()
    words = amendment.words
    line = amendment.keep()
    assert isinstance(line.event, Calculated)
    assert (line.event.amends, line.event.summary) == (fire.logged_line, words)
    assert (line.event.names, line.event.units, line.event.after) == (
        recorded.names,
        recorded.units,
        recorded.after,
    )
    assert fire.context.session.game_state.units[TEXAS].facts["sps"] == 3
    again = Amendment(fire.context, line.id)
    again.update()
    assert again.sheet.values["target"]["rear"] is True
    again.sheet.values["target"]["dg"] = True
    again.update()
    again.keep(with_units=True)
    assert fire.context.session.game_state.units[TEXAS].facts["sps"] != 3
    fire.context.session.undo()
    assert fire.context.session.game_state.units[TEXAS].facts["sps"] == 3


def test_a_correction_follows_the_calculation_that_the_logged_one_followed(context: AppContext) -> None:
    """A correction follows the same calculation as the logged line, so it stays in the chain."""
    place = Place(source="Charge", line=7)
    calculation = Calculation(context, CLOSING, READY, place)
    calculation.update()
    calculation.enter_roll("4")
    line = correction(calculation, shaken=True).keep()
    assert isinstance(line.event, Calculated) and line.event.after == 7


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"stack": TEXAS}, "5th Texas does not close: rolled 4, needed 5"),
        ({"stack": ""}, "Closing roll: The stack does not close (rolled 4 on 1d6)"),
    ],
)
def test_the_words_of_the_new_line(context: AppContext, names: dict[str, str], words: str) -> None:
    """With names the roll that was needed is in the sentence."""
    calculation = opened(context, CLOSING, {}, rating="C", leader_morale=2)
    calculation.name(names)
    calculation.enter_roll("4")
    amendment = correction(calculation, leader_morale=0, shaken=True)
    assert amendment.words == words
    kept = amendment.keep().event
    assert isinstance(kept, Calculated) and kept.summary == words
