"""The formula language: parsing, type checks, evaluation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.formula import (
    BOOL,
    NUMBER,
    FormulaError,
    Kind,
    Unanswered,
    choice_of,
    compiled,
    decided_by,
    group_of,
    kind_of,
    names_read,
    parse,
    rows_of,
    set_of,
)
from companion.formula.parse import LARGEST, LONGEST, LONGEST_CHAIN
from companion.formula.tree import Arithmetic, Call, Choose, Compare, Const, Listing, Logic, Name, Negate, Not

ROWS = ({"sps": 3, "gun": True}, {"sps": 4, "gun": False})

SCOPE: dict[str, Kind] = {
    "range": NUMBER,
    "rating": choice_of(frozenset({"A", "B", "C"})),
    "shaken": BOOL,
    "terrain": set_of(frozenset({"woods", "wall"})),
    "target": group_of({"dg": BOOL, "sps": NUMBER}),
    "firers": rows_of({"sps": NUMBER, "gun": BOOL}),
    "odd": Kind("any"),
}


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("range", Name(("range",))),
        ("target.dg", Name(("target", "dg"))),
        ("  4 ", Const(4)),
        ("+1", Const(1)),
        ("-1", Negate(Const(1))),
        ("yes", Const(True)),
        ("no", Const(False)),
        ("nothing", Const(None)),
        ("'A'", Const("A")),
        ("['a', 'b']", Listing((Const("a"), Const("b")))),
        ("not shaken", Not(Name(("shaken",)))),
        ("1 + 2 // 3", Arithmetic("+", Const(1), Arithmetic("//", Const(2), Const(3)))),
        ("a if b else c", Choose(Name(("b",)), Name(("a",)), Name(("c",)))),
        ("a and b or c", Logic("or", (Logic("and", (Name(("a",)), Name(("b",)))), Name(("c",))))),
        ("min(a, 2)", Call("min", (Name(("a",)), Const(2)))),
        ("a not in ['x']", Compare("not in", Name(("a",)), Listing((Const("x"),)))),
        (
            "1 <= range < 5",
            Logic(
                "and",
                (Compare("<=", Const(1), Name(("range",))), Compare("<", Name(("range",)), Const(5))),
            ),
        ),
        (str(LARGEST), Const(LARGEST)),
    ],
)
def test_parses(text: str, tree: object) -> None:
    """A legal formula becomes the expected tree."""
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a.b.c", "not supported in formulas"),
        ("a().b", "not supported in formulas"),
        ("'x'.upper", "not supported in formulas"),
        ("a[0]", "is not supported; write 4 if"),
        ("open('x')", "unknown function open"),
        ("__import__('os')", "unknown function __import__"),
        ("a.count()", "not supported in formulas"),
        ("max(*a)", "not supported in formulas"),
        ("lambda: 1", "not supported in formulas|cannot be read"),
        ("[x for x in a]", "not supported in formulas|cannot be read"),
        ("{x for x in a}", "not supported in formulas|cannot be read"),
        ("{'a': 1}", "is not supported; write 4 if"),
        ("sum(x for x in a)", "not supported in formulas|cannot be read"),
        ("f'{a}'", "not supported in formulas"),
        ("f''", "not supported in formulas"),
        ("a ** 2", "not supported in formulas"),
        ("a % 2", "not supported in formulas"),
        ("a @ b", "not supported in formulas"),
        ("a << 2", "not supported in formulas"),
        ("~a", "not supported in formulas"),
        ("(a := 1)", "not supported in formulas"),
        ("(a, b)", "not supported in formulas"),
        ("await a", "not supported in formulas|cannot be read"),
        ("a is b", "`is` is not supported; write =="),
        ("a is not nothing", "`is` is not supported"),
        ("a = 1", "cannot be read"),
        ("import os", "cannot be read"),
        ("a\nb", "cannot be read"),
        ("a\x00", "cannot be read"),
        ("a +", "cannot be read"),
        ("'open", "cannot be read"),
        ("'\ud800'", "cannot be read"),
        ("²", "cannot be read"),
        ("٣", "cannot be read"),
        ("", "cannot be read"),
        ("   ", "cannot be read"),
        ("True", "write yes, no or nothing"),
        ("None", "write yes, no or nothing"),
        ("1.5", "only whole numbers"),
        ("1e9", "only whole numbers"),
        ("2j", "only whole numbers"),
        ("b'a'", "only whole numbers"),
        ("...", "only whole numbers"),
        ("[1, 2]", "a list may contain only choices in quotes"),
        ("[a]", "a list may contain only choices in quotes"),
        (str(LARGEST + 1), "a number larger than"),
        ("9" * 300, "a number larger than"),
        ("−1", "typographic minus sign; write -"),
        ("range – 1", "typographic minus sign; write -"),
        ("target == ‘cover’", "typographic quotes or signs; write target == 'cover'"),
        ("“a” if range ≤ 2 else 'b’s'", "typographic quotes or signs; write \"a\" if range <= 2 else 'b’s'"),
        ("a" * (LONGEST + 1), "longer than"),
        ("(" * 30 + "a" + ")" * 30, "nested deeper"),
        ("-" * 300 + "a", f"more than {LONGEST_CHAIN} nested operations"),
        ("[" * 200 + "]" * 199, "nested deeper"),
    ],
)
def test_refuses_to_parse(text: str, says: str) -> None:
    """Anything outside the grammar is refused with a clear message."""
    with pytest.raises(FormulaError, match=says):
        parse(text)


@pytest.mark.parametrize("text", ["~" * 390 + "x", "x[" + "-" * 380 + "x]"])
def test_refuses_deep_nesting_in_illegal_parts(text: str) -> None:
    """Depth is refused anywhere, even in parts that are not legal."""
    with pytest.raises(FormulaError):
        parse(text)


def test_named_arguments_are_refused_for_what_they_are() -> None:
    """A known function is not called unknown."""
    with pytest.raises(FormulaError) as caught:
        parse("min(a, key=b)")
    assert "unknown function min" not in str(caught.value)


def test_a_long_sum_is_not_deep() -> None:
    """Terms in sequence do not count as nesting."""
    assert compiled(" + ".join(["1"] * 25))({}) == 25


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("+".join("a" * LONGEST_CHAIN), LONGEST_CHAIN),
        ("abs(" * 19 + "a" + ")" * 19, 1),
        ("max(a, " * 19 + "a" + ")" * 19, 20),
        ("+".join("a" * 40) + " < " + "+".join("a" * 40), 80),
    ],
)
def test_each_name_is_checked_once(text: str, names: int) -> None:
    """The check takes as long as the formula: a term of a long sum is not checked again for each sum around it."""

    class Counted(dict[str, Kind]):
        """Kinds of names that count how often they are asked for."""

        asked = 0

        def get(self, name: str, default: Any = None) -> Any:
            """Return the kind of a name."""
            self.asked += 1
            return super().get(name, default)

    scope = Counted(a=NUMBER)
    kind_of(parse(text), scope)
    assert scope.asked == names


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("from + 1", 4),
        ("t.from + t.while", 3),
        ("from if class == 'from' else 0", 3),
        ("'class' == class", False),
    ],
)
def test_python_keywords_are_ordinary_names(text: str, value: Any) -> None:
    """An author need not know Python; quoted text is not changed."""
    assert compiled(text)({"from": 3, "class": "from", "t": {"from": 1, "while": 2}}) == value


@pytest.mark.parametrize(
    "text", ["__class__", "__builtins__", "target.__class__", "firers.__dict__", "range.real"]
)
def test_dunder_names_reach_nothing(text: str) -> None:
    """A name refers only to an input."""
    with pytest.raises(FormulaError):
        kind_of(parse(text), SCOPE)
    with pytest.raises(Unanswered):
        compiled(text)({"target": {"dg": True}, "firers": ROWS, "range": {}})


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("range", "number"),
        ("-range", "number"),
        ("range / 2 + target.sps", "number"),
        ("range >= 2", "yes-no"),
        ("1 < range < 4", "yes-no"),
        ("shaken and not target.dg", "yes-no"),
        ("rating", "text"),
        ("rating == 'A'", "yes-no"),
        ("rating in ['A', 'B']", "yes-no"),
        ("rating == nothing", "yes-no"),
        ("'wall' in terrain", "yes-no"),
        ("terrain - ['wall']", "set"),
        ("terrain + ['wall']", "set"),
        ("only(terrain, 'wall')", "yes-no"),
        ("any(terrain)", "yes-no"),
        ("count(terrain)", "number"),
        ("firers.sps", "column"),
        ("sum(firers.sps)", "number"),
        ("count(firers)", "number"),
        ("count(firers.gun)", "number"),
        ("any(firers.gun) or all(firers.gun)", "yes-no"),
        ("min(range, 3) + max(1, range, 2)", "number"),
        ("abs(range) + floor(range) + ceil(range) + round_half_up(range)", "number"),
        ("number(odd)", "number"),
        ("odd + 1", "number"),
        ("1 if shaken else 2", "number"),
        ("1 if shaken else 'a'", "any"),
        ("nothing", "nothing"),
    ],
)
def test_kinds(text: str, base: str) -> None:
    """The kind of an expression is the kind of its value."""
    assert kind_of(parse(text), SCOPE).base == base


def test_a_choice_between_two_texts_may_be_either() -> None:
    """The kind of `a if b else c` covers both branches."""
    kind = kind_of(parse("'x' if shaken else 'y'"), SCOPE)
    assert kind.choices == {"x", "y"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rang", "unknown name rang; did you mean range\\?"),
        ("zzz", "unknown name zzz; known: firers, odd, range, rating, shaken, target, terrain"),
        ("target.sp", "target has no field sp; did you mean sps\\?"),
        ("target.zzz", "target has no field zzz; known: dg, sps"),
        ("range.sps", "range has no fields"),
        ("rating == 'D'", "unknown choice 'D'; known: A, B, C"),
        ("'D' == rating", "unknown choice 'D'"),
        ("rating in ['A', 'D']", "unknown choice 'D'"),
        ("'wal' in terrain", "unknown choice 'wal'; did you mean wall\\?"),
        ("only(terrain, 'wod')", "unknown choice 'wod'"),
        ("terrain - ['brush']", "unknown choice 'brush'"),
        ("rating + 1", "rating is text, but a number is needed here"),
        ("'a' + 'b'", "'a' is text, but a number is needed here"),
        ("shaken + 1", "shaken is a yes/no value, but a number"),
        ("-rating", "rating is text"),
        ("range and shaken", "range is a number, but a yes/no value is needed here"),
        ("not range", "range is a number, but a yes/no value"),
        ("1 if range else 2", "range is a number, but a yes/no value"),
        ("shaken and 'A'", "'A' is text, but a yes/no value"),
        ("rating < 'B'", "rating is text, but a number"),
        ("rating == 1", "can never be equal"),
        ("shaken == 1", "can never be equal"),
        ("range in [ 'A' ]", "range is not a choice"),
        ("rating in range", "range is not a set"),
        ("firers.sps + 1", "firers.sps is one value for each row, but a number"),
        ("sum(range)", "sum takes a number of every row"),
        ("sum(firers.gun)", "sum takes a number of every row"),
        ("all(firers.sps)", "all takes a yes/no value of every row"),
        ("any(shaken)", "any takes a yes/no value of every row"),
        ("count(firers.sps)", "count takes a set, rows"),
        ("count(range)", "count takes a set, rows"),
        ("min(range)", "min needs two or more"),
        ("abs(range, 1)", "abs takes 1 value, 2 given"),
        ("only(terrain)", "only takes 2 values, 1 given"),
        ("only(rating, 'A')", "only takes a set"),
        ("floor('a')", "'a' is text"),
        ("nothing + 1", "a number is needed"),
    ],
)
def test_type_errors(text: str, says: str) -> None:
    """Type errors are reported when the game is loaded, with the nearest known name."""
    with pytest.raises(FormulaError, match=says):
        kind_of(parse(text), SCOPE)


@pytest.mark.parametrize(
    "text",
    [
        "few == many",
        "many == few",
    ],
)
def test_two_choices_may_be_compared_either_way_round(text: str) -> None:
    """Equality is symmetric."""
    scope = {"few": choice_of(frozenset({"A", "B"})), "many": choice_of(frozenset({"A", "B", "C"}))}
    assert kind_of(parse(text), scope) == BOOL


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 / 2", Fraction(1, 2)),
        ("1 / 3 + 2 / 3", 1),
        ("3 / 2 * 2", 3),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("7 / 2 // 1", 3),
        ("-(1 / 2)", Fraction(-1, 2)),
        ("floor(7 / 2)", 3),
        ("floor(-7 / 2)", -4),
        ("ceil(7 / 2)", 4),
        ("ceil(-7 / 2)", -3),
        ("round_half_up(5 / 2)", 3),
        ("round_half_up(7 / 2)", 4),
        ("round_half_up(-5 / 2)", -2),
        ("round_half_up(7 / 3)", 2),
        ("abs(-3)", 3),
        ("min(3, 1, 2)", 1),
        ("max(1 / 2, 1 / 3)", Fraction(1, 2)),
        ("sum(firers.sps)", 7),
        ("sum(firers.sps) / 2", Fraction(7, 2)),
        ("sum(nobody.sps)", 0),
        ("count(firers)", 2),
        ("count(firers.gun)", 1),
        ("count(nobody.gun)", 0),
        ("count(terrain)", 2),
        ("any(firers.gun)", True),
        ("all(firers.gun)", False),
        ("any(nobody.gun)", False),
        ("all(nobody.gun)", True),
        ("any(terrain)", True),
        ("any(terrain - ['woods', 'wall'])", False),
        ("only(terrain, 'wall')", False),
        ("count(terrain + ['wall', 'slope'])", 3),
        ("only(terrain - ['woods'], 'wall')", True),
        ("number(rating)", 0),
        ("number(range)", 5),
        ("number(shaken)", 0),
        ("number('4+')", 4),
        ("number('4 or more')", 4),
        ("number('4-6')", 0),
        ("number('-2 or more')", -2),
        ("number(void)", 0),
        ("target.sps * 2", 12),
        ("rating in ['A', 'B']", True),
        ("rating not in ['A']", True),
        ("void == nothing", True),
        ("rating != nothing", True),
        ("1 <= range <= 5", True),
        ("1 <= range < 5", False),
        ("'x' if shaken else 'y'", "x"),
        ("not shaken", False),
    ],
)
def test_means(text: str, value: Any) -> None:
    """Values and their kinds are exact: a fraction without a remainder is a whole number."""
    env = {
        "firers": ROWS,
        "nobody": (),
        "terrain": frozenset({"woods", "wall"}),
        "rating": "B",
        "range": 5,
        "shaken": True,
        "void": None,
        "target": {"dg": False, "sps": 6},
    }
    found = compiled(text)(env)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a and b", None),
        ("b and a", None),
        ("a and n", False),
        ("n and a", False),
        ("a and y", None),
        ("y and a", None),
        ("a or y", True),
        ("y or a", True),
        ("a or n", None),
        ("n or a", None),
        ("a or b or y", True),
        ("y and a and n", False),
        ("not (a and n)", True),
        ("not a", None),
        ("(a or y) and (n or a)", None),
        ("(a and n) or y", True),
        ("t.x or y", True),
        ("y or t.x", True),
        ("a > 1 and n", False),
        ("1 if a else 2", None),
        ("1 if y else a", 1),
        ("a + 1", None),
    ],
)
def test_three_values(text: str, value: Any) -> None:
    """`and` and `or` ignore an open operand if the other one decides, on either side."""
    env = {"y": True, "n": False, "t": {}}
    if value is None:
        with pytest.raises(Unanswered):
            compiled(text)(env)
    else:
        assert compiled(text)(env) == value


@pytest.mark.parametrize(
    ("text", "env", "name"),
    [
        ("a + b", {"b": 1}, "a"),
        ("a + b", {"a": 1}, "b"),
        ("a and b", {}, "a"),
        ("t.x", {}, "t.x"),
        ("t.x", {"t": {}}, "t.x"),
        ("sum(t.x)", {"t": ({"x": 1}, {})}, "t.x"),
    ],
)
def test_names_the_missing_answer(text: str, env: dict[str, Any], name: str) -> None:
    """The first open name is reported."""
    with pytest.raises(Unanswered) as caught:
        compiled(text)(env)
    assert caught.value.name == name


@pytest.mark.parametrize("text", ["1 / 0", "1 // 0", "1 / (a - 2)", "sum(rows.x) // (a - a)"])
def test_division_by_zero_is_refused(text: str) -> None:
    """A FormulaError instead of a traceback."""
    with pytest.raises(FormulaError, match="division by zero"):
        compiled(text)({"a": 2, "rows": ({"x": 1},)})


@pytest.mark.parametrize("text", ["a * a * a * a * a", "0 - a * a * a * a * a", "1 / a / a / a / a / a"])
def test_a_number_without_end_is_refused(text: str) -> None:
    """Squares in rounds would otherwise fill the memory; products of four answers of a million are possible."""
    assert compiled("a * a * a * a")({"a": 10**6}) == 10**24
    with pytest.raises(FormulaError, match="more than 24 digits"):
        compiled(text)({"a": 10**6})


def test_a_division_by_zero_that_is_not_reached_is_ignored() -> None:
    """Branches that do not count are not evaluated."""
    assert compiled("a != 0 and 6 / a > 1")({"a": 0}) is False
    assert compiled("6 / a if a != 0 else 0")({"a": 0}) == 0


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("a and b", [("a",), ("b",)]),
        ("a and f", [("f",)]),
        ("f and g", [("f",)]),
        ("a or b", [("a",)]),
        ("f or b", [("b",)]),
        ("f or g", [("f",), ("g",)]),
        ("not (f and a)", [("f",)]),
        ("t.x > 2 and f", [("f",)]),
        ("t.x > 2 or f", [("t", "x")]),
        ("open and f", [("f",)]),
        ("open or f", [("open",), ("f",)]),
        ("open and a", [("open",), ("a",)]),
        ("a and (f or g)", [("f",), ("g",)]),
        ("a + a > b", [("a",), ("b",)]),
        ("yes", []),
    ],
)
def test_decided_by(text: str, paths: list[tuple[str, ...]]) -> None:
    """Only the answers that settle a condition are listed."""
    env = {"a": True, "b": True, "f": False, "g": False, "t": {"x": 3}}
    assert list(decided_by(text, env)) == paths


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("a + b * a", [("a",), ("b",)]),
        ("x if t.y else -z", [("t", "y"), ("x",), ("z",)]),
        ("only(s, 'a') and not q in ['b']", [("s",), ("q",)]),
        ("1 < a < b", [("a",), ("b",)]),
        ("nothing", []),
    ],
)
def test_names_read(text: str, paths: list[tuple[str, ...]]) -> None:
    """Every path that an expression reads, in order and once."""
    assert list(names_read(text)) == paths


Sum = tuple[str, Fraction | None]


def _leaf() -> st.SearchStrategy[Sum]:
    return st.integers(-50, 50).map(lambda value: (f"({value})", Fraction(value)))


def _joined(inner: st.SearchStrategy[Sum]) -> st.SearchStrategy[Sum]:
    return st.tuples(st.sampled_from(["+", "-", "*", "/", "//"]), inner, inner).map(_combine)


def _combine(parts: tuple[str, Sum, Sum]) -> Sum:
    """The text of an operation and its value; None if it divides by zero."""
    sign, (left, one), (right, other) = parts
    text = f"({left} {sign} {right})"
    if one is None or other is None or (sign in ("/", "//") and other == 0):
        return text, None
    match sign:
        case "+":
            return text, one + other
        case "-":
            return text, one - other
        case "*":
            return text, one * other
        case "/":
            return text, one / other
    return text, Fraction(one // other)


@settings(deadline=None)
@given(st.recursive(_leaf(), _joined, max_leaves=12))
def test_arithmetic_matches_fractions(written: Sum) -> None:
    """Any arithmetic is exact, and gives a whole number if possible."""
    text, value = written
    if len(text) > LONGEST:
        return
    if value is None:
        with pytest.raises(FormulaError, match="division by zero"):
            compiled(text)({})
        return
    found = compiled(text)({})
    assert found == value
    assert isinstance(found, int) == (value.denominator == 1)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    """No text crashes the parser."""
    try:
        tree = parse(text)
    except FormulaError:
        return
    hash(tree)


def test_typographic_quotes_within_a_text() -> None:
    """Text in plain quotes keeps its signs."""
    assert parse("'Cole’s'") == Const("Cole’s")
