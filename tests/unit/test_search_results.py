"""Search results for two small games: filters, other games, snippets, charts, scores."""

from __future__ import annotations

from math import log

import msgspec
import pytest

from companion.model import Library, Point, Synonym
from companion.search.finder import Answer, Finder
from companion.search.own_results import OwnText, with_own
from companion.search.question import Group, read_question
from companion.search.question_cases import finder_of
from companion.search.reordering import reordered
from companion.search.scoring import Scorer
from tests.red_and_blue import BLUE, GAMES, LONG, TORPEDOES, entry, ids


@pytest.fixture
def small() -> Finder:
    """A finder over both games; its index is built in memory for each test, because building it is tested too."""
    return finder_of(GAMES)


# snippets


def test_a_snippet_has_200_characters_at_most(small: Finder) -> None:
    """A longer line is cut after a whole word, as late as possible, and ends with three dots."""
    whole = small.find("eagle", "red").results[0].snippet
    assert whole == LONG and len(whole) == 200
    cut = small.find("carabineer", "red").results[0].snippet
    assert cut == "carabineer " + "advance " * 22 + "advance..."
    assert small.find("pennant", "red").results[0].snippet == "Short pennant."


# other games


def test_other_games_fill_the_list_if_the_current_game_has_no_answer(small: Finder) -> None:
    """The list has up to ten results, or as many as requested."""
    for limit, most in ((10, 10), (4, 4)):
        answer = small.find("torpedo", "red", limit)
        assert len(answer.results) == answer.others == most
        assert all(result.game == "blue" for result in answer.results)


def test_at_most_three_better_answers_of_other_games_follow(small: Finder) -> None:
    """Results of other games take at most half of the list."""
    for limit, most in ((10, 3), (4, 2), (1, 0)):
        answer = small.find("torpedo nets", "red", limit)
        assert answer.others == most
        assert [result.game for result in answer.results].count("blue") == most


def test_a_number_missing_from_the_current_game_is_found_in_others(small: Finder) -> None:
    """A number that the current game has is not searched in others."""
    missing, known = small.find("70.2", "red"), small.find("2", "red")
    assert missing.results[0].id == "blue:70.2" and missing.others
    assert ids(known) == ["red:2"]


# messages to the player


def test_a_record_with_the_number_of_an_optional_rule_is_optional(small: Finder) -> None:
    """A term explained in an optional rule is optional; a term of another rule is not."""
    for term, optional in (("sutler", True), ("picket", False)):
        assert bool(small.find(f"{term} optional:yes", "red").results) is optional
        assert bool(small.find(f"{term} optional:no", "red").results) is not optional


def test_notes_are_searched_only_in_rules_without_other_points(small: Finder) -> None:
    """This applies to the companion's own notes."""
    assert small.find("timbrels", "red").unknown == ("timbrels",)
    assert ids(small.find("ocarinas", "red")) == ["red:16"]


def test_near_words_are_looked_up_for_three_unknown_words(small: Finder) -> None:
    """Each costs a comparison with every word."""
    found = small.find("howitzerz grapeshott ladderz sutlerz", "red")
    assert len(found.near) == min(len(found.unknown), 3)
    assert len(small.find("qqqqa qqqqb qqqqc qqqqd", "red").near) == 3


def test_an_unknown_word_of_more_than_30_letters_is_shortened() -> None:
    """The word is shortened to 27 letters and three dots; the nearest words follow if there are any."""
    near = (("zz", ("fizz", "buzz")),)
    answer = Answer((), unknown=("z" * 30, "y" * 31, "zz"), near=near)
    assert answer.notices() == [
        f'No match for "{"z" * 30}"',
        f'No match for "{"y" * 27}..."',
        'No match for "zz"; nearest: fizz, buzz',
    ]


def test_a_word_that_only_a_ruling_has_is_not_unknown(small: Finder) -> None:
    """A word that is not in the rules is unknown unless a ruling among the results has it."""
    ruling = OwnText("ruling", "red:12", "No zouaves.", "T")
    found = small.find("grapeshot zouaves turcos", "red")
    assert found.unknown == ("zouaves", "turcos")
    ruled = with_own(found, "grapeshot zouaves turcos", [ruling], small.lexicon, lambda name: ("", ""), "red")
    assert (ids(ruled), ruled.unknown) == (["red:12", "red:12"], ("turcos",))


