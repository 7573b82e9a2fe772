"""Units: saved with their facts, offered in calculators, never filled in or changed unasked."""

from __future__ import annotations

import re

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.load.places import Places
from companion.model.event import SettingChosen, UnitDropped, UnitKept
from companion.play import turn, units_and_notes
from companion.play.store.errors import NotSaved
from companion.play.store.session_file import SessionFile
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.unit import UnitScreen
from companion.ui.screens.units import UnitsScreen
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from tests.ui.helpers import (
    at,
    calculator,
    context,
    notes,
    painted,
    press,
    resize,
    row,
    screen,
    settled,
    started,
    type_in,
    words,
    write,
)


async def units(pilot: Pilot[None]) -> UnitsScreen:
    """Open the list of units."""
    await pilot.app.run_action("open('units')")
    await settled(pilot)
    return screen(pilot, UnitsScreen)


def keep(pilot: Pilot[None], name: str = "5th Texas", **facts: object) -> None:
    """Save a unit in the session, without the screen."""
    units_and_notes.keep_unit(context(pilot).session, name, dict(facts))


def facts(pilot: Pilot[None], name: str = "5th Texas") -> dict[str, object]:
    """Return the facts of a unit in the session."""
    return context(pilot).session.game_state.units[name].facts


def fact(pilot: Pilot[None], name: str) -> str:
    """Return the text of the row of a fact."""
    form = pilot.app.screen.query_one(Form)
    return words(next(each for each in form.rows if each.path == (name,)))


# the list


async def test_a_unit_is_added_with_its_side_and_opened(places: Places) -> None:
    """n asks for name and side; then the form of its facts opens without answers."""
    async with started(places) as pilot:
        await units(pilot)
        assert "No units yet" in at(pilot, "#units")
        await press(pilot, "n")
        screen(pilot, FormScreen)
        await type_in(pilot, "5th  Texas")
        await press(pilot, "enter s ctrl+s")
        page = screen(pilot, UnitScreen)
        assert page.form.sheet.values == {}
        assert at(pilot, "#where") == "Unit: 5th Texas Second player"
        await press(pilot, "escape")
        assert "5th Texas Second player nothing known yet" in at(pilot, "#units")


@pytest.mark.slow
async def test_state_and_weapon_are_shown_in_words(places: Places) -> None:
    """The list has the state beside the name in every width; the form has the weapons of the arm with their meaning."""
    async with started(places) as pilot:
        keep(pilot, state="DG", arm="infantry", weapon="R")
        await units(pilot)
        for size in ((80, 24), (40, 20)):
            await resize(pilot, *size)
            assert re.search(r"5th Texas +Disorganized \(DG\)", painted(pilot)), size
        await press(pilot, "enter")
        offered = fact(pilot, "weapon")
        assert "[R Rifled Musket] M Smoothbore Musket" in offered
        assert "Napoleon" not in offered
        await press(pilot, "down down 3")
        assert "[R Rifled Cannon] N Napoleon" in fact(pilot, "weapon")
        assert facts(pilot) == {"state": "DG", "arm": "artillery", "weapon": "R"}


@pytest.mark.slow
async def test_a_name_is_kept_once(places: Places) -> None:
    """Names are compared without case; an empty name is refused."""
    async with started(places) as pilot:
        keep(pilot)
        await units(pilot)
        await press(pilot, "n")
        await type_in(pilot, "5TH texas")
        await press(pilot, "ctrl+s")
        assert "unit 5th Texas exists already" in at(pilot, "#told")
        await press(pilot, "escape escape n ctrl+s")
        assert "a unit needs a name" in at(pilot, "#told")
        assert list(context(pilot).session.game_state.units) == ["5th Texas"]


async def test_undo_restores_a_dropped_unit(places: Places) -> None:
    """d removes the marked unit."""
    async with started(places) as pilot:
        keep(pilot, "1st Maine")
        keep(pilot, rating="B")
        await units(pilot)
        await press(pilot, "down d")
        assert isinstance(context(pilot).session.log[-1].event, UnitDropped)
        assert "5th Texas" not in at(pilot, "#units")
        assert "1st Maine" in at(pilot, "#units")
        await press(pilot, "ctrl+z")
        assert "5th Texas" in at(pilot, "#units")
        assert facts(pilot) == {"rating": "B"}


# its facts


