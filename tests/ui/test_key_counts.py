"""How many keys the commonest things take, counted as a player presses them."""

from __future__ import annotations

import statistics

import pytest

from companion.load.places import Places
from companion.model import Library
from companion.play.clock import Position, moments
from companion.search.finder import Finder
from companion.search.loading import load_finder
from companion.search.tokens import STOP, stem, words_of
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import KEYS
from companion.ui.screens.find import LISTED
from companion.ui.screens.go import LETTERS
from tests.evaluate.measure import Asked, Hit, labelled, sets
from tests.ui.helpers import at, context, press, screen, seen, sign, started, type_in, until
from tests.ui.test_whole_charge import STROKES

CLOSING = "f2 2 c 2 m 4"
"""A closing roll: rating C, a leader of 2, the moving stack is shaken, a 4 on the table."""

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
    "another calculator": "f2 1 b a",
    "a rule opened from a calculator": "f2 1 f4",
    "the turn, a calculator left behind": "f2 1 b a f3",
    "the cup, the list left narrowed": "f2 slash x f3 c",
}
"""Where a player may be, and keys that lead there."""


@pytest.mark.variants
@pytest.mark.parametrize("where", PLACES)
async def test_any_calculator_from_anywhere_in_two_keys(places: Places, where: str) -> None:
    """F2 and the sign before it, wherever the player is; what was begun there is on disk and comes back."""
    async with started(places) as pilot:
        await press(pilot, PLACES[where])
        await press(pilot, f"f2 {sign(pilot, 'closing-roll')}")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == "lob:closing-roll"
        assert page.form.sheet.values == {}


def test_every_calculator_has_a_sign(library: Library) -> None:
    """In every game the list has no more lines than signs."""
    for module in library.modules:
        assert 0 < len(module.procedures) <= len(KEYS), module.game.slug


@pytest.mark.slow
async def test_a_calculation_begun_is_two_keys_away(places: Places) -> None:
    """F2 marks the one opened last; Enter goes on with it, half typed numbers included."""
    async with started(places) as pilot:
        await press(pilot, "f2 1 b a 2 1 f3 f2")
        assert "begun" in at(pilot, "#calculators")
        await press(pilot, "enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == context(pilot).module.procedures[0].id
        assert {"b", "2", "1"} <= {str(each).lower() for each in page.form.sheet.values.values()}


async def test_a_closing_roll_in_eight_keys(places: Places) -> None:
    """From the search line to the answer on the screen and its line in the log, the die included."""
    assert len(CLOSING.split()) <= 8
    async with started(places) as pilot:
        await press(pilot, CLOSING)
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert "=> " in at(pilot, "#summary")
        assert "Line 2 of the log." in at(pilot, "#summary")


def test_a_whole_charge_in_25_keys() -> None:
    """What these keys come to is asserted beside them."""
    assert len(STROKES.split()) <= 25


@pytest.mark.variants
@pytest.mark.parametrize(
    "where", ["the search line", "the turn", "the cup", "an open rule", "another calculator"]
)
@pytest.mark.parametrize("game", ["lob", "bar"])
async def test_any_phase_in_three_keys(places: Places, where: str, game: str) -> None:
    """F3 and its digit; those beyond nine by g and their letter."""
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
            assert context(pilot).position == Position(1, place), seen(pilot)


@pytest.mark.slow
async def test_any_phase_in_three_keys_where_the_cup_was_left_open(places: Places) -> None:
    """F3 comes back to the cup, F3 again to the turn."""
    async with started(places) as pilot:
        await press(pilot, "f3 c f5 f3 f3 5")
        assert context(pilot).position == Position(1, 4)


# search

MEDIAN = 6
MOST_MISSED = 0.1


def names_of_games(library: Library) -> set[str]:
    """Return the words of the names of all games: they say which game is meant and lead to no rule."""
    return {
        word
        for module in library.modules
        for name in (module.game.name, *module.game.also)
        for word in words_of(name)
    }


def told_by(asked: Asked, finder: Finder, names: set[str]) -> str:
    """The word of a question that stands in the fewest entries of the rulebooks; empty where none carries anything.

    Words that name a game are left out: the game is in play already.
    """
    words = [each for each in words_of(asked.question) if each not in STOP and each not in names]
    return max(words, key=lambda each: finder.lexicon.idf(stem(each)), default="")


def keys_to(asked: Asked, finder: Finder, word: str) -> int | None:
    """Letters, arrows and Enter until an accepted rule is open; None where the word alone never lists one."""
    for typed in range(1, len(word) + 1):
        results = finder.find(word[:typed], asked.answered_by, LISTED, typing=True).results
        for place, each in enumerate(results):
            if asked.answered(Hit(each.game, each.section, each.title)):
                return typed + place + 1
    return None


@pytest.mark.slow
async def test_a_rule_in_six_keys(places: Places, library: Library) -> None:
    """The median over every labelled question, by its most telling word alone.

    The game that answers is in play and the search line is empty. A key is each letter of the word, each arrow down
    and Enter. The player looks at the list after each letter and goes for the right rule as soon as it is listed,
    however far down, though one letter more would often be less. The word is the one that stands in the fewest
    entries, taken without a look at the answer. Questions that this word alone does not answer count as never
    found; they need a second word.
    """
    finder = load_finder(places)
    asked = labelled(sets())
    names = names_of_games(library)
    counts = [keys_to(each, finder, told_by(each, finder, names)) for each in asked]
    assert statistics.median(99 if each is None else each for each in counts) <= MEDIAN
    assert counts.count(None) <= MOST_MISSED * len(asked)


async def test_a_rule_in_six_keys_on_the_screen(places: Places) -> None:
    """Letters, Enter, and the rule is open: the same count through the app."""
    async with started(places) as pilot:
        await type_in(pilot, "skeda")
        await press(pilot, "enter")
        assert "Skedaddle" in seen(pilot)
