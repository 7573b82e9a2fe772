"""Tokens, trigrams, rule numbers and filters of a text."""

from __future__ import annotations

from typing import Any

import pytest

from companion.search.filters import Filters, filters_of
from companion.search.question import english_words
from companion.search.rule_numbers import Number, book_order, number_in
from companion.search.tokens import letters, plain, stem, tokens_of, words_of
from tests.small_search import game_of, lexicon_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [("MAP", "map"), ("Élan", "elan"), ("Élan’s ‘map’", "elan's 'map'"), ("½", "1⁄2"), ("", "")],
)
def test_a_plain_text_has_small_letters_without_accents(text: str, shown: str) -> None:
    """Quotes are straight."""
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("can't", ["can", "not"]),
        ("cannot", ["can", "not"]),
        ("don’t", ["do", "not"]),
        ("won't shan't", ["will", "not", "shall", "not"]),
        ("The unit's order.", ["the", "unit", "order"]),
        ("o'clock", ["o'clock"]),
        ("4+ on 2.5 (10.6a)", ["4+", "on", "2.5", "10.6a"]),
        ("hand-to-hand", ["hand", "to", "hand"]),
        ("", []),
    ],
)
def test_the_words_of_a_text(text: str, words: list[str]) -> None:
    """A negated verb is two words."""
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("word", "root"),
    [("gas", "gas"), ("guns", "gun"), ("routed", "rout"), ("10.6abs", "10.6abs"), ("4+", "4+")],
)
def test_the_stem_of_a_word(word: str, root: str) -> None:
    """Words of three letters, and numbers, are their own stems."""
    assert stem(word) == root


def test_stop_words_are_no_tokens() -> None:
    """Words that matter to rules are."""
    assert tokens_of("Does the gun not fire?") == ["gun", "not", "fire"]


def test_common_english_words_are_known() -> None:
    """The licence at the head of the file is not read."""
    assert "lunch" in english_words()
    assert not any(word in english_words() for word in ("#", "scowl", "wordlist.aspell.net"))


# trigrams


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("a", 1), ("cat", 3), ("CAT", 3), ("cat dog", 7), (" cat  dog ", 7)]
)
def test_the_number_of_trigrams(text: str, count: int) -> None:
    """A word has as many as letters, and each pair of words one more."""
    mask, bits = letters(text)
    assert bits == mask.bit_count() == count
    assert mask.bit_length() <= 1024


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("big cat", "dog cat", 4),
        ("big cat", "bid cat", 4),
        ("cat dog", "cut dog", 4),
        ("cat dog", "cat hog", 4),
        ("abc", "cba", 0),
        ("abc", "acb", 0),
        ("cat", "Cat", 3),
    ],
)
def test_similar_texts_share_trigrams(one: str, other: str, shared: int) -> None:
    """The trigram between two words has the last letter of the one and the first letter of the other."""
    assert (letters(one)[0] & letters(other)[0]).bit_count() == shared


# rule numbers


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [
        ("closing roll", Number(), "closing roll"),
        ("move 3 hexes", Number(), "move 3 hexes"),
        ("move 3 hexes in 1835", Number(), "move 3 hexes in 1835"),
        ("12", Number("12"), ""),
        (" 12 ", Number("12"), ""),
        ("rule 4", Number("4"), ""),
        ("§ 4", Number("4"), ""),
        ("s4", Number("4"), ""),
        ("para. 4 map", Number("4"), "map"),
        ("10.6a", Number("10.6a"), ""),
        ("10.6(a)", Number("10.6a"), ""),
        ("10.6.a", Number("10.6a"), ""),
        ("10.6 a", Number("10.6a"), ""),
        ("10-6a", Number("10.6a"), ""),
        ("10-6a map", Number(), "10-6a map"),
        ("10.6 a unit", Number("10.6"), "a unit"),
        ("map 10.6 drum", Number("10.6"), "map drum"),
        ("10.6 and 11.2", Number("10.6"), "and 11.2"),
        ("10.6 and rule 11", Number("11"), "10.6 and"),
        ("rule 12 and 10.6", Number("12"), "and 10.6"),
        ("15.2e 4", Number("15.2e", "4"), ""),
        ("15.2e (4)", Number("15.2e", "4"), ""),
        ("15.2e step 4", Number("15.2e", "4"), ""),
        ("15.2e no. 14", Number("15.2e", "14"), ""),
        ("15.2(e) #4", Number("15.2e", "4"), ""),
        ("15.2 e 4", Number("15.2e", "4"), ""),
        ("map 15.2e 4", Number("15.2e", "4"), "map"),
        ("15.2e 4 map", Number("15.2e"), "4 map"),
        ("15.2 4", Number("15.2"), "4"),
        ("4+", Number(), "4+"),
    ],
)
def test_a_rule_number_in_a_question(text: str, number: Number, rest: str) -> None:
    """A figure alone is a rule number only after a word such as rule, or if it is the whole question."""
    found, left = number_in(text)
    assert (found, left.split()) == (number, rest.split())


