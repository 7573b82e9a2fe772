"""Rulings, notes and lines of the log among the results of a question."""

from __future__ import annotations

import pytest

from companion.search.answer import Answer, SearchResult
from companion.search.own_results import LOG_LINES, MOST_LOG_LINES, NEAR, LogText, OwnText, with_own
from companion.search.tokens import tokens_of
from tests.small_search import game_of, lexicon_of

LEXICON = lexicon_of({}, red=game_of("Red Coats", "red"), blue=game_of("Blue Coats", "blue"))
TITLES = {"red:1": ("1", "Guns"), "blue:1": ("1", "Flags")}


def rule(name: str) -> SearchResult:
    """A result with this id, whose title is `Rule` and the id."""
    return SearchResult(
        name, name.partition(":")[0], "9", f"Rule {name}", "entry", "rule", "Rules", "Text.", 1.0
    )


def results(count: int) -> Answer:
    """An answer of rules red:10, red:11 and so on."""
    return Answer(tuple(rule(f"red:{10 + place}") for place in range(count)))


def line(number: int, text: str, game: str = "red") -> LogText:
    """A line of the log."""
    return LogText(number, game, text, f"session, {number}", frozenset(tokens_of(text)))


def found(
    answer: Answer,
    question: str,
    *texts: OwnText | LogText,
    game: str = "red",
    typing: bool = False,
) -> Answer:
    """The answer with these texts."""
    own = [text for text in texts if isinstance(text, OwnText)]
    log = [text for text in texts if isinstance(text, LogText)]
    return with_own(
        answer, question, own, LEXICON, lambda name: TITLES.get(name, ("", "")), game, typing, log
    )


def shown(answer: Answer) -> list[str]:
    """The ids of the results; the kind instead for notes and rulings."""
    return [each.kind if each.kind in ("note", "ruling") else each.id for each in answer.results]


NOTE = OwnText("note", "red:1", "Marmaduke forgets this", "your note")
RULING = OwnText("ruling", "red:1/Fire", "Dice are shared", "Evening")


def test_a_note_on_a_result_is_above_it() -> None:
    """A note on a result is listed above it, with the number and title of the result."""
    answer = found(Answer((rule("red:2"), rule("red:1"))), "fire", NOTE)
    assert answer.results[0] == SearchResult(
        "red:1", "red", "9", "Rule red:1", "note", "your note", "your note", "Marmaduke forgets this", 0.0
    )
    assert shown(answer) == ["note", "red:2", "red:1"]


def test_a_ruling_on_a_modifier_names_it() -> None:
    """The label follows the title of the calculator, or its id if it is unknown."""
    answer = found(
        Answer(()), "dice shared", RULING, OwnText("ruling", "red:7/Hill", "Shared dice", "Evening")
    )
    assert [(each.section, each.title, each.authority) for each in answer.results] == [
        ("1", "Guns: Fire", "table ruling"),
        ("", "red:7: Hill", "table ruling"),
    ]
    assert found(Answer(()), "shared", OwnText("note", "red:7", "Shared", "x")).results[0].title == "red:7"


def test_the_text_on_one_of_the_first_five_results_is_shown() -> None:
    """The player's text on one of the first five results is shown, and on the sixth it is not."""
    answer = results(6)
    for place, is_shown in ((0, True), (NEAR - 1, True), (NEAR, False)):
        note = OwnText("note", f"red:{10 + place}", "Zouaves", "x")
        assert ("note" in shown(found(answer, "fire", note))) is is_shown


@pytest.mark.parametrize(
    ("question", "typing", "is_shown"),
    [
        ("marmaduke", False, True),
        ("forgets marmaduke", False, True),
        ("guns marmaduke", False, True),
        ("marmaduke remembers", False, False),
        ("remembers marmaduke", False, False),
        ("marma", False, False),
        ("marma", True, True),
        ("marma forgets", True, False),
        ("the", False, False),
        ("  ", False, False),
        ("kind:note", False, True),
        ("kind:note forgets", False, True),
        ("kind:note remembers", False, False),
        ("kind:ruling", False, False),
        ("kind:chart marmaduke", False, False),
        ("kind:note kind:ruling", False, False),
    ],
)
def test_a_note_has_every_word_of_the_question(question: str, typing: bool, is_shown: bool) -> None:
    """A note is found if its title or text has every word of the question; the last may be incomplete."""
    assert shown(found(Answer(()), question, NOTE, typing=typing)) == ["note"] * is_shown


