"""The log: results are logged before they are shown, lines open, undone lines stay, and mistakes are corrected."""

from __future__ import annotations

import json
import random
import sqlite3

import pytest
from msgspec import structs
from textual.pilot import Pilot

from companion.engine import Dice
from companion.load.places import Places
from companion.model import CompanionError
from companion.model.event import Calculated, DiceRolled, Logged, Noted
from companion.play.event_json import decode_event, encode_event
from companion.play.store.errors import NotSaved
from companion.play.store.session_file import SessionFile
from companion.play.units_and_notes import add_note
from companion.ui.messages import OpenLogLine
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.log import LogScreen
from companion.ui.screens.turn import TurnScreen
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.draft import SavedDraft
from companion.workspace.logged_dice import LoggedRoll
from tests.conftest import ROOT
from tests.ui.helpers import (
    at,
    calculator,
    context,
    focused,
    notes,
    painted,
    press,
    row,
    screen,
    settled,
    started,
    type_in,
    until,
)

CLOSING = "closing-roll"
FIRE = "fire"
ALLOWANCE = "movement-allowance"
SIZE = "charge-size-modifier"


def calculations(pilot: Pilot[None]) -> list[Logged]:
    """Return the lines of the log that are calculations and not undone."""
    session = context(pilot).session
    counting = session.counting()
    return [each for each in session.log if isinstance(each.event, Calculated) and each.id in counting]


def calculated(logged: Logged) -> Calculated:
    """Return the event of a line, which must be a calculation."""
    assert isinstance(logged.event, Calculated)
    return logged.event


def amending(pilot: Pilot[None]) -> Amendment:
    """Return the correction that is open in the calculator."""
    calculation = screen(pilot, CalculatorScreen).calculation
    assert isinstance(calculation, Amendment)
    return calculation


async def log(pilot: Pilot[None]) -> LogScreen:
    """Open the log."""
    await press(pilot, "f10")
    return screen(pilot, LogScreen)


async def mark(pilot: Pilot[None], number: int) -> None:
    """Move the mark to a line of the log by its number."""
    page = screen(pilot, LogScreen)
    numbers = [each.logged.id for each in page.lines]
    page.query_one("#log").highlighted = numbers.index(number)  # type: ignore[attr-defined]
    await pilot.pause()


async def closing(pilot: Pilot[None], keys: str = "c 2 3") -> Logged:
    """Make a closing roll and close the calculator. Return its line in the log."""
    await calculator(pilot, CLOSING)
    await press(pilot, f"{keys} escape")
    return calculations(pilot)[-1]


# the calculator writes the log


async def test_result_with_dice_is_logged_at_the_last_die(places: Places) -> None:
    """The screen names the line, and closing the calculator adds none."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2")
        assert calculations(pilot) == []
        await press(pilot, "4")
        (line,) = calculations(pilot)
        assert calculated(line).procedure == "lob:closing-roll"
        assert calculated(line).inputs["rating"] == "C"
        assert calculated(line).outcome["success"] is True
        assert f"Line {line.id} of the log." in at(pilot, "#summary")
        await press(pilot, "escape")
        assert calculations(pilot) == [line]


async def test_result_is_logged_before_it_is_shown(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the line is being written, neither result nor die is on screen."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2")
        shown: list[str] = []
        add = SessionFile.add

        def add_and_look(store: SessionFile, game: str, events: list[object], moment: str) -> object:
            shown.append(at(pilot, "#summary") + at(pilot, "#dice"))
            return add(store, game, events, moment)  # type: ignore[arg-type]

        monkeypatch.setattr(SessionFile, "add", add_and_look)
        await press(pilot, "4")
        assert len(shown) == 1
        assert "closes (rolled" not in shown[0]
        assert ", typed" not in shown[0]
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done


@pytest.mark.slow
async def test_calculation_without_dice_is_logged_when_closed(places: Places) -> None:
    """Answers may still change until the calculator is closed."""
    async with started(places) as pilot:
        await calculator(pilot, SIZE)
        page = screen(pilot, CalculatorScreen)
        while page.calculation.resolution is not None and not page.calculation.resolution.done:
            await press(pilot, "4 enter")
        assert calculations(pilot) == []
        await press(pilot, "escape")
        assert [calculated(each).procedure for each in calculations(pilot)] == ["lob:charge-size-modifier"]
        await calculator(pilot, SIZE)
        assert not any(screen(pilot, CalculatorScreen).form.sheet.values.values())
        await press(pilot, "escape")
        assert len(calculations(pilot)) == 1


@pytest.mark.slow
async def test_closing_the_app_logs_the_calculation(places: Places) -> None:
    """A result without dice that is open when the app ends is in the log at the next start, once."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, f"c 0 {row(pilot, 'open_order_capable').hotkey} ctrl+q")
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "escape")
        assert len(calculations(pilot)) == 1


