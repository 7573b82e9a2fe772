"""The turn screen: next, previous and any phase, prompts, steps; saved at once and restored at the next start."""

from __future__ import annotations

import json
import sqlite3

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.load.places import Places
from companion.model import Library
from companion.model.event import Chit, Moved, Opened
from companion.play.chits import fill
from companion.play.clock import LAST_TURN, Position, moments, words
from companion.play.session_files import sessions_folder
from companion.play.store.session_file import SessionFile
from companion.play.turn import choose_scenario
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.counters import CountersScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.go import GoScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.setup import SetupScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.widgets.option_list import HERE, LEFT
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    add_second_game,
    at,
    context,
    notes,
    painted,
    press,
    screen,
    screen_text,
    settled,
    started,
    until,
)


def _saved_position(places: Places) -> list[int]:
    """Return turn and moment of the last move in the session file, independent of the app."""
    path = sessions_folder(places.data) / "Game 1.session"
    file = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    rows = [json.loads(data) for (data,) in file.execute("SELECT data FROM event ORDER BY id")]
    file.close()
    moved = [row for row in rows if row["kind"] == "moved"][-1]
    return [moved["turn"], moved["moment"]]


def _create_session_at(places: Places, turn: int, moment: int) -> None:
    """Create a session at this position."""
    store = SessionFile(sessions_folder(places.data), "Game 1")
    store.add("lob", [Opened("lob"), Moved(turn, moment)], "2026-01-01T10:00:00")
    store.close()


def _mark(pilot: Pilot[None], start: str) -> None:
    """Move the mark to the line that begins with this text."""
    listed = screen(pilot, TurnScreen).query_one("#steps", OptionList)
    listed.focus()
    listed.highlighted = next(
        place for place, option in enumerate(listed.options) if str(option.prompt).startswith(start)
    )


async def test_forward_and_back(places: Places) -> None:
    """Right moves to the next phase, and from the last one to the next turn; Left moves back."""
    async with started(places) as pilot:
        await press(pilot, "f3")
        screen(pilot, TurnScreen)
        sequence = context(pilot).module.sequence
        assert sequence is not None
        order = moments(sequence)
        for number in range(len(order)):
            assert context(pilot).position == Position(1, number)
            assert at(pilot, "#where").startswith(words(sequence, Position(1, number)))
            assert f"▸ {order[number].phase.title}" in at(pilot, "#phases")
            await press(pilot, "right")
        assert context(pilot).position == Position(2, 0)
        assert at(pilot, "#where").startswith("Turn 2")
        assert "◉1 ○2" in at(pilot, "#phases")
        await press(pilot, "left p")
        assert context(pilot).position == Position(1, len(order) - 2)
        await press(pilot, "n")
        assert context(pilot).position == Position(1, len(order) - 1)


@pytest.mark.slow
async def test_the_first_phase_has_no_previous_one(places: Places) -> None:
    """On the first phase of turn 1, Left and minus do nothing."""
    async with started(places) as pilot:
        await press(pilot, "f3 left minus")
        assert context(pilot).position == Position(1, 0)


async def test_jumps(places: Places) -> None:
    """A digit jumps to the phase with that number, + and - to the next and previous turn."""
    async with started(places) as pilot:
        await press(pilot, "f3 5")
        assert context(pilot).position == Position(1, 4)
        assert "▸ Activity Phase · Second player 5 of 7" in at(pilot, "#phases")
        await press(pilot, "plus plus")
        assert context(pilot).position == Position(3, 0)
        await press(pilot, "minus")
        assert context(pilot).position == Position(2, 0)


@pytest.mark.slow
async def test_digits_without_a_phase_do_nothing(places: Places) -> None:
    """Digits past the last phase and 0 change nothing."""
    async with started(places) as pilot:
        await press(pilot, "f3 9 8 0 x")
        assert context(pilot).position == Position(1, 0)
        screen(pilot, TurnScreen)


async def test_every_move_is_on_disk_at_once(places: Places) -> None:
    """The file has the new position as soon as the screen shows it."""
    async with started(places) as pilot:
        await press(pilot, "f3 right")
        assert _saved_position(places) == [1, 1]
        await press(pilot, "4")
        assert _saved_position(places) == [1, 3]
        await press(pilot, "left plus")
        assert _saved_position(places) == [2, 0]


