"""Regression tests for mistakes that players did not notice, replayed on a usual and a narrow screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model import Input, Library
from companion.model.recorded import OrderSlip
from companion.play import dispatch, turn
from companion.play.session import Session
from companion.play.store.session_file import SessionFile
from companion.play.units_and_notes import keep_unit
from companion.render.log import LogWords
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.entry_rows import ChoiceRow, NumberRow
from companion.ui.widgets.follow_ups import FollowUps
from tests.every_event import ATTEMPT, GAME, RIGHT, minutes, play
from tests.ui.helpers import (
    at,
    calculator,
    companion,
    context,
    focused,
    painted,
    panels,
    press,
    row,
    screen,
    screen_text,
    settled,
    started,
    type_in,
    words,
)

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 20)])
GAMES = ["lob", "bp", "bar", "pub", "aor"]


async def in_game(pilot: Pilot[None], game: str) -> None:
    """Switch to a game."""
    context(pilot).switch(game)
    companion(pilot).changed()
    await settled(pilot)


def painted_line(pilot: Pilot[None]) -> str:
    """Return the painted screen in one line."""
    return " ".join(painted(pilot).split())


async def ledger(pilot: Pilot[None]) -> None:
    """Show the odds; a narrow screen shows them in place of the questions."""
    if pilot.app.size.width < 72:
        await press(pilot, "question_mark")


# 1: each key has one meaning, and no change goes unseen


@SIZES
async def test_a_third_i_changes_nothing_unseen(places: Places, size: tuple[int, int]) -> None:
    """Pub Battles, `m i i i` in a combat: each change is painted, and named above the roll while it lasts."""
    async with started(places, size) as pilot:
        await in_game(pilot, "pub")
        page = await calculator(pilot, "combat")
        buildings = row(pilot, "defender.in_buildings")
        assert buildings.hotkey == "i"
        await press(pilot, "m i")
        assert page.form.sheet.values == {}
        assert focused(pilot) is buildings, "a line out of sight is marked first"
        await press(pilot, "i")
        assert page.form.sheet.values == {"defender": {"in_buildings": True}}
        assert "[x] i Defender in Buildings" in painted_line(pilot)
        assert "hanged" in painted_line(pilot).partition("Dice: not due yet")[2]
        await press(pilot, "i")
        assert "[ ] i Defender in Buildings" in painted_line(pilot)
        assert "attacker_on_defender_flank" not in page.form.sheet.values


@pytest.mark.slow
@SIZES
async def test_a_after_the_attackers_sps_is_no_modifier(places: Places, size: tuple[int, int]) -> None:
    """Line of Battle, `b 5 Enter` in a charge, then `a`: only the marked rating changes, and the screen shows it."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 5 enter")
        assert "[ ] l A leader charges" in painted_line(pilot), "the skipped line has its own letter"
        assert focused(pilot) is row(pilot, "defender_rating")
        assert not [each for each in page.form.rows if each.hotkey in "abcdef" and each.hotkey]
        await press(pilot, "a")
        assert page.form.sheet.values == {"rating": "B", "attacker_sps": "5", "defender_rating": "A"}
        assert "Defender's morale rating [A]" in painted_line(pilot)


@pytest.mark.slow
@SIZES
async def test_a_digit_belongs_to_the_next_line(places: Places, size: tuple[int, int]) -> None:
    """Black Powder: no number is skipped between the formation and the next marked question."""
    async with started(places, size) as pilot:
        await in_game(pilot, "bp")
        page = await calculator(pilot, "command-roll")
        await press(pilot, "8 4")
        marked = focused(pilot)
        assert isinstance(marked, NumberRow)
        assert page.form.beside(row(pilot, "formation"), 1) is marked
        assert "▸? Other modifiers, added together" in painted_line(pilot)
        await press(pilot, "0 up up")
        assert focused(pilot) is row(pilot, "distance_inches")
        await type_in(pilot, "15")
        await press(pilot, "enter")
        assert page.form.sheet.values["distance_inches"] == "15"
        assert page.form.sheet.values["modifier"] == "0"
        assert page.form.shows(row(pilot, "distance_inches"))
        assert "[15]" in words(row(pilot, "distance_inches"))
        assert "Inches from the commander" in at(pilot, "#changed")


@pytest.mark.parametrize("game", GAMES)
async def test_no_number_is_skipped_before_another(places: Places, game: str) -> None:
    """A number with a default is skipped only if the next number is asked depending on it."""
    async with started(places) as pilot:
        await in_game(pilot, game)
        for procedure in context(pilot).module.procedures:
            passed: list[Input] = []
            for given in procedure.inputs:
                if given.kind == "number" and not given.rule:
                    free = [each.name for each in passed if each.name not in given.when]
                    assert not free, f"{procedure.id}: {free} before {given.name}"
                passed = [*passed, given] if given.kind == "number" and given.rule else passed
                passed = [] if given.kind in ("number", "choice") and not given.rule else passed


