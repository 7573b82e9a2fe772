"""Builds the lexicon: counts the words of the documents, and collects synonyms from the glossaries."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.search.indexed_document import IndexedDocument
from companion.search.lexicon import Lexicon
from companion.search.tokens import STOP, stem, tokens_of, words_of

if TYPE_CHECKING:
    from companion.model import GameModule, Library
    from companion.search.documents import Document, Unit

SHORT_FORM = 0.9
SYNONYM = 0.7
"""Weights of abbreviations and synonyms, where the word itself has 1."""

Synonyms = dict[str, list[list[Any]]]
"""Phrase to [weight, stems, words] of each of its synonyms."""


class Counts(NamedTuple):
    """Counts over all documents."""

    words: Counter[str]
    """Word to the number of documents that contain it."""
    stems: Counter[str]
    """Stem to the number of documents that contain it."""
    size: int
    """Number of documents."""
    length: int
    """Number of their tokens, those of titles twice."""


def counted(units: Iterable[tuple[Unit, list[Document]]]) -> Counts:
    """Return the counts over these documents."""
    return _added(Counts(Counter(), Counter(), 0, 0), units)


def recounted(
    old: Lexicon, gone: Iterable[IndexedDocument], new: Iterable[tuple[Unit, list[Document]]]
) -> Counts:
    """Return the counts of an old lexicon without the documents that are gone, and with the new ones."""
    words, stems = Counter(old.words), Counter(old.stems)
    size, length = old.size, old.data["length"]
    for document in gone:
        present = _words(document.texts())
        words.subtract(present)
        stems.subtract({stem(word) for word in present})
        size -= 1
        length -= document.length
    return _added(Counts(+words, +stems, size, length), new)


def _added(counts: Counts, units: Iterable[tuple[Unit, list[Document]]]) -> Counts:
    size, length = counts.size, counts.length
    for _, documents in units:
        for document in documents:
            texts = (document.title, document.above, *document.lines, *document.asked)
            present = _words(texts)
            counts.words.update(present)
            counts.stems.update({stem(word) for word in present})
            size += 1
            length += sum(len(tokens_of(text)) for text in (document.title, *texts))
    return counts._replace(size=size, length=length)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in words_of(text) if word not in STOP}


def gathered(library: Library, counts: Counts, old: dict[str, Any]) -> Lexicon:
    """The lexicon of a library; what players say in a game is taken over where its words are the same."""
    known = old.get("digests", {})
    digests, phrases, games = {}, {}, {}
    slang, limits, names = {}, {}, {}
    for module in library.modules:
        slug, game = module.game.slug, module.game
        digests[slug] = _digest(module)
        same = known.get(slug) == digests[slug]
        phrases[slug] = old["phrases"][slug] if same else _synonyms(module)
        slang[slug] = list(module.slang_stop)
        limits[slug] = {kind: dict(each) for kind, each in game.limits.items() if each}
        names[slug] = game.name
        for name in (slug, game.name, *game.also):
            games[" ".join(words_of(name))] = slug
            games[" ".join(words_of(f"{name} {game.edition}"))] = slug
    return Lexicon(
        {
            "words": dict(counts.words),
            "stems": dict(counts.stems),
            "size": counts.size,
            "length": counts.length,
            "digests": digests,
            "phrases": phrases,
            "games": games,
            "names": names,
            "slang": slang,
            "limits": limits,
        }
    )


def _digest(module: GameModule) -> str:
    packed = msgspec.msgpack.encode((module.synonyms, module.terms))
    return hashlib.blake2b(packed, digest_size=16).hexdigest()


def _synonyms(module: GameModule) -> Synonyms:
    known: Synonyms = {}
    for synonym in module.synonyms:
        for phrase in synonym.say:
            for meant in synonym.means:
                _add_synonym(known, phrase, meant, SYNONYM)
    for term in module.terms:
        for name in (*term.short, *term.also):
            _add_synonym(known, name, term.term, SHORT_FORM)
        for short in term.short:
            _add_synonym(known, term.term, short, SHORT_FORM)
    return known


def _add_synonym(known: Synonyms, phrase: str, meant: str, weight: float) -> None:
    key = " ".join(stem(word) for word in words_of(phrase))
    means = [stem(word) for word in words_of(meant) if word not in STOP]
    if key and means and key != " ".join(means):
        entry = [weight, means, meant]
        if entry not in known.setdefault(key, []):
            known[key].append(entry)