async def test_facts_are_on_disk_with_each_answer(places: Places) -> None:
    """Facts are typed as in a calculator; each answer is a separate event."""
    async with started(places) as pilot:
        keep(pilot)
        await units(pilot)
        await press(pilot, "enter")
        assert "Answers are saved at once" in painted(pilot)
        await press(pilot, "b")
        assert context(pilot).session.log[-1].event == UnitKept("5th Texas", {"rating": "B"})
        await press(pilot, "5 enter")
        assert facts(pilot) == {"rating": "B", "sps": 5}
        await press(pilot, "w")
        hotkey = next(
            each.hotkey for each in screen(pilot, UnitScreen).form.rows if each.path == ("wrecked",)
        )
        screen(pilot, UnitScreen).form.rows[0].focus()
        await press(pilot, hotkey)
        assert facts(pilot)["wrecked"] is True
        await press(pilot, "escape")
        assert "Morale rating B, Strength points 5" in at(pilot, "#units")
        assert "Wrecked" in at(pilot, "#units")


async def test_a_half_typed_number_counts_when_closed(places: Places) -> None:
    """A half-typed number is entered when Escape closes the unit."""
    async with started(places) as pilot:
        keep(pilot)
        await units(pilot)
        await press(pilot, "enter down 5 escape")
        screen(pilot, UnitsScreen)
        assert facts(pilot) == {"sps": 5}


@pytest.mark.slow
async def test_an_invalid_fact_is_refused_and_the_old_one_stays(places: Places) -> None:
    """The row shows the allowed range, which is that of the matching question."""
    async with started(places) as pilot:
        keep(pilot, leader_morale=2)
        await units(pilot)
        await press(pilot, "enter")
        row = next(each for each in screen(pilot, UnitScreen).form.rows if each.path == ("leader_morale",))
        row.focus()
        await press(pilot, "9")
        assert "9 is outside 0 to 4" in words(row)
        assert facts(pilot) == {"leader_morale": 2}
        assert "[2]" in words(row)


async def test_delete_removes_a_fact(places: Places) -> None:
    """The fact is no longer known and answers nothing; the unit can still take part."""
    async with started(places) as pilot:
        keep(pilot, rating="B")
        await units(pilot)
        await press(pilot, "enter delete escape")
        assert "nothing known yet" in at(pilot, "#units")
        await press(pilot, "escape")
        await calculator(pilot, "closing-roll")
        await press(pilot, "equals_sign")
        assert words(pilot.app.screen.query_one("OptionList")) == "1 5th Texas as Moving stack"


@pytest.mark.parametrize("game", ["bp", "pub"])
async def test_a_change_of_game_closes_the_open_unit(places: Places, game: str) -> None:
    """Another game keeps other facts; the list of its units is below."""
    async with started(places) as pilot:
        keep(pilot)
        await units(pilot)
        await press(pilot, "enter f9")
        games = pilot.app.screen.query_one(OptionList)
        games.highlighted = games.get_option_index(game)
        await press(pilot, "enter")
        await settled(pilot)
        while pilot.app.screen.is_modal:
            await press(pilot, "escape")
        assert context(pilot).game == game
        assert [type(each) for each in pilot.app.screen_stack if isinstance(each, UnitScreen)] == []
        assert isinstance(pilot.app.screen, UnitsScreen)


@pytest.mark.slow
async def test_undo_is_shown_in_the_open_unit(places: Places) -> None:
    """After an undo, the row of the open unit shows the earlier value."""
    async with started(places) as pilot:
        keep(pilot)
        await units(pilot)
        await press(pilot, "enter b")
        assert "[B]" in fact(pilot, "rating")
        await press(pilot, "ctrl+z")
        assert "[B]" not in fact(pilot, "rating")


