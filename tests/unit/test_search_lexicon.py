"""Words in a lexicon: weights, completions, corrections and similar words."""

from __future__ import annotations

from math import log

import pytest

from companion.search.lexicon import MOST_COMPLETIONS, sound
from tests.small_search import game_of, lexicon_of

COLUMN = lexicon_of({"column": 3})


def test_a_rare_stem_weighs_more() -> None:
    """The weight is that of BM25; a stem of no document weighs nothing."""
    lexicon = lexicon_of({"gun": 1, "map": 10}, size=10)
    assert lexicon.idf("gun") == pytest.approx(log(1 + 9.5 / 1.5))
    assert lexicon.idf("map") == pytest.approx(log(1 + 0.5 / 10.5))
    assert lexicon.idf("gun") == lexicon.idf("gun")
    assert lexicon.idf("flag") == 0.0


def test_the_mean_length_is_that_of_a_document() -> None:
    """The mean length is that of a document, and 0 without any document."""
    assert lexicon_of({}, size=4, length=10).mean_length == 2.5
    assert lexicon_of({}, size=1, length=3).mean_length == 3.0
    assert lexicon_of({}, size=0, length=0).mean_length == 0.0


def test_games_are_known_by_each_of_their_names() -> None:
    """Names, slang and limits are kept by game."""
    limits = {"battle": {"kolin": "Kolin", "alma": "The Almas"}}
    red = game_of("Red Coats", "red", "red coats", limits=limits, slang=["sirrah"])
    lexicon = lexicon_of({}, red=red, blue=game_of("Blue Coats", "blue"))
    assert lexicon.games == {"red": "red", "red coats": "red", "blue": "blue"}
    assert lexicon.names == {"red": "Red Coats", "blue": "Blue Coats"}
    assert lexicon.slang == {"red": ["sirrah"], "blue": []}
    assert lexicon.limits == {"red": limits, "blue": {}}
    assert lexicon.limit_stems == {"kolin", "alma"}


# completions


def test_the_most_frequent_words_complete_a_beginning() -> None:
    """Words of the same frequency are in alphabetical order; other words are left out."""
    lexicon = lexicon_of({"card": 9, "cart": 1, "carbine": 5, "car": 1, "cavalry": 9, "basket": 9})
    assert lexicon.completions("car") == ["card", "carbine", "car", "cart"]
    assert lexicon.completions("car") == ["card", "carbine", "car", "cart"]
    assert lexicon.completions("carx") == lexicon.completions("zz") == []


def test_a_rarer_word_than_the_first_sixteen_completes_nothing() -> None:
    """The rarest of seventeen is left out."""
    lexicon = lexicon_of({f"gun{letter}": 20 - place for place, letter in enumerate("abcdefghijklmnopq")})
    assert lexicon.completions("gun") == [f"gun{letter}" for letter in "abcdefghijklmnop"]
    assert len(lexicon.completions("gun")) == MOST_COMPLETIONS


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        ("vlley", "valley"),
        ("valeys", "voleys"),
        ("skeddad", "skedadd"),
        ("zzzzz", ""),
        ("olley", ""),
        ("aaaaa", ""),
    ],
)
def test_a_beginning_with_a_typo_is_corrected(typed: str, start: str) -> None:
    """The first letter must be right; the beginning of the most frequent word is chosen, or a longer one."""
    words = {"volley": 1, "voleys": 1, "valley": 2, "valleys": 1, "skedaddle": 1}
    assert lexicon_of(words).nearest_start(typed) == start


# corrections


@pytest.mark.parametrize(
    "typed",
    ["olumn", "clumn", "colum", "xcolumn", "coxlumn", "columnx", "xolumn", "coxumn", "columx",
     "oclumn", "coulmn", "colunm"],
)  # fmt: skip
def test_one_typo_is_corrected_anywhere(typed: str) -> None:
    """A letter is missing, added, wrong, or swapped with the next, at the beginning, inside, or at the end."""
    assert COLUMN.nearest(typed) == ["column"]


@pytest.mark.parametrize(
    ("typed", "known", "near"),
    [
        ("gus", "gun", []),
        ("gunn", "guns", ["guns"]),
        ("huns", "guns", []),
        ("horxe", "horse", ["horse"]),
        ("gorse", "horse", ["horse"]),
        ("x" * 29 + "z", "x" * 30, ["x" * 30]),
        ("x" * 30 + "z", "x" * 31, []),
    ],
)
def test_words_of_four_to_thirty_letters_are_corrected(typed: str, known: str, near: list[str]) -> None:
    """The first letter may be wrong from five letters on."""
    assert lexicon_of({known: 1}).nearest(typed) == near


