"""Imported sections in the app: results, text, references, the key `o`, and visitors."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.importing.storage import save
from companion.load.places import Places
from companion.model.imported import ImportedDocument, ImportedSection, Paragraph
from companion.search.finder import Finder
from companion.search.imports import build_imports_index
from companion.ui.app import CompanionApp
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from companion.workspace.imported import keep_and_index, remove_and_index
from tests.ui.helpers import (
    at,
    context,
    painted,
    press,
    read,
    read_title,
    screen,
    screen_text,
    started,
    type_in,
    until,
    write,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file that was imported."""
    write(tmp_path / "rules.pdf", "%PDF-")
    return tmp_path / "rules.pdf"


@pytest.fixture
def own(places: Places, file: Path) -> Places:
    """The places, with a document imported."""
    sections = (
        ImportedSection("3", "Combat", 1, 1, 1, (Paragraph("All of it.", 1),)),
        ImportedSection("3.5", "Rolls of the zanzibar", 2, 1, 2, (Paragraph("Dragoons roll twice.", 2),)),
    )
    save(places.data, ImportedDocument("rules", "lob", str(file), "PDF", 2, sections))
    build_imports_index(places.data)
    return places


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_table_has_columns(places: Places, file: Path, size: tuple[int, int]) -> None:
    """A table has aligned columns, or a sentence for each row if too wide; a search result shows one row."""
    rows = ("Troops | Roll", "Veterans of the old zanzibar brigade | 4 or more", "Militia | 6")
    table = tuple(Paragraph(row, row=True) for row in rows)
    section = ImportedSection(
        "3.5", "Rolls", 1, 0, 0, (Paragraph("Roll one die."), *table, Paragraph("Or two."))
    )
    save(places.data, ImportedDocument("rules", "lob", str(file), "Markdown", 0, (section,)))
    build_imports_index(places.data)
    async with started(places, size) as pilot:
        await type_in(pilot, "zanzibar")
        assert "Veterans of the old zanzibar brigade: 4 or more" in at(pilot, "#results")
        await press(pilot, "enter")
        lines = [line.partition("┃│")[0].strip("┃ ") for line in painted(pilot).splitlines()]
        assert "|" not in "".join(lines)
        first = lines.index("Roll one die.") + 1
        if size[0] == 40:
            assert lines[first : first + 4] == [
                "Troops; Roll",
                "Veterans of the old zanzibar",
                "brigade; 4 or more",
                "Militia; 6",
            ]
        else:
            column = lines[first + 1].index("4 or more")
            assert (lines[first].index("Roll"), lines[first + 2].index("6")) == (column, column)


async def test_a_result_opens_the_section(own: Places) -> None:
    """An imported section found by a search is marked, has a preview, and opens with text and references."""
    async with started(own, (120, 40)) as pilot:
        await type_in(pilot, "zanzibar")
        assert "YOURS" in at(pilot, "#results")
        assert "Dragoons roll twice." in at(pilot, "#preview")
        await press(pilot, "enter")
        page = screen(pilot, ReadScreen)
        assert page.record == "import/rules/2"
        assert read_title(pilot) == "Rolls of the zanzibar 3.5"
        assert at(pilot, "#text").count("YOURS: rules, pages 1-2") == 1
        assert "Dragoons roll twice." in at(pilot, "#text")
        assert page.references[0].id == "lob:3.5"
        await press(pilot, "left_square_bracket")
        assert page.record == "import/rules/3"
        await press(pilot, "escape 1")
        assert page.record == "lob:3.5"