async def test_the_next_start_resumes(places: Places) -> None:
    """The next app opens the turn at the saved position."""
    async with started(places) as pilot:
        await press(pilot, "f3 plus 5")
    async with started(places) as pilot:
        screen(pilot, TurnScreen)
        assert "Turn 2, Second player, Activity Phase" in at(pilot, "#where")
        assert context(pilot).position == Position(2, 4)
        assert "▸ Activity Phase · Second player 5 of 7" in at(pilot, "#phases")


@pytest.mark.parametrize("raw", [b"{}", b"SQLite format 3\x00" + b"\xff" * 5000, b"\x00" * 40])
async def test_a_damaged_session_is_set_aside(places: Places, raw: bytes) -> None:
    """The app starts with a warning, and keeps the damaged file beside the new one."""
    folder = sessions_folder(places.data)
    folder.mkdir(parents=True)
    (folder / "Game 1.session").write_bytes(raw)
    async with started(places) as pilot:
        assert context(pilot).position == Position(1, 0)
        assert "session Game 1 was damaged" in notes(pilot)
        await press(pilot, "f3 right")
        assert _saved_position(places) == [1, 1]
    aside = [path for path in folder.iterdir() if path.name.endswith(".bad")]
    assert [path.read_bytes() for path in aside] == [raw]


@pytest.mark.slow
async def test_a_folder_that_cannot_be_written_is_reported(places: Places) -> None:
    """The turn works in memory; the first warning says that nothing is saved."""
    places.data.parent.mkdir(exist_ok=True)
    places.data.write_text("a file in place of the folder")
    async with started(places) as pilot:
        assert "this session is not saved" in notes(pilot)
        await press(pilot, "f3 right")
        assert context(pilot).position == Position(1, 1)


@pytest.mark.slow
async def test_a_move_that_cannot_be_saved_does_not_happen(places: Places) -> None:
    """A message gives the reason and the position stays; moves work again once there is space."""
    async with started(places) as pilot:
        await press(pilot, "f3 right")
        store = context(pilot).session.store
        assert isinstance(store, SessionFile)
        pages = store._file.execute("PRAGMA page_count").fetchone()[0]
        store._file.execute(f"PRAGMA max_page_count={pages}")
        moves = 0
        while "could not be saved" not in at(pilot, "#said"):
            moves += 1
            assert moves < 400
            await pilot.press("right" if moves % 2 else "left")
            await pilot.pause()
        position = context(pilot).position
        assert list(position) == _saved_position(places)
        assert "full" in at(pilot, "#said")
        store._file.execute("PRAGMA max_page_count=100000")
        await press(pilot, "plus")
        assert context(pilot).position == Position(2, 0)
        assert not screen(pilot, TurnScreen).query_one("#said").display


@pytest.mark.parametrize("kept", [[0, 0], [-4, 99], [5000, 2], [1, -1]])
async def test_an_invalid_position_is_corrected(places: Places, kept: list[int]) -> None:
    """A position may be invalid after the data has changed."""
    _create_session_at(places, *kept)
    async with started(places) as pilot:
        sequence = context(pilot).module.sequence
        assert sequence is not None
        assert 1 <= context(pilot).position.turn <= LAST_TURN
        assert 0 <= context(pilot).position.moment < len(moments(sequence))
        await press(pilot, "f3 left right plus minus")


async def test_no_turn_after_the_last(places: Places) -> None:
    """`+` on the last turn changes nothing, on screen or on disk."""
    _create_session_at(places, LAST_TURN, 0)
    async with started(places) as pilot:
        await press(pilot, "f3 plus")
        assert context(pilot).position.turn == LAST_TURN
        assert _saved_position(places)[0] == LAST_TURN
        assert at(pilot, "#said") == "! turn 1000 is outside 1 to 999"


