"""Orders of battle as lists: the formats that are read, the messages of refusals, and the table that is written."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Game, GameModule, Input, Procedure, Refused, Sequence, UnitFact
from companion.model.event import UnitKept
from companion.model.scenario import Units
from companion.play.state import Unit
from companion.play.units_and_notes import keep_unit
from companion.render.units import unit_words
from companion.workspace.context import AppContext
from companion.workspace.unit_list import ListedUnit, fact_values, listed_units, load_units, units_table

QUESTIONS = (
    Input("rating", "Rating?", "choice", choices=(Choice("A"), Choice("B", "Best"))),
    Input("steps", "Steps", "number", least=0, most=9),
    Input("wrecked", "Wrecked?", "yes-no"),
    Input("traits", "Traits", "set", choices=(Choice("slow"), Choice("brave"), Choice("green"))),
)
FACTS = (
    UnitFact("rating", "check.rating", label="Morale rating"),
    UnitFact("steps", "check.steps", label="Steps"),
    UnitFact("lost", "check.steps", label="Steps lost"),
    UnitFact("wrecked", "check.wrecked", label="Wrecked"),
    UnitFact("traits", "check.traits"),
)
KNOWN = "rating, steps, lost, wrecked, traits"
CHECK = Procedure("duel:check", "Check", "1", "", QUESTIONS, (), ())
DUEL = GameModule(
    Game("duel", "Duel", "1", "none", ()),
    procedures=(CHECK,),
    sequence=Sequence(sides=("Union", "Confederate"), phases=()),
    units=Units(FACTS),
)
SIDELESS = GameModule(DUEL.game, procedures=(CHECK,), units=Units(FACTS))
FACTLESS = GameModule(DUEL.game, sequence=DUEL.sequence)


def refusal(text: str, module: GameModule = DUEL) -> str:
    """Return the message with which a list is refused."""
    with pytest.raises(Refused) as refused:
        listed_units(module, text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("Maine", ListedUnit("Maine", "", {})),
        ("  20th   Maine  ", ListedUnit("20th Maine", "", {})),
        ("Maine:", ListedUnit("Maine", "", {})),
        ("Maine: ,, ", ListedUnit("Maine", "", {})),
        ("Maine: no facts", ListedUnit("Maine", "", {})),
        ("Maine (Union)", ListedUnit("Maine", "Union", {})),
        ("Maine(union) : steps=3", ListedUnit("Maine", "Union", {"steps": 3})),
        ("20th  Maine (conf): steps 3", ListedUnit("20th Maine", "Confederate", {"steps": 3})),
        ("Maine (A) (Union)", ListedUnit("Maine (A)", "Union", {})),
        ("(Union)", ListedUnit("(Union)", "", {})),
        ("Maine: Morale rating B, Steps 5", ListedUnit("Maine", "", {"rating": "B", "steps": 5})),
        ("Maine: MORALE RATING best", ListedUnit("Maine", "", {"rating": "B"})),
        ("Maine: Rating = a, STEPS=0", ListedUnit("Maine", "", {"rating": "A", "steps": 0})),
        ("Maine: Steps lost 2", ListedUnit("Maine", "", {"lost": 2})),
        ("Maine: lost 2, steps lost = 1", ListedUnit("Maine", "", {"lost": 1})),
        ("Maine: wrecked no", ListedUnit("Maine", "", {"wrecked": False})),
        ("Maine: traits=slow", ListedUnit("Maine", "", {"traits": ["slow"]})),
    ],
)
def test_a_line_names_a_unit_with_its_side_and_facts(line: str, unit: ListedUnit) -> None:
    """Side and facts are optional; facts have their name or label, in any case, and the last of two values counts."""
    assert listed_units(DUEL, line) == [unit]


def test_brackets_belong_to_the_name_in_a_game_without_sides() -> None:
    """In a game without sides, brackets belong to the unit's name."""
    assert listed_units(SIDELESS, "Maine (Union): steps=1") == [ListedUnit("Maine (Union)", "", {"steps": 1})]


@pytest.mark.parametrize(
    ("table", "units"),
    [
        ("name", []),
        ("name\nMaine\nTexas", [ListedUnit("Maine", "", {}), ListedUnit("Texas", "", {})]),
        ("UNIT,steps\nMaine,4", [ListedUnit("Maine", "", {"steps": 4})]),
        ("steps , Name\n4 ,  20th   Maine", [ListedUnit("20th Maine", "", {"steps": 4})]),
        ("name;SIDE\nMaine;u\nTexas;", [ListedUnit("Maine", "Union", {}), ListedUnit("Texas", "", {})]),
        ("name;steps;rating\nMaine;;B", [ListedUnit("Maine", "", {"rating": "B"})]),
        ("name;steps;rating\nMaine;2", [ListedUnit("Maine", "", {"steps": 2})]),
        ("name;steps\nMaine;2;; ;", [ListedUnit("Maine", "", {"steps": 2})]),
        ("name\tMorale rating\nMaine, 20th\tA", [ListedUnit("Maine, 20th", "", {"rating": "A"})]),
        (
            'name,traits\n"Maine, 20th","slow, brave"',
            [ListedUnit("Maine, 20th", "", {"traits": ["brave", "slow"]})],
        ),
    ],
)
def test_a_table_names_its_columns(table: str, units: list[ListedUnit]) -> None:
    """Columns are in any order; an empty or missing cell leaves the fact out; empty cells at the end do not count."""
    assert listed_units(DUEL, table) == units


