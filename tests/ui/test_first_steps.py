"""First steps of a new player: the home screen, the games, the list of calculators, and help on questions."""

from __future__ import annotations

import pytest
from textual.content import Content
from textual.widgets import OptionList

from companion.load.places import Places
from companion.load.settings import FILE
from companion.model.event import OrderSent
from companion.model.recorded import OrderSlip
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.find import FindScreen
from companion.ui.widgets.hanging import hanging
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    at,
    calculator,
    context,
    notes,
    painted,
    press,
    row,
    screen,
    screen_text,
    started,
    type_in,
    until,
    words,
    write,
)


@pytest.mark.slow
async def test_the_home_screen_shows_the_turn_and_the_steps(places: Places) -> None:
    """Phase and steps are shown until something is typed, and again when the line is cleared."""
    async with started(places) as pilot:
        context(pilot).switch("lob")
        await press(pilot, "f3 right space f5")
        home = screen(pilot, FindScreen).query_one("#home")
        place = context(pilot).where_parts()
        assert place is not None
        assert at(pilot, "#home-turn").startswith(f"{place.phase} {place.side}")
        assert "This phase" in at(pilot, "#home-calculators")
        await type_in(pilot, "charge")
        assert not home.display
        await press(pilot, "escape")
        assert home.display


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
async def test_the_home_screen_shows_all_sections_at_once(places: Places, size: tuple[int, int]) -> None:
    """Search line, turn and phase, what comes next, and the latest results are all visible."""
    play_creek(places)
    async with started(places, size) as pilot:
        await press(pilot, "f3 plus c f f d")
        context(pilot).session.add(
            OrderSent(OrderSlip("Blue", "Meade", "I Corps", "attack", "the hill", 2, 4))
        )
        await calculator(pilot, "attempt")
        await press(pilot, "3 2 f5")
        await until(pilot, lambda: "Attempt: Works" in at(pilot, "#home-results"))
        screen_line = " ".join(painted(pilot).split())
        drawn = context(pilot).session.game_state.cup.moving
        assert "Type words or a rule number" in screen_line
        assert "Turn 2" in screen_line and "Command Phase" in screen_line
        coming, results = at(pilot, "#home-coming"), at(pilot, "#home-results")
        assert f"Chits: {drawn} moves now; 2 of 3 still in the cup" in coming
        assert "Turn 3, July 1, 10:30: Gray reinforcements at the road: Long column" in coming
        assert "Order to I Corps: Attack, the hill (from Meade)" in results
        assert "Attempt: Works: yes (rolled 2 on 1d6)" in results
        assert all(title in screen_line for title in ("Coming up", "Latest results", "Calculators"))


