"""The cup screen: fill, draw, alter, odds, and chits never drawn."""

from __future__ import annotations

import re

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.engine import Dice
from companion.load.places import Places
from companion.model.event import ChitDrawn, ChitTried
from companion.play.cup import Cup
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.cup import CupScreen
from companion.ui.screens.fill import FillScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import SEQUENCE, play_creek
from tests.ui.helpers import (
    at,
    companion,
    context,
    painted,
    press,
    row,
    screen,
    screen_text,
    settled,
    started,
    title_of,
    type_in,
    until,
    words,
    write,
)


class Lowest:
    """A random generator that always returns the lowest value: the first chit, the lowest die."""

    def randint(self, a: int, b: int) -> int:
        """Return the lowest value."""
        return a


FIRST = Dice(Lowest())
FILLED = "f3 3 c f f"
"""Keys to the moves phase and the cup, which is then filled with the usual chits."""


def cup(pilot: Pilot[None]) -> Cup:
    """Return the cup of the session."""
    return context(pilot).session.game_state.cup


def title(pilot: Pilot[None], panel: str) -> str:
    """Return the title of a panel."""
    return title_of(screen(pilot, CupScreen).query_one(panel))


async def mark(pilot: Pilot[None], name: str) -> None:
    """Move the mark to a chit in the cup."""
    listed = screen(pilot, CupScreen).query_one("#chits", OptionList)
    listed.highlighted = [option.id for option in listed.options].index(name)
    await press(pilot, "")


@pytest.mark.slow
async def test_the_commands_of_the_scenario_fill_the_cup(places: Places) -> None:
    """f twice adds the commands of the scenario; odds are shown per chit and per side."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 3 c")
        assert "The cup is empty" in at(pilot, "#chits")
        await press(pilot, "f")
        screen(pilot, FillScreen)
        assert "Selected: 3 of 4" in screen_text(pilot)
        assert "[ ] Reserve Corps" in screen_text(pilot)
        await press(pilot, "f")
        screen(pilot, CupScreen)
        chits = " ".join(at(pilot, "#chits").replace("─", "").split())
        blue = "Blue 2 of 2 [ I Corps 3 ] 33% 1/3 [ II Corps 2 ] 33% 1/3"
        assert chits == f"{blue} Gray 1 of 1 ( Guard 4 ) 33% 1/3"
        odds = " ".join(re.sub("[▁▂▃▄▅▆]", "", at(pilot, "#cup-head")).split())
        assert odds == "d Draw the first chit Blue 67% 2/3 Gray 33% 1/3"
        assert "In the cup  3 of 3 left" in screen_text(pilot)


@pytest.mark.slow
async def test_a_changed_set_is_not_discarded_unasked(places: Places) -> None:
    """Escape warns once if the set was changed, and closes an unchanged set at once."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 3 c f escape")
        screen(pilot, CupScreen)
        await press(pilot, "f space escape")
        screen(pilot, FillScreen)
        assert "Unsaved changes. ^S saves them; Esc again discards them." in at(pilot, "#told")
        await press(pilot, "escape")
        screen(pilot, CupScreen)
        assert cup(pilot).chits == ()


@pytest.mark.slow
async def test_the_set_can_be_edited(places: Places) -> None:
    """A chit is omitted, one is added with its side and rating, one corrected; the form refuses a duplicate name."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 3 c f space n")
        await type_in(pilot, "Guard")
        await press(pilot, "ctrl+s")
        assert "duplicate name Guard" in screen_text(pilot)
        await type_in(pilot, " Horse")
        await press(pilot, "enter")
        await type_in(pilot, "g")
        await type_in(pilot, "5")
        await press(pilot, "ctrl+s")
        screen(pilot, FillScreen)
        await press(pilot, "f")
        assert [chit.name for chit in cup(pilot).chits] == ["II Corps", "Guard", "Guard Horse"]
        added = cup(pilot).chits[-1]
        assert (added.side, added.rating) == ("Gray", 5)


async def test_the_companion_draws(places: Places) -> None:
    """d draws a chit, which moves now; the first panel shows it with the next key, and hides no key of the chits."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d")
        assert title(pilot, "#cup-head") == "Moving now"
        head = at(pilot, "#cup-head")
        assert head.startswith("[ I Corps 3 ] Blue drawn here d Draw the next chit Next draw")
        assert "d Draw  Enter Drawn by hand" in painted(pilot)
        await press(pilot, "d")
        assert at(pilot, "#moves") == "1 [ I Corps 3 ] 2 [ II Corps 2 ] moving"
        assert "In the cup  1 of 3 left" in screen_text(pilot)
        await press(pilot, "d d")
        assert "the cup is empty" in at(pilot, "#said")