def test_units_stay_in_the_order_of_the_list() -> None:
    """Units stay in the order of the list, not of their names."""
    assert [unit.name for unit in listed_units(DUEL, "Texas\n\nMaine\n  \nOhio")] == [
        "Texas",
        "Maine",
        "Ohio",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the list is empty; write one unit on each line"),
        (" \n\t\n", "the list is empty; write one unit on each line"),
        (": steps=3", "line 1: a unit needs a name"),
        ("\nMaine\nmaine", "line 3: maine is in the list twice"),
        (
            "Maine\nTexas\n\nMAINE: steps=1\ntexas",
            "line 4: MAINE is in the list twice; line 5: texas is in the list twice",
        ),
        ("A" * 50 + "\n" + "a" * 50, f"line 2: {'a' * 40}... is in the list twice"),
        ("Maine (Rebel)", "line 1: side: 'Rebel' is not one of Union, Confederate"),
        ("Maine: glory 3", f"line 1: unknown unit fact 'glory 3'; known: {KNOWN}"),
        ("Maine: stepsfather", f"line 1: unknown unit fact 'stepsfather'; known: {KNOWN}"),
        ("Maine: " + "x" * 50 + "=1", f"line 1: unknown unit fact '{'x' * 40}...'; known: {KNOWN}"),
        ("Maine: steps", "line 1: steps: a value is required, 0 to 9"),
        ("Maine: Morale rating =", "line 1: rating: a value is required, one of A, B"),
        ("Maine: wrecked= ", "line 1: wrecked: a value is required, yes or no"),
        ("Maine: steps=10", "line 1: steps: 10 is out of range; allowed: 0 to 9"),
        ("Maine: rating=C", "line 1: rating: 'C' is not one of A, B"),
        ("name;glory\nMaine;1", f"unknown unit fact 'glory'; known: {KNOWN}"),
        ("name;steps\n;1", "line 2: a unit needs a name"),
        ("name;steps\nMaine;1;2", "line 2: it has 3 columns; the first line names 2"),
        ("name;side\nMaine;x", "line 2: side: 'x' is not one of Union, Confederate"),
        ("name;steps\n\nMaine;x", "line 3: steps: 'x' is not a whole number; allowed: 0 to 9"),
        (
            "\n".join(f"{name}: steps=x{name}" for name in "ABCDE"),
            "; ".join(
                f"line {number}: steps: 'x{name}' is not a whole number; allowed: 0 to 9"
                for number, name in enumerate("ABCDE", 1)
            ),
        ),
        (
            "Maine\n" + "\n".join("Maine" for _ in range(6)),
            "; ".join(f"line {number}: Maine is in the list twice" for number in range(2, 7))
            + "; and 1 more line",
        ),
        (
            "Maine\n" + "\n".join("Maine" for _ in range(7)),
            "; ".join(f"line {number}: Maine is in the list twice" for number in range(2, 7))
            + "; and 2 more lines",
        ),
    ],
)
def test_a_list_with_a_bad_line_is_refused(text: str, message: str) -> None:
    """The message names each of the first five bad lines, what is wrong, and what is valid."""
    assert refusal(text) == message


def test_a_game_without_facts_knows_none() -> None:
    """The message says so instead of ending early."""
    assert refusal("Maine: steps=1", FACTLESS) == "line 1: unknown unit fact 'steps'; known: none"


def test_a_game_without_sides_refuses_a_side_in_a_table() -> None:
    """A game without sides refuses a side in a table, but not an empty cell."""
    assert listed_units(SIDELESS, "name,side\nMaine,") == [ListedUnit("Maine", "", {})]
    assert refusal("name,side\nMaine,Union", SIDELESS) == "line 2: side: 'Union' is not one of none"


def test_a_fact_without_its_calculator_is_refused() -> None:
    """A game whose files name a calculator that it does not have cannot record the fact."""
    module = GameModule(DUEL.game, units=Units((UnitFact("steps", "gone.steps"),)))
    assert (
        refusal("Maine: steps=1", module)
        == "line 1: steps cannot be recorded: no calculator asks for gone.steps"
    )