@pytest.mark.parametrize(
    ("question", "game", "kinds"),
    [
        ("marmaduke", "blue", []),
        ("marmaduke", "", ["note"]),
        ("game:red marmaduke", "blue", ["note"]),
        ("game:blue marmaduke", "red", []),
    ],
)
def test_notes_of_the_searched_game_match_by_their_words(question: str, game: str, kinds: list[str]) -> None:
    """A note on a result is shown in any game."""
    assert shown(found(Answer(()), question, NOTE, game=game)) == kinds
    assert shown(found(Answer((rule("red:1"),)), "fire", NOTE, game="blue")) == ["note", "red:1"]


# lines of the log


def test_a_line_of_the_log_is_a_result() -> None:
    """A line of the log is a search result without a rule number."""
    (result,) = found(Answer(()), "kind:log zouaves", line(7, "Zouaves run")).results
    assert result == SearchResult(
        "line/7", "red", "", "Line 7", "log", "session log", "session, 7", "Zouaves run", 0.0
    )


def test_lines_follow_the_first_five_results() -> None:
    """At most three log lines follow the first five results, in the order of the log."""
    lines = [line(number, "Fire at will") for number in (9, 8, 7, 6)]
    assert LOG_LINES == 3
    expected = [f"red:{10 + place}" for place in range(NEAR)]
    assert shown(found(results(7), "fire", *lines)) == [
        *expected,
        "line/9",
        "line/8",
        "line/7",
        "red:15",
        "red:16",
    ]


def test_lines_precede_the_results_of_other_games() -> None:
    """Log lines come after results of the current game and before those of other games."""
    answer = Answer((rule("red:10"), rule("blue:1"), rule("blue:2")), others=2)
    assert shown(found(answer, "fire", line(9, "Fire"))) == ["red:10", "line/9", "blue:1", "blue:2"]


def test_up_to_a_hundred_lines_are_listed_alone() -> None:
    """With `kind:log`, only log lines are listed, at most a hundred, with or without other words."""
    lines = [line(number, "Fire") for number in range(MOST_LOG_LINES + 1)]
    for question in ("kind:log", "kind:log fire"):
        assert len(found(Answer(()), question, *lines).results) == MOST_LOG_LINES == 100
    assert found(Answer(()), "kind:note", *lines).results == ()
    assert found(Answer(()), "the", *lines).results == ()


@pytest.mark.parametrize(
    ("question", "game", "ids"),
    [
        ("fire will", "red", ["line/1"]),
        ("fire", "", ["line/1", "line/2"]),
        ("fire", "blue", ["line/2"]),
        ("game:blue fire", "red", ["line/2"]),
        ("kind:log", "blue", ["line/2"]),
        ("fir", "red", []),
    ],
)
def test_lines_of_the_searched_game_are_shown(question: str, game: str, ids: list[str]) -> None:
    """Log lines of the searched game are found if they contain every word of the question."""
    lines = line(1, "Fire at will"), line(2, "Fire", "blue")
    assert shown(found(Answer(()), question, *lines, game=game)) == ids


# unknown words


def test_a_word_that_a_text_has_is_neither_unknown_nor_corrected() -> None:
    """Lines with such a word come before the rules."""
    answer = results(1)._replace(
        unknown=("zouaves", "turcos"), changed=(("spahis", "spas"), ("zuaves", "suaves"))
    )
    lined = found(answer, "zouaves", line(9, "Zouaves run"))
    assert shown(lined) == ["line/9", "red:10"]
    assert (lined.unknown, lined.changed) == (("turcos",), answer.changed)
    lined = found(answer, "spahis", line(9, "Spahis run"))
    assert shown(lined) == ["line/9", "red:10"]
    assert (lined.unknown, lined.changed) == (answer.unknown, (("zuaves", "suaves"),))
    assert shown(found(answer, "run", line(9, "Sappers run"))) == ["red:10", "line/9"]


def test_a_word_of_a_note_or_its_title_is_known() -> None:
    """A word of a note or of its title is known, even if the note is shown because of its rule."""
    answer = Answer((rule("red:1"),), unknown=("marmaduke", "rule"))
    assert found(answer, "fire", NOTE).unknown == ()


def test_another_kind_leaves_the_answer_unchanged() -> None:
    """A filter for another kind, or an empty question, leaves the answer unchanged."""
    answer = results(2)
    for question in ("kind:rule fire", "", "optional:yes fire"):
        assert found(answer, question, NOTE, line(9, "Fire")) is answer