async def test_a_step_opens_its_calculator(places: Places) -> None:
    """Enter on a step with a calculator opens it."""
    async with started(places) as pilot:
        await press(pilot, "f3 down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).calculation.procedure.id == "lob:command-roll"


async def test_escape_in_the_calculator_of_a_step_returns_to_the_turn(places: Places) -> None:
    """Escape in the calculator returns to the turn it was opened from."""
    async with started(places) as pilot:
        await press(pilot, "f3 down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


@pytest.mark.slow
async def test_rule_of_a_step_and_back(places: Places) -> None:
    """F4 opens the rule of the marked step, Escape returns."""
    async with started(places) as pilot:
        await press(pilot, "f3 down down f4")
        assert screen(pilot, ReadScreen).record == "lob:10.6a"
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


@pytest.mark.slow
async def test_the_marked_step_stays_marked(places: Places) -> None:
    """After its rule is closed, the same step is marked."""
    async with started(places) as pilot:
        await press(pilot, "f3 down down f4 escape")
        assert screen(pilot, TurnScreen).query_one("#steps", OptionList).highlighted == 2


def test_every_citation_of_the_turn_exists(library: Library) -> None:
    """Every citation of a step refers to an existing rule."""
    sequence = library.module("lob").sequence
    assert sequence is not None
    for phase in sequence.phases:
        for cite in (phase.cite, *(step.cite for step in phase.steps)):
            assert not cite or library.find(f"lob:{cite}"), cite


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_current_phase_is_visible(places: Places, size: tuple[int, int]) -> None:
    """The mark `▸` in the list of phases is visible, even for the last phase."""
    async with started(places, size) as pilot:
        await press(pilot, "f3 7")
        await settled(pilot)
        side = screen(pilot, TurnScreen).query_one("#phases-side")
        lines = str(screen(pilot, TurnScreen).query_one("#phases").render()).split("\n")
        marked = next(number for number, line in enumerate(lines) if line.startswith("▸"))
        top = round(side.scroll_y)
        assert top <= marked < top + side.content_size.height, lines


async def test_escape_opens_the_search(places: Places) -> None:
    """Escape opens the search, whose header shows the turn."""
    async with started(places) as pilot:
        await press(pilot, "f3 right escape")
        screen(pilot, FindScreen)
        assert "Activity Phase" in at(pilot, "#where"), screen_text(pilot)


# prompts, steps, counters; any turn


@pytest.mark.parametrize(
    ("keys", "position"),
    [
        ("g 7 b", Position(7, 1)),
        ("g b", Position(1, 1)),
        ("g 1 2 enter 3", Position(12, 2)),
        ("g 1 2 backspace enter", Position(1, 0)),
        ("g 4 1 escape", Position(1, 0)),
        ("g enter", Position(1, 0)),
        ("g 0 enter", Position(1, 0)),
        ("g x 5 enter", Position(5, 0)),
    ],
)
async def test_any_turn_and_phase(places: Places, keys: str, position: Position) -> None:
    """g asks for the turn, then for the letter of a phase; after Enter a digit chooses the phase."""
    async with started(places) as pilot:
        await press(pilot, f"f3 {keys}")
        screen(pilot, TurnScreen)
        assert context(pilot).position == position


@pytest.mark.slow
async def test_the_letters_of_the_phases_are_shown(places: Places) -> None:
    """The dialog lists the letter of each phase."""
    async with started(places) as pilot:
        await press(pilot, "f3 g 3")
        screen(pilot, GoScreen)
        assert "Turn [3_]" in screen_text(pilot)
        assert "b Activity Phase · First player" in screen_text(pilot)


async def test_prompts_come_first_until_settled(places: Places) -> None:
    """A prompt appears once on its turn, is counted in the header, is settled by d, and returns with ctrl+z."""
    async with started(places) as pilot:
        await press(pilot, "f3 g 9 enter")
        fluke = "! From this turn on divisions under attack orders roll for fluke"
        assert "Due now  1" in screen_text(pilot)
        assert fluke in at(pilot, "#due")
        assert "10.7b" in at(pilot, "#due")
        assert at(pilot, "#where").startswith("1 due · Turn 9")
        await press(pilot, "d")
        assert "Due now" not in screen_text(pilot)
        assert at(pilot, "#where").startswith("Turn 9")
        await press(pilot, "ctrl+z")
        assert fluke in at(pilot, "#due")
        await press(pilot, "ctrl+y minus plus")
        assert "Due now" not in screen_text(pilot)


@pytest.mark.slow
async def test_a_settled_prompt_is_shown_by_its_text(places: Places) -> None:
    """The screen shows the text of the prompt and not its id, after a restart too."""
    async with started(places, (120, 40)) as pilot:
        await press(pilot, "f3 g 9 enter down space space space space up d")
    async with started(places, (120, 40)) as pilot:
        await press(pilot, "f3")
        done = "Done: From this turn on divisions under attack orders roll for fluke stoppage."
        assert done in screen_text(pilot)
        await press(pilot, "ctrl+z")
        assert "reminder-" not in screen_text(pilot) + notes(pilot)


@pytest.mark.slow
async def test_an_unsettled_prompt_stays_in_later_turns(places: Places) -> None:
    """The prompt names the turn since which it is due."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 plus")
        assert "Blue reinforcements at the ford: Scouts since turn 1" in at(pilot, "#due")


@pytest.mark.slow
async def test_d_on_a_step_settles_nothing(places: Places) -> None:
    """d settles only a marked prompt."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3")
        _mark(pilot, "[ ] Write")
        await press(pilot, "d")
        assert len(context(pilot).session.game_state.due()) == 1
        assert at(pilot, "#said") == "Mark a line in Due now first."


async def test_a_ticked_step_is_kept(places: Places) -> None:
    """Space toggles a step; ticks belong to their turn and are kept after a restart."""
    async with started(places) as pilot:
        await press(pilot, "f3 down space")
        assert "[x] Orders" in at(pilot, "#steps")
        assert screen(pilot, TurnScreen).query_one("#steps", OptionList).highlighted == 1
        await press(pilot, "plus")
        assert "[x]" not in at(pilot, "#steps")
        await press(pilot, "minus")
        assert "[x] Orders" in at(pilot, "#steps")
    async with started(places) as pilot:
        await press(pilot, "f3")
        assert "[x] Orders" in at(pilot, "#steps")
        await press(pilot, "down space")
        assert "[ ] Orders" in at(pilot, "#steps")


@pytest.mark.slow
async def test_a_step_that_is_not_due_by_the_clock_says_so(places: Places) -> None:
    """By the clock, the step of the midnight turn is not due; without a clock only its condition is shown."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3")
        assert "[-] Recover (midnight turn), not now 1.0" in at(pilot, "#steps")
        context(pilot).switch("lob")
        await press(pilot, "f5 f3 3")
        assert "[ ] Loss recovery (12 midnight turn)" in at(pilot, "#steps")


async def test_the_time_of_day_is_shown_with_the_turn(places: Places) -> None:
    """The turn shows day, time and light, and the next arrival with its turn and time."""
    play_creek(places)
    async with started(places, (120, 40)) as pilot:
        await press(pilot, "f3")
        assert "Turn 1  July 1, 10:00" in screen_text(pilot)
        assert at(pilot, "#phases").startswith("▸ ◉ 1 Command Phase · Blue")
        coming = " ".join(at(pilot, "#coming").replace("─", "").split())
        assert "Turn 3, July 1, 10:30 · Gray reinforcements at the road: Long column" in coming
        await press(pilot, "g 4 3 enter")
        assert "Turn 43  July 1, 20:30, night" in screen_text(pilot)


async def test_counters_with_their_limits(places: Places) -> None:
    """k opens them, + and - count; a message appears at the limit, and a count below 0 is refused."""
    play_creek(places)
    async with started(places, (120, 40)) as pilot:
        await press(pilot, "f3 k")
        screen(pilot, CountersScreen)
        await press(pilot, "minus")
        assert "! Losses of I Corps: 0 cannot be reduced by 1" in screen_text(pilot)
        await press(pilot, "plus plus")
        assert "Losses of I Corps, Blue 2 of 2 ▆▆▆▆▆▆▆▆ ! demoralized" in screen_text(pilot)
        assert "Losses of I Corps, Blue" in painted(pilot)
        await press(pilot, "escape")
        assert at(pilot, "#counted") == "Losses of I Corps, Blue 2 of 2 ▆▆▆▆▆▆▆▆ ! demoralized"
        await press(pilot, "ctrl+z")
        assert at(pilot, "#counted") == "Losses of I Corps, Blue 1 of 2 ▆▆▆▆▁▁▁▁"


@pytest.mark.slow
async def test_enter_on_a_prompt_opens_its_rule(places: Places) -> None:
    """An arrival has a rule but no calculator, so Enter opens the rule."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 enter")
        assert screen(pilot, ReadScreen).record == "creek:1.0"


