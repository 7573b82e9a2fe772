"""How a question is read: words, corrections, synonyms, completions, quotes and names of games."""

from __future__ import annotations

import pytest

from companion.search.question import COMPLETION, EVERYDAY, IN_PHRASE, JOINED, Group, Question, read_question
from companion.search.rule_numbers import Number
from companion.search.tokens import LONGEST_QUERY
from tests.small_search import game_of, lexicon_of

WORDS = {
    "fort": 4,
    "forts": 1,
    "drum": 3,
    "flag": 3,
    "map": 5,
    "hillfort": 1,
    "skedaddle": 2,
    "batallion": 1,
    "xyfort": 1,
}
RED = game_of(
    "Red Coats",
    "red",
    "red coats",
    "coats",
    "a b c d e f g h",
    slang=["sirrah", "gunz"],
    phrases={
        "ov": [[0.9, ["open", "fort"], "Open Fort"]],
        "drum map": [[0.7, ["flag", "fort"], "Flag"]],
        "map drum flag fort": [[0.9, ["hill"], "Hill"]],
        "flag": [[0.7, ["map"], "Map"], [0.9, ["map"], "map"], [0.5, ["flag"], "Banner"]],
    },
)
BLUE = game_of("Blue Coats", "blue", slang=["fort"], phrases={"ov": [[0.5, ["map"], "Map"]]})
LEXICON = lexicon_of(WORDS, red=RED, blue=BLUE)


def read(text: str, game: str = "red", typing: bool = False, exact: bool = False) -> Question:
    """The question that is read from a text."""
    return read_question(text, LEXICON, game, typing, exact)


# quotes


@pytest.mark.parametrize(
    "typed", ['"map fort" drum', "“map fort” drum", "„map fort“ drum", "«map fort» drum"]
)
def test_quoted_words_follow_the_others_as_typed(typed: str) -> None:
    """The phrase has the stems that must be next to each other."""
    question = read(typed)
    assert question.groups == (
        Group("drum", {"drum": 1.0}),
        Group("map", {"map": 1.0}),
        Group("fort", {"fort": 1.0}),
    )
    assert question.phrases == (("map", "fort"),)
    assert question.words == ("drum", "map", "fort")


def test_a_quote_may_be_left_open() -> None:
    """An opened quotation mark without a second one quotes the rest of the question."""
    assert read('drum "map fort').phrases == (("map", "fort"),)


def test_a_single_quoted_word_is_no_phrase() -> None:
    """Neither a single quoted word nor a quoted word with a stop word is a phrase."""
    assert read('"map" "the fort" =drum').phrases == ()
    assert [group.typed for group in read('"map" "the fort" =drum').groups] == ["map", "fort", "drum"]


def test_a_word_after_an_equals_sign_has_no_synonyms() -> None:
    """The sign only counts at the beginning of a word."""
    assert read("=ov").groups == (Group("ov", {"ov": 1.0}),)
    assert read("=ov").unknown == ("ov",)
    assert read("map=drum").groups == (Group("map", {"map": 1.0}), Group("drum", {"drum": 1.0}))


def test_all_words_are_read_as_typed_if_exact() -> None:
    """They have no synonyms and are not corrected; stop words are left out; they form no phrase."""
    question = read('"map" the ov drun', exact=True)
    assert [group.stems for group in question.groups] == [{"map": 1.0}, {"ov": 1.0}, {"drun": 1.0}]
    assert (question.expanded, question.changed, question.phrases) == ((), (), ())
    assert question.unknown == ("ov", "drun")
    assert question.words == ("map", "the", "ov", "drun")


def test_a_question_is_read_up_to_400_characters() -> None:
    """A question is read up to 400 characters, and later words are not read."""
    assert LONGEST_QUERY == 400
    assert read(" " * 397 + "map").words == ("map",)
    assert read(" " * 398 + "map").words == ("ma",)


# numbers, filters and names of games


def test_a_question_is_split_into_its_parts() -> None:
    """The text is what remains; the number and the filter are not words."""
    question = read("game:red rule 4.2 map")
    assert (question.number, question.game) == (Number("4.2"), "red")
    assert question.filters.understood == ("game Red Coats",)
    assert question.text.split() == ["map"]
    assert question.words == ("map",)


@pytest.mark.parametrize(
    ("typed", "game", "words"),
    [
        ("blue map", "blue", ["map"]),
        ("map blue", "blue", ["map"]),
        ("map blue drum", "blue", ["map", "drum"]),
        ("red coats map", "red", ["map"]),
        ("coats red map", "red", ["red", "map"]),
        ("a b c d e f g h map", "red", ["map"]),
        ("Red, coats. map", "red", ["map"]),
        ("map", "", ["map"]),
        ("", "", []),
        ("game:blue coats map", "blue", ["map"]),
    ],
)
def test_the_longest_name_of_a_game_is_not_searched(typed: str, game: str, words: list[str]) -> None:
    """Of two names of the same length, the first one counts; a filter has priority."""
    question = read(typed, game="")
    assert question.game == game
    assert question.text.replace(",", "").split() == words