async def test_o_opens_your_text_and_then_the_document(
    own: Places, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a rule, `o` opens the section of its number; there, the file at its page."""
    opened: list[str] = []
    monkeypatch.setattr(CompanionApp, "open_url", lambda self, url, new_tab=True: opened.append(url))
    async with started(own) as pilot:
        page = await read(pilot, "3.5")
        assert page.references[0].id == "import/rules/2"
        await press(pilot, "o")
        assert page.record == "import/rules/2"
        await press(pilot, "o")
        assert opened == [f"{file.as_uri()}#page=1"]
        page.go("lob:3.6")
        await press(pilot, "o")
        assert page.record == "lob:3.6"
        assert len(opened) == 1


@pytest.mark.slow
async def test_only_your_documents_are_searched(own: Places) -> None:
    """A search can be limited to the player's documents, which are a kind in F7."""
    async with started(own) as pilot:
        await type_in(pilot, "kind:yours roll")
        assert [each.id for each in screen(pilot, FindScreen)._stable.shown.results] == ["import/rules/2"]


@pytest.mark.slow
@pytest.mark.parametrize("allowed", [False, True])
async def test_a_visitor_reads_them_only_if_the_settings_say_so(allowed: bool, own: Places) -> None:
    """By default, visitors neither find nor open imported sections; they never open the file."""
    write(own.config / "config.yaml", f"guests_read_imports: {'yes' if allowed else 'no'}\n")
    app = CompanionApp(own, "lob", session="Game 1", guest=True)
    app.asks_first = False
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.context is not None)
        found = context(pilot).finder.find("zanzibar", "lob").results
        assert bool(found) is allowed
        page = ReadScreen("import/rules/2")
        await app.push_screen(page)
        assert ("Dragoons roll twice." in screen_text(pilot)) is allowed
        assert page.check_action("own_text", ()) is False
        page.go("lob:3.5")
        assert page.check_action("own_text", ()) is allowed


@pytest.mark.slow
async def test_a_running_app_searches_what_another_process_imports(places: Places, file: Path) -> None:
    """The next question finds a new document and no longer a replaced or removed one; one without an index waits."""
    async with started(places) as pilot:
        finder = context(pilot).finder

        async def found(word: str) -> list[str]:
            await press(pilot, "escape")
            await type_in(pilot, word)
            return [
                each.id for each in screen(pilot, FindScreen)._stable.shown.results if each.kind == "import"
            ]

        assert await found("zanzibar") == []
        assert context(pilot).finder is finder
        save(places.data, _document(file, "zanzibar"))
        assert await found("zanzibar") == []
        build_imports_index(places.data)
        assert await found("zanzibar") == ["import/rules/3"]
        first = context(pilot).finder
        assert await found("zanzibars") == ["import/rules/3"]
        assert context(pilot).finder is first
        keep_and_index(places.data, _document(file, "marzipan"))
        assert await found("marzipan") == ["import/rules/3"]
        assert await found("zanzibar") == []
        remove_and_index(places.data, "rules")
        assert await found("marzipan") == []
        assert type(context(pilot).finder) is Finder


async def test_a_document_that_is_replaced_while_its_index_is_open(own: Places, file: Path) -> None:
    """A question in between is answered from the old index."""
    async with started(own) as pilot:
        finder = context(pilot).finder
        keep_and_index(own.data, _document(file, "marzipan"))
        assert [each.id for each in finder.find("zanzibar", "lob").results] == ["import/rules/2"]


async def test_a_document_of_another_game(places: Places, file: Path) -> None:
    """Documents of another game come after this game, not for this game only, and mixed in for every game."""
    keep_and_index(places.data, msgspec.structs.replace(_document(file, "zanzibar"), game="aor"))
    async with started(places) as pilot:
        page = screen(pilot, FindScreen)
        found = []
        for keys in ("", "ctrl+g", "ctrl+g"):
            await press(pilot, f"escape {keys}")
            await type_in(pilot, "zanzibar")
            found.append(
                (page.scope, [each.id for each in page._stable.shown.results], page._stable.shown.others)
            )
        section = "import/rules/3"
        assert found == [("first", [section], 1), ("only", [], 0), ("every", [section], 0)]


def _document(file: Path, word: str) -> ImportedDocument:
    """A document of one section with this word."""
    section = ImportedSection("3", f"The {word}", 1, 1, 1, (Paragraph(f"All of the {word}.", 1),))
    return ImportedDocument("rules", "lob", str(file), "PDF", 2, (section,))
