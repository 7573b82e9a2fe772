"""How many keys the most frequent tasks take."""

from __future__ import annotations

import statistics

import pytest

from companion.load.places import Places
from companion.model import Library
from companion.model.recorded import OrderSlip
from companion.play import dispatch, turn
from companion.play.clock import Position, moments
from companion.play.units_and_notes import keep_unit
from companion.search.finder import Finder
from companion.search.loading import load_finder
from companion.search.tokens import STOP, stem, words_of
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import LISTED
from companion.ui.screens.go import LETTERS
from companion.workspace.calculator_list import KEYS
from tests.evaluate.measure import Asked, Hit, labelled, sets
from tests.ui.helpers import (
    at,
    calculator_key,
    context,
    painted,
    panels,
    press,
    screen,
    screen_text,
    started,
    type_in,
    until,
)
from tests.ui.test_whole_charge import STROKES

CLOSING = "f2 2 c 2 s 4"
"""A closing roll: rating C, leader value 2, the moving stack is shaken, die 4."""

PLACES = {
    "the search line": "f5",
    "words typed": "f5 c l o s i n g",
    "an open rule": "f5 1 0 . 6 enter",
    "the turn": "f3",
    "the cup": "f3 c",
    "the orders": "f3 o",
    "the units": "f3 u",
    "the log": "f10",
    "a filter of the log": "f10 slash x",
    "the set-up": "f3 s",
    "the list narrowed": "f2 slash x",
    "another calculator": "f2 1 b l",
    "a rule opened from a calculator": "f2 1 f4",
    "the turn, a calculator left behind": "f2 1 b l f3",
    "the cup, the list left narrowed": "f2 slash x f3 c",
}
"""Screens and states of the app, and the keys that lead to them."""


@pytest.mark.parametrize("where", PLACES)
async def test_any_calculator_from_anywhere_in_two_keys(places: Places, where: str) -> None:
    """F2 and the key of the calculator open it from any screen; unfinished input is saved."""
    async with started(places) as pilot:
        await press(pilot, PLACES[where])
        await press(pilot, f"f2 {calculator_key(pilot, 'closing-roll')}")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == "lob:closing-roll"
        assert page.form.sheet.values == {}


def test_every_calculator_has_a_key(library: Library) -> None:
    """No game has more calculators than there are keys."""
    for module in library.modules:
        assert 0 < len(module.procedures) <= len(KEYS), module.game.slug


