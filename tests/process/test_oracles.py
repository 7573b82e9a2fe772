"""The calculators agree with their second implementation in `tests/oracles` on random answers and dice."""

from __future__ import annotations

import pytest

from companion.model import Library
from tests.oracles import (
    Answers,
    Dice,
    FollowUps,
    Missing,
    Next,
    Oracle,
    Outcome,
    Refused,
    follow_ups_of,
    games,
    oracles_of,
)
from tests.proofs.differences import Answer, difference
from tests.proofs.oracle import compare, covered, main, random_cases
from tests.proofs.quick import Quick

FAST, SLOW = 300, 4_000
"""Cases for each game."""


def differences(library: Library, game: str, cases: int, seed: int) -> list[str]:
    """Differences in a game, with the cases divided among its calculators."""
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
    """The calculator for an intersection in a town, as in the game's oracle."""
    return oracles_of("lob")["lob:intersection"](answers, dice)


def too_lucky(answers: Answers, dice: Dice) -> Outcome:
    """Returns a wrong value."""
    return {**right(answers, dice), "success": True}


def too_wordy(answers: Answers, dice: Dice) -> Outcome:
    """Returns a result that the calculator does not have."""
    return {**right(answers, dice), "delay": 1}


def too_short(answers: Answers, dice: Dice) -> Outcome:
    """Leaves a result out."""
    return {name: value for name, value in right(answers, dice).items() if name != "success"}


def too_many_dice(answers: Answers, dice: Dice) -> Outcome:
    """Rolls dice that the calculator does not roll."""
    outcome = right(answers, dice)
    dice.total("die", "1d6")
    return outcome


def other_dice(answers: Answers, dice: Dice) -> Outcome:
    """Rolls other dice."""
    dice.total("die", "2d6")
    return {}


def no_dice(answers: Answers, dice: Dice) -> Outcome:
    """Rolls no dice."""
    return {}


def too_strict(answers: Answers, dice: Dice) -> Outcome:
    """Refuses the answers."""
    if answers["formation"] == "wagon":
        raise Refused("no wagons")
    return right(answers, dice)


def too_curious(answers: Answers, dice: Dice) -> Outcome:
    """Reads an answer that the calculator does not ask for."""
    raise Missing("weather")


@pytest.mark.parametrize(
    "wrong",
    [too_lucky, too_wordy, too_short, too_many_dice, other_dice, no_dice, too_strict, too_curious],
)
def test_a_wrong_oracle_is_noticed(wrong: Oracle, library: Library) -> None:
    """The comparison can fail, and prints the line that repeats the difference."""
    procedure = library.procedure("lob:intersection")
    assert not compare(Quick(library), procedure, right, 60, 1).differences
    found = compare(Quick(library), procedure, wrong, 60, 1).differences
    assert found
    assert all("companion calc lob:intersection --input '{" in each for each in found)


def test_a_value_only_for_follow_ups_is_not_a_difference(library: Library) -> None:
    """A value that only the oracle's follow-ups read need not be a result of the calculator."""
    procedure = library.procedure("lob:intersection")

    def telling(answers: Answers, dice: Dice) -> Outcome:
        return {**right(answers, dice), "_delay": 1}

    assert not compare(Quick(library), procedure, telling, 60, 1).differences


def test_a_refusal_missing_from_the_oracle_is_noticed(library: Library) -> None:
    """If the calculator refuses, the oracle must refuse too."""
    procedure = library.procedure("lob:fire")
    found = compare(Quick(library), procedure, lambda answers, dice: {}, 60, 1).differences
    assert any(each.startswith("the calculator refuses") for each in found)


def test_a_question_that_the_oracle_does_not_need_is_noticed() -> None:
    """If the calculator waits for an answer, the oracle must need it too."""
    waiting = Answer("open", {}, (), "formation")
    assert difference(lambda answers, dice: {"success": True}, None, {}, waiting)
    assert not difference(lambda answers, dice: {"success": answers["formation"]}, None, {}, waiting)


def after(answers: Answers, outcome: Outcome) -> list[Next]:
    """Follow-ups of a fluke stoppage roll, as in the game's oracle."""
    follows = follow_ups_of("lob:zero-rule")
    assert follows
    return [Next(each) if isinstance(each, str) else each for each in follows(answers, outcome)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda answers, outcome: [],
        lambda answers, outcome: [*after(answers, outcome), "Finish"],
        lambda answers, outcome: [each._replace(carry={"state": "DG"}) for each in after(answers, outcome)],
        lambda answers, outcome: [each._replace(what="Start") for each in after(answers, outcome)],
    ],
)
def test_a_wrong_follow_up_is_noticed(wrong: FollowUps, library: Library) -> None:
    """Each follow-up of the oracle matches one of the calculator's, and none is left over."""
    procedure, zero_rule = library.procedure("lob:zero-rule"), oracles_of("lob")["lob:zero-rule"]
    settled = [
        settled
        for _, settled in random_cases(Quick(library), procedure, 20, 1)
        if settled.verdict == "settled"
    ]
    assert settled
    for each in settled:
        answers = each.resolution.inputs if each.resolution else {}
        assert not difference(zero_rule, after, answers, each)
        assert difference(zero_rule, wrong, answers, each)


@pytest.mark.parametrize("game", games())
def test_every_calculator_has_an_oracle(game: str, library: Library) -> None:
    """Each calculator has an oracle, and no oracle is left over from a removed calculator."""
    assert {procedure.id for procedure in library.module(game).procedures} == oracles_of(game).keys()


@pytest.mark.slow
def test_the_command_fails_if_nothing_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt calculator does not count as a success."""
    assert main(["--only", "lob:none", "--cases", "10"]) == 1
    assert main(["--only", "lob:small", "--cases", "10"]) == 0
    assert "calculators: 1, cases: 10, calculators with differences: 0" in capsys.readouterr().out