async def test_a_chit_drawn_by_hand(places: Places) -> None:
    """A chit is drawn by Enter or by its name; a chit drawn already is refused with its place in the order."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, FILLED)
        await mark(pilot, "Guard")
        await press(pilot, "enter")
        assert at(pilot, "#cup-head").startswith("( Guard 4 ) Gray drawn by hand d Draw the next chit")
        await press(pilot, "t")
        await type_in(pilot, "ii")
        await press(pilot, "enter")
        assert cup(pilot).moved == ("Guard", "II Corps")
        assert {
            each.event.by for each in context(pilot).session.log if isinstance(each.event, ChitDrawn)
        } == {"hand"}
        await press(pilot, "t")
        await type_in(pilot, "guard")
        await press(pilot, "enter")
        assert at(pilot, "#said") == "! Guard was already drawn this turn, as number 1"
        assert cup(pilot).moved == ("Guard", "II Corps")
        await press(pilot, "escape")
        screen(pilot, CupScreen)
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


@pytest.mark.slow
async def test_an_attempt_decided_by_the_players(places: Places) -> None:
    """A chit goes back after the next draw; its HQ has used its attempt and may not try again."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d 1")
        screen(pilot, ChooseScreen)
        await press(pilot, "s")
        assert cup(pilot).returning == ("I Corps",)
        assert "Goes back after the next draw: I Corps" in at(pilot, "#cup-tail")
        assert "I Corps tried Delay: succeeded" in at(pilot, "#cup-tail")
        await press(pilot, "d")
        assert cup(pilot).within == ("I Corps", "Guard")
        assert "[ I Corps 3 ] tried 50% 1/2" in at(pilot, "#chits")
        await mark(pilot, "I Corps")
        await press(pilot, "2")
        assert at(pilot, "#said") == "! I Corps has already tried; an HQ may try once a turn (1.2)"
        assert isinstance(pilot.app.screen, CupScreen)


@pytest.mark.slow
async def test_an_attempt_by_the_calculator(places: Places) -> None:
    """The result of the calculator is offered in a dialog, and takes effect only once it is confirmed."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d")
        await mark(pilot, "Guard")
        await press(pilot, "2 c")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "5 escape")
        screen(pilot, ChooseScreen)
        assert "Guard: Move now\nWorks: no (rolled 5 on 1d6)" in screen_text(pilot)
        assert not [each for each in context(pilot).session.log if isinstance(each.event, ChitTried)]
        assert "f It failed, as rolled" in screen_text(pilot)
        await press(pilot, "enter")
        assert [(each.hq, each.success) for each in cup(pilot).attempts] == [("Guard", False)]
        assert cup(pilot).moved == ("I Corps",)


@pytest.mark.slow
async def test_another_hq_tries_with_the_chit(places: Places) -> None:
    """h chooses the HQ, a digit the use: the chosen HQ has tried, and the marked chit moves."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d")
        await mark(pilot, "Guard")
        await press(pilot, "h")
        assert "1 I Corps (Blue) 2 II Corps (Blue) 3 Guard (Gray)" in screen_text(pilot)
        await press(pilot, "2")
        assert at(pilot, "#said") == "II Corps tries. Mark the chit, then press the digit of the attempt."
        await press(pilot, "2")
        assert "II Corps with the chit of Guard: Move now" in screen_text(pilot)
        await press(pilot, "s")
        assert context(pilot).session.log[-1].event == ChitTried(
            "II Corps", "now", True, "moves before the drawn chit", "Guard", True
        )
        assert cup(pilot).moved == ("Guard", "I Corps")
        assert cup(pilot).attempts_of("II Corps") == 1
        await press(pilot, "2")
        assert "II Corps has already tried" in at(pilot, "#said")