@pytest.mark.slow
async def test_an_unfinished_calculation_is_three_keys_away(places: Places) -> None:
    """F2 marks the calculator opened last; ctrl+o restores its answers and half-typed numbers, never unasked."""
    async with started(places) as pilot:
        await press(pilot, "f2 1 b l 2 1 f3 f2")
        assert "draft" in at(pilot, "#calculators")
        await press(pilot, "enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == context(pilot).module.procedures[0].id
        assert page.form.sheet.values == {}
        assert "Unfinished: 4 answers from " in at(pilot, "#summary")
        await press(pilot, "ctrl+o")
        assert {"b", "2", "1"} <= {str(each).lower() for each in page.form.sheet.values.values()}
        assert "Unfinished" not in at(pilot, "#summary")


async def test_a_closing_roll_in_six_keys(places: Places) -> None:
    """The keys lead from the search line to the result on screen and in the log, and include the die."""
    assert len(CLOSING.split()) <= 6
    async with started(places) as pilot:
        await press(pilot, CLOSING)
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert "● " in at(pilot, "#summary")
        assert "Line 2 of the log." in at(pilot, "#summary")


@pytest.mark.slow
async def test_an_acceptance_in_six_keys_and_a_fluke_stoppage_in_five(places: Places) -> None:
    """Turn, division and, for the stoppage, Hood's command value are known; Enter settles the prompt."""
    async with started(places) as pilot:
        session = context(pilot).session
        slip = OrderSlip("First player", "Lee", "Hood", "attack", "take the hill", 1, 1)
        dispatch.send(session, slip)
        await press(pilot, "f3 home")
        assert "Order to Hood arrives: roll to accept" in painted(pilot)
        keys = "enter 3 8 enter enter enter"
        assert len(keys.split()) <= 6
        await press(pilot, keys)
        assert session.game_state.orders[0].state == "accepted"
        assert "due" not in painted(pilot).splitlines()[0]
        await press(pilot, "f10")
        assert "Order 1 to Hood accepted rolled 8, needed 7" in at(pilot, "#log")
        keep_unit(session, "Hood", {"command_value": 3})
        turn.jump(session, 9, None)
        pilot.app.changed()  # type: ignore[attr-defined]
        await press(pilot, "f3 home")
        assert "Fluke stoppage: Hood" in painted(pilot)
        keys = "down enter 9 right enter"
        assert len(keys.split()) <= 5
        await press(pilot, keys)
        assert "Fluke stoppage: Hood" not in painted(pilot)
        assert not [due for due in session.game_state.due() if due.procedure == "fluke-stoppage"]
        await press(pilot, "f10")
        assert "Hood" in at(pilot, "#log").rpartition("Fluke stoppage")[2]


@pytest.mark.slow
async def test_a_whole_charge_in_16_keys(places: Places) -> None:
    """The end of the charge is on screen; `test_whole_charge.py` checks the rest."""
    assert len(STROKES.split()) <= 16
    async with started(places) as pilot:
        await press(pilot, STROKES)
        assert "● THE CHARGE ENDS: DEFENDER RETREATS" in panels(pilot)
        assert "Line 2 of the log." in at(pilot, "#summary")


@pytest.mark.parametrize(
    "where", ["the search line", "the turn", "the cup", "an open rule", "another calculator"]
)
@pytest.mark.parametrize("game", ["lob", "bar"])
async def test_any_phase_in_three_keys(places: Places, where: str, game: str) -> None:
    """F3 and the digit of the phase jump there; after the ninth phase, g and a letter."""
    async with started(places) as pilot:
        context(pilot).switch(game)
        sequence = context(pilot).module.sequence
        assert sequence is not None
        last = len(moments(sequence)) - 1
        for place in {0, last // 2, last}:
            keys = f"f3 {place + 1}" if place < 9 else f"f3 g {LETTERS[place]}"
            assert len(keys.split()) <= 3
            await press(pilot, PLACES[where])
            await press(pilot, keys)
            assert context(pilot).position == Position(1, place), screen_text(pilot)


@pytest.mark.slow
async def test_any_phase_in_three_keys_with_the_cup_open(places: Places) -> None:
    """F3 returns to the cup, and F3 again to the turn."""
    async with started(places) as pilot:
        await press(pilot, "f3 c f5 f3 f3 5")
        assert context(pilot).position == Position(1, 4)


# search

MEDIAN = 7
MOST_MISSED = 0.15
"""Share of questions whose rarest word does not list exactly the labelled entry."""
TOLD = ("blind-questions", "told-questions")
"""Sets of situations told by players, in which no single word names the rule."""


def names_of_games(library: Library) -> set[str]:
    """Return the words of the names of all games. They choose the game and find no rule."""
    return {
        word
        for module in library.modules
        for name in (module.game.name, *module.game.also)
        for word in words_of(name)
    }


def rarest_word(asked: Asked, finder: Finder, names: set[str]) -> str:
    """Return the rarest word of a question, by the number of entries that contain it; empty if no word is usable.

    Words that name a game are ignored, because the game is already chosen.
    """
    words = [each for each in words_of(asked.question) if each not in STOP and each not in names]
    return max(words, key=lambda each: finder.lexicon.idf(stem(each)), default="")


def keys_to(asked: Asked, finder: Finder, word: str) -> int | None:
    """Return the number of keys that open an accepted rule; None if the word never lists one.

    Letters, arrows and Enter count.
    """
    for typed in range(1, len(word) + 1):
        results = finder.find(word[:typed], asked.answered_by, LISTED, typing=True).results
        for place, each in enumerate(results):
            if asked.answered(Hit(each.id, each.game, each.section, each.title)):
                return typed + place + 1
    return None


@pytest.mark.slow
async def test_a_rule_in_seven_keys(places: Places, library: Library) -> None:
    """Median number of keys over all labelled questions, using only the rarest word of each.

    The right game is chosen and the search line is empty. Each letter, each Down and Enter counts as one key. The
    player looks at the list after each letter and moves to the right rule as soon as it is listed, even if one more
    letter would need fewer keys. The word is the one in the fewest entries, chosen without knowing the answer.
    Questions whose word does not find the rule count as never found.
    """
    finder = load_finder(places)
    asked = [each for each in labelled(sets()) if each.set not in TOLD]
    names = names_of_games(library)
    counts = [keys_to(each, finder, rarest_word(each, finder, names)) for each in asked]
    assert statistics.median(99 if each is None else each for each in counts) <= MEDIAN
    assert counts.count(None) <= MOST_MISSED * len(asked)


@pytest.mark.slow
async def test_a_rule_in_six_keys_on_the_screen(places: Places) -> None:
    """Letters and Enter open the rule in the app with the same count."""
    async with started(places) as pilot:
        await type_in(pilot, "skeda")
        await press(pilot, "enter")
        assert "Skedaddle" in screen_text(pilot)


@pytest.mark.slow
async def test_a_command_roll_of_black_powder_in_six_keys(places: Places) -> None:
    """The keys answer staff rating 8, other formation and no other modifiers, and roll 7."""
    keys = "f2 1 8 4 0 7"
    async with started(places) as pilot:
        context(pilot).switch("bp")
        await press(pilot, keys)
        assert len(keys.split()) <= 7
        assert screen(pilot, CalculatorScreen).calculation.done
        assert "● THE ORDER SUCCEEDS" in painted(pilot)
        assert " of the log." in at(pilot, "#summary")


@pytest.mark.slow
async def test_an_order_with_its_delivery_in_fourteen_keys_and_its_names(places: Places) -> None:
    """The keys write Lee's attack order to Hood; the phase gives the side, and the calculator the delay."""
    before, between, after = "f3 o n", "enter", "enter 1 f2 1 2 enter 1 right ctrl+s"
    assert len(f"{before} {between} {after}".split()) <= 14
    async with started(places) as pilot:
        await press(pilot, before)
        await type_in(pilot, "Lee")
        await press(pilot, between)
        await type_in(pilot, "Hood")
        await press(pilot, after)
        (order,) = context(pilot).session.game_state.orders
        slip = order.slip
        sent = (slip.side, slip.sender, slip.recipient, slip.kind, slip.arrives - slip.sent)
        assert sent == ("First player", "Lee", "Hood", "attack", 2)
        assert "On their way  1" in painted(pilot)
        assert "arrives turn 3" in painted(pilot)


@pytest.mark.slow
async def test_a_formation_change_in_five_keys_and_its_check_in_six(places: Places) -> None:
    """The keys re-form infantry from Skirmish to Line, and check ER 43 with a roll of 65."""
    async with started(places) as pilot:
        context(pilot).switch("bar")
        keys = f"f2 {calculator_key(pilot, 'formation-change')} 1 8 1"
        assert len(keys.split()) <= 5
        await press(pilot, keys)
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.done
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.outcome["er_check"] is True
        assert "● COST IN MPS: 0" in painted(pilot)
        keys = "right a 4 3 6 5"
        assert len(keys.split()) <= 6
        await press(pilot, keys)
        assert screen(pilot, CalculatorScreen).calculation.procedure.id == "bar:skirmish-check"
        assert "● ER CHECK: PASSED" in painted(pilot)
        assert " of the log." in at(pilot, "#summary")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "dice", "most"), [("1", "1 2 3 1 2 3", 23), ("2", "1 2 1 3", 17)], ids=["melee", "fire fight"]
)
async def test_three_rounds_of_pub_battles_one_by_one(
    places: Places, kind: str, dice: str, most: int
) -> None:
    """The keys work from any screen; after the types only dice are typed, and each round is logged."""
    async with started(places) as pilot:
        context(pilot).switch("pub")
        keys = f"f2 {calculator_key(pilot, 'combat-round')} {kind} 1 1 {dice} {dice} {dice}"
        assert len(keys.split()) <= most
        await press(pilot, keys)
        assert "● AFTER THE ROUND: ATTACKER FRESH" in painted(pilot)
        assert "Both pieces stay: roll round 4." in panels(pilot)
        await press(pilot, "f10")
        assert at(pilot, "#log").count("One round of combat") == 3
