"""The meanings of words: how texts are compared, and how the numbers of the words are learned."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from companion.search.meaning import DIMENSIONS, ZERO, Meanings, meanings, nearness
from companion.search.tokens import words_of
from tests.evaluate.meanings import Asked, Learner, packed, read_glove


def known(**words: list[int]) -> Meanings:
    """Return meanings in which each word has the given numbers first, and then zeros."""
    rows = (
        bytes(number + ZERO for number in [*row, *[0] * (DIMENSIONS - len(row))]) for row in words.values()
    )
    return Meanings(" ".join(words).encode() + b"\n" + b"".join(rows))


def signs(texts: Meanings, *words: str) -> list[bool]:
    """Return the signs of the first three sums of some words; True if it is not negative."""
    found = texts.of(words)
    assert found is not None
    return [bool(found >> DIMENSIONS - 1 - place & 1) for place in range(3)]


def test_a_meaning_has_the_signs_of_the_sums() -> None:
    """5 - 4, -1 + 0 and -127 + 127; a word may be repeated."""
    texts = known(gun=[5, -1, -127], horse=[-4, 0, 127])
    assert signs(texts, "gun") == [True, False, False]
    assert signs(texts, "gun", "horse") == [True, False, True]
    assert signs(texts, "gun", "horse", "horse") == [False, False, True]


def test_long_texts_keep_their_signs() -> None:
    """The sums of 250 greatest and of 250 least numbers do not run into each other; more words are not read."""
    texts = known(gun=[127, -127, 127], horse=[-127, 127, -127])
    assert signs(texts, *["gun"] * 250, *["horse"] * 400) == [True, False, True]
    assert signs(texts, *["horse"] * 400) == [False, True, False]


def test_the_251st_word_of_a_text_is_not_read() -> None:
    """The first 250 words of a text are read, and the 251st is not."""
    texts = known(gun=[0], horse=[-1])
    assert signs(texts, *["gun"] * 250, "horse")[0] is True
    assert signs(texts, *["gun"] * 249, "horse")[0] is False


def test_unknown_words_mean_nothing() -> None:
    """They neither change a meaning nor make two texts alike."""
    texts = known(gun=[5, -1, -127])
    assert texts.of(["mortar"]) is None
    assert texts.of([]) is None
    assert texts.of(["gun", "mortar"]) == texts.of(["gun"])
    assert texts.of_each([["mortar"], [], ["gun"]]) == [texts.of(["gun"])]
    assert nearness(None, texts.of_each([["gun"]])) == nearness(texts.of(["gun"]), []) == 0.0


def test_nearness_is_the_share_of_the_same_signs() -> None:
    """1 for the same meaning; -1 for the opposite one; each different sign takes away 2 of 128."""
    everything = (1 << DIMENSIONS) - 1
    assert nearness(everything, [everything]) == 1.0
    assert nearness(everything, [0]) == -1.0
    assert nearness(everything, [everything - 1]) == pytest.approx(1 - 2 / 128)


@pytest.mark.parametrize(("most", "differences"), [(1, 0), (2, 1), (3, 3), (9, 3)])
def test_the_nearest_half_counts(most: int, differences: int) -> None:
    """Of five meanings with 0, 1, 2, 3 and 4 different signs three count, or as many as requested."""
    others = [0b1111, 0b1, 0b111, 0, 0b11]
    count = min(most, 3)
    assert nearness(0, others, most) == pytest.approx(1 - 2 * differences / (count * DIMENSIONS))


def test_of_four_meanings_two_count() -> None:
    """Of four meanings, only the two nearest count: here those with 0 and 1 different signs."""
    assert nearness(0, [0b111, 0b1, 0, 0b11], 9) == pytest.approx(1 - 2 * 1 / (2 * DIMENSIONS))


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("can my lads run away from the charge", "may infantry retreat before combat", "cost of a road hex"),
        ("how far does my cannon shoot", "maximum range of artillery", "rally of routed units"),
    ],
)
def test_learned_meanings_of_questions(question: str, near: str, far: str) -> None:
    """Texts about the same subject without a common word are nearer than texts about another one."""
    asked = meanings().of(words_of(question))
    same, other = (meanings().of_each([words_of(text)]) for text in (near, far))
    assert nearness(asked, same) > nearness(asked, other)


def test_words_with_the_same_answers_become_alike() -> None:
    """Words that ask for one document get nearer to each other than to others, though nothing is known before."""
    chance = np.random.default_rng(1)
    glove = chance.standard_normal((8, 10)).astype(np.float32)
    learner = Learner(glove, np.ones(8, np.float32), DIMENSIONS)
    words = ["gun", "cannon", "piece", "battery", "horse", "mount", "nag", "rider"]
    learner.learn([Asked("lob", [[0], [1], [2], [3]], []), Asked("lob", [[4], [5], [6], [7]], [])])
    texts = Meanings(packed(words, learner.words()))
    found = texts.of_each([word] for word in words)
    near = [nearness(one, [other]) for half in (found[:4], found[4:]) for one, other in combinations(half, 2)]
    far = [nearness(one, [other]) for one, other in product(found[:4], found[4:])]
    assert mean(near) > 0.2 > -0.2 > mean(far)


def test_glove_is_read_for_the_wanted_words(tmp_path: Path) -> None:
    """Each row gets length 1; other words are left out."""
    (tmp_path / "glove.txt").write_text("gun 3 4\nlunch 1 1\n", encoding="utf-8")
    rows = read_glove(tmp_path / "glove.txt", ["gun", "horse"])
    assert list(rows) == ["gun"]
    assert rows["gun"].tolist() == pytest.approx([0.6, 0.8])
