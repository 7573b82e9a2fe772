"""Words, phrases and names of games in a question, tested with two small games."""

from __future__ import annotations

import msgspec
import pytest

from companion.model import Library
from companion.search.finder import Answer, Finder
from companion.search.question import read_question
from companion.search.question_cases import finder_of
from tests.red_and_blue import GAMES, RED, entry, ids


@pytest.fixture
def small() -> Finder:
    """A new finder over both games, with its index in memory: one that knows nothing from other questions."""
    return finder_of(GAMES)


# abbreviations and synonyms


def test_an_abbreviation_and_its_term_find_each_other(small: Finder) -> None:
    """The term finds the rule that has only the abbreviation, and the reverse."""
    written_out, abbreviated = small.find("opening volley", "red"), small.find("ov", "red")
    assert {"red:1", "red:2"} <= set(ids(written_out))
    assert {"red:1", "red:2"} <= set(ids(abbreviated))
    assert ("opening volley", "ov") in written_out.expanded
    assert ("ov", "opening volley") in abbreviated.expanded


def test_another_word_for_a_term_finds_it_but_is_not_searched_for_it(small: Finder) -> None:
    """`also` works in one direction."""
    assert "red:1" in ids(small.find("first blast", "red"))
    assert "first blast" not in dict(small.find("opening volley", "red").expanded).values()


def test_three_synonyms_of_a_word_are_named_each_once(small: Finder) -> None:
    """Synonyms are listed in lower case and in their order; all of them are searched."""
    answer = small.find("boom", "red")
    assert answer.expanded == (("boom", "bombardment, grapeshot, retreat"),)
    assert {"red:10", "red:11", "red:12", "red:2"} <= set(ids(answer))


def test_synonyms_come_from_the_current_game(small: Finder) -> None:
    """Synonyms of all games are used without a current game."""
    assert small.find("boom", "blue").unknown == ("boom",)
    assert small.find("boom").expanded and small.find("whoosh").expanded


def test_slang_is_neither_searched_nor_corrected_nor_reported(small: Finder) -> None:
    """Slang is searched only if it is the whole question, or belongs to another game than the current one."""
    answer = small.find("sirrah do the gunz need grapeshot", "red")
    assert (ids(answer), answer.changed, answer.unknown) == (["red:12"], (), ("need",))
    assert ids(small.find("fodder grapeshot", "red")) == ["red:12"]
    assert ids(small.find("the fodder", "red")) == ["red:23", "red:24"]
    assert small.find("the sirrah", "red").unknown == ("sirrah",)
    assert small.find("gunz", "red").changed == (("gunz", "guns"),)
    assert small.find("sirrah grapeshot", "blue").unknown == ("sirrah",)
    assert small.find("sirrah grapeshot").unknown == ()


# quoted phrases


def test_a_quoted_phrase_keeps_its_words_together_and_in_order(small: Finder) -> None:
    """The phrase may be in a title or a line; stop words in between do not count."""
    assert ids(small.find('"heavy cavalry"', "red")) == ["red:3"]
    assert ids(small.find('"beside cavalry"', "red")) == ["red:5"]
    assert ids(small.find('"cavalry heavy"', "red")) == ["red:4"]
    assert {"red:3", "red:4", "red:5"} <= set(ids(small.find("heavy cavalry", "red")))


def test_each_of_two_quoted_phrases_is_in_a_result(small: Finder) -> None:
    """The phrases may be in different lines; a phrase does not continue from one line to the next."""
    assert ids(small.find('"heavy cavalry" "no lances"', "red")) == ["red:3"]
    assert len(ids(small.find('"cavalry sabres"', "red"))) > 1


def test_a_single_quoted_word_is_searched_as_typed(small: Finder) -> None:
    """The word is searched as typed, together with the other words."""
    assert set(ids(small.find('"heavy" cavalry', "red"))) >= {"red:3", "red:4", "red:5", "red:24"}


def test_stop_words_in_quotes_are_not_unknown(small: Finder) -> None:
    """Stop words are ignored inside quotes, too."""
    answer = small.find('"the heavy cavalry"', "red")
    assert (ids(answer), answer.unknown) == (["red:3"], ())
    assert small.find('"heavy" sabre', "red").unknown == ()


# joined and split words


def test_two_words_that_the_rules_join_are_read_as_one(small: Finder) -> None:
    """The words are joined if one of them is not a word of the rules; the words around them are kept."""
    answer = small.find("the skedad dle grapeshot", "red")
    assert answer.changed == (("skedad dle", "skedaddle"),)
    assert set(ids(answer)) == {"red:12", "red:13"}
    assert answer.unknown == ()


