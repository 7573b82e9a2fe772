"""What the lexicon holds: words counted over the documents, and what players say for them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.search.lexicon import Lexicon
from companion.search.rows import Row
from companion.search.words import STOP, stem, tokens_of, words_of

if TYPE_CHECKING:
    from companion.model import GameModule, Library
    from companion.search.documents import Document, Unit

SHORT_FORM = 0.9
SYNONYM = 0.7
"""Weights of what stands for a word, against 1 for the word itself."""

Stands = dict[str, list[list[Any]]]


class Counts(NamedTuple):
    """Documents by word and by stem, how many there are, and how many tokens they have."""

    words: Counter[str]
    stems: Counter[str]
    size: int
    length: int


def counted(found: Iterable[tuple[Unit, list[Document]]]) -> Counts:
    """Counts over fresh documents."""
    return _added(Counts(Counter(), Counter(), 0, 0), found)


def recounted(old: Lexicon, gone: Iterable[Row], new: Iterable[tuple[Unit, list[Document]]]) -> Counts:
    """The old counts less what is gone, and what is new."""
    words, stems = Counter(old.words), Counter(old.stems)
    size, length = old.size, old.data["length"]
    for row in gone:
        present = _words(row.texts())
        _take(words, present)
        _take(stems, {stem(word) for word in present})
        size -= 1
        length -= row.length
    return _added(Counts(words, stems, size, length), new)


def _added(counts: Counts, found: Iterable[tuple[Unit, list[Document]]]) -> Counts:
    size, length = counts.size, counts.length
    for _, documents in found:
        for document in documents:
            texts = (document.title, document.above, *document.lines, *document.asked)
            present = _words(texts)
            counts.words.update(present)
            counts.stems.update({stem(word) for word in present})
            size += 1
            length += sum(len(tokens_of(text)) for text in (document.title, *texts))
    return counts._replace(size=size, length=length)


def _take(counter: Counter[str], present: Iterable[str]) -> None:
    """One less of each; what there is no more of is left out."""
    for each in present:
        counter[each] -= 1
        if not counter[each]:
            del counter[each]


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in words_of(text) if word not in STOP}


def gathered(library: Library, counts: Counts, old: Mapping[str, Any], whole: bool = True) -> Lexicon:
    """The lexicon of a library. `old` is what an older lexicon holds of its games.

    What players say in a game is taken over where its words are the same, and games that are not in the library are
    unless it is `whole`.
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
        "called": [" ".join(words_of(each)) for name in names for each in (name, f"{name} {game.edition}")],
        "phrases": known["phrases"] if known.get("digest") == digest else _stand_for(module),
        "slang": list(module.slang_stop),
        "limits": {kind: dict(each) for kind, each in game.limits.items() if each},
    }


def _digest(module: GameModule) -> str:
    packed = msgspec.msgpack.encode((module.synonyms, module.terms))
    return hashlib.blake2b(packed, digest_size=16).hexdigest()


def _stand_for(module: GameModule) -> Stands:
    known: Stands = {}
    for synonym in module.synonyms:
        for said in synonym.say:
            for meant in synonym.means:
                _put(known, said, meant, SYNONYM)
    for term in module.terms:
        for name in (*term.short, *term.also):
            _put(known, name, term.term, SHORT_FORM)
        for short in term.short:
            _put(known, term.term, short, SHORT_FORM)
    return known


def _put(known: Stands, said: str, meant: str, weight: float) -> None:
    key = " ".join(stem(word) for word in words_of(said))
    means = [stem(word) for word in words_of(meant) if word not in STOP]
    if key and means and key != " ".join(means):
        entry = [weight, means, meant]
        if entry not in known.setdefault(key, []):
            known[key].append(entry)