@pytest.mark.slow
async def test_unfinished_calculations_are_not_logged(places: Places) -> None:
    """A calculator opened without answers, or with only some, adds no line."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "escape")
        await calculator(pilot, CLOSING)
        await press(pilot, "c escape")
        assert calculations(pilot) == []


@pytest.mark.slow
async def test_new_calculation_logs_the_old_one(places: Places) -> None:
    """F8 logs a result without dice, once."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, f"c 0 {row(pilot, 'open_order_capable').hotkey} f8")
        assert len(calculations(pilot)) == 1
        assert screen(pilot, CalculatorScreen).form.sheet.values == {}
        await press(pilot, "escape")
        assert len(calculations(pilot)) == 1


async def test_changed_answer_amends_the_line(places: Places) -> None:
    """Changing an answer after the result adds a correction when the calculator is closed; the dice stay."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 3")
        (first,) = calculations(pilot)
        hotkey = row(pilot, "shaken").hotkey
        await press(pilot, hotkey)
        assert calculations(pilot) == [first]
        await press(pilot, "escape")
        second = calculations(pilot)[-1]
        assert calculated(second).amends == first.id
        assert calculated(second).inputs["shaken"] is True
        assert calculated(second).rolls == calculated(first).rolls
        assert f"Line {second.id} of the log corrects line {first.id}." in notes(pilot)
        page = await log(pilot)
        assert f"corrected by line {second.id}" in at(pilot, "#log")
        assert page.amended == {first.id: second.id}


@pytest.mark.slow
async def test_reverted_change_amends_nothing(places: Places) -> None:
    """After a toggle and its reversal, the line stays as it is."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 3")
        hotkey = row(pilot, "shaken").hotkey
        await press(pilot, f"{hotkey} {hotkey} escape")
        assert len(calculations(pilot)) == 1


@pytest.mark.slow
async def test_another_typed_die_amends_at_once(places: Places) -> None:
    """A corrected die is logged as a correction before the new result is shown."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 3")
        (first,) = calculations(pilot)
        screen(pilot, CalculatorScreen).query_one("#dice").focus()
        await press(pilot, "backspace 5")
        second = calculations(pilot)[-1]
        assert calculated(second).amends == first.id
        assert [each.value for each in calculated(second).rolls] == [5]


@pytest.mark.slow
async def test_follow_up_logs_the_previous_result(places: Places) -> None:
    """Opening a follow-up logs a result without dice first."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, f"c 0 {row(pilot, 'open_order_capable').hotkey}")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.next[0].procedure
        page.query_one("#next").focus()
        await press(pilot, "enter")
        await until(pilot, lambda: pilot.app.screen is not page)
        assert len(calculations(pilot)) == 1


@pytest.mark.slow
async def test_dice_of_the_companion_are_logged_before_the_result(places: Places) -> None:
    """The dice are logged before the result."""
    async with started(places, dice=Dice(random.Random(1))) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 r")
        rolled, line = context(pilot).session.log[-2:]
        assert isinstance(rolled.event, DiceRolled)
        assert calculated(line).rolls[0].value == rolled.event.faces[0]
        assert calculated(line).rolls[0].source == "app"