@pytest.mark.slow
async def test_setup_from_the_turn(places: Places) -> None:
    """s opens the setup; every game has at least the names of its sides to set up."""
    add_second_game(places)
    async with started(places) as pilot:
        context(pilot).switch("toy")
        await press(pilot, "f3 s")
        screen(pilot, SetupScreen)
        assert "Sides Red, Blue" in screen_text(pilot)
        await press(pilot, "f4 escape")
        screen(pilot, TurnScreen)


async def test_prompts_are_visible_at_forty_columns(places: Places) -> None:
    """Prompts, phase and keys fit one small screen."""
    play_creek(places)
    async with started(places, (40, 20)) as pilot:
        await press(pilot, "f3")
        page = screen(pilot, TurnScreen)
        listed = page.query_one("#due", OptionList)
        assert listed.content_size.height + page.query_one("#steps", OptionList).content_size.height >= 6
        assert listed.scroll_y == 0
        assert at(pilot, "#due").startswith("! Blue reinforcements")
        assert "Due now  1" in screen_text(pilot)


@pytest.mark.slow
async def test_each_command_takes_its_steps(places: Places) -> None:
    """Right asks who acts next, moves through the steps of that Command, and asks again; undo reverts the choice."""
    async with started(places) as pilot:
        context(pilot).switch("bar")
        fill(context(pilot).session, (Chit("Moore", "Side A"), Chit("Stein", "Side B")))
        await press(pilot, "f3 right")
        screen(pilot, ChooseScreen)
        assert screen_text(pilot).startswith("Who acts next?\n1 Moore 2 Stein")
        await press(pilot, "2")
        assert at(pilot, "#where").startswith("Turn 1, Stein, Command Activation, step 1: command")
        assert "▸ Command Activation, step 1: command · Stein" in at(pilot, "#phases")
        _mark(pilot, "[ ] Line of Command")
        await press(pilot, "space")
        assert "[x] Line of Command" in screen_text(pilot)
        await press(pilot, "right right right right right right right")
        screen(pilot, ChooseScreen)
        await press(pilot, "enter")
        assert at(pilot, "#where").startswith("Turn 1, Moore, Command Activation, step 1: command")
        assert "[x]" not in screen_text(pilot)
        await press(pilot, "ctrl+z")
        assert at(pilot, "#where").startswith("Turn 1, Command Activation: choose a Command")


