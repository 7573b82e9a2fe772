"""The words that are counted for the lexicon, and the synonyms of a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from companion.model import Game, GameModule, Library, Synonym, Term
from companion.model.game import Document as Source
from companion.search.lexicon import Lexicon
from companion.search.lexicon_builder import SHORT_FORM, SYNONYM, build_lexicon, counted, recounted
from tests.red_and_blue import BATTLES
from tests.small_search import document, lexicon_of

GAME = Game("red", "Red Coats", "2nd", "Nobody.", (Source("main", "The Rules", "rule"),), limits=BATTLES)


def test_words_are_counted_once_for_each_document() -> None:
    """Two words with the same stem count as one stem; titles count twice for the length."""
    one, two = document("Gun", ["Guns and a map."]), document("Map", ["Fort."])
    counts = counted([one, two])
    assert counts.words == Counter({"gun": 1, "guns": 1, "map": 2, "fort": 1})
    assert counts.stems == Counter({"gun": 1, "map": 2, "fort": 1})
    assert (counts.size, counts.length) == (2, 2 + 2 + 2 + 1)


def test_removed_documents_no_longer_count() -> None:
    """Words that no document has any more are forgotten."""
    one, two, three = document("Gun map"), document("Map fort"), document("Fort flag")
    before = counted([one, two])
    old = Lexicon({**before._asdict(), "games": {}})
    assert recounted(old, [one], [three]) == counted([two, three])
    assert "gun" not in recounted(old, [one], []).words


def lexicon_with(*synonyms: Synonym, terms: tuple[Term, ...] = (), **other: Any) -> Lexicon:
    """The lexicon of a game with these synonyms and terms."""
    module = GameModule(GAME, synonyms=synonyms, terms=terms, **other)
    return build_lexicon(Library((module,)), counted([]), {})


def test_synonyms_are_found_by_their_stems() -> None:
    """Stop words of the meaning are left out; a phrase is no synonym of itself; each is listed once."""
    found = lexicon_with(
        Synonym(("big guns", "guns"), ("the heavy artillery", "gun")),
        Synonym(("guns",), ("gun", "the heavy artillery")),
    )
    heavy = [SYNONYM, ["heavi", "artilleri"], "the heavy artillery"]
    assert found.phrases == {"red": {"big gun": [heavy, [SYNONYM, ["gun"], "gun"]], "gun": [heavy]}}


def test_short_forms_and_terms_find_each_other() -> None:
    """Another name finds the term, but the term not the name."""
    found = lexicon_with(terms=(Term("Opening volley", "x", short=("OV",), also=("first blast",)),))
    volley = [SHORT_FORM, ["open", "vollei"], "Opening volley"]
    assert found.phrases["red"] == {
        "ov": [volley],
        "first blast": [volley],
        "open vollei": [[SHORT_FORM, ["ov"], "OV"]],
    }


def test_a_synonym_needs_words_on_both_sides() -> None:
    """Signs, and a meaning of stop words alone, are left out."""
    assert lexicon_with(Synonym(("--", "gun"), ("the", "--")), Synonym(("?",), ("fort",))).phrases == {
        "red": {}
    }


def test_a_game_is_called_by_slug_name_and_other_names() -> None:
    """Each also with the edition; a limit without values is left out."""
    limits = {**BATTLES, "season": {}}
    module = GameModule(msgspec.structs.replace(GAME, also=("Coats",), limits=limits), slang_stop=("sirrah",))
    found = build_lexicon(Library((module,)), counted([document("Gun")]), {})
    names = ["red", "red 2nd", "red coats", "red coats 2nd", "coats", "coats 2nd"]
    assert list(found.games) == names and set(found.games.values()) == {"red"}
    assert (found.names, found.slang) == ({"red": "Red Coats"}, {"red": ["sirrah"]})
    assert found.limits == {"red": BATTLES}
    assert (found.words, found.stems, found.size, found.mean_length) == ({"gun": 1}, {"gun": 1}, 1, 2.0)


def test_the_synonyms_of_an_unchanged_glossary_are_copied() -> None:
    """Synonyms of an unchanged glossary are copied, and those of a changed glossary are read again."""
    module = GameModule(GAME, synonyms=(Synonym(("boom",), ("gun",)),))
    games = build_lexicon(Library((module,)), counted([]), {}).data["games"]
    known = {"red": {**games["red"], "phrases": {"kept": []}}}
    assert build_lexicon(Library((module,)), counted([]), known).phrases == {"red": {"kept": []}}
    changed = msgspec.structs.replace(module, synonyms=(Synonym(("bang",), ("gun",)),))
    assert list(build_lexicon(Library((changed,)), counted([]), known).phrases["red"]) == ["bang"]


def test_games_outside_the_library_are_kept_only_if_it_is_a_part() -> None:
    """Games outside the library are kept only if the library is a part; a whole library has all games."""
    old = lexicon_of({}, blue={"name": "Blue", "called": [], "phrases": {}, "slang": [], "limits": {}}).data[
        "games"
    ]
    library = Library((GameModule(GAME),))
    assert list(build_lexicon(library, counted([]), old, whole=False).names) == ["blue", "red"]
    assert list(build_lexicon(library, counted([]), old).names) == ["red"]