@pytest.mark.slow
async def test_the_calculator_of_an_attempt_knows_the_rating_of_its_chit(places: Places) -> None:
    """Nothing is asked and the title names the HQ; after the answer is removed, = offers the ratings of all chits."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d 1 c")
        page = screen(pilot, CalculatorScreen)
        assert page.form.sheet.values == {"rating": 3}
        assert "(from I Corps's chit)" in words(row(pilot, "rating"))
        assert at(pilot, "#where") == "Attempt: I Corps 1.2 I Corps's chit"
        assert page.query_one("#dice").has_focus
        row(pilot, "rating").focus()
        await press(pilot, "delete equals_sign")
        assert "1 I Corps's chit: Rating 3" in screen_text(pilot)
        assert "3 the chit of Guard: Rating 4" in screen_text(pilot)
        await press(pilot, "3")
        assert page.form.sheet.values == {"rating": 4}
        assert page.form.sheet.origins == {"rating": "the chit of Guard"}


@pytest.mark.slow
async def test_an_attempt_takes_six_keys(places: Places) -> None:
    """The six keys: the use, the calculator, the die with Enter, back with the result, and the effect."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d")
        await press(pilot, "1 c 3 enter enter enter")
        screen(pilot, CupScreen)
        (attempt,) = context(pilot).session.game_state.cup.attempts
        assert (attempt.hq, attempt.success) == ("I Corps", True)


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_either_key_removes_a_chit_from_the_set(places: Places, key: str) -> None:
    """Either of two keys removes a chit from the set, and the dialog lists both at the bottom."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, f"f3 3 c f {key}")
        assert "[ ] I Corps" in screen_text(pilot)
        assert "Space Enter In or out" in screen_text(pilot)


@pytest.mark.slow
async def test_a_use_without_a_roll(places: Places) -> None:
    """A use without a roll: a chit that stands aside makes no attempt."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, FILLED)
        await mark(pilot, "Guard")
        await press(pilot, "3")
        assert cup(pilot).aside == ("Guard",)
        assert cup(pilot).attempts == ()
        assert "– ( Guard 4 ) aside" in at(pilot, "#moves")


async def test_marks(places: Places) -> None:
    """The result of a command's turn is shown in the order of moves."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d m 2")
        assert "1 [ I Corps 3 ] failed moving" in at(pilot, "#moves")


@pytest.mark.slow
async def test_chits_never_drawn_are_listed(places: Places) -> None:
    """The next turn lists the chits left in the cup, and again before the cup is refilled."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d d escape right")
        assert "! Still in the cup: Guard" in at(pilot, "#due")
        await press(pilot, "c")
        assert "These chits are from turn 1; it is now turn 2. Never drawn: Guard." in at(pilot, "#cup-head")
        await press(pilot, "f")
        assert "Never drawn: Guard" in screen_text(pilot)
        await press(pilot, "y f")
        assert cup(pilot).turn == 2
        assert len(cup(pilot).within) == 3


@pytest.mark.slow
async def test_undo_of_a_draw_keeps_the_dice(places: Places) -> None:
    """Ctrl+z undoes the draw and says that the dice stay; the next draw gives the same chit."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, f"{FILLED} d")
        first = cup(pilot).moving
        for _ in range(3):
            await press(pilot, "ctrl+z")
            assert cup(pilot).moving == ""
            assert "moves now" not in screen_text(pilot)
            messages = [note.message for note in pilot.app._notifications]
            assert f"{first} drawn by the companion\nRolling again gives the same dice." in messages
            await press(pilot, "d")
            assert cup(pilot).moving == first
        await press(pilot, "ctrl+z ctrl+y")
        assert cup(pilot).moving == first
        assert "moving" in at(pilot, "#moves")


@pytest.mark.slow
async def test_commands_that_are_chosen_have_no_odds(places: Places) -> None:
    """In a game whose commands are chosen, the screen has neither draw nor odds."""
    play_creek(places)
    write(
        places.own / "tables/creek/sequence.yaml",
        SEQUENCE.replace("title: Chits", "title: Commands\n  how: chosen"),
    )
    async with started(places) as pilot:
        await press(pilot, FILLED)
        assert "3 of 3 to act" in screen_text(pilot)
        assert "%" not in at(pilot, "#cup-head") + at(pilot, "#chits")
        assert "d Draw" not in painted(pilot)
        await press(pilot, "d")
        assert cup(pilot).moved == ()
        await press(pilot, "enter")
        assert cup(pilot).moved == ("I Corps",)
        assert title(pilot, "#cup-head") == "Acting now"
        assert at(pilot, "#cup-head") == "[ I Corps 3 ] Blue Enter Choose who acts next"
        assert "Enter Choose" in painted(pilot)


@pytest.mark.slow
async def test_a_chit_that_moves_before_the_drawn_one(places: Places) -> None:
    """With Move now, a chit moves undrawn before the drawn one, and the order of moves gives the cause."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d")
        await mark(pilot, "Guard")
        await press(pilot, "2 s")
        assert at(pilot, "#cup-head").startswith("( Guard 4 ) Gray then [ I Corps 3 ] d Draw the next chit")
        assert at(pilot, "#moves") == "1 ( Guard 4 ) by Move now moving 2 [ I Corps 3 ] waiting"


