"""The chit cup: drawn and undrawn chits always make up the whole set."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.model import Refused
from companion.model.event import Chit
from companion.play.cup import ASIDE, BACK, BEFORE, HOLD, Cup

CHITS = (Chit("A", "Red"), Chit("B", "Red"), Chit("C", "Blue"), Chit("D", "Blue"))
FULL = Cup().filled(CHITS, 1)


def test_a_drawn_chit_leaves_the_cup_and_moves() -> None:
    """The order of moves is kept."""
    cup = FULL.draw("C").draw("A")
    assert (cup.within, cup.moved, cup.moving) == (("B", "D"), ("C", "A"), "A")
    assert not cup.done
    assert cup.draw("B").draw("D").done


def test_odds_of_the_next_chit() -> None:
    """Each remaining chit is equally likely; a side's chance is its share of these chits."""
    cup = FULL.draw("A")
    assert cup.odds() == {"B": Fraction(1, 3), "C": Fraction(1, 3), "D": Fraction(1, 3)}
    assert cup.side_odds() == {"Red": Fraction(1, 3), "Blue": Fraction(2, 3)}


def test_a_chit_drawn_twice_is_refused() -> None:
    """The message gives its place in the order of moves."""
    with pytest.raises(Refused, match="already drawn this turn, as number 1"):
        FULL.draw("C").draw("C")


def test_an_unknown_chit_is_refused_with_the_known_ones() -> None:
    """No chit is drawn that was not put into the cup."""
    with pytest.raises(Refused, match="in the cup: A, B, C, D"):
        FULL.draw("E")


def test_a_delayed_chit_goes_back_after_the_next_draw() -> None:
    """A delayed chit cannot be the very next one drawn."""
    cup = FULL.draw("B").used(BACK, "B")
    assert (cup.within, cup.moved, cup.returning) == (("A", "C", "D"), (), ("B",))
    with pytest.raises(Refused, match="only after the next draw"):
        cup.draw("B")
    cup = cup.draw("D")
    assert (cup.within, cup.moved, cup.returning) == (("A", "B", "C"), ("D",), ())


def test_only_the_chit_just_drawn_may_go_back() -> None:
    """Chits drawn earlier may not go back, and neither may the last chit of all."""
    with pytest.raises(Refused, match="just drawn"):
        FULL.draw("A").draw("B").used(BACK, "A")
    with pytest.raises(Refused, match="just drawn"):
        FULL.draw("A").draw("B").used(BACK, "B").used(BACK, "A")
    last = FULL.draw("A").draw("B").draw("C").draw("D")
    with pytest.raises(Refused, match="empty"):
        last.used(BACK, "D")


def test_moving_now_comes_before_the_drawn_chit() -> None:
    """Another chit may then move before that one; those behind it wait, and the drawn chit moves last."""
    cup = FULL.draw("B").draw("A").used(BEFORE, "C")
    assert (cup.moved, cup.moving, cup.waiting) == (("B", "C", "A"), "C", ("A",))
    cup = cup.used(BEFORE, "D")
    assert (cup.moved, cup.moving, cup.waiting) == (("B", "D", "C", "A"), "D", ("C", "A"))
    with pytest.raises(Refused, match="cannot move before the drawn chit"):
        FULL.used(BEFORE, "C")


def test_the_next_draw_ends_the_waiting() -> None:
    """A chit moved ahead of the last drawn one is not ahead of the new one."""
    cup = FULL.draw("A").used(BEFORE, "C").draw("B")
    assert (cup.moved, cup.moving, cup.waiting) == (("C", "A", "B"), "B", ())
    assert cup.used(BEFORE, "D").moved == ("C", "A", "D", "B")


def test_chits_ahead_of_a_delayed_chit_still_move() -> None:
    """The drawn chit goes back; if no other chit was moved ahead, none moves."""
    cup = FULL.draw("A").used(BEFORE, "C").used(BACK, "A")
    assert (cup.moved, cup.moving, cup.waiting, cup.returning) == (("C",), "C", (), ("A",))
    cup = FULL.draw("A").used(BEFORE, "C").used(BEFORE, "D").used(BACK, "A")
    assert (cup.moved, cup.moving, cup.waiting) == (("D", "C"), "D", ("C",))
    cup = FULL.draw("A").draw("B").used(BACK, "B")
    assert (cup.moving, cup.drawn) == ("", "")


def test_the_drawn_chit_keeps_its_place() -> None:
    """Until the next draw it cannot go back, and no other chit is moved ahead."""
    cup = FULL.draw("A").used(HOLD, "A")
    for does, name in ((BEFORE, "C"), (BACK, "A"), (HOLD, "A")):
        with pytest.raises(Refused, match="A keeps its place"):
            cup.used(does, name)
    assert cup.draw("B").used(BEFORE, "C").moved == ("A", "C", "B")
    with pytest.raises(Refused, match="only the chit just drawn"):
        FULL.draw("A").used(HOLD, "C")


def test_a_chit_set_aside_is_not_drawn() -> None:
    """The chit acts in another part of the turn."""
    cup = FULL.used(ASIDE, "B")
    assert (cup.within, cup.aside) == (("A", "C", "D"), ("B",))
    with pytest.raises(Refused, match="A was already drawn this turn, as number 1"):
        cup.draw("A").used(ASIDE, "A")
    with pytest.raises(Refused, match="aside"):
        cup.draw("B")


def test_a_failed_attempt_only_counts() -> None:
    """Attempts are counted by HQ."""
    cup = FULL.draw("A").tried("A", "delay", BACK, False, "A", True)
    assert cup.moved == ("A",)
    assert cup.attempts_of("A") == 1
    assert cup.attempts_of("B") == 0


@pytest.mark.parametrize(
    ("chits", "why"),
    [((), "at least one chit"), ((Chit("A"), Chit("A")), "two chits"), ((Chit(" "),), "needs a name")],
)
def test_an_invalid_set_is_refused(chits: tuple[Chit, ...], why: str) -> None:
    """Chits must have distinct names."""
    with pytest.raises(Refused, match=why):
        Cup().filled(chits, 1)


def test_only_commands_that_acted_have_marks() -> None:
    """A Command that has not acted has no mark."""
    assert FULL.draw("A").marked("A", "failed").marks == {"A": "failed"}
    with pytest.raises(Refused, match="not acted"):
        FULL.marked("A", "failed")
