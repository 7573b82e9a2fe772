"""Results from imported documents and from our own records in one list."""

from __future__ import annotations

import pytest

from companion.search.answer import Answer, SearchResult
from companion.search.imports import merged, without_copies
from tests.red_and_blue import ids


def result(
    name: str, score: float, section: str = "", snippet: str = "Text.", title: str = "Title"
) -> SearchResult:
    """A result with this id and score."""
    return SearchResult(name, "red", section, title, "entry", "rule", "Rules", snippet, score)


def scored(others: float = 0, **scores: float) -> Answer:
    """An answer with these ids and scores."""
    return Answer(tuple(result(name, score) for name, score in scores.items()), others=int(others))


# one list of results


@pytest.mark.parametrize(
    ("own", "imported", "listed"),
    [
        ({"a": 9.0, "b": 5.0}, {"x": 10.4, "y": 6.0}, "x a y b"),
        ({"a": 9.0, "b": 5.0}, {"x": 10.35, "y": 5.75}, "a x b y"),
        ({"a": 9.0}, {}, "a"),
        ({}, {"x": 1.0}, "x"),
        ({"a": 10.0, "b": 1.0}, {"x": 11.5}, "a x b"),
        ({"a": 10.0, "b": 1.0}, {"x": 11.6}, "x a b"),
        ({"a": 9.0, "b": 8.0, "c": 7.0}, {"x": 5.0, "y": 4.0}, "a b c x y"),
    ],
)
def test_a_section_precedes_a_rule_only_if_it_is_clearly_better(
    own: dict[str, float], imported: dict[str, float], listed: str
) -> None:
    """An imported section precedes a rule if it scores 1.15 times as high; both lists keep their order."""
    assert ids(merged(scored(**own), scored(**imported), 10)) == listed.split()


def test_as_many_results_as_requested_are_listed() -> None:
    """As many results as requested are listed, and the last ones are left out."""
    answer = merged(scored(a=9.0, b=8.0), scored(x=20.0, y=1.0), 2)
    assert (ids(answer), answer.others) == (["x", "a"], 0)
    answer = merged(scored(1, a=9.0, b=8.0, c=7.0), scored(x=1.0), 2)
    assert (ids(answer), answer.others) == (["a", "c"], 1)


def test_without_a_section_the_answer_is_unchanged() -> None:
    """Without an imported section, the answer and its unknown words are unchanged."""
    answer = scored(a=1.0)._replace(unknown=("zouaves",))
    assert merged(answer, Answer((), unknown=()), 10) is answer


def test_words_of_the_imported_documents_are_neither_unknown_nor_corrected() -> None:
    """Words of imported documents are neither unknown nor corrected; sections with them come first."""
    own = scored(a=9.0)._replace(
        unknown=("zouaves", "turcos"), changed=(("spahis", "spas"), ("gunz", "guns"))
    )
    answer = merged(own, scored(x=1.0)._replace(unknown=("turcos",)), 10, "", {"spahis"})
    assert ids(answer) == ["x", "a"]
    assert (answer.unknown, answer.changed) == (("turcos",), (("gunz", "guns"),))
    only_unknown = merged(own, scored(x=1.0)._replace(unknown=("turcos",)), 10)
    assert (ids(only_unknown), only_unknown.changed) == (["x", "a"], own.changed)
    only_changed = merged(own, scored(x=1.0)._replace(unknown=own.unknown), 10, "", {"spahis"})
    assert (ids(only_changed), only_changed.unknown) == (["x", "a"], own.unknown)
    neither = merged(own, scored(x=1.0)._replace(unknown=own.unknown), 10)
    assert ids(neither) == ["a", "x"]


def test_synonyms_of_the_imported_search_are_named_if_ours_has_none() -> None:
    """The imported search's synonyms are named if the search of the rules has none."""
    imported = scored(x=1.0)._replace(expanded=(("ov", "volley"),))
    assert merged(scored(a=9.0), imported, 10).expanded == (("ov", "volley"),)
    assert merged(scored(a=9.0)._replace(expanded=(("b", "c"),)), imported, 10).expanded == (("b", "c"),)


def numbered(name: str, section: str, faults: tuple[str, ...] = (), others: int = 0) -> Answer:
    """An answer of a result with this number, of score 1."""
    return Answer((result(name, 1.0, section),), faults=faults, others=others)


def test_the_sections_of_a_number_that_the_rules_have_follow() -> None:
    """Sections of other numbers are left out."""
    assert ids(merged(numbered("a", "4.2"), numbered("x", "4.2"), 10, "4.2")) == ["a", "x"]
    assert ids(merged(numbered("a", "4.2"), numbered("x", "4.3"), 10, "4.2")) == ["a"]
    assert ids(merged(numbered("a", "4.3"), numbered("x", "4.3"), 10, "4.2")) == ["a", "x"]
    assert ids(merged(numbered("a", ""), numbered("x", "4.3"), 10, "")) == ["a", "x"]


