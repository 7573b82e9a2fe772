"""Black Powder says what its sheet prints and discloses the choices it leaves; words are typed from the sheet."""

from __future__ import annotations

import pytest

from companion.model import GameModule, Library
from tests.process.test_cli import companion

READINGS = {
    "follow-me-proximity": ["example-orders"],
    "disorder-ends": ["disordered-units", "may-be-ordered"],
    "enfilade-range": ["enfiladed-targets", "to-hit", "shoot"],
    "shaken-beyond-stamina": ["shooting-morale-saves-and-casualties", "morale-saves", "shoot"],
}
"""Choices that the sheet leaves, and where each must be told."""


@pytest.fixture
def game(library: Library) -> GameModule:
    """The game as it ships."""
    return library.module("bp")


def points(game: GameModule, ident: str) -> dict[str, str]:
    """Text to authority of the points of a rule."""
    found = next(each for each in game.entries if each.id == f"bp:{ident}")
    return {point.text: point.authority for point in found.points}


@pytest.mark.parametrize(("conflict", "where"), [(key, at) for key, told in READINGS.items() for at in told])
def test_a_choice_is_disclosed_where_it_bites(game: GameModule, conflict: str, where: str) -> None:
    """With at least two readings."""
    found = next(each for each in game.conflicts if each.id == conflict)
    assert f"bp:{where}" in found.bites
    assert len(found.readings) >= 2


@pytest.mark.parametrize("order", ["Follow me", "Rally"])
def test_the_commander_must_be_in_proximity(game: GameModule, order: str) -> None:
    """Sheet: last order, joins unit, must be in proximity; the subject is the commander, the distance not given."""
    said = next(text for text in points(game, "example-orders") if text.startswith(f"{order}:"))
    assert "the commander must be in proximity and joins the unit" in said
    assert "last order" in said
    assert "it must be in proximity" not in said
    meaning = next(each.means for each in game.terms if each.term == order)
    assert "How near is not printed" in meaning


@pytest.mark.parametrize(("disordered", "told"), [("yes", True), ("no", False)])
def test_the_calculator_says_when_disorder_goes(disordered: str, told: bool) -> None:
    """Sheet: a unit that retreats will not remove its disorder."""
    shown = companion("calc", "bp:may-be-ordered", f"disordered={disordered}").stdout
    assert ("If it does not retreat, it loses its disorder (a reading)" in shown) is told


def test_the_end_of_disorder_is_a_reading(game: GameModule) -> None:
    """The sheet only implies it."""
    said = [who for text, who in points(game, "disordered-units").items() if "loses its disorder" in text]
    assert said == ["reading"]
    meaning = next(each.means for each in game.terms if each.term == "Disordered")
    assert "if it does not retreat, it loses its disorder" in meaning


def test_enfilade_is_at_short_or_close_range_for_both_kinds(game: GameModule) -> None:
    """Sheet: ranked firearms or artillery (short or close range only)."""
    first = next(iter(points(game, "enfiladed-targets")))
    assert "only for ranked firearms or artillery that shoot at short or close range" in first


@pytest.mark.parametrize(
    "ident", ["shooting-morale-saves-and-casualties", "combat-saves-casualties-and-break-test"]
)
def test_a_unit_beyond_its_stamina_is_shaken_too(game: GameModule, ident: str) -> None:
    """Sheet: casualties equal to stamina, shaken; in excess of it, a break test."""
    said = points(game, ident)
    assert not any("exactly" in text for text in said)
    assert [who for text, who in said.items() if "beyond its stamina is shaken too" in text] == ["reading"]


def test_the_blunder_shows_no_file_format_at_the_table() -> None:
    """How a chart is written belongs in the authoring guide."""
    shown = companion("calc", "bp:blunder", "moves=2").stdout
    assert not any(word in shown for word in (".yaml", "grid:", "cite:", "parted by"))


def test_the_last_question_of_the_command_roll_recalls_the_distance(library: Library) -> None:
    """Distance and a near enemy may be left out, so the question after them names both."""
    asked = {each.name: each for each in library.procedure("bp:command-roll").inputs}
    assert "distance" in asked["modifier"].help
    assert "near enemy" in asked["modifier"].help