async def test_disk_full_is_reported_as_not_logged(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that cannot be saved is reported; once the disk has room, closing the calculator writes it."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2")

        def full(*given: object) -> list[Logged]:
            raise NotSaved("the change could not be saved and was not made: the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(SessionFile, "add", full)
            await press(pilot, "4")
            assert "NOT IN THE LOG" in at(pilot, "#summary")
            assert "the disk is full" in at(pilot, "#summary")
            assert "of the log." not in at(pilot, "#summary")
        await press(pilot, "escape")
        assert len(calculations(pilot)) == 1


@pytest.mark.slow
async def test_disk_full_rolls_no_die(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rolls of the companion that cannot be saved are not shown."""
    async with started(places, dice=Dice(random.Random(1))) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2")

        def full(*given: object) -> list[Logged]:
            raise NotSaved("the disk is full")

        monkeypatch.setattr(SessionFile, "add", full)
        await press(pilot, "r")
        assert page.calculation.rolls == []
        assert "the disk is full" in notes(pilot)


# drafts


def drafts(places: Places) -> dict[str, object]:
    """Return the drafts of calculations on disk now, by key."""
    (path,) = (places.data / "sessions").glob("*.session")
    file = sqlite3.connect(path)
    try:
        kept = file.execute("SELECT key, value FROM kept WHERE key LIKE 'draft %'").fetchall()
    finally:
        file.close()
    return {key.removeprefix("draft "): json.loads(value) for key, value in kept}


@pytest.mark.slow
async def test_every_answer_and_die_is_on_disk_at_once(places: Places) -> None:
    """The session file has them while the app runs."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        assert drafts(places) == {}
        await press(pilot, "c")
        assert drafts(places)["lob:closing-roll"]["answers"] == {"rating": "C"}  # type: ignore[index]
        await press(pilot, "2 4")
        kept = drafts(places)["lob:closing-roll"]
        assert [(roll["id"], roll["value"]) for roll in kept["rolls"]] == [("die", 4)]  # type: ignore[index]
        await press(pilot, "escape")
        assert drafts(places) == {}


@pytest.mark.slow
async def test_draft_after_a_kill_belongs_to_its_line(places: Places) -> None:
    """After a kill, the calculation continues as the same line and is not logged twice."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 4")
        (line,) = calculations(pilot)
        kept = context(pilot).session.store.value("draft lob:closing-roll")
    async with started(places) as pilot:
        context(pilot).session.store.set_value("draft lob:closing-roll", kept)
        page = await calculator(pilot, CLOSING)
        assert f"Line {line.id} of the log: 2 answers and 1 roll from" in at(pilot, "#summary")
        await press(pilot, "ctrl+o")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        await press(pilot, "escape")
        assert [each.id for each in calculations(pilot)] == [line.id]
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 4 escape")
        assert len(calculations(pilot)) == 2


@pytest.mark.slow
async def test_kill_between_log_and_draft_does_not_log_twice(places: Places) -> None:
    """The line is on disk, but the draft does not yet refer to it."""
    async with started(places) as pilot:
        line = await closing(pilot, "c 2 4")
        begun = SavedDraft({"rating": "C", "leader_morale": 2}, ["4"])
        context(pilot).keep_draft("lob:closing-roll", begun)
        await calculator(pilot, CLOSING)
        await press(pilot, "ctrl+o")
        assert f"Line {line.id} of the log." in at(pilot, "#summary")
        await press(pilot, "escape")
        assert calculations(pilot) == [line]


@pytest.mark.slow
async def test_follow_ups_have_separate_drafts(places: Places) -> None:
    """A draft typed by hand is not replaced by that of a follow-up."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c escape")
        page = CalculatorScreen(Calculation(context(pilot), "lob:closing-roll", {"leader_morale": 1}))
        await pilot.app.push_screen(page)
        await settled(pilot)
        assert page.form.sheet.values == {"leader_morale": 1}
        await press(pilot, "b escape")
        again = await calculator(pilot, CLOSING)
        await press(pilot, "ctrl+o")
        assert again.form.sheet.values == {"rating": "C"}
        await press(pilot, "escape")
        back = Calculation(context(pilot), "lob:closing-roll", {"leader_morale": 1})
        assert back.continue_earlier()
        assert back.sheet.values == {"leader_morale": 1, "rating": "B"}


@pytest.mark.slow
async def test_undo_removes_the_dice_of_the_open_calculator(places: Places) -> None:
    """The result is removed from screen and log; rolled again, the companion's die is the same."""
    async with started(places, dice=Dice(random.Random(5))) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 r")
        first = calculated(calculations(pilot)[-1])
        await press(pilot, "ctrl+z")
        assert calculations(pilot) == []
        assert page.calculation.rolls == []
        assert page.calculation.resolution is not None
        assert not page.calculation.resolution.done
        page.query_one("#dice").focus()
        await press(pilot, "r")
        assert calculated(calculations(pilot)[-1]).rolls == first.rolls
        assert calculated(calculations(pilot)[-1]).amends == 0


@pytest.mark.slow
async def test_undone_die_is_not_restored_from_a_draft(places: Places) -> None:
    """A draft keeps a roll of the companion only while that roll is in the log."""
    async with started(places, dice=Dice(random.Random(5))) as pilot:
        session = context(pilot).session
        first = session.add(DiceRolled(6, (3,), "x", 0, "lob:closing-roll"))[0]
        roll = LoggedRoll("roll", "1d6", 3, (3,), "app", event=first.id)
        context(pilot).keep_draft("lob:closing-roll", SavedDraft({"rating": "C"}, [roll]))
        assert continue_closing_roll(pilot).rolls == [roll]
        session.undo()
        assert continue_closing_roll(pilot).rolls == []


def continue_closing_roll(pilot: Pilot[None]) -> Calculation:
    """Return the unfinished closing roll, continued."""
    calculation = Calculation(context(pilot), "lob:closing-roll", {})
    assert calculation.continue_earlier()
    return calculation


# reading the log


@pytest.mark.slow
async def test_newest_line_is_at_the_bottom_and_marked(places: Places) -> None:
    """A line has number, time and text; the newest one is marked."""
    async with started(places) as pilot:
        line = await closing(pilot)
        page = await log(pilot)
        assert [each.logged.id for each in page.lines] == list(range(1, line.id + 1))
        last = at(pilot, "#log").rpartition(f" {line.id} ")[2]
        assert last.startswith(line.at[11:16])
        assert "Closing roll The stack closes rolled 3 on 1d6" in last
        assert page.query_one("#log").highlighted == len(page.lines) - 1  # type: ignore[attr-defined]


@pytest.mark.slow
async def test_enter_opens_and_closes_a_line(places: Places) -> None:
    """An open line shows inputs with labels, applied and other modifiers, odds, and who rolled."""
    async with started(places) as pilot:
        await closing(pilot)
        await log(pilot)
        await press(pilot, "enter")
        text = at(pilot, "#log")
        assert "Morale rating of the moving stack C Leader's morale value 2" in text
        assert "● +1 Leader of morale value 2 or better 3.5" in text
        assert "○ −1 Moving stack is Shaken 3.5" in text
        assert "does not close 33% closes 67%" in text
        assert "Dice: 3 on 1d6, typed." in text
        await press(pilot, "enter")
        assert "Morale rating" not in at(pilot, "#log")


@pytest.mark.slow
async def test_line_says_that_the_companion_rolled(places: Places) -> None:
    """The log distinguishes typed and rolled dice."""
    async with started(places, dice=Dice(random.Random(1))) as pilot:
        await closing(pilot, "c 2 r")
        await log(pilot)
        await press(pilot, "enter")
        assert "rolled by the companion." in at(pilot, "#log")


@pytest.mark.slow
async def test_undone_line_stays_and_says_so(places: Places) -> None:
    """An undone line can still be read and is marked as undone; redo removes that mark."""
    async with started(places) as pilot:
        line = await closing(pilot)
        await log(pilot)
        assert "undone" not in at(pilot, "#log")
        await press(pilot, "ctrl+z")
        assert "Closing roll The stack closes rolled 3 on 1d6 undone" in at(pilot, "#log")
        assert f"Undone: line {line.id}" in at(pilot, "#log")
        await press(pilot, "ctrl+y")
        assert "undone" not in at(pilot, "#log")


@pytest.mark.slow
async def test_note_and_bookmark(places: Places) -> None:
    """n adds a note to the marked line; b adds or removes its star."""
    async with started(places) as pilot:
        line = await closing(pilot)
        await log(pilot)
        await press(pilot, "b")
        assert f"*{line.id:>3}".replace("  ", " ") in at(pilot, "#log")
        assert line.id in context(pilot).session.state.pins
        await press(pilot, "b")
        assert "*" not in at(pilot, "#log")
        await press(pilot, "n")
        await type_in(pilot, "what a charge")
        await press(pilot, "ctrl+s")
        (noted,) = [each.event for each in context(pilot).session.log if isinstance(each.event, Noted)]
        assert noted == Noted("what a charge", line.id)
        assert "note: what a charge" in at(pilot, "#log")


@pytest.mark.slow
async def test_brackets_move_to_turn_starts(places: Places) -> None:
    """Brackets stop at the first line of each turn, and not at phases."""
    async with started(places) as pilot:
        await press(pilot, "f3 + right right +")
        page = await log(pilot)
        starts = [each.logged.id for each in page.lines if "Turn 2, " in each.says][:1]
        starts += [each.logged.id for each in page.lines if "Turn 3, " in each.says][:1]
        numbers = [each.logged.id for each in page.lines]
        await mark(pilot, 1)
        found = []
        for _ in starts:
            await press(pilot, "right_square_bracket")
            found.append(numbers[page.query_one("#log").highlighted])  # type: ignore[attr-defined]
        assert found == starts
        await press(pilot, "left_square_bracket")
        assert numbers[page.query_one("#log").highlighted] == starts[0]  # type: ignore[attr-defined]


@pytest.mark.slow
async def test_filter_shows_only_lines_with_the_words(places: Places) -> None:
    """Slash opens the filter and Enter keeps it; Escape clears it, and the next Escape closes the log."""
    async with started(places) as pilot:
        await closing(pilot)
        page = await log(pilot)
        every = len(page.lines)
        await press(pilot, "slash")
        await type_in(pilot, "closes stack")
        assert [each.says.partition(":")[0] for each in page.lines] == ["Closing roll"]
        await press(pilot, "enter")
        assert focused(pilot) is page.query_one("#log")
        assert len(page.lines) == 1
        await press(pilot, "escape")
        assert len(page.lines) == every
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, LogScreen)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "ending"), [("m", "md"), ("j", "json")])
async def test_report_is_written_to_a_file(places: Places, key: str, ending: str) -> None:
    """The report is in the data folder, and a notification names the file."""
    async with started(places) as pilot:
        await closing(pilot)
        await log(pilot)
        await press(pilot, f"e {key}")
        (path,) = (places.data / "reports").glob(f"*.{ending}")
        assert "Closing roll" in path.read_text(encoding="utf-8")
        assert path.name in notes(pilot)