@pytest.mark.parametrize("fact", ["high_ground", "high ground", "High_Ground"])
@pytest.mark.parametrize("sign", [" ", "="])
def test_a_fact_without_a_label_is_read_by_its_name(fact: str, sign: str) -> None:
    """A fact without a label is read by its name, with underscores or spaces."""
    module = GameModule(
        DUEL.game, procedures=(CHECK,), units=Units((UnitFact("high_ground", "check.wrecked"),))
    )
    assert listed_units(module, f"Maine: {fact}{sign}yes") == [ListedUnit("Maine", "", {"high_ground": True})]


def test_a_value_without_a_fact_is_refused() -> None:
    """A fact without a label is not meant."""
    assert refusal("Maine: =slow") == f"line 1: unknown unit fact ''; known: {KNOWN}"


def test_units_are_read_as_they_are_shown() -> None:
    """Units are read as they are shown, with facts and without."""
    units = [Unit("Maine", "Union", {"rating": "B", "wrecked": True, "steps": 0}), Unit("Texas", "", {})]
    listed = listed_units(DUEL, "\n".join(unit_words(DUEL, unit) for unit in units))
    assert [tuple(unit) for unit in listed] == [(unit.name, unit.side, unit.facts) for unit in units]


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ([], {}),
        (["steps=3"], {"steps": 3}),
        (["Morale rating= best ", "wrecked=yes"], {"rating": "B", "wrecked": True}),
        (["traits=slow, brave"], {"traits": ["brave", "slow"]}),
        (["steps=3", "steps=4"], {"steps": 4}),
    ],
)
def test_typed_facts_have_values(words: list[str], facts: dict[str, Any]) -> None:
    """The last value of a fact counts; a set is sorted."""
    assert fact_values(DUEL, words) == facts


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("steps", "'steps' is not a fact; write fact=value"),
        ("=3", "'=3' is not a fact; write fact=value"),
        ("x" * 50, f"'{'x' * 40}...' is not a fact; write fact=value"),
        ("glory=3", f"unknown unit fact 'glory'; known: {KNOWN}"),
        ("steps=", "steps: a value is required, 0 to 9"),
        ("steps=-1", "steps: -1 is out of range; allowed: 0 to 9"),
    ],
)
def test_typed_facts_are_refused(word: str, message: str) -> None:
    """The message names the format, the facts, or the valid values."""
    with pytest.raises(Refused) as refused:
        fact_values(DUEL, ["steps=1", word])
    assert str(refused.value) == message


def test_a_table_of_no_units_has_only_the_headings() -> None:
    """The result ends with a line break."""
    assert units_table(DUEL, []) == "name,side\n"


def test_a_table_has_a_column_for_each_known_fact() -> None:
    """Columns have the order of the game's files; a fact that is no longer known has an empty cell."""
    units = (
        Unit("Maine, 20th", "Union", {"traits": ("slow", "brave"), "wrecked": False, "rating": None}),
        Unit("Texas", "", {"steps": 0, "wrecked": True, "traits": ["green"]}),
    )
    assert units_table(DUEL, iter(units)) == (
        'name,side,steps,wrecked,traits\n"Maine, 20th",Union,,no,"brave, slow"\nTexas,,0,yes,green\n'
    )


def test_a_table_is_read_as_it_was_written() -> None:
    """A table of units is read as it was written, including sets, numbers, and names with commas."""
    units = [
        Unit("Maine, 20th", "Union", {"traits": ["brave", "slow"], "wrecked": False}),
        Unit("Texas", "", {"steps": 0, "rating": "B"}),
    ]
    assert [tuple(unit) for unit in listed_units(DUEL, units_table(DUEL, units))] == [
        (unit.name, unit.side, unit.facts) for unit in units
    ]


def test_a_set_is_written_in_order() -> None:
    """A frozen set, which has no order, is written in alphabetical order."""
    unit = Unit("Maine", "", {"traits": frozenset({"slow", "green", "brave"})})
    assert units_table(DUEL, [unit]) == 'name,side,traits\nMaine,,"brave, green, slow"\n'


def test_a_list_is_recorded_as_one_step(context: AppContext) -> None:
    """A unit that the session knows keeps its spelling; the units of the list are returned as they were typed."""
    keep_unit(context.session, "Hood", {"sps": 4})
    listed = load_units(context.session, "HOOD (first): sps=3\nLaw: sps=2")
    assert listed == [ListedUnit("HOOD", "First player", {"sps": 3}), ListedUnit("Law", "", {"sps": 2})]
    assert [line.event for line in context.session.log[-2:]] == [
        UnitKept("Hood", {"sps": 3}, "First player"),
        UnitKept("Law", {"sps": 2}, ""),
    ]
    context.session.undo()
    assert list(context.session.game_state.units.values()) == [Unit("Hood", "", {"sps": 4})]


def test_a_bad_list_records_nothing(context: AppContext) -> None:
    """The good lines are not recorded either."""
    before = len(context.session.log)
    with pytest.raises(Refused, match=r"^line 2: sps: "):
        load_units(context.session, "Law: sps=2\nHood: sps=many")
    assert len(context.session.log) == before