def test_a_number_that_only_a_section_has_is_no_fault() -> None:
    """A number that only an imported section has is not reported as missing, and the section comes first."""
    fault = ("rule 4.2 not found",)
    answer = merged(numbered("a", "4.1", fault), numbered("x", "4.2"), 10, "4.2")
    assert (ids(answer), answer.faults) == (["x", "a"], ())
    assert merged(numbered("a", "4.1", fault), numbered("x", "4.3"), 10, "4.2").faults == fault
    assert merged(numbered("a", "", fault), numbered("x", ""), 10, "").faults == fault


# sections of other games


def test_sections_of_other_games_follow_only_if_they_are_clearly_better() -> None:
    """They must score more than 1.5 times as high as the first result."""
    assert ids(merged(scored(a=2.0), scored(1, x=3.0), 10)) == ["a"]
    answer = merged(scored(a=2.0), scored(1, x=3.1), 10)
    assert (ids(answer), answer.others) == (["a", "x"], 1)
    assert ids(merged(scored(a=2.0), scored(1, y=1.0, x=3.1), 10)) == ["a", "y", "x"]


def test_sections_of_other_games_with_an_unknown_word_follow() -> None:
    """Sections of other games with an otherwise unknown word follow, whatever their score."""
    answer = merged(scored(a=9.0)._replace(unknown=("zouaves",)), scored(1, x=1.0), 10)
    assert (ids(answer), answer.others, answer.unknown) == (["a", "x"], 1, ())


def test_sections_of_other_games_are_listed_with_rules_of_other_games() -> None:
    """Sections and rules of other games are at most three together, and at most half of the list."""
    own, imported = scored(2, a=1.0, b=5.0, c=4.0), scored(3, x=9.0, y=4.7, z=1.0)
    for limit, listed in ((10, "a x b y"), (4, "a x b"), (2, "a x"), (1, "a")):
        answer = merged(own, imported, limit)
        assert (ids(answer), answer.others) == (listed.split(), len(listed.split()) - 1)
    assert ids(merged(scored(1, a=1.0, b=5.0), scored(1, x=5.75), 10)) == ["a", "b", "x"]


def test_without_a_result_of_the_game_five_sections_of_others_are_listed() -> None:
    """With the rules of other games up to the limit."""
    imported = scored(6, u=9.0, v=8.0, w=7.0, x=6.0, y=5.0, z=4.0)
    answer = merged(Answer(()), imported, 10)
    assert (ids(answer), answer.others) == (["u", "v", "w", "x", "y"], 5)
    answer = merged(scored(1, a=9.5), imported, 4)
    assert (ids(answer), answer.others) == (["a", "u", "v", "w"], 4)


def test_sections_of_other_games_do_not_follow_a_number() -> None:
    """Sections of other games do not follow a number, unless the number has no result."""
    assert ids(merged(numbered("a", "4.2"), scored(1, x=9.0), 10, "4.2")) == ["a"]
    assert ids(merged(Answer(()), scored(1, x=9.0), 10, "4.2")) == ["x"]


# copies


@pytest.mark.parametrize(
    ("copy", "is_left_out"),
    [
        (result("a", 1.0, "5", "One two THREE four."), True),
        (result("a", 1.0, "5", "one two three four five six seven"), True),
        (result("a", 1.0, "5", "one two three"), False),
        (result("a", 1.0, "6", "One two three four."), False),
        (result("a", 1.0, "5", "One two three four.", title="TITLE"), True),
        (result("a", 1.0, "5", "One two three four.", title="Other"), False),
        (result("a", 1.0, "5", "One two three four.")._replace(game="blue"), False),
    ],
)
def test_a_section_that_was_copied_into_a_rule_is_left_out(copy: SearchResult, is_left_out: bool) -> None:
    """The rule has its number, its title, and four of five of its words."""
    section = result("x", 2.0, "5", "One two three, four five!")
    found = without_copies(Answer((section,)), Answer((result("b", 3.0), copy)))
    assert found.results == (() if is_left_out else (section,))


def test_copied_sections_of_other_games_no_longer_count() -> None:
    """Sections of other games that were copied into rules no longer count; the others keep their order."""
    texts = ("one", "two", "three", "four")
    imported = Answer(tuple(result(text, 1.0, "5", text) for text in texts), others=2)
    found = without_copies(imported, Answer((result("a", 1.0, "5", "one"), result("b", 1.0, "5", "four"))))
    assert (ids(found), found.others) == (["two", "three"], 1)
