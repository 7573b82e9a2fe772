"""`OptionList`, which all lists of the app use."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.events import Click

from companion.ui.widgets.option_list import OptionList


class HiddenListApp(App[None]):
    """An app with a list that is not displayed, like that of a dialog before its layout."""

    def compose(self) -> ComposeResult:
        """Yield a list of three lines."""
        listed = OptionList("one", "two", "three")
        listed.display = False
        yield listed


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_page_keys_before_the_layout_move_nothing(key: str) -> None:
    """A key typed ahead is ignored; after the layout, it moves to the end of the list."""
    async with HiddenListApp().run_test() as pilot:
        listed = pilot.app.query_one(OptionList)
        listed.highlighted = 1
        page = listed.action_page_up if key == "pageup" else listed.action_page_down
        page()
        assert listed.highlighted == 1
        listed.display = True
        await pilot.pause()
        page()
        assert listed.highlighted == (0 if key == "pageup" else 2)


async def test_a_touch_on_a_removed_line_chooses_nothing() -> None:
    """The list became shorter after it was painted."""
    async with HiddenListApp().run_test() as pilot:
        listed = pilot.app.query_one(OptionList)
        listed.display = True
        await pilot.pause()
        style = Style(meta={"option": 2})
        listed.set_options(["one"])
        listed.post_message(Click(listed, 1, 2, 0, 0, 1, False, False, False, 1, 2, style))
        await pilot.pause()
        assert listed.highlighted is None
