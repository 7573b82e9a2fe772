"""Words, phrases and names of games in a question, tried on two small games whose every word is known."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model import Entry, Game, GameModule, Library, Point, Synonym, Term
from companion.model.record import Authority
from companion.search.finder import Answer, Finder
from companion.search.question_cases import finder_of

LONG = "halberdier " + "advance " * 23 + "eagle"
"""A line of exactly 200 characters."""
LENGTHS = (
    LONG,
    LONG.replace("eagle", "eagles drum"),
    "Short pennant.",
    "Sacks of flour hang under a net of ropes.",
)
BATTLES = {"battle": {"alma": "Alma", "balaklava": "Balaklava Plain", "inkerman": "Inkerman"}}


def entry(game: str, number: str, title: str, *lines: str, **other: Any) -> Entry:
    """A rule with these lines."""
    points = tuple(Point(line, "rule") for line in lines)
    head = (f"{game}:{number}", game, number, title, 1)
    chapter = other.pop("chapter", "Rules")
    return Entry(*head, chapter, points, "a.md", 1, numbers=(number,), **other)


def with_point(rule: Entry, text: str, authority: Authority = "rule", mark: str = "") -> Entry:
    """The rule with another point."""
    return msgspec.structs.replace(rule, points=(*rule.points, Point(text, authority, mark=mark)))


RED = GameModule(
    Game("red", "Red Coats", "2nd", "Nobody.", (), also=("coats of red",), limits=BATTLES),
    (
        entry("red", "1", "Opening volley", "Units fire when enemies charge."),
        entry("red", "2", "Markers", "An OV marker stays."),
        entry("red", "3", "Heavy cavalry", "Sabres.", "No lances."),
        entry("red", "4", "Cavalry that is heavy", "Cuirasses."),
        entry("red", "5", "Heavy artillery", "Guns beside cavalry."),
        entry("red", "6", "Crossroads", "Cover."),
        entry("red", "7", "Cross", "Bridges."),
        entry("red", "8", "Roads", "Dust."),
        entry("red", "9", "Lengths", *LENGTHS),
        entry("red", "10", "Bombardment", "Howitzers."),
        entry("red", "11", "Retreat", "Backwards.", asked=("running away",)),
        entry("red", "12", "Grapeshot", "Close range."),
        entry("red", "13", "Skedaddle", "Radius."),
        entry("red", "14", "Ration carts (optional)", "Supply."),
        with_point(entry("red", "15", "Kettledrums", "Beaten."), "Timbrels are not covered.", "companion"),
        with_point(entry("red", "16", "Fifes"), "Ocarinas are not covered.", "companion"),
        with_point(entry("red", "17", "Siege", "Ladders."), "Ladders break.", "erratum"),
        with_point(entry("red", "18", "Ladder racks", "Ladders."), "Ladders are long.", "ruling"),
        with_point(entry("red", "19", "Vineyards", "Slow."), "Vineyards are safe.", mark="Alma"),
        with_point(entry("red", "20", "Redoubts", "Safe."), "Four redoubts.", mark="Balaklava Plain"),
        entry("red", "21", "Fog", "Fog is dense.", chapter="Optional weather"),
        entry("red", "22", "Ladder drill", "Practice.", parent="red:17"),
    ),
    terms=(
        Term("Opening volley", "The first shot.", short=("OV",), also=("first blast",)),
        Term("Sutler", "Who sells.", cite="14"),
        Term("Picket", "Who watches.", cite="13"),
    ),
    synonyms=(Synonym(("boom",), ("Bombardment", "Grapeshot", "bombardment", "Retreat", "Markers")),),
    slang_stop=("sirrah", "gunz"),
)
BLUE = GameModule(
    Game("blue", "Blue Coats", "1st", "Nobody.", ()),
    (
        entry("blue", "1", "Heavy cavalry", "Helmets."),
        entry("blue", "2", "Balloons", "They watch."),
        *(entry("blue", f"70.{place}", f"Torpedo net {place}", "Sinks.") for place in range(1, 14)),
    ),
    synonyms=(Synonym(("whoosh",), ("Balloons",)),),
)


@pytest.fixture(scope="module")
def small() -> Finder:
    """A finder over both games, with its index in memory."""
    return finder_of(Library((RED, BLUE)))


def ids(answer: Answer) -> list[str]:
    """Ids of the results."""
    return [result.id for result in answer.results]


# abbreviations and synonyms


def test_an_abbreviation_and_its_term_find_each_other(small: Finder) -> None:
    """The term finds the rule that has only the abbreviation, and the reverse."""
    written_out, abbreviated = small.find("opening volley", "red"), small.find("ov", "red")
    assert {"red:1", "red:2"} <= set(ids(written_out))
    assert {"red:1", "red:2"} <= set(ids(abbreviated))
    assert ("opening volley", "ov") in written_out.expanded
    assert ("ov", "opening volley") in abbreviated.expanded


def test_another_word_for_a_term_finds_it_but_is_not_searched_for_it(small: Finder) -> None:
    """`also` has one direction."""
    assert "red:1" in ids(small.find("first blast", "red"))
    assert "first blast" not in dict(small.find("opening volley", "red").expanded).values()


def test_three_synonyms_of_a_word_are_named_each_once(small: Finder) -> None:
    """In lower case and in their order; all of them are searched."""
    answer = small.find("boom", "red")
    assert answer.expanded == (("boom", "bombardment, grapeshot, retreat"),)
    assert {"red:10", "red:11", "red:12", "red:2"} <= set(ids(answer))


def test_synonyms_are_those_of_the_game_in_play(small: Finder) -> None:
    """Without a game in play, those of all games."""
    assert small.find("boom", "blue").unknown == ("boom",)
    assert small.find("boom").expanded and small.find("whoosh").expanded


def test_slang_is_neither_searched_nor_corrected_nor_reported(small: Finder) -> None:
    """Unless it is all that was typed, or belongs to another game than that in play."""
    answer = small.find("sirrah do the gunz need grapeshot", "red")
    assert (ids(answer), answer.changed, answer.unknown) == (["red:12"], (), ("need",))
    assert small.find("the sirrah", "red").unknown == ("sirrah",)
    assert small.find("gunz", "red").changed == (("gunz", "guns"),)
    assert small.find("sirrah grapeshot", "blue").unknown == ("sirrah",)
    assert small.find("sirrah grapeshot").unknown == ()


# quoted phrases


def test_a_quoted_phrase_of_two_words_has_them_next_to_each_other_in_this_order(small: Finder) -> None:
    """In a title or a line; stop words in between do not count."""
    assert ids(small.find('"heavy cavalry"', "red")) == ["red:3"]
    assert ids(small.find('"beside cavalry"', "red")) == ["red:5"]
    assert ids(small.find('"cavalry heavy"', "red")) == ["red:4"]
    assert {"red:3", "red:4", "red:5"} <= set(ids(small.find("heavy cavalry", "red")))


def test_each_of_two_quoted_phrases_is_in_a_result(small: Finder) -> None:
    """The two may be in different lines; a phrase does not run on from a line to the next."""
    assert ids(small.find('"heavy cavalry" "no lances"', "red")) == ["red:3"]
    assert len(ids(small.find('"cavalry sabres"', "red"))) > 1


def test_a_single_quoted_word_asks_for_no_neighbour(small: Finder) -> None:
    """It is searched as written, next to the other words."""
    assert set(ids(small.find('"heavy" cavalry', "red"))) >= {"red:3", "red:4", "red:5"}


# words joined and parted


def test_two_words_that_the_rules_join_are_read_as_one(small: Finder) -> None:
    """If one of them is no word of the rules; the words around are kept."""
    answer = small.find("the skedad dle radius", "red")
    assert answer.changed == (("skedad dle", "skedaddle"),)
    assert ids(answer) == ["red:13"]
    assert answer.unknown == ()


def test_two_known_words_find_the_word_that_they_make(small: Finder) -> None:
    """Nothing is corrected."""
    answer = small.find("cross roads", "red")
    assert answer.changed == ()
    assert set(ids(answer)) == {"red:6", "red:7", "red:8"}


def test_a_word_is_split_into_two_of_the_rules(small: Finder) -> None:
    """`rationcarts` is no word, `ration` and `carts` are."""
    answer = small.find("rationcarts", "red")
    assert answer.changed == (("rationcarts", "ration carts"),)
    assert ids(answer) == ["red:14"]


# names of games


@pytest.mark.parametrize(
    "typed",
    ["blue coats heavy", "heavy in Blue Coats", "heavy blue", "blue heavy", "heavy blue coats 1st cavalry"],
)
def test_a_named_game_is_the_only_one(typed: str, small: Finder) -> None:
    """Its name of one or more words, before, within or after the question; the name itself is not searched."""
    answer = small.find(typed, "red")
    assert ids(answer) == ["blue:1"]
    assert (answer.unknown, answer.others) == ((), 0)


def test_the_longest_name_of_a_game_counts(small: Finder) -> None:
    """`coats of red` names a game as a whole; `coats` alone does not."""
    assert set(ids(small.find("coats of red heavy", "blue"))) == {"red:3", "red:4", "red:5"}
    assert small.find("coats heavy", "blue").unknown == ("coats",)


# snippets


def test_a_snippet_has_200_characters_at_most(small: Finder) -> None:
    """A longer line ends after a whole word with three dots, as late as possible."""
    whole = small.find("eagle", "red").results[0].snippet
    assert whole == LONG and len(whole) == 200
    cut = small.find("drum", "red").results[0].snippet
    assert cut == LONG.removesuffix(" advance eagle") + " advance..."
    assert small.find("pennant", "red").results[0].snippet == "Short pennant."


# other games


def test_other_games_fill_the_list_where_the_game_in_play_has_no_answer(small: Finder) -> None:
    """Up to ten results, or as many as asked for."""
    for limit, most in ((10, 10), (4, 4)):
        answer = small.find("torpedo", "red", limit)
        assert len(answer.results) == answer.others == most
        assert all(result.game == "blue" for result in answer.results)


def test_three_better_answers_of_other_games_at_most_follow_those_of_the_game_in_play(small: Finder) -> None:
    """Half of the list at most."""
    for limit, most in ((10, 3), (4, 2), (1, 0)):
        answer = small.find("torpedo nets", "red", limit)
        assert answer.others == most
        assert [result.game for result in answer.results].count("blue") == most


def test_a_number_that_the_game_in_play_lacks_is_found_in_others(small: Finder) -> None:
    """A number that it has is not."""
    missing, known = small.find("70.2", "red"), small.find("2", "red")
    assert missing.results[0].id == "blue:70.2" and missing.others
    assert ids(known) == ["red:2"]


# what the player is told


def test_a_record_with_the_number_of_an_optional_rule_is_optional(small: Finder) -> None:
    """A term that is explained in an optional rule; one of another rule is not."""
    for term, optional in (("sutler", True), ("picket", False)):
        assert bool(small.find(f"{term} optional:yes", "red").results) is optional
        assert bool(small.find(f"{term} optional:no", "red").results) is not optional


def test_notes_are_searched_only_in_a_rule_without_anything_else(small: Finder) -> None:
    """The companion's own ones."""
    assert small.find("timbrels", "red").unknown == ("timbrels",)
    assert ids(small.find("ocarinas", "red")) == ["red:16"]