@pytest.mark.slow
async def test_undone_results_disappear_from_the_home_screen(places: Places) -> None:
    """An undone result is no longer among the latest results."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 c 2 4 f5")
        assert "Closing roll: " in at(pilot, "#home-results")
        await press(pilot, "ctrl+z")
        assert "Closing roll: " not in screen_text(pilot)


async def test_a_number_switches_to_a_game(places: Places) -> None:
    """The marked game shows its description; its number switches to it."""
    async with started(places) as pilot:
        games = context(pilot).library.modules
        await press(pilot, "f9 down")
        assert games[1].game.about.split(".")[0] in at(pilot, "#game")
        await press(pilot, "3")
        assert context(pilot).game == games[2].game.slug
        await press(pilot, "f9 9")
        assert context(pilot).game == games[2].game.slug


@pytest.mark.slow
async def test_words_filter_the_list_of_calculators(places: Places) -> None:
    """Slash, then words of the title, the summary or how players ask; Enter opens, Escape shows all again."""
    async with started(places) as pilot:
        every = len(context(pilot).module.procedures)
        await press(pilot, "f2 slash")
        await type_in(pilot, "closing roll")
        listed = screen(pilot, CalculatorsScreen).query_one(OptionList)
        assert 0 < listed.option_count < every
        await press(pilot, "escape escape f2 slash")
        await type_in(pilot, "form")
        assert "Formation change" in str(listed.get_option_at_index(0).prompt), (
            "a title that starts with the words comes first"
        )
        await type_in(pilot, " zzz")
        assert "No matching calculators" in at(pilot, "#calculators")
        await press(pilot, "escape")
        assert listed.option_count == every
        assert listed.has_focus


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_calculator_takes_one_line_of_the_list(places: Places, size: tuple[int, int]) -> None:
    """Each calculator takes one line; below the list is the summary of the marked one."""
    async with started(places, size=size) as pilot:
        await press(pilot, "f2")
        listed = screen(pilot, CalculatorsScreen).query_one(OptionList)
        assert listed.virtual_size.height == listed.option_count
        first = context(pilot).library.procedure(screen(pilot, CalculatorsScreen).option_list.marked_id)
        assert first.id == "lob:command-roll", "the first calculator of the phase"
        assert " ".join(first.summary.split()) in at(pilot, "#calculator-about")


async def test_a_question_is_explained_while_it_has_the_focus(places: Places) -> None:
    """The help of a question is shown below it while it has the focus."""
    async with started(places) as pilot:
        helped = next(
            (each, given)
            for each in context(pilot).module.procedures
            for given in each.inputs
            if given.help and not given.when and given.kind in ("number", "choice", "yes-no")
        )
        await calculator(pilot, helped[0].id.partition(":")[2])
        asked = row(pilot, helped[1].name)
        asked.focus()
        await press(pilot, "f1 f1")
        assert " ".join(helped[1].help.split()) in words(asked)
        await press(pilot, "down")
        assert " ".join(helped[1].help.split()) not in words(asked)


@pytest.mark.slow
async def test_negative_numbers_are_typed_with_a_minus(places: Places) -> None:
    """A minus counts where negative numbers are allowed; elsewhere it does not change the number typed after it."""
    async with started(places) as pilot:
        context(pilot).switch("bp")
        page = await calculator(pilot, "command-roll")
        row(pilot, "modifier").focus()
        await press(pilot, "minus 2")
        assert page.form.sheet.values["modifier"] == "-2"
        row(pilot, "staff_rating").focus()
        await press(pilot, "minus 8 enter")
        assert page.form.sheet.values["staff_rating"] == "8"


def test_a_piece_that_fits_a_line_is_not_broken() -> None:
    """A choice of two words is not broken; a piece longer than a line gets its own lines."""
    pieces = [
        Content("Kind of combat "),
        Content(" Melee "),
        Content(" Fire Fight "),
        Content(" " + "long " * 8),
    ]
    lines = hanging([*pieces, Content(" last ")], 26).plain.split("\n")
    assert any("Fire Fight" in line for line in lines)
    assert lines[-1].strip() == "last"
    assert all(len(line.rstrip()) <= 26 for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])


async def test_the_settings_name_the_game_of_a_new_session(places: Places) -> None:
    """The game stored in the session overrides the setting at the next start."""
    write(places.config / FILE, "game: aor\n")
    async with started(places) as pilot:
        assert context(pilot).game == "aor"
        context(pilot).switch("bp")
    async with started(places) as pilot:
        assert context(pilot).game == "bp"
        assert notes(pilot) == ""


async def test_mistakes_in_the_settings_are_reported_and_the_app_starts(places: Places) -> None:
    """Each mistake is reported with its line and a suggestion."""
    write(places.config / FILE, "theme: ligth\ngame: aorr\ncolour: red\n")
    async with started(places) as pilot:
        assert pilot.app.theme == "dark"
        assert context(pilot).game == "lob"
        for message in (
            "config.yaml:1: theme: unknown theme 'ligth' (did you mean light?)",
            "config.yaml:2: game: unknown game 'aorr' (did you mean aor?)",
            "config.yaml:3: colour: unknown setting",
        ):
            assert message in notes(pilot)
