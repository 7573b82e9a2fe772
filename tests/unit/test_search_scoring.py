"""The features of a document for a question. All words weigh the same, so that weights can be counted in words."""

from __future__ import annotations

from math import log

import pytest

from companion.search.question import COMPLETION, Group
from companion.search.ranking import Features, spelling, weights
from companion.search.scoring import Scorer
from companion.search.tokens import letters
from tests.small_search import document, lexicon_of

WORDS = dict.fromkeys(("gun", "map", "fort", "drum", "flag", "hill"), 10)
LEXICON = lexicon_of(WORDS, size=10, length=50)
"""Every document has every word, so that a word weighs 0.05."""
WEIGHT = log(1 + 0.5 / 10.5)


def asked(*words: str, text: str = "", meaning: tuple[str, ...] = ()) -> Scorer:
    """A scorer for a question of these words."""
    return Scorer([Group(word, {word: 1.0}) for word in words], LEXICON, text, meaning)


# parts of a document


@pytest.mark.parametrize(
    ("words", "share"), [(("gun",), 1.0), (("gun", "map"), 1.0), (("gun", "drum"), 0.5), (("drum",), 0.0)]
)
def test_coverage_is_the_share_of_the_question(words: tuple[str, ...], share: float) -> None:
    """Words may be in the title or in a line."""
    found = asked(*words).features(document("Gun", ["Map."]), 0.25)
    assert found.coverage == pytest.approx(share)
    assert found.frequency == 0.25


def test_of_a_group_the_best_word_counts() -> None:
    """A synonym alone counts as much as its weight, times the worth of the group."""
    scorer = Scorer(
        [Group("gun", {"gun": 1.0, "fort": 0.5}, 0.5), Group("map", {"map": 1.0})], LEXICON, "", ()
    )
    assert scorer.total == pytest.approx(1.5 * WEIGHT)
    assert scorer.coverage(document("Gun fort")) == pytest.approx(0.5 / 1.5)
    assert scorer.coverage(document("Fort gun")) == pytest.approx(0.5 / 1.5)
    assert scorer.coverage(document("Fort")) == pytest.approx(0.25 / 1.5)
    assert scorer.boosts == {"gun": 0.5, "fort": 0.25, "map": 1.0}


def test_a_word_of_no_document_does_not_count() -> None:
    """A word of two groups has the greater boost."""
    groups = [Group("gun", {"gun": 1.0, "mortar": 0.7}), Group("fort", {"fort": 1.0, "gun": 0.5})]
    scorer = Scorer(groups, LEXICON, "", ())
    assert scorer.boosts == {"gun": 1.0, "fort": 1.0}
    assert set(scorer.keys) == {"gun", "fort"}


@pytest.mark.parametrize(
    ("title", "closeness"), [("Gun map", 1.0), ("Gun", 0.5**0.5), ("Gun fort", 0.5), ("Fort", 0.0)]
)
def test_the_closeness_of_a_title(title: str, closeness: float) -> None:
    """The closeness of a title is the weight of the shared words divided by the root of both weights."""
    found = asked("gun", "map").features(document(title, ["Hill."], ["hill"]), 0.0)
    assert found.title == pytest.approx(closeness)
    assert (found.phrases, found.line) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("lines", "closeness"),
    [
        (["Gun fort.", "Hill."], 0.5),
        (["Hill.", "Gun fort."], 0.5),
        (["Gun fort.", "Gun drum fort."], 0.5),
        (["Gun drum fort.", "Gun fort."], 0.5),
        (["Gun map.", "Gun."], 1.0),
        (["Hill gun gun fort."], 1 / 6**0.5),
    ],
)
def test_the_closest_line_counts(lines: list[str], closeness: float) -> None:
    """The closest line counts, and a repeated word in it counts once."""
    found = asked("gun", "map").features(document("Hill", lines, ["hill"]), 0.0)
    assert (found.title, found.phrases) == (0.0, 0.0)
    assert found.line == pytest.approx(closeness)


