"""The references of a record: their groups, their order, their titles and numbers."""

from __future__ import annotations

from typing import Any

import pytest

from companion.load.places import Places
from companion.model import Chart, Entry, Game, GameModule, Library, Procedure, Term
from companion.model.step import LookUp, Repeat, Shift
from companion.play.opening import open_session
from companion.workspace.context import AppContext
from companion.workspace.references import Reference, references_of


def rule(name: str, number: str, **others: Any) -> Entry:
    """Return a rule; its title is its name."""
    numbers = (number,) if number else ()
    values = {"level": 1, "chapter": "Rules", "points": (), "file": "rules.md", "line": 1, "numbers": numbers}
    return Entry(f"duel:{name}", "duel", number, name.title(), **{**values, **others})


def chart(name: str, cite: str) -> Chart:
    """Return a chart with one cell."""
    return Chart(
        id=f"duel:{name}",
        title=name.title(),
        cite=cite,
        page="1",
        game="duel",
        rows_title="",
        rows=("1",),
        columns=("A",),
        cells=(("1",),),
    )


def calculator(name: str, cite: str, *steps: Any, **others: Any) -> Procedure:
    """Return a calculator with these steps."""
    return Procedure(f"duel:{name}", name.title(), cite, "", (), steps, (), game="duel", **others)


def read(name: str) -> LookUp:
    """Return a step that reads a chart."""
    return LookUp("cell", name, "'A'", row="1")


MODULE = GameModule(
    Game("duel", "Duel", "1", "none", ()),
    entries=(
        rule("begin", "1"),
        rule("fire", "2", links=("duel:melee", "duel:melee", "duel:gone", "duel:range"), gap=True),
        rule("range", "2.1", parent="duel:fire", level=2, numbers=("2.1", "2.2")),
        rule("limits", "2.3", parent="duel:fire", level=2),
        rule("melee", "3", links=("duel:fire", "duel:end")),
        rule("mixed", "3", links=("duel:fire",)),
        rule("end", ""),
    ),
    charts=(chart("results", "2"), chart("losses", "9"), chart("melee-table", "Melee-Table")),
    procedures=(
        calculator("shoot", "2", read("results"), Shift("more", "losses", "'A'", "1")),
        calculator("volley", "9", Repeat("firers", (read("results"),))),
        calculator("march", "March"),
    ),
    terms=(Term("Fire", "Shooting.", cite="2"), Term("Fear", "Running.")),
)


@pytest.fixture
def duel(places: Places) -> AppContext:
    """Return a context with a small rulebook."""
    library = Library((MODULE,))
    session = open_session(places.data, library, in_memory=True)
    session.open_game("duel")
    return AppContext(places, library, session)


FIRE = Reference("duel:fire", "", "Fire (not in the sources)", "2")
MELEE = Reference("duel:melee", "", "Melee", "3")
MIXED = Reference("duel:mixed", "", "Mixed", "3")
RANGE = Reference("duel:range", "", "Range", "2.1, 2.2")
LIMITS = Reference("duel:limits", "", "Limits", "2.3")
RESULTS = Reference("duel:results", "", "Results", "2")
LOSSES = Reference("duel:losses", "", "Losses", "9")
SHOOT = Reference("duel:shoot", "", "Shoot", "2")


def of_group(group: str, *references: Reference) -> list[Reference]:
    """Return references in this group."""
    return [reference._replace(group=group) for reference in references]


@pytest.mark.parametrize(
    ("record", "references"),
    [
        (
            "duel:fire",
            [
                *of_group("Calculators", SHOOT),
                *of_group("Charts", RESULTS),
                *of_group("See also", MELEE, RANGE),
                *of_group("Parts", LIMITS),
                *of_group("Cited by", MIXED),
                *of_group("Nearby", Reference("duel:begin", "", "Begin", "1")),
            ],
        ),
        (
            "duel:range",
            [*of_group("Cited by", FIRE), *of_group("Nearby", LIMITS)],
        ),
        (
            "duel:melee",
            [
                *of_group("See also", FIRE, Reference("duel:end", "", "End"), MIXED),
                *of_group("Nearby", LIMITS),
            ],
        ),
        (
            "duel:end",
            [
                *of_group("Cited by", MELEE),
                *of_group("Nearby", MIXED),
            ],
        ),
        (
            "duel:results",
            [
                *of_group("Rules", FIRE),
                *of_group("Calculators", SHOOT, Reference("duel:volley", "", "Volley", "9")),
                *of_group("Nearby", LOSSES),
            ],
        ),
        (
            "duel:losses",
            [
                *of_group("Calculators", SHOOT),
                *of_group("Nearby", RESULTS, Reference("duel:melee-table", "", "Melee-Table")),
            ],
        ),
        ("duel:melee-table", of_group("Nearby", LOSSES)),
        ("duel:term-fire", of_group("Rules", FIRE)),
        ("duel:term-fear", []),
        ("duel:shoot", []),
        ("duel:nothing", []),
    ],
)
def test_the_references_of_a_record(duel: AppContext, record: str, references: list[Reference]) -> None:
    """Each record once, in the first of its groups; links to missing records are left out."""
    assert references_of(duel, record) == references
