"""The result in a line or two: short while much is open, and in the words of the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.model import Choice, Flip, Input, OutcomeName, Procedure, Resolution
from companion.render.resolution import flip_lines, remaining_words
from companion.render.summary import bars, need_words, odds_words, second_line

WHERE = Input(
    name="where",
    label="Where",
    kind="choice",
    choices=(Choice("hill_top", "on the Hill"), Choice("RC", "Road Column")),
)
PROCEDURE = Procedure(
    id="xx:go",
    title="Go",
    cite="1",
    summary="",
    inputs=(WHERE,),
    steps=(),
    outcome=(
        OutcomeName(name="goes", label="It", words={"yes": "goes", "no": "stays"}, show="headline"),
        OutcomeName(name="leader", label="Leader", words={"meade": "Meade"}),
        OutcomeName(name="inner", label="Inner", show="no"),
    ),
)


def open_answer(**remains: tuple[Any, ...]) -> Resolution:
    """A calculation with all answers open."""
    return Resolution(
        procedure="xx:go",
        title="Go",
        cite="1",
        inputs={},
        ledger=(),
        totals=(),
        looked=(),
        rolls=(),
        outcome={},
        done=False,
        missing=("where",),
        remains=remains,
    )


def test_remaining_results_use_their_own_words() -> None:
    """Yes is called goes, names are not shown as keys, and results without a line are left out."""
    found = second_line(open_answer(goes=(True, False), leader=("meade",), inner=(1, 2)), PROCEDURE)
    assert found == "Possible so far: It: goes or stays · Leader: Meade"


def test_many_remaining_results_are_reduced_to_the_headline() -> None:
    """Many remaining results are reduced to the headline, to leave room for the missing answers."""
    leaders = tuple(f"a leader called {number}" for number in range(8))
    assert (
        second_line(open_answer(goes=(True, False), leader=leaders), PROCEDURE)
        == "Possible so far: It: goes or stays"
    )
    assert remaining_words(PROCEDURE, "leader", (*leaders, "one more")) == "9 results"


def test_a_change_is_shown_by_the_label_of_the_choice() -> None:
    """A code of two letters stays as printed."""
    done = open_answer()
    flips = (Flip(input="where", label="Where", was="hill_top", would="RC", outcome={"goes": True}),)
    answer = Resolution(
        **{name: getattr(done, name) for name in done.__struct_fields__ if name != "flips"}, flips=flips
    )
    assert flip_lines(answer, PROCEDURE, 80) == ["~ Where: RC instead of on the Hill -> goes"]


def test_a_change_of_a_set_is_shown_by_its_choice() -> None:
    """The label names the changed choice; the rest of the set is left out."""
    done = open_answer()
    flips = (
        Flip("where", "Where: hill", ["wood"], ["hill", "wood"], {"goes": True}),
        Flip("where", "Where: wood", ["wood"], [], {"goes": True}),
    )
    answer = Resolution(
        **{name: getattr(done, name) for name in done.__struct_fields__ if name != "flips"}, flips=flips
    )
    assert flip_lines(answer, PROCEDURE, 80) == [
        "~ any one of: Where: hill: yes; Where: wood: no -> goes",
    ]


def test_few_questions_that_were_not_tried_are_named() -> None:
    """Three are named, so that the result stays on the screen; of the others only the number is."""
    done = open_answer()
    fields = {name: getattr(done, name) for name in done.__struct_fields__ if name != "untried"}
    answer = Resolution(**fields, untried=("Way", "Late", "Wood", "Hill", "Ford"))
    assert flip_lines(answer, PROCEDURE, 80) == [
        "~ Not checked for another result: Way; Late; Wood; and 2 more."
    ]


def test_odds_of_many_results_list_the_likeliest() -> None:
    """The four likeliest of fourteen are listed, with the number of others; a few are all listed."""
    many = {f"event {number}": Fraction(number, 105) for number in range(1, 15)}
    words = odds_words(many)
    assert words.startswith("event 14 13%, event 13 12%, event 12 11%, event 11 10%; and 10 more")
    few = {"kept, moves": Fraction(1, 4), "lost": Fraction(3, 4)}
    assert odds_words(few) == "kept, moves 25%; lost 75%"


def test_uncertain_results_are_not_shown_as_certain() -> None:
    """Only 0 and 1 are shown as 0% and 100%, in words and next to bars."""
    odds = {"closes": Fraction(1295, 1296), "fails": Fraction(1, 1296)}
    assert odds_words(odds) == "closes >99%, fails <1%"
    assert [line.split("%")[0].split()[-1] for line in bars(odds, 60)] == [">99", "<1"]
    assert odds_words({"closes": Fraction(1), "fails": Fraction(0)}) == "closes 100%, fails 0%"


def test_results_longer_than_the_bars_are_read_in_full() -> None:
    """Two results that begin alike stay distinct at any width."""
    odds = {"Leader Casualty, Confederate": Fraction(1, 2), "Leader Casualty, Union": Fraction(1, 2)}
    lines = bars(odds, 30)
    assert "Leader Casualty, Confederate" in lines
    assert "Leader Casualty, Union" in lines
    assert max(map(len, lines)) <= 30


def test_what_the_dice_need() -> None:
    """A result that is a number follows a colon, which separates it from the number needed."""
    assert need_words("4 or more", "closes", "42%") == "4 or more closes 42%"
    assert need_words("5 or more", "1", "60%") == "5 or more: 1 (60%)"
    assert need_words("5+", "1") == "5+: 1"
