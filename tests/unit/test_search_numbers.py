"""Rules found by their number, and the numbers next to one that does not exist."""

from __future__ import annotations

import pytest

from companion.search.documents import Document
from companion.search.index import MemoryStorage, Row, create_segments
from companion.search.number_search import nearest_numbers, with_number
from companion.search.postings import Postings
from companion.search.question import Group
from companion.search.rule_numbers import Number
from companion.search.scoring import Scorer
from tests.small_search import lexicon_of

ALL = (1 << 99) - 1
BOOK = (
    "1",
    "9.0",
    "10.0",
    "10.6",
    "10.6.1",
    "10.6a",
    "10.6b",
    "10.6b 2",
    "10.6b 10",
    "10.6.0",
    "10.60",
    "10.60a",
    "10.7",
)


def numbered(number: str, kind: str = "entry", game: str = "red", title: str = "Rule") -> Document:
    """A document with this number."""
    name = f"{game}:{kind} {number} {title}"
    return Document(name, game, kind, number, (number,), title, "", (), (), "rule", "Rules")


def postings_of(*documents: Document) -> Postings:
    """The postings of these documents."""
    rows = [Row(document.id, document) for document in documents]
    return Postings(create_segments(MemoryStorage(), rows).reader())


def found(number: str, step: str = "", within: int = ALL) -> list[tuple[float, str]]:
    """Score and number of the rules of the book that are found."""
    postings = postings_of(*map(numbered, BOOK))
    return [
        (score, each.section) for score, each in with_number(Number(number, step), within, postings, None)
    ]


def test_a_rule_is_followed_by_its_sub_rules_in_the_order_of_the_book() -> None:
    """Its score is 2, theirs 1; 10.60 is another rule."""
    subs = ["10.6.0", "10.6.1", "10.6a", "10.6b", "10.6b 2", "10.6b 10"]
    assert found("10.6") == [(2.0, "10.6"), *((1.0, each) for each in subs)]
    assert found("10.6b") == [(2.0, "10.6b"), (2.0, "10.6b 2"), (2.0, "10.6b 10")]
    assert found("10.6a") == [(2.0, "10.6a")]


def test_the_head_of_a_chapter_has_its_number() -> None:
    """10 also means 10.0."""
    assert found("9") == [(2.0, "9.0")]
    assert found("10")[:2] == [(2.0, "10.0"), (1.0, "10.6")]
    assert len(found("10")) == len(BOOK) - 2
    assert found("1") == [(2.0, "1")]


def test_a_step_comes_before_its_rule() -> None:
    """A step that does not exist gives the rule alone."""
    rule = [(2.0, "10.6b"), (2.0, "10.6b 2"), (2.0, "10.6b 10")]
    assert found("10.6b", "2") == [(2.0, "10.6b 2"), *rule]
    assert found("10.6b", "3") == rule


@pytest.mark.parametrize(
    ("number", "section"), [("10.6z", "10.6"), ("10.7.9", "10.7"), ("10.7.9z", "10.7"), ("1.2.3", "1")]
)
def test_a_number_that_does_not_exist_gives_the_rule_above(number: str, section: str) -> None:
    """The nearest one."""
    assert found(number)[0] == (2.0, section)


def test_a_number_without_a_rule_above_finds_nothing() -> None:
    """Neither does an empty one, nor one outside the set."""
    assert found("99") == found("99.1a") == found("") == []
    assert found("10.6", within=0b1) == []
    assert found("10.6", within=0b10_0000_1000) == [(2.0, "10.6"), (1.0, "10.6.0")]


def test_records_of_one_number_have_an_order() -> None:
    """Games by slug; in each, rules come first, then calculators, charts and terms."""
    kinds = ("term", "chart", "procedure", "import", "entry")
    documents = [numbered("4.2", kind, game) for game in ("red", "blue") for kind in kinds]
    ordered = [each.id for _, each in with_number(Number("4.2"), ALL, postings_of(*documents), None)]
    assert ordered == [
        f"{game}:{kind} 4.2 Rule"
        for game in ("blue", "red")
        for kind in ("entry", "import", "procedure", "chart", "term")
    ]


def test_the_rule_that_matches_the_other_words_is_first() -> None:
    """Sub-rules keep the order of the book."""
    titles = (("4.2", "Alder"), ("4.2", "Birch"), ("4.2a", "Birch birch"), ("4.2b", "Cedar birch"))
    documents = [numbered(number, title=title) for number, title in titles]
    scorer = Scorer([Group("birch", {"birch": 1.0})], lexicon_of({"birch": 3}), "birch", ())
    for given, order in ((None, "Alder Birch"), (scorer, "Birch Alder")):
        listed = [each.title for _, each in with_number(Number("4.2"), ALL, postings_of(*documents), given)]
        assert listed == [*order.split(), "Birch birch", "Cedar birch"]


@pytest.mark.parametrize(
    ("number", "near"),
    [
        ("10.6c", ["10.6a", "10.6b", "10.7"]),
        ("10.6b", ["10.6.1", "10.6a", "10.7"]),
        ("0.5", ["1"]),
        ("2", ["1", "9.0"]),
        ("99", ["10.60", "10.60a"]),
    ],
)
def test_the_numbers_next_to_one_that_does_not_exist(number: str, near: list[str]) -> None:
    """Two before it and one behind it; steps are left out."""
    assert nearest_numbers(Number(number), ALL, postings_of(*map(numbered, BOOK))) == near


def test_numbers_outside_the_set_are_not_near() -> None:
    """Such as those of another game."""
    postings = postings_of(numbered("4.1"), numbered("4.3", game="blue"), numbered("4.5"))
    assert nearest_numbers(Number("4.4"), 0b101, postings) == ["4.1", "4.5"]