def test_a_word_is_no_synonym_of_itself() -> None:
    """A word is not listed as its own synonym, nor is a word that is not searched."""
    synonyms = (Synonym(("sabre",), ("Sabres", "the")), Synonym(("the",), ("Sabres",)))
    red = msgspec.structs.replace(GAMES.modules[0], synonyms=synonyms)
    finder = finder_of(Library((red,)))
    assert finder.find("sabre", "red").expanded == finder.find("the sabres", "red").expanded == ()


def test_synonyms_of_four_words_are_listed() -> None:
    """Synonyms are listed for the first four words."""
    answer = Answer((), expanded=tuple((f"word{place}", "other") for place in range(6)))
    assert answer.notices() == [f"word{place}: also searched other" for place in range(4)]


@pytest.mark.parametrize(
    ("weight", "worth", "share"), [(0.5, 1.0, 0.5), (1.0, 0.25, 0.25), (0.5, 0.25, 0.125)]
)
def test_a_match_counts_by_its_weight_and_the_worth_of_its_group(
    weight: float, worth: float, share: float, small: Finder
) -> None:
    """A synonym counts less than the word itself, and a word within a phrase less than the phrase."""
    document = next(each for each in map(small.postings.document, range(50)) if each.id == "red:10")
    whole, part = (
        Scorer([Group("howitzers", {"howitz": stem}, group)], small.lexicon, "howitzers", ()).bm25(document)
        for stem, group in ((1.0, 1.0), (weight, worth))
    )
    assert part == pytest.approx(share * whole) and whole > 0


def test_the_score_of_a_word_is_that_of_bm25(small: Finder) -> None:
    """As published by Robertson and others, with b 0.6 and k1 1.2, and a rarity that is never negative."""
    document = next(each for each in map(small.postings.document, range(50)) if each.id == "red:10")
    scorer = Scorer([Group("howitzers", {"howitz": 1.0}, 1.0)], small.lexicon, "howitzers", ())
    times, rarity = (
        document.frequency("howitz"),
        log(small.lexicon.size / (small.lexicon.stems["howitz"] + 1)) + 1,
    )
    relative = document.length / small.lexicon.mean_length
    expected = rarity * times * 2.2 / (times + 1.2 * (0.4 + 0.6 * relative))
    assert scorer.bm25(document) == pytest.approx(scorer.boosts["howitz"] * expected)


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
        ("blue coats grapeshot", []),
        ("blue coats optional:no", [f"blue:{number}" for number in ("1", "2", *TORPEDOES)]),
        ("game:red kind:term kind:rule", []),
        ("game:blue-coats balloons", ["blue:2"]),
        ("game:blue_coats balloons", ["blue:2"]),
    ],
)
def test_filters_alone_and_together(typed: str, expected: list[str], small: Finder) -> None:
    """Every filter must match. Filters without words list all matches in the order of the book."""
    assert sorted(ids(small.find(typed, "red", 99))) == sorted(expected)


def test_filters_without_words_list_records_of_equal_score(small: Finder) -> None:
    """Every record is listed, or as many as requested."""
    answer = small.find("battle:alma kind:rule")
    assert [(result.id, result.score) for result in answer.results] == [("red:19", 1.0)]
    assert len(small.find("kind:rule optional:no", "", 7).results) == 7
    listed = {result.kind for result in small.find("optional:no", "", 999).results}
    assert listed == {"entry", "chart", "term"}


def test_results_of_other_games_count_towards_the_limit(small: Finder) -> None:
    """They replace the last results of the current game; 12 of them are ranked."""
    assert [result.game for result in small.find("heavy plumed helmets", "red", 2).results] == ["red", "blue"]
    assert len(small.find("torpedo sinks", "red", 10).results) == 10
    assert len(small.find("torpedo sinks", "red", 15).results) == 12


def test_words_are_complete_unless_typing(small: Finder) -> None:
    """This also holds for other games."""
    assert small.find("grapes", "blue").results == ()


