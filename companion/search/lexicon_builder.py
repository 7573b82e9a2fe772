"""Builds the lexicon: counts the words of the documents, and collects synonyms from the glossaries."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.search.indexed_document import IndexedDocument
from companion.search.lexicon import Lexicon
from companion.search.tokens import STOP, stem, words_of

if TYPE_CHECKING:
    from companion.model import GameModule, Library

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


def counted(documents: Iterable[IndexedDocument]) -> Counts:
    """Return the counts over these documents."""
    return _added(Counts(Counter(), Counter(), 0, 0), documents)


def recounted(old: Lexicon, removed: Iterable[IndexedDocument], new: Iterable[IndexedDocument]) -> Counts:
    """Return the counts of an old lexicon without the removed documents, and with the new ones."""
    counts = Counts(Counter(old.words), Counter(old.stems), old.size, old.data["length"])
    words, stems, size, length = counted(removed)
    counts.words.subtract(words)
    counts.stems.subtract(stems)
    remaining = Counts(+counts.words, +counts.stems, counts.size - size, counts.length - length)
    return _added(remaining, new)


def _added(counts: Counts, documents: Iterable[IndexedDocument]) -> Counts:
    size, length = counts.size, counts.length
    for document in documents:
        present = _words(document.texts())
        counts.words.update(present)
        counts.stems.update({stem(word) for word in present})
        size += 1
        length += document.length
    return counts._replace(size=size, length=length)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in words_of(text) if word not in STOP}


def build_lexicon(library: Library, counts: Counts, old: Mapping[str, Any], whole: bool = True) -> Lexicon:
    """Return the lexicon of a library; `old` is the content of an older lexicon by game.

    The synonyms of a game with an unchanged glossary are copied from `old`. Unless `whole`, so are the games that are
    not in the library.
    """
    games = {module.game.slug: _of_game(module, old) for module in library.modules}
    if not whole:
        games = {**old, **games}
    return Lexicon(
        {
            "words": dict(counts.words),
            "stems": dict(counts.stems),
            "size": counts.size,
            "length": counts.length,
            "games": games,
        }
    )


def _of_game(module: GameModule, old: Mapping[str, Any]) -> dict[str, Any]:
    game, digest, known = module.game, _digest(module), old.get(module.game.slug, {})
    names = (game.slug, game.name, *game.also)
    return {
        "digest": digest,
        "name": game.name,
        "called": [" ".join(words_of(title)) for name in names for title in (name, f"{name} {game.edition}")],
        "phrases": known["phrases"] if known.get("digest") == digest else _synonyms(module),
        "slang": list(module.slang_stop),
        "limits": {kind: dict(keys) for kind, keys in game.limits.items() if keys},
    }


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