def test_numbers_are_sorted_as_in_a_book() -> None:
    """Parts are compared as numbers; a letter or a step follows the number without one."""
    numbers = ["2", "4", "4.2", "4.10", "10.6", "10.6a", "10.6b", "10.6b 2", "10.6b 10", "10.6c", "10.7"]
    assert (
        sorted(
            ["10.7", "10.6c", "10.6b 10", "4.10", "10.6b 2", "10.6b", "4", *numbers[4:6], "4.2", "2"],
            key=book_order,
        )
        == numbers
    )
    assert book_order("10.6a") == [(10, ""), (6, "a")]
    assert book_order("a") == [(0, "a")]
    assert book_order("1234567") == [(123456, "")]


# filters

LIMITS = {"battle": {"kolin": "Kolin", "alma": "River Alma"}, "year": {"y1": "1757"}}
OTHERS: dict[str, Any] = {f"game{number}": game_of(f"Game {number}", f"game{number}") for number in range(12)}
LEXICON = lexicon_of(
    {},
    red=game_of("Red Coats", "red", "red coats", limits=LIMITS),
    blue=game_of("Blue Coats", "blue", limits={"battle": {"jena": "Jena"}}),
    **OTHERS,
)


@pytest.mark.parametrize(
    ("text", "rest", "marks", "understood"),
    [
        ("map", "map", (), ()),
        ("map: drum", "map: drum", (), ()),
        ("kind:chart map", "map", ("kind/chart",), ("kind chart",)),
        ("map kind: tables", "map", ("kind/chart",), ("kind chart",)),
        ("kind:rule kind:chart", "", ("kind/rule", "kind/chart"), ("kind rule", "kind chart")),
        ("kind:rule kind:rules", "", ("kind/rule",), ("kind rule", "kind rule")),
        ("optional:yes", "", ("optional/yes",), ("optional yes",)),
        ("optional:only", "", ("optional/yes",), ("optional yes",)),
        ("optional:no", "", ("!optional/yes",), ("optional no",)),
        ("battle:kolin", "", ("battle/kolin",), ("battle kolin",)),
        ("battle:jena", "", ("battle/jena",), ("battle jena",)),
        ("year:1757", "", ("year/y1",), ("year y1",)),
        ("x:kind:chart", "x:kind:chart", (), ()),
        ("season:winter", "season:winter", (), ()),
    ],
)
def test_filters_are_taken_out_of_a_question(
    text: str, rest: str, marks: tuple[str, ...], understood: tuple[str, ...]
) -> None:
    """Every limit of a game is a filter, by its key or its name; other colons are text."""
    left, filters = filters_of(text, LEXICON)
    assert left.split() == rest.split()
    assert filters == Filters("", marks, understood)


@pytest.mark.parametrize("typed", ["game:red", "game:red-coats", "game:red_coats"])
def test_a_game_is_a_filter(typed: str) -> None:
    """The slug or the name; the last one counts."""
    assert filters_of(typed, LEXICON)[1] == Filters("red", (), ("game Red Coats",))
    assert filters_of(f"game:blue {typed}", LEXICON)[1].game == "red"


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("optional:maybe", "unknown optional maybe; known: yes, no"),
        ("battle:ulm", "unknown battle ulm; known: kolin, alma, jena"),
        ("year:1800", "unknown year 1800; known: y1"),
        ("kind:x", "unknown kind x; known: rule, erratum, chart, calculator, term, ruling, note, log, yours"),
        ("game:x", "unknown game x; known: red, blue, " + ", ".join(f"game{number}" for number in range(10))),
    ],
)
def test_an_unknown_value_is_refused_with_the_known_ones(typed: str, fault: str) -> None:
    """Up to twelve games are named; the other filters still count."""
    assert filters_of(typed, LEXICON) == (" ", Filters(faults=(fault,)))
    assert filters_of(f"kind:chart {typed}", LEXICON)[1] == Filters(
        "", ("kind/chart",), ("kind chart",), (fault,)
    )