def test_an_unknown_word_of_more_than_30_letters_is_shortened() -> None:
    """To 27 letters and three dots; the nearest words follow if there are any."""
    near = (("zz", ("fizz", "buzz")),)
    answer = Answer((), unknown=("z" * 30, "y" * 31, "zz"), near=near)
    assert answer.notices() == [
        f'no match for "{"z" * 30}"',
        f'no match for "{"y" * 27}..."',
        'no match for "zz"; nearest: fizz, buzz',
    ]


def test_synonyms_of_four_words_are_told() -> None:
    """The first four."""
    answer = Answer((), expanded=tuple((f"word{place}", "other") for place in range(6)))
    assert answer.notices() == [f"word{place}: also other" for place in range(4)]


# filters


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("kind:erratum ladders", ["red:17"]),
        ("kind:ruling ladders", ["red:18"]),
        ("kind:rule sutler", []),
        ("kind:rule optional:no siege", ["red:17", "red:22"]),
        ("battle:alma", ["red:19"]),
        ("battle:balaklava", ["red:20"]),
        ("battle:inkerman", []),
        ("battle:alma safe", ["red:19"]),
        ("optional:yes kind:rule", ["red:14", "red:21"]),
        ("optional:only kind:term", ["red:term-sutler"]),
        ("optional:no fog", []),
        ("game:red kind:term kind:rule", []),
        ("game:blue-coats balloons", ["blue:2"]),
        ("game:blue_coats balloons", ["blue:2"]),
    ],
)
def test_filters_alone_and_together(typed: str, expected: list[str], small: Finder) -> None:
    """Every filter has to hold. Filters without words list everything that passes them, in the order of the book."""
    assert sorted(ids(small.find(typed, "red"))) == sorted(expected)


def test_filters_are_told_in_the_order_they_were_typed(small: Finder) -> None:
    """By key and name, however they were written; faults name the known values."""
    answer = small.find("optional:no game:red battle:Alma kind:tables kind:dragon game:green ladders")
    assert answer.understood == ("optional no", "game Red Coats", "battle alma", "kind chart")
    assert answer.faults == (
        "no kind dragon; there are rule, erratum, chart, calculator, term, ruling",
        "no game green; there are red, blue",
    )
    assert answer.notices()[:2] == ["only optional no", "only game Red Coats"]


def test_a_colon_of_another_kind_is_no_filter(small: Finder) -> None:
    """The text around it is searched."""
    answer = small.find("fog: grapeshot", "red")
    assert (set(ids(answer)), answer.understood, answer.faults) == ({"red:12", "red:21"}, (), ())
