"""The form that records who won."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model.event import OutcomeRecorded
from companion.play.turn import choose_scenario, jump
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import at, context, painted, press, screen, screen_text, started, type_in


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=str)
async def test_who_won(places: Places, size: tuple[int, int]) -> None:
    """A side, a condition and the reason; the log has them, and one undo takes them back."""
    async with started(places, size=size) as pilot:
        context(pilot).switch("aor")
        choose_scenario(context(pilot).session, "first-day")
        await press(pilot, "f3 v")
        screen(pilot, FormScreen)
        for words in ("Union", "Confederate", "Draw", "Victory points", "Not listed"):
            assert words in painted(pilot)
        assert "[ Record ]" in painted(pilot) and "^S Record" in painted(pilot)
        await press(pilot, "ctrl+s")
        assert "say who won: Union, Confederate, draw" in screen_text(pilot)
        await press(pilot, "c v")
        await type_in(pilot, "Cutler is gone")
        await press(pilot, "enter enter")
        screen(pilot, TurnScreen)
        outcome = context(pilot).session.game_state.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.level, outcome.cite) == ("Confederate", "Victory points", "21.12")
        assert outcome.why == "Cutler is gone"
        await press(pilot, "v")
        assert "Cutler is gone" in painted(pilot)
        await press(pilot, "escape ctrl+z")
        assert context(pilot).session.game_state.outcome is None


async def test_a_draw_in_a_game_without_conditions(places: Places) -> None:
    """The form asks for the winner and the reason only."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 v")
        assert not pilot.app.screen.query("#field-level")
        await press(pilot, "d ctrl+s")
        assert context(pilot).session.game_state.outcome == OutcomeRecorded("")


async def test_the_end_of_the_scenario_asks_who_won(places: Places) -> None:
    """Enter on what is due opens the form."""
    play_creek(places)
    async with started(places) as pilot:
        jump(context(pilot).session, 38, 1)
        await press(pilot, "f3")
        listed = screen(pilot, TurnScreen).query_one("#due")
        assert "The first day is over" in at(pilot, "#due")
        rows = [str(each.id) for each in listed.options]  # type: ignore[attr-defined]
        await press(pilot, " ".join(["down"] * rows.index("due|over") + ["enter"]))
        assert isinstance(pilot.app.screen, FormScreen)
        assert "Who won" in painted(pilot)
