"""How the search reads words, numbers, quotes and filters, and what it tells the player."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Entry, Game, GameModule, Library, Point, Synonym
from companion.search.documents import readable
from companion.search.finder import Answer, Finder
from companion.search.index import build_index


def first(answer: Answer) -> tuple[str, str]:
    """Game and number of the first result."""
    return answer.results[0].game, answer.results[0].section


def test_an_unknown_word_is_reported_and_the_others_are_searched(finder: Finder) -> None:
    """The message has the nearest known words."""
    answer = finder.find("xyzzyqq closing roll", "lob")
    assert first(answer) == ("lob", "3.5")
    assert answer.unknown == ("xyzzyqq",)
    assert any(notice.startswith('No match for "xyzzyqq"') for notice in answer.notices())


def test_a_word_within_a_known_phrase_is_not_unknown(tmp_path: Path) -> None:
    """A word of a known phrase is unknown only outside that phrase."""
    entry = Entry("xx:1", "xx", "1", "Fire", 1, "Rules", (Point("Men fire volleys.", "rule"),), "a.md", 1)
    synonyms = (Synonym(("qwyxo awayo",), ("fire",)),)
    module = GameModule(Game("xx", "Own", "1", "Nobody.", ()), (entry,), synonyms=synonyms)
    finder = Finder(build_index(Library((module,)), tmp_path))
    answer = finder.find("qwyxo awayo", "xx")
    assert [each.id for each in answer.results] == ["xx:1"]
    assert answer.unknown == ()
    assert answer.notices() == ["qwyxo awayo: also searched fire"]
    assert finder.find("qwyxo", "xx").unknown == ("qwyxo",)


def test_similar_words_of_an_unknown_word(finder: Finder) -> None:
    """Too many typos to correct, but similar enough to suggest."""
    answer = finder.find("skedadolimguo", "lob")
    assert answer.unknown == ("skedadolimguo",)
    assert "skedaddle" in dict(answer.near)["skedadolimguo"]


def test_for_an_unknown_number_its_neighbours_are_named(finder: Finder) -> None:
    """An unknown number has no results, only neighbours."""
    answer = finder.find("99.9", "lob")
    assert not answer.results
    assert answer.notices() == ["rule 99.9 not found; nearest: 12.3a, 12.3c"]


def test_a_word_of_another_game_is_found_there_and_marked(finder: Finder) -> None:
    """Pub Battles has no skedaddle: results of other games follow and are marked."""
    answer = finder.find("skedaddle radius", "pub")
    places = [each.game == "pub" for each in answer.results]
    assert answer.others and not any(places[len(places) - answer.others :])
    assert ("lob", "10.9") in [(each.game, each.section) for each in answer.results[-answer.others :]]
    assert places == sorted(places, reverse=True)


def test_the_current_game_comes_first_for_shared_words(finder: Finder) -> None:
    """A word of several games is answered by the current game."""
    for game in ("lob", "bp", "bar"):
        answer = finder.find("shaken", game)
        assert answer.results[0].game == game
        assert not answer.others


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ("kind:chart closing roll", {"chart"}),
        ("closing roll kind:calculator", {"procedure"}),
        ("kind:term canister", {"term"}),
        ("kind:rule canister", {"entry"}),
    ],
)
def test_kind_filters(typed: str, kinds: set[str], finder: Finder) -> None:
    """A filter may be anywhere in the question."""
    answer = finder.find(typed, "lob")
    assert {each.kind for each in answer.results} == kinds
    assert len(answer.understood) == 1


def test_erratum_filter_gives_entries_with_an_erratum(finder: Finder, library: Library) -> None:
    """12.3a has one, 10.9 has none."""
    errata = {
        entry.id
        for module in library.modules
        for entry in module.entries
        if any(point.authority == "erratum" for point in entry.points)
    }
    found = finder.find("kind:erratum road column", "", 50).results
    assert "lob:12.3a" in [each.id for each in found]
    assert {each.id for each in found} <= errata


def test_battle_filter_alone_lists_the_points_of_the_battle(finder: Finder, library: Library) -> None:
    """Results have a point limited to Kolin."""
    wanted = {
        entry.id
        for module in library.modules
        for entry in module.entries
        if any(point.mark == "Kolin" for point in entry.points)
    }
    answer = finder.find("battle:kolin", "", 50)
    ids = {each.id for each in answer.results}
    assert ids <= wanted and wanted
    assert answer.notices()[0] == "Filter: battle kolin"
    assert finder.find("battle:Kolin oblique").results[0].id in wanted


def test_optional_filter(finder: Finder) -> None:
    """Road columns are an optional rule of Line of Battle."""
    assert "12.3" in [each.section for each in finder.find("optional:yes road column", "lob").results]
    assert not any(
        each.section.startswith("12") for each in finder.find("optional:no road column", "lob").results
    )


def test_game_filter_is_the_only_game(finder: Finder) -> None:
    """The filter takes a slug or a name, whatever the current game is."""
    for typed in ("game:bp charge", "game:black-powder charge"):
        answer = finder.find(typed, "lob")
        assert {each.game for each in answer.results} == {"bp"}
        assert answer.understood == ("game Black Powder",)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (
            "kind:dragon fire",
            "unknown kind dragon; known: rule, erratum, chart, calculator, term, ruling, note, log",
        ),
        ("game:chess fire", "unknown game chess; known: lob"),
        ("battle:waterloo fire", "unknown battle waterloo; known: kolin"),
    ],
)
def test_an_unknown_filter_value_is_reported_and_the_words_are_searched(
    typed: str, says: str, finder: Finder
) -> None:
    """The message lists the known values."""
    answer = finder.find(typed, "")
    assert answer.results and answer.faults[0].startswith(says)


def test_synonyms_are_reported_and_can_be_switched_off(finder: Finder) -> None:
    """OV means opening volley; in quotes, after = and with `exact` only OV is searched."""
    assert ("ov", "opening volley") in finder.find("OV", "lob").expanded
    for answer in (
        finder.find('"OV"', "lob"),
        finder.find("=OV", "lob"),
        finder.find("OV", "lob", exact=True),
    ):
        assert answer.expanded == ()
    loose = {each.id for each in finder.find("OV", "lob", 50).results}
    assert len(finder.find("=OV", "lob", 50).results) < len(loose)


def test_quoted_words_are_not_corrected(finder: Finder) -> None:
    """A typo in quotes is an unknown word."""
    answer = finder.find('"canistr"', "lob")
    assert answer.changed == () and answer.unknown == ("canistr",)


def test_quoted_words_are_next_to_each_other(finder: Finder, library: Library) -> None:
    """Every result has the phrase in title or text; without quotes there are more results."""
    text = {
        entry.id: " ".join([entry.title, *(readable(point.text) for point in entry.points)])
        for module in library.modules
        for entry in module.entries
    }
    results = finder.find('kind:rule "cowardly legs"', "lob", 30).results
    assert results and all("cowardly legs" in text[each.id].lower().replace("-", " ") for each in results)
    assert len(finder.find("kind:rule cowardly legs", "lob", 30).results) > len(results)


@pytest.mark.parametrize(
    ("typed", "read"),
    [("road bund colum", "column"), ("skedad dle", "skedaddle"), ("cowardlylegs", "cowardly legs")],
)
def test_corrected_split_and_joined_words_are_reported(typed: str, read: str, finder: Finder) -> None:
    """The message has the word as the search read it."""
    assert any(read in each for _, each in finder.find(typed, "lob").changed)


@pytest.mark.parametrize(
    ("typed", "corrected"),
    [
        ("cavarlx", ()),
        ("caalryx", (("caalryx", "cavalry"),)),
        ("coumnx", ()),
        ("colmun", (("colmun", "column"),)),
    ],
)
def test_two_typos_are_corrected_from_seven_letters_on(
    typed: str, corrected: tuple[tuple[str, str], ...], finder: Finder
) -> None:
    """Seven letters with one missing and one added are corrected; six letters are not, and neither are three typos."""
    assert finder.find(typed, "lob").changed == corrected


def test_an_incomplete_word_with_a_typo_is_corrected(finder: Finder) -> None:
    """`skeddad` is read as the beginning of skedaddle."""
    assert finder.find("skeddad", "lob", typing=True).results[0].section == "10.9"


def test_search_begins_with_the_second_letter(finder: Finder) -> None:
    """A single letter finds nothing yet, a single digit does."""
    assert finder.find("c", "lob", typing=True) == Answer(())
    assert finder.find("cl", "lob", typing=True).results
    assert finder.find("3", "lob", typing=True).results[0].section == "3.0"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("15.2e 4", "15.2e 4"),
        ("15.2e(4)", "15.2e 4"),
        ("rule 15.2e step 4", "15.2e 4"),
        ("15.2e 2", "15.2e 2"),
        ("15.2e", "15.2e"),
    ],
)
def test_numbers_of_steps(typed: str, name: str, finder: Finder) -> None:
    """A numbered step of a rule, in any spelling."""
    assert finder.find(typed, "bar").results[0].section == name


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("square 8.4", "Square"),
        ("8.4 infantry line", "Infantry Line"),
        ("8.1b attack column", "Attack Column"),
    ],
)
def test_family_and_number(typed: str, title: str, finder: Finder) -> None:
    """The words next to the number choose among rules that share it."""
    assert finder.find(typed, "bar").results[0].title.startswith(title)


def test_the_same_rule_under_two_families_is_one_result(finder: Finder) -> None:
    """Contracting has the same text for both Lines."""
    answer = finder.find("contracting when a unit leaves the hex", "bar", 30)
    ids = [each.id for each in answer.results]
    (found,) = {"bar:infantry-line-10.5d", "bar:cavalry-line-10.5d"}.intersection(ids)
    twin = {"bar:infantry-line-10.5d": "Cavalry Line 10.5d", "bar:cavalry-line-10.5d": "Infantry Line 10.5d"}
    assert answer.also_under[found] == (twin[found],)


def test_families_with_different_rules_are_separate_results(finder: Finder) -> None:
    """Rapid March is allowed in one and forbidden in another."""
    answer = finder.find("11.4", "bar", 30)
    titles = {each.title: each.id for each in answer.results if each.section == "11.4"}
    assert "Cavalry Line, movement: no Rapid March" in titles
    allowed = titles["Attack Column, movement: Rapid March"]
    assert "Cavalry Line 11.4" not in answer.also_under.get(allowed, ())


@pytest.mark.parametrize(
    ("typed", "rule", "under"),
    [("closing rolls", "3.5", "3.5c"), ("skedaddle", "10.9", "10.9a"), ("opening volley", "5.4", "5.4a")],
)
def test_a_rule_is_above_its_sub_rules(typed: str, rule: str, under: str, finder: Finder) -> None:
    """The order applies if the words are the title of the rule."""
    sections = [each.section for each in finder.find(typed, "lob", 30).results if each.kind == "entry"]
    assert sections.index(rule) < sections.index(under)


@pytest.mark.slow
def test_hostile_questions_never_fail(finder: Finder) -> None:
    """A short run of `python -m tests.proofs.queries`."""
    from tests.proofs.queries import run

    run(finder, 400, 11)


def test_limit_holds_with_results_of_other_games(finder: Finder) -> None:
    """Results of other games count towards the limit."""
    for limit in (1, 2, 5):
        assert len(finder.find("skedaddle", "pub", limit).results) <= limit


def test_questions_write_nothing_into_the_cache(one_game: Library, tmp_path: Path) -> None:
    """Neither questions nor `warm` write a file."""
    finder = Finder(build_index(one_game, tmp_path))
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
    finder.find("closing roll", "lob")
    finder.warm()
    assert before == sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))


@pytest.mark.parametrize(
    ("typed", "first", "second"),
    [
        ("how many MPs to go from line into square", "Line to Square", "Square to Line"),
        ("square to line", "Square to Line", "Line to Square"),
        ("mc to ac cost", "March Column (MC) to Attack", "Attack Column (AC) to March"),
    ],
)
def test_a_title_in_the_order_of_the_words_is_first(
    typed: str, first: str, second: str, finder: Finder
) -> None:
    """Of two rules with the same words in opposite order."""
    titles = [each.title for each in finder.find(typed, "bar", 10).results if each.kind == "entry"]
    places = [
        next((place for place, each in enumerate(titles) if words in each), 99) for words in (first, second)
    ]
    assert places[0] < places[1]