@pytest.mark.parametrize(
    ("typed", "known", "near"),
    [
        ("marersz", "markers", ["markers"]),
        ("marers", "marketz", []),
        ("carersz", "markers", []),
        ("vxlxey", "volley", []),
        ("xadvnce", "advance", ["advance"]),
        ("advancxx", "advance", []),
    ],
)
def test_a_word_of_seven_letters_may_have_two_typos(typed: str, known: str, near: list[str]) -> None:
    """A letter is missing and another is added; a shorter word may have one typo."""
    assert lexicon_of({known: 1}).nearest(typed) == near


def test_a_word_with_one_typo_excludes_those_with_two() -> None:
    """Words with two typos are only searched if there is no other."""
    assert lexicon_of({"markers": 1, "marersz": 9}).nearest("marxers") == ["markers"]
    assert lexicon_of({"marersz": 9}).nearest("marxers") == ["marersz"]


@pytest.mark.parametrize(
    ("typed", "known", "near"),
    [
        ("flook", "fluke", ["fluke"]),
        ("phlook", "fluke", []),
        ("voly", "volley", ["volley"]),
        ("goons", "guns", ["guns"]),
        ("neett", "net", []),
        ("neett", "n1tt", []),
    ],
)
def test_a_word_that_sounds_alike_is_near(typed: str, known: str, near: list[str]) -> None:
    """Words that sound alike are near if they begin alike, have four letters or more, and no digit."""
    assert lexicon_of({known: 1}).nearest(typed) == near


def test_near_words_have_an_order() -> None:
    """Near words are sorted by first letter, typos before sounds, then by frequency, then alphabetically."""
    assert lexicon_of({"gloves": 9, "clover": 1}).nearest("cloves") == ["clover", "gloves"]
    assert lexicon_of({"flukke": 1, "flaky": 9}).nearest("fluke") == ["flukke", "flaky"]
    assert lexicon_of({"cloven": 2, "clover": 3, "cloved": 1}).nearest("cloves") == [
        "clover",
        "cloven",
        "cloved",
    ]
    assert lexicon_of({"cloven": 1, "clover": 1, "cloved": 1, "clovem": 1}).nearest("cloves") == [
        "cloved",
        "clovem",
        "cloven",
    ]


@pytest.mark.parametrize(
    ("word", "heard"),
    [
        ("flook", "flk"),
        ("fluke", "flk"),
        ("volley", "vl"),
        ("phone", "fn"),
        ("knight", "nt"),
        ("wreck", "rk"),
        ("scene", "sn"),
        ("cycle", "skl"),
        ("quiz", "ks"),
        ("axe", "aks"),
        ("edge", "ej"),
        ("which", "wk"),
        ("away", "a"),
        ("", ""),
    ],
)
def test_the_sound_of_a_word(word: str, heard: str) -> None:
    """The sound of a word is its first letter and its consonants, repeated ones once."""
    assert sound(word) == heard


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("rationcart", ["ration", "cart"]),
        ("mapgun", ["map", "gun"]),
        ("mapox", []),
        ("oxmap", []),
        ("cartx", []),
        ("xxxcart", []),
        ("cartxxx", []),
        ("oaksled", ["oaks", "led"]),
        ("gunmaps", ["gunm", "aps"]),
    ],
)
def test_a_word_is_split_into_two_known_words(word: str, parts: list[str]) -> None:
    """Each has three letters or more; of two ways, the one whose rarer word is more frequent."""
    words = {"ration": 1, "cart": 1, "map": 9, "gun": 9, "ox": 9, "maps": 1, "gunm": 2, "aps": 2, "": 1}
    words |= {"oak": 1, "sled": 9, "oaks": 2, "led": 2}
    assert lexicon_of(words).split(word) == parts


# similar words


@pytest.mark.parametrize(
    ("known", "is_similar"),
    [("xyzdef", True), ("azzzef", True), ("abxxyy", False), ("abcdef", True), ("ghijkl", False)],
)
def test_a_third_of_the_pairs_of_letters_makes_a_word_similar(known: str, is_similar: bool) -> None:
    """The first and the last letter count as pairs with the ends of the word."""
    lexicon = lexicon_of({known: 1})
    assert lexicon.most_similar("abcdef") == [known] * is_similar
    assert lexicon.most_similar("abcdef") == [known] * is_similar


def test_a_common_first_letter_alone_makes_no_word_similar() -> None:
    """A common first letter alone makes no word similar: it is one letter pair of three and of five."""
    assert lexicon_of({"axyz": 1}).most_similar("ab") == []


def test_the_three_most_similar_words_are_named() -> None:
    """Words of three letters, and words with digits, are left out."""
    words = {"abcd": 1, "abcdefg": 1, "abcde": 1, "abcdef": 1, "abc": 1, "abcdefg1": 1}
    assert lexicon_of(words).most_similar("abcdefgh") == ["abcdefg", "abcdef", "abcde"]
    assert lexicon_of(words).most_similar("abcx") == ["abcd", "abcde", "abcdef"]
