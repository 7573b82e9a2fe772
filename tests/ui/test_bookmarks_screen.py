"""Bookmarks and notes: added to a rule, listed, opened, and kept across restarts."""

from __future__ import annotations

from textual.widgets import OptionList

from companion.load.places import Places
from companion.play.annotations import read_annotations, toggle_bookmark
from companion.play.store.player_file import FILE
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.bookmarks import BookmarksScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from tests.newer import of_newer_version
from tests.ui.helpers import at, notes, press, read, screen, started, type_in


async def test_a_bookmark_is_kept_across_restarts(places: Places) -> None:
    """b adds a bookmark, shown on the page and after a restart; b again removes it."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "b")
        assert "(bookmark)" in at(pilot, "#text")
    async with started(places) as pilot:
        await press(pilot, "ctrl+b")
        screen(pilot, BookmarksScreen)
        assert at(pilot, "#bookmarks").startswith("* 3.5c Must succeed closing rolls")
        await press(pilot, "enter")
        assert screen(pilot, ReadScreen).record == "lob:3.5c"
        await press(pilot, "b")
        assert "(bookmark)" not in at(pilot, "#text")
    assert read_annotations(places.data) == ()


async def test_a_note_is_shown_with_its_rule(places: Places) -> None:
    """n edits a one-line note, shown with its rule and in the list; an empty note is removed."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "n")
        screen(pilot, FormScreen)
        await type_in(pilot, "ask Tom")
        await press(pilot, "enter enter")
        assert "Your note: ask Tom" in at(pilot, "#text")
        await press(pilot, "n")
        await type_in(pilot, "my")
        await press(pilot, "ctrl+s")
        assert "Your note: ask Tommy" in at(pilot, "#text")
        await press(pilot, "escape ctrl+b")
        assert at(pilot, "#bookmarks") == "3.5c Must succeed closing rolls ask Tommy"
        await press(pilot, "n ctrl+u ctrl+s")
        screen(pilot, BookmarksScreen)
        assert "ask" not in at(pilot, "#bookmarks")
    assert read_annotations(places.data) == ()


async def test_a_bookmark_removed_in_the_list_can_be_restored(places: Places) -> None:
    """A removed bookmark stays listed without its star until the screen is closed."""
    toggle_bookmark(places.data, "lob:3.5", "2026-11-20")
    toggle_bookmark(places.data, "lob:3.6", "2026-11-20")
    async with started(places) as pilot:
        await press(pilot, "ctrl+b down b")
        assert at(pilot, "#bookmarks") == "* 3.5 Closing rolls 3.6 Artillery"
        assert [each.about for each in read_annotations(places.data)] == ["lob:3.5"]
        await press(pilot, "b")
        assert [each.about for each in read_annotations(places.data)] == ["lob:3.5", "lob:3.6"]
        await press(pilot, "b escape")
        screen(pilot, FindScreen)
        await press(pilot, "ctrl+b")
        assert at(pilot, "#bookmarks") == "* 3.5 Closing rolls"


async def test_the_current_game_comes_first(places: Places) -> None:
    """Bookmarks of other games follow, with the game's name; one whose rule no longer exists says so."""
    for about in ("pub:cavalry-withdrawal", "lob:gone", "lob:3.5"):
        toggle_bookmark(places.data, about, "2026-11-20")
    async with started(places) as pilot:
        await press(pilot, "ctrl+b")
        listed = [str(each.prompt) for each in screen(pilot, BookmarksScreen).query_one(OptionList).options]
        assert listed[0] == "* lob:gone (not found)"
        assert listed[1] == "* 3.5 Closing rolls"
        assert listed[2].startswith("* pub: ")


async def test_a_file_of_a_newer_version_is_reported_and_not_changed(places: Places) -> None:
    """Page and list show the fault, and the file is not overwritten."""
    toggle_bookmark(places.data, "lob:3.5", "2026-11-20")
    of_newer_version(places.data)
    before = (places.data / FILE).read_bytes()
    async with started(places) as pilot:
        await press(pilot, "ctrl+b enter b n")
        screen(pilot, BookmarksScreen)
        assert "player.db" in at(pilot, "#bookmarks")
        await press(pilot, "escape")
        await read(pilot, "3.5c")
        assert "player.db" in at(pilot, "#text")
        await press(pilot, "b n")
        screen(pilot, ReadScreen)
        assert "player.db" in notes(pilot)
    assert (places.data / FILE).read_bytes() == before


async def test_empty_list(places: Places) -> None:
    """The empty list says how to add a bookmark."""
    async with started(places) as pilot:
        await press(pilot, "ctrl+b enter b n")
        screen(pilot, BookmarksScreen)
        assert "Press b on an open rule or chart to bookmark it" in at(pilot, "#bookmarks")
