"""The order of results with similar scores, duplicates, and sets of documents."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.search.indexed_document import IndexedDocument
from companion.search.postings import ScoreTable, document_numbers
from companion.search.question import Group
from companion.search.reordering import reordered, without_duplicates
from companion.search.scoring import Scorer
from tests.small_search import document, lexicon_of

WORDS = ("line", "column", "gun", "map", "part")
LEXICON = lexicon_of(dict.fromkeys(WORDS, 10), size=10)
DOCUMENTS = {
    "rule": document("Line", name="rule"),
    "part": document("Line part", name="part", parent="rule"),
    "other part": document("Another part", name="other part", parent="rule"),
    "line to column": document("Line to column", name="line to column"),
    "line column": document("Line column cost", name="line column"),
    "column to line": document("Column to line", name="column to line"),
    "column line": document("Column into line", name="column line"),
    "gun": document("Gun to line", name="gun"),
}


def order(question: str, scores: Mapping[str, float]) -> list[str]:
    """The ids of the documents with these scores, in the corrected order; other documents have one letter."""
    groups = [Group(word, {word: 1.0}) for word in question.split()]
    ranked = [(score, DOCUMENTS.get(name) or document("Hill", name=name)) for name, score in scores.items()]
    found = reordered(ranked, Scorer(groups, LEXICON, question, ()))
    assert sorted(found, key=str) == sorted(ranked, key=str)
    return [each.id for _, each in found]


def many(first: float) -> dict[str, float]:
    """Eleven other documents with falling scores."""
    return {letter: first - place / 1000 for place, letter in enumerate("abcdefghijk")}


# a rule and its parts


@pytest.mark.parametrize(
    ("question", "scores", "expected"),
    [
        ("line", {"part": 1.0, "rule": 0.6}, ["rule", "part"]),
        ("line", {"part": 1.0, "rule": 0.59}, ["part", "rule"]),
        ("line", {"rule": 1.0, "part": 1.0}, ["rule", "part"]),
        ("line", {"x": 2.0, "part": 1.0, "y": 0.9, "rule": 0.8, "z": 0.7}, ["x", "rule", "part", "y", "z"]),
        ("line gun", {"part": 1.0, "rule": 0.8}, ["rule", "part"]),
        ("part", {"part": 1.0, "rule": 0.8}, ["part", "rule"]),
        ("gun", {"part": 1.0, "rule": 0.8}, ["part", "rule"]),
        ("line", {"part": 1.0, "x": 0.9}, ["part", "x"]),
    ],
)
def test_a_rule_is_above_its_part(question: str, scores: dict[str, float], expected: list[str]) -> None:
    """If its title has all typed words that the part has, and its score is 0.6 of that of the part."""
    assert order(question, scores) == expected


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ({"rule": 1.0, "x": 0.9, "part": 0.85}, ["rule", "part", "x"]),
        ({"rule": 1.0, "x": 0.9, "part": 0.84}, ["rule", "x", "part"]),
        ({"part": 1.0, "x": 0.9, "rule": 0.85}, ["part", "rule", "x"]),
        ({"rule": 1.0, "x": 0.95, "part": 0.9, "y": 0.89, "other part": 0.88},
         ["rule", "part", "other part", "x", "y"]),
        ({"part": 1.0, "x": 0.95, "other part": 0.9}, ["part", "x", "other part"]),
        ({"rule": 1.0, **many(0.99), "part": 0.95}, ["rule", *many(1), "part"]),
        ({"x": 1.1, "rule": 1.0, **dict(list(many(0.99).items())[:9]), "part": 0.95},
         ["x", "rule", "part", *list(many(1))[:9]]),
    ],
)  # fmt: skip
def test_a_rule_and_its_parts_are_together(scores: dict[str, float], expected: list[str]) -> None:
    """Among the first twelve results, if the second score is 0.85 of the first; the better one comes first."""
    assert order("map", scores) == expected


# words of a title


@pytest.mark.parametrize(
    ("question", "scores", "expected"),
    [
        ("line column", {"column to line": 1.0, "line to column": 0.6}, ["line to column", "column to line"]),
        ("line column", {"column to line": 1.0, "line to column": 0.59}, ["column to line", "line to column"]),
        ("line column", {"line to column": 1.0, "column to line": 0.9}, ["line to column", "column to line"]),
        ("column line", {"line to column": 1.0, "column to line": 0.9}, ["column to line", "line to column"]),
        ("line", {"column to line": 1.0, "line to column": 0.9}, ["column to line", "line to column"]),
        ("line gun", {"gun": 1.0, "line to column": 0.9}, ["gun", "line to column"]),
        ("line column", {"x": 2.0, "column to line": 1.0, "y": 0.95, "line to column": 0.9, "z": 0.8},
         ["x", "line to column", "column to line", "y", "z"]),
        ("line column", {"column to line": 1.0, "column line": 0.95, "line to column": 0.9},
         ["line to column", "column to line", "column line"]),
        ("line column", {"column to line": 1.0, "line to column": 0.9, "line column": 0.8},
         ["line to column", "column to line", "line column"]),
        ("line column", {"column to line": 1.0, **many(0.99), "line to column": 0.9},
         ["column to line", *many(1), "line to column"]),
    ],
)  # fmt: skip
def test_a_title_in_the_order_of_the_question_is_above_one_in_another_order(
    question: str, scores: dict[str, float], expected: list[str]
) -> None:
    """Among the first twelve results, if its score is 0.6 of that of the other."""
    assert order(question, scores) == expected


# duplicates


def twin(name: str, family: str, lines: list[str] | None = None, **other: str) -> IndexedDocument:
    """A rule of a family, with five tokens."""
    text = ["One gun.", "Two maps."] if lines is None else lines
    return document("Contracting", text, name=name, section="5", family=family, **other)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (twin("two", "Horse"), True),
        (twin("two", "Foot"), False),
        (twin("two", ""), False),
        (twin("two", "Horse", kind="chart"), False),
        (twin("two", "Horse", game="blue"), False),
        (twin("two", "Horse", ["Two maps, one gun."]), True),
        (twin("two", "Horse", ["One gun.", "Two maps.", "Fort."]), True),
        (twin("two", "Horse", ["One gun.", "Two maps.", "Fort hill."]), False),
    ],
)
def test_the_same_rule_of_another_family_is_a_duplicate(other: IndexedDocument, is_same: bool) -> None:
    """A result of another family is a duplicate of a better one with its number, kind and most words."""
    better = twin("one", "Foot")
    unique, headings = without_duplicates([(2.0, better), (1.0, other)])
    assert unique == [(2.0, better)] if is_same else [(2.0, better), (1.0, other)]
    assert headings == ({"one": (f"{other.family} 5",)} if is_same else {})


def test_a_rule_without_a_family_has_no_duplicates() -> None:
    """A rule without a family has no duplicates, and a rule with another number is no duplicate."""
    plain, other = twin("one", ""), twin("two", "Horse")
    assert without_duplicates([(2.0, plain), (1.0, other)]) == ([(2.0, plain), (1.0, other)], {})
    numbered = document("Contracting", ["One gun.", "Two maps."], name="three", section="6", family="Foot")
    assert without_duplicates([(2.0, other), (1.0, numbered)]) == ([(2.0, other), (1.0, numbered)], {})


def test_the_headings_of_duplicates_are_listed_once() -> None:
    """Headings of duplicates are listed once, by score, and other results stay in place."""
    documents = [
        twin("a", "Foot"),
        document("Hill"),
        twin("b", "Horse"),
        twin("c", "Guns"),
        twin("d", "Horse"),
    ]
    unique, headings = without_duplicates([(1.0, each) for each in documents])
    assert [each.id for _, each in unique] == ["a", "red:1"]
    assert headings == {"a": ("Horse 5", "Guns 5")}


def test_the_forty_first_result_is_not_compared() -> None:
    """Duplicates are removed among the first forty results only."""
    first, last = twin("a", "Foot"), twin("b", "Horse")
    others = [(1.0, document("Hill", name=str(number))) for number in range(39)]
    assert len(without_duplicates([(2.0, first), *others[:38], (0.5, last)])[0]) == 39
    assert len(without_duplicates([(2.0, first), *others, (0.5, last)])[0]) == 41


# sets of documents


@pytest.mark.parametrize(
    ("documents", "most", "numbers"),
    [(0b1011, 9, [0, 1, 3]), (0b1011, 2, [0, 1]), (0b1011, 0, []), (0, 9, []), (0b1000, 1, [3])],
)
def test_the_first_documents_of_a_set(documents: int, most: int, numbers: list[int]) -> None:
    """The first documents of a set are those with the lowest numbers."""
    assert list(document_numbers(documents, most)) == numbers


def table(points: list[int]) -> ScoreTable:
    """A table in which the documents have these points, each added in two parts."""
    made = ScoreTable()
    for number, each in enumerate(points):
        made.add(1 << number, each // 3)
        made.add(1 << number, each - each // 3)
    return made


@pytest.mark.parametrize(
    ("points", "most", "ties", "best"),
    [
        ([1, 5, 3, 0, 9], 2, 0, {1, 4}),
        ([1, 5, 3, 0, 9], 4, 0, {0, 1, 2, 4}),
        ([1, 5, 3, 0, 9], 5, 0, {0, 1, 2, 4}),
        ([250, 7, 250, 8], 2, 0, {0, 2}),
        ([9, 5, 5, 5], 2, 0, {0}),
        ([5, 5, 5, 5], 2, 0, {0, 1}),
        ([5, 5, 5, 5], 2, 3, {0, 1, 2}),
        ([9, 5, 5, 5, 5, 5], 4, 0, {0, 1, 2, 3}),
        ([9, 5, 5, 5, 5, 5], 4, 5, {0, 1, 2, 3, 4}),
        ([9, 9, 5, 5, 5, 5], 4, 6, {0, 1}),
        ([9, 9, 5, 5, 5, 5], 5, 0, {0, 1, 2, 3, 4}),
        ([], 2, 0, set()),
    ],
)
def test_the_documents_with_the_most_points(points: list[int], most: int, ties: int, best: set[int]) -> None:
    """Ties for the last places are left out, unless fewer than half of the places are filled."""
    assert set(table(points).best((1 << len(points)) - 1, most, ties)) == best


def test_only_documents_of_the_set_count() -> None:
    """Only documents of the set count; better ones outside it take no place."""
    assert table([9, 5, 3, 1]).best(0b1110, 2) == [1, 2]
    assert table([9, 5, 3, 1]).best(0b1000, 2) == [3]
    assert table([9, 5, 3, 1]).best(0, 2) == []


def test_points_are_added_to_all_documents_of_a_set() -> None:
    """Points are added to all documents of a set, with carries through several digits."""
    made = ScoreTable()
    for points in (7, 1, 8, 240):
        made.add(0b101, points)
    made.add(0b010, 255)
    assert [bool(digit & 0b001) for digit in made.digits] == [False] * 8 + [True]
    assert [bool(digit & 0b010) for digit in made.digits] == [True] * 8 + [False]
    assert [bool(digit & 0b100) for digit in made.digits] == [False] * 8 + [True]
