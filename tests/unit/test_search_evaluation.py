"""The search finds the right rule more often than SQLite's full-text search, in every game."""

from __future__ import annotations

import pytest

from companion.model import Library
from tests.evaluate.measure import Asked, Hit, labelled, places, score, sets
from tests.evaluate.searches import fts5, ours, substrings

ASKED = labelled(sets())
GAMES = sorted({each.answered_by for each in ASKED})


@pytest.fixture(scope="module")
def found(library: Library, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[int]]:
    """Positions of the right entries for each search."""
    with fts5(library) as rival:
        searches = {
            "ours": ours(library, tmp_path_factory.mktemp("cache")),
            "fts5": rival,
            "substrings": substrings(library),
        }
        return {name: places(ASKED, search) for name, search in searches.items()}


def test_there_are_questions_of_every_game() -> None:
    """There are at least 300 questions, and some for every game."""
    assert len(ASKED) >= 300
    assert GAMES == ["aor", "bar", "bp", "lob", "pub"]


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["fts5", "substrings"])
@pytest.mark.parametrize("game", GAMES)
def test_beats_the_simple_searches(game: str, rival: str, found: dict[str, list[int]]) -> None:
    """More often first and within three, and a higher mean reciprocal rank, unless the other search is perfect."""
    of_game = [place for place, each in enumerate(ASKED) if each.answered_by == game]
    mine = score(found["ours"][place] for place in of_game).shares
    other = score(found[rival][place] for place in of_game).shares
    for one, two in zip(mine, other, strict=True):
        assert one > two or one == two == 1.0


@pytest.mark.slow
def test_of_all_questions_nine_in_ten_find_the_right_entry_first(found: dict[str, list[int]]) -> None:
    """The right entry is first for 90 % of all questions, and within three for 96 %."""
    first, three, _ = score(found["ours"]).shares
    assert first >= 0.90
    assert three >= 0.96


def test_scores_are_counted_right() -> None:
    """The questions are answered first, second, tenth and not at all."""
    result = score([0, 1, 9, 99])
    assert (result.questions, result.first, result.within_three) == (4, 1, 2)
    assert result.reciprocal == pytest.approx(1 + 1 / 2 + 1 / 10)


def test_an_answer_is_the_section_or_the_heading_in_its_game() -> None:
    """A rule 3.5 of another game is not an answer."""
    asked = Asked(
        "", "", "", "lob", "", ({"game": "lob", "section": "3.5"}, {"game": "lob", "heading": "Fire"})
    )
    assert asked.answered(Hit("lob", "3.5", ""))
    assert asked.answered(Hit("lob", "", "Cross fire"))
    assert not asked.answered(Hit("bp", "3.5", "Cross fire"))
    assert not asked.answered(Hit("lob", "3.5a", "Water"))
