"""The first start asks for the game and its sides, once; all screens then use these names."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.ui.app import CompanionApp
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.find import FindScreen
from tests.proofs.hands import key_event
from tests.ui.helpers import (
    LONGEST,
    at,
    context,
    painted,
    press,
    screen_text,
    settled,
    started,
    type_in,
    until,
    write,
)


@asynccontextmanager
async def starting(
    places: Places, keys: str = "", size: tuple[int, int] = (80, 24), game: str = "", *, guest: bool = False
) -> AsyncIterator[Pilot[None]]:
    """Start the app as a player does, with keys pressed while the library loads."""
    app = CompanionApp(places, game, session="Game 1" if guest else "", guest=guest)
    async with asyncio.timeout(LONGEST), app.run_test(size=size) as pilot:
        assert app.context is None
        for key in keys.split():
            app.post_message(key_event(key))
        await until(pilot, lambda: app.context is not None)
        await settled(pilot)
        yield pilot


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_two_keys_choose_game_and_sides(places: Places, size: tuple[int, int]) -> None:
    """The search screen follows, and the next start asks nothing."""
    async with starting(places, size=size) as pilot:
        assert isinstance(pilot.app.screen, ChooseScreen)
        for title in ("1 Line of Battle", "2 Black Powder", "5 Age of Rifles"):
            assert title in painted(pilot)
        await press(pilot, "2")
        assert "1 French, Allies" in painted(pilot) and "Type the names" in painted(pilot)
        await press(pilot, "2")
        assert isinstance(pilot.app.screen, FindScreen)
        assert context(pilot).game == "bp" and "Allies" in at(pilot, "#where")
    async with starting(places) as pilot:
        assert isinstance(pilot.app.screen, FindScreen)
        assert context(pilot).game == "bp" and "Allies" in at(pilot, "#where")


async def test_keys_typed_while_the_rulebooks_open_are_not_lost(places: Places) -> None:
    """Both digits and the words typed after them take effect."""
    async with starting(places, "4 3 m o v e") as pilot:
        assert context(pilot).game == "pub"
        assert "Union" in context(pilot).module.sequence.sides  # type: ignore[union-attr]
        assert pilot.app.screen.query_one("#question").value == "move"  # type: ignore[attr-defined]


async def test_escape_accepts_the_defaults(places: Places) -> None:
    """Escape chooses the first game with its own names of the sides; nothing is asked again."""
    async with starting(places, "escape") as pilot:
        assert isinstance(pilot.app.screen, FindScreen)
        assert context(pilot).game == "lob" and "First player" in at(pilot, "#where")
    async with starting(places) as pilot:
        assert isinstance(pilot.app.screen, FindScreen)


@pytest.mark.slow
async def test_a_visitor_is_asked_until_something_is_chosen(places: Places) -> None:
    """A page that is loaded again asks again; another visitor, who only reads, is not asked."""
    async with starting(places, guest=True) as pilot:
        assert "Which game are you playing?" in painted(pilot)
        async with starting(places, guest=True) as other:
            assert isinstance(other.app.screen, FindScreen) and "read-only" in at(other, "#where")
    async with starting(places, guest=True) as pilot:
        await press(pilot, "2 2 m")
        assert context(pilot).game == "bp" and "Allies" in at(pilot, "#where")
        assert pilot.app.screen.query_one("#question").value == "m"  # type: ignore[attr-defined]
    async with starting(places, guest=True) as pilot:
        assert isinstance(pilot.app.screen, FindScreen)


async def test_a_visitor_is_not_asked_for_a_game_that_is_chosen(places: Places) -> None:
    """In the settings, or with an earlier session."""
    write(places.config / "config.yaml", "game: pub\n")
    async with starting(places, guest=True) as pilot:
        assert isinstance(pilot.app.screen, FindScreen) and context(pilot).game == "pub"
    (places.config / "config.yaml").unlink()
    async with starting(places, guest=True) as pilot:
        assert isinstance(pilot.app.screen, FindScreen) and context(pilot).game == "pub"


async def test_the_game_in_play_asks_for_sides_without_names(places: Places) -> None:
    """F9 and Enter; once they have names, nothing is asked."""
    async with starting(places, "escape") as pilot:
        await press(pilot, "f9 enter")
        assert "Who are First player and Second player?" in painted(pilot)
        await press(pilot, "1")
        assert context(pilot).session.game_state.sides
        await press(pilot, "f9 enter")
        assert isinstance(pilot.app.screen, FindScreen)


async def test_escape_keeps_the_game_that_was_chosen(places: Places) -> None:
    """Escape on the second question keeps the game's own names of the sides."""
    async with starting(places, "2 escape") as pilot:
        assert context(pilot).game == "bp" and context(pilot).session.game_state.sides == {}


async def test_a_game_on_the_command_line_is_not_asked_for(places: Places) -> None:
    """The sides of that game are not asked for either."""
    async with starting(places, game="pub") as pilot:
        assert isinstance(pilot.app.screen, FindScreen) and context(pilot).game == "pub"


async def test_a_game_with_named_sides_asks_nothing_more(places: Places) -> None:
    """After the key of the game, the search is open."""
    async with starting(places, "5") as pilot:
        assert isinstance(pilot.app.screen, FindScreen) and context(pilot).game == "aor"


@pytest.mark.slow
async def test_typed_names_are_on_every_screen(places: Places) -> None:
    """Setup names the sides; turn, orders, units and log use the names."""
    async with started(places) as pilot:
        await press(pilot, "f3 s")
        lines = pilot.app.screen.option_list  # type: ignore[attr-defined]
        place = next(number for number, line in enumerate(lines.options) if "Sides" in str(line.prompt))
        await press(pilot, "home" + " down" * place)
        await press(pilot, "enter t")
        await type_in(pilot, "French")
        await press(pilot, "enter")
        await type_in(pilot, "Austrians")
        await press(pilot, "ctrl+s")
        assert "Sides French, Austrians" in screen_text(pilot)
        await press(pilot, "escape")
        assert "French" in at(pilot, "#where") and "First player" not in screen_text(pilot)
        await press(pilot, "o n")
        assert "French" in painted(pilot) and "First player" not in painted(pilot)
        await press(pilot, "escape escape f10")
        assert "French and Austrians" in screen_text(pilot)
