"""Regression tests for navigation that confused new players: views, the cup, touch, and the names of sides."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model.event import Chit
from companion.play import chits
from companion.play.side_names import name_sides
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.log import LogScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.setup import SetupScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.screens.units import UnitsScreen
from tests.ui.helpers import at, context, painted, press, screen, started, type_in
from tests.ui.test_mouse import touch

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("keys", ["f10 f5 f3", "f3 u f5 f3", "f3 s f2 f3", "f3 enter f5 f3", "f3 f10 f3"])
async def test_the_key_of_a_view_shows_that_view(places: Places, keys: str) -> None:
    """F3 shows the turn, whatever was opened from it."""
    async with started(places) as pilot:
        await press(pilot, keys)
        screen(pilot, TurnScreen)


async def test_the_key_of_the_log_shows_the_log(places: Places) -> None:
    """F10 shows the log from a calculator, and from a correction."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 c 2 s 4 f10")
        screen(pilot, LogScreen)
        await press(pilot, "w")
        screen(pilot, CalculatorScreen)
        await press(pilot, "f10")
        screen(pilot, LogScreen)


async def test_a_calculation_closed_by_f3_is_offered_again(places: Places) -> None:
    """F3 closes a calculation; its draft is offered when the calculator is opened again."""
    async with started(places) as pilot:
        await press(pilot, "f3 f2 1 b l f3 f2 1")
        screen(pilot, CalculatorScreen)
        assert "Unfinished" in at(pilot, "#summary")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_touch_moves_to_a_phase(places: Places, size: tuple[int, int]) -> None:
    """A touch does what the digit of the phase does."""
    async with started(places, size) as pilot:
        await press(pilot, "f3")
        titles = screen(pilot, TurnScreen).query_one("#phases")
        third = next(
            name
            for name in ("3 ", "○3")
            if any(name in titles.render_line(y).text for y in range(titles.size.height))
        )
        await touch(pilot, titles, third)
        assert context(pilot).position.moment == 2


async def test_on_a_small_screen_the_cup_shows_all_actions(places: Places) -> None:
    """The cup shows chits without blank lines, the attempts with their digits, and the keys to draw and to undo."""
    async with started(places, (40, 20)) as pilot:
        context(pilot).switch("pub")
        await press(pilot, "f3 c f n")
        await type_in(pilot, "Hill, Ney 3; Lee")
        await press(pilot, "ctrl+s f")
        names = [each.name for each in context(pilot).session.game_state.cup.chits]
        assert names == ["Hill", "Ney", "Lee"]
        assert context(pilot).session.game_state.cup.chits[1].rating == 3
        lines = painted(pilot).splitlines()
        last = next(place for place, line in enumerate(lines) if "[ Lee ]" in line)
        assert "Alter the order" in lines[last + 1]
        assert "Call Jump on the drawn chit" in painted(pilot)
        assert "d Draw" in lines[-1]
        assert "^Z" in lines[-1]
        await press(pilot, "d")
        assert "Drawn last" in painted(pilot) and "drawn here" in painted(pilot)
        assert "Call Jump on the drawn chit" in painted(pilot)
        await touch(pilot, "#keys", "^Z")
        assert len(context(pilot).session.game_state.cup.within) == 3


async def test_an_attempt_without_a_roll_asks_for_its_condition_first(places: Places) -> None:
    """The condition is asked first; the log then shows the title of the attempt."""
    async with started(places) as pilot:
        context(pilot).switch("pub")
        chits.fill(context(pilot).session, [Chit("Hill"), Chit("Lee")])
        await press(pilot, "f3 c enter 3")
        assert "Only with Optional HQ Alter" in painted(pilot)
        assert not context(pilot).session.game_state.cup.returning
        await press(pilot, "y")
        assert context(pilot).session.game_state.cup.returning == ("Hill",)
        await press(pilot, "f10")
        assert "Hill: Call Delay" in at(pilot, "#log")