@pytest.mark.slow
async def test_report_that_cannot_be_written_is_reported(places: Places) -> None:
    """A file in place of the folder is reported, without a traceback."""
    async with started(places) as pilot:
        (places.data / "reports").write_text("in the way")
        await log(pilot)
        await press(pilot, "e m")
        assert "cannot be written" in notes(pilot)


# We forgot


@pytest.mark.slow
async def test_forgot_shows_differences_and_keeps_the_dice(places: Places) -> None:
    """Ledger and result show both versions of a forgotten modifier; k corrects the line."""
    async with started(places) as pilot:
        line = await closing(pilot, "c 2 3")
        await log(pilot)
        await press(pilot, "w")
        page = amending(pilot)
        assert "No differences." in at(pilot, "#answer")
        await press(pilot, row(pilot, "shaken").hotkey)
        answer = at(pilot, "#answer")
        assert "Moving stack is Shaken was [ ] −1 | now [x] −1" in answer
        result = answer.partition("Result")[2]
        assert "The stack was closes" in result
        assert "now does not close" in result
        assert "Was: The stack closes" in at(pilot, "#summary")
        assert [each.value for each in page.resolution.rolls] == [3]  # type: ignore[union-attr]
        assert calculations(pilot) == [line]
        await press(pilot, "k")
        screen(pilot, LogScreen)
        second = calculations(pilot)[-1]
        assert calculated(second).amends == line.id
        assert calculated(second).rolls == calculated(line).rolls
        assert f"corrected by line {second.id}" in at(pilot, "#log")


