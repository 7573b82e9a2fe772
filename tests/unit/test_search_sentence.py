"""Which line of a document answers a question. All words weigh the same."""

from __future__ import annotations

import pytest

from companion.search.question import Group
from companion.search.scoring import Scorer
from tests.small_search import document, game_of, lexicon_of

WORDS = dict.fromkeys(("gun", "map", "fort", "drum", "flag", "hill", "may", "kolin"), 10)
RED = game_of("Red", "red", limits={"battle": {"kolin": "Kolin"}})
LEXICON = lexicon_of(WORDS, size=10, length=50, red=RED)


def answering(
    question: str,
    lines: list[str],
    title: str = "Hill",
    phrases: tuple[str, ...] = (),
    answers: tuple[int, ...] = (),
) -> str:
    """The line that answers."""
    groups = [Group(word, {word: 1.0}) for word in question.split() if word in WORDS]
    found = document(title, lines, phrases, answers=answers)
    return lines[Scorer(groups, LEXICON, question, ()).answering_line(found)]


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("gun map", ["Drum.", "Gun."], "Gun."),
        ("gun map", ["Gun.", "Gun and map."], "Gun and map."),
        ("gun map", ["Gun and map.", "Map and gun."], "Gun and map."),
        ("gun map", ["Drum.", "Flag."], "Drum."),
        ("gun may", ["May drum.", "Gun drum."], "Gun drum."),
        ("gun may", ["Gun drum.", "Gun may."], "Gun drum."),
    ],
)
def test_the_line_with_the_most_words_answers(question: str, lines: list[str], answer: str) -> None:
    """Of equal lines the first; words such as may do not count."""
    assert answering(question, lines) == answer


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["Gun drum.", "Map drum."], "Map drum."),
        (["Drum flag.", "Gun drum."], "Gun drum."),
        (["Map drum.", "Map gun."], "Map gun."),
    ],
)
def test_words_of_the_title_count_a_third(lines: list[str], answer: str) -> None:
    """Words of the title count a third, because many lines have them."""
    assert answering("gun map", lines, title="Gun") == answer


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["Fort drum.", "Map drum."], "Map drum."),
        (["Flag hill.", "Fort hill."], "Fort hill."),
        (["Map drum.", "Map fort."], "Map fort."),
    ],
)
def test_words_of_the_nearest_phrase_count_half(lines: list[str], answer: str) -> None:
    """Words of the nearest phrase count half, and words of the other phrases do not count."""
    assert answering("gun map", lines, phrases=("hill drum", "gun map fort", "map flag drum hill")) == answer


def test_a_phrase_without_a_word_of_the_question_does_not_count() -> None:
    """The first line answers if none has a word of the question."""
    assert answering("gun map", ["Drum.", "Fort."], phrases=("fort",)) == "Drum."


def test_a_short_line_beats_a_long_one_with_the_same_words() -> None:
    """A long line with another word of the question beats a short one."""
    long = "A gun may be moved by its crew and by the troops that stand in the next square on its left"
    assert answering("gun map", [f"{long}.", "Gun."]) == "Gun."
    assert answering("gun map", ["Gun.", f"{long} if a map says so."]).startswith(long)


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["Gun drum:", "Gun flag."], "Gun flag."),
        (["Gun map fort:", "Drum flag."], "Gun map fort:"),
        (["Gun map:", "Gun flag."], "Gun map:"),
    ],
)
def test_the_words_of_a_line_that_introduces_others_count_half(lines: list[str], answer: str) -> None:
    """A line that ends with a colon introduces others, and its words count half."""
    assert answering("gun map", lines) == answer


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("how many gun map", ["Gun drum.", "Gun: 3."], "Gun: 3."),
        ("how many gun map", ["Gun: 3.", "Gun map."], "Gun map."),
        ("gun map", ["Gun drum.", "Gun: 3."], "Gun drum."),
    ],
)
def test_a_figure_answers_a_question_for_one(question: str, lines: list[str], answer: str) -> None:
    """A line with a figure counts a fifth more if the question asks for one."""
    assert answering(question, lines) == answer


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["Drum flag (gun map).", "Gun flag drum."], "Gun flag drum."),
        (["Gun flag (drum).", "Hill."], "Gun flag (drum)."),
        (["Gun (hill) map.", "Gun drum."], "Gun (hill) map."),
    ],
)
def test_a_citation_at_the_end_does_not_count(lines: list[str], answer: str) -> None:
    """Brackets inside a line are no citation."""
    assert answering("gun map", lines) == answer


@pytest.mark.parametrize(
    "first",
    [
        "Exception: gun.",
        "Second Exception: gun.",
        "Gun also.",
        "Gun too.",
        "A gun such as this.",
        "Kolin: gun.",
    ],
)
def test_a_line_that_needs_another_answers_only_if_it_is_clearly_better(first: str) -> None:
    """Exceptions, additions, and battles of which the question does not speak."""
    assert answering("gun map", [first, "Gun drum flag."]) == "Gun drum flag."
    assert answering("gun map", [f"{first[:-1]} map.", "Gun drum flag."]) == f"{first[:-1]} map."
    assert answering("gun map", [first, "Drum flag."]) == first


def test_the_line_of_a_battle_answers_a_question_about_it() -> None:
    """The line about a battle is preferred to other lines that name the battle."""
    assert answering("gun kolin", ["Kolin: gun.", "Gun at Kolin."]) == "Kolin: gun."


# lines that answer a listed question


def test_a_listed_question_gives_points_to_the_line_that_answers_it() -> None:
    """A listed question favours the line that answers it, but not over lines with more matching words."""
    lines = ["Drum one.", "Flag one."]
    assert answering("gun map", lines, phrases=("gun map",), answers=(1,)) == "Flag one."
    assert answering("gun map", lines, phrases=("gun map",), answers=(-1,)) == "Drum one."
    assert answering("gun map", lines, phrases=("hill", "gun map"), answers=(1,)) == "Flag one."
    assert answering("gun map", lines, phrases=("gun map", "hill"), answers=(1,)) == "Drum one."
    assert answering("gun map", ["Gun.", "Flag one."], phrases=("gun map",), answers=(1,)) == "Gun."


def test_three_nearest_questions_give_points() -> None:
    """Of four equally near ones, the first gives none."""
    lines = ["Drum one.", "Flag one.", "Fort one."]
    phrases = ("gun", "gun", "gun", "gun")
    assert answering("gun map", lines, phrases=phrases, answers=(1, 1, 0, 2)) == "Drum one."
    assert answering("gun map", lines, phrases=phrases, answers=(0, 1, 1, 2)) == "Flag one."


def test_two_near_questions_outweigh_a_nearer_one() -> None:
    """Each gives the square of its closeness: a half each, and four fifths."""
    lines = ["Hill one.", "Hill two."]
    phrases = ("gun map fort drum flag", "gun map", "fort drum")
    assert answering("gun map fort drum", lines, phrases=phrases, answers=(0, 1, 1)) == "Hill two."