@pytest.mark.parametrize(
    ("phrases", "closeness"),
    [
        (["gun"], 0.0),
        (["gun", "gun map"], 0.5**0.5),
        (["gun map", "gun"], 0.5**0.5),
        (["gun map", "gun map"], 1.0),
        (["gun map", "gun fort", "gun drum fort"], 0.5),
        (["gun map", "gun drum fort", "gun fort"], 0.5),
        (["gun drum fort", "gun fort", "hill"], 1 / 6**0.5),
    ],
)
def test_the_second_closest_phrase_counts(phrases: list[str], closeness: float) -> None:
    """The second closest phrase counts, because a single phrase may match by chance."""
    found = asked("gun", "map").features(document("Hill", ["Hill."], phrases), 0.0)
    assert (found.title, found.line) == (0.0, 0.0)
    assert found.phrases == pytest.approx(closeness)


@pytest.mark.parametrize(
    ("title", "phrase", "line", "second"),
    [
        ("Gun map", "hill", "Gun fort.", 0.5),
        ("Gun fort", "hill", "Gun map.", 0.9 * 0.5),
        ("Hill", "gun fort", "Gun map.", 1.25 * 0.5),
        ("Gun map", "gun fort", "Hill.", 1.25 * 0.5),
        ("Gun map", "gun map", "Hill.", 0.9),
        ("Gun map", "gun map", "Gun map.", 1.0),
    ],
)
def test_the_second_closest_of_title_phrase_and_line(
    title: str, phrase: str, line: str, second: float
) -> None:
    """A phrase counts a quarter more, a title a tenth less."""
    assert asked("gun", "map").features(document(title, [line], [phrase]), 0.0).second == pytest.approx(
        second
    )


def test_titles_above_a_document_do_not_count_as_its_text() -> None:
    """Titles above a document do not count as its text, but by their share of the question."""
    found = asked("gun", "map").features(document("Hill", ["Hill."], above="Gun"), 0.0)
    assert found.above == pytest.approx(0.5)
    assert (found.title, found.line) == (0.0, 0.0)
    assert asked("gun").features(document("Gun"), 0.0).above == 0.0


@pytest.mark.parametrize(
    ("kind", "flags"),
    [("entry", (0, 0, 0)), ("procedure", (1, 0, 0)), ("chart", (0, 1, 0)), ("term", (0, 0, 1))],
)
def test_the_kind_of_a_document_is_a_feature(kind: str, flags: tuple[int, int, int]) -> None:
    """The kind of a document is one of three features, or no feature for a rule."""
    found = asked("gun").features(document("Gun", kind=kind), 0.0)
    assert (found.calculator, found.chart, found.term) == flags


# letters and meanings


@pytest.mark.parametrize(
    ("text", "share"), [("cat", 1.0), ("cat dog", 2 * 3 / (7 + 3)), ("dog", 0.0), ("cow bug", 1.0)]
)
def test_spelling_compares_the_nearest_title_or_phrase(text: str, share: float) -> None:
    """Shared trigrams count twice, divided by all of both texts."""
    assert spelling(letters(text), document("Cat", asked=["cow bug"])) == pytest.approx(share)
    assert asked("gun", text=text).features(
        document("Cat", asked=["cow bug"]), 0.0
    ).spelling == pytest.approx(share)


def test_the_meaning_of_the_five_nearest_phrases_counts() -> None:
    """The meaning of the five nearest phrases counts, including the title."""
    words = ("cavalry", "charge")
    same, other = ["cavalry charge"] * 4, ["weather"] * 7
    question = asked("gun", meaning=words)
    assert question.features(document("Charge cavalry", asked=[*same, *other]), 0.0).meaning == 1.0
    assert question.features(document("Weather", asked=[*same, *other]), 0.0).meaning < 1.0
    assert asked("gun").features(document("Charge cavalry"), 0.0).meaning == 0.0


