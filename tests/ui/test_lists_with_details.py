"""Lists with details of the marked line, and dialogs: panels, columns and edges at three sizes."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from companion.load.places import Places
from companion.play.annotations import toggle_bookmark, write_note
from companion.play.units_and_notes import keep_unit
from companion.ui.screens.unit import UnitScreen
from companion.ui.screens.units import UnitsScreen
from companion.ui.widgets.option_list import OptionList
from companion.workspace.rulings import make
from tests.ui.cup_game import play_creek
from tests.ui.helpers import at, context, painted, press, screen, screen_text, started, title_of

SIZES = [(120, 40), (80, 24), (40, 20)]
LONG = (
    "two hexes back, not one, and the stack that fails the roll keeps its facing until it is activated again"
)


async def open_list(pilot: Pilot[None], name: str) -> tuple[OptionList, Widget]:
    """Add content for a list and open its screen. Return the list and its details."""
    session, data = context(pilot).session, context(pilot).places.data
    if name == "bookmarks":
        toggle_bookmark(data, "lob:3.5", "2026-11-20")
        write_note(data, "lob:3.5c", LONG, "2026-11-20")
    elif name == "units":
        keep_unit(session, "5th Texas", {"rating": "B", "sps": 5, "weapon": "R"}, "Second player")
        keep_unit(session, "Hampton's Legion, dismounted companies", {}, "First player")
    elif name == "rulings":
        make(context(pilot), "lob:3.5c", LONG, True)
    pilot.app.changed()  # type: ignore[attr-defined]
    await press(pilot, "f5 ctrl+b" if name == "bookmarks" else "f3")
    await press(pilot, {"bookmarks": "", "units": "u", "rulings": "t", "setup": "s"}[name])
    return pilot.app.screen.query_one(f"#{name}", OptionList), pilot.app.screen.query_one(f"#{name}-side")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["bookmarks", "units", "rulings", "setup"])
async def test_details_are_beside_the_list_or_below_it(
    places: Places, name: str, size: tuple[int, int]
) -> None:
    """On a wide screen the details are beside the list; no panel is larger than its content or cut off."""
    async with started(places, size) as pilot:
        listed, details = await open_list(pilot, name)
        assert title_of(details)
        room = pilot.app.screen.region
        assert room.contains_region(listed.region)
        assert room.contains_region(details.region)
        if size[0] >= 110:
            assert listed.region.right <= details.region.x
            assert listed.region.y == details.region.y
            assert listed.size.height == listed.virtual_size.height
        else:
            assert listed.region.bottom <= details.region.y
            assert listed.size.height > details.size.height or size[0] < 72
        lines = painted(pilot).splitlines()
        assert max(map(len, lines)) <= size[0]


@pytest.mark.parametrize("size", SIZES)
async def test_the_text_of_a_line_is_aligned_with_its_name(places: Places, size: tuple[int, int]) -> None:
    """Texts are complete at every width, and continuation lines are indented."""
    async with started(places, size) as pilot:
        listed, _ = await open_list(pilot, "rulings")
        region = listed.content_region
        rows = [
            line[region.x : region.right] for line in painted(pilot).splitlines()[region.y : region.bottom]
        ]
        rows = [row for row in rows if row.strip(" │")]
        indent = rows[0].index("3.5c")
        assert all(not row[:indent].strip(" ▸") for row in rows[1:])
        text = " ".join(" ".join(row[indent:].rstrip("│▄█▁ ") for row in rows).split())
        assert LONG in text


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_values_are_in_a_column_at_the_right_edge(places: Places, size: tuple[int, int]) -> None:
    """The values of the setup are aligned; the title of the details is not repeated in their text."""
    play_creek(places)
    async with started(places, size) as pilot:
        listed, details = await open_list(pilot, "setup")
        region = listed.content_region
        rows = [
            line[region.x : region.right] for line in painted(pilot).splitlines()[region.y : region.bottom]
        ]
        ends = {len(row.rstrip()) for row in rows if ":" in row}
        assert len(ends) == 1
        assert title_of(details).startswith("The first day")
        assert "The first day" not in at(pilot, "#setup-about")


@pytest.mark.parametrize("name", ["bookmarks", "units", "rulings"])
async def test_an_empty_list_has_no_details_and_no_keys_of_a_line(places: Places, name: str) -> None:
    """A message says so, and only keys that do something are offered."""
    async with started(places, (120, 40)) as pilot:
        await press(pilot, {"bookmarks": "f5 ctrl+b", "units": "f3 u", "rulings": "f3 t"}[name])
        assert not pilot.app.screen.query_one(f"#{name}-side").display
        footer = painted(pilot).splitlines()[-1]
        assert "Open" not in footer
        assert "Drop" not in footer


async def test_the_details_scroll_by_keys(places: Places) -> None:
    """Tab focuses the details."""
    async with started(places, (80, 24)) as pilot:
        _, details = await open_list(pilot, "bookmarks")
        await press(pilot, "tab down down")
        assert details.scroll_target_y == 2


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_dialog_is_a_window_over_its_screen(places: Places, size: tuple[int, int]) -> None:
    """The screen behind is visible if there is room; on a narrow screen the dialog fills the terminal."""
    play_creek(places)
    async with started(places, size) as pilot:
        await press(pilot, "f3 k")
        window = pilot.app.screen.query_one("#dialog")
        text = painted(pilot)
        assert title_of(window) == "Running totals"
        assert "Losses of I Corps, Blue" in text
        assert ("Steps" in text) is (size[0] > 72)
        if size[0] < 72:
            assert window.region.size == pilot.app.screen.size


@pytest.mark.parametrize("size", SIZES)
async def test_the_labels_of_a_form_are_a_column(places: Places, size: tuple[int, int]) -> None:
    """Choices begin in the column of the text fields, and so do their further lines."""
    async with started(places, size) as pilot:
        await press(pilot, "f3 u n")
        rows = painted(pilot).splitlines()
        name = next(row for row in rows if "Name" in row)
        side = next(number for number, row in enumerate(rows) if "Side?" in row)
        column = name.index("as on the map")
        assert rows[side].index("f First player") == column
        if size[0] < 72:
            assert rows[side + 1].index("s Second player") == column


@pytest.mark.parametrize("size", SIZES)
async def test_the_games_show_what_each_contains(places: Places, size: tuple[int, int]) -> None:
    """On a wide screen the description is beside the list."""
    async with started(places, size) as pilot:
        await press(pilot, "f9")
        games, about = (
            pilot.app.screen.query_one(OptionList).region,
            pilot.app.screen.query_one("#game").region,
        )
        assert "25 calculators" in at(pilot, "#game")
        assert (about.y == games.y) is (size[0] >= 110)
        assert "Line of Battle" in painted(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_no_answer_of_a_unit_is_cut_off(places: Places, size: tuple[int, int]) -> None:
    """Each question gets all the lines its choices need."""
    async with started(places, size) as pilot:
        keep_unit(context(pilot).session, "5th Texas", {"rating": "B"}, "Second player")
        await press(pilot, "f3 u enter")
        page = screen(pilot, UnitScreen)
        assert [row.given.label for row in page.form.rows if row.answer_height > row.size.height] == []
        assert any(row.answer_height > 1 for row in page.form.rows)


@pytest.mark.slow
async def test_a_unit_without_facts_says_so(places: Places) -> None:
    """The list of units says so, and there is no form to open."""
    play_creek(places)
    async with started(places) as pilot:
        keep_unit(context(pilot).session, "Old Guard", {}, "Blue")
        await press(pilot, "f3 u enter")
        screen(pilot, UnitsScreen)
        text = screen_text(pilot)
        assert "Creek needs no facts about units: only name and side are saved." in text
        assert "Open" not in text
