"""Modifiers "for each" of something, as rulebooks print them, read by new-calculator."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_methods import TEST
from tests.process.test_calculator_prompts import TITLE, Typed, shown

TWO = "For each 2 losses"


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("For each 2 losses -1 (at most -3)", TWO),
        ("For each 2 losses -1, at most 3", TWO),
        ("For each 2 losses -1, to a maximum of -3", TWO),
        ("For each 2 losses -1 (maximum 3)", TWO),
        ("For each 2 losses (at most 3) -1", TWO),
        ("For each 2 losses, max 3, -1", TWO),
        ("For each 2 losses \u22121 (max \u22123)", TWO),
        ("For each 2 losses: -1; max. -3", TWO),
        ("For each 2 losses -1, up to -3", TWO),
        ("For each 2 losses -1, -3 at most", TWO),
        ("For each 2 losses -1, but not more than 3 in all", TWO),
        ("For every 2 losses -1, maximum of -3", "For every 2 losses"),
        ("-1 for each 2 losses (-3 max)", TWO),
        ("-1 for each 2 losses to a max of -3", TWO),
        ("-1 for every 2 losses (maximum -3)", "For every 2 losses"),
        ("-1 per 2 losses, limited to -3", "Per 2 losses"),
        ("Losses: -1 for each 2, to a maximum of -3", "For each 2 Losses"),
        ("Shaken by losses, -1 for each 2 losses, at most -3", "Shaken by losses, for each 2 losses"),
    ],
)
def test_amount_step_and_limit(typed: str, label: str, maker: Maker) -> None:
    """Amount, step and limit are read in any order; the limit is not asked for, and the name has neither."""
    maker.make(*TEST, f"modifier-1={typed}", "modifier-1-each=Losses")
    lines = {losses: maker.resolve([5], quality="guard", losses=losses).ledger for losses in (3, 8)}
    applied = [
        (line.label, line.value) for found in lines.values() for line in found if line.state == "applied"
    ]
    assert applied == [(label, -1), (label, -3)]


@pytest.mark.parametrize(
    ("typed", "amounts"),
    [
        ("+1 per rank, at most 2", {"ranks": (1, 2, 2)}),
        ("Supports +1 each (max +2)", {"supports": (1, 2, 2)}),
        ("Friends behind, +1 for each unit, to a maximum of +2", {"units": (1, 2, 2)}),
        ("+1 for each unit", {"units": (1, 2, 3)}),
    ],
)
def test_a_question_for_what_is_counted(
    typed: str, amounts: dict[str, tuple[int, int, int]], maker: Maker
) -> None:
    """The question for a counted number is named after its unit, and has a limit only if one is printed."""
    each = f"modifier-1-each=a new question for the player: {next(iter(amounts)).title()}"
    maker.make(
        "method=target",
        "dice=1d6",
        "succeeds=high",
        "needed=4",
        f"modifier-1={typed}",
        each,
        "changes=the dice",
    )
    ((name, expected),) = amounts.items()
    found = [maker.resolve([3], **{name: number}).ledger[0].value for number in (1, 2, 3)]
    assert tuple(found) == expected


@pytest.mark.parametrize(
    ("modifier", "question"),
    [
        ("For each gun base -1 (at most -3)", "Gun bases"),
        ("For each 3 full losses on the firer -1 (at most -3)", "Losses of firer"),
        ("For each base -1 (at most -3)", ""),
    ],
)
def test_enter_takes_the_question_of_the_same_words(
    modifier: str, question: str, maker: Maker, typed: Typed
) -> None:
    """Enter takes a question that differs only in number or by "of" and "on", not in a missing word."""
    head = ("sum", "Gun bases: 1-9", "Losses of firer: 0-9", "", "", "2", modifier)
    out = shown(maker, typed, *TITLE, *head)
    rest = out.partition("none, it counts once")[2]
    assert rest.startswith(f" [Enter: {question}]" if question else " Nothing")


@pytest.mark.parametrize(
    "typed", ["Target at most 6 inches away +1", "Up to 3 men lost +1", "At most 3 bases left +1"]
)
def test_other_limits_belong_to_the_name(typed: str, maker: Maker) -> None:
    """Only what counts for each of something has a limit in all."""
    maker.make(
        "method=target", "dice=1d6", "succeeds=high", "needed=4", f"modifier-1={typed}", "changes=the dice"
    )
    assert [given.label for given in maker.library.procedure("ford:made").inputs] == [
        typed.removesuffix(" +1")
    ]


@pytest.mark.parametrize(
    ("unit", "question"),
    [
        ("unit (friends behind, in contact. Not for a square)", "Unit (friends behind)"),
        ("friend routing within 12 in, but no guns", "Friends routing within 12 in"),
        ("man (of 1.5 in)", "Man (of 1.5 in)"),
    ],
)
def test_the_question_for_a_long_unit_is_short(unit: str, question: str, maker: Maker) -> None:
    """The question for a long unit ends at the first comma or full stop."""
    each = f"modifier-1-each=a new question for the player: {question}"
    maker.make(
        "method=target", "dice=1d6", "succeeds=high", "needed=4", f"modifier-1=For each {unit} +1", each
    )
    assert [given.label for given in maker.library.procedure("ford:made").inputs] == [question]