def test_the_meaning_of_the_nearest_line_counts() -> None:
    """The meaning of the nearest line counts, excluding the title."""
    question = asked("gun", meaning=("cavalry", "charge"))
    lines = ["Weather.", "Weather today.", "Charge, cavalry!", "Bridge.", "River."]
    assert question.features(document("Weather", lines), 0.0).line_meaning == 1.0
    assert question.features(document("Charge cavalry", ["Weather."]), 0.0).line_meaning < 1.0


# scores


def test_the_score_is_the_weighted_sum() -> None:
    """The parts are those that are not 0, the greatest first."""
    weight = weights()
    features = Features(*[0.0] * 13)._replace(coverage=0.5, spelling=1.0, term=1.0)
    total = 0.5 * weight.coverage + weight.spelling + weight.term
    assert features.score == pytest.approx(total)
    assert features.parts() == [
        ("spelling", 1.0, weight.spelling),
        ("term", 1.0, weight.term),
        ("coverage", 0.5, pytest.approx(0.5 * weight.coverage)),
    ]


def test_a_score_is_more_than_0() -> None:
    """A score is more than 0, even if the weighted sum is not."""
    features = Features(*[0.0] * 13)
    assert features.parts() == []
    assert 0 < features.score == features._replace(term=1.0).score < 0.1


# typed words


def test_the_words_of_a_text_that_match() -> None:
    """The matching words of a text are returned in order, as written in the text, each once."""
    scorer = Scorer([Group("gun", {"gun": 1.0, "fort": 0.5})], LEXICON, "", ())
    assert scorer.words_in("The fort's guns: a gun, a map, guns.") == ("fort", "guns", "gun")


def test_typed_words_and_their_completions_are_numbered() -> None:
    """Synonyms, and phrases of several words, are not typed words."""
    groups = [
        Group("gun map", {"flag": 1.0}),
        Group("gun", {"gun": 1.0, "fort": 0.7}),
        Group("dru", {"dru": 1.0, "drum": COMPLETION}),
    ]
    scorer = Scorer(groups, LEXICON, "", ())
    assert scorer.typed_in(["hill", "drum", "gun", "fort", "flag"]) == {1, 2}
    assert scorer.typed_in(["hill"]) == set()


def test_typed_words_have_the_order_of_their_last_appearance() -> None:
    """Other words do not count."""
    scorer = asked("gun", "map", "fort")
    assert scorer.order_in(["map", "hill", "gun"]) == [1, 0]
    assert scorer.order_in(["gun", "map", "gun", "fort"]) == [1, 0, 2]
    assert scorer.order_in(["hill"]) == []


def test_a_frequent_word_of_a_short_document_scores_more() -> None:
    """BM25 with b 0.6 and k1 1.2; the title counts twice."""
    rare = lexicon_of({"gun": 3, "map": 1}, size=10, length=50)
    scorer = Scorer([Group("gun", {"gun": 1.0}), Group("map", {"map": 0.5})], rare, "", ())
    one = document("Gun", ["A map of hills and forts."])
    length = 1.2 * (0.4 + 0.6 * 5 / 5)
    gun = (log(10 / 4) + 1) * 2 * 2.2 / (2 + length)
    plan = 0.5 * (log(10 / 2) + 1) * 1 * 2.2 / (1 + length)
    assert one.length == 5
    assert scorer.bm25(one) == pytest.approx(gun + plan)
    longer = document("Gun", ["A map of hills and forts and drums and flags and drums and flags and hills."])
    assert longer.length == 10
    length = 1.2 * (0.4 + 0.6 * 10 / 5)
    gun, plan = (log(10 / 4) + 1) * 4.4 / (2 + length), 0.5 * (log(10 / 2) + 1) * 2.2 / (1 + length)
    assert scorer.bm25(longer) == pytest.approx(gun + plan)
    assert scorer.bm25(document("Hill")) == 0.0