@pytest.mark.slow
async def test_a_click_on_a_phase_goes_there(places: Places) -> None:
    """The lines of the dialog act like their letters."""
    async with started(places) as pilot:
        await press(pilot, "f3 g 2")
        lines = list(screen(pilot, GoScreen).query("#letters PlainText"))
        await pilot.click(lines[1], offset=(4, 0))
        await settled(pilot)
        assert context(pilot).position == Position(turn=2, moment=1)


@pytest.mark.slow
async def test_the_last_step_is_shown_whole(places: Places) -> None:
    """A list with room below has no scroll bar, also where a narrower column would need one more line."""
    async with started(places, (43, 26)) as pilot:
        await press(pilot, "f3")
        assert "(from turn 9), not\n     now" in painted(pilot)


@pytest.mark.slow
async def test_only_the_list_that_gets_the_keys_has_a_bar(places: Places) -> None:
    """The mark of the other list is a hollow sign, so that it is clear which line the next key changes."""
    async with started(places) as pilot:
        context(pilot).switch("aor")
        choose_scenario(context(pilot).session, "battle")
        await press(pilot, "f3")
        page = screen(pilot, TurnScreen)
        lists = [page.query_one(name, OptionList) for name in ("#due", "#steps")]

        def signs() -> list[str]:
            return [
                f"{segment.text.strip()[:1]}{'=' if segment.style.bgcolor == bar else ''}"
                for each in lists
                for segment in each.render_line(0)
                if segment.style is not None and segment.text.strip()[:1] in (HERE, LEFT)
            ]

        for each, expected in zip(lists, ([f"{HERE}=", LEFT], [LEFT, f"{HERE}="]), strict=True):
            each.focus()
            await settled(pilot)
            bar = each.get_component_rich_style("option-list--option-highlighted").bgcolor
            assert signs() == expected


@pytest.mark.slow
async def test_the_list_with_the_mark_shows_its_keys(places: Places) -> None:
    """Tab changes the list; keys that act on the other list only are not on the screen."""
    play_creek(places)
    async with started(places, (80, 24)) as pilot:
        await press(pilot, "f3")
        assert "Enter Open  d Done  x Not needed  Tab Steps" in painted(pilot)
        assert "Space" not in painted(pilot)
        await press(pilot, "tab")
        assert "Enter Open  Space Step done  Tab Due now" in painted(pilot)
        assert "d Done" not in painted(pilot)
        assert pilot.app.focused is pilot.app.screen.query_one("#steps")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "key"), [("pub", "c Chit cup"), ("bar", "c Commands")])
async def test_the_key_of_the_cup_has_the_name_of_a_list_to_choose_from(
    places: Places, game: str, key: str
) -> None:
    """A game that draws chits has a cup, one whose Commands are chosen has a list of them."""
    async with started(places, (80, 24)) as pilot:
        context(pilot).switch(game)
        await press(pilot, "f3")
        assert key in painted(pilot)
