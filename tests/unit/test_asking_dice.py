"""Dice typed line by line, and messages about missing dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.cli.interactive import ask
from companion.cli.output import print_lines
from companion.cli.resolving import missing_words, resolve_with
from companion.model import Refused
from companion.render.resolution import resolution_lines
from tests.unit.test_engine import engine_of
from tests.unit.test_forms import EMPTY, OPTIONAL
from tests.unit.test_pools import POOL, SIDES
from tests.unit.test_steps_so_far import STAND

Asked = Callable[..., str]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asked:
    """Return a function that runs a procedure with typed lines, and returns its output joined into one line."""

    def run(text: str, typed: list[str], rolls: list[str] | None = None, **answers: Any) -> str:
        lines = iter(typed)

        def answer(_: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        engine = engine_of(own=text)
        procedure = engine.library.procedure("xx:own")
        resolution = ask(engine, procedure, answers, rolls or [], False)
        print_lines(resolution_lines(resolution, procedure, 100))
        assert list(lines) == []
        return " ".join(capsys.readouterr().out.split())

    return run


def test_rules_by_hand_come_first(asked: Asked) -> None:
    """They are printed before the questions, and again with the result."""
    rule = '{says: The Guard never retreats., cite: "1.0"}'
    output = asked(f"{POOL}    by_hand: [{rule}]\n", ["345"], n=3, plus=0)
    before, _, after = output.partition("Odds before the roll")
    for part in (before, after):
        assert "By hand (not counted here): - The Guard never retreats. (1.0)" in part


@pytest.mark.parametrize("typed", ["345", "3 4 5", "3,4,5"])
def test_a_pool_is_typed(asked: Asked, typed: str) -> None:
    """A pool can be typed in several forms; the odds are printed before it."""
    output = asked(POOL, [typed], n=3, plus=0)
    assert "Odds before the roll: 0 12% (1/8);" in output
    assert "The roll for Shooting: 3d6, 1 to 6 each, as in 3 4 5, or app to let the companion roll." in output
    assert "Dice: 3 4 5 on 3d6, typed." in output
    assert "=> Hits: 2" in output


def test_dice_are_asked_for_until_they_are_legal(asked: Asked) -> None:
    """Too few dice, too many, invalid faces and empty lines are refused until a legal roll is typed."""
    output = asked(POOL, ["3 4", "3456", "347", "", "three", "345"], n=3, plus=0)
    assert "Shooting: 3 dice needed, 2 given." in output
    assert "Shooting: 3 dice needed, 4 given" in output
    assert "Shooting: die 7 is outside 1 to 6" in output
    assert "Shooting: 'three' is not a roll; 3d6, each die 1 to 6" in output
    assert output.count("or app to let the companion roll.") == 6
    assert "=> Hits: 2" in output


@pytest.mark.parametrize("word", ["r", "app"])
def test_the_companion_rolls(asked: Asked, word: str) -> None:
    """The companion makes only the roll that is due; typed rolls are kept."""
    output = asked(SIDES, ["6", word], n=1, gone=False)
    assert "Dice: 6 on 1d6, typed." in output
    assert "on 2d6, rolled by the companion." in output


def test_no_dice_are_asked_for_without_need(asked: Asked) -> None:
    """Dice are not asked for if none are rolled, or if they are given on the command line."""
    assert "or app to let the companion roll" not in asked(POOL, [], n=0, plus=0)
    assert "or app to let the companion roll" not in asked(POOL, [], ["3,4,5"], n=3, plus=0)


def test_enter_skips_optional_answers(asked: Asked) -> None:
    """Enter skips an optional answer, and a list that must be empty is not asked for."""
    output = asked(OPTIONAL, ["", "", ""])
    assert "(Enter: nothing)" in output
    assert "=> Points: 0" in output
    assert "Dice" not in asked(EMPTY, ["fresh"])


GROUP = """
    inputs:
      - name: army
        label: Army
        kind: group
        fields:
          - {name: big, label: Big, kind: yes-no}
          - name: units
            label: Units
            kind: rows
            fields: [{name: sps, label: SPs, kind: number, least: 1}]
    steps: [{do: work-out, values: {n: count(army.units)}}]
    outcome: [{name: n, label: N, show: headline}]
"""


def test_rows_of_a_group_are_asked_one_by_one(asked: Asked) -> None:
    """Rows inside a group are asked like rows outside groups."""
    output = asked(GROUP, ["", "3", "yes", "4", "no"])
    assert "Army: Units 2: SPs" in output
    assert "=> N: 2" in output


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ([], "xx:own: Shooting: 3 dice needed, 0 given; 3d6, each die 1 to 6: --roll N,N,N, or --roll app;"),
        (["3,4"], "xx:own: Shooting: 3 dice needed, 2 given;"),
        (["faces=34"], "xx:own: Shooting: 3 dice needed, 2 given;"),
    ],
)
def test_messages_about_missing_dice(texts: list[str], says: str) -> None:
    """The message says how many dice are needed, how many were given, and how to give them."""
    engine = engine_of(own=POOL)
    procedure = engine.library.procedure("xx:own")
    found = resolve_with(engine, procedure, {"n": 3, "plus": 0}, texts)
    assert missing_words(found, procedure).startswith(says)


@pytest.mark.parametrize(
    "texts", [["3,4,5"], ["345"], ["3 4 5"], ["3", "4,5"], ["faces=3,4,5"], ["faces=345"]]
)
def test_dice_of_a_command_line(texts: list[str]) -> None:
    """Every form that the option allows is accepted."""
    engine = engine_of(own=POOL)
    found = resolve_with(engine, engine.library.procedure("xx:own"), {"n": 3, "plus": 0}, texts)
    assert found.outcome["faces"] == [3, 4, 5]


def test_the_companion_rolls_with_roll_app() -> None:
    """Each pool gets as many dice as are due."""
    engine = engine_of(own=SIDES)
    found = resolve_with(engine, engine.library.procedure("xx:own"), {"n": 4}, ["app"])
    assert [(len(rolled.faces), rolled.source) for rolled in found.rolls] == [(4, "app"), (2, "app")]
    with pytest.raises(Refused, match="6 needed, 7 given"):
        resolve_with(engine, engine.library.procedure("xx:own"), {"n": 4}, ["1,2,3,4,5,6,1"])


def test_a_walk_prints_odds_and_choices_after_each_roll(asked: Asked) -> None:
    """The remaining odds and the player's choices are listed; a letter in place of dice makes a choice."""
    output = asked(STAND, ["6", "2", "a"], goes=False)
    first, _, rest = output.partition("Dice: 6 on 1d6, typed. Odds now:")
    assert "Leave after" not in first and rest
    assert "a: Leave after 1 round. (1.1) Die: 1d6" in rest
    assert "a: Leave after 2 rounds. (1.1) Die: 1d6" in rest
    assert "=> Dead: away Rounds: 2" in output


def test_a_letter_without_a_choice_is_refused(asked: Asked) -> None:
    """Neither a before the first round nor b after it is a choice."""
    output = asked(STAND, ["a", "2", "b", "a"], goes=False)
    assert output.count("is not a roll") == 2 or output.count("not a whole number") == 2, output