@SIZES
async def test_wrapped_lines_are_indented(places: Places, size: tuple[int, int]) -> None:
    """Continuation lines are indented past box, letter and key."""
    async with started(places, size) as pilot:
        await in_game(pilot, "pub")
        await calculator(pilot, "combat")
        for path, start in (
            ("defender.quality", "Regular (neither"),
            ("defender.cover", "Defender in Woods"),
        ):
            row(pilot, path).focus()
            await settled(pilot)
            lines = painted(pilot).splitlines()
            first = next(
                number for number, line in enumerate(lines) if start in line and "Default" not in line
            )
            column = lines[first].index(start)
            assert lines[first + 1][:column].strip(" │") == "" and lines[first + 1][column] != " "


@pytest.mark.slow
async def test_after_a_refusal_the_reason_is_answered_by_its_letter(places: Places) -> None:
    """Skirmishers may not re-form: the mark stays. Its letter answers the reason, and Enter leads to the ER."""
    async with started(places) as pilot:
        await in_game(pilot, "bar")
        page = await calculator(pilot, "skirmish-check")
        await press(pilot, "1")
        assert "only if every component unit is adjacent" in painted_line(pilot)
        refused = focused(pilot)
        assert isinstance(refused, ChoiceRow)
        await press(pilot, row(pilot, "adjacent").hotkey)
        await press(pilot, "enter 4 3 2 5")
        assert page.calculation.done


# 2: the next round keeps the results of the last


