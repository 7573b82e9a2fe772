"""The calculators against their second implementation in `tests/oracles`, on random answers and dice."""

from __future__ import annotations

import pytest

from companion.model import Library
from tests.oracles import Answers, Dice, Missing, Oracle, Outcome, Refused, games, oracles_of
from tests.proofs.mutate import Quick
from tests.proofs.oracle import compare, covered, main

FAST, SLOW = 300, 4_000
"""Cases for each game."""


def differences(library: Library, game: str, cases: int, seed: int) -> list[str]:
    """What differs in a game, with the cases spread over its calculators."""
    engine, chosen = Quick(library), list(covered(library, game))
    reports = [compare(engine, *each, -(-cases // len(chosen)), seed) for each in chosen]
    return [f"{report.name}: {each}" for report in reports for each in report.differences]


@pytest.mark.parametrize("game", games())
def test_calculators_agree_with_their_oracles(game: str, library: Library) -> None:
    """A few answers to each calculator."""
    assert differences(library, game, FAST, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_calculators_agree_with_their_oracles_at_length(game: str, library: Library) -> None:
    """Many answers to each calculator."""
    assert differences(library, game, SLOW, 2) == []


def right(answers: Answers, dice: Dice) -> Outcome:
    """The intersection in a town, as the oracle of the game has it."""
    return oracles_of("lob")["lob:intersection"](answers, dice)


def too_lucky(answers: Answers, dice: Dice) -> Outcome:
    """A wrong value."""
    return {**right(answers, dice), "success": True}


def too_wordy(answers: Answers, dice: Dice) -> Outcome:
    """A result that the calculator does not have."""
    return {**right(answers, dice), "delay": 1}


def too_short(answers: Answers, dice: Dice) -> Outcome:
    """A result too few."""
    return {name: value for name, value in right(answers, dice).items() if name != "success"}


def too_many_dice(answers: Answers, dice: Dice) -> Outcome:
    """Dice that the calculator does not roll."""
    outcome = right(answers, dice)
    dice.total("die", "1d6")
    return outcome


def other_dice(answers: Answers, dice: Dice) -> Outcome:
    """Dice of another kind."""
    dice.total("die", "2d6")
    return {}


def no_dice(answers: Answers, dice: Dice) -> Outcome:
    """No dice at all."""
    return {}


def too_strict(answers: Answers, dice: Dice) -> Outcome:
    """A refusal."""
    if answers["formation"] == "wagon":
        raise Refused("no wagons")
    return right(answers, dice)


def too_curious(answers: Answers, dice: Dice) -> Outcome:
    """A question that the calculator does not ask."""
    raise Missing("weather")


@pytest.mark.parametrize(
    "wrong",
    [too_lucky, too_wordy, too_short, too_many_dice, other_dice, no_dice, too_strict, too_curious],
)
def test_a_wrong_oracle_is_noticed(wrong: Oracle, library: Library) -> None:
    """The comparison can fail, and says how to repeat what it found."""
    procedure = library.procedure("lob:intersection")
    assert not compare(Quick(library), procedure, right, 60, 1).differences
    found = compare(Quick(library), procedure, wrong, 60, 1).differences
    assert found
    assert all("companion calc lob:intersection --input '{" in each for each in found)


def test_a_refusal_that_the_oracle_does_not_have_is_noticed(library: Library) -> None:
    """Where the calculator refuses, the oracle must."""
    procedure = library.procedure("lob:fire")
    found = compare(Quick(library), procedure, lambda answers, dice: {}, 60, 1).differences
    assert any(each.startswith("the calculator refuses") for each in found)


@pytest.mark.parametrize("game", games())
def test_every_calculator_has_an_oracle(game: str, library: Library) -> None:
    """None is left out, and no oracle is for a calculator that is gone."""
    assert {procedure.id for procedure in library.module(game).procedures} == oracles_of(game).keys()


def test_the_command_fails_where_nothing_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt calculator is no success."""
    assert main(["--only", "lob:none", "--cases", "10"]) == 1
    assert main(["--only", "lob:small", "--cases", "10"]) == 0
    assert "calculators: 1, cases: 10, calculators with differences: 0" in capsys.readouterr().out
