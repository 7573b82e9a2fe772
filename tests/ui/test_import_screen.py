"""Importing a document in the app: choosing the file, progress, cancelling, keeping, removing, and visitors."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input

from companion.errors import Refused
from companion.importing.reading import Cancellation, ReadDocument, read_document
from companion.load.places import Places
from companion.ui.app import CompanionApp
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.documents import DocumentsScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.import_file import ImportScreen
from companion.ui.screens.preview import PreviewScreen
from companion.ui.screens.read import ReadScreen
from companion.workspace import imported, own_documents
from companion.workspace.context import AppContext
from companion.workspace.own_documents import UP, files_at
from tests.proofs.hands import key_event
from tests.ui.helpers import (
    at,
    companion,
    context,
    notes,
    painted,
    press,
    read_title,
    screen,
    settled,
    started,
    type_in,
    until,
    write,
)

_RULES = "# 3.5 Rolls of the zanzibar\n\nDragoons roll twice.\n\n# 3.6 More\n\nAll of it.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: two documents, another file, a folder with a document, and a hidden one."""
    papers = tmp_path / "papers"
    write(papers / "House Rules.md", _RULES)
    write(papers / "maps.TXT", "1 Maps\n\nNothing.\n")
    write(papers / "picture.png", "")
    write(papers / "Old" / "charts.md", "# 1 Chart\n\nA row.\n")
    write(papers / ".secret" / "x.md", "")
    monkeypatch.chdir(papers)
    return papers


async def _open(pilot: Pilot[None]) -> ImportScreen:
    """Open the import by the command palette."""
    await press(pilot, "ctrl+p")
    await type_in(pilot, "import your own")
    await until(pilot, lambda: "Your documents" in painted(pilot))
    await press(pilot, "enter")
    screen(pilot, DocumentsScreen)
    await press(pilot, "i")
    return screen(pilot, ImportScreen)


def _names(page: ImportScreen) -> list[str]:
    return [each.name for each in page.files]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_file_is_chosen_previewed_and_kept(
    size: tuple[int, int], places: Places, folder: Path
) -> None:
    """A file is chosen from the palette, previewed, saved, and then found by the search."""
    async with started(places, size, notifications=True) as pilot:
        page = await _open(pilot)
        assert _names(page) == [UP, "Old", "House Rules.md", "maps.TXT"]
        await press(pilot, "down enter")
        preview = screen(pilot, PreviewScreen)
        width = preview.query_one("#found-in-it").content_size.width
        expected = own_documents.preview(context(pilot), preview.document, width)
        assert " ".join(expected).split() == at(pilot, "#found-in-it").split()
        assert at(pilot, "#found-in-it").startswith("Line of Battle, Markdown, 2 sections with a number: ")
        assert "2 sections with the same number as a rule, chart or calculator" in at(pilot, "#found-in-it")
        assert not (places.data / "imports").exists()
        await press(pilot, "k")
        screen(pilot, DocumentsScreen)
        assert "Imported as house-rules: 2 searchable sections." in notes(pilot)
        assert at(pilot, "#documents") == "house-rules Markdown"
        assert "3.5 Rolls of the zanzibar" in at(pilot, "#documents-about")
        await press(pilot, "enter")
        assert screen(pilot, ReadScreen).record == "import/house-rules/1"
        await press(pilot, "f5")
        await type_in(pilot, "zanzibar")
        assert screen(pilot, FindScreen)._stable.shown.results[0].id == "import/house-rules/1"


@pytest.mark.slow
async def test_a_document_gets_another_name(places: Places, folder: Path) -> None:
    """`n` in the preview asks for another name, which ids then have; a name without letters is refused."""
    async with started(places, notifications=True) as pilot:
        await _open(pilot)
        await press(pilot, "down enter n")
        await press(pilot, "ctrl+u")
        await type_in(pilot, "?")
        await press(pilot, "enter")
        assert "The name must contain letters or digits." in painted(pilot)
        await press(pilot, "backspace")
        await type_in(pilot, "My Rules")
        await press(pilot, "enter")
        assert read_title(pilot, "#preview-page").startswith("my-rules ")
        await press(pilot, "k")
        assert "Imported as my-rules: 2 searchable sections." in notes(pilot)
        await press(pilot, "enter")
        assert screen(pilot, ReadScreen).record == "import/my-rules/1"


async def test_a_document_that_is_dropped_leaves_nothing(places: Places, folder: Path) -> None:
    """A document dropped in the preview is not saved, and can be chosen again; Escape drops it too."""
    async with started(places) as pilot:
        page = await _open(pilot)
        for key in ("d", "escape"):
            await press(pilot, "enter" if page.option_list.highlighted == 2 else "down enter")
            screen(pilot, PreviewScreen)
            await press(pilot, key)
            assert pilot.app.screen is page
            assert "Document discarded." in painted(pilot)
        assert not (places.data / "imports").exists()