async def test_a_fact_that_cannot_be_saved_is_not_shown(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Disk full: the row is unchanged and the reason is shown."""

    def full(*given: object) -> None:
        raise NotSaved("the disk is full")

    async with started(places) as pilot:
        keep(pilot, rating="C")
        await units(pilot)
        await press(pilot, "enter")
        monkeypatch.setattr(SessionFile, "add", full)
        await press(pilot, "b")
        assert "[C]" in fact(pilot, "rating")
        assert "the disk is full" in at(pilot, "#unit-told")


# offered


@pytest.mark.slow
async def test_a_unit_answers_only_when_chosen(places: Places) -> None:
    """Opening a calculator fills in nothing; = lists the unit; filled-in answers name it until they are changed."""
    async with started(places) as pilot:
        keep(pilot, rating="B", leader_morale=3, sps=5)
        page = await calculator(pilot, "closing-roll")
        assert page.form.sheet.values == {}
        assert "= Known answers" in at(pilot, "#keys")
        await press(pilot, "equals_sign")
        assert (
            "5th Texas as Moving stack: Morale rating of the moving stack B, Leader's morale value 3"
            in words(pilot.app.screen.query_one("OptionList"))
        )
        await press(pilot, "escape")
        assert page.form.sheet.values == {}
        await press(pilot, "equals_sign enter")
        assert page.form.sheet.values == {"rating": "B", "leader_morale": 3}
        assert "(from 5th Texas)" in words(row(pilot, "rating"))
        row(pilot, "rating").focus()
        await press(pilot, "c")
        assert "from 5th Texas" not in words(row(pilot, "rating"))
        assert "(from 5th Texas)" in words(row(pilot, "leader_morale"))


@pytest.mark.slow
async def test_given_answers_are_not_replaced(places: Places) -> None:
    """Only open questions are filled in."""
    async with started(places) as pilot:
        keep(pilot, rating="B", leader_morale=3)
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c equals_sign")
        assert words(pilot.app.screen.query_one("OptionList")) == (
            "1 5th Texas as Moving stack (contradicts Morale rating of the moving stack C):"
            " Leader's morale value 3"
        )
        await press(pilot, "1")
        assert page.form.sheet.values == {"rating": "C", "leader_morale": 3}


@pytest.mark.slow
async def test_the_source_of_an_answer_is_kept_with_the_draft(places: Places) -> None:
    """After the calculator is closed and continued, the source is still shown."""
    async with started(places) as pilot:
        keep(pilot, rating="B")
        await calculator(pilot, "closing-roll")
        await press(pilot, "equals_sign enter escape")
        await calculator(pilot, "closing-roll")
        await press(pilot, "ctrl+o")
        assert "(from 5th Texas)" in words(row(pilot, "rating"))


@pytest.mark.slow
async def test_one_unit_of_a_list_is_filled(places: Places) -> None:
    """A marked unit of the list is filled; if none is marked, each is offered by its number."""
    async with started(places) as pilot:
        keep(pilot, sps=5)
        keep(pilot, "1st Maine", sps=4)
        page = await calculator(pilot, "fire")
        await press(pilot, "plus")
        assert len(page.form.sheet.values["firers"]) == 2
        row(pilot, "firers.2.sps").focus()
        await press(pilot, "equals_sign")
        offered = words(pilot.app.screen.query_one("OptionList"))
        assert "5th Texas as Firing unit" in offered
        assert " 2: SPs 5" in offered
        assert " 1: " not in offered
        await press(pilot, "enter")
        assert page.form.sheet.values["firers"][1]["sps"] == 5
        assert "sps" not in page.form.sheet.values["firers"][0]
        page.query_one("#dice").focus()
        await press(pilot, "equals_sign")
        offered = words(pilot.app.screen.query_one("OptionList"))
        assert "1st Maine as Firing unit 1: " in offered
        assert "5th Texas" not in offered, "it is a firing unit already"


@pytest.mark.slow
async def test_an_open_order_unit_is_offered_as_firer_or_as_target(places: Places) -> None:
    """Facts that could answer for two different parts are offered separately."""
    async with started(places) as pilot:
        keep(pilot, open_order_capable=True)
        page = await calculator(pilot, "fire")
        await press(pilot, "1 equals_sign")
        ways = screen(pilot, ChooseScreen).choices
        assert len(ways) == len({way.label for way in ways}) == 2
        await press(pilot, "1")
        marked = [
            "open_order_capable" in (page.form.sheet.values.get("target") or {}),
            "open_order_capable" in page.form.sheet.values["firers"][0],
        ]
        assert sorted(marked) == [False, True]


async def test_no_units_to_fill_in(places: Places) -> None:
    """`=` without anything to offer opens no list."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "equals_sign")
        screen(pilot, CalculatorScreen)
        assert "No known answers: none from units" in notes(pilot)


SETTLED = """\
settings:
  - {name: battle, label: Battle, choices: [hill, creek], fills: [rating], cite: "3.5"}
"""


@pytest.mark.slow
async def test_the_clock_and_a_setting_answer(places: Places) -> None:
    """The turn of the clock and the chosen setting are filled in, with their source."""
    write(places.own / "tables/lob/scenarios.yaml", SETTLED.replace("[hill, creek]", "[A, B]"))
    async with started(places) as pilot:
        session = context(pilot).session
        turn.jump(session, 10, None)
        page = await calculator(pilot, "fluke-stoppage")
        assert page.form.sheet.values == {"turn": 10}
        assert "(from the clock)" in words(row(pilot, "turn"))
        await press(pilot, "escape")
        session.add(SettingChosen("battle", "B"))
        page = await calculator(pilot, "closing-roll")
        assert page.form.sheet.values == {"rating": "B"}
        assert "(from the session)" in words(row(pilot, "rating"))


# results


async def test_enter_applies_a_result_to_its_unit(places: Places) -> None:
    """Applying the change is the default after the result, and one event; after undo it is offered again."""
    async with started(places) as pilot:
        keep(pilot, rating="F", leader_morale=0, sps=5, state="Sh")
        page = await calculator(pilot, "morale-check")
        await press(pilot, "equals_sign enter")
        assert page.form.sheet.units == {"stack": "5th Texas"}
        row(pilot, "cause").focus()
        await press(pilot, "1")
        await type_in(pilot, "1")
        page.query_one("#dice").focus()
        await press(pilot, "space 6 6 enter")
        assert page.calculation.done
        follow_ups = page.query_one(FollowUps)
        assert follow_ups.has_focus and follow_ups.highlighted == 0
        losses = page.calculation.resolution.outcome["losses"]  # type: ignore[union-attr]
        shown = words(follow_ups)
        assert shown.startswith(
            f"Apply: 5th Texas: Strength points 5 -> {5 - losses}, Shaken (SH) -> Routed (R)"
        )
        before = len(context(pilot).session.log)
        await press(pilot, "enter")
        assert "Applied: 5th Texas:" in at(pilot, "#told")
        assert facts(pilot)["sps"] == 5 - losses
        assert facts(pilot)["state"] == "R"
        assert len(context(pilot).session.log) == before + 1
        screen(pilot, CalculatorScreen)
        assert "Apply:" not in words(follow_ups)
        await press(pilot, "ctrl+z")
        assert facts(pilot)["state"] == "Sh"
        assert words(follow_ups) == shown


@pytest.mark.slow
async def test_a_result_is_applied_to_another_unit(places: Places) -> None:
    """Without a unit in the calculation, `=` offers all units, until one is changed."""
    async with started(places) as pilot:
        keep(pilot, sps=5, state="Normal")
        page = await calculator(pilot, "morale-check")
        await _lossy_check(pilot)
        losses = page.calculation.resolution.outcome["losses"]  # type: ignore[union-attr]
        assert losses > 0
        assert "Apply:" not in words(page.query_one(FollowUps))
        assert "Press = to apply the result to a unit." in at(pilot, "#summary")
        assert "= Apply to unit" in at(pilot, "#keys")
        await press(pilot, "equals_sign")
        listed = words(pilot.app.screen.query_one("OptionList"))
        assert f"5th Texas: Strength points 5 -> {5 - losses}, Morale state Normal -> Routed (R)" in listed
        assert "(Checking stack)" in listed
        await press(pilot, "enter")
        assert facts(pilot) == {"sps": 5 - losses, "state": "R"}
        assert "applies the result" not in at(pilot, "#summary")
        await press(pilot, "ctrl+z")
        assert facts(pilot) == {"sps": 5, "state": "Normal"}
        assert words(page.query_one(FollowUps)).startswith("Apply: 5th Texas: ")


async def _lossy_check(pilot: Pilot[None]) -> None:
    """Make a morale check that costs strength points, with typed dice."""
    page = screen(pilot, CalculatorScreen)
    answers = {"rating": "F", "leader_morale": 0, "cause": "small_arms", "range": 1}
    resolve = context(pilot).engine.resolve
    worst = max(
        range(2, 13), key=lambda total: resolve("lob:morale-check", answers, [total]).outcome["losses"]
    )
    page.form.sheet.values.update(answers)
    page.view.update_all()
    page.query_one("#dice").focus()
    await press(pilot, " ".join(str(worst)))
    if page.calculation.resolution is None or not page.calculation.resolution.done:
        await press(pilot, "enter")


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_units_fit(places: Places, size: tuple[int, int]) -> None:
    """List and facts fit above their keys."""
    async with started(places, size=size) as pilot:
        keep(pilot, rating="B")
        page = await units(pilot)
        assert page.query_one("#units").region.bottom <= page.query_one("#keys").region.y
        await press(pilot, "enter")
        form = screen(pilot, UnitScreen).form
        assert form.region.height >= len(form.rows)


async def test_a_pasted_list_is_kept(places: Places) -> None:
    """A pasted list is saved and undone as a whole; an invalid line is named, and nothing is saved."""
    async with started(places) as pilot:
        await units(pilot)
        pilot.app.post_message(Paste("5th Texas: sps=5\nHood: sps=many"))
        await settled(pilot)
        assert "line 2: sps:" in notes(pilot)
        assert not context(pilot).session.game_state.units
        pilot.app.post_message(Paste("5th Texas: sps=5\nHood: command_value=3"))
        await settled(pilot)
        assert "2 units saved" in notes(pilot)
        assert list(context(pilot).session.game_state.units) == ["5th Texas", "Hood"]
        await press(pilot, "ctrl+z")
        assert not context(pilot).session.game_state.units
