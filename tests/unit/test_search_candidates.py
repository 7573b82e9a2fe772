"""Which documents are ranked, how much of a line is shown, and steps of rules."""

from __future__ import annotations

import msgspec
import pytest

from companion.model import Library, Synonym
from companion.search.finder import CANDIDATES, Finder
from companion.search.question_cases import finder_of
from tests.red_and_blue import BLUE, GAMES, entry, ids


def finder_with(synonym: str = "", titles: str = "", **counts: int) -> Finder:
    """A finder over as many rules as counted, with these words; `oak` has a synonym.

    An underscore separates words; the words in `titles` are in a title, the others in a line.
    """
    rules, total = [], 0
    for words, count in counts.items():
        for _ in range(count):
            total += 1
            text = words.replace("_", " ")
            title, lines = (text, ()) if words in titles.split() else (f"Tree {total}", (text,))
            rules.append(entry("blue", str(total), title, *lines))
    synonyms = (Synonym(("oak",), (synonym,)),) if synonym else ()
    return finder_of(Library((msgspec.structs.replace(BLUE, entries=tuple(rules), synonyms=synonyms),)))


def ranked(finder: Finder, question: str) -> set[str]:
    """The texts of the documents that are ranked for a question."""
    return {
        document.lines[0] if document.lines else document.title
        for _, document in finder.compared(question, "blue")
    }


def test_forty_documents_are_ranked() -> None:
    """More for one word, since its documents tie."""
    finder = finder_with(birch_alder=60)
    assert len(finder.compared("birch alder")) == CANDIDATES == 40
    assert len(finder.compared("birch")) == 60


def test_only_documents_with_a_word_of_the_question_are_ranked() -> None:
    """A question without a known word has none; words are complete; a game is a filter."""
    finder = finder_of(GAMES)
    assert [document.id for _, document in finder.compared("grapeshot", "red")] == ["red:12"]
    assert (
        finder.compared("grapes", "red")
        == finder.compared("zzzz")
        == finder.compared("grapeshot", "blue")
        == []
    )
    assert finder.compared("grapeshot")[0][0].frequency == 1.0


def test_a_rare_word_counts_more_than_a_common_synonym() -> None:
    """Documents with the synonym alone are left out."""
    finder = finder_with("elm", oak=1, elm=45, birch=30, pine=24)
    assert ranked(finder, "oak birch") == {"oak", "birch"}


def test_of_a_word_and_its_synonym_the_better_one_counts() -> None:
    """A document with both has the points of the word."""
    finder = finder_with("elm", elm_oak=30, birch=41, pine=30)
    assert ranked(finder, "oak birch") == {"elm oak"}


def test_a_word_and_its_synonym_count_once() -> None:
    """A document with both has not the points of both."""
    finder = finder_with("elm", elm_oak=45, birch=38, pine=17)
    assert ranked(finder, "oak birch") == {"birch"}


def test_a_rare_word_of_the_text_counts_more_than_a_common_one_of_a_title() -> None:
    """A word of a title counts 1.75 times as much."""
    finder = finder_with(titles="birch", birch=45, oak=20, pine=35)
    assert ranked(finder, "oak birch") == {"oak"}
    finder = finder_with(titles="birch", birch=41, oak=30, pine=29)
    assert ranked(finder, "oak birch") != {"oak"}


# other games and duplicates


def test_a_result_of_another_game_must_be_half_as_good_again() -> None:
    """A result of another game must be half as good again; a little better is not enough."""
    answer = finder_of(GAMES).find("heavy cavalry helmets", "red")
    assert (answer.others, answer.results[0].game) == (0, "red")
    assert all(result.score == round(result.score, 4) for result in answer.results)


def test_headings_of_duplicates_are_given_for_shown_results() -> None:
    """Headings of duplicates are listed only for results within the limit."""
    rules = [
        msgspec.structs.replace(entry("blue", "5", title, text), id=f"blue:{family}-{title}", family=family)
        for title, text in (("Oak", "Oak grows."), ("Elm", "Oak and elm fall in storms."))
        for family in ("Foot", "Horse")
    ]
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=tuple(rules), synonyms=()),)))
    assert finder.find("oak", limit=1).also_under == {"blue:Foot-Oak": ("Horse 5",)}
    assert set(finder.find("oak", limit=2).also_under) == {"blue:Foot-Oak", "blue:Foot-Elm"}


def test_a_new_finder_has_no_imported_documents() -> None:
    """A new finder has no imported documents, and the stamp of a missing folder."""
    assert finder_of(GAMES).imports_stamp == (0, 0)


def test_reading_ahead_reads_texts_and_meanings() -> None:
    """Reading ahead reads texts and meanings of every document."""
    finder = finder_of(GAMES)
    finder.warm()
    read = {"everything", "letters", "phrase_meanings", "line_meanings"}
    assert all(
        read <= vars(finder.postings.document(number)).keys() for number in range(finder.postings.size)
    )


# snippets


def snippet(line: str, question: str) -> str:
    """Return the snippet that a search shows of a line."""
    rule = entry("blue", "1", "Tree", line)
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=(rule,), synonyms=()),)))
    return finder.find(question).results[0].snippet


@pytest.mark.parametrize("length", [200, 201])
def test_a_line_of_200_characters_is_shown_whole(length: int) -> None:
    """A line of 200 characters is shown whole; of a longer one, the matching sentence is shown after dots."""
    line = f"{'x' * (length - 11)}. Then oak."
    assert len(line) == length
    assert snippet(line, "oak") == (line if length == 200 else "... Then oak.")


@pytest.mark.parametrize("length", [196, 197])
def test_the_sentences_from_the_one_that_matches_have_200_characters(length: int) -> None:
    """Dots before it included; one more is cut after a whole word."""
    sentence = f"Oak {'x' * (length - 8)} {'y' * 2}."
    assert len(sentence) == length
    shown = snippet(f"First {'z' * 30}. {sentence}", "oak")
    assert shown == (f"... {sentence}" if length == 196 else f"... Oak {'x' * (length - 8)}...")
    assert len(shown) <= 200


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"Oak {'x' * 193} and more.", f"Oak {'x' * 193}..."),
        (f"Oak x {'x' * 192} and more.", "Oak x..."),
    ],
)
def test_a_long_sentence_is_cut_after_a_whole_word(line: str, shown: str) -> None:
    """As late as possible, so that 200 characters are shown with the dots."""
    assert snippet(line, "oak") == shown


def test_without_words_the_first_sentence_is_shown() -> None:
    """A filter alone lists rules."""
    line = f"Oak {'x' * 100}. Elm {'y' * 100}."
    assert snippet(line, "kind:rule") == f"Oak {'x' * 100}. Elm..."


# steps


def test_a_step_is_listed_before_its_rule() -> None:
    """A numbered step is listed before its rule, then the rules with that number in the rulebook's order."""
    rules = [
        msgspec.structs.replace(entry("blue", number, f"Rule {number}"), numbers=(number,))
        for number in ("15.2e", "15.2e 1", "15.2e 4", "15.2f", "15.2e 10")
    ]
    finder = finder_of(Library((msgspec.structs.replace(BLUE, entries=tuple(rules), synonyms=()),)))
    assert ids(finder.find("15.2e 4")) == [
        f"blue:{number}" for number in ("15.2e 4", "15.2e", "15.2e 1", "15.2e 10")
    ]
    assert ids(finder.find("15.2")) == [
        f"blue:{number}" for number in ("15.2e", "15.2e 1", "15.2e 4", "15.2e 10", "15.2f")
    ]