def test_a_number_between_those_of_the_rules_gives_the_rule_above(small: Finder) -> None:
    """The number is shortened by its last letter or part; a number that only has sub-rules lists these."""
    assert ids(small.find("70.2b", "blue")) == ["blue:70.2"]
    assert ids(small.find("70.2.9", "blue")) == ["blue:70.2"]
    family = small.find("70", "blue", 99)
    assert ids(family) == [f"blue:{number}" for number in TORPEDOES]
    assert family.faults == ()
    assert small.find("rule 71", "blue").faults == ("rule 71 not found; nearest: 70.12, 70.13",)


def test_up_to_three_similar_words_are_named(small: Finder) -> None:
    """The most similar word comes first; nothing is listed if no word is similar."""
    near = dict(small.find("cavalierly skedadling xxqqzz", "red").near)
    assert near == {"cavalierly": ("cavalry",), "skedadling": ("skedaddle",), "xxqqzz": ()}


def test_a_rule_of_the_number_is_above_those_with_the_words(small: Finder) -> None:
    """The question has a number and words."""
    assert ids(small.find("rule 2 charge", "red")) == ["red:2", "red:1"]
    assert ids(small.find("charge rule 10", "red")) == ["red:10", "red:1"]


def test_filters_are_listed_in_the_order_they_were_typed(small: Finder) -> None:
    """Filters are listed by key and name, in any spelling; faults list the known values."""
    answer = small.find("optional:no game:red battle:Alma kind:tables kind:dragon game:green ladders")
    assert answer.understood == ("optional no", "game Red Coats", "battle alma", "kind chart")
    assert answer.faults == (
        "unknown kind dragon; known: rule, erratum, chart, calculator, term, ruling, note, log, yours",
        "unknown game green; known: red, blue",
    )
    assert answer.notices()[:2] == ["Filter: optional no", "Filter: game Red Coats"]


def test_other_colons_are_not_filters(small: Finder) -> None:
    """The text around it is searched."""
    answer = small.find("fog: grapeshot", "red")
    assert (set(ids(answer)), answer.understood, answer.faults) == ({"red:12", "red:21"}, (), ())


# order of results


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("cross roads", ["red:6", "red:8", "red:7"]),
        ("horse", ["red:23"]),
    ],
)
def test_the_word_itself_counts_more_than_its_meanings(
    typed: str, expected: list[str], small: Finder
) -> None:
    """The typed word outweighs joined words and everyday words."""
    assert ids(small.find(typed, "red"))[: len(expected)] == expected


@pytest.mark.parametrize(
    ("typed", "snippet"),
    [
        ("sappers", "* Never of sappers."),
        ("roll twice", "Roll twice."),
        ("pursuit", "grey: No pursuit."),
        ("strength at range", "Strength / Range: near | distant"),
        ("distant strength", "Strength / Range: near | distant"),
        ("strong 3", "strong: 3 | 1"),
        ("losses", "* Never of sappers."),
    ],
)
def test_every_part_of_a_chart_is_searched(typed: str, snippet: str, small: Finder) -> None:
    """Notes, shades, titles, rows and cells; the part with the most words is shown."""
    result = small.find(f"kind:chart {typed}", "red").results[0]
    assert (result.id, result.section, result.kind) == ("red:losses", "12", "chart")
    assert (result.authority, result.source, result.snippet) == ("chart", "Sheet", snippet)


@pytest.mark.parametrize(
    ("typed", "snippet"),
    [("pigeons parrots canaries", "Pigeons, parrots and canaries fly:"), ("canaries", "Canaries sing.")],
)
def test_a_line_that_introduces_others_answers_only_if_it_has_far_more_words(
    typed: str, snippet: str
) -> None:
    """A line that introduces others counts half, so it answers only if it has far more of the words."""
    birds = entry("red", "1", "Birds", "Pigeons, parrots and canaries fly:", "Canaries sing.")
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=(birds,)),)))
    assert finder.find(typed).results[0].snippet == snippet


def test_a_long_line_with_more_words_of_the_question_beats_a_short_one() -> None:
    """Length counts little, so that the line that says most about the question is shown."""
    long = "Pigeons and parrots that the keeper has fed by noon fly home to the loft before the gate is shut."
    birds = entry("red", "1", "Birds", "Pigeons coo.", long)
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=(birds,)),)))
    assert finder.find("pigeons parrots").results[0].snippet.startswith("Pigeons and parrots")
    assert finder.find("pigeons").results[0].snippet == "Pigeons coo."