@pytest.mark.slow
async def test_a_document_that_is_replaced_is_named(places: Places, folder: Path) -> None:
    """The preview names a document that will be replaced, in the app and on the command line."""
    async with started(places) as pilot:
        await _open(pilot)
        await press(pilot, "down enter")
        assert "This replaces" not in at(pilot, "#found-in-it")
        await press(pilot, "k i down enter")
        assert "This replaces the imported document house-rules." in at(pilot, "#found-in-it")


@pytest.mark.slow
async def test_a_document_is_removed(places: Places, folder: Path) -> None:
    """A document is removed after a confirmation, from the list and from the search."""
    async with started(places) as pilot:
        await _open(pilot)
        await press(pilot, "down enter k d n")
        assert at(pilot, "#documents") == "house-rules Markdown"
        await press(pilot, "d y")
        assert "No documents yet" in at(pilot, "#documents")
        assert not (places.data / "imports").exists()
        assert context(pilot).finder.find("zanzibar").results == ()
        assert (folder / "House Rules.md").exists()


async def test_the_path_completes_and_folders_open(places: Places, folder: Path) -> None:
    """Typing narrows the list, Tab completes, Enter opens folders, `..` goes up, and hidden files need a dot."""
    async with started(places) as pilot:
        page = await _open(pilot)
        line = page.query_one("#path", Input)
        await type_in(pilot, "ul")
        assert _names(page) == ["House Rules.md"]
        await press(pilot, "tab")
        assert line.value == f"{folder.as_posix()}/House Rules.md"
        await press(pilot, "ctrl+u")
        assert _names(page)[:2] == [UP, "Old"]
        await type_in(pilot, "old")
        await press(pilot, "enter")
        assert (line.value, _names(page)) == ("Old/", [UP, "charts.md"])
        await press(pilot, "up enter")
        assert line.value == f"{folder.as_posix()}/"
        await type_in(pilot, ".s")
        assert _names(page) == [".secret"]
        await type_in(pilot, "zz")
        assert "No document or folder" in at(pilot, "#files")
        await press(pilot, "enter")
        assert "No matching document" in painted(pilot)
        await press(pilot, "ctrl+u")
        await type_in(pilot, "/nowhere-at-all/")
        assert "/nowhere-at-all/ cannot be read" in at(pilot, "#files")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="names of files that are no text")
async def test_names_that_are_no_text(places: Places, folder: Path) -> None:
    """File names with markup, control characters or invalid bytes are shown, and the files can be read."""
    for name in (b"[red]x \xff.md", b"[bold] \x1b[2J.md"):
        Path(os.fsdecode(os.fsencode(folder / "Old") + b"/" + name)).write_text(_RULES)
    async with started(places, notifications=True) as pilot:
        page = await _open(pilot)
        await press(pilot, "enter")
        assert len(page.files) == 4
        assert "[red]x <dcff>" in painted(pilot)
        await press(pilot, "tab")
        assert "\x1b" not in painted(pilot)
        for place in (1, 2):
            await press(pilot, "ctrl+u")
            await type_in(pilot, "Old/")
            await press(pilot, f"{'down ' * (place - 1)}enter")
            screen(pilot, PreviewScreen)
            painted(pilot).encode()
            await press(pilot, "k i")
        await press(pilot, "escape")
        assert len(screen(pilot, DocumentsScreen).listed) == 2
        painted(pilot).encode()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(10, 4), (16, 4), (300, 100)])
async def test_the_screens_in_every_size(places: Places, folder: Path, size: tuple[int, int]) -> None:
    """The screens of the import are drawn in very small and very large terminals."""
    async with started(places, size) as pilot:
        await press(pilot, "ctrl+p")
        await type_in(pilot, "import your own")
        for keys in ("enter", "i", "down", "enter", "k", "d", "y"):
            await press(pilot, keys)
            lines = painted(pilot).split("\n")
            assert len(lines) == size[1] and max(map(cell_len, lines)) <= size[0]
        assert not (places.data / "imports").exists()


async def test_a_document_that_cannot_be_read_is_refused(places: Places, folder: Path) -> None:
    """The reason is on the status line, and another file can be chosen."""
    write(folder / "broken.pdf", "%PDF-")
    async with started(places) as pilot:
        page = await _open(pilot)
        await type_in(pilot, "broken")
        await press(pilot, "enter")
        assert pilot.app.screen is page
        assert "! broken.pdf" in painted(pilot)


