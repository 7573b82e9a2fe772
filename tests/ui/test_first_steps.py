"""What a newcomer meets: the first screen, the games, the list of calculators, and rows that explain themselves."""

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
from companion.ui.widgets.rows import hanging
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
    seen,
    started,
    type_in,
    until,
    words,
    write,
)


async def test_the_first_screen_says_whose_turn_it_is_and_what_is_to_do(places: Places) -> None:
    """Phase and steps before anything is typed; results take its place, and it comes back."""
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


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
async def test_the_first_screen_answers_four_questions_at_once(places: Places, size: tuple[int, int]) -> None:
    """The line to type in, turn and phase, what is next, and the last results, all of it in sight."""
    play_creek(places)
    async with started(places, size) as pilot:
        await press(pilot, "f3 plus c f f d")
        context(pilot).session.add(
            OrderSent(OrderSlip("Blue", "Meade", "I Corps", "attack", "the hill", 2, 4))
        )
        await calculator(pilot, "attempt")
        await press(pilot, "3 2 f5")
        await until(pilot, lambda: "Attempt: Works" in at(pilot, "#home-results"))
        there = " ".join(painted(pilot).split())
        drawn = context(pilot).session.game_state.cup.moving
        assert "Words or a rule number" in there
        assert "Turn 2" in there and "Command Phase" in there
        coming, results = at(pilot, "#home-coming"), at(pilot, "#home-results")
        assert f"Chits: {drawn} moves now; 2 of 3 still in the cup" in coming
        assert "Turn 3, July 1, 10:30: Gray reinforcements at the road: Long column" in coming
        assert "Order to I Corps: attack, the hill (from Meade)" in results
        assert "Attempt: Works: yes (rolled 2 on 1d6)" in results
        assert all(title in there for title in ("Coming up", "Latest results", "Calculators"))


@pytest.mark.slow
async def test_undone_results_leave_the_first_screen(places: Places) -> None:
    """What was taken back is not told as the last result."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 c 2 4 f5")
        assert "Closing roll: " in at(pilot, "#home-results")
        await press(pilot, "ctrl+z")
        assert "Closing roll: " not in seen(pilot)


async def test_a_game_is_taken_by_its_number(places: Places) -> None:
    """The game marked tells what it is; its number plays it."""
    async with started(places) as pilot:
        games = context(pilot).library.modules
        await press(pilot, "f9 down")
        assert games[1].game.about.split(".")[0] in at(pilot, "#game")
        await press(pilot, "3")
        assert context(pilot).game == games[2].game.slug
        await press(pilot, "f9 9")
        assert context(pilot).game == games[2].game.slug


async def test_the_list_of_calculators_is_narrowed_by_words(places: Places) -> None:
    """A slash, then words of title, summary or how players ask; Enter opens, Escape brings all back."""
    async with started(places) as pilot:
        every = len(context(pilot).module.procedures)
        await press(pilot, "f2 slash")
        await type_in(pilot, "closing roll")
        listed = screen(pilot, CalculatorsScreen).query_one(OptionList)
        assert 0 < listed.option_count < every
        await press(pilot, "escape escape f2 slash")
        await type_in(pilot, "form")
        assert "Formation change" in str(listed.get_option_at_index(0).prompt), "its title begins so"
        await type_in(pilot, " zzz")
        assert listed.option_count == 0
        assert "None has these words" in at(pilot, "#calculator-about")
        await press(pilot, "escape")
        assert listed.option_count == every
        assert listed.has_focus


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_calculator_takes_one_line_of_the_list(places: Places, size: tuple[int, int]) -> None:
    """As many as the screen has lines are in sight; the marked one says what it works out."""
    async with started(places, size=size) as pilot:
        await press(pilot, "f2")
        listed = screen(pilot, CalculatorsScreen).query_one(OptionList)
        assert listed.virtual_size.height == listed.option_count
        first = context(pilot).library.procedure(screen(pilot, CalculatorsScreen).option_list.marked_id)
        assert first.id == "lob:command-roll", "the first of the phase"
        assert " ".join(first.summary.split()) in at(pilot, "#calculator-about")


async def test_a_question_is_explained_while_it_has_the_focus(places: Places) -> None:
    """Its help stands under it, and goes with the focus."""
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
async def test_a_number_below_nothing_is_typed_with_its_minus(places: Places) -> None:
    """Where it is legal; the minus is never dropped from what was typed."""
    async with started(places) as pilot:
        context(pilot).switch("bp")
        page = await calculator(pilot, "command-roll")
        row(pilot, "modifier").focus()
        await press(pilot, "minus 2")
        assert page.form.sheet.values["modifier"] == "-2"
        row(pilot, "staff_rating").focus()
        await press(pilot, "minus 8 enter")
        assert page.form.sheet.values["staff_rating"] == "8"


def test_what_fits_a_line_is_not_broken() -> None:
    """A choice of two words stays together; one longer than a line has lines of its own."""
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
    """The session's own goes before, the next time."""
    write(places.config / FILE, "game: aor\n")
    async with started(places) as pilot:
        assert context(pilot).game == "aor"
        context(pilot).switch("bp")
    async with started(places) as pilot:
        assert context(pilot).game == "bp"
        assert notes(pilot) == ""


async def test_mistakes_in_the_settings_are_told_and_the_app_starts(places: Places) -> None:
    """Each with its line and a suggestion."""
    write(places.config / FILE, "theme: ligth\ngame: aorr\ncolour: red\n")
    async with started(places) as pilot:
        assert pilot.app.theme == "dark"
        assert context(pilot).game == "lob"
        for told in (
            "config.yaml:1: theme: no theme 'ligth' (did you mean light?)",
            "config.yaml:2: game: no game 'aorr' (did you mean aor?)",
            "config.yaml:3: colour: no such setting",
        ):
            assert told in notes(pilot)
