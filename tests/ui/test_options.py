"""Alternatives on screen: the effect of other modifiers, the needed roll, options A and B compared."""

from __future__ import annotations

import re

import pytest

from companion.load.places import Places
from companion.ui.screens.against import AgainstScreen
from companion.ui.screens.calculator import CalculatorScreen
from tests.ui.helpers import at, calculator, context, painted, press, row, screen, settled, started, words

pytestmark = pytest.mark.slow

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 20), (160, 45)])


async def test_the_ledger_says_what_each_uncounted_modifier_would_change(places: Places) -> None:
    """The effects appear once everything is answered, change with each answer, and give way to flips after the roll."""
    async with started(places, (120, 40)) as pilot:
        await calculator(pilot, "closing-roll")
        assert "→" not in at(pilot, "#answer")
        await press(pilot, "c 2")
        answer = at(pilot, "#answer")
        assert "○ −1 Moving stack is Shaken → closes 50% 3.5 ○" in answer
        assert "3 or more closes 67% 2 or less does not close 33%" in at(pilot, "#summary")
        await press(pilot, row(pilot, "shaken").hotkey)
        answer = at(pilot, "#answer")
        assert "○ +1 Into a rear hex → closes 67% 3.5" in answer
        assert "4 or more closes 50% 3 or less does not close 50%" in at(pilot, "#summary")
        await press(pilot, "4")
        assert "→ closes 67%" not in at(pilot, "#answer")
        assert "What would have changed the result" in at(pilot, "#answer")
        await press(pilot, "backspace")
        assert "→ closes 67%" in at(pilot, "#answer")


async def test_the_marked_modifier_shows_its_effect(places: Places) -> None:
    """The effect is shown beside the rule when the ledger is hidden."""
    async with started(places, (40, 20)) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 slash")
        row(pilot, "shaken").focus()
        await settled(pilot)
        rule = at(pilot, "#rule")
        assert rule.startswith("○ −1 Moving stack is Shaken → closes 50% 3.5")


@SIZES
async def test_options_a_and_b_are_compared(places: Places, size: tuple[int, int]) -> None:
    """The asterisk keeps option A, and shows all details once answers differ; the ledger shows both odds and totals."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 asterisk")
        assert "Option A and current answers (B)" not in at(pilot, "#answer"), "no answer differs yet"
        await press(pilot, row(pilot, "shaken").hotkey)
        if size[0] < 72:
            await press(pilot, "question_mark")
        answer = at(pilot, "#answer")
        assert "closes A 67% B 50%" in answer
        assert "Die roll modifiers A +1 B 0" in answer
        await press(pilot, "asterisk")
        screen(pilot, AgainstScreen)
        a, b = (words(pilot.app.screen.query_one(f"#option-{name} > WrappedText")) for name in "ab")
        assert re.search("closes ▆+.▁+ 67%", a)
        assert re.search("closes ▆+.▁+ 50%", b)
        assert "Moving stack is Shaken (SH) no" in a
        assert "Moving stack is Shaken (SH) yes" in b
        assert "○ −1 Moving stack is Shaken 3.5 " in a
        assert "● −1 Moving stack is Shaken 3.5 " in b
        assert a.endswith("+1 Total")
        assert b.endswith(" 0 Total")
        assert "Leader" not in a + b, "what both have in common is left out"
        left, right = (pilot.app.screen.query_one(f"#option-{name}").region for name in "ab")
        assert (left.y == right.y) is (size[0] > 60)
        assert (left.x == right.x) is (size[0] < 60)
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is page
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2", "shaken": True}


async def test_both_options_scroll_together(places: Places) -> None:
    """On a small screen, Down shows the total of both options."""
    async with started(places, (40, 20)) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, f"c 2 asterisk {row(pilot, 'shaken').hotkey} asterisk")
        assert "Total" not in painted(pilot)
        await press(pilot, "down " * 9)
        assert painted(pilot).count("Total") == 2
        await press(pilot, "pageup")
        assert painted(pilot).count("does not close") == 2


async def test_b_replaces_a_and_a_is_dropped(places: Places) -> None:
    """`a` makes the current answers option A; `d` drops the option."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        letter = row(pilot, "shaken").hotkey
        await press(pilot, f"c 2 asterisk {letter} asterisk a")
        assert "Option A and current answers (B)" not in at(pilot, "#answer")
        await press(pilot, letter)
        assert "closes A 50% B 67%" in at(pilot, "#answer")
        await press(pilot, "asterisk d")
        assert context(pilot).option_a is None
        assert "Option A and current answers (B)" not in at(pilot, "#answer")
        assert "* Compare" in at(pilot, "#keys")


async def test_an_option_needs_its_answers(places: Places) -> None:
    """Neither A nor a new A is kept while a question is open."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c asterisk")
        assert context(pilot).option_a is None
        assert "Option A needs every answer first" in at(pilot, "#told")
        await press(pilot, "2 asterisk")
        kept = context(pilot).option_a
        row(pilot, "leader_morale").focus()
        await press(pilot, "delete asterisk")
        assert "Still to answer: Leader's morale" in at(pilot, "#option-b-text")
        assert "Leader of morale" in at(pilot, "#option-a-text"), "an incomplete option is not compared"
        await press(pilot, "a")
        assert context(pilot).option_a is kept


@pytest.mark.slow
async def test_option_a_stays_in_its_calculator_and_ends_with_the_roll(places: Places) -> None:
    """Another calculator does not show option A, and the roll ends it."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 asterisk escape escape")
        await calculator(pilot, "fire")
        await press(pilot, "s 1 enter 4 enter r")
        assert "Closing roll" not in at(pilot, "#answer")
        assert "* Compare" in at(pilot, "#keys")
        await press(pilot, "escape")
        await calculator(pilot, "closing-roll")
        await press(pilot, "b 1")
        assert "Option A and current answers (B)" in at(pilot, "#answer")
        await press(pilot, "4")
        assert "Option A" not in at(pilot, "#answer")
        assert context(pilot).option_a is None
