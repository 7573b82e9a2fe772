"""Learn what words mean, for `companion/search/meaning.py`, from phrases by which players ask and from GloVe.

python -m tests.evaluate.meanings GLOVE.txt

GLOVE.txt is `glove.6B.100d.txt` (nlp.stanford.edu/projects/glove, public domain): a word and 100 numbers a line.
The numbers of a word are a linear map of its GloVe numbers plus a correction, times its weight. Map, corrections and
weights are learned: two phrases of one entry shall be nearer than phrases of two entries of a game. The labelled
questions are not read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.load.library import read_library
from companion.load.places import Places
from companion.search import meaning
from companion.search.documents import documents
from companion.search.question import english_words
from companion.search.tokens import words_of
from tests.conftest import ROOT

EPOCHS = 16
ROUNDS = 8
"""Pairs of phrases of each document in an epoch."""
BATCH = 256
"""Documents in a batch; the training learns to tell them apart."""
RATE = 0.003
"""Step of the gradient descent (Adam) at the start; it falls to a twentieth."""
LEFT_OUT = 0.3
"""Share of the words of a phrase that are left out by chance, so that no single word decides."""
LINES = 0.3
"""Share of pairs that join a phrase to the title or a line, instead of to another phrase."""
SHRINK = 0.001
"""Weight of the sum of squares of the corrections in the loss, by document."""
LEAST, MOST = 0.5, 9.0
"""Limits of the weight of a word at the start: the logarithm of its rarity."""

Floats = NDArray[np.float32]
Part = list[int]
"""The words of a text, as places in the list of words."""


class Asked:
    """A document with the words of its phrases, and of its title and lines."""

    def __init__(self, game: str, phrases: Sequence[Part], lines: Sequence[Part]) -> None:
        self.game = game
        self.phrases = [phrase for phrase in phrases if phrase]
        self.lines = [line for line in lines if line]


class Adam:
    """Gradient descent with a step for each number (Kingma and Ba, 2015)."""

    def __init__(self, values: Floats) -> None:
        self.values = values
        self._mean = np.zeros_like(values)
        self._square = np.zeros_like(values)
        self._steps = 0

    def step(self, slope: Floats, rate: float) -> None:
        """Move the values against the slope."""
        self._steps += 1
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        mean, square = self._mean / (1 - 0.9**self._steps), self._square / (1 - 0.999**self._steps)
        self.values -= rate * mean / (np.sqrt(square) + 1e-8)


class Learner:
    """Learns the numbers of words: weight * (GloVe @ map + correction)."""

    def __init__(self, glove: Floats, rarity: Floats, numbers: int, seed: int = 0) -> None:
        self.chance = np.random.default_rng(seed)
        self.glove = glove
        turned = np.linalg.qr(self.chance.standard_normal((max(numbers, glove.shape[1]),) * 2))[0]
        self.map = Adam(turned[: glove.shape[1], :numbers].astype(np.float32))
        self.corrections = Adam(np.zeros((len(glove), numbers), np.float32))
        self.weights = Adam(np.log(np.clip(rarity, LEAST, MOST)).astype(np.float32))
        self.sharpness = Adam(np.array([2.5], np.float32))
        """Logarithm of the factor of a similarity in the loss."""

    def words(self) -> Floats:
        """Return the numbers of every word."""
        plain = self.glove @ self.map.values + self.corrections.values
        return np.asarray(plain * np.exp(self.weights.values)[:, None], np.float32)

    def learn(self, asked: Iterable[Asked]) -> None:
        """Learn from the phrases of documents."""
        games: dict[str, list[Asked]] = {}
        for each in asked:
            if len(each.phrases) >= 3:
                games.setdefault(each.game, []).append(each)
        batches = sum(-(-len(same) // BATCH) for same in games.values())
        total, done = EPOCHS * ROUNDS * batches, 0
        for _ in range(EPOCHS * ROUNDS):
            for same in games.values():
                order = self.chance.permutation(len(same))
                for start in range(0, len(order), BATCH):
                    chosen = [same[place] for place in order[start : start + BATCH]]
                    self._step(chosen, RATE * max(0.05, 1 - done / total))
                    done += 1

    def _step(self, chosen: Sequence[Asked], rate: float) -> None:
        pairs = [self._pair(each) for each in chosen]
        words = self.words()
        left, right = (_Texts(words, [pair[side] for pair in pairs]) for side in (0, 1))
        factor = float(np.exp(self.sharpness.values[0]))
        alike = left.near @ right.near.T
        slope = (_excess(factor * alike) + _excess(factor * alike.T).T) / (2 * len(chosen))
        change = np.zeros_like(words)
        left.add_slope(change, factor * slope @ right.near)
        right.add_slope(change, factor * slope.T @ left.near)
        weight = np.exp(self.weights.values)[:, None]
        inner = change * weight
        self.weights.step((change * words).sum(1), rate)
        self.map.step(self.glove.T @ inner, rate)
        self.corrections.step(inner + 2 * SHRINK / len(chosen) * self.corrections.values, rate)
        self.sharpness.step(np.array([factor * (slope * alike).sum()], np.float32), rate)

    def _pair(self, each: Asked) -> tuple[Part, Part]:
        """Return a phrase and another part of the same document, each without some of its words."""
        one = int(self.chance.integers(len(each.phrases)))
        others = each.phrases[:one] + each.phrases[one + 1 :]
        if each.lines and self.chance.random() < LINES:
            others = each.lines
        return self._thinned(each.phrases[one]), self._thinned(others[self.chance.integers(len(others))])

    def _thinned(self, part: Part) -> Part:
        return [word for word in part if self.chance.random() >= LEFT_OUT] or part


class _Texts:
    """The sums of the words of some texts, and the way back to the words."""

    def __init__(self, words: Floats, parts: Sequence[Part]) -> None:
        self.flat = [word for part in parts for word in part]
        self.owner = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        sums = np.zeros((len(parts), words.shape[1]), np.float32)
        np.add.at(sums, self.owner, words[self.flat])
        self.length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
        self.near = sums / self.length
        """The sums, each of length 1."""

    def add_slope(self, change: Floats, slope: Floats) -> None:
        """Add to `change`, by word, what a slope by text comes to."""
        along = (slope * self.near).sum(1, keepdims=True)
        np.add.at(change, self.flat, ((slope - along * self.near) / self.length)[self.owner])


def _excess(scores: Floats) -> Floats:
    """Return the slope of the loss of a softmax in which each row shall have its own column."""
    shares = np.exp(scores - scores.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return np.asarray(shares - np.eye(len(scores), dtype=np.float32), np.float32)


def packed(words: Sequence[str], numbers: Floats) -> bytes:
    """Return the content of the file for words and their numbers, reduced to bytes."""
    scaled = np.clip(np.rint(numbers * (2 * 127 / np.abs(numbers).max())), -127, 127)
    rows = (scaled + meaning.ZERO).astype(np.uint8)
    return b"\n".join((" ".join(words).encode(), rows.tobytes()))


def read_glove(path: Path, wanted: Iterable[str]) -> dict[str, Floats]:
    """Return the GloVe numbers, of length 1, of those wanted words that the file has."""
    kept, found = frozenset(wanted), {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.rstrip("\n").split(" ")
            if word in kept:
                row = np.array(numbers, np.float32)
                found[word] = row / np.linalg.norm(row)
    return found


def main() -> None:
    """Learn, and write `companion/search/meanings.bin`."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.meanings", description=__doc__)
    parser.add_argument("glove", type=Path, help="glove.6B.100d.txt")
    options = parser.parse_args()
    nowhere = Path("/nonexistent")
    library = read_library(Places((ROOT, nowhere), nowhere, nowhere), "learned")
    texts = [
        (each.game, list(map(words_of, each.asked)), list(map(words_of, (each.title, *each.lines))))
        for each in documents(library)
    ]
    counts = Counter(word for _, *kinds in texts for kind in kinds for part in kind for word in set(part))
    own = {word for word in counts if any(map(str.isalpha, word))}
    glove = read_glove(options.glove, own | english_words())
    words = sorted(own | glove.keys())
    blank = np.zeros(len(next(iter(glove.values()))), np.float32)
    rows = np.array([glove.get(word, blank) for word in words])
    parts = sum(len(kind) for _, *kinds in texts for kind in kinds)
    rarity = np.log([parts / (1 + counts[word]) for word in words])
    places = {word: place for place, word in enumerate(words)}
    learner = Learner(rows, rarity, meaning.DIMENSIONS)
    learner.learn(
        Asked(game, *([[places[word] for word in part if word in places] for part in kind] for kind in kinds))
        for game, *kinds in texts
    )
    Path(meaning.__file__).with_name("meanings.bin").write_bytes(packed(words, learner.words()))


if __name__ == "__main__":
    main()
