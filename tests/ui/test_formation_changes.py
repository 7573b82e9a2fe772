"""Formation changes and a rally of Battles from the Age of Reason, played with keys alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from companion.load.places import Places
from companion.model.event import Calculated
from tests.ui.evening import ManualClock, Players, shorten_waits
from tests.ui.helpers import at, calculator_key, started


class Change(NamedTuple):
    """The answers of a formation change, and its results according to the compendium."""

    answers: dict[str, str]
    cost: Any
    """Movement points; ALL for the whole allowance, None if the compendium does not print that diagram."""
    headline: str
    """The headline of the result."""
    others: dict[str, Any] = {}
    """Other results; those not listed are None or no."""


def answered(arm: str, old: str, new: str, **others: str) -> dict[str, str]:
    """Return answers: arm and formations as they are typed, then the others by name."""
    return {"arm": arm, "from": old, "to": new, **others}


ALL = "Cost in MPs: the entire Movement Allowance"
CHANGES = {
    "8.4c AC to a single hex MC, 1 MP": Change(answered("i", "a", "m"), 1, "Cost in MPs: 1"),
    "8.4c MC of 3 hexes to AC, its old length": Change(
        answered("c", "m", "a", from_hexes="3"), 3, "Cost in MPs: 3"
    ),
    "8.4a MC of 2 to RC of 5 hexes, the difference": Change(
        answered("i", "m", "r", from_hexes="2", to_hexes="5"), 3, "Cost in MPs: 3"
    ),
    "8.4a RC of 3 to MC of 1 hex, the difference and 2 for a kink": Change(
        answered("i", "r", "m", from_hexes="3", kinks="1"), 4, "Cost in MPs: 4"
    ),
    "8.4 Line to Hook 1 MP, 11.8a one more in an EZOC": Change(
        answered("i", "lin", "h", ezoc="y"), 2, "Cost in MPs: 2"
    ),
    "8.4 Line of 2 to MC of 1 hex, the diagram and 1 MP": Change(
        answered("i", "lin", "m", from_hexes="2"),
        None,
        "Cost in MPs: read it on your Formation Change Diagram",
        {"diagram_plus": 1},
    ),
    "8.4 Line to Square, the whole allowance": Change(answered("i", "lin", "sq"), "ALL", ALL),
    "8.6 AC to MC over 2 non-clear hexes, the whole allowance and a disorder check at +10": Change(
        answered("i", "a", "m", non_clear="2"), "ALL", ALL, {"disorder_check": 10}
    ),
    "8.4e Skirmishers to their parent in Line, no cost but an ER check": Change(
        answered("i", "sk", "lin"), 0, "Cost in MPs: 0", {"er_check": True}
    ),
    "8.5b Limbered to Unlimbered, 2 MPs": Change(answered("a", "lim", "u"), 2, "Cost in MPs: 2"),
}
REFUSED = {
    "8.4c Line to AC": (answered("i", "lin", "a"), "The arm you chose may not make this change in one step"),
    "8.4a RC of 2 to MC of 3 hexes": (
        answered("c", "r", "m", from_hexes="2", to_hexes="3"),
        "The new Formation must lie in hexes of the old Road Column that are in line (hexes: 2, out of line: 0)",
    ),
    "8.5a limbering after fire": (
        answered("a", "u", "lim", fired="y"),
        "Guns may not Limber after they fired in the Fire Combat Segment",
    ),
    "11.8b unlimbering in an EZOC": (
        answered("a", "lim", "u", ezoc="y"),
        "Artillery may not Unlimber in an EZOC",
    ),
    "8.6 non-clear while disordered": (
        answered("i", "m", "lin", non_clear="1", disordered="y"),
        "A Disordered or Out of Command unit may not make this change through non-clear terrain",
    ),
    "8.6 non-clear after moving": (
        answered("i", "m", "lin", non_clear="1", moved="y"),
        "Through non-clear terrain the change costs the entire Movement Allowance. A unit that has spent",
    ),
}


@asynccontextmanager
async def age_of_reason(places: Places, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Players]:
    """Start the app with Battles from the Age of Reason."""
    shorten_waits(monkeypatch)
    async with started(places) as pilot:
        players = Players(pilot, ManualClock())
        await players.press("f9")
        await players.mark("Battles from the Age of Reason")
        await players.press("enter escape")
        yield players


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_a_formation_change(places: Places, monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    """Cost and consequences are on screen and in the log."""
    async with age_of_reason(places, monkeypatch) as players:
        await players.press(f"f2 {calculator_key(players.pilot, 'formation-change')}")
        await players.answer(**change.answers)
        expected = {"diagram_plus": None, "disorder_check": None, "er_check": False, **change.others}
        assert players.resolution.done
        assert dict(players.resolution.outcome) == {"cost": change.cost, **expected}
        assert f"● {change.headline.upper()}" in at(players.pilot, "#summary")
        await players.press("escape")
        last = players.session.log[-1].event
        assert isinstance(last, Calculated)
        assert last.summary == f"Formation Change: {change.headline}"


@pytest.mark.slow
@pytest.mark.parametrize(("answers", "why"), REFUSED.values(), ids=REFUSED)
async def test_a_refused_formation_change(
    places: Places, monkeypatch: pytest.MonkeyPatch, answers: dict[str, str], why: str
) -> None:
    """The reason is on screen, and nothing is logged."""
    async with age_of_reason(places, monkeypatch) as players:
        await players.press(f"f2 {calculator_key(players.pilot, 'formation-change')}")
        before = len(players.session.log)
        await players.answer(**answers)
        assert why in at(players.pilot, "#summary")
        await players.press("escape")
        assert len(players.session.log) == before


@pytest.mark.slow
async def test_18_3f_rally_of_the_compendium(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """ER 33 becomes 48 by the +15 of rout alone, although routed units are disordered too; 19 loses 3 SPs."""
    async with age_of_reason(places, monkeypatch) as players:
        await players.press(f"f2 {calculator_key(players.pilot, 'morale-modifier')}")
        await players.answer(situation="ra", formation="ro", disordered="y", routed="y")
        assert players.resolution.outcome["modifier"] == 15
        await players.press(f"escape f2 {calculator_key(players.pilot, 'rally')}")
        await players.answer(modified_er="48")
        await players.dice("19")
        assert players.resolution.outcome["rallied"] is False
        assert players.resolution.outcome["loss"] == 3
        assert "● THE UNIT FAILS TO RALLY SPs lost: 3" in at(players.pilot, "#summary")