@pytest.mark.slow
async def test_forgot_lists_follow_ups_that_no_longer_apply(places: Places) -> None:
    """A roll that fails leads to no volley."""
    async with started(places) as pilot:
        await closing(pilot, "c 2 3")
        await log(pilot)
        await press(pilot, "w")
        page = amending(pilot)
        assert page.before is not None
        gone = page.before.next[0].says
        await press(pilot, row(pilot, "shaken").hotkey)
        assert page.resolution is not None
        assert gone not in [each.says for each in page.resolution.next]
        assert gone in at(pilot, "#answer").partition("Would not follow")[2]


@pytest.mark.slow
async def test_forgot_discarded_leaves_the_log_as_it_is(places: Places) -> None:
    """Escape leaves neither a line nor a draft."""
    async with started(places) as pilot:
        line = await closing(pilot)
        await log(pilot)
        await press(pilot, "w")
        await press(pilot, row(pilot, "shaken").hotkey)
        await press(pilot, "escape")
        screen(pilot, LogScreen)
        assert calculations(pilot) == [line]
        assert drafts(places) == {}
        await calculator(pilot, CLOSING)
        assert screen(pilot, CalculatorScreen).form.sheet.values == {}


@pytest.mark.slow
async def test_forgot_without_a_change_logs_nothing(places: Places) -> None:
    """k says that nothing differs."""
    async with started(places) as pilot:
        line = await closing(pilot)
        await log(pilot)
        await press(pilot, "w k")
        amending(pilot)
        assert "Nothing has changed" in at(pilot, "#told")
        assert calculations(pilot) == [line]