class _Slow:
    """A reader that reports two of four pages and then waits."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.cancelled: list[bool] = []

    def read(
        self, path: Path, progress: Callable[[int, int], None], cancellation: Cancellation
    ) -> ReadDocument:
        progress(2, 4)
        while not self.go_on.wait(0.01) and not cancellation.is_cancelled:
            pass
        self.cancelled.append(cancellation.is_cancelled)
        if cancellation.is_cancelled:
            raise Refused("cancelled")
        return read_document(path, progress)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> _Slow:
    """A reader that waits until it may go on."""
    reader = _Slow()
    monkeypatch.setattr(imported, "read_document", reader.read)
    return reader


async def test_the_screen_is_usable_while_a_document_is_read(
    places: Places, folder: Path, slow: _Slow
) -> None:
    """While a document is read, progress is shown and the list works; Escape cancels, then leaves."""
    async with started(places) as pilot:
        page = await _open(pilot)
        await type_in(pilot, "House")
        _send(pilot, "enter")
        await until(pilot, lambda: "Reading: 2 of 4 pages" in painted(pilot))
        assert "Cancel" in at(pilot, "#keys")
        _send(pilot, "backspace")
        await until(pilot, lambda: page._path.value.endswith("/Hous"))
        _send(pilot, "escape")
        await until(pilot, lambda: "Cancelled: House Rules.md was not read." in painted(pilot))
        await settled(pilot)
        assert slow.cancelled == [True]
        assert pilot.app.screen is page
        assert "Back" in at(pilot, "#keys")
        await press(pilot, "escape")
        screen(pilot, DocumentsScreen)


async def test_leaving_the_screen_cancels(places: Places, folder: Path, slow: _Slow) -> None:
    """Leaving the screen cancels an import, so that its preview does not open on another screen."""
    async with started(places, notifications=True) as pilot:
        await _open(pilot)
        await type_in(pilot, "House")
        _send(pilot, "enter")
        await until(pilot, lambda: "Reading: 2 of 4 pages" in painted(pilot))
        _send(pilot, "f2")
        await until(pilot, lambda: slow.cancelled == [True])
        await settled(pilot)
        assert "Cancelled: House Rules.md was not read." in notes(pilot)
        screen(pilot, CalculatorsScreen)


@pytest.mark.slow
async def test_the_preview_waits_for_its_screen(places: Places, folder: Path, slow: _Slow) -> None:
    """A document that is read while help is open is shown when help closes."""
    async with started(places) as pilot:
        page = await _open(pilot)
        await type_in(pilot, "House")
        _send(pilot, "enter")
        await until(pilot, lambda: "Reading: 2 of 4 pages" in painted(pilot))
        _send(pilot, "f1")
        await until(pilot, lambda: pilot.app.screen is not page)
        slow.go_on.set()
        await settled(pilot)
        assert "completes the path" in at(pilot, "#help-text")
        await press(pilot, "escape")
        screen(pilot, PreviewScreen)


def _send(pilot: Pilot[None], key: str) -> None:
    """Send a key without waiting for the workers."""
    companion(pilot).post_message(key_event(key))


def test_a_cancelled_process_ends(tmp_path: Path) -> None:
    """A cancelled import ends its process at once, even if that has not begun to read."""
    write(tmp_path / "rules.md", _RULES)
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Refused, match=r"rules\.md was not read: cancelled"):
        read_document(tmp_path / "rules.md", lambda done, of: None, cancellation)


async def test_a_visitor_sees_no_file_and_changes_no_document(places: Places, folder: Path) -> None:
    """A visitor sees no file and changes no document, even if visitors may read the documents."""
    write(places.config / "config.yaml", "guests_read_imports: yes\n")
    app = CompanionApp(places, "lob", session="Game 1", guest=True)
    app.asks_first = False
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.context is not None)
        await press(pilot, "ctrl+p")
        await type_in(pilot, "import your own")
        await press(pilot, "enter")
        screen(pilot, DocumentsScreen)
        assert "Documents are imported on the computer that runs companion serve." in at(pilot, "#documents")
        await press(pilot, "i d enter")
        screen(pilot, DocumentsScreen)
        assert "Import" not in at(pilot, "#keys")
        await app.push_screen(ImportScreen())
        await settled(pilot)
        page = screen(pilot, ImportScreen)
        assert page.files == []
        assert "guests cannot import files" in at(pilot, "#files")
        assert str(folder) not in painted(pilot)
        await press(pilot, "ctrl+u")
        await type_in(pilot, "/")
        assert page.files == []


def test_a_visitor_is_refused_by_every_function(places: Places, folder: Path) -> None:
    """No function reads or writes anything for a guest."""
    owner = AppContext.open(places, "lob")
    document = own_documents.read_file(owner, "House Rules.md", lambda done, of: None, Cancellation())
    owner.close()
    guest = AppContext.open(places, "lob", session="Game 1", guest=True)
    calls: list[Callable[[], object]] = [
        lambda: files_at(guest, "~/"),
        lambda: own_documents.read_file(guest, "House Rules.md", lambda done, of: None, Cancellation()),
        lambda: own_documents.keep(guest, document),
        lambda: own_documents.remove(guest, "house-rules"),
        lambda: own_documents.documents(guest),
    ]
    for call in calls:
        with pytest.raises(Refused, match="guests cannot import files"):
            call()
    guest.close()
    assert not (places.data / "imports").exists()
