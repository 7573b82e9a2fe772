"""The dice of a calculation in progress, and the rolls for which they were thrown."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from companion.model import Resolution, Rolled, RollRequest
from companion.model.event import DiceRolled
from companion.workspace.context import AppContext
from companion.workspace.logged_dice import LoggedDice, LoggedRoll
from companion.workspace.thrown_dice import last_in_use, with_identity, without_replaced

RESOLUTION = Resolution("duel:check", "Check", "1", {}, (), (), (), (), {}, done=False)
ONE = Rolled("die", "1d6", 1, (1,), id="first")
TWO = Rolled("die", "1d6", 2, (2,), id="second")
THREE = Rolled("die", "1d6", 3, (3,), id="third")
DUE = RollRequest("die", "1d6", "Die", 1, 6, id="second")


def logged(rolled: Rolled) -> LoggedRoll:
    """Return typed dice with the identity of their roll."""
    return LoggedRoll(**asdict(rolled))


@pytest.mark.parametrize(
    ("rolls", "taken", "identified"),
    [
        ([], (), []),
        ([ONE, TWO], (ONE, TWO), [ONE, TWO]),
        (["1"], (ONE,), [logged(ONE)]),
        ([ONE, "2"], (ONE, TWO), [ONE, logged(TWO)]),
        (["1", TWO], (ONE, TWO), [TWO, logged(ONE)]),
        ([replace(ONE, id="")], (ONE,), [logged(ONE)]),
        ([ONE, "1"], (ONE, ONE), [ONE, logged(ONE)]),
        ([ONE, ONE, "3"], (ONE, ONE, THREE), [ONE, ONE, logged(THREE)]),
    ],
)
def test_typed_dice_get_the_identity_of_their_roll(
    rolls: list[Any], taken: tuple[Rolled, ...], identified: list[Any]
) -> None:
    """Dice with an identity keep it; typed ones are those of the rolls that no others are for."""
    assert with_identity(rolls, replace(RESOLUTION, rolls=taken)) == identified
    assert all(
        isinstance(each, LoggedRoll) and each.event == 0
        for each in with_identity(rolls, replace(RESOLUTION, rolls=taken))
        if each not in rolls
    )


def test_dice_stay_as_they_are_while_an_answer_is_missing() -> None:
    """Dice stay as they are while an answer is missing, because no roll has used them yet."""
    rolls = ["1", TWO]
    unanswered = replace(RESOLUTION, rolls=(ONE, TWO), missing=("plus",))
    assert with_identity(rolls, unanswered) == rolls
    assert with_identity(rolls, unanswered) is not rolls


def test_dice_of_a_roll_that_is_due_again_are_replaced() -> None:
    """Others stay, and dice of a pool that keeps some of them."""
    rolls = [ONE, TWO, "4"]
    assert without_replaced(rolls, replace(RESOLUTION, needs=(DUE,))) == [ONE, "4"]
    assert without_replaced(rolls, replace(RESOLUTION, needs=(replace(DUE, id="third"), DUE))) == rolls
    assert without_replaced(rolls, replace(RESOLUTION, needs=(replace(DUE, kept=1),))) == rolls
    assert without_replaced(rolls, RESOLUTION) == rolls
    assert without_replaced(rolls, None) == rolls


@pytest.mark.parametrize(
    ("rolls", "resolution", "last"),
    [
        ([], None, None),
        (["4"], None, None),
        ([ONE, TWO, "4"], None, TWO),
        ([], RESOLUTION, None),
        ([ONE, TWO], RESOLUTION, None),
        ([ONE, TWO, "4"], replace(RESOLUTION, rolls=(ONE, TWO)), TWO),
        ([ONE, TWO], replace(RESOLUTION, rolls=(ONE,)), ONE),
        ([ONE, TWO], replace(RESOLUTION, rolls=(ONE,), needs=(DUE,)), TWO),
        ([ONE, TWO], replace(RESOLUTION, rolls=(ONE, TWO), spare=(TWO,)), ONE),
        ([ONE, TWO], replace(RESOLUTION, rolls=(ONE, TWO), spare=(replace(TWO, faces=(5,)),)), TWO),
        ([ONE, TWO], replace(RESOLUTION, rolls=(ONE, TWO), spare=(replace(TWO, id="first"),)), TWO),
    ],
)
def test_the_last_dice_in_use(rolls: list[Any], resolution: Resolution | None, last: Rolled | None) -> None:
    """The last dice in use are not spare dice; without a resolution, they are the last dice rolled."""
    assert last_in_use(rolls, resolution) == last


def test_the_companion_logs_its_dice_before_it_shows_them(context: AppContext) -> None:
    """The roll has the line, the identity and the faces that the log has."""
    procedure = context.library.procedure("lob:closing-roll")
    request = RollRequest("die", "2d6", "Closing roll", 2, 12, id="stack:die")
    rolled = LoggedDice(context.session, procedure).roll(request)
    (line,) = context.session.log[-1:]
    assert isinstance(line.event, DiceRolled)
    assert (rolled.event, rolled.faces, rolled.source) == (line.id, line.event.faces, "app")
    assert (rolled.id, rolled.dice, rolled.value) == ("stack:die", "2d6", sum(rolled.faces))
    assert (line.event.sides, line.event.label) == (6, "Closing roll")
    assert (line.event.procedure, line.event.roll) == ("lob:closing-roll", "stack:die")
    again = LoggedDice(context.session, procedure).roll(request)
    assert again.event == line.id + 1
    assert LoggedRoll("die", "1d6", 3).event == 0