@pytest.mark.slow
@SIZES
@pytest.mark.parametrize(("kind", "dice"), [("1", "1 2 3 1 2 5"), ("2", "1 2 1 5")])
async def test_the_next_round_keeps_losses_states_and_terrain(
    places: Places, size: tuple[int, int], kind: str, dice: str
) -> None:
    """Pub Battles, Militia in Woods against Infantry: asks who stays; Enter opens the next round, not a retreat."""
    async with started(places, size) as pilot:
        await in_game(pilot, "pub")
        page = await calculator(pilot, "combat-round")
        await press(pilot, kind)
        row(pilot, "defender.quality").focus()
        await press(pilot, "3")
        row(pilot, "defender.cover").focus()
        await press(pilot, "space")
        row(pilot, "attacker.type").focus()
        await press(pilot, f"1 1 {dice}")
        assert page.calculation.done, screen_text(pilot)
        assert "Both pieces stay: roll round 2" in panels(pilot)
        assert "The Defender retreats (the Defender decides first)." in " ".join(
            each for _, each in page.query_one(FollowUps)._listed
        )
        before = page.calculation.resolution
        assert before is not None
        await press(pilot, "enter enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == "pub:combat-round"
        assert isinstance(focused(pilot), DiceRow), "nothing is asked"
        assert page.calculation.resolution is not None
        now = page.calculation.resolution.inputs
        assert now["round"] == 2
        assert (now["attacker"]["type"], now["defender"]["type"]) == ("infantry", "infantry")
        assert (now["attacker"]["state"], now["attacker"]["first_hit_taken"]) == ("spent", True)
        assert now["defender"]["quality"] == "militia"
        assert now["defender"]["cover"] is True


# 3: known facts are not asked


@pytest.mark.slow
@SIZES
async def test_a_fluke_stoppage_is_filled_in(places: Places, size: tuple[int, int]) -> None:
    """The title of Hood's fluke stoppage names him. The turn is filled in from the clock and may be changed."""
    async with started(places, size) as pilot:
        session = context(pilot).session
        dispatch.send(session, OrderSlip("First player", "Lee", "Hood", "attack", "take the hill", 1, 1))
        dispatch.change_state(session, 1, "accepted")
        keep_unit(session, "Hood", {"command_value": 3})
        turn.jump(session, 9, None)
        companion(pilot).changed()
        await press(pilot, "f3 home down enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == "lob:fluke-stoppage"
        assert "Hood" in at(pilot, "#where")
        assert page.form.sheet.values["turn"] == 9
        assert "(from the clock)" in words(row(pilot, "turn"))
        assert "(from Hood)" in words(row(pilot, "command_value"))
        assert isinstance(focused(pilot), DiceRow), "nothing is asked"
        row(pilot, "turn").focus()
        await press(pilot, "1 0 enter")
        assert page.form.sheet.values["turn"] == "10"
        assert "(from the clock)" not in words(row(pilot, "turn"))


# 4: dice and numbers are entered in one way


@pytest.mark.slow
@SIZES
@pytest.mark.parametrize("total", [2, 3, 6, 7, 9, 10, 12])
async def test_every_total_is_entered_in_the_same_way(
    places: Places, size: tuple[int, int], total: int
) -> None:
    """A total is complete as soon as no digit may follow; a further Enter opens nothing."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "command-roll")
        await press(pilot, f"2 {' '.join(str(total))} enter")
        assert screen(pilot, CalculatorScreen) is page
        assert [roll.value for roll in page.calculation.rolls] == [total]
        assert f"2d6: {total}, typed" in panels(pilot)


@pytest.mark.slow
@SIZES
@pytest.mark.parametrize(
    ("game", "name", "answers", "dice"),
    [("bar", "skirmish-check", "2 4 3", "0 7"), ("pub", "combat-round", "1 1 1", "1 2 3 1 2 3")],
)
async def test_percentages_and_pools_are_entered_in_the_same_way(
    places: Places, size: tuple[int, int], game: str, name: str, answers: str, dice: str
) -> None:
    """The last die completes the roll, and a further Enter does nothing."""
    async with started(places, size) as pilot:
        await in_game(pilot, game)
        page = await calculator(pilot, name)
        await press(pilot, f"{answers} {dice}")
        assert page.calculation.done
        await press(pilot, "enter")
        assert screen(pilot, CalculatorScreen) is page


# 6: a multi-step calculation shows its steps


@pytest.mark.slow
@SIZES
async def test_a_charge_shows_each_step_and_the_odds_that_are_left(
    places: Places, size: tuple[int, int]
) -> None:
    """Each step is shown (`closes`, `attacker loses 1 SP`); results that are no longer possible are in no panel."""
    async with started(places, size) as pilot:
        await calculator(pilot, "charge")
        await press(pilot, "b l 2 6 enter c 4 enter")
        await ledger(pilot)
        assert "does not close" in at(pilot, "#answer")
        await press(pilot, "4")
        assert "4, typed: closes" in panels(pilot)
        assert "does not close" not in at(pilot, "#answer") + at(pilot, "#summary")
        await press(pilot, "5")
        assert "5, typed: attacker loses 1 SP" in panels(pilot)
        assert "/3748" not in screen_text(pilot), "no odds with more digits than a table can read"


# 7: the log names units and changes

LOGGED = {
    "SidesNamed": "Sides: Union and Confederate",
    "OrderSent": "Order to I Corps: attack, take the ridge (from Meade)",
    "OrderRewritten": "Order 2 to I Corps now reads: attack, take the ridge at dawn (from Meade)",
    "OrderBecame": "Order 2 to I Corps accepted: rolled 9",
    "PromptSettled": "Accepted: Order to I Corps arrives",
    "UnitKept": "Guard: ",
    "UnitDropped": "Scouts removed",
    "CupFilled": "Into the cup: I Corps, II Corps, Guard",
    "ChitDrawn": "Guard drawn by the companion",
    "ChitTried": "I Corps with the chit of II Corps: now succeeds",
    "ChitMarked": "Guard: ordered",
    "Calculated": "Works: yes  (rolled 4 on 1d6)  [corrects line ",
}
"""The expected line for each kind of event that concerns a unit or a command."""


def test_every_line_of_a_log_names_its_unit(tmp_path: Path) -> None:
    """Every line names its unit; corrections list their changes, in the report as well."""
    clock = minutes()
    session = Session(SessionFile(tmp_path, "Evening"), Library(()), now=lambda: next(clock))
    play(session)
    wrong = next(logged.id for logged in session.log if logged.event == ATTEMPT)
    session.add(replace(RIGHT, amends=wrong), game=GAME)
    log_words, lines = LogWords(session.find_module), dict[str, list[str]]()
    for logged in session.log:
        lines.setdefault(type(logged.event).__name__, []).append(log_words.line(logged))
    for kind, expected in LOGGED.items():
        assert any(expected in line for line in lines[kind]), f"{kind}: {lines[kind]}"
    assert "Order 1 to Guard ended" in lines["OrderBecame"]
    assert lines["Calculated"][-1].endswith(f"[corrects line {wrong}: near]")
    report = report_markdown(report_facts(session))
    for part in ("I Corps", f"corrects line {wrong}: near", "Order 2 to I Corps accepted"):
        assert part in report
    session.close()


@pytest.mark.slow
@SIZES
async def test_a_correction_names_unit_and_answer(places: Places, size: tuple[int, int]) -> None:
    """Title, log line and correction name the unit; the correction names the changed answer."""
    async with started(places, size) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "at")
        await type_in(pilot, "5th Texas")
        await press(pilot, "enter enter c 2 4 f10 w")
        assert "5th Texas" in at(pilot, "#where")
        letter = row(pilot, "shaken").hotkey
        await press(pilot, letter if row(pilot, "shaken").asked else "")
        await press(pilot, letter if not row(pilot, "shaken").value else "")
        await press(pilot, "k")
        log = " ".join(painted(pilot).replace("│", " ").split())
        assert "5th Texas closes" in log and "changed: Moving stack is Shaken" in log
        assert "corrects line 2" in log and "corrected by line 3" in log


# 8: when option A ends


@pytest.mark.slow
@SIZES
async def test_option_a_ends_with_the_roll_and_in_other_calculators(
    places: Places, size: tuple[int, int]
) -> None:
    """Option A is not shown in other calculators, nor in a new calculation after the roll."""
    async with started(places, size) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 asterisk s s s")
        assert row(pilot, "shaken").value
        await ledger(pilot)
        assert "Option A" in at(pilot, "#answer")
        for other in ("charge", "fire"):
            await calculator(pilot, other)
            assert "Option A" not in screen_text(pilot)
        await calculator(pilot, "closing-roll")
        await press(pilot, "b 1 4 f8 b 1")
        assert "Option A" not in screen_text(pilot)