@pytest.mark.slow
async def test_forgot_ignores_a_die_no_longer_needed(places: Places) -> None:
    """An open order capable stack needs no roll: the die of the line is ignored, not refused."""
    async with started(places) as pilot:
        await closing(pilot, "c 0 1")
        await log(pilot)
        await press(pilot, "w")
        page = amending(pilot)
        await press(pilot, row(pilot, "open_order_capable").hotkey)
        assert page.resolution is not None
        assert page.resolution.done
        assert len(page.resolution.rolls) == 0
        await press(pilot, row(pilot, "open_order_capable").hotkey)
        assert len(page.resolution.rolls) == 1


@pytest.mark.slow
async def test_forgot_opens_the_latest_correction(places: Places) -> None:
    """w opens the latest correction of a line, and refuses undone lines and those that are not calculations."""
    async with started(places) as pilot:
        line = await closing(pilot)
        await log(pilot)
        await press(pilot, "w")
        await press(pilot, row(pilot, "shaken").hotkey + " k")
        second = calculations(pilot)[-1]
        await mark(pilot, line.id)
        await press(pilot, "w")
        assert amending(pilot).line == second.id
        await press(pilot, "escape")
        await mark(pilot, 1)
        await press(pilot, "w")
        assert "is not a calculation" in notes(pilot)
        await mark(pilot, second.id)
        await press(pilot, "ctrl+z")
        await press(pilot, "w")
        assert "is undone" in notes(pilot)
        screen(pilot, LogScreen)


@pytest.mark.slow
async def test_every_calculation_is_restored_from_its_line(places: Places) -> None:
    """A worked example of each calculator is logged, encoded and decoded with the same answers, dice and result."""
    tested: set[str] = set()
    async with started(places) as pilot:
        engine, library = context(pilot).engine, context(pilot).library
        for text in (ROOT / "tests/cases/lob-calculations.jsonl").read_text().splitlines():
            case = json.loads(text)
            if case["procedure"] in tested or "outcome" not in case:
                continue
            try:
                resolution = engine.resolve(case["procedure"], case["inputs"], case["rolls"] or [])
            except CompanionError:
                continue
            if not resolution.done:
                continue
            tested.add(case["procedure"])
            line = context(pilot).log_calculation(resolution, library.procedure(case["procedure"]))
            read = structs.replace(line, event=decode_event(encode_event(line.event)))
            assert read.id == line.id
            page = Amendment(context(pilot), read.id)
            assert page.before is not None, case
            assert (page.before.outcome, page.before.rolls) == (resolution.outcome, resolution.rolls)
            assert page.before.inputs == resolution.inputs
            assert page.before.unused == ()
        assert len(tested) > 15