def test_two_known_words_find_the_word_they_form(small: Finder) -> None:
    """This is not a correction."""
    answer = small.find("cross roads", "red")
    assert answer.changed == ()
    assert set(ids(answer)) == {"red:6", "red:7", "red:8"}


def test_a_word_is_split_into_two_known_words(small: Finder) -> None:
    """`rationcarts` is not a word, `ration` and `carts` are."""
    answer = small.find("rationcarts", "red")
    assert answer.changed == (("rationcarts", "ration carts"),)
    assert ids(answer) == ["red:14"]


def test_only_one_of_two_equally_near_words_is_used(small: Finder) -> None:
    """A word is replaced by only one word, though `ladder` and `ladders` both differ by a letter."""
    assert small.find("ladderr", "red").changed == (("ladderr", "ladder"),)


@pytest.mark.parametrize(("typed", "read"), [("voly", "volley"), ("karts", "carts")])
def test_a_word_is_corrected_to_one_that_sounds_alike(typed: str, read: str, small: Finder) -> None:
    """Two letters may be missing if the consonants are the same, but not of a word of three letters such as net."""
    assert small.find(typed, "red").changed == ((typed, read),)
    assert small.find("neett", "red").changed == ()


def test_a_word_of_seven_letters_may_have_two_typos(small: Finder) -> None:
    """`markers` without k and with z; from six letters, only one is corrected."""
    assert small.find("marersz", "red").changed == (("marersz", "markers"),)
    assert small.find("vollez", "red").changed == (("vollez", "volley"),)
    assert small.find("vllyez", "red").changed == ()


def test_at_most_three_similar_words_are_suggested(small: Finder) -> None:
    """`balaklava` is similar as well, with 4 pairs of letters in common, but less than the others."""
    near = dict(small.find("cavalrylanced", "red").near)["cavalrylanced"]
    assert near == ("cavalry", "lances", "advance")


# names of games


@pytest.mark.parametrize(
    "typed",
    ["blue coats heavy", "heavy in Blue Coats", "heavy blue", "blue heavy", "heavy blue coats 1st cavalry"],
)
def test_a_named_game_is_the_only_one(typed: str, small: Finder) -> None:
    """A name of one or more words, before, inside or after the question; the name itself is not searched."""
    answer = small.find(typed, "red")
    assert ids(answer) == ["blue:1"]
    assert (answer.unknown, answer.others) == ((), 0)


def test_the_longest_name_of_a_game_counts(small: Finder) -> None:
    """`coats of red` is the name of a game; `coats` alone is not."""
    assert set(ids(small.find("coats of red heavy", "blue"))) == {"red:3", "red:4", "red:5"}
    assert small.find("coats heavy", "blue").unknown == ("coats",)


# incomplete words


def test_an_incomplete_word_is_completed_only_while_typing(small: Finder) -> None:
    """Completion applies only to the last word, and not if a space or a question mark follows."""
    assert ids(small.find("grapes", "red", typing=True)) == ["red:12"]
    assert ids(small.find("fo", "red", typing=True))[0] == "red:21"
    assert small.find("g", "red", typing=True) == Answer(())
    for typed, typing in (("grapes", False), ("grapes ", True), ("grapes?", True), ("grapes fog", True)):
        assert "red:12" not in ids(small.find(typed, "red", typing=typing))


def test_the_typed_word_counts_more_than_its_completions(small: Finder) -> None:
    """`cross` is a word itself, and may become `crossroads`."""
    (group,) = read_question("cross", small.lexicon, "red", typing=True).groups
    cross, *longer = group.stems.values()
    assert cross == 1 and len(longer) == 1 and 0 < longer[0] < 1


def test_an_incomplete_word_with_a_typo_is_completed(small: Finder) -> None:
    """Completion with a typo needs at least four letters."""
    assert small.find("skeddad", "red", typing=True).changed == (("skeddad", "skedadd"),)
    assert ids(small.find("skeddad", "red", typing=True)) == ["red:13"]
    assert small.find("skad", "red", typing=True).changed == (("skad", "sked"),)
    assert small.find("skd", "red", typing=True).changed == ()
    assert small.find("skad", "red").changed == ()


def test_the_sixteen_most_frequent_words_complete_a_beginning() -> None:
    """A rarer one needs another letter."""
    words = [f"zu{letter}{letter}" for letter in "abcdefghijklmnop"]
    rules = (
        entry("red", "1", "Foot", *words),
        entry("red", "2", "Horse", *words),
        entry("red", "3", "Guns", "zuqq"),
    )
    zoo = finder_of(Library((msgspec.structs.replace(RED, entries=rules, terms=(), synonyms=()),)))
    assert set(ids(zoo.find("zu", "red", typing=True))) == {"red:1", "red:2"}
    assert ids(zoo.find("zuq", "red", typing=True)) == ["red:3"]