# words


def test_words_have_their_stems() -> None:
    """Stop words are left out, unless there are no others."""
    assert read("the drums of map").groups == (Group("drums", {"drum": 1.0}), Group("map", {"map": 1.0}))
    assert read("the drums of map").words == ("the", "drums", "of", "map")
    assert read("of the").groups == (Group("of", {"of": 1.0}), Group("the", {"the": 1.0}))
    assert read("of the").unknown == ()


def test_slang_of_the_game_is_left_out() -> None:
    """Slang of the game is left out, unless nothing else was typed; another game's slang is searched."""
    assert [group.typed for group in read("sirrah the map gunz").groups] == ["map"]
    assert read("sirrah the map gunz").unknown == ()
    assert [group.typed for group in read("the sirrah").groups] == ["sirrah"]
    assert read("the sirrah").unknown == ("sirrah",)
    assert [group.typed for group in read("map fort").groups] == ["map", "fort"]
    assert [group.typed for group in read("map fort", "blue").groups] == ["map"]
    assert [group.typed for group in read("sirrah map fort", "").groups] == ["map"]
    assert [group.typed for group in read("blue map fort").groups] == ["map"]


# corrections


@pytest.mark.parametrize(
    ("typed", "words", "changed", "unknown"),
    [
        ("skedadle map", ("skedaddle", "map"), (("skedadle", "skedaddle"),), ()),
        ("skedad dle map", ("skedaddle", "map"), (("skedad dle", "skedaddle"),), ()),
        ("map skedad dle", ("map", "skedaddle"), (("skedad dle", "skedaddle"),), ()),
        ("xy fort", ("xyfort",), (("xy fort", "xyfort"),), ()),
        ("drummap", ("drum", "map"), (("drummap", "drum map"),), ()),
        ("drums", ("drums",), (), ()),
        ("fortz", ("fort",), (("fortz", "fort"),), ()),
        ("lunch", ("lunch",), (), ("lunch",)),
        ("qqqqq", ("qqqqq",), (), ("qqqqq",)),
        ("map 77", ("map", "77"), (), ()),
        ("skeddad", ("skeddad",), (), ("skeddad",)),
    ],
)
def test_unknown_words_are_corrected(
    typed: str, words: tuple[str, ...], changed: tuple[tuple[str, str], ...], unknown: tuple[str, ...]
) -> None:
    """To the nearest word, or by joining or splitting words; English words and figures are not corrected."""
    question = read(typed)
    assert (question.words, question.changed, question.unknown) == (words, changed, unknown)


def test_two_known_words_are_not_joined() -> None:
    """Two known words are not joined, but each also finds the word that they form."""
    lexicon = lexicon_of({"hill": 1, "fort": 1, "hillfort": 1, "drum": 1})
    question = read_question("hill fort drum", lexicon, "", False)
    assert question.groups == (
        Group("hill", {"hill": 1.0, "hillfort": JOINED}),
        Group("fort", {"fort": 1.0, "hillfort": JOINED}),
        Group("drum", {"drum": 1.0}),
    )
    assert (question.changed, question.words) == ((), ("hill", "fort", "drum", "hillfort"))


@pytest.mark.parametrize(
    ("typed", "changed"),
    [("skeddad", "skedadd"), ("skad", "sked"), ("sxedad", "skedad"), ("skd", "")],
)
def test_the_beginning_of_a_word_is_corrected_while_typing(typed: str, changed: str) -> None:
    """From four letters on; only the last word may be incomplete."""
    lexicon = lexicon_of({"skedaddle": 1, "map": 1})
    expected = ((typed, changed),) if changed else ()
    assert read_question(f"map {typed}", lexicon, "", True).changed == expected
    assert read_question(f"{typed} map", lexicon, "", True).changed == ()
    assert read_question(f"map {typed} ", lexicon, "", True).changed == ()


def test_a_long_beginning_is_not_corrected() -> None:
    """A beginning has up to thirty letters."""
    long = "zuzizazezo" * 3
    lexicon = lexicon_of({f"{long}pp": 1})
    assert read_question(f"x{long[2:]}", lexicon, "", True).changed == ()
    assert read_question(f"{long[:27]}qzo", lexicon, "", True).changed == ((f"{long[:27]}qzo", long),)
    assert read_question(f"{long[:27]}qezo", lexicon, "", True).changed == ()


# completions


def test_the_last_word_is_completed_while_typing() -> None:
    """Not before a space or a question mark, and not if the last word is a stop word."""
    assert read("map dru", typing=True).groups[-1] == Group("dru", {"dru": 1.0, "drum": COMPLETION})
    assert read("map dru", typing=True).unknown == ()
    for typed in ("map dru ", "map dru?", "dru map", "dru the"):
        assert COMPLETION not in {
            weight for group in read(typed, typing=True).groups for weight in group.stems.values()
        }
    assert COMPLETION not in read("map dru").groups[-1].stems.values()