async def test_a_key_in_an_empty_list_can_be_touched(places: Places) -> None:
    """A key painted inside an empty list works like the one in the footer; the dialog has the title of the list."""
    async with started(places) as pilot:
        context(pilot).switch("bp")
        await press(pilot, "f3 c")
        await touch(pilot, "#chits", "f Fill")
        assert "Fill the list" in painted(pilot)
        await press(pilot, "escape f3 u")
        await touch(pilot, screen(pilot, UnitsScreen).option_list, "n New")
        screen(pilot, FormScreen)


async def test_the_home_screen_can_be_touched(places: Places) -> None:
    """A touch on the turn in the header, the sides or the game opens the matching screen."""
    async with started(places, (120, 40)) as pilot:
        await touch(pilot, "#where", "Turn 1")
        screen(pilot, TurnScreen)
        for words, kind in (("First player", SetupScreen), ("Line of Battle", GamesScreen)):
            await press(pilot, "f5")
            await touch(pilot, "#home-session-text", words)
            screen(pilot, kind)


async def test_names_of_sides_have_no_commas(places: Places) -> None:
    """Commas and blanks around a name are removed."""
    async with started(places) as pilot:
        name_sides(context(pilot).session, ["Union ", ", Confederate"])
        assert list(context(pilot).session.game_state.sides.values()) == ["Union", "Confederate"]


async def test_a_new_session_asks_for_game_and_sides(places: Places) -> None:
    """Two keys answer, as at the first start; opening an existing session asks nothing."""
    async with started(places) as pilot:
        await press(pilot, "f11 n")
        await type_in(pilot, "Second")
        await press(pilot, "enter")
        assert "Which game are you playing?" in painted(pilot)
        await press(pilot, "2 2")
        screen(pilot, FindScreen)
        assert context(pilot).session.name == "Second"
        assert context(pilot).game == "bp"
        assert "Allies" in at(pilot, "#where")
        await press(pilot, "f11 down enter")
        screen(pilot, FindScreen)
        assert context(pilot).session.name == "Game 1"


async def test_the_first_switch_to_a_game_asks_for_its_sides(places: Places) -> None:
    """The second switch to the game asks nothing."""
    async with started(places) as pilot:
        await press(pilot, "f9 4")
        assert "Type the names" in painted(pilot)
        await press(pilot, "3 f9 1 f9 4")
        screen(pilot, FindScreen)
        assert "Union" in context(pilot).module.sequence.sides  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("game", "offered"),
    [
        ("lob", {"o Orders"}),
        ("pub", {"c Chit cup", "o Orders"}),
        ("bar", {"c Commands"}),
        ("bp", {"c Brigades"}),
    ],
)
async def test_only_features_of_the_game_are_offered(places: Places, game: str, offered: set[str]) -> None:
    """The footer of the turn omits the cup and the orders in games without them."""
    async with started(places) as pilot:
        context(pilot).switch(game)
        await press(pilot, "f3")
        keys = {"c Chit cup", "c Commands", "c Brigades", "o Orders"}
        assert {key for key in keys if key in at(pilot, "#keys")} == offered


async def test_the_log_offers_corrections_and_the_report(places: Places) -> None:
    """The footer of the log shows both keys at 80 columns."""
    async with started(places) as pilot:
        await press(pilot, "f10")
        await press(pilot, "n x ctrl+s")
        assert "w Correct" in at(pilot, "#keys")
        assert "e Write report" in at(pilot, "#keys")


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_rule_opens_at_the_sentence_that_was_found(places: Places, size: tuple[int, int]) -> None:
    """The line with the words of the question is visible and marked, even far down a long rule."""
    async with started(places, size) as pilot:
        await type_in(pilot, "does canister count if the guns are in the other hex")
        await press(pilot, "enter")
        assert screen(pilot, ReadScreen).record == "lob:3.5"
        assert "anister" in painted(pilot)
        page = screen(pilot, ReadScreen).query_one("#page")
        assert page.scroll_offset.y > 0
        await press(pilot, "right_square_bracket")
        assert page.scroll_offset.y == 0