async def test_in_another_phase_no_chit_moves(places: Places) -> None:
    """The panel shows the chit that was drawn last, where chits are drawn, and the key back; also after a draw."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d escape left c")
        where = "! This is the Command Phase; chits are drawn in the Moves Phase."
        assert title(pilot, "#cup-head") == "Drawn last"
        assert at(pilot, "#cup-head").startswith(
            f"[ I Corps 3 ] Blue drawn here {where} Esc Back to the turn"
        )
        assert "moving" not in at(pilot, "#moves")
        await press(pilot, "d")
        assert f"{where} The draw counts unless you take it back. ^Z Undo this draw" in at(pilot, "#cup-head")
        assert "moving" not in at(pilot, "#moves")


async def test_after_the_last_chit_the_turn_goes_on(places: Places) -> None:
    """The last chit moves; the next key leads back to the turn."""
    play_creek(places)
    async with started(places, dice=FIRST) as pilot:
        await press(pilot, f"{FILLED} d d d")
        assert (
            at(pilot, "#cup-head")
            == "( Guard 4 ) Gray drawn here Esc After this last move, continue the turn"
        )
        assert "In the cup  all 3 drawn" in screen_text(pilot)
        assert "Alter the order  press 1\n" in screen_text(pilot)  # only Delay is about the drawn chit
        assert "No chit is left to draw" in screen_text(pilot)
        assert "Move now" not in screen_text(pilot)
        assert screen(pilot, CupScreen).query_one("#moves").has_focus
        await press(pilot, "ctrl+z")
        assert screen(pilot, CupScreen).query_one("#chits").has_focus
        await press(pilot, "enter")
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "explained"), [(24, True), (14, False)])
async def test_the_attempts_are_explained_where_there_is_room(
    places: Places, height: int, explained: bool
) -> None:
    """The panel names the keys of the attempts, and below each what it does if all explanations fit."""
    play_creek(places)
    async with started(places, (80, height), FIRST) as pilot:
        await press(pilot, f"{FILLED} d d")
        assert title(pilot, "#cup-tail-side") == "Alter the order  press 1 to 3"
        assert ("chit marked in the cup stands" in painted(pilot)) is explained
        await pilot.resize_terminal(80, 38 - height)
        await until(pilot, lambda: ("chit marked in the cup stands" in painted(pilot)) is not explained)


async def test_a_game_without_a_cup_says_so(places: Places) -> None:
    """In a game without a cup, a message says so, and the keys of the cup have no effect."""
    async with started(places) as pilot:
        await press(pilot, "f3 c")
        assert at(pilot, "#chits") == "Line of Battle has no chit cup."
        assert "Draw" not in painted(pilot)
        await press(pilot, "d f m 1 enter t escape")
        screen(pilot, TurnScreen)


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_order_of_moves_is_visible(places: Places, size: tuple[int, int]) -> None:
    """The chit that moves now is visible without scrolling."""
    play_creek(places)
    async with started(places, size, FIRST) as pilot:
        await press(pilot, f"{FILLED} d d")
        moves = screen(pilot, CupScreen).query_one("#moves", OptionList)
        assert moves.region.bottom <= screen(pilot, CupScreen).query_one("#keys").region.y
        assert moves.content_size.height == 2


@pytest.mark.parametrize("game", ["creek", "pub"])
async def test_a_list_of_chits_is_pasted(places: Places, game: str) -> None:
    """Each line is a chit, with rating, or side and rating. A fault adds none; f puts the chits into the cup."""
    play_creek(places)
    async with started(places) as pilot:
        context(pilot).switch(game)
        companion(pilot).changed()
        sides = context(pilot).module.sequence.sides  # type: ignore[union-attr]
        await press(pilot, "f3 c f")
        pilot.app.post_message(Paste("Ney 4\nReille:Nobody:3"))
        await settled(pilot)
        assert "'Nobody' is not one of" in screen_text(pilot) and "Ney" not in screen_text(pilot)
        pilot.app.post_message(Paste(f"Ney 4\n2nd Corps:{sides[1]}:3\n\nReille"))
        await settled(pilot)
        assert "[x] Ney 4" in screen_text(pilot) and f"[x] 2nd Corps 3 {sides[1]}" in screen_text(pilot)
        await press(pilot, "f")
        pasted = [(chit.name, chit.side, chit.rating) for chit in cup(pilot).chits][-3:]
        assert pasted == [("Ney", "", 4), ("2nd Corps", sides[1], 3), ("Reille", "", None)]
