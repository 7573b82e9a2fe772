"""Every game lists its sources and their gaps."""

from __future__ import annotations

import pytest

from companion.model import Entry, Game, GameModule, Library
from companion.render.entry import GAP, entry_lines, notice

ABOUT = "about-the-sources"
GAPS = "not-in-the-sources"


@pytest.fixture(params=("lob", "bp", "bar", "pub", "aor"))
def module(request: pytest.FixtureRequest, library: Library) -> GameModule:
    """A shipped game."""
    return library.module(request.param)


def test_every_document_has_a_status(module: GameModule) -> None:
    """A document has a status, and a date unless its status says that it has none."""
    for document in module.game.documents:
        assert document.status, document.title
        assert document.date or "undated" in document.status, document.title


def test_the_sources_page_names_every_document(module: GameModule) -> None:
    """Title, version and year of each document are on the page about the sources."""
    page = next(entry for entry in module.entries if entry.id.startswith(f"{module.game.slug}:{ABOUT}"))
    text = " ".join(point.text for point in page.points)
    for document in module.game.documents:
        assert document.title.split(",")[0] in text
        assert document.version in text
        assert document.date[:4] in text


def test_the_page_of_gaps_links_every_gap(module: GameModule) -> None:
    """Each topic that no source covers has its own entry, linked from the page of gaps."""
    page = next(entry for entry in module.entries if entry.id == f"{module.game.slug}:{GAPS}")
    gaps = [entry for entry in module.entries if entry.gap]
    assert gaps
    for gap in gaps:
        assert gap.id.endswith(GAPS)
        assert GAPS.replace("-", " ") not in gap.title, "links name the topic alone"
        assert "not in the sources" in entry_lines(gap, module, 200)[0]
        assert "The sources do not cover this." in entry_lines(gap, module, 200)[2]
        assert gap.id in page.links, gap.title
        assert gap.asked, gap.title
        assert "companion" in gap.authorities
        assert gap.authorities <= {"companion", "reading"}, "a gap holds no rule of a source"


def test_a_game_may_name_its_own_authorities() -> None:
    """`called` replaces the usual name of one authority only."""
    game = Game("g", "G", "1", "", (), called={"rule": "rule of the refit"})
    assert game.words_for("rule") == "rule of the refit"
    assert game.words_for("erratum") == "official erratum"


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("aor:heat-rain", "Optional rule."),
        ("aor:21.16", ""),
        ("pub:penalty", ""),
        ("aor:21.15", ""),
        ("lob:base-text-of-the-optional-rules-not-in-the-sources", GAP),
    ],
)
def test_the_page_of_an_optional_rule(record: str, says: str, library: Library) -> None:
    """The page says that the rule is optional, unless its title or chapter does; a gap is no rule."""
    entry = library.first(record)
    assert isinstance(entry, Entry)
    assert notice(entry) == says
    assert ("Optional rule." in entry_lines(entry, library.module(entry.game), 200)) is (
        says == "Optional rule."
    )