@pytest.mark.parametrize(
    ("answers", "snippet"), [(0, "Doves coo."), (1, "Ravens croak."), (None, "Doves coo.")]
)
def test_the_point_under_which_a_question_is_listed_answers_it(answers: int | None, snippet: str) -> None:
    """A question like one that is listed under a point is answered by this point, if nothing else tells."""
    points = [Point("Doves coo.", "rule"), Point("Ravens croak.", "rule"), Point("Silence.", "companion")]
    if answers is not None:
        points[answers] = msgspec.structs.replace(points[answers], asked=("which of them is louder",))
    birds = msgspec.structs.replace(entry("red", "1", "Birds"), points=(points[2], *points[:2]))
    birds = msgspec.structs.replace(birds, asked=("noise", "which of them is louder"))
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=(birds,)),)))
    assert finder.find("which is louder").results[0].snippet == snippet


def test_a_question_listed_under_a_note_that_is_not_searched_finds_the_rule() -> None:
    """The rule is found by the question; its first line is shown."""
    note = Point("Owls are not covered.", "companion", asked=("hooting",))
    birds = msgspec.structs.replace(
        entry("red", "1", "Birds"), points=(note, Point("Doves coo.", "rule")), asked=("hooting",)
    )
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=(birds,)),)))
    assert finder.find("hooting").results[0].snippet == "Doves coo."


def test_a_rare_word_outweighs_two_common_ones_among_more_records_than_are_ranked() -> None:
    """70 rules have both common words, one has the third; all rules with only one of the words are listed."""
    common = (entry("red", f"{place}", "Grove", "Alder and birch grow.") for place in range(1, 71))
    rare = (entry("red", "71", "Trees", "Willow."), entry("red", "72", "Birch, alder", "None."))
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=(*common, *rare)),)))
    assert ids(finder.find("alder birch willow", limit=2)) == ["red:71", "red:72"]
    assert len(finder.find("alder", limit=99).results) == 71


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("horse", "23 3 24 4 5"),
        ("boom", "2 10 11 12"),
        ("ov", "term-opening-volley 1 2"),
        ("cross roads", "6 8 7"),
        ("opening volley", "1 term-opening-volley 2"),
        ("running away", "11 12 losses"),
        ("ladders", "18 22 17"),
        ("siege drill ladder", "22 17 18"),
        ("many fall", "losses 11"),
        ("eagle", "9"),
        ("2 charge", "1"),
        ('"grapeshot" fog', "21 12"),
        ("lad ", "1"),
        ("lad", "18 17 22 1"),
    ],
)
def test_results_have_their_order(typed: str, order: str, small: Finder) -> None:
    """The ids of the results, without the game."""
    found = small.find(typed, "red", typing=True).results
    assert " ".join(result.id.partition(":")[2] for result in found) == order


@pytest.mark.parametrize(
    ("typed", "ranked", "order"),
    [
        ("fog", {"red:17": 1.0, "red:21": 0.95, "red:22": 0.9, "red:10": 0.8}, "17 22 21 10"),
        ("fog", {"red:22": 1.0, "red:21": 0.95, "red:17": 0.9, "red:10": 0.8}, "22 17 21 10"),
        ("fog", {"red:17": 1.0, "red:21": 0.95, "red:22": 0.8, "red:10": 0.7}, "17 21 22 10"),
        ("siege", {"red:22": 1.0, "red:21": 0.9, "red:17": 0.6, "red:10": 0.5}, "17 22 21 10"),
        ("siege", {"red:22": 1.0, "red:21": 0.9, "red:17": 0.5, "red:10": 0.4}, "22 21 17 10"),
    ],
)
def test_a_rule_and_its_part(typed: str, ranked: dict[str, float], order: str, small: Finder) -> None:
    """22 is a part of 17: the rule comes first if its title has the words and it has 0.6 of the score of the part.

    They stand together if the second has 0.85 of the score of the first. Each result stays, once.
    """
    by_id = {each.id: each for each in map(small.postings.document, range(small.postings.size))}
    question = read_question(typed, small.lexicon, "red", typing=False)
    scorer = Scorer(question.groups, small.lexicon, question.text, question.words)
    found = reordered([(score, by_id[name]) for name, score in ranked.items()], scorer)
    assert [document.id for _, document in found] == [f"red:{number}" for number in order.split()]
