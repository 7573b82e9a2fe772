"""Answers: their domains, and refusals that list the legal answers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.answers import LARGEST, MOST_ROWS, domain_words, is_asked, legal_choices, take_answers
from companion.model import Choice, Input, Refused

FLAG = Input("flag", "Flag", "yes-no")
COUNT = Input("count", "Count", "number", least=0, most=10)
RATING = Input(
    "rating", "Rating", "choice", choices=(Choice("A"), Choice("B_one", "Bee"), Choice("C", "Sea"))
)
TERRAIN = Input("terrain", "Terrain", "set", choices=(Choice("woods"), Choice("stone_wall", "Stone wall")))
TARGET = Input("target", "Target", "group", fields=(Input("dg", "DG", "yes-no"), COUNT, RATING))
FIRERS = Input("firers", "Firers", "rows", least=1, most=3, fields=(COUNT, Input("gun", "Gun", "yes-no")))
EVERY = (FLAG, COUNT, RATING, TERRAIN, TARGET, FIRERS)


@pytest.mark.parametrize("word", [True, "yes", "Y", " true ", "ON", "1", 1])
def test_yes(word: Any) -> None:
    """Every word for yes is accepted."""
    assert take_answers([FLAG], {"flag": word}).values == {"flag": True}


@pytest.mark.parametrize("word", [False, "no", "N", " False", "off", "0", 0])
def test_no(word: Any) -> None:
    """Every word for no is accepted."""
    assert take_answers([FLAG], {"flag": word}).values == {"flag": False}


@pytest.mark.parametrize(
    "word", ["maybe", "2", 2, -1, 1.0, "ja", "yes no", [], ["yes"], {"a": 1}, "y" * 5000, "１"]
)
def test_neither_yes_nor_no(word: Any) -> None:
    """Anything else is refused in one line that fits on a screen."""
    with pytest.raises(Refused, match=r"flag: .* is neither yes nor no") as caught:
        take_answers([FLAG], {"flag": word})
    assert caught.value.where == "flag"
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("value", "number"), [(0, 0), (10, 10), ("7", 7), (" 7 ", 7), ("+7", 7), ("007", 7), ("-0", 0)]
)
def test_numbers(value: Any, number: int) -> None:
    """Whole numbers are accepted as text or as numbers."""
    assert take_answers([COUNT], {"count": value}).values == {"count": number}


@pytest.mark.parametrize("value", ["-3", "−3", -3, " -3"])
def test_negative_numbers(value: Any) -> None:
    """A typographic minus sign is accepted."""
    assert take_answers([Input("n", "N", "number")], {"n": value}).values == {"n": -3}


@pytest.mark.parametrize(
    "value",
    [
        *(-1, 11, "-1", "11", "999999999", "−1"),
        *(1.0, 1.5, "1.0", "1e1", "1_0", "0x1", "", "x", "7 7", "--7", "+", "1/2", "½"),
        *(True, False, [], [7], {"n": 7}, float("nan"), float("inf"), b"7"),
        *("²", "٣", "７", "Ⅶ", "1" * 10, "9" * 10_000),
    ],
)
def test_numbers_outside_their_domain(value: Any) -> None:
    """An illegal number is refused in one short line with the domain and the input; an empty answer counts as none."""
    if value == "":
        assert take_answers([COUNT], {"count": value}).missing == ["count"]
        return
    with pytest.raises(Refused, match=r"^count: .*0 to 10$") as caught:
        take_answers([COUNT], {"count": value})
    assert caught.value.where == "count"
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 140


@pytest.mark.parametrize("given_to", [pytest.param(FLAG), COUNT, pytest.param(RATING)])
def test_a_number_of_thousands_of_digits_is_refused(given_to: Input) -> None:
    """The number is refused like any other outside the domain."""
    with pytest.raises(Refused):
        take_answers([given_to], {given_to.name: 10**5000})


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [(1, 6, "1 to 6"), (1, None, "1 or more"), (None, 6, "at most 6"), (None, None, "a whole number")],
)
def test_domains_of_numbers_in_words(least: int | None, most: int | None, words: str) -> None:
    """Domains with two bounds, with one, and without any."""
    assert domain_words(Input("n", "N", "number", least=least, most=most), {}) == words


def test_a_number_without_bounds_is_limited() -> None:
    """Numbers without bounds may not be absurdly large."""
    open_number = Input("n", "N", "number")
    assert take_answers([open_number], {"n": LARGEST}).values == {"n": LARGEST}
    with pytest.raises(Refused, match="too large"):
        take_answers([open_number], {"n": LARGEST + 1})


def test_a_number_without_bounds_is_limited_below() -> None:
    """Numbers without bounds may not be absurdly small."""
    with pytest.raises(Refused):
        take_answers([Input("n", "N", "number")], {"n": -LARGEST - 1})


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("A", "A"),
        ("a", "A"),
        (" A ", "A"),
        ("b one", "B_one"),
        ("B-ONE", "B_one"),
        ("bee", "B_one"),
        ("Sea", "C"),
    ],
)
def test_choices(value: str, key: str) -> None:
    """Choices are accepted by key or by label, in any spelling."""
    assert take_answers([RATING], {"rating": value}).values == {"rating": key}


@pytest.mark.parametrize("value", ["D", "G", "A,B", 1, True, 1.5, ["A"], {"A": 1}, "A" * 5000, "А"])
def test_invalid_choices(value: Any) -> None:
    """An invalid choice is refused with the list of choices; a Cyrillic А is not an A."""
    with pytest.raises(Refused, match=r"^rating: .* is not one of A, B_one, C$") as caught:
        take_answers([RATING], {"rating": value})
    assert caught.value.where == "rating"
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("value", ["supported line", "SUPPORTED LINE", "Supported_Line", "supported-line"])
def test_a_choice_of_several_words(value: str) -> None:
    """Spaces, hyphens and underscores are equivalent, and case is ignored."""
    line = Input("f", "F", "choice", choices=(Choice("Line"), Choice("Supported Line", "In support")))
    assert take_answers([line], {"f": value}).values == {"f": "Supported Line"}


def test_choices_that_differ_only_in_case() -> None:
    """The exact key wins; an ambiguous spelling is refused."""
    pair = Input("p", "P", "choice", choices=(Choice("a"), Choice("A")))
    assert take_answers([pair], {"p": "A"}).values == {"p": "A"}
    twins = Input("p", "P", "choice", choices=(Choice("ab"), Choice("aB")))
    with pytest.raises(Refused, match="not one of ab, aB"):
        take_answers([twins], {"p": "AB"})


@pytest.mark.parametrize(
    ("value", "members"),
    [
        ("woods", {"woods"}),
        ("woods,stone wall", {"woods", "stone_wall"}),
        (" woods , woods,", {"woods"}),
        (["woods", "Stone wall"], {"woods", "stone_wall"}),
        (("woods",), {"woods"}),
        (frozenset({"woods"}), {"woods"}),
        ([], set()),
        ("", set()),
        (None, set()),
    ],
)
def test_sets(value: Any, members: set[str]) -> None:
    """A set is a list or comma-separated names; an empty set is an answer."""
    taken = take_answers([TERRAIN], {"terrain": value})
    assert taken.values == {"terrain": frozenset(members)}
    assert not taken.missing


@pytest.mark.parametrize("value", ["brush", "woods,brush", ["brush"], [1], [None], [["woods"]], [True]])
def test_sets_with_unknown_members(value: Any) -> None:
    """An unknown member is refused with the list of members."""
    with pytest.raises(Refused, match="is not one of woods, stone_wall"):
        take_answers([TERRAIN], {"terrain": value})


@pytest.mark.parametrize("value", [1, True, 1.5, {"woods": True}])
def test_invalid_sets(value: Any) -> None:
    """A value that is not a list is refused."""
    with pytest.raises(Refused, match=r"terrain: .* is not a list of choices"):
        take_answers([TERRAIN], {"terrain": value})


def test_a_group() -> None:
    """A group has its fields by name; a missing field is listed with its path."""
    taken = take_answers([TARGET], {"target": {"dg": "yes", "count": "3"}})
    assert taken.values == {"target": {"dg": True, "count": 3}}
    assert taken.missing == ["target.rating"]
    assert taken.asked == ["target", "target.dg", "target.count", "target.rating"]


def test_an_unanswered_group() -> None:
    """Each required field is missing; a yes-no question starts at no."""
    taken = take_answers([TARGET], {})
    assert taken.values == {"target": {"dg": False}}
    assert taken.missing == ["target.count", "target.rating"]


@pytest.mark.parametrize(
    ("value", "where", "says"),
    [
        ({"count": 11}, "target.count", "target.count: 11 is out of range; allowed: 0 to 10"),
        ({"rating": "D"}, "target.rating", "target.rating: 'D' is not one of A, B_one, C"),
        ({"cout": 1}, "target.cout", "unknown input target.cout; did you mean count?"),
        ({"zzz": 1}, "target.zzz", "unknown input target.zzz; known: count, dg, rating"),
        ("A", "target", "target: 'A' is not a group of dg, count, rating"),
        ([1], "target", "target: list [1] is not a group of dg, count, rating"),
        (7, "target", "target: 7 is not a group of dg, count, rating"),
    ],
)
def test_refusals_inside_a_group(value: Any, where: str, says: str) -> None:
    """The message has the full path of the field."""
    with pytest.raises(Refused) as caught:
        take_answers([TARGET], {"target": value})
    assert (str(caught.value), caught.value.where) == (says, where)


@pytest.mark.parametrize(
    "rows",
    [
        [{"count": 1}, {"count": 2, "gun": True}],
        ({"count": "1"}, {"count": "2", "gun": "y"}),
        {"1": {"count": 1}, "2": {"count": 2, "gun": True}},
        {"2": {"count": 2, "gun": True}, "1": {"count": 1}},
    ],
)
def test_rows(rows: Any) -> None:
    """Rows are a list, or numbered; their order is kept."""
    taken = take_answers([FIRERS], {"firers": rows})
    assert taken.values == {"firers": ({"count": 1, "gun": False}, {"count": 2, "gun": True})}
    assert not taken.missing


def test_numbered_rows_are_ordered_as_numbers() -> None:
    """10 comes after 9; keys that are not numbers come last."""
    rows = Input("r", "R", "rows", most=20, fields=(COUNT,))
    given_rows = {str(key): {"count": value} for value, key in enumerate([1, 2, 9, 10, "²", "b"])}
    taken = take_answers([rows], {"r": dict(reversed(given_rows.items()))})
    assert [row["count"] for row in taken.values["r"]] == [0, 1, 2, 3, 5, 4]


@pytest.mark.parametrize(
    ("value", "where", "says"),
    [
        (
            [{"count": 1}, {"count": 99}],
            "firers.2.count",
            "firers.2.count: 99 is out of range; allowed: 0 to 10",
        ),
        ([{"cont": 1}], "firers.1.cont", "unknown input firers.1.cont; did you mean count?"),
        ([{}] * 4, "firers", "firers: 4 rows; at most 3"),
        ([1], "firers.1", "firers.1: 1 is not rows of count, gun"),
        ([None], "firers.1", "firers.1: NoneType None is not rows of count, gun"),
        ("x", "firers", "firers: 'x' is not rows of count, gun"),
        (5, "firers", "firers: 5 is not rows of count, gun"),
    ],
)
def test_refusals_inside_rows(value: Any, where: str, says: str) -> None:
    """The message has the number of the row."""
    with pytest.raises(Refused) as caught:
        take_answers([FIRERS], {"firers": value})
    assert (str(caught.value), caught.value.where) == (says, where)


def test_missing_rows() -> None:
    """Required rows and fields are missing; optional rows are empty."""
    assert take_answers([FIRERS], {"firers": []}).missing == ["firers"]
    assert take_answers([FIRERS], {}).missing == ["firers"]
    assert take_answers([FIRERS], {"firers": [{"count": 1}, {}]}).missing == ["firers.2.count"]
    optional = Input("r", "R", "rows", fields=(COUNT,))
    assert take_answers([optional], {}).values == {"r": ()}


def test_the_number_of_rows_is_limited() -> None:
    """A list of a million rows is refused at once."""
    optional = Input("r", "R", "rows", fields=(FLAG,))
    assert len(take_answers([optional], {"r": [{}] * MOST_ROWS}).values["r"]) == MOST_ROWS
    with pytest.raises(Refused, match=f"at most {MOST_ROWS}"):
        take_answers([optional], {"r": [{}] * 1_000_000})


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fleg", "unknown input fleg; did you mean flag?"),
        ("Count", "unknown input Count; did you mean count?"),
        ("zzzz", "unknown input zzzz; known: count, firers, flag, rating, target, terrain"),
        ("", "unknown input ; known: count, firers, flag, rating, target, terrain"),
        ("target.dg", "unknown input target.dg; did you mean target?"),
    ],
)
def test_unknown_inputs(name: str, says: str) -> None:
    """An unknown name is refused with the nearest name, or with the list of names."""
    with pytest.raises(Refused) as caught:
        take_answers(EVERY, {name: 1})
    assert str(caught.value) == says


def test_nothing_is_prefilled() -> None:
    """A yes-no question starts at no and a set empty; numbers, choices and rows are missing."""
    taken = take_answers(EVERY, {})
    assert taken.values == {"flag": False, "terrain": frozenset(), "target": {"dg": False}}
    assert taken.missing == ["count", "rating", "target.count", "target.rating", "firers"]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (Input("x", "X", "yes-no", rule="yes"), True),
        (Input("x", "X", "number", rule="-2"), -2),
        (Input("x", "X", "choice", choices=(Choice("A"),), rule="A"), "A"),
    ],
)
@pytest.mark.parametrize("answers", [{}, {"x": None}, {"x": ""}])
def test_defaults_fill_in_missing_answers(asked: Input, value: Any, answers: dict[str, Any]) -> None:
    """The default applies to missing and empty answers alike."""
    taken = take_answers([asked], answers)
    assert (taken.values, taken.missing) == ({"x": value}, [])


WHEN = (FLAG, Input("count", "Count", "number", least=0, most=10, when="flag"))


def test_an_answer_that_is_not_asked_has_no_value() -> None:
    """The answer is listed as unused, but still refused if it is outside the domain."""
    assert take_answers(WHEN, {}).missing == []
    taken = take_answers(WHEN, {"count": 3})
    assert (taken.values, taken.unused, taken.missing) == ({"flag": False}, ["count"], [])
    assert take_answers(WHEN, {"flag": True, "count": 3}).values == {"flag": True, "count": 3}
    with pytest.raises(Refused, match="0 to 10"):
        take_answers(WHEN, {"count": 99})


@pytest.mark.parametrize(
    "empty",
    [None, ""],
)
def test_an_empty_answer_that_is_not_asked_is_ignored(empty: Any) -> None:
    """An empty answer counts as none, as it does for a question that is asked."""
    taken = take_answers(WHEN, {"count": empty})
    assert (taken.values, taken.missing) == ({"flag": False}, [])


def test_conditions_of_fields_read_outer_answers() -> None:
    """Conditions of fields read the answers outside the group and the fields before them."""
    group = Input(
        "g",
        "G",
        "group",
        fields=(Input("a", "A", "yes-no", when="flag"), Input("b", "B", "yes-no", when="a")),
    )
    assert take_answers([FLAG, group], {"flag": True, "g": {"a": True, "b": True}}).values["g"] == {
        "a": True,
        "b": True,
    }
    taken = take_answers([FLAG, group], {"g": {"a": True, "b": True}})
    assert taken.values["g"] == {"a": False, "b": False}
    assert taken.unused == ["g.a", "g.b"]


def test_a_question_with_an_open_condition_is_not_asked_yet() -> None:
    """The question that decides the condition comes first."""
    later = Input("later", "Later", "number", when="count > 3")
    assert take_answers([COUNT, later], {}).missing == ["count"]
    assert take_answers([COUNT, later], {"count": 4}).missing == ["later"]


def test_choices_with_conditions() -> None:
    """A choice with a condition is legal if the condition holds or is still open."""
    pick = Input("pick", "Pick", "choice", choices=(Choice("a"), Choice("b", when="count > 3")))
    assert [choice.key for choice in legal_choices(pick, {"count": 1})] == ["a"]
    assert [choice.key for choice in legal_choices(pick, {})] == ["a", "b"]
    assert take_answers([COUNT, pick], {"count": 4, "pick": "b"}).values["pick"] == "b"
    with pytest.raises(Refused, match=r"'b' is not one of a$"):
        take_answers([COUNT, pick], {"count": 1, "pick": "b"})


def test_a_field_hides_an_input_with_the_same_name() -> None:
    """A condition in the group reads the unanswered field, not the answer outside the group."""
    more = Input("more", "More", "yes-no", when="count > 3")
    group = Input("g", "G", "group", fields=(COUNT, more))
    taken = take_answers([COUNT, group], {"count": 5})
    assert "g.more" not in taken.asked


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (FLAG, "yes or no"),
        (COUNT, "0 to 10"),
        (RATING, "one of A, B_one, C"),
        (TERRAIN, "any of woods, stone_wall"),
        (TARGET, "a group of dg, count, rating"),
        (FIRERS, "rows of count, gun"),
    ],
)
def test_domains_in_words(asked: Input, words: str) -> None:
    """The words for each kind name the legal answers."""
    assert domain_words(asked, {}) == words


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.fixed_dictionaries({}, optional={each.name: ANYTHING for each in EVERY}))
def test_any_input_is_accepted_or_refused(answers: dict[str, Any]) -> None:
    """Any input is accepted, or refused in one line that names a question."""
    try:
        taken = take_answers(EVERY, answers)
    except Refused as refused:
        assert refused.where
        return
    assert set(taken.values) <= {each.name for each in EVERY}
    assert taken.values["flag"] in (True, False)
    assert 0 <= taken.values.get("count", 0) <= 10


@pytest.mark.parametrize(
    ("answers", "asked"), [({}, False), ({"flag": False}, False), ({"flag": True}, True)]
)
def test_a_member_of_a_set_is_asked_once_its_condition_holds(answers: dict[str, Any], asked: bool) -> None:
    """A member without a condition always is; a condition may be undecided."""
    members = Input("hex", "Hex", "set", choices=(Choice("woods"), Choice("slope", when="flag")))
    taken = take_answers([FLAG, members], answers)
    assert is_asked([FLAG, members], taken, "hex=woods")
    assert is_asked([FLAG, members], taken, "hex=slope") is asked
    assert not is_asked([FLAG, members], taken, "hex=marsh")
