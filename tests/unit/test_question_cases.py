"""Labelled questions of a game: their faults, and whether the search answers them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Library
from companion.search.question_cases import WITHIN, QuestionChecker, finder_of, question_verdict
from tests.red_and_blue import BLUE, RED

LIBRARY = Library((RED, BLUE))


@pytest.fixture
def checker() -> QuestionChecker:
    """A checker of both games."""
    return QuestionChecker(LIBRARY)


def question(**other: Any) -> dict[str, Any]:
    """A question without faults, with these changes."""
    return {"q": "what of sappers", "game": "red", "accept": [{"game": "red", "section": "12"}], **other}


@pytest.mark.parametrize(
    "answer",
    [
        {"game": "red", "section": "12"},
        {"game": "blue", "section": "70.13"},
        {"game": "red", "entry": "red:3"},
        {"game": "red", "entry": "red:losses"},
        {"game": "red", "heading": "heavy CAV"},
        {"game": "red", "section": "99", "heading": "Heavy"},
        {"game": "red", "section": 12, "heading": "Heavy"},
    ],
)
def test_an_answer_that_exists_is_no_fault(answer: dict[str, Any], checker: QuestionChecker) -> None:
    """By its id, its number, or words of its title."""
    assert list(checker.faults(question(accept=[answer]))) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"q": ""}, "q: a question in words is required"),
        ({"q": "  "}, "q: a question in words is required"),
        ({"q": 3}, "q: a question in words is required"),
        ({"game": "green"}, "unknown game green; known: red, blue"),
        ({"game": 3}, "unknown game 3; known: red, blue"),
        ({"accept": []}, "accept: a list of accepted answers is required"),
        ({"accept": "12"}, "accept: a list of accepted answers is required"),
        ({"accept": None}, "accept: a list of accepted answers is required"),
        (
            {"accept": ["12"]},
            'accept: each answer is {"game": ..., "section": ...}, or has heading instead of section',
        ),
        ({"accept": [{"game": "green", "section": "1"}]}, "unknown game green; known: red, blue"),
        ({"accept": [{"section": "1"}]}, "unknown game None; known: red, blue"),
        ({"accept": [{"game": "red", "entry": "red:99"}]}, "entry red:99 not found"),
        ({"accept": [{"game": "red", "section": "99"}]}, "rule 99 not found in red"),
        ({"accept": [{"game": "blue", "section": "12"}]}, "rule 12 not found in blue"),
        ({"accept": [{"game": "red", "section": 12}]}, 'section: must be text, as in "12"'),
        ({"accept": [{"game": "red", "section": ""}]}, "rule  not found in red"),
        ({"accept": [{"game": "red", "heading": "Balloons"}]}, "heading Balloons not found in red"),
        ({"accept": [{"game": "red", "section": "99", "heading": "x"}]}, "rule 99 not found in red"),
        ({"accept": [{"game": "red"}]}, "accept: entry, section or heading is required"),
        ({"accept": [{"game": "red", "heading": ""}]}, "accept: entry, section or heading is required"),
        ({"accept": [{"game": "red", "heading": 3}]}, "heading 3 not found in red"),
    ],
)
def test_a_fault_of_a_question_is_named(
    changed: dict[str, Any], fault: str, checker: QuestionChecker
) -> None:
    """Each fault of a question is named in one sentence."""
    assert list(checker.faults(question(**changed))) == [fault]


def test_a_question_needs_no_game(checker: QuestionChecker) -> None:
    """A question needs no game: neither None nor a missing game is a fault."""
    assert list(checker.faults(question(game=None))) == []


def test_unknown_keys_are_faults(checker: QuestionChecker) -> None:
    """Unknown keys of a question or of its answers are faults."""
    faults = list(
        checker.faults(question(colour="red", accept=[{"game": "red", "section": "12", "size": 3}]))
    )
    assert len(faults) == 2
    assert "colour" in faults[0] and "size" in faults[1]


def test_one_answer_that_exists_is_enough(checker: QuestionChecker) -> None:
    """A question needs one answer that exists; if none exists, each answer is a fault."""
    absent = [{"game": "red", "section": "98"}, {"game": "red", "section": "99"}]
    assert list(checker.faults(question(accept=[*absent, {"game": "red", "section": "12"}]))) == []
    assert list(checker.faults(question(accept=absent))) == [
        "rule 98 not found in red",
        "rule 99 not found in red",
    ]


def test_without_any_game_none_is_known() -> None:
    """The checker of an empty library knows no games."""
    assert list(QuestionChecker(Library(())).faults(question(accept=[{"game": "red"}]))) == [
        "unknown game red; known: none",
        "unknown game red; known: none",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        {"game": "red", "entry": "red:12"},
        {"game": "red", "section": "12"},
        {"game": "red", "heading": "GRAPE"},
    ],
)
def test_an_accepted_result_passes(answer: dict[str, Any]) -> None:
    """By its id, its number, or words of its title; other answers do not matter."""
    finder = finder_of(LIBRARY)
    asked = {"q": "grapeshot", "game": "red", "accept": ["x", {"game": "blue", "section": "12"}, answer]}
    assert question_verdict(finder, asked) == ""


@pytest.mark.parametrize(
    "accept",
    [
        [{"game": "blue", "section": "12"}],
        [{"game": "red", "section": "3"}],
        [{"game": "red", "heading": ""}],
        [{"game": "red", "heading": "bombardment"}],
        "red:12",
        None,
    ],
)
def test_a_question_without_an_accepted_result_fails(accept: Any) -> None:
    """A question without an accepted result fails, and the results are named."""
    asked = {"q": "grapeshot", "game": "red", "accept": accept}
    assert question_verdict(finder_of(LIBRARY), asked) == "found red:12 Grapeshot"


def test_the_question_is_asked_in_its_game() -> None:
    """The rule of the other game with the same words is no answer."""
    asked = {"q": "heavy cavalry", "game": "blue", "accept": [{"game": "blue", "entry": "blue:1"}]}
    assert question_verdict(finder_of(LIBRARY), asked) == ""
    assert question_verdict(finder_of(LIBRARY), {**asked, "accept": []}).startswith(
        "found blue:1 Heavy cavalry"
    )


def test_the_answer_must_be_among_the_first_three_results() -> None:
    """The answer must be among the first three results, of all games if the question names none."""
    finder = finder_of(LIBRARY)
    asked = {"q": "boom", "accept": [{"game": "red", "entry": "red:none"}]}
    assert WITHIN == 3
    assert question_verdict(finder, asked).count("red:") == 3
    assert question_verdict(finder, {"q": "zzzzz", "game": "red"}) == "found nothing"
    assert question_verdict(finder, {"accept": []}) == "found nothing"
