"""Bookmarks and notes on screen: set on a rule, listed, opened, there again after a restart."""

from __future__ import annotations

from textual.widgets import OptionList

from companion.load.places import Places
from companion.play.annotations import FILE, read_annotations, toggle_bookmark
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.bookmarks import BookmarksScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from tests.ui.helpers import at, notes, press, read, screen, started, type_in


async def test_set_and_there_again_after_a_restart(places: Places) -> None:
    """b sets it, the page says so, the next start has it; b takes it out."""
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


async def test_a_note_stands_with_its_rule(places: Places) -> None:
    """n writes one line; it is shown with the rule, listed, changed, and gone when emptied."""
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


async def test_a_bookmark_taken_out_in_the_list_can_be_put_back(places: Places) -> None:
    """It stays listed, without its star, until the screen is left."""
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


async def test_the_game_in_play_comes_first(places: Places) -> None:
    """Others follow with their game named; what is in no book any more says so."""
    for about in ("pub:cavalry-withdrawal", "lob:gone", "lob:3.5"):
        toggle_bookmark(places.data, about, "2026-11-20")
    async with started(places) as pilot:
        await press(pilot, "ctrl+b")
        listed = [str(each.prompt) for each in screen(pilot, BookmarksScreen).query_one(OptionList).options]
        assert listed[0] == "* lob:gone, which is not in the books here"
        assert listed[1] == "* 3.5 Closing rolls"
        assert listed[2].startswith("* pub: ")


async def test_a_damaged_file_is_said_and_left_alone(places: Places) -> None:
    """Neither the page nor the list fails; nothing is written over it."""
    places.data.mkdir(parents=True)
    (places.data / FILE).write_text("{")
    async with started(places) as pilot:
        await press(pilot, "ctrl+b enter b n")
        screen(pilot, BookmarksScreen)
        assert "annotations.json" in at(pilot, "#bookmarks")
        await press(pilot, "escape")
        await read(pilot, "3.5c")
        assert "annotations.json" in at(pilot, "#text")
        await press(pilot, "b n")
        screen(pilot, ReadScreen)
        assert "annotations.json" in notes(pilot)
    assert (places.data / FILE).read_text() == "{"


async def test_none_yet(places: Places) -> None:
    """The empty list says how one is set."""
    async with started(places) as pilot:
        await press(pilot, "ctrl+b enter b n")
        screen(pilot, BookmarksScreen)
        assert "b on an open rule or chart sets a bookmark" in at(pilot, "#bookmarks")
