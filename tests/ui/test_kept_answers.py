"""Questions answered from a saved unit, the clock, an order or a setting, and changes of a unit by a result."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.play import turn, units_and_notes
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.follow_ups import FollowUps
from tests.ui.helpers import calculator, context, press, row, screen, settled, started, type_in, words

KEPT: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "lob",
        "charge",
        "Defender",
        {"sps": 5, "state": "R", "arm": "artillery"},
        {"defender_sps": 0, "defender_total_sps": 5, "state": "R", "target_arm": "artillery"},
    ),
    ("lob", "charge-size-modifier", "Defender", {"sps": 5, "state": "R"}, {"defender_sps": 0}),
    ("lob", "charge-size-modifier", "Defender", {"sps": 5, "state": "Sh"}, {"defender_sps": 5}),
    ("lob", "morale-check", "Checking stack", {"arm": "cavalry"}, {"target_arm": "cavalry"}),
    ("lob", "fire", "Target", {"arm": "artillery"}, {"target": {"artillery": True}}),
    ("lob", "movement-allowance", "", {"state": "DG"}, {"state": "DG"}),
    ("lob", "loss-recovery", "Unit", {"losses": 3}, {"losses": 3}),
    (
        "bp",
        "shoot",
        "Target",
        {"morale": 4, "stamina": 3, "casualties": 2, "disordered": True},
        {"morale": 4, "stamina": 3, "casualties_before": 2, "target_disordered": True},
    ),
    ("bp", "hand-to-hand", "Your unit", {"stamina": 3, "casualties": 3}, {"own": {"shaken": True}}),
    (
        "bar",
        "disorder-check",
        "Stack",
        {"er": 33, "morale": "shaken", "disordered": True, "formation": "Line"},
        {"er": 33, "state": "disordered_shaken", "skirmish": False},
    ),
    (
        "pub",
        "combat",
        "Defender",
        {"type": "infantry", "state": "spent", "quality": "elite"},
        {"defender": {"type": "infantry", "state": "spent", "quality": "elite"}},
    ),
    ("aor", "fire", "Enemy", {"combat_rating": 6}, {"enemy_morale": 6}),
]


async def in_game(pilot: Pilot[None], game: str) -> None:
    """Switch to a game."""
    context(pilot).switch(game)
    await settled(pilot)


@pytest.mark.parametrize(("game", "name", "part", "facts", "wanted"), KEPT)
async def test_a_unit_answers_questions(
    places: Places, game: str, name: str, part: str, facts: dict[str, Any], wanted: dict[str, Any]
) -> None:
    """Facts of a unit are filled in, converted as the rules require: a routed defender has no SPs that can fire."""
    async with started(places) as pilot:
        await in_game(pilot, game)
        units_and_notes.keep_unit(context(pilot).session, "Law", facts)
        page = await calculator(pilot, name)
        await press(pilot, "equals_sign")
        ways = [way.label for way in screen(pilot, ChooseScreen).choices]
        chosen = [
            number
            for number, way in enumerate(ways, 1)
            if way.startswith(f"Law as {part}" if part else "Law")
        ]
        assert len(chosen) == 1, ways
        await press(pilot, str(chosen[0]))
        assert {name: page.form.sheet.values.get(name) for name in wanted} == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name", "facts", "change", "then"),
    [
        (
            "lob",
            "loss-recovery",
            {"sps": 4, "losses": 8},
            "Strength points 4 -> 6, SPs lost so far 8 -> 6",
            {"sps": 6, "losses": 6},
        ),
        ("pub", "rally", {"state": "spent"}, "Spent -> Fresh", {"state": "fresh"}),
    ],
)
async def test_a_result_changes_the_unit(
    places: Places, game: str, name: str, facts: dict[str, Any], change: str, then: dict[str, Any]
) -> None:
    """The change is shown first; Enter applies it."""
    async with started(places) as pilot:
        await in_game(pilot, game)
        units_and_notes.keep_unit(context(pilot).session, "Law", facts)
        page = await calculator(pilot, name)
        await press(pilot, "equals_sign 1")
        follow_ups = page.query_one(FollowUps)
        assert words(follow_ups).startswith(f"Apply: Law: {change}")
        follow_ups.focus()
        await press(pilot, "enter")
        assert context(pilot).session.game_state.units["Law"].facts == then


async def test_the_clock_answers_day_and_time_of_the_rain_roll(places: Places) -> None:
    """The day and hour of a July scenario come from the clock."""
    async with started(places) as pilot:
        await in_game(pilot, "aor")
        turn.choose_scenario(context(pilot).session, "second-day")
        page = await calculator(pilot, "rain")
        assert page.form.sheet.values == {"day": 2, "time": "06:00"}


async def test_an_optional_rule_is_asked_once(places: Places) -> None:
    """The setting of the session answers all calculators that ask about the rule."""
    async with started(places) as pilot:
        await in_game(pilot, "pub")
        turn.choose_setting(context(pilot).session, "baggage_trains", "yes")
        page = await calculator(pilot, "rally")
        assert page.form.sheet.values == {"baggage_trains": True}


async def test_the_rss_setting_answers_the_question(places: Places) -> None:
    """Asked for reinforcements only, so it is filled in once the unit's turn of entry is known."""
    async with started(places) as pilot:
        turn.choose_setting(context(pilot).session, "rss_game", "yes")
        turn.jump(context(pilot).session, 12, None)
        facts = {"entered": 3, "original_leader_lost": True, "command_value": 2}
        units_and_notes.keep_unit(context(pilot).session, "Law", facts)
        page = await calculator(pilot, "fluke-stoppage")
        await press(pilot, "equals_sign 1")
        wanted = {"reinforcement_entry_turn": 3, "original_leader_lost": True, "command_value": 2}
        assert page.form.sheet.values == {"turn": 12, "rss_game": True, **wanted}


@pytest.mark.slow
async def test_your_unit_does_not_answer_for_the_beaten_enemy(places: Places) -> None:
    """The break test after a won combat concerns the enemy; nothing is filled in from your own unit."""
    async with started(places) as pilot:
        await in_game(pilot, "bp")
        units_and_notes.keep_unit(
            context(pilot).session, "Law", {"arm": "infantry", "stamina": 3, "casualties": 1}
        )
        page = await calculator(pilot, "hand-to-hand")
        await press(pilot, "equals_sign 1")
        for path, value in (("own.casualties_caused", "3"), ("enemy.casualties_caused", "1")):
            row(pilot, path).focus()
            await type_in(pilot, value)
        page.query_one(FollowUps).focus()
        await press(pilot, "enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == "bp:break-test"
        assert page.form.sheet.values == {"kind": "hand_to_hand"}
