"""Terms in a game's calculators that mean something else in another game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.load.between_games import with_cross_game_terms
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Game, GameModule, Input, Library, Procedure, Term
from companion.render.procedure import procedure_json, procedure_lines

_GAME = """
slug: {slug}
name: Game {slug}
edition: "1"
credits: Nobody
documents: [{{id: rules, title: Rules, authority: rule}}]
"""


def module(slug: str, *terms: Term) -> GameModule:
    """A game with a calculator that contains Weary, and one that does not."""
    asked = Input("tired", "Units that are weary or wearyish", "yes-no")
    roll = Procedure(f"{slug}:roll", "Roll", "1", "A roll.", (asked,), (), ())
    other = Procedure(f"{slug}:other", "Wearyish", "1", "A roll.", (), (), ())
    return GameModule(Game(slug, f"Game {slug}", "1", "", ()), procedures=(roll, other), terms=terms)


def test_a_difference_applies_to_both_games() -> None:
    """The other game's meaning is shown, but only for calculators that contain the whole word."""
    modules = [
        module("one", Term("Weary", "Marched too far."), Term("Rested", "Slept.")),
        module("two", Term("Tired", "Out of powder.", also=("weary",))),
        module("three", Term("Weary", "Bored.", differs=("one", "two"))),
    ]
    one, two, three = (with_cross_game_terms(each, modules) for each in modules)
    differences = [
        (each.term, each.here, each.game, each.there) for each in one.cross_game_terms_of("one:roll")
    ]
    assert differences == [("Weary", "Marched too far.", "Game three", "Bored.")]
    assert one.cross_game_terms_of("one:other") == ()
    assert two.cross_game_terms_of("two:roll") == ()
    differences = [
        (each.term, each.here, each.game, each.there) for each in three.cross_game_terms_of("three:roll")
    ]
    assert differences == [
        ("Weary", "Bored.", "Game one", "Marched too far."),
        ("Weary", "Bored.", "Game two", "Out of powder."),
    ]


@pytest.mark.parametrize(
    ("differs", "says"),
    [
        ("tow", "unknown game tow (nearest: two)"),
        ("one", "one has no other meaning for Weary (remove one)"),
        ("two", "two has no other meaning for Weary (remove two)"),
        ("three", ""),
    ],
)
def test_an_impossible_difference_is_a_fault(tmp_path: Path, differs: str, says: str) -> None:
    """An unknown game, the same game, or a game without the term."""
    glossaries = {
        "one": f"terms:\n  - {{term: Weary, means: Marched too far., differs: [{differs}]}}\n",
        "two": "terms:\n  - {term: Fresh, means: Slept.}\n",
        "three": "terms:\n  - {term: Tired, also: [weary], means: Bored.}\n",
    }
    for slug, glossary in glossaries.items():
        (tmp_path / "tables" / slug).mkdir(parents=True)
        (tmp_path / "tables" / slug / "game.yaml").write_text(_GAME.format(slug=slug))
        (tmp_path / "tables" / slug / "glossary.yaml").write_text(glossary)
    library = read_library(Places((tmp_path,), tmp_path, tmp_path))
    faults = [str(each) for each in library.faults if "glossary" in each.file]
    assert [each.partition("glossary.yaml:")[2] for each in faults] == (
        [f"2: terms[0].differs[0]: {says}"] if says else []
    )


def test_shown_with_the_calculator(library: Library) -> None:
    """Shaken costs 1 in Line of Battle, and depends on casualties in Black Powder."""
    lob, procedure = library.module("lob"), library.procedure("lob:closing-roll")
    elsewhere = lob.cross_game_terms_of(procedure.id)
    described = procedure_lines(procedure, 80, elsewhere)
    head = described.index("! Shaken means something else in other games:")
    assert described[head + 1].startswith("  - Black Powder: A unit whose casualties equal its stamina")
    first = procedure_json(procedure, elsewhere)["elsewhere"][0]
    assert (first["term"], first["game"]) == ("Shaken", "Black Powder")
    assert all(len(line) <= 40 for line in procedure_lines(procedure, 40, elsewhere))