# small screens and other conditions


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_log_and_amend_fit(places: Places, size: tuple[int, int]) -> None:
    """The last line of the log and the keys are visible."""
    async with started(places, size=size) as pilot:
        await closing(pilot)
        page = await log(pilot)
        listed = page.query_one("#log")
        assert listed.region.height >= 8
        assert listed.region.bottom <= page.query_one("#keys").region.y
        await press(pilot, "w")
        amending(pilot)
        amend = screen(pilot, CalculatorScreen)
        if size[0] < 72:
            await press(pilot, "question_mark")
        assert amend.query_one("#answer-side").region.height >= 5
        assert "Keep" in at(pilot, "#keys")


@pytest.mark.slow
async def test_read_only_session_calculates_without_logging(places: Places) -> None:
    """A second app on the same session calculates, and says that nothing is logged."""
    async with started(places) as first:
        await closing(first)
        async with started(places) as pilot:
            assert context(pilot).session.store.read_only
            await calculator(pilot, CLOSING)
            await press(pilot, "c 2 4")
            assert "CLOSES" in at(pilot, "#summary")
            assert "NOT IN THE LOG: session Game 1 is open elsewhere" in at(pilot, "#summary")
            await press(pilot, "escape")
            page = await log(pilot)
            await press(pilot, "b")
            assert "open elsewhere" in notes(pilot)
            assert len(page.lines) == len(context(first).session.log)


@pytest.mark.slow
async def test_note_without_a_marked_line(places: Places) -> None:
    """Without a marked line, the note belongs to the session."""
    async with started(places) as pilot:
        await log(pilot)
        await press(pilot, "slash")
        await type_in(pilot, "zzz")
        await press(pilot, "enter n")
        await type_in(pilot, "rain")
        await press(pilot, "ctrl+s")
        assert context(pilot).session.log[-1].event == Noted("rain")


async def test_enter_toggles_the_details_beside_the_log(places: Places) -> None:
    """Enter hides and shows the details; the screen still accepts keys."""
    async with started(places, (120, 40)) as pilot:
        await press(pilot, "f3 right f10")
        assert "Line 2" in painted(pilot)
        await press(pilot, "enter")
        assert "Line 2" not in painted(pilot)
        await press(pilot, "enter")
        assert "Line 2" in painted(pilot)
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


@pytest.mark.slow
async def test_a_long_log_lists_its_last_lines_first(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter on the first line lists more, a turn further up does too, and the filter looks in all lines."""
    monkeypatch.setattr("companion.ui.screens.log.SHOWN", 5)
    async with started(places) as pilot:
        session = context(pilot).session
        first = session.log[-1].id + 1
        for number in range(30):
            add_note(session, f"note n{number}")
        await press(pilot, "f10")
        page = screen(pilot, LogScreen)
        assert [line.says for line in page.lines] == [f"Note: note n{number}" for number in range(25, 30)]
        assert at(pilot, "#log").startswith(f"{page.earlier} earlier lines")
        assert page.earlier + 5 == len(session.log)
        await press(pilot, "home enter")
        assert len(page.lines) == 10
        assert page.option_list.marked_id == str(page.lines[4].logged.id)
        await press(pilot, "left_square_bracket")
        await press(pilot, "slash")
        await type_in(pilot, "n1")
        await press(pilot, "enter")
        assert page.earlier + len(page.lines) == 11
        await press(pilot, "escape escape")
        pilot.app.post_message(OpenLogLine(first))
        await until(pilot, lambda: pilot.app.screen is not page and isinstance(pilot.app.screen, LogScreen))
        await settled(pilot)
        assert screen(pilot, LogScreen).option_list.marked_id == str(first)


async def test_a_line_is_copied(places: Places) -> None:
    """c copies the marked line to the terminal's clipboard, and to a file for terminals without one."""
    async with started(places) as pilot:
        add_note(context(pilot).session, "the bridge is down")
        await press(pilot, "f10 end c")
        screen(pilot, LogScreen)
        assert pilot.app.clipboard == "Turn 1: Note: the bridge is down"
        file = context(pilot).places.data / "reports" / "copied.txt"
        assert file.read_text() == "Turn 1: Note: the bridge is down\n"
        assert "Copied" in painted(pilot) or "the bridge is down" in notes(pilot)