def test_only_the_last_of_two_same_words_is_completed() -> None:
    """Only the last of two equal words is completed, because the first one is complete."""
    first, last = read("fort fort", typing=True).groups
    assert (first.stems, last.stems) == ({"fort": 1.0}, {"fort": 1.0})
    first, last = read("hill hill", typing=True).groups
    assert COMPLETION not in first.stems.values() and last.stems["hillfort"] == COMPLETION


@pytest.mark.parametrize(
    ("typed", "longer"),
    [
        ("ba", {}),
        ("bat", {"batallion": IN_PHRASE}),
        ("bata", {"batallion": IN_PHRASE}),
        ("batal", {}),
        ("map", {}),
    ],
)
def test_an_unknown_word_of_three_or_four_letters_may_be_short_for_another(
    typed: str, longer: dict[str, float]
) -> None:
    """A known word is not short for another."""
    lexicon = lexicon_of({"batallion": 1, "map": 1, "mapping": 1})
    (group,) = read_question(typed, lexicon, "", False).groups
    assert group.stems == {typed: 1.0, **longer}


# synonyms


def test_a_synonym_of_two_words_counts_less_for_each() -> None:
    """The weight is divided by the root of the number of words."""
    (group,) = read("ov").groups
    assert group.stems == pytest.approx({"ov": 1.0, "open": 0.9 / 2**0.5, "fort": 0.9 / 2**0.5})
    assert read("ov").expanded == (("ov", "open fort"),)
    assert read("ov").unknown == ()


def test_the_greatest_weight_of_a_synonym_counts() -> None:
    """A word does not count less than 1 because it is a synonym of itself; a synonym is named once."""
    (group,) = read("flag").groups
    assert group.stems == {"flag": 1.0, "map": 0.9}
    assert read("flag").expanded == (("flag", "map, banner"),)


def test_three_synonyms_of_a_word_are_named() -> None:
    """Three synonyms of a word are named, and the others are searched too."""
    named = [[0.7, [word], word] for word in ("map", "fort", "flag", "hill")]
    lexicon = lexicon_of(WORDS, red=game_of("Red", "red", phrases={"drum": named}))
    question = read_question("drum", lexicon, "red", False)
    assert question.expanded == (("drum", "map, fort, flag"),)
    assert "hill" in question.groups[0].stems


def test_synonyms_are_those_of_the_game() -> None:
    """Synonyms are those of the game, or of every game if none is given."""
    assert read("ov", "blue").expanded == (("ov", "map"),)
    assert read("blue ov", "red").expanded == (("ov", "map"),)
    assert read("ov", "").expanded == (("ov", "open fort, map"),)


def test_a_phrase_with_synonyms_is_searched_as_a_whole() -> None:
    """Each synonym has its whole weight; the words of the phrase count less, those outside do not."""
    phrase, drum, plan, fort = read("drum map fort").groups
    assert phrase == Group("drum map", {"flag": 0.7, "fort": 0.7}, 1.0)
    assert (drum, plan) == (Group("drum", {"drum": 1.0}, IN_PHRASE), Group("map", {"map": 1.0}, IN_PHRASE))
    assert fort == Group("fort", {"fort": 1.0}, 1.0)
    assert read("drum map fort").expanded == (("drum map", "flag"),)


def test_a_phrase_may_have_four_words() -> None:
    """A phrase of four words is recognized at the beginning and at the end of a question."""
    for typed in ("map drum flag fort", "the map drum flag fort", "map drum flag fort the"):
        assert read(typed).groups[0] == Group("map drum flag fort", {"hill": 0.9})


@pytest.mark.parametrize("key", ["xa xb", "xa xb xc", "xa xb xc xd"])
def test_an_unknown_word_within_a_phrase_is_known(key: str) -> None:
    """The phrase has two to four words; outside it they are unknown."""
    lexicon = lexicon_of({"map": 1}, red=game_of("Red", "red", phrases={key: [[0.7, ["map"], "map"]]}))
    assert read_question(key, lexicon, "red", False).unknown == ()
    assert read_question(f"xe {key}", lexicon, "red", False).unknown == ("xe",)
    assert read_question("xa", lexicon, "red", False).unknown == ("xa",)


def test_an_everyday_word_finds_the_words_of_the_rules() -> None:
    """Only those that the rules have; the typed word counts most."""
    lexicon = lexicon_of({"cavalry": 1})
    (group,) = read_question("horse", lexicon, "", False).groups
    assert group.stems == {"hors": 1.0, "cavalri": EVERYDAY}
    (group,) = read_question("horse", lexicon_of({"map": 1}), "", False).groups
    assert group.stems == {"hors": 1.0}


def test_a_synonym_of_the_game_counts_more_than_an_everyday_one() -> None:
    """The greater weight stays."""
    red = game_of("Red", "red", phrases={"hors": [[0.7, ["cavalri"], "cavalry"]]})
    (group,) = read_question("horse", lexicon_of({"cavalry": 1}, red=red), "red", False).groups
    assert group.stems == {"hors": 1.0, "cavalri": 0.7}
